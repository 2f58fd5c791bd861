package htmlreport_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/htmlreport"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() {
	pack.Register(cards.Files, scripts.Files)
	debug.SetGCPercent(400) // as sim does
	interp.Keep()
}

// run plays a few games of bbtm; pages of it are written in every language.
func run(t *testing.T) (*lab.Plan, *sim.Result) {
	t.Helper()
	p, err := interp.Load("bbtm", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: 4, DropLog: true})
	if err != nil {
		t.Fatal(err)
	}
	plan := &lab.Plan{Table: tab, Bots: []string{"random", "random", "random", "random"}, Seed: 1}
	r, err := sim.Run(t.Context(),
		sim.Config{Games: 40, Seed: 1, Seats: 4, New: func(int) (sim.Player, error) { return plan.Player() }})
	if err != nil {
		t.Fatal(err)
	}
	return plan, r
}

func written(t *testing.T, p interface{ Write(io.Writer) error }) string {
	t.Helper()
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestPage: the page carries all that it needs, is well formed, in each language, and
// says the figures of the sheet.
func TestPage(t *testing.T) {
	plan, r := run(t)
	for lang, want := range map[string][]string{
		"en": {"Random play.", "Games won: team", "Reikland Reavers", "seat 4", "Cards, as they came up",
			"not what it does", "Who wins beside whom: team"},
		"fr": {"Jeu au hasard.", "Parties gagnées : équipe", "place 4", "Cartes, telles qu", "usage, non l"},
		"ja": {"ランダムプレイ。", "勝率：チーム", "レイクランド・リーヴァーズ", "席4", "カードの登場と使用", "効果ではない"},
	} {
		sheet := lab.Analyze(plan, r, lang)
		text := written(t, htmlreport.Page{Analysis: sheet, Lang: lang, Again: "ruledeck sim bbtm"})
		for _, w := range append(want, "<code>ruledeck sim bbtm</code>", ">40<", `lang="`+lang+`"`) {
			if !strings.Contains(text, w) {
				t.Errorf("%s: there is no %q", lang, w)
			}
		}
		if found := regexp.MustCompile(`(https?:|src=|@import|url\(|<script|href=)`).FindString(text); found != "" {
			t.Errorf("%s: the page reaches out: %s", lang, found)
		}
		if found := regexp.MustCompile(`\{[a-z]+\}|<no value>|NaN`).FindString(
			strings.Split(text, "</style>")[1]); found != "" {
			t.Errorf("%s: %s stands in the page", lang, found)
		}
		wellFormed(t, lang, text)
	}
	linked := written(t, htmlreport.Page{Analysis: lab.Analyze(plan, r, "en"), Lang: "en", Stylesheet: "/balance.css"})
	if !strings.Contains(linked, `<link rel="stylesheet" href="/balance.css">`) || strings.Contains(linked, "<style") ||
		strings.Contains(linked, "style=") {
		t.Error("a page with its stylesheet beside it has style of its own")
	}
}

// TestChange: the page of a comparison says what moved, in each language, and carries all
// that it needs.
func TestChange(t *testing.T) {
	plan, _ := run(t)
	c := &lab.Experiment{Arms: []*lab.Plan{plan, plan}, Games: 50, Unpaired: true}
	all, err := c.Compare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := all[0]
	out.Figures[0].Moved = true
	for lang, want := range map[string][]string{
		"en": {"What a change does", "Random play.", "All pairs were played.", "Each game has a seed of its own.",
			"Games won: team", "seat 4", "the seat itself", "How long a game takes", "Cards: how often they are used"},
		"fr": {"Effet d’une modification", "Jeu au hasard.", "place 4"},
		"ja": {"変更の効果", "レイクランド・リーヴァーズ", "席4"},
	} {
		text := written(t, htmlreport.Change{Experiment: c, Compared: out, Lang: lang, Again: "ruledeck sim bbtm"})
		for _, w := range append(want, "<code>ruledeck sim bbtm</code>", ">50<", `lang="`+lang+`"`,
			`class="dot"`, `class="dot open"`) {
			if !strings.Contains(text, w) {
				t.Errorf("%s: there is no %q", lang, w)
			}
		}
		if found := regexp.MustCompile(`(https?:|src=|@import|url\(|<script|href=)|NaN|<no value>`).
			FindString(text); found != "" {
			t.Errorf("%s: %s stands in the page", lang, found)
		}
		wellFormed(t, lang, text)
	}
}

// wellFormed reads the page as XML, but for the elements without an end.
func wellFormed(t *testing.T, lang, text string) {
	t.Helper()
	text = regexp.MustCompile(`<(meta|link)([^>]*)>`).ReplaceAllString(
		strings.Replace(text, "<!doctype html>", "", 1), "<$1$2/>")
	d := xml.NewDecoder(strings.NewReader(text))
	d.Entity = xml.HTMLEntity
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %s", lang, err)
			return
		}
	}
}

// TestHostileNames: names of a pack are texts of the page, nothing else.
func TestHostileNames(t *testing.T) {
	plan, r := run(t)
	sheet := lab.Analyze(plan, r, "en")
	sheet.Title = `<script>alert(1)</script>`
	sheet.Shares[0].Shares[0].Name = `"><img src=x onerror=alert(1)>`
	sheet.Cards[0].Name = `</style><script>`
	text := written(t, htmlreport.Page{Analysis: sheet, Lang: "en"})
	if strings.Contains(text, "<script") || strings.Contains(text, "<img") {
		t.Error("a name became an element")
	}
}

// TestNothingPlayed: a run without a finished game is a page too.
func TestNothingPlayed(t *testing.T) {
	plan, _ := run(t)
	if text := written(t, htmlreport.Page{Analysis: lab.Analyze(plan, sim.NewResult(4), "en"),
		Lang: "en"}); !strings.Contains(text, "Blood Bowl") || strings.Contains(text, "NaN") {
		t.Error(text)
	}
}
