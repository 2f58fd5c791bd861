package assist

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/editor/reference"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// bare is a condition that the language does not have.
var bare = filter.Key{
	Field: keyword.Field{Name: "bare", Type: keyword.Type{Kind: keyword.Flag}, Doc: "No card lies on the card."},
	Lower: func(r *filter.Reader, name string, v *ast.Tree) (engine.Term, bool) {
		if v.Kind != ast.TreeFlag {
			r.Report.Errorf("wrong-type", v.Pos, "%s must be true or false, not %s", name, v.Describe())
		}
		return engine.Term{Op: engine.TermHolds, Not: v.Flag, Sub: &engine.Filter{}}, v.Kind == ast.TreeFlag
	},
	Narrow: func(c *filter.Candidate, t *engine.Term, by string) string {
		if t.Not || slices.ContainsFunc(c.Pack.Zones,
			func(z engine.ZoneKind) bool { return slices.Contains(z.Types, c.Def.Type) }) {
			return ""
		}
		return fmt.Sprintf("%s asks for cards on a %s, which never has any", by, c.Pack.Types[c.Def.Type].Name)
	},
	Say: func(s *filter.Sayer, _ *engine.Term, v engine.Value) string {
		return fmt.Sprintf("%d cards lie on it", s.At.CountIn(s.At.ZonesOf(v.Card())[0]))
	},
}

// barePack is a game with trays and pieces: one piece is put on a tray, and the other
// tray listens.
func barePack(t *testing.T, run string) *interp.Reading {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"pack.yaml": "id: small\nversion: 1.0.0\napi: 3\nname: {en: Small}\nseats: {min: 1, max: 1}\n",
		"game.yaml": `
types: {tray: {start: table}, piece: {start: table}}
zones: {table: {of: table}, top: {of: card, types: [tray], accepts: [piece]}}
triggers: {piece.put: {params: {tray: {type: card}}}}
flow: [turn.put]
`,
		"cards/all.yaml": "cards:\n  - {id: round, type: tray, name: {en: Round}, abilities: [looks]}\n " +
			" - {id: ant, type: piece, name: {en: Ant}}\n",
		"locale/en.yaml": "say.looks: Looked\nability.looks: It looks.\n",
		"scripts/abilities/looks.lua": `return ability {on = "piece.put", where = {tray = {bare = true}}, run = ` +
			`function() say("looks") end}` + "\n",
		"scripts/rules/turn.lua": "local turn = {}\nfunction turn.put()\n" + run + "end\nreturn turn\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	r, err := interp.Read("small", interp.With{Files: files, Filters: append(slices.Clone(filter.Standard), bare)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestNewKey adds a row to the table of conditions and finds it in play, in what is said
// where it does not hold, in check, in the completion and in the reference.
func TestNewKey(t *testing.T) {
	r := barePack(t, `  assert(count{type = "tray", bare = true} == 1)
  move(first{id = "ant"}, first{id = "round"}.top)
  local yes = false
  assert(count{type = "tray", bare = true} == 0 and count{bare = yes, type = "tray"} == 1)
  raise("piece.put", {tray = first{id = "round"}})
  finish({})
`)
	for _, d := range check.Pack(r, check.Settings{}) {
		t.Error(d.Text())
	}
	p, err := r.Pack()
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 1})
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	setup := table.Setup(m, 1)
	setup.Refused = func(at *engine.Position, why engine.Refusal) {
		if why.Reason == engine.Unmatched {
			s := filter.Sayer{Keys: p.Compiled.Filters, At: at, In: why.In}
			said = s.Why(&why.In.Ability.Where[why.Where].Filter.Terms[why.Term], why.Params[0])
		}
	}
	if _, err := engine.New(setup).Advance(context.Background()); err != nil || said != "1 cards lie on it" {
		t.Errorf("the reason is %q, %v", said, err)
	}
	lex := &lexicon.Lexicon{Compiled: p.Compiled}
	keys := lex.Record(keyword.Type{Kind: keyword.RecordOf, Ref: filter.CardFilter}, nil)
	if f, ok := keys.Field("bare"); !ok || f.Doc != bare.Doc {
		t.Error("the completion does not offer it")
	}
	doc, err := reference.New([]*interp.Pack{p}, "en", nil)
	if err != nil || !strings.Contains(doc.Markdown(), bare.Doc) {
		t.Error("the reference does not have it", err)
	}
	for filter, want := range map[string]string{
		`{bare = 1}`:                     "the condition bare must be true or false",
		`{type = "piece", bare = false}`: "the filter finds nothing: it asks for cards on a piece, which never has any",
		`{bar = true}`:                   `a filter on a card has no condition "bar"`,
	} {
		found := ""
		for _, d := range check.Pack(barePack(t, "  finish({}) say(\"looks\", {n = count"+filter+"})\n"),
			check.Settings{}) {
			found += d.Text() + " " + d.Suggestion + "\n"
		}
		if !strings.Contains(found, want) {
			t.Errorf("%s: %s, not %s", filter, found, want)
		}
	}
}

// TestKinds: under a parameter that is a card, where offers the kinds beside conditions.
func TestKinds(t *testing.T) {
	r, err := interp.Read("../../../testdata/skirmish", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	lex := &lexicon.Lexicon{Compiled: r.Compiled, Trigger: "card.played"}
	var got []string
	for _, way := range lex.At(keyword.RecordType("where"), []string{"card"}) {
		for _, w := range lex.Words(way) {
			got = append(got, w.Text)
		}
	}
	if text := fmt.Sprint(got); text != "[fighter foe wounded]" {
		t.Errorf("it offers %s", text)
	}
}
