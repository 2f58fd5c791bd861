package code

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Use is how scripts use the key of a text.
type Use struct {
	// Places are the calls that name it.
	Places []UsePlace
}

// UsePlace is one call that names the key of a text.
type UsePlace struct {
	diag.Pos
	// Names are the values that the call gives; Open is set where others may
	// come.
	Names map[string]bool
	Open  bool
}

// usage is what the scripts use of the pack, by name.
type usage struct {
	says, prompts, finishes map[string]*Use
	// anySay and anyPrompt are set where a key is not known.
	anySay, anyPrompt, anyFinish bool
	raised, steps                map[string]bool
	anyRaise                     bool
	// lasting are the abilities that may last.
	lasting map[string]bool
	// actions are the words under which scripts ask for actions; anyAction is
	// set where one is not known.
	actions map[string]bool
	// offers are the words offered in questions, checks the keys of what checks
	// of cards say.
	offers, checks map[string]bool
	anyAction      bool
	// lacks are the parameters of triggers that a raise does not give, with its place.
	lacks map[string]map[string]diag.Pos
	// anyLasting is set where an ability that lasts is not known.
	anyLasting bool
}

func newUsage() usage {
	return usage{
		says: map[string]*Use{}, prompts: map[string]*Use{}, finishes: map[string]*Use{},
		lacks:  map[string]map[string]diag.Pos{},
		raised: map[string]bool{}, steps: map[string]bool{}, lasting: map[string]bool{}, actions: map[string]bool{},
		offers: map[string]bool{}, checks: map[string]bool{},
	}
}

func use(uses map[string]*Use, key string, place UsePlace) {
	if uses[key] == nil {
		uses[key] = &Use{}
	}
	for _, p := range uses[key].Places {
		if p.Pos == place.Pos {
			return
		}
	}
	uses[key].Places = append(uses[key].Places, place)
}

// keys notes the keys of texts that an expression may give and reports whether
// all of them are known.
func (e *evaluator) keys(uses map[string]*Use, x ast.Expr, t typ, names map[string]bool, open bool) bool {
	if !t.known() || t.kinds&kWord == 0 {
		return t.known()
	}
	if t.words == nil {
		return false
	}
	for _, w := range t.wordList() {
		if !e.comparedWith(x, w) {
			use(uses, w, UsePlace{e.pos(x), names, open})
		}
	}
	return true
}

// comparedWith reports whether a variable is compared with a word somewhere: then
// it may not be that word here.
func (e *evaluator) comparedWith(x ast.Expr, w string) bool {
	name, ok := x.(*ast.IdentExpr)
	if !ok {
		return false
	}
	v := e.uses[name]
	return v != nil && v.compared[w]
}

// given returns the names that a table of values gives.
func (e *evaluator) given(x ast.Expr, t typ) (names map[string]bool, open bool) {
	names = map[string]bool{}
	if x == nil || t.kinds == kNil {
		return names, false
	}
	tables := e.constructors(x, t)
	if len(tables) != 1 {
		return names, true
	}
	for _, f := range tables[0].Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			open = true
			continue
		}
		names[key.Value] = true
	}
	if s := e.sites[tables[0]]; s != nil {
		for _, name := range s.order {
			names[name] = true
		}
		open = open || s.widened || !s.other.bottom()
	}
	return names, open
}

func (e *evaluator) apiSay(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	if !e.final || len(exprs) == 0 {
		return nil
	}
	names, open := map[string]bool{}, false
	if len(exprs) > 1 && len(args) > 1 {
		names, open = e.given(exprs[1], args[1])
		e.sayValues("say", exprs[1], args[1])
	}
	if !e.keys(e.used.says, exprs[0], args[0], names, open) {
		e.used.anySay = true
	}
	return nil
}

// sayValues checks the values of a message: things and lists of things.
func (e *evaluator) sayValues(name string, x ast.Expr, t typ) {
	for _, table := range e.constructors(x, t) {
		for _, f := range table.Fields {
			value := e.expr(f.Value)
			if value.known() && value.kinds&^kNil != 0 && value.kinds&(things|kList|kTable|kNil) == 0 {
				e.errorf("wrong-type", e.pos(f.Value),
					"%s: a value of a text must be a card, seat, zone, word, number or flag, or a list of such, not %s",
					name, value)
			}
		}
	}
}

// lasts notes which abilities last.
func (e *evaluator) lasts(given map[string]ast.Expr) {
	x := given["ability"]
	if x == nil {
		return
	}
	t := e.expr(x)
	e.used.anyLasting = e.used.anyLasting || e.final && (!t.known() || t.words == nil)
	for _, w := range t.wordList() {
		if !e.used.lasting[w] {
			e.used.lasting[w], e.changed = true, true
		}
	}
}

