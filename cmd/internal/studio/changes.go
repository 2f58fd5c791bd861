package studio

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/interp/house"
)

// most is how many pages may listen at once.
const most = 64

// alive is how often a quiet stream says that it is there, so that a page whose
// connection was cut finds out.
const alive = 20 * time.Second

// stream writes a table's frames as server-sent events until the page or the table is gone.
func (s *server) stream(w http.ResponseWriter, r *http.Request) {
	select {
	case s.pages <- struct{}{}:
		defer func() { <-s.pages }()
	default:
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	v, err := s.asked(r, true)
	switch {
	case err != nil:
		web.Refuse(w, err)
		return
	case v.Game == nil:
		s.starts(w, r, v.Lang)
		return
	}
	s.choose(r, &v)
	frames, leave, err := v.Game.Listen(v.Viewer, r.Header.Get("Last-Event-ID"))
	if err != nil {
		web.Refuse(w, err)
		return
	}
	defer leave()
	out := &house.Stream{Table: v.Game.ID, Frames: frames, Changes: &s.Changes, Always: true, Quiet: alive,
		Host: func() (any, error) { return s.state(v.Game, v.Lang) }, Say: says(w)}
	_ = out.Run(r.Context()) // however it ends, the page comes again
}

// says writes messages as server-sent events.
func says(w http.ResponseWriter) func(m *house.Message) error {
	return func(m *house.Message) error {
		text := ": here\n\n"
		if m != nil {
			data, err := json.Marshal(m)
			if err != nil {
				return err
			}
			text = fmt.Sprintf("data: %s\n\n", data)
			if m.Frame != nil {
				text = "id: " + m.Frame.ID + "\n" + text
			}
		}
		if _, err := w.Write([]byte(text)); err != nil {
			return err
		}
		return http.NewResponseController(w).Flush()
	}
}

// choose picks a viewer for a page that names none: the seat of the person who is asked, or
// the first person's; the referee if one person answers for all seats, or none plays.
func (s *server) choose(r *http.Request, v *house.Viewer) {
	seat := &v.Seat
	if r.URL.Query().Get("seat") == "" && !own(v.Game).open && len(v.Game.Shown().People) > 0 {
		seat = nil
	}
	v.Viewer = v.Game.Viewer(seat, v.Lang)
}
