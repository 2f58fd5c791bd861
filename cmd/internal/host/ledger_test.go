package host

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestLedger: 64 spectators of one table, from as many addresses, ask as often as they can and get no
// more than the share of all spectators, two at once. One among them who opens a page now and then waits for
// nothing but turns, and a seat does not notice them.
func TestLedger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{accounts: map[string]*account{}}
		end := time.Now().Add(2 * time.Minute)
		watcher := func(n int) *caller {
			from := fmt.Sprint("192.0.2.", n)
			return &caller{ledger: l, own: "table 0 " + from, times: 1,
				shared: map[string]float64{"table 0": watchTimes, from: addressTimes}}
		}
		var served, working, atOnce atomic.Int64
		for n := range 64 {
			go func() {
				for time.Now().Before(end) {
					if c := watcher(n); c.enters(context.Background(), 1) {
						atOnce.Store(max(atOnce.Load(), working.Add(1)))
						served.Add(1)
						time.Sleep(2 * time.Millisecond)
						working.Add(-1)
						c.done(1)
					}
				}
			}()
		}
		slowest := func(c func() *caller, requests int, every time.Duration) time.Duration {
			most := time.Duration(0)
			for time.Now().Before(end.Add(-every)) {
				time.Sleep(every)
				began := time.Now()
				for range requests {
					one := c()
					if !one.enters(context.Background(), 1) {
						return time.Hour
					}
					one.done(1)
				}
				most = max(most, time.Since(began))
			}
			return most
		}
		var quiet time.Duration
		go func() { quiet = slowest(func() *caller { return watcher(100) }, 5, 30*time.Second) }()
		seat := slowest(func() *caller {
			return &caller{ledger: l, own: "table 1", times: 1, shared: map[string]float64{"192.0.2.1": addressTimes}}
		}, 1, time.Second)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if seat > 0 || quiet > patience {
			t.Errorf("a seat waits %v, who watches and does little %v", seat, quiet)
		}
		t.Logf("who watches and does little waits %v for five requests", quiet)
		if n := atOnce.Load(); n > watchTimes {
			t.Errorf("%d of them are at work at once", n)
		}
		most := watchTimes * (full + rate*125)
		if n := served.Load(); n > int64(most) || n < int64(most)/4 {
			t.Errorf("%d are served, of %d at most", n, most)
		}
	})
}

// TestHelpStates: the operators' page has the budgets and times that are in force.
func TestHelpStates(t *testing.T) {
	page, err := os.ReadFile("../cli/help/hosting.txt")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(string(page)), " ")
	for _, says := range []string{
		fmt.Sprintf("a seat %d units a second", rate),
		fmt.Sprintf("all spectators of a table %d", watchTimes*rate),
		fmt.Sprintf("/64) %d", addressTimes*rate),
		fmt.Sprintf("for a change of a seat %d", reseating),
		fmt.Sprintf("A seat has %d changes of its own", mostChanges),
		fmt.Sprintf("of these %d marks", mostMarks),
		fmt.Sprintf("told the game, and %d of those who watch", mostWatching),
		fmt.Sprintf("asks each page every %.0f seconds", alive.Seconds()),
		fmt.Sprintf("is out within %.0f seconds", losing.Seconds()),
		fmt.Sprintf("acknowledges nothing for %.0f seconds", silent.Seconds()),
	} {
		if !strings.Contains(words, says) {
			t.Errorf("the page says nothing like %q", says)
		}
	}
}

// TestAddress: who has all addresses of a network comes from one.
func TestAddress(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.7:81":             "192.0.2.7",
		"[2001:db8:1:2:3:4:5:6]:8": "2001:db8:1:2::/64",
		"[2001:db8:1:2::9]:8":      "2001:db8:1:2::/64",
		"[2001:db8:1:3::9]:8":      "2001:db8:1:3::/64",
		"[fe80::1%eth0]:8":         "fe80::/64",
		"[::ffff:192.0.2.7]:8":     "::ffff:192.0.2.7",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = from
		if got := address(r); got != want {
			t.Errorf("%s is taken for %s, not %s", from, got, want)
		}
	}
}
