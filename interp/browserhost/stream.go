package browserhost

import (
	"context"
	"sync"

	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// listening is a page that listens.
type listening struct {
	stop context.CancelFunc

	telling sync.Mutex // held while the page is told something
	left    bool
}

// end tells the page nothing more, not even a frame that is about to be sent.
func (s *listening) end() {
	s.telling.Lock()
	s.left = true
	s.telling.Unlock()
	s.stop()
}

// unlessLeft tells the page something, if it still listens.
func (s *listening) unlessLeft(tell func()) {
	s.telling.Lock()
	defer s.telling.Unlock()
	if !s.left {
		tell()
	}
}

// Listed is a game as the page lists it.
type Listed struct {
	house.Shown
	Failure []Line `json:"failure,omitempty"`
}

// Line is a line of a failure.
type Line struct {
	Text string `json:"text"`
}

// State is what the page shows around the games.
type State struct {
	table.Setup
	Games     []Listed `json:"games"`
	Languages []string `json:"languages"`
	// Untold are those in which the pack itself has no texts.
	Untold []string `json:"untold"`
	Bots   []string `json:"bots"`
}

func (h *Host) state(g *house.Game, lang string) State {
	out := State{table.SetupOf(h.pack, g.Shown().Table.Speaker(lang)), []Listed{}, h.pack.Languages(),
		h.pack.Untold(), play.Bots}
	for _, g := range h.Games() {
		one := Listed{Shown: *g.Shown()}
		if one.Shown.Failure != "" {
			one.Failure = []Line{{one.Shown.Failure}}
		}
		out.Games = append(out.Games, one)
	}
	return out
}

// listen tells the page a table as a viewer sees it, now and whenever it changes.
func (h *Host) listen(m *message) {
	g, err := h.find(m.Table)
	if err != nil {
		h.tell(map[string]any{"id": m.ID, "lost": true, "error": err.Error()})
		return
	}
	v := g.Viewer(m.Seat, m.Lang)
	frames, leave, err := g.Listen(v, "")
	if err != nil {
		h.tell(map[string]any{"id": m.ID, "lost": true, "error": err.Error()})
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &listening{stop: stop}
	h.lock.Lock()
	h.streams[m.ID] = s
	h.lock.Unlock()
	stream := &house.Stream{Table: g.ID, Frames: frames, Changes: &h.Changes, Always: true,
		Host: func() (any, error) { return h.state(g, v.Lang), nil },
		Say: func(told *house.Message) error {
			s.unlessLeft(func() { h.tell(map[string]any{"id": m.ID, "message": told}) })
			return nil
		}}
	go func() {
		defer leave()
		if stream.Run(ctx) == house.ErrClosed {
			s.unlessLeft(func() { h.tell(map[string]any{"id": m.ID, "lost": true}) })
		}
	}()
}
