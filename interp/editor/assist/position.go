package assist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// What may stand in the positions, answers and expectations of scenarios, where
// the registry leaves the keys to the game.

// given is a position: its fixed keys, and the seats.
func (g *guide) given() []key {
	out := g.fields(keyword.Lookup("given"))
	for i := range out {
		switch out[i].name {
		case "game":
			out[i].value = constant(mapOf(func() []key { return g.state(g.c.Pack.Game) }))
		case "table":
			out[i].value = constant(mapOf(func() []key { return g.zones(engine.OfTable, ".has") }))
		case "cards":
			out[i].value = constant(mapOf(func() []key { return g.cardKeys(g.placed) }))
		case "at", "after":
			out[i].value = constant(g.places())
		case "step":
			out[i].value = constant(g.steps())
		case "agenda":
			out[i].value = constant(shapes{{item: g.steps}})
		case "lasting":
			out[i].value = constant(shapes{{item: func() shapes { return g.record("lasting in given") }}})
		case "turns":
			out[i].value = constant(mapOf(func() []key {
				return g.named(keyword.RefPhase, func() shapes { return g.record("turns in given") })
			}))
		case "used":
			out[i].value = constant(mapOf(func() []key {
				return g.cardKeys(func() shapes {
					return mapOf(func() []key { return g.named(keyword.RefAbility, nothing) })
				})
			}))
		case "known":
			out[i].value = constant(g.bySeat(g.cardLists))
		}
	}
	return append(out, g.seats(func() shapes {
		return mapOf(func() []key {
			return append(g.state(g.c.Pack.Seats), g.zones(engine.OfSeat, ".has")...)
		})
	})...)
}

// then is what must be true: its fixed keys, the seats and the cards.
func (g *guide) then() []key {
	out := g.fields(keyword.Lookup("then"))
	parts := []string{".count", ".has", ".lacks", ".top", ".bottom"}
	for i := range out {
		switch out[i].name {
		case "game":
			out[i].value = constant(mapOf(func() []key { return g.state(g.c.Pack.Game) }))
		case "table":
			out[i].value = constant(mapOf(func() []key { return g.zones(engine.OfTable, parts...) }))
		case "events", "no events":
			out[i].value = constant(shapes{{item: g.event}})
		case "sees", "hidden":
			out[i].value = constant(g.bySeat(g.cardLists))
		case "asked":
			out[i].value = constant(g.bySeat(g.prompts))
		}
	}
	out = append(out, g.seats(func() shapes {
		return mapOf(func() []key {
			return append(g.state(g.c.Pack.Seats), g.zones(engine.OfSeat, parts...)...)
		})
	})...)
	return append(out, g.cardKeys(func() shapes {
		return mapOf(func() []key {
			return slices.Concat(g.fields(keyword.Lookup("card in then")), g.everyAttribute(),
				g.zones(engine.OfCard, parts...))
		})
	})...)
}

func constant(s shapes) func() shapes { return func() shapes { return s } }

// line is a line of do: a seat with its answer, or one of the words.
func (g *guide) line() shapes {
	return mapOf(func() []key {
		out := g.fields(keyword.Lookup("line of do"))
		for i := range out {
			if out[i].name == "until" || out[i].name == "through" {
				out[i].value = constant(append(g.places(), g.name(keyword.RefStep)...))
			}
		}
		return append(out, g.seats(func() shapes { return answers })...)
	})
}

// answers stands where a seat answers: what may be said there the game of the
// scenario knows.
var answers = shapes{{refs: []keyword.Ref{refAnswer},
	item: func() shapes { return shapes{{refs: []keyword.Ref{refAnswer}}} }}}

// refAnswer is what an answer names: an option of an open decision.
const refAnswer keyword.Ref = "answer"

// seats are the numbers of the seats as keys.
func (g *guide) seats(value func() shapes) []key {
	var out []key
	for n := 1; n <= g.c.Pack.MaxSeats; n++ {
		out = append(out, key{name: fmt.Sprint(n), doc: fmt.Sprintf("Seat %d.", n), opens: true, value: value})
	}
	return out
}

func (g *guide) bySeat(value func() shapes) shapes {
	return mapOf(func() []key { return g.seats(value) })
}

// state are the attributes of the table or of seats.
func (g *guide) state(attributes []engine.Attribute) []key {
	var out []key
	for i := range attributes {
		a := &attributes[i]
		out = append(out, key{name: a.Name, symbol: Symbol{"attribute", a.Name},
			value: func() shapes { return g.said(a) }})
	}
	return out
}

// said is the value of an attribute in a scenario, where cards go by their names.
func (g *guide) said(a *engine.Attribute) shapes {
	if a.Kind == engine.Card {
		return g.cardNames()
	}
	return g.value(a.Kind, a.Item, a.Words)
}

// everyAttribute are the attributes of cards.
func (g *guide) everyAttribute() []key { return g.state(g.c.Pack.Cards) }

// zones are the zones of a holder, each with its cards, and with what follows its
// name.
func (g *guide) zones(of engine.Holder, parts ...string) []key {
	var out []key
	for i := range g.c.Pack.Zones {
		z := &g.c.Pack.Zones[i]
		if z.Of != of {
			continue
		}
		s := Symbol{"zone", z.Name}
		out = append(out, key{name: z.Name, doc: g.doc(s), symbol: s, opens: true, value: g.cardLists})
		for _, part := range parts {
			out = append(out, key{name: z.Name + part, doc: zoneParts[part], symbol: s, value: g.cardLists})
		}
	}
	return out
}

