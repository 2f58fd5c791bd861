package compile

import (
	"fmt"
	"math"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// builtKeys is what the keys of the registry's card filter compare.
var builtKeys = map[string]FilterKey{
	"type": {Op: engine.TermType}, "id": {Op: engine.TermDef}, "zone": {Op: engine.TermZone},
	"seat": {Op: engine.TermSeat}, "owner": {Op: engine.TermOwner},
	"friendly": {Op: engine.TermFriendly}, "enemy": {Op: engine.TermEnemy},
	"other": {Op: engine.TermOther}, "is": {Op: engine.TermIs},
	"with": {Op: engine.TermWith}, "without": {Op: engine.TermWith, Not: true},
	"holds": {Op: engine.TermHolds}, "holds_no": {Op: engine.TermHolds, Not: true},
	"at": {Op: engine.TermAt}, "beside": {Op: engine.TermBeside}, "host": {Op: engine.TermHost},
	"not": {Op: engine.TermNot}, "any": {Op: engine.TermAny}, "except": {Op: engine.TermCard, Not: true},
}

// filterKeys makes the table of the keys that card filters know.
func (c *Compiler) filterKeys() {
	for _, f := range keyword.Filters.Fields {
		key, ok := builtKeys[f.Name]
		if !ok {
			panic("compile: the filter key " + f.Name + " of the registry is not compiled")
		}
		c.out.FilterKeys[f.Name] = key
	}
	for _, name := range sortedKeys(c.out.CardAttributes) {
		c.out.FilterKeys[name] = FilterKey{Op: engine.TermAttribute, Attr: c.out.CardAttributes[name]}
	}
}

// filterNames returns the keys of a card filter, those of the language first.
func (c *Compiled) filterNames() []string {
	return append(keyword.Filters.Names(), sortedKeys(c.CardAttributes)...)
}

// Filter lowers a card filter. The parameters that it may name are those of
// trigger; nil for none.
func (c *Compiler) Filter(t *ast.Tree, trigger *engine.Trigger, report *diag.List) *engine.Filter {
	f := &filterer{out: c.out, trigger: trigger, report: report, symbol: c.Symbol, ability: c.nameAbility}
	return f.card(t)
}

// nameAbility notes an ability named in a filter, to be checked when all
// abilities are known.
func (c *Compiler) nameAbility(w ast.Word) engine.Symbol {
	c.namedAbilities = append(c.namedAbilities, w)
	return c.Symbol(w.Text)
}

// unknownWord is a word that is nowhere in the pack: no value equals it.
const unknownWord engine.Symbol = -1

// Filter lowers a card filter that a script builds while the game runs.
func (c *Compiled) Filter(t *ast.Tree, report *diag.List) *engine.Filter {
	symbol := func(word string) engine.Symbol {
		if s, ok := c.Symbols[word]; ok {
			return s
		}
		return unknownWord
	}
	ability := func(w ast.Word) engine.Symbol {
		if _, ok := c.Abilities[w.Text]; !ok {
			report.Unknown("unknown-ability", w.Pos, fmt.Sprintf("there is no ability %q", w.Text), w.Text, sortedKeys(c.Abilities))
		}
		return symbol(w.Text)
	}
	f := &filterer{out: c, report: report, symbol: symbol, ability: ability}
	return f.card(t)
}

// filterer lowers filters.
type filterer struct {
	out     *Compiled
	trigger *engine.Trigger
	report  *diag.List
	symbol  func(string) engine.Symbol
	// ability gives the symbol of a named ability and sees to its being known.
	ability func(ast.Word) engine.Symbol
}

func wordOf(t *ast.Tree) ast.Word { return ast.Word{Text: t.Text, Pos: t.Pos} }

func (f *filterer) wrong(t *ast.Tree, what, needed string) {
	f.report.Errorf("wrong-type", t.Pos, "%s must be %s, not %s", what, needed, t.Describe())
}

func (f *filterer) unknown(code string, t *ast.Tree, message string, allowed []string) {
	f.report.Unknown(code, t.Pos, fmt.Sprintf("%s %q", message, t.Text), t.Text, allowed)
}

// card lowers a filter on a card.
func (f *filterer) card(t *ast.Tree) *engine.Filter {
	out := &engine.Filter{}
	if t.Kind == ast.TreeList && len(t.Items) == 0 {
		return out // an empty Lua table is neither list nor map
	}
	if t.Kind != ast.TreeMap {
		f.wrong(t, "a filter on a card", "a table of conditions")
		return out
	}
	for _, field := range t.Fields {
		key, ok := f.out.FilterKeys[field.Name]
		if !ok {
			f.report.Unknown("unknown-filter", field.Pos,
				fmt.Sprintf("a filter on a card has no condition %q", field.Name), field.Name, f.out.filterNames())
			continue
		}
		if term, ok := f.term(field, key); ok {
			term.Not = term.Not != key.Not
			out.Terms = append(out.Terms, term)
		}
	}
	return out
}

// term lowers one condition of a filter; what turns it round is the caller's.
func (f *filterer) term(field ast.TreeField, key FilterKey) (engine.Term, bool) {
	t := field.Value
	term := engine.Term{Op: key.Op}
	switch key.Op {
	case engine.TermType:
		return f.types(t)
	case engine.TermDef:
		return f.defs(t)
	case engine.TermZone:
		return f.zone(t)
	case engine.TermSeat, engine.TermOwner:
		return f.reference(t, key.Op, ast.TreeSeat, engine.SeatKind)
	case engine.TermAt:
		return f.reference(t, key.Op, ast.TreeCard, engine.Card)
	case engine.TermFriendly, engine.TermEnemy, engine.TermOther, engine.TermBeside:
		if t.Kind != ast.TreeFlag {
			f.wrong(t, field.Name, "true or false")
			return term, false
		}
		term.Not = !t.Flag
	case engine.TermIs:
		return f.is(t)
	case engine.TermWith:
		return f.with(t)
	case engine.TermHolds:
		term.Sub = f.held(t)
	case engine.TermHost, engine.TermNot:
		term.Sub = f.card(t)
	case engine.TermAny:
		return f.anyOf(t)
	case engine.TermCard:
		return f.cards(t)
	case engine.TermAttribute:
		return f.attribute(field, key.Attr)
	}
	return term, true
}

func (f *filterer) types(t *ast.Tree) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermType}
	ok := true
	for _, w := range t.List() {
		id, known := f.out.Types[w.Text]
		if w.Kind != ast.TreeWord || !known {
			f.unknown("unknown-type", w, "there is no type of cards", sortedKeys(f.out.Types))
			ok = false
			continue
		}
		term.Set |= 1 << uint(id)
	}
	return term, ok
}

