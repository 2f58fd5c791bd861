package studio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/ruledeck/ruledeck/interp/table"
)

// old keeps the addresses of before until the page has moved.
func (s *server) old() {
	under := func(f http.HandlerFunc, path string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			id := r.URL.Query().Get("branch")
			if id == "" {
				id = "0"
			}
			r.SetPathValue("table", id)
			r.SetPathValue("path", path)
			if r.Method == http.MethodGet {
				r.Body = io.NopCloser(bytes.NewReader([]byte("{}")))
			}
			f(w, r)
		}
	}
	for path := range s.asks() {
		name := path
		if path == "keepable" {
			name = "keep"
		}
		s.mux.HandleFunc("GET /api/"+name, under(s.call, path))
	}
	s.mux.HandleFunc("GET /api/graph", under(s.call, "graph"))
	for path := range s.acts() {
		s.mux.HandleFunc("POST /api/"+path, under(s.call, path))
	}
	s.mux.HandleFunc("POST /api/answer", under(s.call, "answer"))
	s.mux.HandleFunc("POST /api/undo", under(s.call, "undo"))
	get := func(f func(q *query) (any, error)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			q, err := s.asked(r)
			if err == nil {
				err = q.branch.May(q.viewer, "past")
			}
			var out any
			if err == nil {
				out, err = f(q)
			}
			status, data := table.Reply(out, err)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write(data)
		}
	}
	s.mux.HandleFunc("GET /api/state", under(get(s.oldState), ""))
	s.mux.HandleFunc("GET /api/scene", under(get(s.oldScene), ""))
	s.mux.HandleFunc("GET /api/log", under(get(s.oldLog), ""))
	s.mux.HandleFunc("GET /events", s.oldEvents)
}

func (s *server) oldState(q *query) (any, error) {
	number := s.changes.count()
	state, err := s.state(q)
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	data, _ := json.Marshal(state)
	_ = json.Unmarshal(data, &out)
	out["version"] = number
	return out, nil
}

func (s *server) oldScene(q *query) (any, error) {
	number := s.changes.count()
	f, err := q.branch.Frame(q.viewer)
	if err != nil {
		return nil, err
	}
	out := map[string]any{"version": number, "branch": q.branch.id, "at": f.Last, "last": f.Last, "live": true,
		"scene": f.Scene}
	if f.Undo > 0 {
		out["undo"] = f.Undo
	}
	if f.NoUndo != "" {
		out["no_undo"] = f.NoUndo
	}
	if at, err := q.number("at", -1); err != nil {
		return nil, err
	} else if at >= 0 && at < f.Last {
		var past struct{ Scene json.RawMessage }
		_, data := q.branch.Call(q.viewer, "past", map[string]string{"at": strconv.Itoa(at)}, nil)
		_ = json.Unmarshal(data, &past)
		out["at"], out["live"], out["scene"] = at, false, past.Scene
	}
	return out, nil
}

func (s *server) oldLog(q *query) (any, error) {
	number := s.changes.count()
	f, err := q.branch.Frame(q.viewer)
	if err != nil {
		return nil, err
	}
	out := map[string]any{"version": number, "lines": f.Lines, "marks": f.Marks, "last": f.Last}
	if f.Difference != nil {
		out["difference"] = f.Difference
	}
	return out, nil
}

func (s *server) oldEvents(w http.ResponseWriter, r *http.Request) {
	defer s.changes.listens(-1)
	if !s.changes.listens(1) {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		next := s.changes.last()
		number := s.changes.count()
		if _, err := fmt.Fprintf(w, "id: %d\nevent: changed\ndata: %d\n\n", number, number); err != nil ||
			out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-next:
		case <-tick.C:
		}
	}
}
