package house_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// serve answers at /LINK/events with what happens at a table, and at /LINK/call/PATH with what
// table.Handlers answer. Who has a link has its seat, and sees what that may know.
func serve(h *house.House, g *house.Game, links map[string]engine.Seat) http.Handler {
	mux := http.NewServeMux()
	guests := func(pattern string, answer func(w http.ResponseWriter, r *http.Request, v table.Viewer)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if seat, known := links[r.PathValue("link")]; known {
				answer(w, r, table.Viewer{Seat: seat, Lang: "en"})
			} else {
				http.NotFound(w, r)
			}
		})
	}
	guests("GET /{link}/events", func(w http.ResponseWriter, r *http.Request, v table.Viewer) {
		frames, leave, err := g.Listen(v, r.Header.Get("Last-Event-ID"))
		check(err) // a seat may look
		defer leave()
		w.Header().Set("Content-Type", "text/event-stream")
		stream := &house.Stream{Table: g.ID, Frames: frames, Changes: &h.Changes, Say: func(m *house.Message) error {
			data, _ := json.Marshal(m) // frames are texts and numbers
			if _, err := fmt.Fprintf(w, "id: %s\ndata: %s\n\n", m.ID, data); err != nil {
				return err
			}
			return http.NewResponseController(w).Flush()
		}}
		_ = stream.Run(r.Context()) // whoever it was for comes again
	})
	guests("POST /{link}/call/{path}", func(w http.ResponseWriter, r *http.Request, v table.Viewer) {
		body, _ := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16)) // half a body is no JSON
		status, answer := h.Call(house.Viewer{Game: g, Viewer: v}, r.PathValue("path"), body)
		w.WriteHeader(status)
		_, _ = w.Write(answer) // whoever is gone needs none
	})
	return mux
}

// A table for two people, each of whom has a secret link; what happens is kept in a store.
func Example() {
	pack := must(interp.Load("../play/testdata/stall", interp.With{}))
	laid := must(pack.Table(interp.Settings{Seats: 2, Seed: 4}))
	h, store := house.New(context.Background()), &house.Memory{}
	defer func() { check(h.End()) }()
	g := must(h.Open(house.Opening{Seats: []string{play.Human, play.Human},
		Keeping: house.KeepIn(store, "evening.journal", pack.Name)}, play.From(laid)))
	server := httptest.NewServer(serve(h, g, map[string]engine.Seat{"rose-41": 1, "fern-77": 2}))
	defer server.Close()

	for _, link := range []string{"rose-41", "rose-41", "fern-77"} {
		ask := asked(server.URL + "/" + link + "/events")
		answer := strings.NewReader(fmt.Sprintf(`{"number": %d, "reply": [5]}`, ask.Number))
		done := must(http.Post(server.URL+"/"+link+"/call/answer", "application/json", answer))
		fmt.Printf("%s is asked %q: %s\n", link, ask.Prompt, done.Status)
	}
	check(g.Look(func(*play.Session) error { return nil })) // it rests, and what was answered is kept
	kept, _, err := store.Load(context.Background(), "evening.journal")
	check(err)
	fmt.Println(strings.Count(string(kept), "\n"), "lines are kept")
	// Output:
	// rose-41 is asked "act": 200 OK
	// rose-41 is asked "act": 200 OK
	// fern-77 is asked "act": 200 OK
	// 4 lines are kept
}

// question is what of a question a guest reads here.
type question struct {
	Number int
	Prompt string
}

// asked is the first question that a stream tells.
func asked(url string) question {
	stream := must(http.Get(url))
	defer stream.Body.Close()
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
		var told struct{ Scene struct{ Ask *question } }
		data, is := strings.CutPrefix(lines.Text(), "data: ")
		if is && json.Unmarshal([]byte(data), &told) == nil && told.Scene.Ask != nil {
			return *told.Scene.Ask
		}
	}
	panic("nothing is asked")
}

func must[T any](of T, err error) T {
	check(err)
	return of
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
