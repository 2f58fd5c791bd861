package host

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// TestImpatient: a connection that acknowledges nothing ends within the time that help states.
func TestImpatient(t *testing.T) {
	l, err := impatient.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	out, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	in, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	raw, err := in.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var is int
	bad := raw.Control(func(fd uintptr) {
		is, err = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT)
	})
	if bad != nil || err != nil || int64(is) != silent.Milliseconds() {
		t.Errorf("it ends after %d ms: %v, %v", is, bad, err)
	}
}
