// Package explain says where everything in a loaded game comes from: each field
// of a card with its file and line and what overlays put in its place, the
// triggers that abilities hook, who raises a trigger, where a step stands, and
// the scenarios that show it.
//
//	explain.go    Names, and finding a thing by its name
//	card.go       cards and their fields
//	ability.go    abilities and what they hook
//	declared.go   what the files declare, by the inventory, and steps
//	function.go   what scripts can call
//	key.go        keys of files and headers
//	finding.go    what check finds, by its code
//	uses.go       scenarios and scripts that name a thing
package explain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/inventory"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// At is where something is written.
type At = diag.Pos

// Thing is something of a game with all that is to be said about it. Its form in JSON,
// and those of what it consists of, are a promise.
type Thing struct {
	// Kind is "card", "trigger", "step" and so on; Name what the pack calls
	// it, Label what people do.
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Label string `json:"label,omitempty"`
	// At is where it is declared.
	At
	// Doc is its line of explanation, Text what players read, at TextAt.
	Doc    string   `json:"doc,omitempty"`
	Text   string   `json:"text,omitempty"`
	TextAt diag.Pos `json:"-"`
	Facts  []Fact   `json:"facts"`
	// Hooks are the abilities that it has, or that act at it.
	Hooks []Hook `json:"abilities"`
	// Cards are the cards that carry it.
	Cards []string `json:"cards"`
	// Scripts are the lines that name it, Scenarios the tests.
	Scripts   []Mention `json:"scripts"`
	Scenarios []Mention `json:"scenarios"`
}

// MarshalJSON writes no list as null.
func (t *Thing) MarshalJSON() ([]byte, error) {
	type plain Thing
	out := plain(*t)
	out.Facts = append([]Fact{}, t.Facts...)
	out.Hooks = append([]Hook{}, t.Hooks...)
	out.Cards = append([]string{}, t.Cards...)
	out.Scripts, out.Scenarios = append([]Mention{}, t.Scripts...), append([]Mention{}, t.Scenarios...)
	return json.Marshal(out)
}

// Fact is one thing known: a field with its value and its place. Shown is what
// players read of it on the card, if anything.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Shown string `json:"shown,omitempty"`
	At
	// Was are the values before overlays, the oldest first.
	Was []Fact `json:"before,omitempty"`
}

// fact adds a value of the thing, with its place, if it has one.
func (t *Thing) fact(name, value string, at At) {
	t.Facts = append(t.Facts, Fact{Name: name, Value: value, At: at})
}

// Mention is a line that names something.
type Mention struct {
	At
	Text string `json:"text"`
}

// UnknownError says that the game has nothing of a name.
type UnknownError struct {
	What, Name string
	// Known are the names that would be understood.
	Known []string
}

// Error names the nearest thing there is.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("there is no %s %q", e.What, e.Name)
	if e.What == "" {
		text = fmt.Sprintf("there is nothing called %q", e.Name)
	}
	if near := diag.Nearest(e.Name, e.Known); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	} else if len(e.Known) > 0 {
		text += "; " + diag.There(e.Name, e.Known)
	}
	return text
}

// Explainer explains the things of one game.
type Explainer struct {
	pack     *interp.Pack
	compiled *compile.Compiled
	lang     string
	speaker  *locale.Speaker
	entries  []*inventory.Entry
	tests    []test
	composer *scene.Composer
}

// New returns an explainer that speaks a language; scenarios are the files
// with scenarios that are looked through.
func New(p *interp.Pack, lang string, scenarios []pack.File) *Explainer {
	e := &Explainer{pack: p, compiled: p.Compiled, lang: lang, speaker: p.Messages.Speaker(lang)}
	e.entries = inventory.Declared(e.compiled.Tree)
	e.tests = readTests(scenarios)
	e.composer = scene.NewComposer(e.compiled, e.speaker)
	return e
}

// finder finds the things of one kind.
type finder struct {
	kind  string
	names func(*Explainer) []string
	find  func(*Explainer, string) []*Thing
}

// one finds what only one thing has as its name.
func one(find func(*Explainer, string) *Thing) func(*Explainer, string) []*Thing {
	return func(e *Explainer, name string) []*Thing { return only(find(e, name)) }
}

