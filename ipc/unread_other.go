//go:build !linux

package ipc

import "io"

// WhenUnread does nothing here. What poll says of the two ends of a socket
// differs between systems, and to take a reader for gone would end the ask.
func WhenUnread(io.Writer, func()) {}
