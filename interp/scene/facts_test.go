package scene_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/source"
)

const tree = "../.."

// TestDecidingFacts: each fact that decides a question, by the files in testdata/facts,
// is in the JSON of a scene in which it is asked, at what has it. Values and names are
// those of the view, so that a scene that forgets one is found out. Each question that a
// game can ask is listed.
func TestDecidingFacts(t *testing.T) {
	for _, game := range pack.Shipped() {
		t.Run(game, func(t *testing.T) {
			scenarios := scenariosOf(t, game)
			path := filepath.Join(tree, "testdata", "facts", game+".yaml")
			data, err := source.File(path, source.MaxSize)
			if err != nil {
				t.Fatal(err)
			}
			report := &diag.List{}
			questions := source.Read(path, data, report).Get("questions")
			for _, f := range report.Sorted() {
				t.Error(f.Pos, f.Text())
			}
			p, err := interp.Load(game, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			for key := range p.Compiled.Texts["en"] {
				if prompt, ok := strings.CutPrefix(key, "prompt."); ok && questions.Get(prompt) == nil {
					t.Errorf("%s lists no facts of the question %s", path, prompt)
				}
			}
			for _, q := range questions.Pairs {
				if !p.Messages.Speaker("en").Has("prompt." + q.Key) {
					t.Errorf("%s: the game asks no question %s", q.Pos, q.Key)
				}
				name := q.Value.Get("scenario")
				if name == nil { // none leaves a choice
					continue
				}
				at := scenarios.at(t, name.Text, q.Key)
				for _, subject := range q.Value.Get("facts").Pairs {
					keys := at.keys(subject.Key, subject.Value)
					if keys == nil {
						t.Errorf("%s: the question %s has no %s", subject.Value.Pos, q.Key, subject.Key)
					}
					for _, f := range subject.Value.Entries() {
						for _, key := range keys {
							if !at.tells(key, f.Text) {
								t.Errorf("%s: %s does not tell its %s", f.Pos, key, f.Text)
							}
						}
					}
				}
			}
		})
	}
}

// node is an object of a scene's JSON.
type node = map[string]any

// asked is a scene in which a question is asked, as a screen gets it, beside what the
// view has: nodes, cards, zones and attributes by the keys of the view, and "question",
// "game" and "seat 1" for what has no key.
type asked struct {
	*interp.Table
	seat       engine.Seat
	question   *view.Question
	voice      *locale.Voice
	ask        node
	nodes      map[string][]node
	cards      map[string]*view.Card
	zones      map[string]*view.Zone
	attributes map[string][]view.Attribute
}

func newAsked(t *testing.T, table *interp.Table, g *engine.Game, seat engine.Seat, q *view.Question) *asked {
	t.Helper()
	v := view.Of(g.Position(), seat)
	speaker := table.Speaker("en")
	text, err := json.Marshal(scene.NewComposer(table.Compiled, speaker).Scene(scene.Input{View: v, Question: q}))
	if err != nil {
		t.Fatal(err)
	}
	var all node
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	a := &asked{
		Table: table, seat: seat, question: q, voice: speaker.At(v.Players), ask: all["ask"].(node),
		nodes: map[string][]node{"game": {all}},
		cards: map[string]*view.Card{}, zones: map[string]*view.Zone{},
		attributes: map[string][]view.Attribute{"game": v.Game},
	}
	a.index(all)
	a.lie(v.Table)
	for i := range v.Players {
		p := &v.Players[i]
		a.attributes[fmt.Sprintf("seat %d", p.Seat)] = p.Attributes
		a.lie(p.Zones)
	}
	return a
}

// index notes the objects by their keys; copies are one, by what they are of.
func (a *asked) index(in any) {
	switch v := in.(type) {
	case []any:
		for _, one := range v {
			a.index(one)
		}
	case node:
		for _, name := range []string{"key", "def"} {
			if key, ok := v[name].(string); ok {
				a.nodes[key] = append(a.nodes[key], v)
			}
		}
		if v["mark"] != nil && v["key"] == nil {
			key := fmt.Sprintf("seat %v", v["seat"])
			a.nodes[key] = append(a.nodes[key], v)
		}
		for _, one := range v {
			a.index(one)
		}
	}
}

// lie notes the cards of zones, and the zones on those.
func (a *asked) lie(zones []view.Zone) {
	for i := range zones {
		z := &zones[i]
		a.zones[z.Key] = z
		for j := range z.Cards {
			c := &z.Cards[j]
			a.cards[c.Key+c.Handle] = c
			a.attributes[c.Key+c.Handle] = c.Attributes
			a.lie(c.Zones)
		}
	}
}

// keys are those of the things that a subject stands for; testdata/facts/README.md says
// what subjects there are.
func (a *asked) keys(subject string, facts *source.Node) []string {
	out := []string{}
	kind, zone, _ := strings.Cut(subject, " ")
	switch kind {
	case "options", "places", "at":
		for i := range a.question.Options {
			for j := range a.question.Options[i].Parts {
				v := &a.question.Options[i].Parts[j]
				switch {
				case kind == "at" && v.Kind == view.ZoneValue && v.Of != nil && a.voice.ZoneWord(v.ZoneKind) == zone,
					kind == "options" && v.Kind == view.AbilityValue && v.Of != nil:
					out = append(out, v.Of.Text)
				case kind == "options" && v.Kind == view.SeatValue:
					out = append(out, fmt.Sprintf("seat %d", v.Number))
				case kind == "options" && (v.Kind == view.CardValue || v.Kind == view.HiddenCard), kind != "at" &&
					v.Kind == view.ZoneValue && v.Of == nil:
					out = append(out, v.Text)
				case kind == "options" && v.Kind == view.WordValue:
					out = append(out, v.Key())
				}
			}
		}
		return out
	case "cards":
		for _, z := range a.zones {
			for i := range z.Cards {
				if z.Kind == zone && z.Cards[i].Handle == "" {
					out = append(out, z.Cards[i].Key)
				}
			}
		}
		return out
	case "mine", "zones":
		for key, z := range a.zones {
			if slices.ContainsFunc(facts.Entries(), func(f *source.Node) bool { return f.Text == z.Kind }) &&
				z.Seat != 0 && (kind == "zones" || z.Seat == a.seat) {
				out = append(out, key)
			}
		}
		return out
	case "me", "seats":
		for key := range a.attributes {
			if strings.HasPrefix(key, "seat ") && (kind == "seats" || key == fmt.Sprintf("seat %d", a.seat)) {
				out = append(out, key)
			}
		}
		return out
	case "because":
		if told := slices.ContainsFunc(a.question.Open,
			func(o view.Trigger) bool {
				return a.voice.Has("because."+o.Name) || a.voice.Has("trigger."+o.Name)
			}); told && a.ask["because"] == nil {
			return nil
		}
		return out
	case "game", "question":
		return []string{kind}
	}
	values := slices.Clone(a.question.About)
	for i := range a.question.Open {
		values = append(values, a.question.Open[i].Values...)
	}
	for i := range values {
		if values[i].Name == subject {
			out = append(out, values[i].Value.Text)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// tells reports whether the scene has a fact of a thing, if there is such a fact.
func (a *asked) tells(key, fact string) bool {
	c, z := a.cards[key], a.zones[key]
	nodes := a.nodes[key]
	if len(nodes) == 0 && c != nil {
		nodes = a.nodes[a.Compiled.Pack.Defs[c.Is.Def].ID]
	}
	some := func(has func(node) bool) bool { return slices.ContainsFunc(nodes, has) }
	there := func(zones ...view.Zone) bool {
		for i := range zones {
			for j := range zones[i].Cards {
				if on := &zones[i].Cards[j]; on.Handle == "" && a.nodes[on.Key] == nil &&
					a.nodes[a.Compiled.Pack.Defs[on.Is.Def].ID] == nil {
					return false
				}
			}
		}
		return true
	}
	attribute := slices.IndexFunc(a.attributes[key], func(v view.Attribute) bool { return v.Name == fact })
	switch {
	case key == "question" && fact == "min":
		return a.ask["min"] == float64(a.question.Min)
	case key == "question":
		i := slices.IndexFunc(a.question.About, func(n view.Named) bool { return n.Name == fact })
		return i >= 0 && strings.Contains(a.ask["text"].(string), a.voice.Value(&a.question.About[i].Value))
	case attribute >= 0:
		v := &a.attributes[key][attribute].Value
		if v.Kind == view.NothingValue || v.Kind == view.FlagValue && v.Number == 0 ||
			v.Kind == view.ListValue && len(v.Items) == 0 {
			return true
		}
		return some(func(n node) bool {
			facts, _ := n["facts"].([]any)
			return slices.ContainsFunc(facts, func(f any) bool {
				return f.(node)["key"] == fact && f.(node)["brief"] != "" &&
					(v.Kind != view.NumberValue || f.(node)["number"] == float64(v.Number))
			})
		})
	case fact == "name" || fact == "holder":
		return some(func(n node) bool { return n["name"] != nil || n["text"] != nil })
	case fact == "owner":
		return c.Seat == 0 || c.Seat == a.seat || some(func(n node) bool { return n["seat"] == float64(c.Seat) })
	case c != nil && (fact == "text" || fact == "whole"):
		return c.Handle != "" || len(a.voice.CardText(c.Is.Def)) == 0 ||
			some(func(n node) bool { return n["text"] != nil || n["says"] != nil })
	case c != nil && (fact == "on" || fact == "ball"):
		return there(c.Zones...)
	case c != nil && fact == "hidden":
		return !slices.ContainsFunc(c.Zones, func(z view.Zone) bool { return z.Count > 0 }) ||
			some(func(n node) bool { return n["areas"] != nil })
	case z != nil && fact == "here":
		return there(*z)
	case z != nil && (fact == "count" || fact == z.Kind):
		return z.Count == 0 || some(func(n node) bool { return n["count"] == float64(z.Count) })
	}
	return a.known(fact) // of other things
}

// known reports whether a fact has a name that files may use.
func (a *asked) known(fact string) bool {
	_, card := a.Compiled.CardAttributes[fact]
	_, seat := a.Compiled.SeatAttributes[fact]
	_, game := a.Compiled.GameAttributes[fact]
	_, zone := a.Compiled.Zones[fact]
	return card || seat || game || zone ||
		slices.Contains([]string{"text", "whole", "on", "ball", "hidden", "here", "count"}, fact)
}

// scenarios are those of a game, by name.
type scenarios struct {
	cases map[string]*scenario.Case
	cache *scenario.Cache
}

func scenariosOf(t *testing.T, game string) *scenarios {
	t.Helper()
	files, err := scenario.Find(filepath.Join(tree, "testdata", "scenarios", game))
	if err != nil {
		t.Fatal(err)
	}
	out := &scenarios{map[string]*scenario.Case{}, scenario.NewCache(nil)}
	for _, path := range files {
		data, err := source.File(path, source.MaxSize)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range scenario.Read(filepath.ToSlash(path), data, &diag.List{}).Cases {
			if out.cases[c.Name] == nil {
				out.cases[c.Name] = c
			}
		}
	}
	return out
}

// at plays a scenario and goes back to where a question is asked.
func (s *scenarios) at(t *testing.T, name, prompt string) *asked {
	t.Helper()
	c := s.cases[name]
	if c == nil {
		t.Fatalf("there is no scenario %q", name)
	}
	fixture, err := s.cache.Fixture(c)
	if err != nil {
		t.Fatal(err)
	}
	unchecked := func(*engine.Game) error { return nil }
	held := scenario.Validator{State: unchecked, Folds: unchecked}
	g := scenario.Try(t.Context(), fixture, c, held, nil).Game
	if g == nil {
		t.Fatalf("the scenario %q does not begin", name)
	}
	answers := g.Position().Answers()
	for i := len(answers); ; i-- {
		if d := g.Open(); d != nil {
			for seat := engine.Seat(1); int(seat) <= g.Layout().Seats; seat++ {
				if q := view.Asked(g.Position(), d, seat); q != nil && q.Prompt == prompt && d.Waits(seat) {
					return newAsked(t, fixture.Table, g, seat, q)
				}
			}
		}
		if i == 0 {
			t.Fatalf("the scenario %q leaves nobody a choice at %s", name, prompt)
		}
		if err := g.Undo(t.Context(), answers[i-1].Number); err != nil {
			t.Fatal(err)
		}
	}
}
