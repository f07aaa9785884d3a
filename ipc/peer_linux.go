package ipc

import (
	"net"

	"golang.org/x/sys/unix"

	"sayso/approver"
)

// peerOf asks the kernel who is at the other end of the connection.
func peerOf(conn *net.UnixConn) (approver.Peer, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return approver.Peer{}, err
	}
	var cred *unix.Ucred
	var credErr error
	err = raw.Control(func(fd uintptr) {
		cred, credErr = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err != nil {
		return approver.Peer{}, err
	}
	if credErr != nil {
		return approver.Peer{}, credErr
	}
	return approver.Peer{PID: int(cred.Pid), UID: int(cred.Uid)}, nil
}
