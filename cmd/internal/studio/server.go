package studio

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/cmd/internal/balance"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scene"
)

//go:embed web
var web embed.FS

// server answers the page.
type server struct {
	// ctx ends with the server.
	ctx context.Context
	*guard
	config Config
	mux    *http.ServeMux
	// changes has its own lock: pages listen while something happens.
	changes changes
	// measuring plays games for the balance page; it has its own lock too.
	measuring measuring

	// lock guards what follows.
	lock       sync.Mutex
	branches   []*branch
	lastBranch int
	// version counts the changes, for pages that keep what they have.
	version  int
	findings []diag.Finding
	// reloaded is what came of the last change of the files.
	reloaded *reloaded
	// tests are the pack's scenarios as they ran last, uncovered the abilities that
	// none of them lets act; untested asks for them to be run.
	tests     []tested
	uncovered map[string]bool
	untested  chan struct{}
}

func newServer(ctx context.Context, c Config, host string) (*server, error) {
	g, err := newGuard(host)
	if err != nil {
		return nil, err
	}
	if c.EditorURL == "" {
		c.EditorURL = DefaultEditorURL
	}
	s := &server{ctx: ctx, guard: g, config: c, mux: http.NewServeMux(), untested: make(chan struct{}, 1)}
	if c.File == "" {
		_, err = s.begin(&branch{name: "1", game: c.First})
	} else {
		_, err = s.openFile(c.File, 0)
	}
	if err != nil {
		return nil, err
	}
	s.check()
	return s, s.routes()
}

func (s *server) address() string { return "http://" + s.host + "/?token=" + s.token }

func (s *server) routes() error {
	files, err := fs.Sub(web, "web")
	if err != nil {
		return err
	}
	s.mux.Handle("GET /", http.FileServerFS(files))
	s.mux.HandleFunc("GET /events", s.changes.stream)
	s.mux.HandleFunc("GET /balance", s.balancePage)
	s.mux.HandleFunc("GET /balance.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(balance.Style)
	})
	for path, f := range s.api() {
		s.mux.HandleFunc(path, s.answer(f, strings.HasPrefix(path, http.MethodPost)))
	}
	return nil
}

// api are the questions of a page, by GET, and what it changes, by POST. Lists in their
// answers are never null.
func (s *server) api() map[string]func(q *query) (any, error) {
	return map[string]func(q *query) (any, error){
		"GET /api/state":    s.state,
		"GET /api/scene":    from(s.getScene),
		"GET /api/log":      from(s.getLog),
		"GET /api/why":      from(s.why),
		"GET /api/cards":    from(s.cards),
		"GET /api/card":     s.card,
		"GET /api/graph":    from(s.graph),
		"GET /api/tests":    s.getTests,
		"GET /api/kept":     s.keptGames,
		"GET /api/keep":     from(s.getKeep),
		"GET /api/compare":  from(s.compare),
		"GET /api/balance":  s.getMeasured,
		"GET /api/words":    s.words,
		"POST /api/answer":  s.postAnswer,
		"POST /api/undo":    s.postUndo,
		"POST /api/fork":    s.postFork,
		"POST /api/new":     s.postNew,
		"POST /api/close":   s.postClose,
		"POST /api/name":    s.postName,
		"POST /api/keep":    s.postKeep,
		"POST /api/open":    s.postOpen,
		"POST /api/resume":  s.postResume,
		"POST /api/mine":    s.postMine,
		"POST /api/measure": s.postMeasure,
		"POST /api/halt":    s.postHalt,
	}
}

// from is a question whose answer depends on who looks.
func from(f func(q *query, at reading) (any, error)) func(q *query) (any, error) {
	return func(q *query) (any, error) {
		at, err := q.reading()
		if err != nil {
			return nil, err
		}
		return f(q, at)
	}
}

// opened answers with the number of a game that was opened.
func opened(b *branch, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]int{"branch": b.id}, nil
}

// ServeHTTP answers one request.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.admit(w, r) {
		s.mux.ServeHTTP(w, r)
	}
}

