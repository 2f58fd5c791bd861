package compile

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

func (c *Compiler) order() {
	c.pack.Order.From = -1
	if o := c.tree.Order; o != nil {
		c.pack.Order.Rounds = o.Rounds
		c.pack.Order.Ask = o.Own.Text == "ask"
		if c.pack.Order.Ask {
			c.pack.Order.AskPrompt = c.Symbol("next")
		}
		c.pack.Order.From = c.gameSeat(o.From)
	}
	if c.tree.Standing.Given() {
		c.pack.Evaluation = c.useStep(c.tree.Standing)
	}
	if c.tree.Returns.Given() {
		c.pack.Returns = c.useStep(c.tree.Returns)
	}
	c.lookAhead()
	c.pack.Invariants = lists.Map(c.tree.Invariants, c.useStep)
}

// derived resolves the values that the rules can compute.
func (c *Compiler) derived() {
	for _, d := range c.tree.Derived {
		out := engine.Derived{Name: d.Name.Text, Step: c.useStep(d.Of), WhatIf: d.WhatIf}
		for _, w := range d.For {
			out.OfSeat = out.OfSeat || w.Text == "seat"
			out.OfCard = out.OfCard || w.Text == "card"
		}
		switch {
		case d.Where != nil && !out.OfCard:
			c.errorf("meaningless-key", d.Where, "a value that is not for cards has no `where`")
		case d.Where == nil && out.OfCard:
			c.errorf("missing-key", d.Name, "a value for cards says for which: where: {zone: ...}")
		case d.Where != nil:
			if where := c.filters(nil).Cards(d.Where); where != nil {
				out.Where = *where
			}
		}
		c.pack.Derived = append(c.pack.Derived, out)
		c.out.Labels.Derived = append(c.out.Labels.Derived, d.Label)
	}
}

// lookAhead checks how far bots that think look ahead.
func (c *Compiler) lookAhead() {
	s := c.tree.Search
	to := &c.pack.LookAhead
	if s == nil {
		return
	}
	to.Bluff = s.Bluff
	if n := s.Playouts; n != nil {
		to.Playouts = n.Number
		if n.Number < 1 || n.Number > engine.MostPlayouts {
			c.errorf("bad-range", n, "bots think in 1 to %d playouts a decision, not %d",
				engine.MostPlayouts, n.Number)
		}
	}
	for _, n := range []struct {
		given *ast.Tree
		to    *int
	}{{s.Depth, &to.Depth}, {s.Rollout, &to.Rollout}} {
		switch {
		case n.given == nil:
		case n.given.Number < 0 || n.given.Number > engine.MostAhead:
			c.errorf("bad-range", n.given, "bots look 0 to %d decisions of each seat ahead, not %d",
				engine.MostAhead, n.given.Number)
		default:
			*n.to = n.given.Number
		}
	}
	if s.Rollout != nil && to.Rollout > to.Depth {
		c.errorf("bad-range", s.Rollout,
			"a rollout is a part of the depth: %d decisions do not fit into %d", to.Rollout, to.Depth)
	}
}

// attributesNamed reports the keys of a node that are no attributes.
func (c *Compiler) attributesNamed(n *source.Node, attributes map[string]engine.AttributeID) {
	if n == nil {
		return
	}
	for _, p := range n.Pairs {
		if _, known := attributes[p.Key]; !known {
			c.unknown("unknown-attribute", ast.Word{Text: p.Key, Pos: p.Pos}, "there is no attribute",
				sortedKeys(attributes))
		}
	}
}

// position resolves where scenarios begin and what takes displaced cards.
func (c *Compiler) position() {
	out := Position{Start: -1}
	for i := range c.pack.Types {
		out.Rest = append(out.Rest, c.pack.Types[i].Start)
	}
	if p := c.tree.Position; p != nil {
		if p.Start.Given() {
			out.Start = c.useStep(p.Start)
		}
		out.Clear = c.zoneMask(p.Clear)
		usual := c.tree.Nodes.Game.Get("position")
		c.attributesNamed(usual.Get("game"), c.out.GameAttributes)
		c.attributesNamed(usual.Get("seats"), c.out.SeatAttributes)
		for _, rest := range p.Rest {
			t, known := c.typeNamed(rest.Type)
			z, exists := c.zoneNamed(rest.Zone)
			if known && exists {
				out.Rest[t] = z
			}
		}
	}
	c.out.Position = out
}

// gameSeat resolves the name of a game attribute that holds a seat; -1 if none
// is given.
func (c *Compiler) gameSeat(w ast.Word) engine.AttributeID {
	if !w.Given() {
		return -1
	}
	var seats []string
	for _, a := range c.pack.Game {
		if a.Kind == engine.SeatKind {
			if a.Name == w.Text {
				return c.out.GameAttributes[w.Text]
			}
			seats = append(seats, a.Name)
		}
	}
	c.unknown("unknown-attribute", w, "there is no game attribute of type seat", seats)
	return -1
}

