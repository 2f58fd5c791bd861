package explain

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// functionNames are what scripts can call: functions, and methods as card:has.
func (e *Explainer) functionNames() []string {
	names := keyword.Functions().AllNames()
	for _, entity := range keyword.Entities() {
		for _, m := range entity.Methods {
			names = append(names, entity.Name+":"+m.Name)
		}
	}
	slices.Sort(names)
	return names
}

// function explains a function of the language: its parameters, the keys of the
// table that it takes, and the lines that call it.
func (e *Explainer) function(name string) *Thing {
	f, known := keyword.Functions().Method(name)
	call := name
	if entity, method, ok := strings.Cut(name, ":"); ok {
		for _, r := range keyword.Entities() {
			if r.Name == entity && !known {
				f, known = r.Method(method)
			}
		}
		call = ":" + method
	}
	if !known {
		return nil
	}
	t := &Thing{Kind: "function", Name: name, Doc: f.Doc}
	for _, p := range f.Params {
		value := p.Doc
		if p.Optional {
			value += " May be left out."
		}
		t.fact(p.Name, value, At{})
	}
	if f.Table != "" {
		for _, field := range filter.Standard.Lookup(f.Table).Fields {
			t.fact(field.Name, field.Doc, At{})
		}
	}
	t.Scripts = e.inScripts(naming(call+"(", call+"{", call+" {"))
	return t
}