// httpError is an error with the status that tells it. Behind is set for a page that
// answers what is not open; open is what is, if its seat is asked anything.
type httpError struct {
	status int
	err    error
	behind bool
	open   *scene.Ask
}

func (e *httpError) Error() string { return e.err.Error() }

func refuse(status int, format string, args ...any) error {
	return &httpError{status: status, err: fmt.Errorf(format, args...)}
}

// query is a request with the branch and the viewer that it names.
type query struct {
	*http.Request
	branch *branch
	body   struct {
		Seat, Number, Decision, Event int
		Reply                         []int
		Name                          string
		Game                          NewGame
		Expect                        []string
		Salvage                       bool
	}
}

// mostBody bounds what a request may bring.
const mostBody = 1 << 20

// answer makes a handler of a function that runs under the lock and returns what
// is sent as JSON. One that changes something tells all pages.
func (s *server) answer(f func(q *query) (any, error), changes bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := &query{Request: r}
		if changes {
			if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBody)).Decode(&q.body); err != nil {
				http.Error(w, "the request is not JSON: "+err.Error(), http.StatusBadRequest)
				return
			}
		}
		data, err := s.locked(q, f, changes)
		if err != nil {
			status, refused := http.StatusUnprocessableEntity, map[string]any{"error": err.Error()}
			var known *httpError
			if errors.As(err, &known) {
				if status = known.status; known.behind {
					refused["open"] = known.open
				}
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			data, _ = json.Marshal(refused)
		}
		w.Header().Set("Content-Type", "application/json")
		// A page that is gone needs no answer.
		_, _ = w.Write(data)
	}
}

func (s *server) locked(q *query, f func(q *query) (any, error), changes bool) ([]byte, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	q.branch = s.branches[len(s.branches)-1]
	if text := q.URL.Query().Get("branch"); text != "" {
		id, err := strconv.Atoi(text)
		if q.branch = s.find(id); err != nil || q.branch == nil {
			return nil, refuse(http.StatusNotFound, "game %s is not open", text)
		}
	}
	out, err := f(q)
	if err != nil {
		return nil, err
	}
	if changes {
		s.changed()
	}
	return json.Marshal(out)
}

// end stops what is under way and gives the files of the games back. The error names
// the games that could not be saved to the last.
func (s *server) end() error {
	s.measuring.halt()
	s.lock.Lock()
	defer s.lock.Unlock()
	var unsaved []error
	for _, b := range s.branches {
		if b.unsaved != "" {
			b.save(s)
		}
		if b.unsaved != "" {
			unsaved = append(unsaved, fmt.Errorf("the game %s is not saved: %s", b.name, b.unsaved))
		}
		b.close()
	}
	return errors.Join(unsaved...)
}

func (s *server) changed() {
	s.version++
	s.changes.happened()
}

func (s *server) find(id int) *branch {
	for _, b := range s.branches {
		if b.id == id {
			return b
		}
	}
	return nil
}

// number reads a whole number of the address; without one it is the other.
func (q *query) number(name string, otherwise int) (int, error) {
	text := q.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, refuse(http.StatusBadRequest, "%s must be a number, not %q", name, text)
	}
	return n, nil
}

// reading is who looks, in which language: seat 0 is a spectator, 255 the
// referee.
func (q *query) reading() (reading, error) {
	seat, err := q.number("seat", int(view.Referee))
	if err != nil {
		return reading{}, err
	}
	if seat != int(view.Referee) && (seat < 0 || seat > len(q.branch.session.Seats())) {
		return reading{}, refuse(http.StatusBadRequest, "there is no seat %d", seat)
	}
	lang := q.URL.Query().Get("lang")
	if lang == "" {
		lang = "en"
	}
	if !q.branch.session.Table().Speaks(lang) {
		return reading{}, refuse(http.StatusBadRequest, "the game has no language %q", lang)
	}
	return reading{engine.Seat(seat), lang}, nil
}
