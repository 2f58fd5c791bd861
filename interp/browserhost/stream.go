package browserhost

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// stream is a page that listens; changed wakes it for what the host says of all games.
type stream struct {
	leave   func()
	changed chan struct{}

	telling sync.Mutex // held while the page is told something
	left    bool
}

// end tells the page nothing more, not even a frame that is about to be sent.
func (s *stream) end() {
	s.telling.Lock()
	s.left = true
	s.telling.Unlock()
	s.leave()
	close(s.changed)
}

// unlessLeft tells the page something, and reports whether it still listens.
func (s *stream) unlessLeft(tell func()) bool {
	s.telling.Lock()
	defer s.telling.Unlock()
	if !s.left {
		tell()
	}
	return !s.left
}

// listed is a game as the page lists it.
type listed struct {
	Kept
	Failure []line `json:"failure,omitempty"`
}

type line struct {
	Text string `json:"text"`
}

// state is what the page shows around the games.
func (h *Host) state(g *seated, lang string) []byte {
	out := struct {
		table.Setup
		Games     []listed `json:"games"`
		Languages []string `json:"languages"`
		Untold    []string `json:"untold"`
		Bots      []string `json:"bots"`
	}{table.SetupOf(h.pack, g.table.Speaker(lang)), []listed{}, h.pack.Languages(), []string{}, play.Bots}
	for _, l := range out.Languages {
		if len(h.pack.Compiled.Texts[l]) == 0 {
			out.Untold = append(out.Untold, l)
		}
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, g := range h.open {
		one := listed{Kept: g.Kept}
		if one.Journal = ""; g.failure != "" {
			one.Failure = []line{{g.failure}}
		}
		out.Games = append(out.Games, one)
	}
	data, err := json.Marshal(out)
	if err != nil {
		panic(err) // texts and numbers
	}
	return data
}

// changed tells every page that listens.
func (h *Host) changed() {
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, s := range h.streams {
		select {
		case s.changed <- struct{}{}:
		default: // it has not heard of the last change yet
		}
	}
}

// listen tells the page a table as a viewer sees it, now and whenever it changes.
func (h *Host) listen(m *message) {
	g, err := h.find(m.Table)
	if err == nil {
		v := g.viewer(m)
		var frames <-chan *table.Frame
		s := &stream{changed: make(chan struct{}, 1)}
		if frames, s.leave, err = g.Listen(v, ""); err == nil {
			h.lock.Lock()
			h.streams[m.ID] = s
			h.lock.Unlock()
			go h.pour(m.ID, g, v.Lang, s, frames)
			return
		}
	}
	h.tell(map[string]any{"id": m.ID, "lost": true, "error": err.Error()})
}

// pour sends frames, and what the host says where it says another thing.
func (h *Host) pour(id int, g *seated, lang string, s *stream, frames <-chan *table.Frame) {
	var last []byte
	for {
		var frame *table.Frame
		open := true
		select {
		case frame, open = <-frames:
		case _, listens := <-s.changed:
			if !listens {
				return
			}
			select { // what the table tells of it comes along
			case frame, open = <-frames:
			default:
			}
		}
		if !open {
			s.unlessLeft(func() { h.tell(map[string]any{"id": id, "lost": true}) })
			return
		}
		out := struct {
			Table int `json:"table"`
			*table.Frame
			Host json.RawMessage `json:"host,omitempty"`
		}{Table: g.ID, Frame: frame}
		if state := h.state(g, lang); !bytes.Equal(state, last) {
			out.Host, last = state, slices.Clone(state)
		}
		tell := func() { h.tell(map[string]any{"id": id, "message": out}) }
		if (frame != nil || out.Host != nil) && !s.unlessLeft(tell) {
			return
		}
	}
}
