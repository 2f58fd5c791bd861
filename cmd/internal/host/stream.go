package host

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/table"
)

// mostStreams is how many pages of a seat are told the game at once, mostWatching how many pages of
// all spectators.
const mostStreams, mostWatching = 4, 64

// replaced is after how many milliseconds a page comes again that had to make way for newer ones.
const replaced = 60_000

// alive is how often a page is asked whether it is there, and how long it may take to answer.
const alive = 20 * time.Second

// page is one that is told a game: the address that it comes from, a name that nobody else knows, and
// what ends its stream.
type page struct {
	from, name string
	told       context.Context
	end        context.CancelFunc
	// asked is set until the page answers.
	asked atomic.Bool
}

// heard notes that a page has answered.
func (g *game) heard(seat engine.Seat, name string) {
	g.lock.Lock()
	defer g.lock.Unlock()
	for _, p := range g.pages[seat] {
		if p.name == name {
			p.asked.Store(false)
		}
	}
}

// opens takes a page in. Where the seat has as many as it may, the page replaces the oldest one of the
// address with most pages: a browser that lost its network replaces its own.
func (g *game) opens(seat engine.Seat, p *page) {
	g.lock.Lock()
	defer g.lock.Unlock()
	most := mostStreams
	if seat == 0 {
		most = mostWatching
	}
	if all := g.pages[seat]; len(all) >= most {
		of := map[string]int{}
		for _, other := range all {
			of[other.from]++
		}
		oldest := slices.MaxFunc(all, func(a, b *page) int { return of[a.from] - of[b.from] })
		g.pages[seat] = slices.DeleteFunc(all, func(other *page) bool { return other == oldest })
		oldest.end()
	}
	g.pages[seat] = append(g.pages[seat], p)
	g.regrouped()
}

// regrouped tells soon that the people at the table are others, or have said something.
func (g *game) regrouped() {
	g.company.Add(1)
	g.changes.Soon()
}

// listen opens a stream of frames for a request, until leave, or until told of the page ends.
func (h *Host) listen(r *http.Request) (v *visit, frames <-chan *table.Frame, leave func(), err error) {
	v, err = h.visit(r)
	if err != nil {
		return nil, nil, nil, err
	}
	p := &page{from: address(r), name: rand.Text()}
	p.told, p.end = context.WithCancel(r.Context())
	v.page = p
	v.opens(v.Seat, p)
	gone := func() {
		p.end()
		v.lock.Lock()
		v.pages[v.Seat] = slices.DeleteFunc(v.pages[v.Seat], func(other *page) bool { return other == p })
		v.regrouped()
		v.lock.Unlock()
		h.house.Give(v.Game)
	}
	since := ""
	if epoch, id, _ := strings.Cut(r.Header.Get("Last-Event-ID"), "."); epoch == v.epoch {
		since = id
	}
	frames, left, err := v.Listen(v.Viewer, since)
	if err != nil {
		gone()
		return nil, nil, nil, err
	}
	return v, frames, func() {
		left()
		gone()
	}, nil
}

// events writes the frames of a viewer until the page or the table is gone.
func (h *Host) events(w http.ResponseWriter, r *http.Request) {
	v, frames, leave, err := h.listen(r)
	if err != nil {
		web.Refuse(w, err)
		return
	}
	defer leave()
	callerOf(r).done(1)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // nginx holds answers back where nothing says so
	packs := strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
	if packs {
		w.Header().Set("Content-Encoding", "gzip")
	}
	out := http.NewResponseController(w)
	write := func(data []byte) error {
		_ = out.SetWriteDeadline(time.Now().Add(slow)) // every server of ours has deadlines
		if _, err := w.Write(data); err != nil {
			return err
		}
		return out.Flush()
	}
	_ = out.SetReadDeadline(time.Time{}) // nothing more is read: it would end the stream
	if packs && write(gzipped) != nil {
		return
	}
	stream := &house.Stream{Table: 1, Frames: frames, Changes: &v.changes, Quiet: alive,
		Host: func() (any, error) { return h.around(v) },
		Say: func(m *house.Message) error {
			if why := v.Broken(); why != nil {
				return why
			}
			if m == nil && v.page.asked.Swap(true) {
				return context.DeadlineExceeded
			}
			return write(v.text(m, packs))
		}}
	_ = stream.Run(v.page.told) // however it ends, the page comes again
	if v.page.told.Err() != nil {
		_ = write(sent(fmt.Appendf(nil, "retry: %d\n\n", replaced), packs))
	}
}

// packed is a message as it was sent last, for all who look from there.
type packed struct {
	frame *table.Frame
	host  json.RawMessage
	packs bool
	data  []byte
}

// text is a message as it is sent; nil asks the page whether it is there.
func (v *visit) text(m *house.Message, packs bool) []byte {
	if m == nil {
		return sent(fmt.Appendf(nil, "event: ping\ndata: %s\n\n", v.page.name), packs)
	}
	v.packing.Lock()
	defer v.packing.Unlock()
	if p := v.packed[v.Viewer]; p.frame == m.Frame && p.packs == packs && bytes.Equal(p.host, m.Host) {
		return p.data
	}
	text, _ := json.Marshal(m) // it holds texts and numbers alone
	data := fmt.Appendf(nil, "data: %s\n\n", text)
	if m.Frame != nil {
		data = fmt.Appendf(nil, "id: %s.%s\nretry: 500\n%s", v.epoch, m.ID, data)
	}
	data = sent(data, packs)
	v.packed[v.Viewer] = packed{m.Frame, m.Host, packs, data}
	return data
}

// sent is data as it is sent.
func sent(data []byte, packs bool) []byte {
	if packs {
		return deflate(data)
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
