package filter

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Shorthands for the table.
var (
	flag   = keyword.Type{Kind: keyword.Flag}
	nested = keyword.Type{Kind: keyword.Filter}
	held   = either(name(keyword.RefType), name(keyword.RefCard), nested)
	aCard  = keyword.Type{Kind: keyword.CardValue}
	aSeat  = keyword.Type{Kind: keyword.SeatValue}
	param  = name(keyword.RefParameter)

	cardOrList = oneOrList(aCard)
	self       = keyword.Type{Kind: keyword.Choice, Words: []string{"self", "host"}}
)

func name(of keyword.Ref) keyword.Type       { return keyword.Type{Kind: keyword.Name, Ref: of} }
func either(of ...keyword.Type) keyword.Type { return keyword.Type{Kind: keyword.Either, Of: of} }
func oneOrList(item keyword.Type) keyword.Type {
	return keyword.Type{Kind: keyword.ListOf, Item: &item, Single: true}
}

// row makes a row: its name, its value in headers, its explanation, and the rest.
func row(name string, t keyword.Type, doc string, rest Key) Key {
	rest.Field = keyword.Field{Name: name, Type: t, Doc: doc}
	return rest
}

// ofSeat is how the condition is written of a seat.
func ofSeat(t keyword.Type, doc string) *keyword.Field { return &keyword.Field{Type: t, Doc: doc} }

// Standard is the table of the language.
var Standard = Table{
	row("type", oneOrList(name(keyword.RefType)), "The card is of this type, or of one of them.",
		Key{Lower: types, Narrow: narrowType, Say: sayType}),
	row("id", oneOrList(name(keyword.RefCard)), "The card has this id, or one of them.",
		Key{Lower: defs, Narrow: narrowDef, Say: sayDef}),
	row("zone", oneOrList(either(name(keyword.RefZones), keyword.Type{Kind: keyword.ZoneValue})),
		"The card lies in a zone of this name or group, or in this very zone.",
		Key{Lower: zones, Narrow: narrowZone, Say: sayZone}),
	row("seat", either(aSeat, param), "The card's controller is this seat, or the seat parameter of this name.",
		Key{Script: &aSeat, Lower: thing(engine.TermSeat, engine.SeatKind), Say: saySeat}),
	row("owner", either(aSeat, param), "The card's owner is this seat, or the seat parameter of this name.",
		Key{Script: &aSeat, Lower: thing(engine.TermOwner, engine.SeatKind), Say: sayOwner}),
	row("friendly", flag, "The card has the same controller (card.seat) as the ability's card.",
		Key{
			Own: true, Seat: ofSeat(flag, "It is the seat of the ability's card."),
			Lower: plain(engine.TermFriendly), Narrow: narrowSide, Say: saySide,
		}),
	row("enemy", flag, "The card has another controller (card.seat) than the ability's card.",
		Key{
			Own: true, Seat: ofSeat(flag, "It is another seat than that of the ability's card."),
			Lower: plain(engine.TermEnemy), Narrow: narrowSide, Say: saySide,
		}),
	row("other", flag, "The card is not the ability's own card.",
		Key{Own: true, Lower: plain(engine.TermOther), Narrow: narrowSide, Say: saySelf}),
	row("is", either(self, param), "The card is the ability's own card (self), or the parameter of this name.",
		Key{
			Script: &self, Own: true, Seat: ofSeat(param, "It is the seat parameter of this name."),
			Lower: is, Narrow: narrowSide, Say: saySelf,
		}),
	row("with", name(keyword.RefAbility), "The card has this named ability, and it works now.",
		Key{Lower: with(false), Say: sayAbility}),
	row("without", name(keyword.RefAbility), "The card does not have this named ability at work.",
		Key{Lower: with(true), Say: sayAbility}),
	row("holds", held, "A card of this type, or one that passes the filter, lies in a zone of the card.",
		Key{Lower: holds(false), Narrow: narrowHolds, Say: sayHolds}),
	row("holds_no", held, "No such card lies in a zone of the card.",
		Key{Lower: holds(true), Say: sayHolds}),
	row("at", either(aCard, param), "The card's place is this card, or the card parameter of this name.",
		Key{Script: &aCard, Lower: thing(engine.TermAt, engine.Card), Say: sayPlace}),
	row("beside", flag, "The card's place is that of the ability's card.",
		Key{Own: true, Lower: plain(engine.TermBeside), Say: sayPlace}),
	row("host", nested, "The card that owns the zone it lies in passes this filter.",
		Key{Lower: sub(engine.TermHost), Narrow: narrowHost, Say: sayHost}),
	row("not", nested, `This filter does not hold. In Lua: ["not"] = {...}.`,
		Key{
			Seat:  ofSeat(keyword.RecordType(SeatFilter), "This condition does not hold."),
			Lower: sub(engine.TermNot), Say: sayNot,
		}),
	row("any", keyword.Type{Kind: keyword.ListOf, Item: &nested}, "One of these filters holds.",
		Key{Lower: anyOf, Narrow: narrowAny, Say: sayAny}),
	row("except", oneOrList(either(aCard, self, param)), "The card is none of these.",
		Key{Script: &cardOrList, Lower: except, Say: sayHere}),
}

