package rules

import (
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script"
)

// Rule tells one kind of finding.
type Rule struct {
	// Code is the code of its findings; diag.KindOf explains it.
	Code string
	// Mistakes and Mutants count what only this rule finds in testdata/mistakes.txt and in
	// 2,700 mutants of the shipped packs, as counted by TestMistakes and TestMutants. One of
	// them is above 0. No rule finds anything in the shipped packs.
	Mistakes, Mutants int

	// whole goes over all scripts; nil for a rule that hears of the places (judge).
	whole func(*judge)
}

// All are the rules. Those that go over all scripts do so in this order, once every
// place was heard of.
var All = []Rule{
	{"always-true", 1, 0, nil}, {"bad-number", 0, 2, nil}, {"duplicate-key", 1, 0, nil}, {"empty-condition", 0, 4, nil},
	{"frozen", 1, 0, nil}, {"limit-on-lasting", 1, 0, nil}, {"may-be-nothing", 11, 0, nil},
	{"missing-key", 1, 0, nil}, {"missing-parameter", 1, 0, nil}, {"never-equal", 0, 15, nil},
	{"no-such-card", 1, 0, nil}, {"not-callable", 1, 0, nil}, {"not-in-the-language", 1, 0, nil},
	{"out-of-range", 1, 2, nil}, {"read-only", 1, 0, nil}, {"unknown-ability", 0, 1, nil},
	{"unknown-attribute", 0, 3, nil}, {"unknown-card", 0, 7, nil}, {"unknown-die", 0, 5, nil},
	{"unknown-field", 0, 129, nil}, {"unknown-filter", 0, 33, nil}, {"unknown-function", 0, 114, nil},
	{"unknown-global", 0, 165, nil}, {"unknown-key", 0, 16, nil}, {"unknown-method", 0, 20, nil},
	{"unknown-module", 0, 34, nil}, {"unknown-option", 0, 6, nil}, {"unknown-parameter", 1, 29, nil},
	{"unknown-step", 0, 23, nil}, {"unknown-trigger", 0, 19, nil}, {"unknown-type", 0, 22, nil},
	{"unknown-value", 0, 2, nil}, {"unknown-word", 0, 49, nil}, {"unknown-zone", 0, 24, nil},
	{"wrong-count", 0, 232, nil}, {"wrong-type", 0, 70, nil},
	{"bad-escape", 1, 0, nil}, {"unreachable", 1, 0, nil}, {"upvalue", 1, 0, nil},
	{"impure", 1, 0, (*judge).purity}, {"never-acts", 13, 0, (*judge).neverActing},
	{"unpaid-cost", 2, 0, (*judge).unpaid},
	{"unknown-action", 0, 9, (*judge).unasked},
	{"unused-local", 1, 283, (*judge).unused}, {"unused-parameter", 1, 0, nil}, {"never-given", 0, 1, nil},
	{"lone-word", 1, 9, (*judge).loneWords},
	{"passed-in-turn", 1, 0, (*judge).passing},
	{"own-order", 1, 0, (*judge).lawful}, {"writes-what-was", 1, 0, nil},
}

// Run checks the scripts of a pack and reports; it returns the use of names, and its
// results by place. Given the memo of an earlier run, over a pack that differs only in
// scripts and in the parts whose digests are in parts, it judges again only what they
// affect; it also returns the memo for the next run, nil if it was given none.
func Run(c *compile.Compiled, scripts []script.Script, report *diag.List,
	memo *inference.Memo, parts map[string]uint64) (*Names, *inference.Inference, *inference.Memo) {
	p := inference.New(c, scripts, report.Account, memo, parts)
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
