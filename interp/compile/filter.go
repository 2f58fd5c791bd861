package compile

import (
	"fmt"
	"math"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// filterKey is what a key of a card filter compares.
type filterKey struct {
	op engine.TermOp
	// not is set for the keys that turn the comparison round.
	not bool
	// attr is the attribute, for TermAttribute.
	attr engine.AttributeID
}

// builtKeys is what the keys of the registry's card filter compare.
var builtKeys = map[string]filterKey{
	"type": {op: engine.TermType}, "id": {op: engine.TermDef}, "zone": {op: engine.TermZone},
	"seat": {op: engine.TermSeat}, "owner": {op: engine.TermOwner},
	"friendly": {op: engine.TermFriendly}, "enemy": {op: engine.TermEnemy},
	"other": {op: engine.TermOther}, "is": {op: engine.TermIs},
	"with": {op: engine.TermHasAbility}, "without": {op: engine.TermHasAbility, not: true},
	"holds": {op: engine.TermHolds}, "holds_no": {op: engine.TermHolds, not: true},
	"at": {op: engine.TermAt}, "beside": {op: engine.TermBeside}, "host": {op: engine.TermHost},
	"not": {op: engine.TermNot}, "any": {op: engine.TermAny}, "except": {op: engine.TermCard, not: true},
}

// filterKeys makes the table of the keys that card filters know.
func (c *Compiler) filterKeys() {
	for _, f := range keyword.Filters.Fields {
		key, ok := builtKeys[f.Name]
		if !ok {
			panic("compile: the filter key " + f.Name + " of the registry is not compiled")
		}
		c.keys[f.Name] = key
	}
	for _, name := range sortedKeys(c.out.CardAttributes) {
		c.keys[name] = filterKey{op: engine.TermAttribute, attr: c.out.CardAttributes[name]}
	}
}

// filterNames returns the keys of a card filter, those of the language first.
func (c *Compiled) filterNames() []string {
	return append(keyword.Filters.Names(), sortedKeys(c.CardAttributes)...)
}

// filter lowers a card filter that can name no parameters.
func (c *Compiler) filter(t *ast.Tree) *engine.Filter {
	return (&filterer{Compiler: c}).card(t)
}

// nameAbility gives the symbol of an ability named in a filter, and notes the
// name to be checked when all abilities are known.
func (c *Compiler) nameAbility(w ast.Word) engine.Symbol {
	c.namedAbilities = append(c.namedAbilities, w)
	return c.Symbol(w.Text)
}

// filterer lowers filters that may name the parameters of a trigger; nil for
// none.
type filterer struct {
	*Compiler
	trigger *engine.Trigger
}

func wordOf(t *ast.Tree) ast.Word { return ast.Word{Text: t.Text, Pos: t.Pos} }

func (f *filterer) wrong(t *ast.Tree, what, needed string) {
	f.report.Errorf("wrong-type", t.Pos, "%s must be %s, not %s", what, needed, t.Describe())
}

func (f *filterer) unknownTree(code string, t *ast.Tree, message string, allowed []string) {
	f.unknown(code, wordOf(t), message, allowed)
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
		key, ok := f.keys[field.Name]
		if !ok {
			f.report.Unknown("unknown-filter", field.Pos,
				fmt.Sprintf("a filter on a card has no condition %q", field.Name), field.Name, f.out.filterNames())
			continue
		}
		if f.empty(field) {
			continue
		}
		if term, ok := f.term(field, key); ok {
			term.Not = term.Not != key.not
			out.Terms = append(out.Terms, term)
		}
	}
	return out
}

// empty reports whether a condition says nothing, with a finding if so.
func (f *filterer) empty(field ast.TreeField) bool {
	t := field.Value
	if t.Kind != ast.TreeMap && t.Kind != ast.TreeList || len(t.Fields)+len(t.Items) > 0 {
		return false
	}
	f.report.Errorf("empty-condition", field.Pos, "the condition %s is empty: it says nothing", field.Name)
	return true
}

