package host

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/table"
)

// The budgets of guests, in units of work of the server. What somebody has gains by rate each second,
// up to full. The address of a request has addressTimes as much, all who watch one table
// watchTimes.
const (
	unit         = 10 * time.Millisecond
	rate, full   = 10, 60
	addressTimes = 4
	watchTimes   = 2
	// least is the cost of a file of a page, or of a refused request. Other requests cost one unit or
	// more, and no request more than most, since it may only have waited.
	least = .05
	most  = 10.0
	// reseating is the cost of changing a seat: its table is loaded anew.
	reseating = 20
	// patience is how long a request may wait for its budget.
	patience = time.Second
)

// ledger holds the accounts of addresses, links and tables.
type ledger struct {
	lock     sync.Mutex
	accounts map[string]*account
}

// account is what somebody may still use; less than nothing where more was used.
type account struct {
	left, times float64
	at          time.Time
}

// account is that with a name; the caller has the lock.
func (l *ledger) account(name string, times float64) *account {
	a := l.accounts[name]
	if a == nil {
		a = &account{left: full * times, times: times}
		l.accounts[name] = a
	}
	now := time.Now()
	a.left = min(full*times, a.left+rate*times*now.Sub(a.at).Seconds())
	a.at = now
	return a
}

// pays takes a cost from the account.
func (a *account) pays(cost float64) { a.left = max(a.left-cost, -full*a.times) }

// sweep forgets accounts that are full again.
func (l *ledger) sweep() {
	l.lock.Lock()
	defer l.lock.Unlock()
	for name, a := range l.accounts {
		if time.Since(a.at) > 2*full/rate*time.Second {
			delete(l.accounts, name)
		}
	}
}

// caller is who sends a request: a good link, or else an address.
type caller struct {
	seat  engine.Seat
	facts *facts
	err   error

	// own names the account that must have something left. Debts of the shared accounts make the
	// work dearer by the part of own that is used up: a caller who uses little does not feel them.
	own    string
	times  float64
	shared map[string]float64
	began  time.Time
	paid   sync.Once
	ledger *ledger
}

type callerKey struct{}

// callerOf is who sends a request, nil for whom has no budget.
func callerOf(r *http.Request) *caller {
	c, _ := r.Context().Value(callerKey{}).(*caller)
	return c
}

// caller finds out who sends a request, by its cookie alone.
func (h *Host) caller(r *http.Request) *caller {
	from := address(r)
	c := &caller{own: from, times: addressTimes, ledger: &h.ledger, err: noLink}
	path := strings.SplitN(r.URL.Path, "/", 5)
	if len(path) < 5 || path[1] != "t" || path[3] != "t" {
		return c
	}
	browser := 0
	c.seat, browser, c.facts, c.err = h.viewer(path[2], cookieOf(r, h.cookieName(path[2])))
	if c.err == nil && c.seat > 0 && browser == 0 {
		c.err = noLink // who uses the key of a link enters
	}
	if c.err == nil {
		c.own = fmt.Sprint(path[2], " ", c.seat)
		c.times = 1
		c.shared = map[string]float64{from: addressTimes}
		if c.seat == 0 {
			c.shared[c.own] = watchTimes
			c.own += " " + from
		}
	}
	return c
}

// enters lets a request of a guest in, as soon as there is something left for it; it reports whether
// that is soon.
func (c *caller) enters(ctx context.Context, costs float64) bool {
	wait := c.pay(costs, true)
	select {
	case <-ctx.Done():
	case <-time.After(min(wait, patience)):
	}
	c.began = time.Now()
	return wait <= patience
}

// pay pays for work, and returns when there will be something left. A request that enters, and would
// have to wait too long, pays least.
func (c *caller) pay(cost float64, enters bool) (wait time.Duration) {
	c.ledger.lock.Lock()
	defer c.ledger.lock.Unlock()
	own := c.ledger.account(c.own, c.times)
	debt := 0.0
	for name, times := range c.shared {
		debt = max(debt, -c.ledger.account(name, times).left/2)
	}
	price := 1 + debt*(1-own.left/full/c.times)
	wait = time.Duration((cost*price - own.left) / rate / c.times * float64(time.Second))
	if enters && wait > patience {
		cost = least
	}
	own.pays(cost * price)
	for name, times := range c.shared {
		c.ledger.account(name, times).pays(cost)
	}
	return wait
}

// done charges the work of a request beyond the amount paid so far, once.
func (c *caller) done(paid float64) {
	if c == nil {
		return
	}
	c.paid.Do(func() { c.pay(max(0, min(most, float64(time.Since(c.began))/float64(unit))-paid), false) })
}

// costs is the least cost of a request.
func costs(r *http.Request) float64 {
	switch {
	case strings.HasSuffix(r.URL.Path, "/call/seat"):
		return reseating
	case r.Method == http.MethodPost, strings.HasSuffix(r.URL.Path, "/events"):
		return 1
	}
	return least
}

// admits serves a request of a guest within its budgets.
func (h *Host) admits(w http.ResponseWriter, r *http.Request) {
	c := h.caller(r)
	cost := costs(r)
	if !c.enters(r.Context(), cost) {
		w.Header().Set("Retry-After", "1")
		status, answer := table.Reply(nil,
			table.Refuse(http.StatusTooManyRequests, "too many requests at once; wait a moment"))
		reply(w, status, answer)
		return
	}
	defer c.done(cost)
	h.mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
}

// address is where a request comes from, as a proxy on this machine says where there is one; of IPv6
// the network, of which one person has all addresses.
func address(r *http.Request) string {
	from, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	named := r.Header.Values("X-Forwarded-For")
	if ip := net.ParseIP(from); ip != nil && ip.IsLoopback() && len(named) > 0 {
		last := named[len(named)-1]
		from = strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
	}
	if ip, err := netip.ParseAddr(from); err == nil && ip.Is6() && !ip.Is4In6() {
		return netip.PrefixFrom(ip.WithZone(""), 64).Masked().String()
	}
	return from
}
