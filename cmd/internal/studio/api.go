package studio

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// state is what every page shows around the game.
func (s *server) state(q *query) (any, error) {
	type game struct {
		ID       int      `json:"id"`
		Name     string   `json:"name"`
		From     int      `json:"from,omitempty"`
		Decision int      `json:"decision,omitempty"`
		Seats    []string `json:"seats"`
		Seed     uint64   `json:"seed"`
		Answers  int      `json:"answers"`
		Over     bool     `json:"over"`
		Failure  []linked `json:"failure,omitempty"`
		// Open is set where one person answers for everybody; Notice is what is to be
		// said of the game, Unsaved why it is not kept, Again how many answers wait for
		// files that they fit.
		Open    bool   `json:"open,omitempty"`
		Notice  string `json:"notice,omitempty"`
		Unsaved string `json:"unsaved,omitempty"`
		Saved   string `json:"saved,omitempty"`
		Again   int    `json:"again,omitempty"`
		People  []int  `json:"people"`
		Asked   []int  `json:"asked"`
	}
	type value struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	// option is one of the game's, in words; of a number Min and Max are the range, and
	// Seat is set where it takes the number of one. Default has one value, or one for each
	// seat.
	type option struct {
		ID      string  `json:"id"`
		Name    string  `json:"name"`
		Values  []value `json:"values"`
		Default []value `json:"default"`
		Number  bool    `json:"number,omitempty"`
		Min     int     `json:"min"`
		Max     int     `json:"max"`
		Seat    bool    `json:"seat,omitempty"`
		PerSeat bool    `json:"per_seat,omitempty"`
	}
	var out struct {
		Version   int      `json:"version"`
		Games     []game   `json:"games"`
		Languages []string `json:"languages"`
		// Untold are those in which the pack itself has no texts.
		Untold   []string  `json:"untold"`
		Least    int       `json:"least"`
		Most     int       `json:"most"`
		Bots     []string  `json:"bots"`
		Options  []option  `json:"options"`
		Files    bool      `json:"files"`
		Mine     bool      `json:"mine"`
		Failing  int       `json:"failing"`
		Tests    int       `json:"tests"`
		Findings []finding `json:"findings"`
		Reloaded *reloaded `json:"reloaded,omitempty"`
	}
	table := q.branch.session.Table()
	pack, speaker := table.Pack, table.Speaker("en")
	// A page does not know the languages before it has asked.
	if lang := q.URL.Query().Get("lang"); table.Speaks(lang) {
		speaker = table.Speaker(lang)
	}
	out.Version, out.Languages, out.Bots, out.Reloaded = s.version, pack.Languages(), play.Bots, s.reloaded
	out.Untold = slices.DeleteFunc(pack.Languages(),
		func(lang string) bool { return len(pack.Compiled.Texts[lang]) > 0 })
	out.Least, out.Most = pack.Seats()
	out.Files = len(pack.Loaded.Places()) > 0
	out.Mine = !out.Files && s.config.Overlay != nil
	for i := range s.tests {
		if out.Tests++; !s.tests[i].Passed {
			out.Failing++
		}
	}
	out.Options, out.Findings = []option{}, []finding{}
	for i := range s.findings {
		out.Findings = append(out.Findings, s.finding(&s.findings[i]))
	}
	for i := range pack.Compiled.Pack.GameOptions {
		o := &pack.Compiled.Pack.GameOptions[i]
		shown := option{o.Name, speaker.Option(i), []value{}, []value{}, o.Number, o.Min, o.Max, o.Seat, o.PerSeat}
		for _, v := range strings.Split(o.Default, ",") {
			shown.Default = append(shown.Default, value{v, speaker.OptionValue(i, v)})
		}
		for _, v := range o.Values {
			shown.Values = append(shown.Values, value{v, speaker.OptionValue(i, v)})
		}
		out.Options = append(out.Options, shown)
	}
	for _, b := range s.branches {
		g := game{
			ID: b.id, Name: b.name, From: b.from, Decision: b.decision, Seats: b.session.Kinds(),
			Seed:    b.session.Seed(),
			Answers: b.session.Position().Decisions(), Over: b.session.Position().Over(),
			Failure: s.linked(b.failure), People: []int{}, Asked: []int{},
		}
		g.Open, g.Notice, g.Unsaved, g.Again = b.scenario != nil, b.notice, b.unsaved, len(b.before)
		if b.journal != nil {
			g.Saved = b.journal.Path()
		}
		for _, seat := range b.session.People() {
			g.People = append(g.People, int(seat))
			if d := b.session.Position().Open(); d != nil && d.Waits(seat) {
				g.Asked = append(g.Asked, int(seat))
			}
		}
		out.Games = append(out.Games, g)
	}
	return out, nil
}

