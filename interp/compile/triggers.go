package compile

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

func (c *Compiler) dice() {
	for _, d := range c.tree.Dice {
		if !c.declare("die", d.Name) {
			continue
		}
		die := engine.Die{Name: d.Name.Text}
		for _, face := range d.Faces {
			if v, ok := c.anyValue(face, "a face"); ok {
				die.Faces = append(die.Faces, v)
			}
		}
		c.out.Dice[d.Name.Text] = engine.DieID(len(c.pack.Dice))
		c.pack.Dice = append(c.pack.Dice, die)
	}
}

func (c *Compiler) triggers() {
	for _, t := range c.tree.Triggers {
		if !c.declare("trigger", t.Name) {
			continue
		}
		c.addTrigger(c.trigger(t), t.Label)
	}
}

func (c *Compiler) addTrigger(t engine.Trigger, label ast.Texts) engine.TriggerID {
	id := engine.TriggerID(len(c.pack.Triggers))
	c.out.Triggers[t.Name] = id
	c.pack.Triggers = append(c.pack.Triggers, t)
	c.out.Labels.Triggers = append(c.out.Labels.Triggers, label)
	return id
}

func (c *Compiler) trigger(t *ast.Trigger) engine.Trigger {
	all := [engine.WindowCount]bool{true, true, true, true}
	out := engine.Trigger{Name: t.Name.Text, Cancel: t.Cancel, Scope: -1, From: -1, Windows: all}
	if len(t.Windows) > 0 {
		out.Windows = [engine.WindowCount]bool{}
		for _, w := range t.Windows {
			i := slices.Index(keyword.WindowNames, w.Text)
			if i < 0 { // reported with the shape of the file
				out.Windows = all
				break
			}
			out.Windows[i] = true
		}
	}
	for _, p := range t.Params {
		if param, ok := c.param(t, p); ok {
			out.Params = append(out.Params, param)
		}
	}
	if t.Cancel && !slices.Contains(out.Windows[:engine.After], true) {
		c.errorf("meaningless-key", t.Name,
			"%q can be cancelled in the windows respond, replace and before, and has none of them", t.Name)
	}
	if t.Scope.Given() {
		out.Scope = c.paramOf(&out, t.Scope, engine.Card)
	}
	if t.Chooses.Given() {
		out.Chooses = c.chooser(&out, t.Chooses) + 1
		c.pack.Order.AskPrompt = c.Symbol("next")
	}
	for _, w := range t.MustStay {
		if i := c.paramOf(&out, w, engine.Card); i >= 0 {
			out.MustStay |= 1 << i
		}
	}
	if t.OrderFrom.Given() {
		out.From = c.paramOf(&out, t.OrderFrom, engine.SeatKind)
	}
	return out
}

func (c *Compiler) param(t *ast.Trigger, p *ast.Param) (engine.Param, bool) {
	// Events have fields of their own, and conditions call what belongs to the ability so.
	taken := append(keyword.Entity("event").Names(), "self", "host", "friendly", "enemy")
	if !c.declare("parameter of "+t.Name.Text, p.Name) || !c.fieldName(p.Name, "parameter", taken) {
		return engine.Param{}, false
	}
	if len(t.Params) > engine.MaxParams && p == t.Params[engine.MaxParams] {
		c.errorf("too-many", p.Name, "a trigger has at most %d parameters", engine.MaxParams)
	}
	vt, ok := c.valueType(p.Type, p.Of, keyword.ParameterTypes)
	if !ok {
		c.out.Broken[p.Name.Text] = true
		return engine.Param{}, false
	}
	return engine.Param{Name: p.Name.Text, Kind: vt.kind, Write: p.Write, Result: p.Result, Words: vt.words}, true
}

// chooser finds the parameter whose seat, or whose controller, orders the mandatory abilities.
func (c *Compiler) chooser(t *engine.Trigger, w ast.Word) int {
	if slices.ContainsFunc(t.Params, func(p engine.Param) bool { return p.Name == w.Text && p.Kind == engine.Card }) {
		return c.paramOf(t, w, engine.Card)
	}
	return c.paramOf(t, w, engine.SeatKind)
}

// paramOf finds a parameter of a kind by its name; -1 if there is none.
func (c *Compiler) paramOf(t *engine.Trigger, w ast.Word, kind engine.Kind) int {
	for i, p := range t.Params {
		if p.Name == w.Text && p.Kind == kind {
			return i
		}
	}
	c.unknown("unknown-parameter", w, "the trigger has no "+kind.String()+" parameter", filter.ParamNames(t, kind))
	return -1
}
