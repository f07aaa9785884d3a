package claude

import (
	"encoding/json"
	"errors"
)

// Number is a JSON number in the digits that it came in, so that none is
// rounded on its way through. "" is an absent one; a number in quotes is not a
// Number.
type Number string

// UnmarshalJSON reads a number and leaves n alone at null.
func (n *Number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var number json.Number // refuses what is no number; takes one in quotes
	if err := json.Unmarshal(data, &number); err != nil {
		return err
	}
	if data[0] == '"' {
		return errors.New("text where a number is expected")
	}
	*n = Number(data)
	return nil
}

// MarshalJSON writes the digits, and 0 for an absent number that must stand.
func (n Number) MarshalJSON() ([]byte, error) {
	if n == "" {
		return []byte("0"), nil
	}
	return []byte(n), nil
}

// Float returns the value, 0 for an absent number, and an infinity for one
// beyond a float64.
func (n Number) Float() float64 {
	value, _ := json.Number(n).Float64() // out of range: the infinity is returned too
	return value
}
