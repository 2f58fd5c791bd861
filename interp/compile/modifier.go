package compile

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// operations are the fields that say what a modifier does, with their
// operation.
var operations = []struct {
	field string
	op    engine.ModifierOp
}{
	{"set", engine.SetTo}, {"add", engine.Add}, {"remove", engine.Remove}, {"at_least", engine.AtLeast},
	{"at_most", engine.AtMost},
}

// modifier reads an ability that changes what an attribute reads as.
func (h *headerReader) modifier(out *engine.Ability) {
	out.Where = h.where(nil)
	a := h.modified(out)
	if out.Of == engine.Control {
		return
	}
	if t := h.fields["of"]; t != nil {
		switch out.OfHolder {
		case engine.OfCard:
			out.OfFilter = h.filters(nil).Cards(t)
		case engine.OfSeat:
			out.OfFilter = h.filters(nil).Seats(t)
		default:
			h.errorf("meaningless-key", t, "of says nothing for an attribute of the table")
		}
	}
	if out.OfHolder == engine.OfCard {
		out.ReadsOwn = out.OfFilter.Reads(out.Of)
		for i := range out.Where {
			out.ReadsOwn = out.ReadsOwn || out.Where[i].Filter.Reads(out.Of)
		}
	}
	field := "amount"
	var given []string
	for _, o := range operations {
		if h.fields[o.field] != nil {
			field = o.field
			out.Op = o.op
			given = append(given, o.field)
		}
	}
	switch {
	case len(given) > 1:
		h.errorf("bad-ability", h.header,
			"a modifier has one of set, add, remove, at_least and at_most; this one has %s and %s", given[0], given[1])
	case len(given) == 1:
		h.operand(out, a, field)
	case h.header.HasAmount:
		out.Op = engine.Add
	default:
		h.errorf("missing-key", h.header,
			"a modifier needs one of set, add, remove, at_least and at_most, or a function amount")
	}
	if a != nil && !h.operates(out.Op, a) {
		h.errorf("wrong-type", h.header, "%q is a %s: %s is no operation on it", a.Name, a.Kind, field)
	}
}

// operates reports whether a modifier can do to an attribute what an operation says.
func (h *headerReader) operates(op engine.ModifierOp, a *engine.Attribute) bool {
	if op == engine.Add || op == engine.Remove {
		return a.IsSet() && !h.header.HasAmount || a.Kind == engine.Number && op == engine.Add
	}
	return op == engine.SetTo || a.Kind == engine.Number
}

// modified finds the attribute that a modifier changes; nil if there is none.
func (h *headerReader) modified(out *engine.Ability) *engine.Attribute {
	find :=
		func(w ast.Word, what string, ids map[string]engine.AttributeID,
			attributes []engine.Attribute) *engine.Attribute {
			id, ok := ids[w.Text]
			if !ok {
				h.unknown("unknown-attribute", w, "there is no attribute of "+what, sortedKeys(ids))
				return nil
			}
			out.Of = id
			return &attributes[id]
		}
	if w := h.word("of_seat"); w.Given() {
		out.OfHolder = engine.OfSeat
		return find(w, "seats", h.out.SeatAttributes, h.pack.Seats)
	}
	if w := h.word("of_game"); w.Given() {
		out.OfHolder = engine.OfTable
		return find(w, "the table", h.out.GameAttributes, h.pack.Game)
	}
	out.OfHolder = engine.OfCard
	w := h.word("modifies")
	if !w.Given() {
		return nil
	}
	if w.Text == "seat" {
		out.Of = engine.Control
		out.Op = engine.SetTo
		h.pack.Controls = true
		return nil
	}
	return find(w, "cards", h.out.CardAttributes, h.pack.Cards)
}

// operand reads the value of a modifier: a constant, a parameter by its name,
// or true when a function gives it.
func (h *headerReader) operand(out *engine.Ability, a *engine.Attribute, field string) {
	t := h.fields[field]
	if h.header.HasAmount {
		if t.Kind != ast.TreeFlag || !t.Flag {
			h.errorf("wrong-type", t, "the function amount gives the number; write %s = true", field)
		}
		return
	}
	if t.Kind == ast.TreeWord {
		i := slices.IndexFunc(out.Params, func(p engine.AbilityParam) bool { return p.Name == t.Text })
		if i >= 0 {
			out.AmountParam = i
			if a != nil && out.Params[i].Kind != a.Kind && !(a.IsSet() && out.Params[i].Kind == engine.Word) {
				h.errorf("wrong-type", t, "the parameter %q is a %s, and %q a %s", t.Text,
					out.Params[i].Kind, a.Name, a.Kind)
			}
			return
		}
	}
	if a == nil {
		return
	}
	if a.Kind == engine.Number && t.Kind == ast.TreeWord {
		names := lists.Map(out.Params, func(p engine.AbilityParam) string { return p.Name })
		h.unknown("unknown-parameter", wordOf(t), field+" is a number or a parameter of the ability, not", names)
		return
	}
	if v, ok := h.value(t, valueType{kind: a.Kind, words: a.Words, item: a.Item, set: a.IsSet()}, field); ok {
		out.Amount = v
	}
}
