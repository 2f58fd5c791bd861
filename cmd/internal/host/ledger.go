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

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/house"
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
	// arrears is how many turns who was not here is given back at most.
	arrears = 10
	// patience is how long a request may wait for its budget.
	patience = time.Second
)

// ledger holds the accounts of addresses, links and tables.
type ledger struct {
	lock     sync.Mutex
	accounts map[string]*account
	// free tells that work has ended.
	free house.Changes
}

// account is what somebody may still use; less than nothing where more was used. A shared one has
// as many requests at work at once as it has shares.
type account struct {
	left, times, working float64
	at                   time.Time
	// turns is the work that an own account has had its turns for, and of a shared one that of who had
	// most.
	turns float64
	// line are the callers who wait for a shared account.
	line map[*caller]bool
}

// account is that with a name; the caller has the lock.
func (l *ledger) account(name string, times float64) *account {
	a := l.accounts[name]
	if a == nil {
		a = &account{left: full * times, times: times, line: map[*caller]bool{}}
		l.accounts[name] = a
	}
	now := time.Now()
	a.left = min(full*times, a.left+rate*times*now.Sub(a.at).Seconds())
	a.at = now
	return a
}

// accounts are the shared accounts of a caller, who has the lock.
func (c *caller) accounts() (all []*account) {
	for name, times := range c.shared {
		all = append(all, c.ledger.account(name, times))
	}
	return all
}

// pays takes a cost from the account.
func (a *account) pays(cost float64) { a.left = max(a.left-cost, -full*a.times) }

// sweep forgets accounts that are full again.
func (l *ledger) sweep() {
	l.lock.Lock()
	defer l.lock.Unlock()
	for name, a := range l.accounts {
		if a.working == 0 && time.Since(a.at) > 2*full/rate*time.Second {
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
	// work dearer by the part of own that is used up: a caller who uses little hardly feels them.
	own    string
	times  float64
	shared map[string]float64
	began  time.Time
	// at is the account in whose line the caller stands, turns the work of its own account then.
	at     *account
	turns  float64
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

// enters lets a request of a guest in, as soon as there is something left for it and its turn has come; it
// reports whether that is soon. The work ends with done.
func (c *caller) enters(ctx context.Context, costs float64) bool {
	wait := c.pay(costs, true)
	select {
	case <-ctx.Done():
	case <-time.After(min(wait, patience)):
	}
	defer c.leaves()
	for late := time.Now().Add(patience); wait <= patience && ctx.Err() == nil && time.Now().Before(late); {
		next := c.ledger.free.Next()
		if c.turn(costs) {
			c.began = time.Now()
			return true
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(late)):
		case <-next:
		}
	}
	return false
}

// turn begins the work of a request, for which the shared accounts pay. It reports false, and the
// caller stands in line, while one of them has as much work as it may, or somebody in its line had
// fewer turns: nobody who comes later takes the place that has become free.
func (c *caller) turn(cost float64) bool {
	c.ledger.lock.Lock()
	defer c.ledger.lock.Unlock()
	own := c.ledger.account(c.own, c.times)
	shared := c.accounts()
	for _, a := range shared {
		own.turns = max(own.turns, a.turns-arrears)
	}
	c.turns = own.turns
	var full *account
	for _, a := range shared {
		if a.working >= a.times || a.before(c) {
			full = a
		}
	}
	if full == nil {
		for _, a := range shared {
			a.working++
			a.pays(cost)
			a.turns = max(a.turns, own.turns)
		}
		own.turns += cost
	}
	c.waits(full)
	return full == nil
}

// before reports whether somebody in the line of the account had fewer turns than a caller.
func (a *account) before(c *caller) bool {
	for other := range a.line {
		if other.turns < c.turns {
			return true
		}
	}
	return false
}

// waits puts the caller in the line of an account, nil for none, and out of another: those behind it
// look again. The caller of it has the lock.
func (c *caller) waits(at *account) {
	if c.at == at {
		return
	}
	if c.at != nil {
		delete(c.at.line, c)
		c.ledger.free.Happened()
	}
	c.at = at
	if at != nil {
		at.line[c] = true
	}
}

// leaves takes a caller who waits no longer out of its line.
func (c *caller) leaves() {
	c.ledger.lock.Lock()
	defer c.ledger.lock.Unlock()
	c.waits(nil)
}

// ends ends the work of a request.
func (c *caller) ends() {
	c.ledger.lock.Lock()
	defer c.ledger.lock.Unlock()
	for _, a := range c.accounts() {
		a.working--
	}
	c.ledger.free.Happened()
}

// used is the part of an account that is used up, up to 2 in debt.
func (a *account) used() float64 { return 1 - a.left/full/a.times }

// strain is the part of the shared accounts that is used up; the caller of it has the lock.
func (c *caller) strain() (most float64) {
	for _, a := range c.accounts() {
		most = max(most, a.used())
	}
	return most
}

// pay pays for work, and returns when there will be something left. A request that enters pays the shared
// accounts when its turn comes, and least where it would have to wait too long.
func (c *caller) pay(cost float64, enters bool) (wait time.Duration) {
	c.ledger.lock.Lock()
	defer c.ledger.lock.Unlock()
	own := c.ledger.account(c.own, c.times)
	price := 1 + max(0, c.strain()-1)*full*own.used()
	wait = time.Duration((cost*price - own.left) / rate / c.times * float64(time.Second))
	if enters && wait > patience {
		cost = least
	}
	own.pays(cost * price)
	for _, a := range c.accounts() {
		if !enters {
			a.pays(cost)
		}
	}
	return wait
}

// done ends the work of a request, and charges it beyond the amount paid so far, once. Where most of a
// shared account is used up, its turn lasts longer: many who come at once are served one by one.
func (c *caller) done(paid float64) {
	if c == nil {
		return
	}
	c.paid.Do(func() {
		cost := max(paid, min(most, float64(time.Since(c.began))/float64(unit)))
		c.pay(cost-paid, false)
		c.ledger.lock.Lock()
		rest := cost / rate * max(0, c.strain()-.5)
		c.ledger.lock.Unlock()
		time.AfterFunc(time.Duration(rest*float64(time.Second)), c.ends)
	})
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
		web.Refuse(w, table.Refuse(http.StatusTooManyRequests, "too many requests at once; wait a moment"))
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
