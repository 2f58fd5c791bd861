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
	"github.com/ruledeck/ruledeck/interp/table"
)

// state is what every page shows around the game.
func (s *server) state(q *query) (any, error) {
	var out struct {
		table.Setup
		Games     []summary `json:"games"`
		Languages []string  `json:"languages"`
		// Untold are those in which the pack itself has no texts.
		Untold   []string  `json:"untold"`
		Bots     []string  `json:"bots"`
		Files    bool      `json:"files"`
		Mine     bool      `json:"mine"`
		Limited  bool      `json:"limited,omitempty"`
		Failing  int       `json:"failing"`
		Tests    int       `json:"tests"`
		Findings []finding `json:"findings"`
		Reloaded *reloaded `json:"reloaded,omitempty"`
		// Saved counts the changes of all files, of tests too.
		Saved int `json:"saved"`
	}
	at := q.branch.shown.Load().table
	pack := at.Pack
	out.Setup, out.Languages, out.Bots = table.SetupOf(pack, at.Speaker(q.viewer.Lang)), pack.Languages(), play.Bots
	out.Untold = slices.DeleteFunc(pack.Languages(),
		func(lang string) bool { return len(pack.Compiled.Texts[lang]) > 0 })
	out.Files = len(pack.Loaded.Places()) > 0
	out.Mine = !out.Files && s.config.Begin != nil
	out.Limited = s.config.Trust != nil && s.untrusted() != ""
	s.lock.Lock()
	defer s.lock.Unlock()
	out.Reloaded, out.Saved = s.reloaded, s.saved
	for i := range s.tests {
		if out.Tests++; !s.tests[i].Passed {
			out.Failing++
		}
	}
	out.Findings = []finding{}
	for _, f := range append(slices.Clip(s.findings), s.shown...) {
		out.Findings = append(out.Findings, s.finding(&f))
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

// sourcePlace is a place in the files of the pack, with the address that opens it.
type sourcePlace struct {
	Place string `json:"place,omitempty"`
	Open  string `json:"open,omitempty"`
}

func (s *server) spot(at diag.Pos) sourcePlace {
	if at.Line == 0 {
		return sourcePlace{}
	}
	return sourcePlace{fmt.Sprintf("%s:%d", at.File, at.Line), s.link(at.File, at.Line, at.Column)}
}

// link is the address that opens a file of the pack in the editor; "" for files inside the
// program.
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
	if err := s.layable(q.body.Game.Packs); err != nil {
		return nil, err
	}
	b, err := s.begin(&branch{game: q.body.Game})
	if err == nil {
		s.checked(check(b.shown.Load().table.Reading()))
	}
	return opened(b, err)
}

func (s *server) postClose(q *query) (any, error) { return struct{}{}, s.close(q.branch) }

func (s *server) postName(q *query) (any, error) {
	if q.body.Name == "" {
		return nil, errors.New("a game needs a name")
	}
	q.branch.become(func(now *shown) { q.branch.name, now.Name = q.body.Name, q.body.Name })
	return struct{}{}, nil
}