// rulings are all rulings of the pack.
func (e *Explainer) rulings() ([]*Thing, error) {
	var out []*Thing
	for _, name := range e.Names("ruling") {
		found, err := e.Explain("ruling:" + name)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	if len(out) == 0 {
		return nil, &UnknownError{"ruling of " + e.compiled.Pack.ID, "rulings", nil}
	}
	return out, nil
}

// only is a list of a thing, an empty one of nil.
func only(t *Thing) []*Thing {
	if t == nil {
		return nil
	}
	return []*Thing{t}
}

// finders are the kinds in the order in which they are looked through.
var finders = []finder{
	{"card", (*Explainer).cardNames, (*Explainer).cards},
	{"ability", func(e *Explainer) []string { return lists.Sorted(e.compiled.Abilities) }, one((*Explainer).ability)},
	{"trigger", func(e *Explainer) []string { return lists.Sorted(e.compiled.Triggers) }, one((*Explainer).trigger)},
	{"step", (*Explainer).stepNames, one((*Explainer).step)},
	declared("phase", (*Explainer).phase),
	declared("option", (*Explainer).option),
	declared("zone", (*Explainer).zone),
	declared("type", (*Explainer).cardType),
	declared("attribute", (*Explainer).attribute),
	declared("die", (*Explainer).quoted),
	declared("words", (*Explainer).words),
	declared("word", (*Explainer).word),
	{"function", (*Explainer).functionNames, one((*Explainer).function)},
	declared("group", (*Explainer).quoted),
	declared("form", (*Explainer).quoted),
	declared("kind", (*Explainer).quoted),
	declared("derived value", (*Explainer).quoted),
	declared("size", nil),
	declared("position", nil),
	declared("layout", nil),
	declared("face", nil),
	declared("order", nil),
	declared("search", nil),
	declared("refusal", nil),
	declared("pack", nil),
	declared(inventory.Game, (*Explainer).settings),
	declared("ruling", (*Explainer).ruling),
	{"key", (*Explainer).keyNames, one((*Explainer).key)},
}

// Kinds returns the kinds of things that can be explained.
func Kinds() []string {
	return lists.Map(finders[:], func(f finder) string { return f.kind })
}

// Names returns every name of a kind, of all kinds for "".
func (e *Explainer) Names(kind string) []string {
	var names []string
	for _, f := range finders {
		if kind == "" || f.kind == kind {
			names = append(names, f.names(e)...)
		}
	}
	return names
}

// Explain finds what a name stands for: one thing, or one of each kind that has
// it. A kind may stand before it, ability:guard; a field after the name of a
// card, orc_blitzer.power. "rulings" gives all rulings.
func (e *Explainer) Explain(name string) ([]*Thing, error) {
	kind := ""
	if before, rest, ok := strings.Cut(name, ":"); ok && slices.Contains(Kinds(), before) && e.function(name) == nil {
		kind, name = before, rest
	}
	if kind == "" && name == "rulings" {
		return e.rulings()
	}
	var things []*Thing
	for _, f := range finders {
		if f.kind == kind || kind == "" && (f.kind != "key" || len(things) == 0) {
			for _, t := range f.find(e, name) {
				t.Facts = append(t.Facts, e.changed(t)...)
				things = append(things, t)
			}
		}
	}
	if len(things) > 0 {
		return things, nil
	}
	if kind == "" || kind == "card" {
		if fields, err := e.fieldOf(name); fields != nil || err != nil {
			return fields, err
		}
	}
	return nil, &UnknownError{kind, name, append(e.Names(kind), "rulings")}
}

// changed tells what overlays changed in the declaration of a thing.
func (e *Explainer) changed(t *Thing) []Fact {
	var out []Fact
	for _, entry := range inventory.Of(e.entries, t.Kind, t.Name) {
		for _, earlier := range e.pack.Loaded.Earlier {
			if rest, ok := strings.CutPrefix(earlier.Path+" / ", "game.yaml / "+entry.Key+" / "); ok {
				out = append(out, Fact{Name: strings.TrimSpace("before, " + strings.TrimSuffix(rest, " / ")),
					Value: earlier.Text, At: earlier.Pos})
			}
		}
	}
	return out
}

// stepNames are the steps as the game comes to them, behind them the others.
func (e *Explainer) stepNames() []string {
	var names []string
	for n := range ast.Nodes(e.compiled.Tree.Flow) {
		names = append(names, n.Step.Text)
	}
	var known []string
	for _, name := range append(names, lists.Sorted(e.compiled.StepPlaces)...) {
		if _, is := e.compiled.StepPlaces[name]; is && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	return known
}

// fold makes names comparable: small letters, plain quotes, no underscores.
func fold(s string) string {
	s = strings.NewReplacer("’", "'", "‘", "'", "_", " ").Replace(s)
	return strings.ToLower(strings.Join(strings.Fields(s), " "))
}

// text returns a sentence of the pack in the language, or in English.
func (e *Explainer) text(key string) (string, diag.Pos) {
	for _, lang := range []string{e.lang, "en"} {
		if m := e.compiled.Texts[lang][key]; m != nil {
			if m.Text != "" {
				return m.Text, m.Key.Pos
			}
			for _, f := range m.Forms {
				if f.Category == "other" {
					return f.Text, m.Key.Pos
				}
			}
		}
	}
	return "", diag.Pos{}
}