func (f *filterer) defs(t *ast.Tree) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermDef}
	ok := true
	for _, w := range t.List() {
		id, known := f.out.Defs[w.Text]
		if w.Kind != ast.TreeWord || !known {
			f.unknown("unknown-card", w, "there is no card", sortedKeys(f.out.Defs))
			ok = false
			continue
		}
		term.Values = append(term.Values, engine.Num(int(id)))
	}
	return term, ok
}

// zone lowers names of zones and groups to one set, and zones of a running
// game to one term each.
func (f *filterer) zone(t *ast.Tree) (engine.Term, bool) {
	named := engine.Term{Op: engine.TermZone}
	var terms []engine.Term
	ok, names := true, false
	for _, w := range t.List() {
		if w.Kind == ast.TreeZone {
			terms = append(terms, engine.Term{Op: engine.TermInZone, Values: []engine.Value{engine.ZoneValue(engine.ZoneID(w.Number))}})
			continue
		}
		mask, known := f.out.zoneOrGroup(w.Text)
		if w.Kind != ast.TreeWord || !known {
			f.unknown("unknown-zone", w, "there is no zone or group", f.out.zoneNames())
			ok = false
			continue
		}
		named.Zones |= mask
		names = true
	}
	if names || len(terms) == 0 {
		terms = append(terms, named)
	}
	return oneOf(terms), ok
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

// reference lowers a condition that compares with a value of a running game,
// or with the parameter of that name.
func (f *filterer) reference(t *ast.Tree, op engine.TermOp, tree ast.TreeKind, kind engine.Kind) (engine.Term, bool) {
	term := engine.Term{Op: op}
	switch t.Kind {
	case tree:
		term.Values = []engine.Value{{Kind: kind, N: int32(t.Number)}}
		return term, true
	case ast.TreeWord:
		i, ok := f.param(t, kind)
		term.Attr = engine.AttributeID(i)
		return term, ok
	}
	f.wrong(t, "this condition", fmt.Sprintf("a %s, or the name of a %s parameter", kind, kind))
	return term, false
}

// param finds a parameter of the trigger.
func (f *filterer) param(t *ast.Tree, kind engine.Kind) (int, bool) {
	if f.trigger != nil {
		for i, p := range f.trigger.Params {
			if p.Name == t.Text && p.Kind == kind {
				return i, true
			}
		}
	}
	names := paramNames(f.trigger, kind)
	if len(names) == 0 {
		f.report.Errorf("unknown-parameter", t.Pos, "there is no %s parameter here to compare with: %q", kind, t.Text)
		return 0, false
	}
	f.unknown("unknown-parameter", t, fmt.Sprintf("the trigger %s has no %s parameter", f.trigger.Name, kind), names)
	return 0, false
}

func (f *filterer) is(t *ast.Tree) (engine.Term, bool) {
	switch {
	case t.Kind == ast.TreeWord && t.Text == "self":
		return engine.Term{Op: engine.TermSelf}, true
	case t.Kind == ast.TreeWord:
		i, ok := f.param(t, engine.Card)
		return engine.Term{Op: engine.TermIs, Attr: engine.AttributeID(i)}, ok
	case t.Kind == ast.TreeCard:
		return f.cards(t)
	}
	f.wrong(t, "is", "self, or the name of a card parameter")
	return engine.Term{}, false
}

func (f *filterer) with(t *ast.Tree) (engine.Term, bool) {
	var terms []engine.Term
	for _, w := range t.List() {
		if w.Kind != ast.TreeWord {
			f.wrong(w, "an ability", "a word")
			return engine.Term{}, false
		}
		terms = append(terms, engine.Term{Op: engine.TermWith, Word: f.ability(wordOf(w))})
	}
	return oneOf(terms), len(terms) > 0
}

// held lowers a filter on a card that another holds: a type, a card, or a
// filter.
func (f *filterer) held(t *ast.Tree) *engine.Filter {
	if t.Kind != ast.TreeWord {
		return f.card(t)
	}
	if id, ok := f.out.Types[t.Text]; ok {
		return &engine.Filter{Terms: []engine.Term{{Op: engine.TermType, Set: 1 << uint(id)}}}
	}
	if id, ok := f.out.Defs[t.Text]; ok {
		return &engine.Filter{Terms: []engine.Term{{Op: engine.TermDef, Values: []engine.Value{engine.Num(int(id))}}}}
	}
	f.unknown("unknown-type", t, "there is no type of cards, and no card,", append(sortedKeys(f.out.Types), sortedKeys(f.out.Defs)...))
	return &engine.Filter{}
}

func (f *filterer) anyOf(t *ast.Tree) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermAny}
	if t.Kind != ast.TreeList {
		f.wrong(t, "any", "a list of filters")
		return term, false
	}
	for _, sub := range t.Items {
		term.Subs = append(term.Subs, f.card(sub))
	}
	return term, true
}

