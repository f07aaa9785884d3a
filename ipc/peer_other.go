//go:build !linux && !darwin

package ipc

import (
	"errors"
	"net"

	"sayso/approver"
)

// peerOf fails: without the peer's identity no connection is served.
func peerOf(*net.UnixConn) (approver.Peer, error) {
	return approver.Peer{}, errors.New("this system does not tell who connects to a socket; sayso runs on Linux and macOS")
}