// attributeKey is the condition on an attribute of cards, or of seats.
func attributeKey(id engine.AttributeID, a *engine.Attribute, op engine.TermOp) Key {
	return Key{
		Field: keyword.Field{Name: a.Name}, Narrow: narrowAttribute, Say: sayAttribute,
		Lower: func(r *Reader, name string, v *ast.Tree) (engine.Term, bool) {
			kind := a.Kind
			if kind == engine.List {
				kind = a.Item
			}
			term, ok := r.compare(v, kind, a.Words, name, a.Kind != engine.List)
			term.Op = op
			term.Attr = id
			return term, ok
		},
	}
}

func types(r *Reader, name string, v *ast.Tree) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermType}
	known := func() []string { return lists.Sorted(r.Types) }
	ok := r.names(name, v, "unknown-type", "there is no type of cards", known, func(word string) bool {
		id, known := r.Types[word]
		if known {
			term.Set |= 1 << uint(id)
		}
		return known
	})
	return term, ok
}

func defs(r *Reader, name string, v *ast.Tree) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermDef, Values: r.room()}
	known := func() []string { return lists.Sorted(r.Defs) }
	ok := r.names(name, v, "unknown-card", "there is no card", known, func(word string) bool {
		id, known := r.Defs[word]
		term.Values = append(term.Values, engine.Num(int(id)))
		return known
	})
	return term, ok
}

// zones lowers names of zones and groups, or zones.
func zones(r *Reader, name string, v *ast.Tree) (engine.Term, bool) {
	if v.Len() > 0 && v.At(0).Kind == ast.TreeThing {
		term := engine.Term{Op: engine.TermInZone, Values: r.room()}
		for i := range v.Len() {
			item := v.At(i)
			if item.Kind != ast.TreeThing || item.Thing.Kind != engine.Zone {
				r.wrong(item, name, "a zone, as those before it")
				return term, false
			}
			term.Values = append(term.Values, item.Thing)
		}
		return term, true
	}
	term := engine.Term{Op: engine.TermZone}
	ok := r.names(name, v, "unknown-zone", "there is no zone or group", r.ZoneNames, func(word string) bool {
		mask, known := r.Zone(word)
		term.Zones |= mask
		return known
	})
	return term, ok
}

// lower is how a value becomes a term.
type lower = func(r *Reader, name string, v *ast.Tree) (engine.Term, bool)

// thing compares with a seat or a card.
func thing(op engine.TermOp, kind engine.Kind) lower {
	return func(r *Reader, name string, v *ast.Tree) (engine.Term, bool) { return r.thing(name, v, op, kind) }
}

// plain is a condition that is true or false.
func plain(op engine.TermOp) lower {
	return func(r *Reader, name string, v *ast.Tree) (engine.Term, bool) {
		if v.Kind != ast.TreeFlag {
			r.wrong(v, name, "true or false")
		}
		return engine.Term{Op: op, Not: !v.Flag}, v.Kind == ast.TreeFlag
	}
}

