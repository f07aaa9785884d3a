// Package tape reads what was, or is to be, played: today scenarios, which are
// asks without answers.
//
// A scenario is JSON lines. The first line is a [Header]; each further line is
// a [Step]. It is data: nothing in it is run, and its texts are as hostile as
// any that come over the socket.
package tape

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"sayso/internal/openjson"
)

// ScenarioVersion is the version of the format that this package reads.
const ScenarioVersion = 1

// maxLine is the longest line of a file, in bytes.
const maxLine = 16 << 20

// Header is the first line of a scenario.
type Header struct {
	Scenario string         `json:"scenario"` // its name
	Version  int            `json:"version"`
	About    string         `json:"about"` // one sentence for the person
	Extra    openjson.Extra `json:"-"`
}

// Step is one ask of a scenario. The steps of one session follow one another,
// each when the one before has ended; sessions run side by side.
type Step struct {
	Door    string          `json:"door"`    // such as "hook"
	Payload json.RawMessage `json:"payload"` // as the door gets it
	Extra   openjson.Extra  `json:"-"`
}

// Scenario is a read file.
type Scenario struct {
	Header
	Steps []Step
}

// ReadScenario reads a scenario. name is the file's name for errors, which say
// the line and the field.
func ReadScenario(name string, r io.Reader) (Scenario, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var s Scenario
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := s.read(n, lines.Bytes()); err != nil {
			return Scenario{}, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return Scenario{}, fmt.Errorf("%s: %w", name, err)
	}
	if len(s.Steps) == 0 {
		return Scenario{}, fmt.Errorf("%s: no step in it", name)
	}
	return s, nil
}

func (s *Scenario) read(n int, line []byte) error {
	if n == 1 {
		if err := openjson.Unmarshal(line, &s.Header); err != nil {
			return err
		}
		if s.Version != ScenarioVersion {
			return fmt.Errorf(`field "version": %d, this sayso reads %d`, s.Version, ScenarioVersion)
		}
		return nil
	}
	var step Step
	if err := openjson.Unmarshal(line, &step); err != nil {
		return err
	}
	switch {
	case step.Door == "":
		return errors.New(`field "door": missing`)
	case len(step.Payload) == 0:
		return errors.New(`field "payload": missing`)
	}
	s.Steps = append(s.Steps, step)
	return nil
}
