package studio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/table"
)

// changes tells open pages that something is another than it was.
type changes struct {
	lock sync.Mutex
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

// last is a channel that is closed at the next change.
func (c *changes) last() <-chan struct{} {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.next
}

// happened tells every page. One that has not heard of the last change yet hears
// of both at once.
func (c *changes) happened() {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}

// alive is how often a quiet stream says that it is there, so that a page whose
// connection was cut finds out.
const alive = 20 * time.Second

// message is what a page is told at once: a frame of its table, the studio's own state, or
// both.
type message struct {
	Table int `json:"table"`
	*table.Frame
	Host json.RawMessage `json:"host,omitempty"`
}

// stream writes a table's frames as server-sent events until the page or the table is gone.
func (s *server) stream(w http.ResponseWriter, r *http.Request) {
	defer s.changes.listens(-1)
	if !s.changes.listens(1) {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	q, err := s.asked(r, true)
	if err == nil && q.branch == nil {
		s.starts(w, q)
		return
	}
	if err == nil {
		s.choose(q)
	}
	var frames <-chan *table.Frame
	leave := func() {}
	if err == nil {
		frames, leave, err = q.branch.Listen(q.viewer, r.Header.Get("Last-Event-ID"))
	}
	if err != nil {
		status, text := table.Reply(nil, err)
		w.WriteHeader(status)
		_, _ = w.Write(text)
		return
	}
	defer leave()
	tick := time.NewTicker(alive)
	defer tick.Stop()
	s.pour(w, q, frames, tick.C)
}

// choose picks a viewer for a page that names none: the seat of the person who is asked, or
// the first person's; the referee if one person answers for all seats.
func (s *server) choose(q *query) {
	now := q.branch.shown.Load()
	if q.URL.Query().Get("seat") == "" && !now.Open {
		for _, seat := range append(append([]int{}, now.Asked...), now.People...) {
			q.viewer.Seat = engine.Seat(seat)
			break
		}
	}
	if !now.table.Speaks(q.viewer.Lang) {
		q.viewer.Lang = "en"
	}
}

// pour writes frames as they come.
func (s *server) pour(w http.ResponseWriter, q *query, frames <-chan *table.Frame, quiet <-chan time.Time) {
	out := http.NewResponseController(w)
	var last []byte
	text := func(f *table.Frame) (string, error) {
		host, err := s.state(q)
		if err != nil {
			return "", err
		}
		m := message{Table: q.branch.id, Frame: f}
		if data, _ := json.Marshal(host); !bytes.Equal(data, last) {
			m.Host, last = data, data
		}
		if f == nil && m.Host == nil {
			return "", nil
		}
		data, err := json.Marshal(m)
		id := ""
		if f != nil {
			id = "id: " + f.ID + "\n"
		}
		return fmt.Sprintf("%sdata: %s\n\n", id, data), err
	}
	for next := s.changes.last(); ; {
		var frame string
		var err error
		select {
		case <-q.Context().Done():
			return
		case f, open := <-frames:
			if !open {
				return
			}
			frame, err = text(f)
		case <-next:
			next = s.changes.last()
			select { // what the table tells of it comes along
			case f, open := <-frames:
				if !open {
					return
				}
				frame, err = text(f)
			default:
				frame, err = text(nil)
			}
		case <-quiet:
			frame = ": here\n\n"
		}
		if err != nil {
			return
		}
		if _, err := w.Write([]byte(frame)); err != nil || out.Flush() != nil {
			return
		}
	}
}
