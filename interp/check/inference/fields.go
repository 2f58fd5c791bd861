package inference

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// mayBeEmptied reports whether a field is an attribute that is set to nil somewhere.
func (e *Evaluator) mayBeEmptied(object lattice.Type, name string) bool {
	e.read(e.fact(aField, name))
	if !e.named[name] {
		return false
	}
	e.read(e.fact(anEmptying, name))
	return len(e.emptied) > 0 && slices.ContainsFunc(EntityKinds, func(k lattice.Kinds) bool {
		f, _ := e.EntityOf(object, k, name)
		_, emptied := e.emptied[f.Attribute]
		return emptied && object.Kinds&k != 0
	})
}

// EntityOf returns a field of an entity, of the types of cards and the kinds of
// zones that it may be.
func (p *Program) EntityOf(object lattice.Type, k lattice.Kinds, name string) (EntityField, bool) {
	p.read(p.fact(aField, name))
	if k == lattice.Card {
		f, ok := p.cardField(object.Cards, name)
		if name == "seat" && p.settled {
			p.read(p.fact(aSeatless, ""))
		}
		if name == "seat" && p.settled && object.Cards != 0 && object.Cards&^p.seatless == 0 {
			f.Type = f.Type.Or(lattice.Nil)
		}
		return f, ok
	}
	f, ok := p.fieldsOf(k)[name]
	if k == lattice.Zone {
		switch name {
		case "top", "bottom":
			f.Type = lattice.CardOf(p.accepted(object.Zones)).Or(lattice.Nil)
		case "owner":
			f.Type = p.ownerOf(object.Zones)
		case "name":
			f.Type = lattice.Choice(p.zonesIn(object.Zones))
		}
	}
	return f, ok
}

func (p *Program) zonesIn(mask uint64) []string {
	var names []string
	for i := range lattice.Bits(p.zones(mask)) {
		names = append(names, p.pack.Zones[i].Name)
	}
	return names
}

// ownerOf is what the owner of a zone of some kinds may be.
func (p *Program) ownerOf(mask uint64) lattice.Type {
	var t lattice.Type
	ofTable := false
	for i := range lattice.Bits(p.zones(mask)) {
		z := &p.pack.Zones[i]
		switch {
		case len(z.Types) > 0:
			t = lattice.Join(t, lattice.CardOf(maskOf(z.Types)), nil)
		case z.Of == 1:
			t = lattice.Join(t, lattice.Of(lattice.Seat), nil)
		default:
			ofTable = true
		}
	}
	switch {
	case t.Bottom() && ofTable:
		return lattice.Of(lattice.Nil)
	case t.Bottom():
		return lattice.Type{Kinds: lattice.Seat | lattice.Card, Cards: p.AllTypes}
	}
	return t // which of the zones it is, the script knows
}

// refField returns the field of something that has an identity.
func (e *Evaluator) refField(r lattice.Ref, name string) (lattice.Type, bool) {
	switch r := r.(type) {
	case *Site:
		if r.Widened {
			return lattice.Top, true
		}
		t, ok := r.Fields[name]
		if r.mayKey(name) {
			return lattice.Join(t, r.Other, e.widen), true
		}
		return t, ok
	case *Event:
		return e.EventField(r, name)
	case *ParamSet:
		t, ok := r.Fields[name]
		return t, ok
	case *library:
		full := r.name + "." + name
		if e.isHost(full) {
			return e.host(full), true
		}
		return e.libraryValue(full)
	}
	return lattice.Type{}, false
}

// mayKey reports whether a key that is not written out may have been the name.
func (s *Site) mayKey(name string) bool {
	switch {
	case s.Other.Bottom():
		return false
	case s.keys.Any() || s.keys.Kinds&lattice.Word != 0 && s.keys.Words == nil:
		return true
	}
	return s.keys.Words[name]
}

// ObjectName names what an object is.
func (e *Evaluator) ObjectName(object lattice.Type) string {
	if object.Kinds&^lattice.Nil != lattice.Card || object.Cards == 0 || object.Cards == e.AllTypes {
		return object.Without(lattice.Nil).Kinds.String()
	}
	var names []string
	for i := range lattice.Bits(object.Cards) {
		names = append(names, e.Pack().Types[i].Name)
	}
	return "a card of the type " + strings.Join(names, " or ")
}

// FieldsOf returns the names of the fields of an object.
func (e *Evaluator) FieldsOf(object lattice.Type) []string {
	e.ReadsPart(Declared)
	names := map[string]bool{}
	add := func(list []string) {
		for _, name := range list {
			names[name] = true
		}
	}
	for _, k := range EntityKinds {
		switch {
		case object.Kinds&k == 0:
		case k != lattice.Card || object.Cards == 0:
			add(Sorted(e.fieldsOf(k)))
		default:
			for i := range lattice.Bits(object.Cards & e.AllTypes) {
				add(Sorted(e.card[i]))
			}
		}
	}
	if object.Kinds&lattice.Rules != 0 {
		e.ReadsPart(Steps)
		add(Sorted(e.Modules))
	}
	for _, r := range object.Refs {
		switch r := r.(type) {
		case *Site:
			add(r.Order)
		case *Event:
			add(append(ParamNames(e.Trigger(r.Trigger)), "cancelled"))
		case *ParamSet:
			add(Sorted(r.Fields))
		case *library:
			add(e.Members(r.name))
		}
	}
	return Sorted(names)
}

// Methods are the methods of a value, by name; if nothing is known of it, those of all
// values.
func (p *Program) Methods(object lattice.Type) map[string]*keyword.Func {
	out := map[string]*keyword.Func{}
	for _, k := range methodKinds {
		for i := range keyword.Entity(k.name).Methods {
			if m := &keyword.Entity(k.name).Methods[i]; object.Has(k.kinds) && out[m.Name] == nil {
				out[m.Name] = m
			}
		}
	}
	if object.Has(lattice.Word) {
		for _, name := range p.Members("string") {
			if out[name] == nil {
				out[name], _ = keyword.Library().Method("string." + name)
			}
		}
	}
	return out
}

// accepted are the types of cards that may lie in zones of these kinds.
func (p *Program) accepted(zones uint64) uint64 {
	var mask uint64
	for i := range lattice.Bits(p.zones(zones)) {
		if len(p.pack.Zones[i].Accepts) == 0 {
			return p.AllTypes
		}
		mask |= maskOf(p.pack.Zones[i].Accepts)
		for k := range p.pack.Types {
			if int(p.pack.Types[k].Start) == i {
				mask |= 1 << uint(k)
			}
		}
	}
	return mask
}
