package studio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/play"
)

// state is what every page shows around the game.
func (s *server) state(q *query) (any, error) {
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
		Games     []summary `json:"games"`
		Languages []string  `json:"languages"`
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
	at := q.branch.shown.Load().table
	pack, speaker := at.Pack, at.Speaker(q.viewer.Lang)
	out.Languages, out.Bots = pack.Languages(), play.Bots
	out.Untold = slices.DeleteFunc(pack.Languages(),
		func(lang string) bool { return len(pack.Compiled.Texts[lang]) > 0 })
	out.Least, out.Most = pack.Seats()
	out.Files = len(pack.Loaded.Places()) > 0
	out.Mine = !out.Files && s.config.Overlay != nil
	s.lock.Lock()
	defer s.lock.Unlock()
	out.Reloaded = s.reloaded
	for i := range s.tests {
		if out.Tests++; !s.tests[i].Passed {
			out.Failing++
		}
	}
	out.Options, out.Findings = []option{}, []finding{}
	for _, f := range append(slices.Clip(s.findings), s.shown...) {
		out.Findings = append(out.Findings, s.finding(&f))
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
		now := b.shown.Load()
		g := now.summary
		g.Failure = s.linked(now.failure)
		out.Games = append(out.Games, g)
	}
	return out, nil
}

// words are the program's own in the language that is asked for.
func (s *server) words(q *query) (any, error) {
	return locale.OwnWords(q.viewer.Lang, locale.InGames, locale.OnPage), nil
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

func (s *server) postFork(q *query) (any, error) {
	return opened(s.fork(q.branch, q.body.Decision, q.body.Name))
}

func (s *server) postNew(q *query) (any, error) {
	if q.body.Game.Seed == (rng.Seed{}) {
		q.body.Game.Seed = command.DrawSeed()
	}
	b, err := s.begin(&branch{game: q.body.Game})
	if err == nil {
		s.checked(check(b))
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
	folder, err := s.config.Overlay(q.body.Name, s.game())
	if err != nil {
		return nil, err
	}
	s.lock.Lock()
	s.config.Game = folder
	s.lock.Unlock()
	s.reload()
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
	q.branch.become(func(now *shown) { q.branch.name, now.Name = q.body.Name, q.body.Name })
	return struct{}{}, nil
}
