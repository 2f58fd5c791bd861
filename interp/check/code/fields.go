package code

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	offered "github.com/ruledeck/ruledeck/interp/script/library"
)

// get evaluates a.b and a[b].
func (e *evaluator) get(x *ast.AttrGetExpr) typ {
	object := e.expr(x.Object)
	e.use(x.Object, object)
	if !e.isEntityLike(x.Object, object) {
		e.require(x.Object, kGame|kSettings|kSeat|kCard|kZone|kEvent|kAction|kList|kTable|kRules|kParams|kLibrary, nil)
	}
	if key, ok := x.Key.(*ast.StringExpr); ok {
		return e.holds(x, e.field(object, x.Object, key.Value, e.pos(x.Key)))
	}
	key := e.expr(x.Key)
	return e.index(object, x, key)
}

// isEntityLike reports whether an object needs no demand on its variable: its
// fields are checked where they are read.
func (e *evaluator) isEntityLike(_ ast.Expr, object typ) bool { return object.only(kRules | kLibrary) }

// field evaluates the field of an object, and reports one that no value has
// that the object may be.
func (e *evaluator) field(object typ, x ast.Expr, name string, pos diag.Pos) typ {
	if object.any() {
		if e.final && !e.mayBe(name) {
			e.unknownName("unknown-field", pos, fmt.Sprintf("nothing has a field %q", name), name, e.allFieldNames())
		}
		return e.byName(name).without(kNil)
	}
	var out typ
	found := false
	add := func(t typ, ok bool) {
		if ok {
			out, found = join(out, t, e.widen), true
		}
	}
	for _, k := range entityKinds {
		if object.kinds&k != 0 {
			f, ok := e.entityOf(object, k, name)
			if _, emptied := e.emptied[f.attribute]; emptied && !e.fn.isAnswered() {
				f.typ = f.typ.or(kNil)
			}
			add(f.typ, ok)
		}
	}
	if object.kinds&kRules != 0 {
		_, ok := e.modules[name]
		add(e.module(name), ok)
	}
	if object.kinds&kList != 0 && object.keyed {
		add(top, true)
	}
	if object.kinds&kWord != 0 {
		if e.isHost("string." + name) {
			add(e.host("string."+name), true)
		}
	}
	for _, r := range object.refs {
		t, ok := e.refField(r, name)
		add(t, ok)
	}
	if !found && e.final && object.known() && object.kinds&^kNil != 0 {
		e.noField(object, x, name, pos)
		return top
	}
	if !found && object.known() && object.kinds&kTable != 0 {
		return of(kNil)
	}
	return out
}

var entityKinds = []kinds{kGame, kSettings, kSeat, kCard, kZone, kAction}

// entityOf returns a field of an entity, of the types of cards and the kinds of
// zones that it may be.
func (p *program) entityOf(object typ, k kinds, name string) (field, bool) {
	switch k {
	case kGame:
		f, ok := p.game[name]
		return f, ok
	case kSettings:
		f, ok := p.settings[name]
		return f, ok
	case kSeat:
		f, ok := p.seat[name]
		return f, ok
	case kAction:
		f, ok := p.action[name]
		return f, ok
	case kZone:
		f, ok := p.zone[name]
		switch name {
		case "top", "bottom":
			f.typ = cardOf(p.accepted(object.zones)).or(kNil)
		case "owner":
			f.typ = p.ownerOf(object.zones)
		case "name":
			f.typ = choiceOf(p.zonesIn(object.zones))
		}
		return f, ok
	}
	f, ok := p.cardField(object.cards, name)
	if name == "seat" && p.settled && object.cards != 0 && object.cards&^p.seatless == 0 {
		f.typ = f.typ.or(kNil)
	}
	return f, ok
}

func (w *world) zonesIn(mask uint64) []string {
	var names []string
	for i := range w.p.Zones {
		if mask&(1<<uint(i)) != 0 {
			names = append(names, w.p.Zones[i].Name)
		}
	}
	return names
}

// ownerOf is what the owner of a zone of some kinds may be.
func (w *world) ownerOf(mask uint64) typ {
	var t typ
	ofTable := false
	for i := range w.p.Zones {
		if mask&(1<<uint(i)) == 0 {
			continue
		}
		switch z := &w.p.Zones[i]; {
		case len(z.Types) > 0:
			var types uint64
			for _, k := range z.Types {
				types |= 1 << uint(k)
			}
			t = join(t, cardOf(types), nil)
		case z.Of == 1:
			t = join(t, of(kSeat), nil)
		default:
			ofTable = true
		}
	}
	switch {
	case t.bottom() && ofTable:
		return of(kNil)
	case t.bottom():
		return typ{kinds: kSeat | kCard, cards: w.allTypes}
	}
	return t // which of the zones it is, the script knows
}

// cardField joins the field over the types that a card may have.
func (w *world) cardField(types uint64, name string) (field, bool) {
	var out field
	found := false
	if types == 0 {
		types = w.allTypes
	}
	if types == w.allTypes {
		f, ok := w.anyCard[name]
		return f, ok
	}
	for i, fields := range w.card {
		if types&(1<<uint(i)) == 0 {
			continue
		}
		if f, ok := fields[name]; ok {
			out.typ, found = join(out.typ, f.typ, nil), true
			out.write = out.write || f.write
			if f.attribute != nil {
				out.attribute = f.attribute
			}
		}
	}
	return out, found
}

