package compile

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
)

// target reads what an ability acts on. A target is a filter, or a table with from.
func (h *headerReader) target(out *engine.Ability) {
	t := h.fields["target"]
	if t == nil || out.Form == engine.Marker { // of which it is said that a target means nothing
		return
	}
	var trigger *engine.Trigger
	if out.Form == engine.Hook && out.Trigger >= 0 {
		trigger = &h.pack.Triggers[out.Trigger]
	}
	target := &engine.Target{Min: 1, Max: 1, One: true, By: -1, Prompt: h.Symbol("target")}
	out.Target = target
	out.Aimed = true
	from := t
	if t.Has("from") {
		from = t.Get("from")
		h.targetFields(target, t, trigger)
	}
	if !h.header.HasFrom {
		target.Filter = h.filters(trigger).Cards(from)
		target.Kind = from.Text
	}
	out.HasWhen = out.HasWhen || !target.Unneeded
}

// targetFields reads what a target says beside from.
func (h *headerReader) targetFields(target *engine.Target, t *ast.Tree, trigger *engine.Trigger) {
	h.known(t, "target")
	target.All = h.flagIn(t.Get("all"), "all")
	target.Optional = h.flagIn(t.Get("optional"), "optional")
	target.Unneeded = t.Has("needed") && !h.flagIn(t.Get("needed"), "needed")
	bounded := t.Has("min") || t.Has("max")
	target.One = !target.All && !bounded
	if t.Has("max") {
		target.Min = 0
	}
	target.Min = h.numberIn(t, "min", 0, target.Min)
	target.Max = h.numberIn(t, "max", 1, max(1, target.Min))
	if target.Min > target.Max {
		h.errorf("bad-range", t.Get("min"), "min is %d and max %d: nothing lies between", target.Min,
			target.Max)
	}
	if target.All && (target.Optional || bounded || t.Has("by") || t.Has("prompt")) {
		h.errorf("meaningless-key", t.Get("all"),
			"all takes all of them and asks nobody; it says so alone, beside from and needed")
	}
	if w := h.wordIn(t.Get("prompt"), "prompt"); w.Given() {
		target.Prompt = h.Symbol(w.Text)
	}
	w := h.wordIn(t.Get("by"), "by")
	switch {
	case w.Given() && trigger != nil:
		target.By = h.paramOf(trigger, w, engine.SeatKind)
	case w.Given():
		h.errorf("meaningless-key", w,
			"by names a parameter of a trigger; of an action the seat that acts chooses")
	}
}

// numberIn takes a field of a table that is a number, at least so much.
func (h *headerReader) numberIn(t *ast.Tree, name string, least, usual int) int {
	v := t.Get(name)
	if v == nil {
		return usual
	}
	if v.Kind != ast.TreeNumber || v.Number < least {
		h.notA(v, name, fmt.Sprint("a number from ", least))
		return usual
	}
	return v.Number
}
