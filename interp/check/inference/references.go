package inference

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Names of the pack, by what the registry says may be named.

// partOf is the part of the pack that has the names of a kind, where it is one.
var partOf = map[keyword.Ref]string{keyword.RefCard: Ids, keyword.RefAbility: Abilities, keyword.RefStep: Steps}

// Names returns the names of a kind that the pack has, sorted.
func (p *Program) Names(of keyword.Ref) []string {
	if part := partOf[of]; part != "" {
		p.ReadsPart(part)
	}
	return p.world.Names(of)
}

// RefNames returns the names that a type of the registry allows, and the code
// for one that is not among them; nil for no closed list.
func (e *Evaluator) RefNames(t keyword.Type) ([]string, string) {
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
			names, c := e.RefNames(o)
			if names == nil {
				return nil, ""
			}
			all, code = append(all, names...), c
		}
		return all, code
	case keyword.ListOf:
		if t.Single {
			return e.RefNames(*t.Item)
		}
		return nil, ""
	case keyword.Name:
		if code := unknownCodes[t.Ref]; code != "" {
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
}

// refWords is refNames as a set, for what functions need of their parameters.
func (e *Evaluator) refWords(t keyword.Type) map[string]bool {
	names, _ := e.RefNames(t)
	if names == nil {
		return nil
	}
	if t.Kind != keyword.Name {
		return lattice.Choice(names).Words
	}
	words, ok := e.refSets[t.Ref]
	if !ok {
		words = lattice.Choice(names).Words
		e.refSets[t.Ref] = words
	}
	return words
}

// NumberAttribute reports whether a word names a number attribute of cards.
func (e *Evaluator) NumberAttribute(name string) bool {
	id, ok := e.Compiled.CardAttributes[name]
	return ok && e.Pack.Cards[id].Kind == engine.Number
}
