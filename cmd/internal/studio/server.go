package studio

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/ruledeck/ruledeck/cmd/internal/htmlreport"
	"github.com/ruledeck/ruledeck/cmd/internal/lsp"
	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/adopt"
	"github.com/ruledeck/ruledeck/interp/house"
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
	// House has the games; its own lock guards it.
	*house.House
	// measuring plays games for the balance page; it has its own lock too.
	measuring measuring
	// untested asks for the tests to be run, pages has one for each page that listens.
	untested, pages chan struct{}
	// laid is where the language server lays files of games inside the program.
	laid string

	// lock guards the following fields, and the game of config. It is held only briefly,
	// and its holder takes no other lock but the house's.
	lock     sync.Mutex
	findings []diag.Finding
	// shown are the findings of silent games, ending cancels the games.
	shown  []diag.Finding
	ending context.CancelFunc
	// reloaded is what came of the last change of the files, reloads counts them.
	reloaded *Reloaded
	reloads  int
	// opened is what was opened last, as it was when it was read.
	opened read
	// saved counts the changes of all files that were seen.
	saved int
	// bench is the pack that is mended until it can be played, nil for none.
	bench *interp.Reading
	// editors are the editors open in pages, by name.
	editors map[string]*editor
	// tests are the pack's scenarios as they ran last, reached is what they reach of it.
	tests   []Tested
	reached *coverage.Report
	// brought takes the last sheet back.
	brought []adopt.Change
}

func newServer(ctx context.Context, c Config, host string) (*server, error) {
	_, port, err := net.SplitHostPort(host)
	if err != nil {
		return nil, err
	}
	g := &guard{host: host, token: rand.Text(), cookie: "ruledeck_studio_" + port}
	if c.EditorURL == "" {
		c.EditorURL = DefaultEditorURL
	}
	s := &server{ctx: ctx, guard: g, House: house.New(ctx), config: c, mux: http.NewServeMux(),
		untested: make(chan struct{}, 1), pages: make(chan struct{}, most), laid: lsp.Carried(),
		editors: map[string]*editor{}}
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
	s.handle()
	var first *house.Game
	switch {
	case c.Game == "":
		return s, nil
	case c.File == "":
		first, err = s.begin("1", &branch{game: c.First})
	default:
		first, err = s.openFile(c.File, 0)
	}
	var broken *interp.BrokenError
	if c.File == "" && errors.As(err, &broken) {
		return s, s.mend(c.First.Packs...)
	}
	if err == nil {
		s.checked(check(first.Shown().Table.Reading()))
	}
	return s, err
}

func (s *server) address() string { return "http://" + s.host + "/?token=" + s.token }

// picture answers with a picture of the pack.
func (s *server) picture(w http.ResponseWriter, r *http.Request) {
	var data []byte
	if v, err := s.asked(r, false); err == nil {
		data = v.Game.Shown().Table.Compiled.Tree.Pictures["art/"+r.PathValue("path")].Data
	}
	web.Picture(w, r, data)
}

// handle lets the studio answer its calls beside those of tables. Lists in the answers are never
// null.
func (s *server) handle() {
	h := s.House
	house.Handle(h, "words", s.words)
	house.Handle(h, "new", s.postNew)
	house.Handle(h, "fork", s.postFork)
	house.Handle(h, "close", s.postClose)
	house.Handle(h, "name", house.Renames)
	house.Handle(h, "kept", s.keptGames)
	house.Handle(h, "resume", s.resume)
	house.Handle(h, "setup", s.setup)
	house.Handle(h, "begin", s.postBegin)
	house.Handle(h, "enter", s.postEnter)
	house.Handle(h, "mine", s.mine)
	house.Handle(h, "forms", s.forms)
	house.Handle(h, "structure", s.structure)
	house.Handle(h, "why", s.why)
	house.Handle(h, "asked", s.getAsked)
	house.Handle(h, "compare", s.compare)
	house.Handle(h, "cards", s.cards)
	house.Handle(h, "card", s.card)
	house.Handle(h, "cookbook", s.cookbook)
	house.Handle(h, "sheets", s.sheets)
	house.Handle(h, "amended", s.amended)
	house.Handle(h, "amend", s.postAmend)
	house.Handle(h, "bring", s.bring)
	house.Handle(h, "files", s.files)
	house.Handle(h, "file", s.file)
	house.Handle(h, "save", s.save)
	house.Handle(h, "revisions", s.revisions)
	house.Handle(h, "revision", s.revision)
	house.Handle(h, "editor", s.postEditor)
	house.Handle(h, "tests", s.getTests)
	house.Handle(h, "open", s.open)
	house.Handle(h, "keepable", s.keepable)
	house.Handle(h, "keep", s.keep)
	house.Handle(h, "balance", s.measured)
	house.Handle(h, "measure", s.measure)
	house.Handle(h, "halt", s.halt)
}

// offers are the actions of a person who looks from any seat, even as the referee: it is
// the user's own machine.
func (s *server) offers(engine.Seat) []string {
	return slices.Concat(
		[]string{"look", "referee", "answer", "undo", "past", "graph", "knows", "would", "whynot", "faces"},
		s.Paths())
}

// ServeHTTP answers one request.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.admit(w, r) {
		s.mux.ServeHTTP(w, r)
	}
}

// mostBody bounds what a request may bring.
const mostBody = 2 * source.MaxSheet

// atFirst is what can be asked where no game is open.
var atFirst = []string{"words", "begin", "enter", "files", "file", "revisions", "revision", "save", "editor", "forms"}

// asked is who makes a request, in which game. Without a seat it is the referee. At first there
// is no game where none is open.
func (s *server) asked(r *http.Request, first bool) (house.Viewer, error) {
	v := house.Viewer{Viewer: table.Viewer{Seat: view.Referee, Lang: cmp.Or(r.URL.Query().Get("lang"), "en")}}
	id, err := strconv.Atoi(r.PathValue("table"))
	if err == nil {
		v.Game, err = s.Find(id)
	}
	if err != nil && (id > 0 || !first) {
		return v, table.Refuse(http.StatusNotFound, "game %s is not open", r.PathValue("table"))
	}
	if text := r.URL.Query().Get("seat"); text != "" {
		seat, err := strconv.ParseUint(text, 10, 8)
		if err != nil {
			return v, table.Refuse(http.StatusBadRequest, "there is no seat %s", text)
		}
		v.Seat = engine.Seat(seat)
	}
	return v, nil
}

// call answers a call: by the table, or by the studio where the table knows none such.
func (s *server) call(w http.ResponseWriter, r *http.Request) {
	path := r.PathValue("path")
	v, err := s.asked(r, slices.Contains(atFirst, path))
	body := json.RawMessage("{}")
	if err == nil {
		err = json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBody)).Decode(&body)
		if err != nil {
			err = table.Refuse(http.StatusBadRequest, "the request is not JSON: %w", err)
		}
	}
	if err != nil {
		web.Refuse(w, err)
		return
	}
	status, answer := s.Call(v, path, body)
	if v.Game != nil {
		// A client that hears of a change finds it on the disk.
		_ = v.Game.Look(func(*play.Session) error { return nil })
	}
	web.Reply(w, status, answer)
}

// end stops all running work and releases the files of the games. The error names the games
// that could not be saved.
func (s *server) end() error {
	s.measuring.halt()
	return s.CloseOthers(nil)
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
