package inference

import (
	"slices"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Names of the pack, by what the registry says may be named.

// Names returns the names of a kind that the pack has, sorted.
func (p *Program) Names(of keyword.Ref) []string {
	p.read(p.fact(aNames, string(of)))
	return p.names(of)
}

// IsNamed reports whether there is one of a kind that has a name.
func (p *Program) IsNamed(of keyword.Ref, name string) bool {
	p.read(p.fact(aNamed, PartOf(of, name)))
	return slices.Contains(p.names(of), name)
}

// RefNames returns the names that a type of the registry allows, and the code of the
// finding for any other name; nil if the list is open. If one is an allowed name, or "",
// the function depends only on that name being allowed.
func (e *Evaluator) RefNames(t keyword.Type, one string) ([]string, string) {
	switch t.Kind {
	case keyword.Choice:
		return t.Words, "unknown-value"
	case keyword.Either:
		var all []string
		code := ""
		for _, o := range t.Of {
			if lattice.KindsOf(o)&lattice.Word == 0 {
				continue
			}
			names, c := e.RefNames(o, one)
			if names == nil {
				return nil, ""
			}
			all = append(all, names...)
			code = c
		}
		return all, code
	case keyword.ListOf:
		if t.Single {
			return e.RefNames(*t.Item, one)
		}
		return nil, ""
	case keyword.Name:
		if code := unknownCodes[t.Ref]; code != "" {
			if e.IsNamed(t.Ref, one) {
				return e.names(t.Ref), code
			}
			return e.Names(t.Ref), code
		}
	}
	return nil, ""
}

// unknownCodes are the codes for names of a closed list that are not among them.
var unknownCodes = map[keyword.Ref]string{
	keyword.RefZone: "unknown-zone", keyword.RefZones: "unknown-zone", keyword.RefType: "unknown-type",
	keyword.RefCard: "unknown-card", keyword.RefAttribute: "unknown-attribute", keyword.RefDie: "unknown-die",
	keyword.RefTrigger: "unknown-trigger", keyword.RefAbility: "unknown-ability", keyword.RefStep: "unknown-step",
	keyword.RefKind: "unknown-kind",
}

// refWords is RefNames as a set, for what functions need of their parameters.
func (e *Evaluator) refWords(t keyword.Type) map[string]bool {
	names, _ := e.RefNames(t, "")
	if names == nil {
		return nil
	}
	return lattice.Choice(names).Words
}