var zoneParts = map[string]string{
	".has":   "Cards that lie there, among others.",
	".lacks": "Cards that do not lie there.",
	".count": "How many cards lie there.",
	".top":   "The card on top.", ".bottom": "The card at the bottom.",
}

// cardLists are lists of cards, each by its name or with what is said of it.
func (g *guide) cardLists() shapes {
	one := func() shapes {
		return append(g.cardNames(), shape{keys: func(*source.Node) []key { return g.cardKeys(g.placed) }})
	}
	return append(g.cardNames(), shape{item: one, keys: func(*source.Node) []key { return nil },
		any: func(string) shapes { return g.cardLists() }})
}

// placed is what a position says of a card: its state, and the cards in its zones.
func (g *guide) placed() shapes {
	return mapOf(func() []key {
		var out []key
		for _, k := range g.everyAttribute() {
			if id, ok := g.c.CardAttributes[k.name]; ok && g.c.Pack.Cards[id].State {
				out = append(out, k)
			}
		}
		return append(out, g.zones(engine.OfCard)...)
	})
}

// cardNames are the names of cards as scenarios have them.
func (g *guide) cardNames() shapes {
	return shapes{{refs: []keyword.Ref{refCardName}, words: g.cardWords}}
}

// refCardName is a card by what people call it, as scenarios name it.
const refCardName keyword.Ref = "name of a card"

// cardWords are the cards by their English names, by their ids where several share
// one.
func (g *guide) cardWords() []word {
	if g.cards != nil {
		return g.cards
	}
	shared := map[string]int{}
	label := func(i int) string {
		text, ok := g.c.Labels.Cards[i].In("en")
		if !ok {
			return g.c.Pack.Defs[i].ID
		}
		return text
	}
	for i := range g.c.Pack.Defs {
		shared[label(i)]++
	}
	var out []word
	for i := range g.c.Pack.Defs {
		id := g.c.Pack.Defs[i].ID
		w := word{text: label(i), label: id, symbol: Symbol{"card", id}}
		if shared[w.text] > 1 {
			w.text, w.label = id, w.text
		}
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b word) int { return strings.Compare(a.text, b.text) })
	g.cards = out
	return out
}

// cardKeys are the cards as keys.
func (g *guide) cardKeys(value func() shapes) []key {
	var out []key
	for _, w := range g.cardWords() {
		out = append(out, key{name: w.text, doc: w.label, symbol: w.symbol, opens: true, value: value})
	}
	return out
}

// places are the steps of the flow, and the beginnings and ends of its phases.
func (g *guide) places() shapes {
	return shapes{{refs: []keyword.Ref{keyword.RefPlace}, words: func() []word {
		out := slices.DeleteFunc(g.words(keyword.RefPlace), func(w word) bool { return w.symbol.Kind == "phase" })
		for _, phase := range g.c.Names(keyword.RefPhase) {
			for _, end := range []string{".begins", ".ends"} {
				out = append(out, word{text: phase + end, symbol: Symbol{"phase", phase}})
			}
		}
		return out
	}}}
}

// steps are step functions, alone or with their arguments.
func (g *guide) steps() shapes {
	return append(g.name(keyword.RefStep), shape{keys: func(*source.Node) []key {
		return g.named(keyword.RefStep, func() shapes { return shapes{{item: g.cardNames}} })
	}})
}

// event is something that happened: a trigger with its parameters, an ability, a
// line that was said.
func (g *guide) event() shapes {
	triggers := func() []key {
		var out []key
		for i := range g.c.Pack.Triggers {
			t := &g.c.Pack.Triggers[i]
			s := Symbol{"trigger", t.Name}
			out = append(out, key{name: t.Name, doc: g.doc(s), symbol: s, opens: true, value: func() shapes {
				return mapOf(func() []key { return g.parametersOf(t) })
			}})
		}
		return out
	}
	return append(g.name(keyword.RefTrigger), shape{keys: func(*source.Node) []key {
		return append(g.fields(keyword.Lookup("event in then")), triggers()...)
	}})
}

// parameters are those of a trigger, with the values that scenarios give them.
func (g *guide) parametersOf(t *engine.Trigger) []key {
	var out []key
	for i := range t.Params {
		p := &t.Params[i]
		out = append(out, key{name: p.Name, value: func() shapes {
			if p.Kind == engine.Card {
				return g.cardNames()
			}
			return g.value(p.Kind, engine.Nil, p.Words)
		}})
	}
	return out
}

// prompts are the questions that the game asks.
func (g *guide) prompts() shapes {
	return shapes{{words: func() []word {
		var out []word
		for _, text := range g.c.Names(keyword.RefText) {
			if prompt, ok := strings.CutPrefix(text, "prompt."); ok {
				out = append(out, word{text: prompt, label: g.c.Texts["en"][text].Text, symbol: Symbol{"text", text}})
			}
		}
		return out
	}}}
}

// faces are the dice with what comes up.
func (g *guide) faces() shapes {
	return mapOf(func() []key {
		var out []key
		for _, d := range g.c.Tree.Dice {
			faces := shapes{{words: func() []word {
				var words []word
				for _, f := range d.Faces {
					words = append(words, word{text: f.Inline()})
				}
				return words
			}}}
			out = append(out,
				key{name: d.Name.Text, symbol: Symbol{"die", d.Name.Text}, opens: true, value: func() shapes {
					return shapes{{item: func() shapes { return faces }}}
				}})
		}
		return out
	})
}
