package explain_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// overlay changes the pack that scaffold.Pack makes.
var overlay = map[string]string{
	"pack.yaml": "id: louder\nversion: 0.1.0\napi: 1\nextends: ../variety\n",
	"game.yaml": "seat: {points: {start: 1}}\noptions: {encores: {values: [few, many], default: few, doc: How many " +
		"encores there are.}}\n" +
		"refuse: [{when: {encores: many, seats: 2}, because: two_are_few}]\nwords: {mood: {glad: {en: glad, fr: " +
		"content}}}\ndice: {coin: [heads, tails]}\n",
	"cards/c.yaml": "patch:\n  - {id: clown, applause: 4, abilities: {add: [glow]}}\n",
	"scripts/abilities/glow.lua": "-- It glows.\nreturn ability {\n  modifies = \"applause\", add = 1, of = {is = " +
		"\"self\"}, active = {},\n}\n",
	"locale/en.yaml": "card.clown: He is loud.\nrule.two_are_few: Two are too few for that.\n",
	"rulings.yaml": "- {id: q1_laughs, question: \"Does a laugh count?\", ruling: It does., reason: It is heard., " +
		"option: encores}\n",
	"scenarios/glow.yaml": `
game: ..
rule: q1
options: {encores: few}
scenarios:
  - name: the clown glows
    then: {Clown: {applause: 5}}
  - name: the juggler does not
    then: {juggler: {applause: 2}}
`,
}

