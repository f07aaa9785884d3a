package jsonrpc

import (
	"bufio"
	"errors"
	"io"
)

// ErrTooLong means that a line has more bytes than the reader takes.
var ErrTooLong = errors.New("the message is too long")

// Reader cuts a stream into lines of a bounded length. Memory grows with what
// arrives and never with what is announced.
type Reader struct {
	r     *bufio.Reader
	most  int
	reach func(bytes int) error
}

// NewReader returns a reader of lines of at most so many bytes, without the line
// end. Before a line grows to a number of bytes, reach is asked; its error ends
// Next. It may be nil.
func NewReader(r io.Reader, most int, reach func(bytes int) error) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 64<<10), most: most, reach: reach}
}

// Next returns the next line without its end, as a slice of the caller's own. It
// returns ErrTooLong as soon as a line is too long, io.EOF at the end and
// io.ErrUnexpectedEOF for a last line without an end, which may be half a message.
func (r *Reader) Next() ([]byte, error) {
	var line []byte
	for {
		part, err := r.r.ReadSlice('\n')
		size := len(line) + len(part)
		if size > r.most+1 || size > r.most && err != nil {
			if err == nil { // the end was read with it
				_ = r.r.UnreadByte()
			}
			return nil, ErrTooLong
		}
		if r.reach != nil {
			if err := r.reach(size); err != nil {
				return nil, err
			}
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}

// Skip passes over the rest of a line that was too long. Next then returns the
// line after it.
func (r *Reader) Skip() error {
	for {
		_, err := r.r.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
