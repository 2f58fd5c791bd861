package script

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/library"
)

// rowsMachine is a machine without a game, for functions that need none. It has the cards
// c1 to c3, the seats s1 and s2 and the zone z.
func rowsMachine() *Machine {
	words := []string{"", "red", "blue", "hit", "brave"}
	symbols := map[string]engine.Symbol{}
	for i, w := range words[1:] {
		symbols[w] = engine.Symbol(i + 1)
	}
	p := &engine.Pack{Symbols: words, Triggers: []engine.Trigger{
		{Name: "hit", Params: []engine.Param{{Name: "card", Kind: engine.Card}, {Name: "n", Kind: engine.Number}}},
	}}
	compiled := &compile.Compiled{Pack: p, Symbols: symbols, Triggers: map[string]engine.TriggerID{"hit": 0},
		Dice: map[string]engine.DieID{"coin": 0, "cube": 1}}
	m := &Machine{names: newNames(compiled), symbols: knownBy(symbols), state: language.New(language.Config{})}
	m.things = m.names.things()
	library.Open(m.state)
	thing := func(name string, v engine.Value) {
		m.state.SetGlobal(name, object(m.state.AddClass(&language.Class{Name: v.Kind.String()}), v))
	}
	for i := 1; i <= 3; i++ {
		thing(fmt.Sprint("c", i), engine.CardValue(engine.CardID(i)))
		thing(fmt.Sprint("s", i), engine.SeatValue(engine.Seat(i)))
	}
	thing("z", engine.ZoneValue(7))
	return m
}

// shown is what a call was given, as far as it was read.
func (c *call) shown() string {
	var parts []string
	for i := range c.params {
		if c.has(i) {
			parts = append(parts, fmt.Sprintf("%d:%d", i, c.values[i].N))
		}
	}
	for _, card := range c.cards {
		parts = append(parts, fmt.Sprint("card", card))
	}
	for _, o := range c.choices {
		parts = append(parts, fmt.Sprint("choice", o.V[:o.N]))
	}
	for _, a := range c.about {
		parts = append(parts, fmt.Sprintf("%s=%v", c.m.pack.Symbols[a.Name], a.Value))
	}
	for _, v := range c.things {
		parts = append(parts, fmt.Sprint("thing", v))
	}
	if c.fn != nil {
		parts = append(parts, "function")
	}
	return strings.Join(parts, " ")
}

