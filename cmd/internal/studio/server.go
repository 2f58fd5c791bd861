package studio

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/ruledeck/ruledeck/cmd/internal/cardexport"
	"github.com/ruledeck/ruledeck/cmd/internal/htmlreport"
	"github.com/ruledeck/ruledeck/cmd/internal/lsp"
	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// server answers the page.
type server struct {
	// ctx ends with the server.
	ctx context.Context
	*guard
	config Config
	mux    *http.ServeMux
	// memo keeps what reading and checking the files found, for when they change.
	memo source.Memo
	// changes has its own lock: pages listen while something happens.
	changes changes
	// measuring plays games for the balance page; it has its own lock too.
	measuring measuring
	// untested asks for the tests to be run.
	untested chan struct{}
	// laid is where the language server lays files of games inside the program.
	laid string

	// lock guards the following fields, and the game of config. It is held only briefly,
	// and its holder takes no other lock.
	lock       sync.Mutex
	branches   []*branch
	lastBranch int
	findings   []diag.Finding
	// shown are the findings of silent games, ending cancels the games.
	shown  []diag.Finding
	ending context.CancelFunc
	// reloaded is what came of the last change of the files, reloads counts them.
	reloaded *reloaded
	reloads  int
	// saved counts the changes of all files that were seen.
	saved int
	// bench is the pack that is mended until it can be played, nil for none.
	bench *interp.Reading
	// editors are the editors open in pages, by name.
	editors map[string]*editor
	// tests are the pack's scenarios as they ran last, reached is what they reach of it.
	tests   []tested
	reached *coverage.Report
}

func newServer(ctx context.Context, c Config, host string) (*server, error) {
	g, err := newGuard(host)
	if err != nil {
		return nil, err
	}
	if c.EditorURL == "" {
		c.EditorURL = DefaultEditorURL
	}
	s := &server{ctx: ctx, guard: g, config: c, mux: http.NewServeMux(), untested: make(chan struct{}, 1),
		laid: lsp.Carried(), editors: map[string]*editor{}}
	s.routes()
	var first *branch
	switch {
	case c.Game == "":
		return s, nil
	case c.File == "":
		first, err = s.begin(&branch{name: "1", game: c.First})
	default:
		first, err = s.openFile(c.File, 0)
	}
	var broken *interp.BrokenError
	if c.File == "" && errors.As(err, &broken) {
		return s, s.mend(c.First.Packs...)
	}
	if err == nil {
		s.checked(check(first.shown.Load().table.Reading()))
	}
	return s, err
}

func (s *server) address() string { return "http://" + s.host + "/?token=" + s.token }

func (s *server) routes() {
	s.mux.Handle("GET /", http.FileServerFS(web.Files))
	s.mux.HandleFunc("GET /t/{table}/events", s.stream)
	s.mux.HandleFunc("POST /t/{table}/call/{path}", s.call)
	s.mux.HandleFunc("GET /editor", s.edit)
	s.mux.HandleFunc("GET /t/{table}/art/{path...}", s.picture)
	s.mux.HandleFunc("GET /t/{table}/print", s.print)
	s.mux.HandleFunc("GET /balance", s.balancePage)
	s.mux.HandleFunc("GET /balance.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(htmlreport.Style)
	})
}