// cards lowers a list of cards of a running game, and names of parameters.
func (f *filterer) cards(t *ast.Tree) (engine.Term, bool) {
	fixed := engine.Term{Op: engine.TermCard}
	var terms []engine.Term
	ok := true
	for _, item := range t.List() {
		switch item.Kind {
		case ast.TreeCard:
			fixed.Values = append(fixed.Values, engine.CardValue(engine.CardID(item.Number)))
		case ast.TreeNothing:
		default:
			term, fine := f.is(item)
			terms, ok = append(terms, term), ok && fine
		}
	}
	if len(fixed.Values) > 0 || len(terms) == 0 {
		terms = append(terms, fixed)
	}
	return oneOf(terms), ok
}

// attribute lowers a condition on an attribute of the card.
func (f *filterer) attribute(field ast.TreeField, id engine.AttributeID) (engine.Term, bool) {
	a := &f.out.Pack.Cards[id]
	kind := a.Kind
	if kind == engine.List {
		kind = a.Item
	}
	term, ok := f.compare(field.Value, kind, a.Words, field.Name, a.Kind != engine.List)
	term.Op, term.Attr = engine.TermAttribute, id
	return term, ok
}

// compare lowers a value, a list of values, or {min, max} for numbers where
// bounds is set.
func (f *filterer) compare(t *ast.Tree, kind engine.Kind, words []engine.Symbol, what string, bounds bool) (engine.Term, bool) {
	if t.Kind == ast.TreeMap && kind == engine.Number && bounds {
		return f.within(t, what)
	}
	term := engine.Term{Op: engine.TermValue, Compare: engine.OneOf}
	if t.Kind == ast.TreeMap {
		f.wrong(t, what, "a value or a list of values")
		return term, false
	}
	ok := true
	for _, item := range t.List() {
		v, fine := f.constant(item, kind, words, what)
		term.Values, ok = append(term.Values, v), ok && fine
	}
	return term, ok
}

