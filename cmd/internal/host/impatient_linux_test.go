package host

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ruledeck/ruledeck/cmd/internal/host/crowdtest"
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

// TestHalfOpen: a page whose machine takes nothing more, and acknowledges nothing, is gone within the time
// that help states, with the system's clock; RULEDECK_FULL waits for it.
func TestHalfOpen(t *testing.T) {
	if os.Getenv("RULEDECK_FULL") == "" {
		t.Skip("RULEDECK_FULL waits for 45 s of real time")
	}
	at, token := running(t, Config{})
	ask := func(client *http.Client, method, path, body, cookie string) *http.Response {
		r, err := http.NewRequest(method, at+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", at)
		r.Header.Set("Cookie", cookie)
		if path == "/tables" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		answer, err := client.Do(r)
		if err != nil || answer.StatusCode != 200 {
			t.Fatal(answer, err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer
	}
	m := &made{}
	if err := json.NewDecoder(ask(http.DefaultClient, "POST", "/tables", `{"game": "football-champions"}`,
		"").Body).Decode(m); err != nil {
		t.Fatal(err)
	}
	var wire *net.TCPConn
	phone := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, to string) (
		net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, to)
		wire, _ = c.(*net.TCPConn)
		return c, err
	}}}
	base := "/t/" + m.Table + "/"
	enter := func(link string) string {
		_, key, _ := strings.Cut(link, "#key=")
		cookie, _, _ := strings.Cut(ask(http.DefaultClient, "POST", base+"enter", `{"key": "`+key+`"}`,
			"").Header.Get("Set-Cookie"), ";")
		return cookie
	}
	owner, other := enter(m.Links[0].Link), enter(m.Links[1].Link)
	here := func() bool {
		answer := ask(http.DefaultClient, "GET", base+"t/1/events", "", other)
		defer answer.Body.Close()
		var first spoken
		for message := range crowdtest.Messages(answer.Body) {
			if err := json.Unmarshal([]byte(message.Data), &first); err != nil {
				t.Fatal(err)
			}
			break
		}
		return first.Host.Company.Seats[0].Here
	}
	ask(phone, "GET", base+"t/1/events", "", owner)
	raw, err := wire.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	deaf := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K} // it takes 0 bytes of each packet
	if bad := raw.Control(func(fd uintptr) {
		err = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER,
			&unix.SockFprog{Len: 1, Filter: &deaf})
	}); bad != nil || err != nil {
		t.Fatal(bad, err)
	}
	began := time.Now()
	for here() {
		if time.Since(began) > losing {
			t.Fatalf("it is still here after %v", losing)
		}
		time.Sleep(time.Second)
	}
	t.Logf("gone after %v", time.Since(began).Round(time.Second))
	if time.Since(began) < alive {
		t.Error("it is gone before it had the time to answer")
	}
}
