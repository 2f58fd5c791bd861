package rules

import (
	"maps"

	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Names is what the scripts do with names, as the checks learned it,
// for the checks of the rest of the pack.
type Names struct {
	// Texts are the sentences that scripts use, by what their keys begin with: "say",
	// "prompt", "finish".
	Texts map[string]Texts
	// Raised are the triggers that scripts raise.
	Raised   map[string]bool
	AnyRaise bool
	// Unused are functions of rules files that nothing calls.
	Unused []StepFunction
	// Words are the strings in the scripts and the names of fields; Fields those
	// that are read or written.
	Words, Fields map[string]bool
	// Kept are the Fields that no script assigns and no string names; none if assignments
	// are not all known.
	Kept map[string]bool
	// Unknown are the words of scripts that nothing else in the pack knows.
	Unknown []string
	// Offers are the words that questions offer, Checks the keys of what checks
	// of cards say, each with a place where a script has it.
	Offers, Checks map[string]diag.Pos
	// Ends is set where a script calls finish.
	Ends bool
	// Lacks are the parameters of triggers that a raise does not give, each with
	// the place of one.
	Lacks map[string]map[string]diag.Pos
}

// StepFunction is a function of a rules file.
type StepFunction struct {
	Name string
	diag.Pos
}

func (p *judge) summary() *Names {
	p.checkTexts()
	u := p.usage
	f := &Names{
		Texts: u.texts, Raised: u.raised, AnyRaise: u.anyRaise,
		Words: map[string]bool{}, Lacks: u.lacks, Ends: u.ends,
	}
	f.Fields, f.Kept = map[string]bool{}, map[string]bool{}
	for _, names := range []map[string]int{p.Fields.Taken, p.Fields.Assigned} {
		for name := range names {
			f.Fields[name] = true
		}
	}
	f.Unused = p.unusedFunctions()
	found, known := p.allWords()
	for _, w := range sorted(found) {
		if l := found[w]; !l.text && !l.key && !known[w] && wordLike.MatchString(w) {
			f.Unknown = append(f.Unknown, w)
		}
	}
	f.Offers, f.Checks = map[string]diag.Pos{}, map[string]diag.Pos{}
	for name := range p.Fields.Taken {
		f.Kept[name] = !u.anySet && p.Fields.Assigned[name] == 0 && found[name].value.Line == 0
	}
	for w, l := range found {
		f.Words[w] = true
		if u.offers[w] && l.value.Line > 0 {
			f.Offers[w] = l.value
		}
		if u.checks[w] && l.value.Line > 0 {
			f.Checks[w] = l.value
		}
	}
	return f
}

// checkTexts notes what the pack's checks of its cards may say.
func (p *judge) checkTexts() {
	for _, c := range p.Compiled().Checks {
		for _, f := range p.Step(p.Pack().Steps[c.Step]) {
			if len(f.Results) == 0 {
				continue
			}
			for list := range lattice.Refs[*inference.Site](f.Results[0]) {
				for problem := range lattice.Refs[*inference.Site](list.Items) {
					if text := problem.Fields["text"]; text.Known() {
						maps.Copy(p.usage.checks, text.Words)
					}
				}
			}
		}
	}
}

// unusedFunctions returns the functions of rules files that nothing uses.
func (p *judge) unusedFunctions() []StepFunction {
	var out []StepFunction
	for _, name := range sorted(p.Modules) {
		c := p.Modules[name]
		if len(c.Results) == 0 {
			continue
		}
		for s := range lattice.Refs[*inference.Site](c.Results[0]) {
			for _, field := range s.Order {
				for f := range lattice.Refs[*inference.Func](s.Fields[field]) {
					if !f.Used && f.Expr != nil {
						out = append(out, StepFunction{name + "." + field, c.Tree.Pos(f.Expr)})
					}
				}
			}
		}
	}
	return out
}
