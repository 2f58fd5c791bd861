package script

import (
	"math"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// What a script gives to a function or a method of the game is read by the types of its
// parameters in the registry.

// arguments are what one call gives, in the order of the parameters; a method has the
// thing that it is called on in front. Names are the numbers of what they name. What is
// left out is zero, and what has a form of its own is read by the function itself.
type arguments struct {
	values [4]engine.Value
	// cards are the cards of a parameter that takes one or a list.
	cards []engine.CardID
}

func (a *arguments) card(i int) engine.CardID { return engine.CardID(a.values[i].N) }
func (a *arguments) seat(i int) engine.Seat   { return engine.Seat(a.values[i].N) }
func (a *arguments) zone(i int) engine.ZoneID { return engine.ZoneID(a.values[i].N) }
func (a *arguments) number(i int) int         { return int(a.values[i].N) }

// many is the second argument, how many are wanted as a list; left out, it is one alone.
func (a *arguments) many(call *language.Call) (n int, list bool) {
	if call.Arg(2) == nil {
		return 1, false
	}
	return a.number(1), true
}

// operation is the Go function behind a function or a method of scripts.
type operation func(m *Machine, call *language.Call, a arguments) language.Value

// reading is how a parameter is read.
type reading uint8

const (
	byItself reading = iota
	aThing           // of a kind
	aNumber
	aName
	someCards
	someSeats
)

type parameter struct {
	reading
	kind     engine.Kind
	want     string
	optional bool
	// known is what the name may be of; an ability that is not there is none.
	known *lookup
	ref   keyword.Ref
}

// things are the types that stand for a kind of thing, and how it is called.
var things = map[keyword.Kind]parameter{
	keyword.SeatValue:   {reading: aThing, kind: engine.SeatKind, want: "a seat"},
	keyword.CardValue:   {reading: aThing, kind: engine.Card, want: "a card"},
	keyword.ZoneValue:   {reading: aThing, kind: engine.Zone, want: "a zone"},
	keyword.ActionValue: {reading: aThing, kind: engine.Handle, want: "an action that actions() offered"},
	keyword.Number:      {reading: aNumber},
}

// parameter is how a parameter of the registry is read.
func (m *Machine) parameter(t keyword.Type) parameter {
	switch {
	case t.Kind == keyword.Name || t.Kind == keyword.Word:
		known := m.lookups[t.Ref]
		if known == nil {
			known = m.wordNamed
		}
		return parameter{reading: aName, known: known, ref: t.Ref}
	case t.Kind == keyword.Either && len(t.Of) == 2 && t.Of[1].Kind == keyword.ListOf:
		lists := map[keyword.Kind]reading{keyword.CardValue: someCards, keyword.SeatValue: someSeats}
		return parameter{reading: lists[t.Of[0].Kind]}
	}
	return things[t.Kind]
}

// reads makes a function of the game of what is behind it; self is what a method is
// called on.
func (m *Machine) reads(name string, f *keyword.Func, self keyword.Kind, do operation) language.Builtin {
	var params []parameter
	if self != keyword.Any {
		params = append(params, things[self])
	}
	for _, p := range f.Params {
		one := m.parameter(p.Type)
		one.optional = p.Optional
		if p.Rest {
			break
		}
		params = append(params, one)
	}
	return func(call *language.Call) language.Value {
		var a arguments
		for i := range params {
			p, v := &params[i], call.Arg(i+1)
			if _, shaped := v.(*language.Shape); shaped {
				break // what comes behind its values, the function reads
			}
			switch {
			case p.reading == byItself || v == nil && p.optional && p.reading != someSeats:
			case p.reading == aThing:
				if a.values[i] = engineValue(v); a.values[i].Kind != p.kind {
					m.bad(call, name, i+1, p.want)
				}
			case p.reading == aNumber:
				a.values[i].N = int32(min(max(m.argNumber(call, name, i+1), math.MinInt32), math.MaxInt32))
			case p.reading == aName:
				a.values[i].N = m.nameOf(call, name, i+1, p)
			case p.reading == someCards:
				a.cards = m.argCards(call, name, i+1)
			case p.reading == someSeats:
				a.values[i].N = int32(m.argSeats(call, name, i+1))
			}
		}
		return do(m, call, a)
	}
}

// nameOf reads the name of something that the pack has.
func (m *Machine) nameOf(call *language.Call, fn string, n int, p *parameter) int32 {
	word, ok := call.Arg(n).(language.String)
	if !ok {
		m.bad(call, fn, n, "a word")
	}
	id, ok := p.known.find(string(word))
	switch {
	case ok || p.ref == keyword.RefAbility:
	case p.known == m.wordNamed:
		m.fail(call, m.unknownWord(string(word), fn))
	default:
		call.Fault("%s: there is no %s %q%s", fn, p.ref, string(word), p.known.near(string(word)))
	}
	return id
}
