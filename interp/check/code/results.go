package code

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
)

// apiResults are the functions of the API that need more than the registry
// says: of their arguments, or of what they return.
var apiResults map[string]func(e *evaluator, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ

func init() {
	type call = func(e *evaluator, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ
	apiResults = map[string]call{
		"ability": (*evaluator).apiAbility,
		"cards": func(e *evaluator, _ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
			return []typ{listOf(e.selected(args, exprs))}
		},
		"first": func(e *evaluator, _ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
			if found := e.selected(args, exprs); e.certain(args, exprs) {
				return []typ{found}
			} else {
				return []typ{found.or(kNil)}
			}
		},
		"sum":       (*evaluator).apiSum,
		"board":     (*evaluator).apiBoard,
		"draw_from": (*evaluator).apiDrawFrom,
		"roll":      (*evaluator).apiRoll,
		"schedule":  (*evaluator).apiSchedule, "raise": (*evaluator).apiRaise, "raise_all": (*evaluator).apiRaiseAll,
		"say":        (*evaluator).apiSay,
		"finish":     (*evaluator).apiFinish,
		"actions":    (*evaluator).apiActions,
		"options":    (*evaluator).apiOptions,
		"choose.one": (*evaluator).apiOne, "choose.some": (*evaluator).apiSome, "choose.order": (*evaluator).apiSome,
		"choose.secret": (*evaluator).apiSecret, "choose.split": (*evaluator).apiSplit, "move": (*evaluator).apiMove,
	}
}

func (e *evaluator) apiAbility(x *ast.FuncCallExpr, args []typ, _ []ast.Expr) []typ {
	key := fmt.Sprintf("%s:%d", e.fn.chunk.File, x.Line())
	for _, t := range args {
		for _, r := range t.refs {
			s, ok := r.(*site)
			if !ok {
				continue
			}
			known := false
			for _, have := range e.headerSites[key] {
				known = known || have == s
			}
			if !known {
				e.headerSites[key] = append(e.headerSites[key], s)
				e.changed = true
			}
		}
	}
	return []typ{top}
}

// selected is a card that a filter selects: of the types that its conditions
// leave.
func (e *evaluator) selected(args []typ, exprs []ast.Expr) typ {
	out := cardOf(e.allTypes)
	if len(args) == 0 || len(exprs) == 0 {
		return out
	}
	tables := e.constructors(exprs[0], args[0])
	if len(tables) != 1 {
		return out
	}
	for _, f := range tables[0].Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			continue
		}
		if mask, ok := e.typesOf(key.Value, f.Value); ok {
			out.cards &= mask
		}
	}
	if out.cards == 0 {
		out.cards = e.allTypes
	}
	return out
}

// typesOf returns the types of the cards that pass a condition on type, id or
// zone.
func (e *evaluator) typesOf(name string, value ast.Expr) (uint64, bool) {
	t := e.expr(value)
	if name == "zone" && t.only(kZone) {
		return e.accepted(t.zones), true
	}
	if t.only(kList | kTable) {
		t = e.itemOf(t)
	}
	if t.kinds != kWord || t.words == nil {
		return 0, false
	}
	var mask uint64
	for w := range t.words {
		switch name {
		case "type":
			if id, ok := e.c.Types[w]; ok {
				mask |= 1 << uint(id)
			}
		case "id":
			if id, ok := e.c.Defs[w]; ok {
				mask |= 1 << uint(e.p.Defs[id].Type)
			}
		case "zone":
			zones, _ := e.zoneMask(w)
			mask |= e.accepted(zones)
		default:
			return 0, false
		}
	}
	return mask, mask != 0
}

func (e *evaluator) apiSum(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	if len(exprs) == 2 && len(args) == 2 {
		for _, table := range e.constructors(exprs[1], args[1]) {
			e.filter(table)
		}
		if name, ok := exprs[0].(*ast.StringExpr); ok && e.final && e.c.Pack != nil && !e.numberAttribute(name.Value) {
			if _, known := e.c.CardAttributes[name.Value]; known {
				e.unknownName("wrong-type", e.pos(name), fmt.Sprintf("%q is no number and has no sum", name.Value),
					name.Value, e.numberAttributes)
			}
		}
	}
	return []typ{of(kNumber)}
}

func (e *evaluator) apiBoard(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	out := zoneOf(e.allZones())
	if len(args) == 0 || args[0].words == nil {
		return []typ{out}
	}
	var boards []string
	for _, z := range e.p.Zones {
		if z.Rows > 0 {
			boards = append(boards, z.Name)
		}
	}
	var mask uint64
	for _, w := range args[0].wordList() {
		id, ok := e.c.Zones[w]
		if !ok {
			continue
		}
		mask |= 1 << uint(id)
		z := &e.p.Zones[id]
		switch {
		case !e.final || len(exprs) < 4:
		case z.Rows == 0:
			e.unknownName("unknown-zone", e.pos(exprs[0]), fmt.Sprintf("%q is no board", w), w, boards)
		default:
			e.place(exprs[1], "row", z.Rows)
			e.place(exprs[2], "column", z.Columns)
		}
	}
	if mask != 0 {
		out.zones = mask
	}
	return []typ{out}
}

// place checks a row or column that is written out.
func (e *evaluator) place(x ast.Expr, what string, most int) {
	if t := e.expr(x); t.only(kNumber) && t.bounded && t.low == t.high && (t.low < 1 || t.low > most) {
		e.errorf("out-of-range", e.pos(x), "there is no %s %d: the board has %d", what, t.low, most)
	}
}

