package inference

import (
	"math/bits"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Functions that read the pack's declarations are recorded here with the names they read:
// after an edit of a game file only the functions that read its changes are judged again. A
// reader without a name reads all declarations.

// Declared is the part of the pack that is everything that it declares, Zones its zones.
const (
	Declared = "declared"
	Zones    = "zones"
)

// Compiled is the pack with its names.
func (p *Program) Compiled() *compile.Compiled {
	p.ReadsPart(Declared)
	return p.compiled
}

// Pack is the pack.
func (p *Program) Pack() *engine.Pack { return p.Compiled().Pack }

// Filters is what filters are judged by.
func (p *Program) Filters() *filter.Facts {
	p.ReadsPart(Declared)
	return p.filters
}

// Trigger is the trigger of a number.
func (p *Program) Trigger(id engine.TriggerID) *engine.Trigger {
	t := &p.pack.Triggers[id]
	p.ReadsPart(PartOf(keyword.RefTrigger, t.Name))
	return t
}

// numberOf is the number of the thing with a name, among those of a kind, and whether there
// is one.
func numberOf[ID any](p *Program, kind keyword.Ref, all map[string]ID, name string) (ID, bool) {
	p.ReadsPart(PartOf(kind, name))
	id, ok := all[name]
	return id, ok
}

// AttributeNamed is an attribute of cards with its number; nil for none.
func (p *Program) AttributeNamed(name string) (*engine.Attribute, engine.AttributeID) {
	p.read(p.fact(aField, name))
	if id, ok := p.compiled.CardAttributes[name]; ok {
		return &p.pack.Cards[id], id
	}
	return nil, -1
}

// ConditionNamed is the condition of filters of a name, and whether there is one.
func (p *Program) ConditionNamed(name string) (*filter.Key, bool) {
	p.read(p.fact(aField, name))
	return p.compiled.Filters.Named(name)
}

// zoneMask returns the kinds of zones of a zone or group.
func (p *Program) zoneMask(name string) uint64 {
	if id, ok := numberOf(p, keyword.RefZones, p.compiled.Zones, name); ok {
		return 1 << uint(id)
	}
	return uint64(p.compiled.Groups[name])
}

// zones returns the existing zones of some kinds, whose declarations are all read.
func (p *Program) zones(mask uint64) uint64 {
	mask &= p.allZones()
	if bits.OnesCount64(mask) > 4 {
		p.ReadsPart(Zones)
		return mask
	}
	for rest := mask; rest != 0; rest &= rest - 1 {
		p.ReadsPart(PartOf(keyword.RefZones, p.pack.Zones[bits.TrailingZeros64(rest)].Name))
	}
	return mask
}