// TestRows: a function that a test adds is read by its row alone, and what it is given is
// the same however a script writes it: in place, in variables, in a table that was made
// before, and through another name.
func TestRows(t *testing.T) {
	m := rowsMachine()
	one := func(k keyword.Kind) keyword.Type { return keyword.Type{Kind: k} }
	list := func(of keyword.Type) keyword.Type { return keyword.Type{Kind: keyword.ListOf, Item: &of} }
	either := func(of ...keyword.Type) keyword.Type { return keyword.Type{Kind: keyword.Either, Of: of} }
	named := func(ref keyword.Ref) keyword.Type { return keyword.Type{Kind: keyword.Name, Ref: ref} }
	values := keyword.Type{Kind: keyword.MapOf, Item: &keyword.Type{}}
	optional := func(t keyword.Type) keyword.Param { return keyword.Param{Type: t, Optional: true} }
	add := func(name string, params ...keyword.Param) {
		m.state.SetGlobal(name, m.offer(name, &keyword.Func{Params: params}, keyword.ZoneValue,
			func(c *call) language.Value { return language.String(c.shown()) }, nil))
	}
	seats := either(one(keyword.SeatValue), list(one(keyword.SeatValue)))
	place := keyword.Type{Kind: keyword.Choice, Words: []string{"top", "bottom"}}
	add("plain", keyword.Param{Type: named(keyword.RefDie)}, keyword.Param{Type: one(keyword.Number)},
		optional(one(keyword.SeatValue)))
	add("lists", keyword.Param{Type: either(one(keyword.CardValue), list(one(keyword.CardValue)))}, optional(seats))
	add("texts", keyword.Param{Type: named(keyword.RefText)}, optional(values), optional(one(keyword.Function)))
	add("offers", keyword.Param{Type: list(one(keyword.Thing))}, keyword.Param{Type: one(keyword.Thing), Rest: true})
	add("side", keyword.Param{Type: either(place, one(keyword.Number))})

	for call, want := range map[string]string{
		`plain(z, "cube", 3)`:                         "0:7 1:1 2:3",
		`plain(z, "coin", -1, s2)`:                    "0:7 1:0 2:-1 3:2",
		`plain(z, "coin", -1, nil)`:                   "0:7 1:0 2:-1",
		`plain(s1, "coin", 1)`:                        "plain: argument 1 must be a zone, not a seat",
		`plain(z, "cubes", 1)`:                        `plain: there is no die "cubes"; did you mean "cube"?`,
		`plain(z, 3, 1)`:                              "plain: argument 2 must be a word, not the number 3",
		`plain(z, "coin", 1.5)`:                       "plain: argument 3 must be a whole number, not the number 1.5",
		`plain(z, "coin", {})`:                        "plain: argument 3 must be a whole number, not a table",
		`lists(z, c2)`:                                "0:7 1:0 card2",
		`lists(z, {c2, c1}, s1)`:                      "0:7 1:0 2:1 card2 card1",
		`lists(z, {c2, c1, nil}, {s1, s2})`:           "0:7 1:0 2:3 card2 card1",
		`lists(z, {c2, s1})`:                          "lists: item 2 of the list must be a card, not a seat",
		`lists(z, c1, {s1, 4})`:                       "lists: item 2 of the list must be a seat, not the number 4",
		`texts(z, "red", {red = 3, blue = {c1, c2}})`: "0:7 1:1 2:0 red={number 3} blue={card 1} blue={card 2}",
		`texts(z, "red", {})`:                         "0:7 1:1 2:0",
		`texts(z, "red", {red = nil, blue = s1})`:     "0:7 1:1 2:0 blue={seat 1}",
		`texts(z, "red", {rot = 3})`:                  `texts: "rot" is not a word of the pack`,
		`texts(z, "rad")`:                             `texts: "rad" is not a word of the pack; did you mean "red"?`,
		`texts(z, "red", nil, print)`:                 "0:7 1:1 3:0 function",
		`texts(z, "red", 3)`:                          "texts: argument 3 must be a table of values, not the number 3",
		`offers(z, {c1, "blue", {c2, 4}})`: "0:7 1:3 choice[{card 1}] choice[{word 2}] " +
			"choice[{card 2} {number 4}]",
		`offers(z, {"red", "blue"}, 3, c3)`: "0:7 1:2 2:0 choice[{word 1}] choice[{word 2}] " +
			"thing{number 3} thing{card 3}",
		`offers(z, {c1, nil, c2})`: "offers: an option cannot be nothing (nil)",
		`offers(z, {}, {})`:        "offers: argument 3 must be a card, seat, zone, word, number or flag, not a table",
		`side(z, "bottom")`:        "0:7 1:1",
		`side(z, 4)`:               "0:7 1:4",
		`side(z, "left")`:          "side: argument 2 must be top, bottom or a whole number, not the word \"left\"",
		`side(z)`:                  "side: argument 2 must be top, bottom or a whole number, not nothing (nil)",
	} {
		name, args, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
		for _, body := range []string{
			"return " + call,
			"local f = " + name + " return f(" + args + ")",
			"local function id(v) return v end local made = {n = 4, " + args + "} " +
				"return " + name + "(id(made[1]), id(made[2]), id(made[3]), id(made[4]))",
		} {
			if strings.HasPrefix(call, "offers") && strings.Contains(body, "id(") {
				continue // which gives it nothing more, too
			}
			if got := m.try(body); got != want {
				t.Errorf("%s\ngot  %s\nwant %s", body, got, want)
			}
		}
	}
}

// try runs a script and returns its result, or its fault without the place.
func (m *Machine) try(body string) string {
	chunk, err := language.Compile("a", body)
	if err != nil {
		return err.Error()
	}
	m.calls = pool[call]{}
	results, err := m.state.Run(chunk)
	if err != nil {
		_, text, _ := strings.Cut(err.Error(), ": ")
		return text
	}
	return language.Text(results[0])
}

// TestDirections: a direction that a script names is read as its place among those of the
// registry, which the engine's are in the order of.
func TestDirections(t *testing.T) {
	step, _ := keyword.Entity("zone").Method("step")
	if got := step.Params[0].Type.Words; !slices.Equal(got, engine.Directions) {
		t.Errorf("scripts have the directions %v, the engine %v", got, engine.Directions)
	}
}
