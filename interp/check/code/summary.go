package code

import (
	"maps"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Names is what the scripts do with names, as the checks learned it,
// for the checks of the rest of the pack.
type Names struct {
	// Says, Prompts and Finishes are the keys of texts that scripts use; Any is
	// set where there are keys that are not known.
	Says, Prompts, Finishes      map[string]*Use
	AnySay, AnyPrompt, AnyFinish bool
	// Raised are the triggers that scripts raise.
	Raised   map[string]bool
	AnyRaise bool
	// Unused are functions of rules files that nothing calls.
	Unused []StepFunction
	// Words are the strings in the scripts and the names of fields; Fields those
	// that are read or written.
	Words, Fields map[string]bool
	// Unknown are the words of scripts that nothing else in the pack knows.
	Unknown []string
	// Offers are the words that questions offer, Checks the keys of what checks
	// of cards say, each with a place where a script has it.
	Offers, Checks map[string]diag.Pos
	// Lacks are the parameters of triggers that a raise does not give, each with
	// the place of one.
	Lacks map[string]map[string]diag.Pos
}

// StepFunction is a function of a rules file.
type StepFunction struct {
	Name string
	diag.Pos
}

func (p *program) summary() *Names {
	u := p.used
	f := &Names{
		Says: u.says, Prompts: u.prompts, Finishes: u.finishes,
		AnySay: u.anySay, AnyPrompt: u.anyPrompt, AnyFinish: u.anyFinish, Raised: u.raised, AnyRaise: u.anyRaise,
		Words: map[string]bool{}, Lacks: u.lacks,
	}
	f.Fields = map[string]bool{}
	for _, names := range []map[string]int{p.names.taken, p.names.assigned} {
		for name := range names {
			f.Fields[name] = true
		}
	}
	f.Unused = p.unusedFunctions()
	found := map[string]*lone{}
	for _, c := range p.chunks {
		p.collectWords(c, found)
	}
	known := p.knownWords()
	for _, w := range sorted(found) {
		if l := found[w]; !l.text && !l.key && !known[w] && wordLike.MatchString(w) {
			f.Unknown = append(f.Unknown, w)
		}
	}
	f.Offers, f.Checks = map[string]diag.Pos{}, map[string]diag.Pos{}
	for w, l := range found {
		f.Words[w] = true
		if u.offers[w] && l.value != nil {
			f.Offers[w] = l.at.tree.Pos(l.value)
		}
		if u.checks[w] && l.value != nil {
			f.Checks[w] = l.at.tree.Pos(l.value)
		}
	}
	return f
}

// checkTexts notes what the pack's checks of its cards may say.
func (p *program) checkTexts() {
	for _, c := range p.c.Checks {
		for _, f := range p.step(p.p.Steps[c.Step]) {
			if len(f.results) == 0 {
				continue
			}
			for _, r := range f.results[0].refs {
				list, ok := r.(*site)
				if !ok {
					continue
				}
				for _, r := range list.items.refs {
					if problem, ok := r.(*site); ok && problem.fields["text"].known() {
						maps.Copy(p.used.checks, problem.fields["text"].words)
					}
				}
			}
		}
	}
}

// unusedFunctions returns the functions of rules files that nothing uses.
func (p *program) unusedFunctions() []StepFunction {
	var out []StepFunction
	for _, name := range sorted(p.modules) {
		c := p.modules[name]
		if len(c.results) == 0 {
			continue
		}
		for _, r := range c.results[0].refs {
			s, ok := r.(*site)
			if !ok {
				continue
			}
			for _, field := range s.order {
				for _, r := range s.fields[field].refs {
					if f, ok := r.(*function); ok && !f.used && f.expr != nil {
						out = append(out, StepFunction{name + "." + field, c.tree.Pos(f.expr)})
					}
				}
			}
		}
	}
	return out
}
