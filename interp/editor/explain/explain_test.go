package explain_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// overlay changes the pack that scaffold.Pack makes.
var overlay = map[string]string{
	"pack.yaml": "id: louder\nversion: 0.1.0\napi: 1\nextends: ../variety\n",
	"game.yaml": "seat: {points: {start: 1}}\noptions: {encores: {values: [few, many], default: few, doc: How many encores there are.}}\n" +
		"refuse: [{when: {encores: many, seats: 2}, because: two_are_few}]\nwords: {mood: {glad: {en: glad, fr: content}}}\ndice: {coin: [heads, tails]}\n",
	"cards/c.yaml":               "patch:\n  - {id: clown, applause: 4, abilities: {add: [glow]}}\n",
	"scripts/abilities/glow.lua": "-- It glows.\nreturn ability {\n  modifies = \"applause\", add = 1, of = {is = \"self\"}, active = {},\n}\n",
	"locale/en.yaml":             "card.clown: He is loud.\nrule.two_are_few: Two are too few for that.\n",
	"rulings.yaml":               "- {id: q1_laughs, question: \"Does a laugh count?\", ruling: It does., reason: It is heard., option: encores}\n",
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
	plan, err := scaffold.Pack("variety")
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
	p, err := interp.Load("variety", []string{"louder"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := explain.New(p, lang, []string{"variety/scenarios/encore.yaml", "louder/scenarios/glow.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// say puts a thing into lines.
func say(t *explain.Thing) string {
	lines := []string{t.Kind + " " + t.Name + " (" + t.Label + ") " + t.At.String()}
	add := func(parts ...string) { lines = append(lines, strings.TrimSpace(strings.Join(parts, " "))) }
	if t.Doc != "" {
		add("doc:", t.Doc)
	}
	for _, f := range t.Facts {
		add(f.Name+":", f.Value, f.At.String())
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

func TestExplain(t *testing.T) {
	e := explainer(t, "en")
	tests := map[string]string{
		"clown": `card clown (Clown) variety/cards/performers.yaml:11:5
id: clown variety/cards/performers.yaml:11:5
name: {en: Clown} variety/cards/performers.yaml:12:5
copies: 2 variety/cards/performers.yaml:13:5
applause: 4 louder/cards/c.yaml:2:16
before: 1 variety/cards/performers.yaml:14:5
abilities: [encore, glow] louder/cards/c.yaml:2:29
before: [encore] variety/cards/performers.yaml:15:5
type: performer variety/cards/performers.yaml:1:12
text: He is loud. louder/locale/en.yaml:1:1
ability: encore at performer.enters, before variety/scripts/abilities/encore.lua:2
if: where {performer: {is: self}}
ability: glow modifies applause louder/scripts/abilities/glow.lua:2
if: active {}
if: add 1
if: of {is: self}
scenario: louder/scenarios/glow.yaml:6:5 the clown glows
scenario: variety/scenarios/encore.yaml:1:1 the Clown earns more behind a full stage`,
		"Juggler.applause": `field juggler.applause (Juggler) variety/cards/performers.yaml:6:5
doc: What the performer is worth.
applause: 2 variety/cards/performers.yaml:6:5
ability: glow modifies applause louder/scripts/abilities/glow.lua:2
if: active {}
if: add 1
if: of {is: self}`,
		"clown.text": `field clown.text (Clown) louder/locale/en.yaml:1:1
text: He is loud. louder/locale/en.yaml:1:1`,
		"Encore": `ability encore (Encore) variety/scripts/abilities/encore.lua:2:0
text: Two more points for every other performer of yours on stage. variety/locale/en.yaml:5:1
ability: encore at performer.enters, before variety/scripts/abilities/encore.lua:2
if: where {performer: {is: self}}
cards: clown
scenario: variety/scenarios/encore.yaml:1:1 the Clown earns more behind a full stage`,
		"performer.enters": `trigger performer.enters () variety/game.yaml:22:3
doc: A performer comes on stage and earns its applause.
parameter performer: card variety/game.yaml:25:7
parameter seat: seat variety/game.yaml:26:7
parameter applause: number, may be changed variety/game.yaml:27:7
windows: replace, before, after
text: {seat} brings {performer} on stage variety/locale/en.yaml:3:1
ability: encore at performer.enters, before variety/scripts/abilities/encore.lua:2
if: where {performer: {is: self}}
script: variety/scripts/rules/show.lua:8:0 raise("performer.enters", {performer = card, seat = seat, applause = card.applause}, function(ev)
script: variety/scripts/abilities/encore.lua:4:0 on    = "performer.enters", window = "before",`,
		"show.begins": `trigger show.begins () variety/game.yaml:32:12
doc: Raised by the flow, as the phase begins or ends.
parameter seat: seat
windows: before, after`,
		"show.perform": `step show.perform () variety/scripts/rules/show.lua:4:0
doc: A turn: one performer comes on stage.
in the flow: show > turn variety/game.yaml:37:14`,
		"show.standing": `step show.standing () variety/scripts/rules/show.lua:21:0
doc: How well a seat stands, for the greedy bot.
asked by: standing variety/game.yaml:42:11`,
		"phase:turn": `phase turn () variety/game.yaml:35:16
inside: show
turns: each seat once
does: show.perform variety/game.yaml:37:14`,
		"encores": `option encores () louder/game.yaml:2:11
doc: How many encores there are.
values: few, many
default: few louder/game.yaml:2:51
refused: Two are too few for that. louder/game.yaml:3:10
scenario: louder/scenarios/glow.yaml:6:5 the clown glows
scenario: louder/scenarios/glow.yaml:8:5 the juggler does not`,
		"points": `attribute points (points) variety/game.yaml:19:3
of each seat: number, at first 1 variety/game.yaml:19:3
script: variety/scripts/rules/show.lua:9:0 seat.points = seat.points + ev.applause
script: variety/scripts/rules/show.lua:16:0 if one.points == two.points then return finish({}) end
script: variety/scripts/rules/show.lua:17:0 finish(one.points > two.points and one or two)
script: variety/scripts/rules/show.lua:22:0 return seat.points`,
		"coin": `die coin () louder/game.yaml:5:8
faces: heads, tails`,
		"mood": `words mood () louder/game.yaml:4:9
glad: glad louder/game.yaml:4:16`,
		"q1": `ruling q1_laughs () louder/rulings.yaml:1:8
doc: Does a laugh count?
ruling: It does.
reason: It is heard.
option: encores
scenario: louder/scenarios/glow.yaml:6:5 the clown glows
scenario: louder/scenarios/glow.yaml:8:5 the juggler does not`,
		"hand": `zone hand () variety/game.yaml:15:3
of: seat variety/game.yaml:15:14
seen: owner variety/game.yaml:15:26
script: variety/scripts/rules/setup.lua:15:0 for _ = 1, HAND do move(seat.deck.top, seat.hand) end
script: variety/scripts/rules/show.lua:5:0 local card = choose.one{seat = seat, prompt = "perform", from = seat.hand:cards()}`,
		"performer": `type performer () variety/game.yaml:4:3
start: box variety/game.yaml:5:12
active: {zone: stage} variety/game.yaml:6:13
attribute applause: number - What the performer is worth. variety/game.yaml:8:7
cards: clown juggler singer`,
	}
	for name, want := range tests {
		things, err := e.Explain(name)
		if err != nil || len(things) != 1 {
			t.Errorf("%s: %v, %d things", name, err, len(things))
			continue
		}
		if got := say(things[0]); got != strings.ReplaceAll(want, ":0", "") {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", name, got, want)
		}
	}
	if things, err := e.Explain("rulings"); err != nil || len(things) != 1 || things[0].Kind != "ruling" {
		t.Errorf("rulings: %v %v", things, err)
	}
}

func TestUnknown(t *testing.T) {
	e := explainer(t, "fr")
	for name, want := range map[string]string{
		"clwon":          `there is nothing called "clwon"; did you mean clown?`,
		"clown.aplause":  `there is no field of clown "aplause"; did you mean applause?`,
		"ability:encroe": `there is no ability "encroe"; did you mean encore?`,
		"step:show":      `there is no step "show"; there are setup.deal, show.judge, show.perform, show.standing`,
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

// TestEveryName explains everything that the shipped games have.
func TestEveryName(t *testing.T) {
	for _, game := range []string{"bbtm", "seven-missions", "football-champions"} {
		p, err := interp.Load(game, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		e, err := explain.New(p, "en", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range explain.Kinds() {
			names := e.Names(kind)
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				things, err := e.Explain(kind + ":" + name)
				if err != nil || len(things) != 1 {
					t.Fatalf("%s: %s %s: %v", game, kind, name, err)
				}
				if things[0].At.Line == 0 {
					t.Errorf("%s: %s %s has no place", game, kind, name)
				}
			}
		}
	}
}
