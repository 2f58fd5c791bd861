package rules

import (
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script"
)

// whole are the rules that go over all scripts, in this order, once every place was heard of;
// the others hear of the places.
var whole = []func(*judge){
	(*judge).purity, (*judge).neverActing, (*judge).unpaid, (*judge).unasked,
	(*judge).unused, (*judge).loneWords, (*judge).passing, (*judge).lawful,
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
	for _, rule := range whole {
		rule(j)
	}
	return j.summary(), found, memo
}
