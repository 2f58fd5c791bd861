package rules

import (
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// judge goes by the rules: it hears of the places of a function, and reports.
type judge struct {
	// evaluator is the one of the function that is looked at.
	*inference.Evaluator
	report *diag.List
	// said are the places that have a finding: one is enough for a place.
	said  map[diag.Pos]bool
	usage usage
	// changing says why functions may change the game, calls whom they call, by number.
	changing map[int]*change
	calls    map[int][]callSite
	// outcomes hold the state of the cards of triggers afterwards.
	outcomes map[inference.AbsentParam]*outcome
	// found are the words of the scripts, known the words of the rest of the pack: see allWords.
	found map[string]lone
	known map[string]bool
}

func newJudge(p *inference.Program, report *diag.List) *judge {
	return &judge{
		Evaluator: &inference.Evaluator{Program: p}, report: report, said: map[diag.Pos]bool{}, usage: newUsage(),
		changing: map[int]*change{}, calls: map[int][]callSite{},
		outcomes: map[inference.AbsentParam]*outcome{},
	}
}

// outcome is the known state of a card afterwards.
type outcome struct {
	values map[engine.AttributeID]engine.Value
	// zones are the kinds of zones it lies in; 0 where that is not known.
	zones uint64
}

// callSite is a call of one function by another.
type callSite struct {
	to  int
	pos diag.Pos
}

// change is the reason why a function may change the game: its own statement, or the
// function it calls.
type change struct {
	pos  diag.Pos
	what string
}

// usage is what the scripts use of the pack, by name.
type usage struct {
	// texts are sentences by what their keys begin with.
	texts    map[string]Texts
	raised   map[string]bool
	anyRaise bool
	// actions are the words under which scripts ask for actions; anyAction is
	// set where one is not known.
	actions map[string]bool
	// offers are the words offered in questions, checks the keys of what checks
	// of cards say.
	offers, checks map[string]bool
	anyAction      bool
	// anySet is set where an attribute is assigned whose name is not written out.
	anySet bool
	// ends is set where a script calls finish.
	ends bool
	// lacks are the parameters of triggers that a raise does not give, with its place.
	lacks map[string]map[string]diag.Pos
	// anyLasting is set where an ability that lasts is not known.
	anyLasting bool
}

// lone is a word in the scripts, and where it stands last.
type lone struct {
	count int
	at    diag.Pos
	// text is set where the string is no word for the game: a message.
	text bool
	// key is set for the name of a field.
	key bool
	// value is where it stands first as no name of a field; nowhere if it never does.
	value diag.Pos
}

func newUsage() usage {
	return usage{
		texts:  map[string]Texts{},
		lacks:  map[string]map[string]diag.Pos{},
		raised: map[string]bool{}, actions: map[string]bool{}, offers: map[string]bool{}, checks: map[string]bool{},
	}
}

// Use is one call that names the key of a text.
type Use struct {
	diag.Pos
	// Names are the values that the call gives; Open is set where others may
	// come.
	Names map[string]bool
	Open  bool
}

// Texts are the sentences of a kind that scripts use.
type Texts struct {
	// Uses are the calls that name each, by the end of its key; Any is set where there are
	// keys that are not known.
	Uses map[string][]Use
	Any  bool
}

// keeps changes what the judge has found out, by the function that is looked at: a later
// run, whose functions have the same numbers, may do just that.
func (p *judge) keeps(what func(j *judge)) {
	p.Heard(func(l inference.Listener) { what(l.(*judge)) })
	what(p)
}

// Enter takes the function that is looked at from now on.
func (j *judge) Enter(e *inference.Evaluator) { j.Evaluator = e }

// errorf adds an error to the findings; warn and note add lesser ones.
func (p *judge) errorf(code string, at diag.Placed, format string, args ...any) {
	p.say(diag.Found(code, diag.Error, at, format, args...))
}

// wrong adds an error about an expression.
func (p *judge) wrong(code string, x ast.Expr, format string, args ...any) {
	p.errorf(code, p.Pos(x), format, args...)
}

func (p *judge) warn(code string, at diag.Placed, format string, args ...any) {
	p.say(diag.Found(code, diag.Warning, at, format, args...))
}

// unknownName reports a name that is not allowed, unless its declaration in the pack is
// what is wrong.
func (p *judge) unknownName(code string, at diag.Placed, name string, allowed []string, format string, args ...any) {
	p.undeclared(code, at, name, allowed, "", format, args...)
}

// undeclared reports a name that could be declared under keys of a game file, if any.
func (p *judge) undeclared(code string, at diag.Placed, name string, allowed []string, under, format string,
	args ...any) {
	if p.Compiled().Broken[name] {
		return
	}
	d := diag.Unknown(code, at, name, allowed, format, args...)
	if under != "" {
		d.FixHint = diag.FixHint{What: "declare", Name: under}
	}
	p.say(d)
}

// say reports, once a place.
func (p *judge) say(d diag.Finding) {
	p.keeps(func(j *judge) {
		if j.said[d.Pos] && d.Column > 0 {
			return
		}
		j.said[d.Pos] = true
		j.report.Add(d)
	})
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
