package code

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"
)

// index evaluates a[b] for a key that is not written out.
func (e *evaluator) index(object typ, x *ast.AttrGetExpr, key typ) typ {
	if object.any() {
		return top
	}
	var out typ
	if key.has(kNumber) {
		out = e.itemOf(object)
	}
	if key.kinds&kWord != 0 && key.words != nil {
		out = join(out, e.indexWords(object, x, key), e.widen)
	}
	for _, r := range object.refs {
		s, ok := r.(*site)
		if !ok {
			continue
		}
		if s.widened {
			return top
		}
		if key.any() || key.kinds&kWord != 0 && key.words == nil {
			for _, name := range s.order {
				out = join(out, s.fields[name], e.widen)
			}
		}
		if key.kinds&^(kNumber|kNil|kWord) != 0 || key.kinds&kWord != 0 && key.words == nil {
			out = join(out, s.other, e.widen)
		}
	}
	if object.kinds&^(kList|kTable|kNil) != 0 && (key.any() || key.words == nil) {
		return top
	}
	if object.keyed {
		return top
	}
	return out
}

// indexWords evaluates a[b] where the words that b may be are known.
func (e *evaluator) indexWords(object typ, x *ast.AttrGetExpr, key typ) typ {
	var out typ
	missing := ""
	for _, w := range key.wordList() {
		t, ok := e.silentField(object, w)
		if ok {
			out = join(out, t, e.widen)
		} else {
			missing = w
		}
	}
	if missing == "" || !e.final || !object.known() {
		return out
	}
	entity := object.kinds&(kGame|kSeat|kCard|kZone) != 0 && object.kinds&(kTable|kList) == 0
	switch {
	case out.bottom() && !key.declared && object.kinds&kTable != 0 && !e.silent(object):
		e.unknownName("unknown-field", e.pos(x.Key), fmt.Sprintf("nothing gives this table a field %q", missing),
			missing, e.fieldsOf(object))
	case entity && (out.bottom() || !key.declared):
		e.unknownName("unknown-field", e.pos(x.Key), fmt.Sprintf("%s has no field %q", e.objectName(object), missing),
			missing, e.fieldsOf(object))
	}
	return out
}

// silent reports whether a table may be filled where it cannot be seen.
func (e *evaluator) silent(object typ) bool {
	for _, r := range object.refs {
		if s, ok := r.(*site); ok && (s.widened || !s.other.bottom() || !s.items.bottom()) {
			return true
		}
	}
	return false
}

// silentField is field without a report.
func (e *evaluator) silentField(object typ, name string) (typ, bool) {
	var out typ
	found := false
	for _, k := range entityKinds {
		if object.kinds&k != 0 {
			if f, ok := e.entityOf(object, k, name); ok {
				out, found = join(out, f.typ, e.widen), true
			}
		}
	}
	if object.kinds&kRules != 0 && e.modules[name] != nil {
		out, found = join(out, e.module(name), e.widen), true
	}
	for _, r := range object.refs {
		if t, ok := e.refField(r, name); ok {
			out, found = join(out, t, e.widen), true
		}
	}
	return out, found
}
