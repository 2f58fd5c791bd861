package studio

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// changes tells open pages that something is another than it was, by a number.
type changes struct {
	lock    sync.Mutex
	number  int
	waiting map[chan int]bool
}

// most is how many pages may listen at once.
const most = 64

func (c *changes) listen() (chan int, bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if len(c.waiting) >= most {
		return nil, false
	}
	if c.waiting == nil {
		c.waiting = map[chan int]bool{}
	}
	heard := make(chan int, 1)
	heard <- c.number
	c.waiting[heard] = true
	return heard, true
}

func (c *changes) leave(heard chan int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	delete(c.waiting, heard)
}

// happened tells every page. One that has not heard of the last change yet hears
// of both at once.
func (c *changes) happened() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.number++
	for heard := range c.waiting {
		select {
		case <-heard:
		default:
		}
		heard <- c.number
	}
}

// alive is how often a quiet stream says that it is there, so that a page whose
// connection was cut finds out.
const alive = 20 * time.Second

// stream writes server-sent events until the page is gone.
func (c *changes) stream(w http.ResponseWriter, r *http.Request) {
	heard, ok := c.listen()
	if !ok {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer c.leave(heard)
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		var err error
		select {
		case <-r.Context().Done():
			return
		case number := <-heard:
			_, err = fmt.Fprintf(w, "id: %d\nevent: changed\ndata: %d\n\n", number, number)
		case <-tick.C:
			_, err = fmt.Fprint(w, ": here\n\n")
		}
		if err != nil || out.Flush() != nil {
			return
		}
	}
}
