package studio

import (
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
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Summary is a game as the page lists it.
type Summary struct {
	house.Shown
	Failure []Linked `json:"failure,omitempty"`
	// Open is set if one person answers for all seats.
	Open  bool `json:"open,omitempty"`
	Marks any  `json:"marks,omitempty"`
}

// State is what every page shows around the game.
type State struct {
	table.Setup
	Games     []Summary `json:"games"`
	Languages []string  `json:"languages"`
	// Untold are those in which the pack itself has no texts.
	Untold   []string  `json:"untold"`
	Bots     []string  `json:"bots"`
	Files    bool      `json:"files"`
	Mine     bool      `json:"mine"`
	Failing  int       `json:"failing"`
	Tests    int       `json:"tests"`
	Findings []Finding `json:"findings"`
	Reloaded *Reloaded `json:"reloaded,omitempty"`
	// Saved counts the changes of all files, of tests too.
	Saved int `json:"saved"`
}

func (s *server) state(g *house.Game, lang string) (*State, error) {
	out := &State{}
	at := g.Shown().Table
	pack := at.Pack
	out.Setup = table.SetupOf(pack, at.Speaker(lang))
	out.Languages = pack.Languages()
	out.Bots = play.Bots
	out.Untold = pack.Untold()
	out.Files = len(pack.Loaded.Places()) > 0
	out.Mine = !out.Files && s.config.Begin != nil
	s.lock.Lock()
	defer s.lock.Unlock()
	out.Reloaded = s.reloaded
	out.Saved = s.saved
	for i := range s.tests {
		out.Tests++
		if !s.tests[i].Passed {
			out.Failing++
		}
	}
	out.Findings = []Finding{}
	for _, f := range append(slices.Clip(s.findings), s.shown...) {
		out.Findings = append(out.Findings, s.finding(&f))
	}
	for _, g := range s.Games() {
		now := g.Shown()
		b := own(g)
		out.Games = append(out.Games, Summary{*now, s.linked(now.Failure), b.open, b.marks})
	}
	return out, nil
}

// words are the program's own in the language that is asked for.
func (s *server) words(v house.Viewer, _ table.None) (map[string]locale.Text, error) {
	return locale.OwnWords(v.Lang, locale.InTerminal, locale.InGames, locale.OnPage), nil
}

// Linked is a line of a failure, with the address that opens the place that it begins
// with.
type Linked struct {
	Text string `json:"text"`
	Open string `json:"open,omitempty"`
}

var placed = regexp.MustCompile(`(\S+\.(?:lua|yaml)):(\d+)`)

// linked are the lines of a failure: what went wrong, and the calls that led to it.
func (s *server) linked(text string) []Linked {
	var out []Linked
	for l := range strings.Lines(text) {
		line := Linked{Text: strings.TrimRight(l, "\n")}
		if at := placed.FindStringSubmatch(l); at != nil {
			n, _ := strconv.Atoi(at[2])
			line.Open = s.link(at[1], n, 1)
		}
		out = append(out, line)
	}
	return out
}

// Finding is one of check with the address that opens its place.
type Finding struct {
	Severity string `json:"severity"`
	Text     string `json:"text"`
	Place    string `json:"place"`
	Open     string `json:"open,omitempty"`
}

func (s *server) finding(d *diag.Finding) Finding {
	return Finding{d.Severity.String(), d.Text(), d.Pos.String(), s.link(d.Pos.File, d.Pos.Line, d.Pos.Column)}
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

// ForkCall opens a game that parts from another one at a decision.
type ForkCall struct {
	Decision int    `json:"decision"`
	Name     string `json:"name,omitempty"`
}

func (s *server) postFork(v house.Viewer, in ForkCall) (house.Opened, error) {
	return house.OpenedAs(s.fork(v.Game, in.Decision, in.Name))
}

// NewCall begins a game, or asks what one asks.
type NewCall struct {
	Game NewGame `json:"game"`
}

func (s *server) postNew(_ house.Viewer, in NewCall) (house.Opened, error) {
	if in.Game.Seed == (rng.Seed{}) {
		in.Game.Seed = command.DrawSeed()
	}
	if err := s.layable(in.Game.Packs); err != nil {
		return house.Opened{}, err
	}
	g, err := s.begin("", &branch{game: in.Game})
	if err == nil {
		s.checked(check(g.Shown().Table.Reading()))
	}
	return house.OpenedAs(g, err)
}

func (s *server) postClose(v house.Viewer, _ table.None) (table.None, error) {
	return table.None{}, s.Close(v.Game)
}