// explainer loads the pack and the overlay from disk.
func explainer(t *testing.T, lang string) *explain.Explainer {
	t.Helper()
	dir := t.TempDir()
	write := func(at, text string) {
		at = filepath.Join(dir, filepath.FromSlash(at))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := scaffold.Pack("variety", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Files {
		write("variety/"+f.Path, f.Text)
	}
	for at, text := range overlay {
		write("louder/"+at, text)
	}
	t.Chdir(dir)
	p, err := interp.Load("variety", interp.With{Overlays: []string{"louder"}})
	if err != nil {
		t.Fatal(err)
	}
	var scenarios []pack.File
	for _, path := range []string{"variety/scenarios/encore.yaml", "louder/scenarios/glow.yaml"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		scenarios = append(scenarios, pack.File{Shown: path, Data: data})
	}
	return explain.New(p, lang, scenarios)
}

// say puts a thing into lines.
func say(t *explain.Thing) string {
	lines := []string{t.Kind + " " + t.Name + " (" + t.Label + ") " + t.At.String()}
	add := func(parts ...string) { lines = append(lines, strings.TrimSpace(strings.Join(parts, " "))) }
	if t.Doc != "" {
		add("doc:", t.Doc)
	}
	for _, f := range t.Facts {
		add(f.Name+":", f.Value, f.Shown, f.At.String())
		for _, w := range f.Was {
			add("before:", w.Value, w.At.String())
		}
	}
	if t.Text != "" {
		add("text:", t.Text, t.TextAt.String())
	}
	for _, h := range t.Hooks {
		add("ability:", h.Ability, h.Says(), h.At.String())
		for _, c := range h.Conditions {
			add("if:", c.Name, c.Value)
		}
	}
	if len(t.Cards) > 0 {
		add("cards:", strings.Join(t.Cards, " "))
	}
	for _, m := range t.Scripts {
		add("script:", m.At.String(), m.Text)
	}
	for _, m := range t.Scenarios {
		add("scenario:", m.At.String(), m.Text)
	}
	return strings.Join(lines, "\n")
}

var update = flag.Bool("update", false, "write the golden files anew")

// TestExplain compares what is said about one thing of each kind.
func TestExplain(t *testing.T) {
	golden, err := filepath.Abs("testdata/explain.golden")
	if err != nil {
		t.Fatal(err)
	}
	e := explainer(t, "en")
	var got strings.Builder
	for _, name := range []string{
		"clown", "Juggler.applause", "clown.applause", "clown.text", "singer.abilities", "Encore", "glow",
		"performer.enters", "show.begins", "show.perform",
		"show.standing", "phase:turn", "phase:show", "encores", "points", "coin", "mood", "q1", "hand",
		"performer", "rulings", "move",
	} {
		things, err := e.Explain(name)
		if name == "singer.abilities" {
			if err == nil || !strings.Contains(err.Error(), `there is no field of singer "abilities"`) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || len(things) != 1 {
			t.Fatalf("%s: %v, %d things", name, err, len(things))
		}
		got.WriteString("# " + name + "\n" + say(things[0]) + "\n\n")
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("go test ./interp/editor/explain -update writes this:\n%s", got.String())
	}
}

func TestUnknown(t *testing.T) {
	e := explainer(t, "fr")
	for name, want := range map[string]string{
		"clwon":          `there is nothing called "clwon"; did you mean Clown?`,
		"clown.aplause":  `there is no field of clown "aplause"; did you mean applause?`,
		"ability:encroe": `there is no ability "encroe"; did you mean encore?`,
		"step:show":      `there is no step "show"; there are setup.deal, show.perform, show.judge, show.standing`,
	} {
		_, err := e.Explain(name)
		var unknown *explain.UnknownError
		if !errors.As(err, &unknown) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", name, err, want)
		}
	}
	if things, err := e.Explain("mood"); err != nil || things[0].Facts[0].Value != "content" {
		t.Errorf("the words are not French: %v", err)
	}
}

// TestNamesOfTheFlow: phases and steps come in the order in which the game comes to them.
func TestNamesOfTheFlow(t *testing.T) {
	e := explainer(t, "en")
	for kind, want := range map[string]string{
		"phase": "setup show turn curtain", "step": "setup.deal show.perform show.judge show.standing",
	} {
		if got := strings.Join(e.Names(kind), " "); got != want {
			t.Errorf("%s: %s\nwant %s", kind, got, want)
		}
	}
}

// TestEveryName explains everything that the shipped games have, and the packs of other tests.
func TestEveryName(t *testing.T) {
	games := []string{"bbtm", "seven-missions", "football-champions"}
	for _, pack := range []string{"draft", "hanabi", "kuhn", "laws", "skirmish", "tells", "thirty", "trials"} {
		games = append(games, "../../../testdata/"+pack)
	}
	for _, game := range games {
		p, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		e := explain.New(p, "en", nil)
		for _, kind := range explain.Kinds() {
			names := e.Names(kind)
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				things, err := e.Explain(kind + ":" + name)
				if err != nil || len(things) == 0 || len(things) > 1 && kind != "card" {
					t.Fatalf("%s: %s %s: %d things, %v", game, kind, name, len(things), err)
				}
				// Functions and keys belong to the language, not to a file of the game.
				if kind != "key" && things[0].At.Line == 0 && things[0].Kind != "function" {
					t.Errorf("%s: %s %s has no place", game, kind, name)
				}
			}
		}
	}
}

// TestKeys: what files and headers are written with is explained, and cards that an
// overlay has taken out.
func TestKeys(t *testing.T) {
	base, err := pack.FromFS(os.DirFS("../../../testdata/broken/base"), "t")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := pack.FromFS(fstest.MapFS{
		"pack.yaml":        {Data: []byte("id: less\nversion: 1.0.0\napi: 3\nextends: revue\n")},
		"cards/fewer.yaml": {Data: []byte("remove: [juggler]\n")},
	}, "less")
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.ReadSource(base, overlay).Pack()
	if err != nil {
		t.Fatal(err)
	}
	e := explain.New(p, "en", nil)
	for name, want := range map[string]string{
		"window": "at the trigger", "heard": "", "anywhere": "every place", "seen": "", "ordered": "",
		"key:zone": "lies in",
	} {
		things, err := e.Explain(name)
		if err != nil || len(things) != 1 || things[0].Kind != "key" || len(things[0].Facts) == 0 ||
			!slices.ContainsFunc(things[0].Facts,
				func(f explain.Fact) bool { return strings.Contains(f.Value, want) }) {
			t.Errorf("%s: %v, %+v", name, err, things)
		}
	}
	things, err := e.Explain("juggler")
	if err != nil || !strings.Contains(things[0].Doc, "removed") || things[0].At.File != "less/cards/fewer.yaml" ||
		!strings.Contains(things[0].Facts[0].Value, "applause: 2") {
		t.Errorf("juggler: %v, %+v", err, things)
	}
}

// TestComments: of a step is said all that its author wrote above its function, wherever
// that comment is broken into lines.
func TestComments(t *testing.T) {
	several := 0
	for _, game := range []string{"bbtm", "seven-missions", "football-champions"} {
		p, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		e := explain.New(p, "en", nil)
		for _, name := range e.Names("step") {
			things, err := e.Explain("step:" + name)
			if err != nil {
				t.Fatal(err)
			}
			at, lines := things[0].At, 0
			for strings.HasPrefix(p.Loaded.Line(at.File, at.Line-1-lines), "--") {
				lines++
			}
			if got := len(strings.Split(things[0].Doc, "\n")); lines > 0 && got != lines {
				t.Errorf("%s: %d lines stand above %s, %d are told: %s", game, lines, name, got, things[0].Doc)
			}
			if lines > 1 {
				several++
			}
		}
	}
	if several == 0 {
		t.Error("no step has a comment of several lines")
	}
}

// TestNamesakes: of several cards with one name all are shown, and what a table gives
// stands in the row of the card, not in the heading.
func TestNamesakes(t *testing.T) {
	t.Chdir(t.TempDir())
	plan, err := scaffold.Pack("variety", "")
	if err != nil {
		t.Fatal(err)
	}
	table := "id,type,name.en,name.fr,applause\none,performer,Orc,Orque,1\ntwo,performer,Orc,Orque,2\n" +
		"orc,performer,Other,Autre,3\n"
	for _, f := range append(plan.Files, scaffold.File{Path: "cards/orcs.csv", Text: table}) {
		at := filepath.Join("variety", filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load("variety", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	e := explain.New(p, "en", nil)
	for name, want := range map[string][]string{
		"Orc": {"orc:4", "one:2", "two:3"}, "orque": {"one:2", "two:3"}, "two": {"two:3"}, "orc": {"orc:4"},
		"Orque.applause": {"one.applause:2", "two.applause:3"}, "two.applause": {"two.applause:3"},
	} {
		things, err := e.Explain(name)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, thing := range things {
			got = append(got, fmt.Sprintf("%s:%d", thing.Name, thing.Line))
			for _, f := range thing.Facts {
				if f.Line != thing.Line {
					t.Errorf("%s: the field %s of %s in row %d stands in row %d", name, f.Name, thing.Name, thing.Line,
						f.Line)
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
}

// TestDeeds: of deeds in one entry each is told, and when it acts.
func TestDeeds(t *testing.T) {
	p, err := interp.Load("../../../testdata/skirmish", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	things, err := explain.New(p, "en", nil).Explain("stunner")
	if err != nil || len(things) != 1 {
		t.Fatal(things, err)
	}
	var got []string
	for _, h := range things[0].Hooks {
		got = append(got, h.Ability+" "+h.Says()+": "+h.Text)
	}
	want := []string{"gain after card.played: Gain 1.", "hurt after card.played: 1 damage to an enemy creature.",
		"tire after card.played: It is spent.", "hurt after creature.reaps: 2 damage to a creature."}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
