package quick

import (
	"syscall"
	"unsafe"
)

const (
	stdin  = 0
	stdout = 1
)

// readSize is how much is read at once at least, in bytes.
const readSize = 64 << 10

const millisecond = 1_000_000 // in nanoseconds

// What package syscall does not have, from the kernel's headers.
const (
	sysPidfdOpen   = 434 // on every architecture
	clockMonotonic = 1

	pollIn  = 1
	pollOut = 4
)

// pollFd is struct pollfd.
type pollFd struct {
	fd            int32
	events, ready int16
}

// now is the time since the system started, in nanoseconds.
func now() int64 {
	var t syscall.Timespec
	_, _, _ = syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockMonotonic, uintptr(unsafe.Pointer(&t)), 0) // it can't fail
	return t.Nano()
}

// after is a time so many milliseconds from now.
func after(ms int64) int64 { return now() + ms*millisecond }

// wait waits until one of fds is ready or a time has come; 0 is never. It is false
// when it could not.
func wait(fds []pollFd, until int64) bool {
	for {
		var limit *syscall.Timespec
		if until != 0 {
			t := syscall.NsecToTimespec(max(0, until-now()))
			limit = &t
		}
		_, _, errno := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(unsafe.SliceData(fds))), uintptr(len(fds)),
			uintptr(unsafe.Pointer(limit)), 0, 0, 0)
		if errno != syscall.EINTR { // a signal, such as the runtime's own
			return errno == 0
		}
	}
}

// pidfdOpen returns a descriptor that is ready once the process has ended. Tests
// take it away.
var pidfdOpen = func(pid int) (fd int, ok bool) {
	r, _, errno := syscall.Syscall(sysPidfdOpen, uintptr(pid), 0, 0)
	return int(r), errno == 0
}

// readAll reads the whole of a descriptor. ok is false for one that has more than
// most bytes: an input without an end must not hold up a hook.
func readAll(fd int, most int) (all []byte, ok bool) {
	all = make([]byte, 0, readSize)
	for {
		if len(all) == cap(all) {
			all = append(make([]byte, 0, 2*cap(all)), all...)
		}
		n, err := syscall.Read(fd, all[len(all):cap(all)])
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN: // the other side made it so
			if !wait([]pollFd{{fd: int32(fd), events: pollIn}}, 0) {
				return nil, false
			}
		case err != nil:
			return nil, false
		case n == 0:
			return all, true
		default:
			if all = all[:len(all)+n]; len(all) > most {
				return nil, false
			}
		}
	}
}

// write writes the whole of out to a descriptor.
func write(fd int, out []byte) bool {
	for len(out) > 0 {
		n, err := syscall.Write(fd, out)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			if !wait([]pollFd{{fd: int32(fd), events: pollOut}}, 0) {
				return false
			}
		case err != nil:
			return false
		default:
			out = out[n:]
		}
	}
	return true
}