// words are the program's own in the language that is asked for.
func (s *server) words(q *query) (any, error) {
	return locale.OwnWords(q.URL.Query().Get("lang"), locale.InGames, locale.OnPage), nil
}

// linked is a line of a failure, with the address that opens the place that it begins
// with.
type linked struct {
	Text string `json:"text"`
	Open string `json:"open,omitempty"`
}

var placed = regexp.MustCompile(`(\S+\.(?:lua|yaml)):(\d+)`)

// linked are the lines of a failure: what went wrong, and the calls that led to it.
func (s *server) linked(text string) []linked {
	var out []linked
	for l := range strings.Lines(text) {
		line := linked{Text: strings.TrimRight(l, "\n")}
		if at := placed.FindStringSubmatch(l); at != nil {
			n, _ := strconv.Atoi(at[2])
			line.Open = s.link(at[1], n, 1)
		}
		out = append(out, line)
	}
	return out
}

// finding is one of check with the address that opens its place.
type finding struct {
	Severity string `json:"severity"`
	Text     string `json:"text"`
	Place    string `json:"place"`
	Open     string `json:"open,omitempty"`
}

func (s *server) finding(d *diag.Finding) finding {
	return finding{d.Severity.String(), d.Text(), d.Pos.String(), s.link(d.Pos.File, d.Pos.Line, d.Pos.Column)}
}

// spot is a place in the files of the pack, with the address that opens it.
type spot struct {
	Place string `json:"place,omitempty"`
	Open  string `json:"open,omitempty"`
}

func (s *server) spot(at diag.Pos) spot {
	if at.Line == 0 {
		return spot{}
	}
	return spot{fmt.Sprintf("%s:%d", at.File, at.Line), s.link(at.File, at.Line, at.Column)}
}

// link is the address that opens a file of the pack in the editor; "" for what
// is inside the program.
func (s *server) link(file string, line, column int) string {
	path, err := filepath.Abs(file)
	if file == "" || err != nil {
		return ""
	}
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	// A path that begins with a stroke brings the one before it.
	path = filepath.ToSlash(path)
	return strings.NewReplacer("/{file}", "/"+strings.TrimPrefix(path, "/"), "{file}", path, "{line}",
		fmt.Sprint(max(line, 1)), "{column}", fmt.Sprint(max(column, 1))).Replace(s.config.EditorURL)
}

// getScene is the table for a viewer, now or behind an event.
func (s *server) getScene(q *query, at reading) (any, error) {
	event, err := q.number("at", -1)
	if err != nil {
		return nil, err
	}
	var out struct {
		Version int          `json:"version"`
		Branch  int          `json:"branch"`
		At      int          `json:"at"`
		Last    int          `json:"last"`
		Live    bool         `json:"live"`
		Undo    int          `json:"undo,omitempty"`
		NoUndo  string       `json:"no_undo,omitempty"`
		Scene   *scene.Scene `json:"scene"`
	}
	if out.Scene, out.At, err = q.branch.scene(at, event); err != nil {
		return nil, err
	}
	out.Version, out.Branch, out.Last = s.version, q.branch.id, len(q.branch.tell(at).events)-1
	out.Live = out.At >= out.Last
	if seat := q.branch.person(at.viewer); seat != 0 {
		undo, err := q.branch.session.MayUndo(seat)
		if out.Undo = undo.Decision; err != nil {
			out.NoUndo = err.Error()
		}
	}
	return out, nil
}

// person is the person who undoes for a viewer: the viewer, or for those who
// only look on the first person who is asked, or the first at all.
func (b *branch) person(viewer engine.Seat) engine.Seat {
	people := b.session.People()
	if slices.Contains(people, viewer) {
		return viewer
	}
	for _, seat := range people {
		if d := b.session.Position().Open(); d != nil && d.Asks(seat) {
			return seat
		}
	}
	if len(people) > 0 {
		return people[0]
	}
	return 0
}

// mark is a place on the rail of time.
type mark struct {
	Event    int    `json:"event"`
	Kind     string `json:"kind"`
	Text     string `json:"text,omitempty"`
	Depth    int    `json:"depth,omitempty"`
	Seat     int    `json:"seat,omitempty"`
	Decision int    `json:"decision,omitempty"`
	Forced   bool   `json:"forced,omitempty"`
}

