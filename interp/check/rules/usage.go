package rules

import (
	"fmt"
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
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
	raised                       map[string]bool
	anyRaise                     bool
	// actions are the words under which scripts ask for actions; anyAction is
	// set where one is not known.
	actions map[string]bool
	// offers are the words offered in questions, checks the keys of what checks
	// of cards say.
	offers, checks map[string]bool
	anyAction      bool
	// ends is set where a script calls finish.
	ends bool
	// lacks are the parameters of triggers that a raise does not give, with its place.
	lacks map[string]map[string]diag.Pos
	// anyLasting is set where an ability that lasts is not known.
	anyLasting bool
}

func newUsage() usage {
	return usage{
		says: map[string]*Use{}, prompts: map[string]*Use{}, finishes: map[string]*Use{},
		lacks:  map[string]map[string]diag.Pos{},
		raised: map[string]bool{}, actions: map[string]bool{}, offers: map[string]bool{}, checks: map[string]bool{},
	}
}

// texts are the keys of texts that one way to say something names.
type texts func(u *usage) (uses map[string]*Use, open *bool)

func said(u *usage) (map[string]*Use, *bool)     { return u.says, &u.anySay }
func prompted(u *usage) (map[string]*Use, *bool) { return u.prompts, &u.anyPrompt }
func finished(u *usage) (map[string]*Use, *bool) { return u.finishes, &u.anyFinish }

func use(uses map[string]*Use, key string, place UsePlace) {
	if uses[key] == nil {
		uses[key] = &Use{}
	}
	if !slices.ContainsFunc(uses[key].Places, func(p UsePlace) bool { return p.Pos == place.Pos }) {
		uses[key].Places = append(uses[key].Places, place)
	}
}

// keys notes the keys of texts that an expression may give, and whether it may give others.
func (e *judge) keys(of texts, x ast.Expr, t lattice.Type, names map[string]bool, open bool) {
	if !t.Known() || t.Kinds&lattice.Word != 0 && t.Words == nil {
		e.keeps(func(j *judge) {
			_, any := of(&j.usage)
			*any = true
		})
		return
	}
	if t.Kinds&lattice.Word == 0 {
		return
	}
	for _, w := range t.WordList() {
		if place := (UsePlace{e.Pos(x), names, open}); !e.comparedWith(x, w) {
			e.keeps(func(j *judge) {
				uses, _ := of(&j.usage)
				use(uses, w, place)
			})
		}
	}
}

// comparedWith reports whether a variable is compared with a word somewhere: then
// it may not be that word here.
func (e *judge) comparedWith(x ast.Expr, w string) bool {
	name, ok := x.(*ast.IdentExpr)
	if !ok {
		return false
	}
	v := e.Uses[name]
	return v != nil && v.Compared[w]
}

// namesGiven returns the names that a table of values gives.
func (e *judge) namesGiven(x ast.Expr, t lattice.Type) (names map[string]bool, open bool) {
	names = map[string]bool{}
	if x == nil || t.Kinds == lattice.Nil {
		return names, false
	}
	tables := e.Constructors(x, t)
	if len(tables) != 1 {
		return names, true
	}
	open = slices.ContainsFunc(tables[0].Fields, unnamed)
	for key := range syntax.Named(tables[0]) {
		names[key.Value] = true
	}
	if s := e.TableOf(tables[0]); s != nil {
		for _, name := range s.Order {
			names[name] = true
		}
		open = open || s.Widened || !s.Other.Bottom()
	}
	return names, open
}

// sayValues checks the values of a message: things and lists of things.
func (e *judge) sayValues(name string, x ast.Expr, t lattice.Type) {
	for _, table := range e.Constructors(x, t) {
		for _, f := range table.Fields {
			value := e.Expr(f.Value)
			if value.Known() && value.Kinds&^lattice.Nil != 0 &&
				value.Kinds&(lattice.Things|lattice.List|lattice.Table|lattice.Nil) == 0 {
				e.errorf("wrong-type", e.Pos(f.Value),
					"%s: a value of a text must be a card, seat, zone, word, number or flag, or a list of such, not %s",
					name, value)
			}
		}
	}
}

