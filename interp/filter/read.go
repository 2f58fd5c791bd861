package filter

import (
	"fmt"
	"math"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Reader lowers filters and reports their mistakes.
type Reader struct {
	*Keys
	Report *diag.List
	// Trigger is what the ability answers whose parameters may be named; nil for none.
	Trigger *engine.Trigger
	// Symbol numbers a word that may be new, Ability the name of an ability that need not
	// be known yet. Both are nil where a script gives the filter: there words are known,
	// and seats, cards and zones stand themselves.
	Symbol  func(string) engine.Symbol
	Ability func(ast.Word) engine.Symbol
	// Own is the last condition that looks from the card of an ability, "" if none did.
	Own string
	// Room is where the next term may keep its values.
	Room []engine.Value
	// seats is set while the filter is on a seat.
	seats bool
}

func (r *Reader) script() bool { return r.Symbol == nil }

// room takes what room there is for the values of a term.
func (r *Reader) room() []engine.Value {
	room := r.Room
	r.Room = nil
	return room
}

func (r *Reader) wrong(t *ast.Tree, what, needed string) {
	r.Report.Errorf("wrong-type", t, "%s must be %s, not %s", what, needed, t.Describe())
}

func (r *Reader) unknown(code string, t *ast.Tree, message string, allowed []string) {
	r.Report.Unknown(code, t, t.Text, allowed, "%s %q", message, t.Text)
}

// Cards lowers a filter on a card: its conditions, or in files and headers the name of a kind.
func (r *Reader) Cards(t *ast.Tree) *engine.Filter {
	if t.Kind != ast.TreeWord || r.script() {
		return r.filter(t, false)
	}
	kind := r.Kinds[t.Text]
	if kind == nil {
		r.unknown("unknown-kind", t,
			"a filter on a card is a table of conditions or a kind of game.yaml; there is no kind",
			lists.Sorted(r.Kinds))
		return &engine.Filter{}
	}
	own := *r
	own.Trigger = nil // of which a kind knows nothing
	return own.filter(kind.Filter, false)
}

// Seats lowers a filter on a seat: friendly, enemy, or a table.
func (r *Reader) Seats(t *ast.Tree) *engine.Filter { return r.onSeat(t, "a seat") }

func (r *Reader) filter(t *ast.Tree, seats bool) *engine.Filter {
	out := &engine.Filter{}
	if t.Kind == ast.TreeList && len(t.Items) == 0 {
		return out // an empty Lua table is neither list nor map
	}
	if t.Kind != ast.TreeMap {
		r.wrong(t, "a filter on a card", "a table of conditions")
		return out
	}
	was := r.seats
	r.seats = seats
	for _, field := range t.Fields {
		if term, ok := r.Condition(field); ok {
			out.Terms = append(out.Terms, term)
		}
	}
	r.seats = was
	return out
}

// NoCondition says that filters on cards have no such condition, and which one was meant by
// words that people have for it.
func NoCondition(name string) string {
	said := fmt.Sprintf("a filter on a card has no condition %q", name)
	if name == "name" || name == "card" {
		said += "; a card is told by its id"
	}
	return said
}

// Condition lowers one condition of a filter; false where there is none.
func (r *Reader) Condition(field ast.TreeField) (engine.Term, bool) {
	i, ok := r.byName[field.Name]
	if r.seats && !(ok && r.rows[i].Seat != nil) {
		names := lists.Map(r.Pack.Seats, func(a engine.Attribute) string { return a.Name })
		at := slices.Index(names, field.Name)
		if at < 0 {
			names = append(r.Table.Lookup(SeatFilter).Names(), names...)
			r.Report.Unknown("unknown-filter", field, field.Name, names, "a filter on a seat has no condition %q",
				field.Name)
			return engine.Term{}, false
		}
		i = r.ofSeats + at
		ok = true
	}
	if !ok {
		r.Report.Unknown("unknown-filter", field, field.Name, r.Names(), "%s", NoCondition(field.Name))
		return engine.Term{}, false
	}
	if !r.script() && r.empty(field) {
		return engine.Term{}, false
	}
	if r.rows[i].Own {
		r.Own = field.Name
	}
	term, ok := r.rows[i].Lower(r, field.Name, field.Value)
	term.Key = uint16(i)
	return term, ok
}

// empty reports whether a condition says nothing, with a finding if so.
func (r *Reader) empty(field ast.TreeField) bool {
	t := field.Value
	if t.Kind != ast.TreeMap && t.Kind != ast.TreeList || len(t.Fields)+len(t.Items) > 0 {
		return false
	}
	r.Report.Errorf("empty-condition", field, "the condition %s is empty: it says nothing", field.Name)
	return true
}

// Where lowers the conditions of an ability: on its card, and on the parameters of the
// trigger.
func (r *Reader) Where(t *ast.Tree) []engine.Condition {
	if t.Kind == ast.TreeList && len(t.Items) == 0 {
		return nil
	}
	if t.Kind != ast.TreeMap {
		r.wrong(t, "where", "a table of conditions")
		return nil
	}
	var out []engine.Condition
	for _, field := range t.Fields {
		if r.empty(field) {
			continue
		}
		switch field.Name {
		case "self":
			out = append(out, engine.Condition{Param: engine.OwnCard, Filter: r.Cards(field.Value)})
			continue
		case "friendly":
			out = append(out, engine.Condition{Param: engine.OwnSeat, Filter: r.filter(field.Value, true)})
			continue
		case "enemy":
			out = append(out, engine.Condition{Param: engine.OtherSeat, Filter: r.filter(field.Value, true)})
			continue
		}
		i := r.whereParam(field)
		if i < 0 {
			continue
		}
		if filter := r.onParam(&r.Trigger.Params[i], field.Value); filter != nil {
			out = append(out, engine.Condition{Param: i, Filter: filter})
		}
	}
	return out
}

func (r *Reader) whereParam(field ast.TreeField) int {
	allowed := append([]string{"self"}, ParamNames(r.Trigger, engine.Nil)...)
	for i, name := range allowed[1:] {
		if name == field.Name {
			return i
		}
	}
	message := fmt.Sprintf("where cannot look at %q: this ability answers no trigger", field.Name)
	if r.Trigger != nil {
		message = fmt.Sprintf("the trigger %s has no parameter %q", r.Trigger.Name, field.Name)
	}
	if !r.Keys.Broken[field.Name] {
		r.Report.Unknown("unknown-parameter", field, field.Name, allowed, "%s", message)
	}
	return -1
}

// onParam lowers the condition on one parameter.
func (r *Reader) onParam(p *engine.Param, t *ast.Tree) *engine.Filter {
	if t.Kind == ast.TreeMap && len(t.Fields) == 1 && t.Fields[0].Name == "not" && p.Kind != engine.Card {
		sub := r.onParam(p, t.Fields[0].Value)
		if sub == nil {
			return nil
		}
		return &engine.Filter{Terms: []engine.Term{{Op: engine.TermNot, Sub: sub}}}
	}
	var term engine.Term
	ok := true
	switch p.Kind {
	case engine.Card:
		if t.Kind != ast.TreeWord || r.Kinds[t.Text] != nil {
			return r.Cards(t)
		}
		message := p.Name + " is a card and is compared with a filter or a word, not"
		return r.word(t, message, append(lists.Sorted(r.Kinds), "self", "friendly", "enemy")...)
	case engine.SeatKind:
		return r.onSeat(t, p.Name)
	case engine.Zone:
		term, ok = zones(r, p.Name, t)
		term.Key = uint16(r.byName["zone"])
	default:
		term, ok = r.compare(t, p.Kind, p.Words, p.Name, true)
	}
	if !ok {
		return nil
	}
	return &engine.Filter{Terms: []engine.Term{term}}
}

func (r *Reader) onSeat(t *ast.Tree, name string) *engine.Filter {
	switch t.Kind {
	case ast.TreeWord:
		return r.word(t, name+" is a seat and is compared with a word or a table, not", "friendly", "enemy")
	case ast.TreeMap:
		return r.filter(t, true)
	}
	r.wrong(t, name, "friendly, enemy or a table of conditions on a seat")
	return nil
}

// word lowers one of the words that stand for the most used filters.
func (r *Reader) word(t *ast.Tree, message string, words ...string) *engine.Filter {
	field := ast.TreeField{Name: t.Text, Pos: t.Pos, Value: &ast.Tree{Kind: ast.TreeFlag, Flag: true, Pos: t.Pos}}
	switch {
	case !slices.Contains(words, t.Text):
		r.unknown("unknown-value", t, message, words)
		return nil
	case t.Text == "self":
		field.Name = "is"
		field.Value = t
	}
	term, _ := r.Condition(field)
	return &engine.Filter{Terms: []engine.Term{term}}
}

// names lowers the names of something, one or a list: an empty list lets nothing through.
func (r *Reader) names(name string, t *ast.Tree, code, message string, known func() []string,
	take func(word string) bool) bool {
	ok := true
	for i := range t.Len() {
		w := t.At(i)
		switch {
		case w.Kind == ast.TreeWord && take(w.Text):
		case r.script() && w.Kind != ast.TreeWord:
			r.wrong(w, name, "a word or a list of words")
			ok = false
		default:
			r.unknown(code, w, message, known())
			ok = false
		}
	}
	return ok
}

// oneOf is a term that holds when one of the terms does.
func oneOf(terms []engine.Term) engine.Term {
	if len(terms) == 1 {
		return terms[0]
	}
	out := engine.Term{Op: engine.TermAny}
	for _, t := range terms {
		out.Subs = append(out.Subs, &engine.Filter{Terms: []engine.Term{t}})
	}
	return out
}

// thing lowers a condition that compares with a thing of a kind: itself where a script
// gives it, the name of a parameter in a header.
func (r *Reader) thing(name string, t *ast.Tree, op engine.TermOp, kind engine.Kind) (engine.Term, bool) {
	switch {
	case t.Kind == ast.TreeThing && t.Thing.Kind == kind:
		return engine.Term{Op: op, Attr: -1, Values: append(r.room(), t.Thing)}, true
	case r.script():
		r.wrong(t, name, "a "+kind.String())
		return engine.Term{}, false
	case t.Kind != ast.TreeWord:
		r.wrong(t, "this condition", fmt.Sprintf("the name of a %s parameter", kind))
		return engine.Term{}, false
	}
	i, ok := r.param(t, kind)
	return engine.Term{Op: op, Attr: engine.AttributeID(i)}, ok
}

// param finds a parameter of the trigger.
func (r *Reader) param(t *ast.Tree, kind engine.Kind) (int, bool) {
	if r.Trigger != nil {
		for i, p := range r.Trigger.Params {
			if p.Name == t.Text && p.Kind == kind {
				return i, true
			}
		}
	}
	names := ParamNames(r.Trigger, kind)
	if len(names) == 0 {
		r.Report.Errorf("unknown-parameter", t, "there is no %s parameter here to compare with: %q", kind, t.Text)
		return 0, false
	}
	r.unknown("unknown-parameter", t, fmt.Sprintf("the trigger %s has no %s parameter", r.Trigger.Name, kind), names)
	return 0, false
}

// ParamNames are the names of a trigger's parameters of a kind; of all for Nil. A nil
// trigger has none.
func ParamNames(t *engine.Trigger, kind engine.Kind) []string {
	var names []string
	if t != nil {
		for _, p := range t.Params {
			if kind == engine.Nil || p.Kind == kind {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// compare lowers a value, a list of values, or {min, max} for numbers where bounds is
// set.
func (r *Reader) compare(t *ast.Tree, kind engine.Kind, words []engine.Symbol, what string,
	bounds bool) (engine.Term, bool) {
	if t.Kind == ast.TreeMap && kind == engine.Number && bounds {
		return r.within(t, what)
	}
	term := engine.Term{Op: engine.TermValue, Compare: engine.OneOf, Values: r.room()}
	if t.Kind == ast.TreeMap {
		r.wrong(t, what, "a value or a list of values")
		return term, false
	}
	ok := true
	for i := range t.Len() {
		v, fine := r.constant(t.At(i), kind, words, what)
		term.Values = append(term.Values, v)
		ok = ok && fine
	}
	return term, ok
}

// constant lowers one value to compare with.
func (r *Reader) constant(t *ast.Tree, kind engine.Kind, words []engine.Symbol, what string) (engine.Value, bool) {
	is := func(k engine.Kind) bool { return kind == k || kind == engine.Nil }
	switch {
	case t.Kind == ast.TreeNumber && is(engine.Number) && (t.Text == "" || !source.IsFraction(t.Text)):
		return engine.Num(t.Number), true
	case t.Kind == ast.TreeFlag && is(engine.Flag):
		return engine.Bool(t.Flag), true
	case t.Kind == ast.TreeWord && is(engine.Word):
		return r.symbol(t, words, what)
	case t.Kind == ast.TreeThing && is(t.Thing.Kind):
		return t.Thing, true
	}
	r.wrong(t, what, "compared with a "+kind.String())
	return engine.Value{}, false
}

func (r *Reader) symbol(t *ast.Tree, words []engine.Symbol, what string) (engine.Value, bool) {
	s, known := r.Symbols[t.Text]
	switch {
	case r.script() && !known:
		r.unknown("unknown-word", t, what+": the pack has no word", lists.Sorted(r.Symbols))
		return engine.Value{}, false
	case r.script():
	case len(words) == 0:
		s = r.Symbol(t.Text)
	case !known || !slices.Contains(words, s):
		r.unknown("unknown-word", t, what+" cannot be", r.Pack.Spell(words))
		return engine.Value{}, false
	}
	return engine.WordValue(s), true
}

func (r *Reader) within(t *ast.Tree, what string) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermValue, Compare: engine.Within, Min: math.MinInt32, Max: math.MaxInt32}
	ok := true
	for _, field := range t.Fields {
		switch {
		case field.Value.Kind != ast.TreeNumber:
			r.wrong(field.Value, field.Name+" of "+what, "a whole number")
			ok = false
		case field.Name == "min":
			term.Min = int32(field.Value.Number)
		case field.Name == "max":
			term.Max = int32(field.Value.Number)
		default:
			r.Report.Unknown("unknown-key", field, field.Name, keyword.Lookup("bounds").Names(),
				"unknown key %q in the bounds of %s", field.Name, what)
			ok = false
		}
	}
	if term.Min > term.Max && !r.script() {
		r.Report.Errorf("bad-range", t, "max of %s is below min", what)
	}
	return term, ok
}
