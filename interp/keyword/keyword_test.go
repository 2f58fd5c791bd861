package keyword

import (
	"strings"
	"testing"
)

func records() []*Record { return append(Records(), append(Entities(), Functions(), Library())...) }

// TestDocs keeps the registry complete: every name has its line.
func TestDocs(t *testing.T) {
	check := func(what, doc string) {
		if !strings.HasSuffix(doc, ".") || strings.Contains(doc, "\n") {
			t.Errorf("%s: a doc is one line that ends in a full stop: %q", what, doc)
		}
	}
	for _, r := range records() {
		check(r.Name, r.Doc)
		seen := map[string]bool{}
		for _, f := range r.Fields {
			check(r.Name+"."+f.Name, f.Doc)
			if seen[f.Name] {
				t.Errorf("%s.%s stands twice", r.Name, f.Name)
			}
			seen[f.Name] = true
			checkType(t, r.Name+"."+f.Name, f.Type)
		}
		for _, m := range r.Methods {
			check(r.Name+":"+m.Name, m.Doc)
			checkFunc(t, m)
			if seen[m.Name] {
				t.Errorf("%s:%s stands twice", r.Name, m.Name)
			}
			seen[m.Name] = true
		}
	}
}

func checkFunc(t *testing.T, f Func) {
	if f.Table != "" && f.Table != "card filter" {
		if len(f.Params) > 0 {
			t.Errorf("%s takes a table and parameters", f.Name)
		}
		Lookup(f.Table)
	}
	optional := false
	for _, p := range f.Params {
		if !strings.HasSuffix(p.Doc, ".") {
			t.Errorf("%s: the parameter %s has no line that explains it: %q", f.Name, p.Name, p.Doc)
		}
		checkType(t, f.Name+" "+p.Name, p.Type)
		if optional && !p.Optional && !p.Rest && f.Name != "table.insert" { // which Lua has so
			t.Errorf("%s: %s comes after an optional parameter", f.Name, p.Name)
		}
		optional = optional || p.Optional
	}
	for _, r := range f.Results {
		checkType(t, f.Name, r)
	}
}

// checkType tells of types that lack what their kind needs.
func checkType(t *testing.T, what string, typ Type) {
	switch {
	case (typ.Kind == ListOf || typ.Kind == MapOf) != (typ.Item != nil),
		(typ.Kind == Choice) != (len(typ.Words) > 0),
		(typ.Kind == Either) != (len(typ.Of) > 0) && typ.Kind != Function,
		(typ.Kind == Name || typ.Kind == RecordOf) != (typ.Ref != "") && typ.Kind != Word:
		t.Errorf("%s: a type of kind %d is not whole: %+v", what, typ.Kind, typ)
	}
	if typ.Kind == RecordOf && typ.Ref != "seat filter" { // which package filter has
		Lookup(string(typ.Ref))
	}
	if typ.Item != nil {
		checkType(t, what, *typ.Item)
	}
	for _, o := range typ.Of {
		checkType(t, what, o)
	}
}

func TestLookups(t *testing.T) {
	if f, ok := Lookup("zone").Field("capacity"); !ok || f.Type.Kind != Number {
		t.Error("zone.capacity")
	}
	if _, ok := Lookup("zone").Field("capcity"); ok {
		t.Error("zone.capcity")
	}
	if m, ok := Entity("card").Method("has"); !ok || len(m.Params) != 1 {
		t.Error("card:has")
	}
	if f, ok := Functions().Method("choose.one"); !ok || f.Table != "choose.one" {
		t.Error("choose.one")
	}
	if names := Functions().AllNames(); names[0] != "ability" || len(names) != len(Functions().Methods) {
		t.Error(names)
	}
	if Article("option") != "an option" || Article("zone") != "a zone" {
		t.Error("articles")
	}
	for _, f := range []func(){func() { Lookup("nothing") }, func() { Entity("nothing") }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("an unknown record went unnoticed")
				}
			}()
			f()
		}()
	}
}