// recordTexts notes the prompt of a question.
func (e *judge) recordTexts(name string, given map[string]ast.Expr) {
	prompt := given["prompt"]
	if prompt == nil {
		return
	}
	names, open := map[string]bool{}, false
	if about := given["about"]; about != nil {
		t := e.Expr(about)
		names, open = e.namesGiven(about, t)
		e.sayValues(name, about, t)
	}
	e.keys(prompted, prompt, e.Expr(prompt), names, open)
}

// says notes the sentence that a call of say or finish names.
func (e *judge) says(name string, args []lattice.Type, exprs []ast.Expr) {
	e.keeps(func(j *judge) { j.usage.ends = j.usage.ends || name == "finish" })
	switch {
	case name == "finish" && len(exprs) > 1 && len(args) > 1:
		e.keys(finished, exprs[1], args[1], nil, true)
	case name == "say" && len(exprs) > 0:
		names, open := map[string]bool{}, false
		if len(exprs) > 1 && len(args) > 1 {
			names, open = e.namesGiven(exprs[1], args[1])
			e.sayValues("say", exprs[1], args[1])
		}
		e.keys(said, exprs[0], args[0], names, open)
	}
}

// Offered notes the words that a question offers.
func (e *judge) Offered(parts []lattice.Type) {
	for _, t := range parts {
		if t.Known() && !t.Declared {
			e.keeps(func(j *judge) { maps.Copy(j.usage.offers, t.Words) })
		}
	}
}

// raised checks what is given to raise, or to raise_all, and notes what it leaves out
// and what it does with the cards that it gives.
func (e *judge) raised(all bool, x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) {
	ids := e.RaisedTriggers(args)
	open := len(args) == 0 || args[0].Words == nil
	e.keeps(func(j *judge) {
		j.usage.anyRaise = j.usage.anyRaise || open
		for _, id := range ids {
			j.usage.raised[j.Pack.Triggers[id].Name] = true
		}
	})
	var apply lattice.Type
	if len(args) > 2 {
		apply = args[2]
		e.calling(inference.FunctionsOf(apply), x)
	}
	given := &ast.TableExpr{}
	if len(exprs) > 1 && len(args) > 1 {
		tables := e.Constructors(exprs[1], args[1])
		if len(tables) == 1 {
			given = tables[0]
		}
		for _, table := range tables {
			if !all {
				e.raiseTable(ids, table, e.Pos(x))
				continue
			}
			for _, f := range table.Fields {
				for _, one := range e.Constructors(f.Value, e.Expr(f.Value)) {
					e.raiseTable(ids, one, e.Pos(one))
				}
			}
		}
	}
	e.noteOutcome(ids, given, apply)
}

// raiseTable checks the parameters of one raise.
func (e *judge) raiseTable(ids []engine.TriggerID, table *ast.TableExpr, pos diag.Pos) {
	for _, f := range table.Fields {
		if f.Key == nil {
			e.errorf("unknown-parameter", e.Pos(f.Value), "the parameters of a trigger have names")
		}
	}
	for key, value := range syntax.Named(table) {
		for _, id := range ids {
			trigger := &e.Pack.Triggers[id]
			if want, ok := e.Param(trigger, key.Value); ok {
				e.fits(want, key.Value, e.Pos(value), e.Expr(value), value)
			} else if key.Value != "cancelled" {
				e.unknownName("unknown-parameter", e.Pos(key),
					fmt.Sprintf("%s has no parameter %q", trigger.Name, key.Value), key.Value,
					inference.ParamNames(trigger))
			}
		}
	}
	if s := e.TableOf(table); s != nil && !s.Widened && s.Other.Bottom() {
		e.raises(ids, s, pos)
	}
}