func is(r *Reader, _ string, v *ast.Tree) (engine.Term, bool) {
	switch {
	case v.Kind == ast.TreeWord && v.Text == "self" && !r.seats:
		return engine.Term{Op: engine.TermSelf}, true
	case v.Kind == ast.TreeWord && v.Text == "host" && !r.seats:
		return engine.Term{Op: engine.TermIsHost}, true
	case v.Kind == ast.TreeWord && !r.script():
		kind := engine.Card
		if r.seats {
			kind = engine.SeatKind
		}
		i, ok := r.param(v, kind)
		return engine.Term{Op: engine.TermIs, Attr: engine.AttributeID(i)}, ok
	case r.script():
		r.wrong(v, "is", "self")
	default:
		r.wrong(v, "a card", "self, or the name of a card parameter")
	}
	return engine.Term{}, false
}

func with(not bool) lower {
	return func(r *Reader, name string, v *ast.Tree) (engine.Term, bool) {
		term := engine.Term{Op: engine.TermHasAbility, Not: not}
		if v.Kind != ast.TreeWord {
			r.wrong(v, name, "the name of an ability")
			return term, false
		}
		if !r.script() {
			term.Word = r.Ability(ast.Word{Text: v.Text, Pos: v.Pos})
			return term, true
		}
		known := false
		term.Word, known = r.Symbols[v.Text]
		if !known {
			r.unknown("unknown-ability", v, "there is no ability", nil)
		}
		return term, known
	}
}

// holds looks at the cards that another holds: by a type, a card, or a filter.
func holds(not bool) lower {
	return func(r *Reader, _ string, v *ast.Tree) (engine.Term, bool) {
		term := engine.Term{Op: engine.TermHolds, Not: not}
		if v.Kind != ast.TreeWord {
			term.Sub = r.Cards(v)
			return term, true
		}
		key := "type"
		if _, ok := r.Types[v.Text]; !ok {
			key = "id"
		}
		if _, ok := r.Defs[v.Text]; key == "id" && !ok {
			names := append(lists.Sorted(r.Types), lists.Sorted(r.Defs)...)
			r.unknown("unknown-type", v, "there is no type of cards, and no card,", names)
			return term, false
		}
		fields := []ast.TreeField{{Name: key, Pos: v.Pos, Value: v}}
		term.Sub = r.Cards(&ast.Tree{Kind: ast.TreeMap, Fields: fields, Pos: v.Pos})
		return term, true
	}
}

// sub asks another filter, of the same value or of the card that it lies on.
func sub(op engine.TermOp) lower {
	return func(r *Reader, _ string, v *ast.Tree) (engine.Term, bool) {
		term := engine.Term{Op: op}
		if r.seats && op == engine.TermNot {
			term.Sub = r.Seats(v)
		} else {
			term.Sub = r.Cards(v)
		}
		return term, term.Sub != nil
	}
}

func anyOf(r *Reader, _ string, v *ast.Tree) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermAny}
	if v.Kind != ast.TreeList && (v.Kind != ast.TreeMap || len(v.Fields) > 0) {
		r.wrong(v, "any", "a list of filters")
		return term, false
	}
	term.Subs = lists.Map(v.Items, r.Cards)
	return term, true
}

// except lowers the cards that are left out: cards, the ability's own, or parameters.
func except(r *Reader, name string, v *ast.Tree) (engine.Term, bool) {
	cards := engine.Term{Op: engine.TermCard, Values: r.room()}
	var terms []engine.Term
	for i := range v.Len() {
		item := v.At(i)
		if item.Kind == ast.TreeThing && item.Thing.Kind == engine.Card {
			cards.Values = append(cards.Values, item.Thing)
			continue
		}
		if r.script() {
			r.wrong(item, name, "a card or a list of cards")
			return cards, false
		}
		term, ok := is(r, name, item)
		if !ok {
			return term, false
		}
		terms = append(terms, term)
	}
	if len(terms) == 0 {
		cards.Not = true
		return cards, true
	}
	term := oneOf(terms)
	term.Not = true
	return term, true
}