// getLog is the transcript with the marks of the rail.
func (s *server) getLog(q *query, at reading) (any, error) {
	told := q.branch.tell(at)
	var out struct {
		Version int               `json:"version"`
		Lines   []transcript.Line `json:"lines"`
		Marks   []mark            `json:"marks"`
		Last    int               `json:"last"`
		// Difference is where the game differs since the files changed.
		Difference *difference `json:"difference,omitempty"`
	}
	out.Difference = q.branch.difference(at)
	out.Version, out.Last, out.Lines, out.Marks = s.version, len(told.events)-1, []transcript.Line{}, []mark{}
	for _, l := range told.lines {
		out.Lines = append(out.Lines, l)
		if l.Heading > 0 {
			out.Marks = append(out.Marks, mark{Event: l.Event, Kind: "phase", Text: l.Text, Depth: l.Heading})
		}
	}
	for i := range told.events {
		switch e := &told.events[i]; e.Kind {
		case view.AnswerEvent:
			out.Marks = append(out.Marks,
				mark{Event: e.Number, Kind: "answer", Seat: int(e.Seat), Decision: e.Decision, Forced: e.Forced})
		case view.RollEvent:
			out.Marks = append(out.Marks, mark{Event: e.Number, Kind: "roll"})
		}
	}
	return out, nil
}

// postAnswer answers for a person. A page that is behind is told which question
// is open.
func (s *server) postAnswer(q *query) (any, error) {
	seat := engine.Seat(q.body.Seat)
	if !slices.Contains(q.branch.session.People(), seat) {
		return nil, refuse(http.StatusBadRequest, "nobody at the page plays seat %d", q.body.Seat)
	}
	d := q.branch.session.Position().Open()
	if d == nil || d.Number != q.body.Number || !d.Asks(seat) {
		return nil, s.stale(q, d, seat)
	}
	if err := q.branch.session.Seat(seat).Reply(d.Number, q.body.Reply); err != nil {
		return nil, err
	}
	q.branch.notice, q.branch.before = "", nil
	q.branch.advance(s.ctx)
	q.branch.save(s)
	return struct{}{}, nil
}

// stale refuses an answer to a question that is not open, with the one that is.
func (s *server) stale(q *query, d *engine.Decision, seat engine.Seat) error {
	late := &httpError{status: http.StatusConflict, behind: true}
	if d == nil {
		late.err = fmt.Errorf("decision %d is not open any more", q.body.Number)
		return late
	}
	at, err := q.reading()
	if err != nil {
		return err
	}
	at.viewer = seat
	now, _, err := q.branch.scene(at, -1)
	if err != nil {
		return err
	}
	late.err, late.open = fmt.Errorf("decision %d is open, not %d: the page was behind", d.Number, q.body.Number),
		now.Ask
	return late
}

func (s *server) postUndo(q *query) (any, error) {
	if q.body.Decision > 0 {
		if err := q.branch.session.Back(s.ctx, q.body.Decision); err != nil {
			return nil, err
		}
	} else if seat := q.branch.person(engine.Seat(q.body.Seat)); seat == 0 {
		return nil, errors.New("no person plays; fork the game at an earlier decision instead")
	} else if err := q.branch.session.Seat(seat).Undo(s.ctx); err != nil {
		return nil, err
	}
	q.branch.advance(s.ctx)
	q.branch.save(s)
	return struct{}{}, nil
}

func (s *server) postFork(q *query) (any, error) {
	return opened(s.fork(q.branch, q.body.Decision, q.body.Name))
}

func (s *server) postNew(q *query) (any, error) {
	b, err := s.begin(&branch{game: q.body.Game})
	if err == nil {
		s.check()
	}
	return opened(b, err)
}

// postMine starts an overlay of the game that is inside the program, in a folder,
// and goes on with the games over it.
func (s *server) postMine(q *query) (any, error) {
	if s.config.Overlay == nil {
		return nil, errors.New("no overlay can be started here")
	}
	if !fileName.MatchString(q.body.Name) {
		return nil, fmt.Errorf("a folder is named with small letters, digits, - and _, not %q", q.body.Name)
	}
	folder, err := s.config.Overlay(q.body.Name, s.config.Game)
	if err != nil {
		return nil, err
	}
	s.config.Game = folder
	s.replay()
	s.retest()
	path, err := filepath.Abs(folder)
	if err != nil {
		path = folder
	}
	return map[string]string{"path": path, "open": s.link(filepath.Join(folder, "pack.yaml"), 1, 1)}, nil
}

func (s *server) postClose(q *query) (any, error) { return struct{}{}, s.close(q.branch) }

func (s *server) postName(q *query) (any, error) {
	if q.body.Name == "" {
		return nil, errors.New("a game needs a name")
	}
	q.branch.name = q.body.Name
	return struct{}{}, nil
}
