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
	var peer approver.Peer
	var credErr error
	err = raw.Control(func(fd uintptr) {
		var cred *unix.Xucred
		if cred, credErr = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED); credErr != nil {
			return
		}
		peer.UID = int(cred.Uid)
		peer.PID, credErr = unix.GetsockoptInt(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	})
	if err != nil {
		return approver.Peer{}, err
	}
	return peer, credErr
}