// term lowers one condition of a filter; what turns it round is the caller's.
func (f *filterer) term(field ast.TreeField, key filterKey) (engine.Term, bool) {
	t := field.Value
	term := engine.Term{Op: key.op}
	switch key.op {
	case engine.TermType:
		return f.types(t)
	case engine.TermDef:
		return f.defs(t)
	case engine.TermZone:
		return f.zone(t)
	case engine.TermSeat, engine.TermOwner:
		return f.reference(t, key.op, engine.SeatKind)
	case engine.TermAt:
		return f.reference(t, key.op, engine.Card)
	case engine.TermFriendly, engine.TermEnemy, engine.TermOther, engine.TermBeside:
		if t.Kind != ast.TreeFlag {
			f.wrong(t, field.Name, "true or false")
			return term, false
		}
		term.Not = !t.Flag
	case engine.TermIs:
		return f.is(t)
	case engine.TermHasAbility:
		return f.with(t)
	case engine.TermHolds:
		term.Sub = f.held(t)
	case engine.TermHost, engine.TermNot:
		term.Sub = f.card(t)
	case engine.TermAny:
		return f.anyOf(t)
	case engine.TermCard:
		return f.except(t)
	case engine.TermAttribute:
		return f.attribute(field, key.attr)
	}
	return term, true
}

func (f *filterer) types(t *ast.Tree) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermType}
	ok := true
	for _, w := range t.List() {
		id, known := f.out.Types[w.Text]
		if w.Kind != ast.TreeWord || !known {
			f.unknownTree("unknown-type", w, "there is no type of cards", sortedKeys(f.out.Types))
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
			f.unknownTree("unknown-card", w, "there is no card", sortedKeys(f.out.Defs))
			ok = false
			continue
		}
		term.Values = append(term.Values, engine.Num(int(id)))
	}
	return term, ok
}

// zone lowers names of zones and groups.
func (f *filterer) zone(t *ast.Tree) (engine.Term, bool) {
	term := engine.Term{Op: engine.TermZone}
	ok := true
	for _, w := range t.List() {
		mask, known := f.out.zoneOrGroup(w.Text)
		if w.Kind != ast.TreeWord || !known {
			f.unknownTree("unknown-zone", w, "there is no zone or group", f.out.zoneNames())
			ok = false
			continue
		}
		term.Zones |= mask
	}
	return term, ok
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

// reference lowers a condition that compares with a parameter.
func (f *filterer) reference(t *ast.Tree, op engine.TermOp, kind engine.Kind) (engine.Term, bool) {
	if t.Kind != ast.TreeWord {
		f.wrong(t, "this condition", fmt.Sprintf("the name of a %s parameter", kind))
		return engine.Term{}, false
	}
	i, ok := f.param(t, kind)
	return engine.Term{Op: op, Attr: engine.AttributeID(i)}, ok
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
	f.unknownTree("unknown-parameter", t, fmt.Sprintf("the trigger %s has no %s parameter", f.trigger.Name, kind), names)
	return 0, false
}

func (f *filterer) is(t *ast.Tree) (engine.Term, bool) {
	switch {
	case t.Kind == ast.TreeWord && t.Text == "self":
		return engine.Term{Op: engine.TermSelf}, true
	case t.Kind == ast.TreeWord:
		i, ok := f.param(t, engine.Card)
		return engine.Term{Op: engine.TermIs, Attr: engine.AttributeID(i)}, ok
	}
	f.wrong(t, "a card", "self, or the name of a card parameter")
	return engine.Term{}, false
}

func (f *filterer) with(t *ast.Tree) (engine.Term, bool) {
	if t.Kind != ast.TreeWord {
		f.wrong(t, "an ability", "a word")
		return engine.Term{}, false
	}
	return engine.Term{Op: engine.TermHasAbility, Word: f.nameAbility(wordOf(t))}, true
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
	f.unknownTree("unknown-type", t, "there is no type of cards, and no card,", append(sortedKeys(f.out.Types), sortedKeys(f.out.Defs)...))
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

// except lowers the cards that are left out: the ability's own, or parameters.
func (f *filterer) except(t *ast.Tree) (engine.Term, bool) {
	var terms []engine.Term
	for _, item := range t.List() {
		term, ok := f.is(item)
		if !ok {
			return term, false
		}
		terms = append(terms, term)
	}
	return oneOf(terms), len(terms) > 0
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
	case t.Kind == ast.TreeWord && is(engine.Word):
		return f.word(t, words, what)
	}
	f.wrong(t, what, "compared with a "+kind.String())
	return engine.Value{}, false
}

func (f *filterer) word(t *ast.Tree, words []engine.Symbol, what string) (engine.Value, bool) {
	if len(words) == 0 {
		return engine.WordValue(f.Symbol(t.Text)), true
	}
	s, known := f.out.Symbols[t.Text]
	if !known || !slices.Contains(words, s) {
		f.unknownTree("unknown-word", t, what+" cannot be", f.spell(words))
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