// flow lowers the tree of phases to instructions.
func (c *Compiler) flow() {
	if len(c.tree.Flow) == 0 && c.tree.GamePos.Line > 0 {
		c.errorf("missing-key", c.tree.GamePos, "the game has no flow: the phases and steps that are played")
	}
	c.lower(c.tree.Flow, 0, -1)
	c.emit(engine.Instruction{Op: engine.OpEnd, Loop: -1})
	c.pack.Loops = c.loops
}

func (c *Compiler) emit(in engine.Instruction) int32 {
	c.pack.Flow = append(c.pack.Flow, in)
	return int32(len(c.pack.Flow) - 1)
}

// loop gives a number to a loop of the flow.
func (c *Compiler) loop(w ast.Word) int8 {
	if c.loops == MaxLoops {
		c.errorf("too-many", w, "the flow has more than %d loops", MaxLoops)
		return 0
	}
	c.loops++
	return int8(c.loops - 1)
}

// lower lowers steps and phases; turn is the innermost turn loop, -1 outside.
func (c *Compiler) lower(nodes []*ast.PhaseNode, depth int, turn int8) {
	for _, n := range nodes {
		if n.Step.Given() {
			c.emit(engine.Instruction{Op: engine.OpStep, Arg: int32(c.useStep(n.Step)), Loop: turn})
			continue
		}
		c.phase(n, depth, turn)
	}
}

// phase lowers a phase: each time it is played it begins and ends. Its turns,
// if it has any, go round inside.
func (c *Compiler) phase(n *ast.PhaseNode, depth int, turn int8) {
	id := c.declarePhase(n, depth)
	counter := int8(-1)
	if n.Repeat && n.Times != nil {
		if n.Times.Number < 1 {
			c.errorf("bad-range", n.Times, "a phase is repeated at least once")
		}
		counter = c.loop(n.Name)
		c.emit(engine.Instruction{Op: engine.OpCountStart, Loop: counter})
	}
	start := c.emit(engine.Instruction{Op: engine.OpEnter, Arg: id, Loop: turn})
	if n.Turns != nil {
		c.turns(n, depth)
	} else {
		c.lower(n.Do, depth+1, turn)
	}
	c.emit(engine.Instruction{Op: engine.OpLeave, Arg: id, Loop: turn})
	switch {
	case counter >= 0 && n.Until.Given():
		c.errorf("meaningless-key", n.Until,
			"a phase is repeated until something or a number of times, not both")
	case counter >= 0:
		c.emit(engine.Instruction{Op: engine.OpCountNext, Arg: int32(n.Times.Number), Target: start, Loop: counter})
	case n.Until.Given():
		c.emit(engine.Instruction{Op: engine.OpUnless, Arg: int32(c.useStep(n.Until)), Target: start, Loop: turn})
	case n.Repeat:
		c.errorf("missing-key", n.Name, "repeat of the phase %q needs until or times", n.Name)
	}
}

// turns lowers a turn loop: the first turn is found by the same instruction
// that finds the next.
func (c *Compiler) turns(n *ast.PhaseNode, depth int) {
	from := c.gameSeat(n.Turns.From)
	if !n.Turns.From.Given() {
		from = c.pack.Order.From
	}
	loop := c.loop(n.Name)
	once := n.Turns.Until.Text != "passed"
	c.emit(engine.Instruction{Op: engine.OpTurnsStart, Arg: int32(from), Loop: loop, Once: once})
	jump := c.emit(engine.Instruction{Op: engine.OpJump, Loop: -1})
	c.lower(n.Do, depth+1, loop)
	c.pack.Flow[jump].Arg = c.emit(engine.Instruction{Op: engine.OpTurnsNext, Target: jump + 1, Loop: loop, Once: once})
}

// declarePhase adds a phase with its two triggers.
func (c *Compiler) declarePhase(n *ast.PhaseNode, depth int) int32 {
	if !n.Name.Given() {
		return 0 // reported as a missing key
	}
	if !c.declare("phase", n.Name) || !c.fieldName(n.Name, "phase") {
		return int32(c.out.Phases[n.Name.Text])
	}
	id := len(c.pack.Phases)
	c.Symbol(n.Name.Text)
	c.out.Phases[n.Name.Text] = id
	c.pack.Phases = append(c.pack.Phases, engine.Phase{
		Name: n.Name.Text, Depth: depth,
		Begins: c.phaseTrigger(n, ".begins"), Ends: c.phaseTrigger(n, ".ends"),
	})
	c.out.Labels.Phases = append(c.out.Labels.Phases, n.Label)
	return int32(id)
}

func (c *Compiler) phaseTrigger(n *ast.PhaseNode, suffix string) engine.TriggerID {
	name := n.Name.Text + suffix
	if !c.declare("trigger", ast.Word{Text: name, Pos: n.Name.Pos}) {
		return c.out.Triggers[name]
	}
	return c.addTrigger(engine.Trigger{
		Name: name, Params: []engine.Param{{Name: "seat", Kind: engine.SeatKind}},
		Windows: [engine.WindowCount]bool{engine.Respond: true, engine.Before: true, engine.After: true},
		Scope:   -1, From: -1,
	}, nil)
}