// recordTexts notes the prompt of a question.
func (e *evaluator) recordTexts(name string, given map[string]ast.Expr) {
	prompt := given["prompt"]
	if prompt == nil {
		return
	}
	names, open := map[string]bool{}, false
	if about := given["about"]; about != nil {
		t := e.expr(about)
		names, open = e.given(about, t)
		e.sayValues(name, about, t)
	}
	if !e.keys(e.used.prompts, prompt, e.expr(prompt), names, open) {
		e.used.anyPrompt = true
	}
}

func (e *evaluator) apiFinish(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	if len(exprs) > 0 {
		if table, ok := exprs[0].(*ast.TableExpr); ok &&
			slices.ContainsFunc(table.Fields, func(f *ast.Field) bool { return f.Key != nil }) {
			e.record("finish", keyword.Lookup("draw"), table)
		}
	}
	if !e.final || len(exprs) < 2 || len(args) < 2 {
		return nil
	}
	if !e.keys(e.used.finishes, exprs[1], args[1], nil, true) {
		e.used.anyFinish = true
	}
	return nil
}

// raisedTriggers are the triggers that the first argument of raise names.
func (e *evaluator) raisedTriggers(args []typ) []engine.TriggerID {
	if len(args) == 0 || args[0].words == nil {
		e.used.anyRaise = e.used.anyRaise || e.final
		return nil
	}
	var ids []engine.TriggerID
	for _, w := range args[0].wordList() {
		if id, ok := e.c.Triggers[w]; ok {
			ids = append(ids, id)
			if e.final {
				e.used.raised[w] = true
			}
		}
	}
	return ids
}

func (e *evaluator) apiRaise(x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	ids := e.raisedTriggers(args)
	if len(exprs) > 1 && len(args) > 1 {
		for _, table := range e.constructors(exprs[1], args[1]) {
			e.raiseParams(ids, table)
			e.leftOut(ids, table, e.pos(x))
		}
	}
	e.raised(ids, args, exprs)
	event := e.applied(ids, x, args)
	if event.bottom() {
		return []typ{top}
	}
	return []typ{event}
}

func (e *evaluator) apiRaiseAll(x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	ids := e.raisedTriggers(args)
	if len(exprs) > 1 && len(args) > 1 {
		for _, list := range e.constructors(exprs[1], args[1]) {
			for _, f := range list.Fields {
				for _, table := range e.constructors(f.Value, e.expr(f.Value)) {
					e.raiseParams(ids, table)
					e.leftOut(ids, table, e.pos(table))
				}
			}
		}
	}
	e.raised(ids, args, exprs)
	return []typ{listOf(e.applied(ids, x, args))}
}

// applied calls the function that makes the change of an event, and returns the
// event.
func (e *evaluator) applied(ids []engine.TriggerID, x *ast.FuncCallExpr, args []typ) typ {
	var ev typ
	for _, id := range ids {
		ev = join(ev, e.event(eventKey{id, engine.Replace, applying}), e.widen)
	}
	if len(args) > 2 {
		one := ev
		if one.bottom() {
			one = top
		}
		e.callApply(args[2], x, one)
	}
	return ev
}

// callApply calls the apply function of raise; it may take no parameter.
func (e *evaluator) callApply(callee typ, x *ast.FuncCallExpr, ev typ) {
	for _, r := range callee.refs {
		if f, ok := r.(*function); ok {
			e.program.call(f, []typ{ev})
			if e.final {
				e.fn.calls = append(e.fn.calls, callSite{f, e.pos(x)})
			}
		}
	}
}

// raiseParams checks the parameters given to raise.
func (e *evaluator) raiseParams(ids []engine.TriggerID, table *ast.TableExpr) {
	for _, f := range table.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			if f.Key == nil && e.final {
				e.errorf("unknown-parameter", e.pos(f.Value), "the parameters of a trigger have names")
			}
			continue
		}
		value := e.expr(f.Value)
		for _, id := range ids {
			trigger := &e.p.Triggers[id]
			want, ok := e.param(trigger, key.Value)
			if !ok {
				if e.final && key.Value != "cancelled" {
					e.unknownName("unknown-parameter", e.pos(f.Key),
						fmt.Sprintf("%s has no parameter %q", trigger.Name, key.Value), key.Value, paramNames(trigger))
				}
				continue
			}
			e.gave(absentParam{id, key.Value}, table, key.Value, value)
			e.require(f.Value, want.kinds|kNil, want.words)
			e.fits(want, key.Value, e.pos(f.Value), value, f.Value)
		}
	}
}

func (e *evaluator) param(t *engine.Trigger, name string) (typ, bool) {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return e.kindType(t.Params[i].Kind, t.Params[i].Words), true
		}
	}
	return typ{}, false
}

func paramNames(t *engine.Trigger) []string {
	var names []string
	for _, p := range t.Params {
		names = append(names, p.Name)
	}
	return names
}