// refField returns the field of something that has an identity.
func (e *evaluator) refField(r ref, name string) (typ, bool) {
	switch r := r.(type) {
	case *site:
		if r.widened {
			return top, true
		}
		t, ok := r.fields[name]
		if r.mayKey(name) {
			return join(t, r.other, e.widen), true
		}
		return t, ok
	case *event:
		return e.eventField(r, name)
	case *paramSet:
		t, ok := r.fields[name]
		return t, ok
	case *library:
		full := r.name + "." + name
		if e.isHost(full) {
			return e.host(full), true
		}
		return e.libraryValue(full)
	}
	return typ{}, false
}

// mayKey reports whether a key that is not written out may have been the name.
func (s *site) mayKey(name string) bool {
	switch {
	case s.other.bottom():
		return false
	case s.keys.any() || s.keys.kinds&kWord != 0 && s.keys.words == nil:
		return true
	}
	return s.keys.words[name]
}

// noField reports a field that is not there.
func (e *evaluator) noField(object typ, x ast.Expr, name string, pos diag.Pos) {
	names := e.fieldsOf(object)
	what := e.objectName(object)
	code := "unknown-field"
	message := fmt.Sprintf("%s has no field %q", what, name)
	switch {
	case object.kinds&^kNil == kRules:
		code, message = "unknown-module", fmt.Sprintf("there is no file of rules %q", name)
	case e.isModule(object):
		code, message = "unknown-function", fmt.Sprintf("%s has no function %q", describe(x), name)
	case object.kinds&^kNil == kLibrary && offered.Instead(describe(x)+"."+name) != "":
		e.errorf("not-in-the-language", pos, "%s.%s is not available to scripts: %s", describe(x), name,
			offered.Instead(describe(x)+"."+name))
		return
	case object.kinds&^kNil == kLibrary:
		code, message = "unknown-function", fmt.Sprintf("%s has no function %q", describe(x), name)
	case object.kinds&^kNil == kSettings:
		code, message = "unknown-option", fmt.Sprintf("there is no option %q", name)
	case object.kinds&^kNil == kEvent:
		code, message = "unknown-parameter", fmt.Sprintf("%s has no parameter %q", e.eventName(object), name)
	case object.kinds&^kNil == kParams:
		code, message = "unknown-parameter", fmt.Sprintf("the ability declares no parameter %q", name)
	case object.kinds&^kNil == kTable:
		message = fmt.Sprintf("nothing gives this table a field %q", name)
	case object.kinds&(kGame|kSeat|kCard|kZone|kAction|kEvent|kParams|kTable|kList) == 0:
		message = fmt.Sprintf("%s has no fields", object.without(kNil))
	}
	if methods := e.methodsOf(object); len(methods) > 0 && contains(methods, name) {
		message += "; it is a method: write :" + name + "(...)"
	}
	e.unknownName(code, pos, message, name, names)
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// objectName names what an object is.
func (e *evaluator) objectName(object typ) string {
	if object.kinds&^kNil != kCard || object.cards == 0 || object.cards == e.allTypes {
		return object.without(kNil).kinds.String()
	}
	var names []string
	for i := range e.p.Types {
		if object.cards&(1<<uint(i)) != 0 {
			names = append(names, e.p.Types[i].Name)
		}
	}
	return "a card of the type " + strings.Join(names, " or ")
}

// isModule reports whether an object is the table of a rules file.
func (p *program) isModule(object typ) bool {
	if len(object.refs) == 0 {
		return false
	}
	for _, r := range object.refs {
		if !p.moduleSite(r) {
			return false
		}
	}
	return true
}

func (p *program) moduleSite(r ref) bool {
	for _, c := range p.modules {
		if len(c.results) > 0 && len(c.results[0].refs) == 1 && c.results[0].refs[0] == r {
			return true
		}
	}
	return false
}

// fieldsOf returns the names of the fields of an object.
func (e *evaluator) fieldsOf(object typ) []string {
	names := map[string]bool{}
	add := func(fields map[string]field) {
		for name := range fields {
			names[name] = true
		}
	}
	for k, fields := range map[kinds]map[string]field{kGame: e.game, kSettings: e.settings, kSeat: e.seat,
		kZone: e.zone, kAction: e.action} {
		if object.kinds&k != 0 {
			add(fields)
		}
	}
	if object.kinds&kCard != 0 {
		for i, fields := range e.card {
			if object.cards == 0 || object.cards&(1<<uint(i)) != 0 {
				add(fields)
			}
		}
	}
	if object.kinds&kRules != 0 {
		for name := range e.modules {
			names[name] = true
		}
	}
	for _, r := range object.refs {
		switch r := r.(type) {
		case *site:
			for _, name := range r.order {
				names[name] = true
			}
		case *event:
			for _, name := range e.eventNames(r) {
				names[name] = true
			}
		case *paramSet:
			for name := range r.fields {
				names[name] = true
			}
		case *library:
			for _, name := range e.members(r.name) {
				names[name] = true
			}
		}
	}
	return sorted(names)
}

// methodsOf returns the methods of the entities that an object may be.
func (e *evaluator) methodsOf(object typ) []string {
	var out []string
	for _, k := range methodKinds {
		if object.kinds&k.kinds != 0 {
			for _, m := range keyword.Entity(k.name).Methods {
				out = append(out, m.Name)
			}
		}
	}
	return out
}
