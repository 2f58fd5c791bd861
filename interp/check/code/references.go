package code

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Names of the pack, by what the registry says may be named.

// refNames returns the names that a type of the registry allows, and the code
// for one that is not among them; nil for no closed list.
func (e *evaluator) refNames(t keyword.Type) ([]string, string) {
	switch t.Kind {
	case keyword.Choice:
		return t.Words, "unknown-value"
	case keyword.Either:
		var all []string
		code := ""
		for _, o := range t.Of {
			if kindsOf(o)&kWord == 0 {
				continue
			}
			names, c := e.refNames(o)
			if names == nil {
				return nil, ""
			}
			all, code = append(all, names...), c
		}
		return all, code
	case keyword.ListOf:
		if t.Single {
			return e.refNames(*t.Item)
		}
		return nil, ""
	case keyword.Name:
		return e.namesOf(t.Ref)
	}
	return nil, ""
}

func (e *evaluator) namesOf(r keyword.Ref) ([]string, string) {
	switch r {
	case keyword.RefZone:
		return e.zoneNames, "unknown-zone"
	case keyword.RefZones:
		return e.zonesAndGroups, "unknown-zone"
	case keyword.RefType:
		return e.typeNames, "unknown-type"
	case keyword.RefCard:
		return e.cardNames, "unknown-card"
	case keyword.RefAttribute:
		return e.attributeNames, "unknown-attribute"
	case keyword.RefTrigger:
		return e.triggerNames, "unknown-trigger"
	case keyword.RefAbility:
		return e.abilityNames, "unknown-ability"
	case keyword.RefStep:
		return sorted(e.c.StepPlaces), "unknown-step"
	case keyword.RefDie:
		return e.dieNames, "unknown-die"
	}
	return nil, ""
}

// refWords is refNames as a set, for what functions need of their parameters.
func (e *evaluator) refWords(t keyword.Type) map[string]bool {
	names, _ := e.refNames(t)
	if names == nil {
		return nil
	}
	if t.Kind != keyword.Name {
		return choiceOf(names).words
	}
	words, ok := e.refSets[t.Ref]
	if !ok {
		words = choiceOf(names).words
		e.refSets[t.Ref] = words
	}
	return words
}

// numberAttribute reports whether a word names a number attribute of cards.
func (e *evaluator) numberAttribute(name string) bool {
	id, ok := e.c.CardAttributes[name]
	return ok && e.p.Cards[id].Kind == engine.Number
}