// picture answers with a picture of the pack. Compiling has checked its type.
func (s *server) picture(w http.ResponseWriter, r *http.Request) {
	q, err := s.asked(r, false)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	p, there := q.branch.shown.Load().table.Compiled.Tree.Pictures["art/"+r.PathValue("path")]
	if !there {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", http.DetectContentType(p.Data))
	_, _ = w.Write(p.Data)
}

// asks are what the studio answers beside what a table does, by path; acts are those that
// change something. Lists in the answers are never null.
func (s *server) asks() map[string]func(q *query) (any, error) {
	return map[string]func(q *query) (any, error){
		"why":       s.why,
		"cards":     s.cards,
		"cookbook":  s.cookbook,
		"card":      s.card,
		"tests":     s.getTests,
		"kept":      s.keptGames,
		"keepable":  s.getKeep,
		"compare":   s.compare,
		"balance":   s.getMeasured,
		"words":     s.words,
		"sheets":    s.sheets,
		"files":     s.getFiles,
		"file":      s.getFile,
		"revisions": s.getRevisions,
		"asked":     s.getAsked,
		"forms":     s.getForms,
		"setup":     s.getSetup,
		"structure": s.getStructure,
		"editor":    s.postEditor,
		"amended":   s.getAmended,
	}
}

func (s *server) acts() map[string]func(q *query) (any, error) {
	return map[string]func(q *query) (any, error){
		"keep":    s.postKeep,
		"fork":    s.postFork,
		"new":     s.postNew,
		"close":   s.postClose,
		"name":    s.postName,
		"open":    s.postOpen,
		"resume":  s.postResume,
		"mine":    s.postMine,
		"trust":   s.postTrust,
		"measure": s.postMeasure,
		"halt":    s.postHalt,
		"save":    s.postSave,
		"amend":   s.postAmend,
		"begin":   s.postBegin,
		"enter":   s.postEnter,
	}
}

// offers are the actions of a person who looks from any seat, even as the referee: it is
// the user's own machine.
func (s *server) offers(engine.Seat) []string {
	return slices.Concat(
		[]string{"look", "referee", "answer", "undo", "past", "graph", "knows", "would", "whynot", "faces"},
		slices.Sorted(maps.Keys(s.asks())), slices.Sorted(maps.Keys(s.acts())))
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

// query is a request with the branch and the viewer that it names.
type query struct {
	*http.Request
	branch *branch
	viewer table.Viewer
	body   struct {
		Seat, Number, Decision, Event int
		Name                          string
		Game                          NewGame
		Expect                        []string
		Salvage, Changed              bool
		Print                         cardexport.Options
		Prefix                        string
		Text, Digest, Field, Was      string
		Remove, Cards                 bool
		Begin                         Begin
		Messages                      []json.RawMessage
	}
}

// mostBody bounds what a request may bring.
const mostBody = 1 << 20

// atFirst is what can be asked where no game is open.
var atFirst = []string{"words", "begin", "enter", "files", "file", "revisions", "save", "editor", "forms"}

// asked is the query of a request. Without a seat it is the referee's. At first it has no game
// where none is open.
func (s *server) asked(r *http.Request, first bool) (*query, error) {
	q := &query{Request: r}
	id, err := strconv.Atoi(r.PathValue("table"))
	q.branch = s.find(id)
	if err != nil || q.branch == nil && (id > 0 || !first) {
		return nil, table.Refuse(http.StatusNotFound, "game %s is not open", r.PathValue("table"))
	}
	seat, err := q.number("seat", int(view.Referee))
	if err == nil && (seat < 0 || seat > int(view.Referee)) {
		err = table.Refuse(http.StatusBadRequest, "there is no seat %d", seat)
	}
	q.viewer = table.Viewer{Seat: engine.Seat(seat), Lang: r.URL.Query().Get("lang")}
	if q.viewer.Lang == "" {
		q.viewer.Lang = "en"
	}
	return q, err
}

// call answers a call: by the table, or by the studio where the table knows none such.
func (s *server) call(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	status, answer := s.answer(w, r)
	w.WriteHeader(status)
	// A page that is gone needs no answer.
	_, _ = w.Write(answer)
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) (int, []byte) {
	path := r.PathValue("path")
	q, err := s.asked(r, slices.Contains(atFirst, path))
	if err != nil {
		return table.Reply(nil, err)
	}
	body := json.RawMessage("{}")
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBody)).Decode(&body); err != nil {
		return table.Reply(nil, table.Refuse(http.StatusBadRequest, "the request is not JSON: %w", err))
	}
	params := map[string]string{}
	if table.Knows(path) {
		for name := range r.URL.Query() {
			params[name] = r.URL.Query().Get(name)
		}
		status, answer := q.branch.Call(q.viewer, path, params, body)
		// A client that hears of a change finds it on the disk.
		_ = q.branch.Look(func(*play.Session) error { return nil })
		return status, answer
	}
	if q.branch != nil {
		if err := q.branch.May(q.viewer, path); err != nil {
			return table.Reply(nil, err)
		}
	}
	f := s.asks()[path]
	if f == nil {
		f = s.acts()[path]
		defer s.changes.happened()
	}
	if err := json.Unmarshal(body, &q.body); err != nil {
		return table.Reply(nil, table.Refuse(http.StatusBadRequest, "the request is not as it should be: %w", err))
	}
	defer s.changes.happened()
	return table.Reply(f(q))
}

// end stops all running work and releases the files of the games. The error names the games
// that could not be saved.
func (s *server) end() error {
	s.measuring.halt()
	var unsaved []error
	for _, b := range s.all() {
		unsaved = append(unsaved, b.leave(s))
	}
	return errors.Join(unsaved...)
}

// all are the games that are open.
func (s *server) all() []*branch {
	s.lock.Lock()
	defer s.lock.Unlock()
	return slices.Clone(s.branches)
}

// find is the game with a number, 0 for the last that was opened; nil if there is none.
func (s *server) find(id int) *branch {
	all := s.all()
	for _, b := range all {
		if b.id == id {
			return b
		}
	}
	if id == 0 && len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// game is the game that is opened.
func (s *server) game() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.config.Game
}

// checked notes the mistakes of the pack.
func (s *server) checked(findings []diag.Finding) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.findings = findings
}

// number reads a whole number of the address; without one it is the other.
func (q *query) number(name string, otherwise int) (int, error) {
	text := q.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, table.Refuse(http.StatusBadRequest, "%s must be a number, not %q", name, text)
	}
	return n, nil
}
