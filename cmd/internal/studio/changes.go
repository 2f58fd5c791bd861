package studio

import (
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// changes tells open pages that something is another than it was, by a number.
type changes struct {
	lock   sync.Mutex
	number int
	// next is closed at the next change; pages is how many listen.
	next  chan struct{}
	pages int
}

// most is how many pages may listen at once.
const most = 64

// listens counts a page in or out; it reports whether there is room for it.
func (c *changes) listens(by int) bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.pages += by
	return c.pages <= most
}

// last is the number of the last change, and a channel that is closed at the next one.
func (c *changes) last() (int, <-chan struct{}) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.number, c.next
}

// happened tells every page. One that has not heard of the last change yet hears
// of both at once.
func (c *changes) happened() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.number++
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}

// alive is how often a quiet stream says that it is there, so that a page whose
// connection was cut finds out.
const alive = 20 * time.Second

// stream writes server-sent events until the page is gone.
func (c *changes) stream(w http.ResponseWriter, r *http.Request) {
	defer c.listens(-1)
	if !c.listens(1) {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for quiet, next := false, (<-chan struct{})(nil); ; {
		text := ": here\n\n"
		if !quiet {
			var number int
			number, next = c.last()
			text = fmt.Sprintf("id: %d\nevent: changed\ndata: %d\n\n", number, number)
		}
		if _, err := io.WriteString(w, text); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-next:
			quiet = false
		case <-tick.C:
			quiet = true
		}
	}
}