func (e *evaluator) apiDrawFrom(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	out := cardOf(e.allTypes)
	if len(args) > 0 && args[0].only(kZone|kNil) {
		out.cards = e.accepted(args[0].zones)
	}
	if len(args) > 1 {
		e.atLeast(exprs, 1, 0, "draw_from")
		return []typ{listOf(out)}
	}
	if !e.settled || len(exprs) > 0 && (e.fn.isAnswered() || e.facts.has(e.path(exprs[0])+".top")) {
		return []typ{out}
	}
	return []typ{out.or(kNil)}
}

// atLeast checks a number that is written out.
func (e *evaluator) atLeast(exprs []ast.Expr, i, least int, name string) {
	if !e.final || i >= len(exprs) {
		return
	}
	if t := e.expr(exprs[i]); t.only(kNumber) && t.bounded && t.low == t.high && t.low < least {
		e.errorf("out-of-range", e.pos(exprs[i]), "%s: argument %d cannot be %d", name, i+1, t.low)
	}
}

func (e *evaluator) apiMove(_ *ast.FuncCallExpr, _ []typ, exprs []ast.Expr) []typ {
	e.atLeast(exprs, 2, 1, "move")
	return nil
}

func (e *evaluator) apiRoll(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	face := of(kWord | kNumber)
	if len(args) > 0 && args[0].words != nil {
		var faces typ
		for _, w := range args[0].wordList() {
			if id, ok := e.c.Dice[w]; ok {
				faces = join(faces, e.faces(&e.p.Dice[id]), nil)
			}
		}
		if !faces.bottom() {
			face = faces
		}
	}
	if len(args) > 1 {
		e.atLeast(exprs, 1, 1, "roll")
		return []typ{listOf(face)}
	}
	return []typ{face}
}

func (e *evaluator) faces(d *engine.Die) typ {
	var out typ
	var words []string
	for _, v := range d.Faces {
		switch v.Kind {
		case engine.Number:
			out = join(out, number(int(v.N), int(v.N)), nil)
		case engine.Word:
			words = append(words, e.p.Symbols[v.N])
		default:
			return top
		}
	}
	if len(words) > 0 {
		out = join(out, choiceOf(words), nil)
	}
	return out
}

func (e *evaluator) apiSchedule(x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	if len(args) == 0 || args[0].words == nil {
		return nil
	}
	for _, name := range args[0].wordList() {
		e.used.steps[name] = true
		for _, f := range e.step(name) {
			if !e.final {
				e.program.call(f, args[1:])
				e.passNeeds(f, exprs[1:])
				continue
			}
			if len(exprs)-1 > len(f.params) && !f.vararg {
				e.errorf("wrong-count", e.pos(exprs[1+len(f.params)]), "the step %s takes %s, not %d", name,
					plural(len(f.params)), len(exprs)-1)
				continue
			}
			e.fn.calls = append(e.fn.calls, callSite{f, e.pos(x)})
			e.needsOf(f, x, args[1:], exprs[1:], false)
		}
	}
	return nil
}

func (e *evaluator) apiActions(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	if e.final && len(exprs) > 0 && len(args) > 0 {
		if args[0].any() || args[0].kinds&kWord != 0 && args[0].words == nil {
			e.used.anyAction = true
		}
		for w := range args[0].words {
			e.used.actions[w] = true
		}
		e.eachLiteral(exprs[0], func(leaf ast.Expr, t typ) bool {
			for _, w := range t.wordList() {
				if !contains(e.actionWords, w) {
					e.unknownName("unknown-action", e.pos(leaf),
						fmt.Sprintf("no ability offers actions under %q", w), w, e.actionWords)
					return true
				}
			}
			return false
		})
	}
	return []typ{listOf(of(kAction))}
}

// zoneOfCard is what card:zone_of gives, and checks the name of the zone.
func (e *evaluator) zoneOfCard(object typ, x *ast.FuncCallExpr, args []typ) typ {
	out := zoneOf(e.allZones())
	if len(args) == 0 || args[0].words == nil {
		return out
	}
	var perSeat []string
	for _, z := range e.p.Zones {
		if z.Of == engine.OfCard && z.PerSeat {
			perSeat = append(perSeat, z.Name)
		}
	}
	var mask uint64
	for _, w := range args[0].wordList() {
		if id, ok := e.c.Zones[w]; ok {
			mask |= 1 << uint(id)
			if e.final && !contains(perSeat, w) {
				e.unknownName("unknown-zone", e.pos(x.Args[0]),
					fmt.Sprintf("%q is no zone of cards with one for each seat", w), w, perSeat)
			}
		}
	}
	if mask != 0 {
		out.zones = mask
	}
	return out
}

// printed is what card:printed gives, and checks its word.
func (e *evaluator) printed(x *ast.FuncCallExpr, args []typ) typ {
	if len(args) == 0 || args[0].words == nil || len(args[0].words) != 1 {
		return top
	}
	id, ok := e.c.CardAttributes[args[0].wordList()[0]]
	if !ok {
		return top
	}
	a := &e.p.Cards[id]
	if len(args) > 1 && len(x.Args) > 1 && e.final {
		if a.By < 0 {
			e.errorf("wrong-count", e.pos(x.Args[1]),
				"%q has one printed value; only attributes with by: take a word", a.Name)
		} else {
			by := &e.p.Cards[a.By]
			e.fits(choiceOf(e.p.Spell(by.Words)), by.Name, e.pos(x.Args[1]), args[1], x.Args[1])
		}
	}
	return e.attributeType(a)
}
