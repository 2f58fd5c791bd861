package host

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/table"
)

// message is one message of a stream: a frame of the table, and in the first one its
// surroundings.
type message struct {
	Table int `json:"table"`
	*table.Frame
	Host json.RawMessage `json:"host,omitempty"`
}

// mostStreams is how many streams a seat may have open, mostWatching those who watch.
const mostStreams, mostWatching = 4, 64

// alive is how often a quiet stream says that it is there.
const alive = 20 * time.Second

// listens counts a stream in or out; it reports whether there is room for it.
func (g *game) listens(seat engine.Seat, by int) bool {
	g.lock.Lock()
	defer g.lock.Unlock()
	most := mostStreams
	if seat == 0 {
		most = mostWatching
	}
	if by > 0 && g.streams[seat] >= most {
		return false
	}
	g.streams[seat] += by
	g.changes()
	return true
}

// events writes the frames of a viewer until the page or the table is gone.
func (h *Host) events(w http.ResponseWriter, r *http.Request) {
	v, err := h.visit(r)
	if err == nil {
		defer h.give(v.game)
		if !v.listens(v.Seat, 1) {
			err = table.Refuse(http.StatusTooManyRequests, "too many pages of this seat are open")
		} else {
			defer v.listens(v.Seat, -1)
		}
	}
	since := ""
	if epoch, id, _ := strings.Cut(r.Header.Get("Last-Event-ID"), "."); err == nil && epoch == v.epoch {
		since = id
	}
	var frames <-chan *table.Frame
	leave := func() {}
	if err == nil {
		frames, leave, err = v.Listen(v.Viewer, since)
	}
	if err != nil {
		status, answer := table.Reply(nil, err)
		reply(w, status, answer)
		return
	}
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // nginx holds answers back where nothing says so
	packs := strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
	if packs {
		w.Header().Set("Content-Encoding", "gzip")
	}
	out := http.NewResponseController(w)
	say := func(data []byte) bool {
		_ = out.SetWriteDeadline(time.Now().Add(slow)) // every server of ours has deadlines
		_, err := w.Write(data)
		return err == nil && out.Flush() == nil
	}
	_ = out.SetReadDeadline(time.Time{}) // nothing more is read: it would end the stream
	h.pour(v, frames, packs, say)
}

// pour sends frames as they come, while it can.
func (h *Host) pour(v *visit, frames <-chan *table.Frame, packs bool, say func([]byte) bool) {
	if packs && !say(gzipped) {
		return
	}
	tick := time.NewTicker(alive)
	defer tick.Stop()
	var sent []byte
	// news are the present surroundings of the game, nil if already sent.
	news := func() json.RawMessage {
		now, err := h.around(v)
		data, _ := json.Marshal(now) // texts and numbers
		if err != nil || bytes.Equal(data, sent) {
			return nil
		}
		sent = data
		return data
	}
	for next := v.changed(); ; {
		var data []byte
		select {
		case <-v.r.Context().Done():
			return
		case f, open := <-frames:
			if !open || v.broken.Load() != nil {
				return
			}
			m := message{Table: 1, Frame: f}
			if sent == nil {
				m.Host = news()
			}
			data = v.text(m, packs)
		case <-next:
			next = v.changed()
			if sent == nil { // it comes with the first frame
				continue
			}
			host := news()
			if host == nil {
				continue
			}
			data = v.text(message{Table: 1, Host: host}, packs)
		case <-tick.C:
			if data = []byte(": here\n\n"); packs {
				data = deflate(data)
			}
		}
		if !say(data) {
			return
		}
	}
}

// packed is a message as it was sent last, for all who look from there.
type packed struct {
	frame *table.Frame
	packs bool
	data  []byte
}

// text is a message as it is sent.
func (v *visit) text(m message, packs bool) []byte {
	shared := m.Host == nil
	if shared {
		v.lock.Lock()
		p := v.packed[v.Viewer]
		v.lock.Unlock()
		if p.frame == m.Frame && p.packs == packs {
			return p.data
		}
	}
	text, _ := json.Marshal(m) // it holds texts and numbers alone
	data := fmt.Appendf(nil, "data: %s\n\n", text)
	if m.Frame != nil {
		data = fmt.Appendf(nil, "id: %s.%s\nretry: 500\n%s", v.epoch, m.ID, data)
	}
	if packs {
		data = deflate(data)
	}
	if shared {
		v.lock.Lock()
		v.packed[v.Viewer] = packed{m.Frame, packs, data}
		v.lock.Unlock()
	}
	return data
}

// gzipped begins a stream of what deflate returns.
var gzipped = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}

var writers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, 4) // the level is a good one
	return w
}}

// deflate returns whole blocks of deflate that refer to nothing before them: no stream keeps a
// window, and all streams can share them.
func deflate(data []byte) []byte {
	var out bytes.Buffer
	w := writers.Get().(*flate.Writer)
	defer writers.Put(w)
	w.Reset(&out)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Flush()
	return out.Bytes()
}

// bucket bounds a rate: each second it gains some, and a call takes some.
type bucket struct {
	left float64
	at   time.Time
}

// rate is the gain of a bucket per second, full its capacity.
const rate, full = 10, 60

func (b *bucket) takes(cost float64) bool {
	now := time.Now()
	b.left = min(full, b.left+rate*now.Sub(b.at).Seconds())
	b.at = now
	if b.left < cost {
		return false
	}
	b.left -= cost
	return true
}

// idle reports whether a bucket is full again.
func (b *bucket) idle() bool { return time.Since(b.at) > full/rate*time.Second }

// allows bounds what a seat calls; what computes more costs more.
func (g *game) allows(seat engine.Seat, path string) bool {
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.rates[seat] == nil {
		g.rates[seat] = &bucket{}
	}
	cost := 1.0
	switch path {
	case "would", "whynot", "graph", "faces", "knows":
		cost = 3
	}
	return g.rates[seat].takes(cost)
}

// address is where a request comes from, as a proxy on this machine says where there is one.
func address(r *http.Request) string {
	from, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	named := r.Header.Values("X-Forwarded-For")
	if ip := net.ParseIP(from); ip != nil && ip.IsLoopback() && len(named) > 0 {
		last := named[len(named)-1]
		return strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
	}
	return from
}

// allows bounds the requests of visitors who have not entered yet, by address.
func (h *Host) allows(r *http.Request) bool {
	from := address(r)
	h.lock.Lock()
	defer h.lock.Unlock()
	if h.asking[from] == nil {
		h.asking[from] = &bucket{}
	}
	return h.asking[from].takes(1)
}
