// Package rules says what is wrong with the scripts of a pack, by what package inference
// knows of their values. A value of which nothing is known is never reported: a rule
// speaks when no value that the expression may have is right.
//
// A rule tells one code of finding; what the code means stands in package diag. [All] has
// them, each with its yield: what it alone finds. One that finds nothing which somebody
// would write, and nothing else finds, is taken out.
//
//	rules.go    the rules, and how they are asked
//	values.go   values given, assigned and read; events.go what may be changed of events
//	calls.go    calls; tables.go tables with known fields and filters
//	compare.go  comparisons; printed.go what no card is
//	fields.go   names that nothing has
//	nothing.go  what may be nothing (nil)
//	purity.go   functions that may change nothing
//	reach.go    abilities that never act; after.go what is so once a trigger has happened
//	unpaid.go   actions that cost nothing; passing.go hands that pass one after the other
//	unused.go   what is never used and never reached
//	words.go    words that nothing else knows
//	usage.go    how scripts use texts, triggers and actions; summary.go that for other checks
//
// It imports interp/check/inference and interp/check/lattice, interp/compile,
// interp/filter, interp/keyword and interp/script/syntax and what is below them, and
// gopher-lua's tree.
package rules

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script"
)

// Rule tells one kind of finding.
type Rule struct {
	// Code is that of its findings; diag.KindOf says what it means.
	Code string
	// Mistakes and Mutants are what it alone finds of testdata/mistakes.txt, and of 2,700
	// mutants of the shipped packs, as TestMistakes and TestMutants count them. Without any, it
	// finds alone the slips that its own test has of it. In the shipped packs no rule finds
	// anything.
	Mistakes, Mutants int

	// whole goes over all scripts; nil for a rule that hears of the places (judge).
	whole func(*judge)
}

// All are the rules. Those that go over all scripts do so in this order, once every
// place was heard of.
var All = []Rule{
	{"always-true", 1, 0, nil}, {"bad-number", 0, 2, nil}, {"duplicate-key", 0, 0, nil}, {"empty-condition", 0, 4, nil},
	{"frozen", 0, 0, nil}, {"limit-on-lasting", 0, 0, nil}, {"may-be-nothing", 11, 0, nil},
	{"missing-key", 0, 0, nil}, {"missing-parameter", 1, 0, nil}, {"never-equal", 0, 15, nil},
	{"no-such-card", 1, 0, nil}, {"not-callable", 0, 0, nil}, {"not-in-the-language", 0, 0, nil},
	{"out-of-range", 1, 2, nil}, {"read-only", 0, 0, nil}, {"unknown-ability", 0, 1, nil},
	{"unknown-attribute", 0, 3, nil}, {"unknown-card", 0, 7, nil}, {"unknown-die", 0, 5, nil},
	{"unknown-field", 0, 129, nil}, {"unknown-filter", 0, 33, nil}, {"unknown-function", 0, 114, nil},
	{"unknown-global", 0, 165, nil}, {"unknown-key", 0, 16, nil}, {"unknown-method", 0, 20, nil},
	{"unknown-module", 0, 34, nil}, {"unknown-option", 0, 6, nil}, {"unknown-parameter", 1, 29, nil},
	{"unknown-step", 0, 23, nil}, {"unknown-trigger", 0, 19, nil}, {"unknown-type", 0, 22, nil},
	{"unknown-value", 0, 2, nil}, {"unknown-word", 0, 49, nil}, {"unknown-zone", 0, 24, nil},
	{"wrong-count", 0, 232, nil}, {"wrong-type", 0, 70, nil},
	{"bad-escape", 0, 0, nil}, {"unreachable", 0, 0, nil}, {"upvalue", 0, 0, nil},
	{"impure", 0, 0, (*judge).purity}, {"never-acts", 13, 0, (*judge).neverActing},
	{"asks-too-early", 0, 0, (*judge).early}, {"unpaid-cost", 2, 0, (*judge).unpaid},
	{"unknown-action", 0, 9, (*judge).unasked},
	{"unused-local", 1, 283, (*judge).unused}, {"unused-parameter", 0, 0, nil}, {"never-given", 0, 1, nil},
	{"lone-word", 1, 9, (*judge).loneWords},
	{"passed-in-turn", 0, 0, (*judge).passing},
}

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
	// outcomes is what is true of the cards of triggers afterwards.
	outcomes map[inference.AbsentParam]*outcome
	// found are the words of the scripts, known the words of the rest of the pack: see allWords.
	found map[string]lone
	known map[string]bool
}

// Run checks the scripts of a pack and reports; what it learned about the use
// of names is returned, and what it found out by place. With the memo of an earlier run
// over a pack that differs in scripts and in the parts alone of which parts are digests, it
// judges again only what they change; what it keeps for the next one is returned too, nil
// where it was given none.
func Run(c *compile.Compiled, scripts []script.Script, headers []compile.Header, report *diag.List,
	memo *inference.Memo, parts map[string]uint64) (*Names, *inference.Inference, *inference.Memo) {
	p := inference.New(c, scripts, headers, report.Account, memo, parts)
	j := newJudge(p, report)
	for _, ch := range p.Chunks {
		j.written(ch)
	}
	p.Infer()
	j.allWords() // while the memo is at hand
	found, memo := p.Look(j, newJudge(p, &diag.List{}))
	j.refusals()
	for _, r := range All {
		if r.whole != nil {
			r.whole(j)
		}
	}
	return j.summary(), found, memo
}

func newJudge(p *inference.Program, report *diag.List) *judge {
	return &judge{
		Evaluator: &inference.Evaluator{Program: p}, report: report, said: map[diag.Pos]bool{}, usage: newUsage(),
		changing: map[int]*change{}, calls: map[int][]callSite{},
		outcomes: map[inference.AbsentParam]*outcome{},
	}
}

// keeps changes what the judge has found out, by the function that is looked at: a later
// run, whose functions have the same numbers, may do just that.
func (p *judge) keeps(what func(j *judge)) {
	p.Heard(func(l inference.Listener) { what(l.(*judge)) })
	what(p)
}

// Enter takes the function that is looked at from now on.
func (j *judge) Enter(e *inference.Evaluator) { j.Evaluator = e }

// errorf adds an error to the findings; warn and note add what is less.
func (p *judge) errorf(code string, pos diag.Pos, format string, args ...any) {
	p.say(diag.Finding{Code: code, Severity: diag.Error, Pos: pos, Message: fmt.Sprintf(format, args...)})
}

func (p *judge) warn(code string, pos diag.Pos, format string, args ...any) {
	p.say(diag.Finding{Code: code, Severity: diag.Warning, Pos: pos, Message: fmt.Sprintf(format, args...)})
}

func (p *judge) note(code string, pos diag.Pos, format string, args ...any) {
	p.say(diag.Finding{Code: code, Severity: diag.Note, Pos: pos, Message: fmt.Sprintf(format, args...)})
}

// unknownName reports a name that is none of those allowed, unless what is wrong is how the
// pack declares it.
func (p *judge) unknownName(code string, pos diag.Pos, message, name string, allowed []string) {
	p.undeclared(code, pos, message, name, allowed, "")
}

// undeclared reports a name that could be declared under keys of a game file, if any.
func (p *judge) undeclared(code string, pos diag.Pos, message, name string, allowed []string, under string) {
	if p.Compiled().Broken[name] {
		return
	}
	d := diag.Unknown(code, pos, message, name, allowed)
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