// constant lowers one value to compare with.
func (f *filterer) constant(t *ast.Tree, kind engine.Kind, words []engine.Symbol, what string) (engine.Value, bool) {
	is := func(k engine.Kind) bool { return kind == k || kind == engine.Nil }
	switch {
	case t.Kind == ast.TreeNumber && is(engine.Number):
		return engine.Num(t.Number), true
	case t.Kind == ast.TreeFlag && is(engine.Flag):
		return engine.Bool(t.Flag), true
	case t.Kind == ast.TreeSeat && is(engine.SeatKind):
		return engine.SeatValue(engine.Seat(t.Number)), true
	case t.Kind == ast.TreeCard && is(engine.Card):
		return engine.CardValue(engine.CardID(t.Number)), true
	case t.Kind == ast.TreeZone && is(engine.Zone):
		return engine.ZoneValue(engine.ZoneID(t.Number)), true
	case t.Kind == ast.TreeWord && is(engine.Word):
		return f.word(t, words, what)
	}
	f.wrong(t, what, "compared with a "+kind.String())
	return engine.Value{}, false
}

func (f *filterer) word(t *ast.Tree, words []engine.Symbol, what string) (engine.Value, bool) {
	if len(words) == 0 {
		return engine.WordValue(f.symbol(t.Text)), true
	}
	s, known := f.out.Symbols[t.Text]
	if !known || !slices.Contains(words, s) {
		var allowed []string
		for _, w := range words {
			allowed = append(allowed, f.out.Pack.Symbols[w])
		}
		f.unknown("unknown-word", t, what+" cannot be", allowed)
		return engine.Value{}, false
	}
	return engine.WordValue(s), true
}

func (f *filterer) within(t *ast.Tree, what string) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermValue, Compare: engine.Within, Min: math.MinInt32, Max: math.MaxInt32}
	ok := true
	for _, field := range t.Fields {
		switch {
		case field.Value.Kind != ast.TreeNumber:
			f.wrong(field.Value, field.Name+" of "+what, "a whole number")
			ok = false
		case field.Name == "min":
			term.Min = int32(field.Value.Number)
		case field.Name == "max":
			term.Max = int32(field.Value.Number)
		default:
			f.report.Unknown("unknown-key", field.Pos, fmt.Sprintf("unknown key %q in the bounds of %s", field.Name, what), field.Name, keyword.Lookup("bounds").Names())
			ok = false
		}
	}
	if term.Min > term.Max {
		f.report.Errorf("bad-range", t.Pos, "max of %s is below min", what)
	}
	return term, ok
}
