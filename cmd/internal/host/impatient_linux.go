package host

import (
	"errors"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// impatient listens for connections that end where the other side acknowledges nothing for a
// time, as a phone that has lost its network; the system would wait a quarter of an hour.
var impatient = net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) (err error) {
	return errors.Join(c.Control(func(fd uintptr) {
		err = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silent.Milliseconds()))
	}), err)
}}
