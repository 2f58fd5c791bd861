package inference

import (
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Value holds the known facts about a value of the scripts. The zero Value holds none.
type Value struct {
	of lattice.Type
	in *Program
}

// Known reports whether anything is known of the value.
func (v Value) Known() bool { return v.in != nil && v.of.Known() }

// String says what the value may be: "a card or nothing (nil)"; "something" where
// nothing is known.
func (v Value) String() string {
	if !v.Known() {
		return "something"
	}
	rest := v.of.Without(lattice.Nil)
	text := rest.String()
	if rest.Kinds == lattice.Card {
		text = v.asker().ObjectName(rest)
	}
	switch {
	case rest.Kinds == 0:
		return lattice.Nil.String()
	case v.MayBeNothing():
		return text + " or " + lattice.Nil.String()
	}
	return text
}

// MayBeNothing reports whether the value may be nil.
func (v Value) MayBeNothing() bool { return v.Known() && v.of.Kinds&lattice.Nil != 0 }

// Words returns the words that the value may be, sorted; nil where it may be any word,
// or is none.
func (v Value) Words() []string {
	if !v.Known() || v.of.Kinds&lattice.Word == 0 || v.of.Words == nil {
		return nil
	}
	return v.of.WordList()
}

// Triggers returns the possible triggers of an event; nil if it is none.
func (v Value) Triggers() []string {
	names := map[string]bool{}
	for ev := range lattice.Refs[*Event](v.of) {
		names[v.in.pack.Triggers[ev.Trigger].Name] = true
	}
	if len(names) == 0 {
		return nil
	}
	return Sorted(names)
}

// ParamsOf is the ability whose parameters the value is; "" for any other value.
func (v Value) ParamsOf() string {
	for set := range lattice.Refs[*ParamSet](v.of) {
		return set.ability
	}
	return ""
}

// Member is a field or a method of a value.
type Member struct {
	Name string
	// Method is set for methods, called with a colon, Write for fields that may be
	// assigned.
	Method, Write bool
	Value         Value
	// Doc is the line of the registry; "" for what the pack declares.
	Doc string
	// Attribute is the attribute of the pack that the field is, if it is one.
	Attribute bool
	// Declared are the places of the functions that it may be.
	Declared []diag.Pos
	// API is the function of the registry that it is, nil for any other.
	API *keyword.Func
}

// Members returns the fields and the methods that a value may have, each sorted by
// name, fields first.
func (v Value) Members() []Member {
	if !v.Known() {
		return nil
	}
	var out []Member
	for _, name := range v.asker().FieldsOf(v.of) {
		if m, ok := v.Member(name); ok {
			out = append(out, m)
		}
	}
	methods := v.in.Methods(v.of)
	for _, name := range Sorted(methods) {
		out = append(out, Member{Name: name, Method: true, Doc: methods[name].Doc, API: methods[name]})
	}
	return out
}

// entityNames are the names in the registry of what has fields.
var entityNames = map[lattice.Kinds]string{lattice.Game: "game", lattice.Seat: "seat", lattice.Card: "card",
	lattice.Zone: "zone", lattice.Action: "action"}

// Member returns the field or the method of a name, and whether there is one.
func (v Value) Member(name string) (Member, bool) {
	if !v.Known() {
		return Member{}, false
	}
	e := v.asker()
	m := Member{Name: name}
	found := false
	for _, k := range EntityKinds {
		if v.of.Kinds&k == 0 {
			continue
		}
		f, ok := e.EntityOf(v.of, k, name)
		if !ok {
			continue
		}
		found = true
		m.Write, m.Attribute = m.Write || f.Write, m.Attribute || f.Attribute != nil
		if entity := entityNames[k]; entity != "" {
			if f, ok := keyword.Entity(entity).Field(name); ok {
				m.Doc = f.Doc
			}
		}
	}
	t, ok := e.SilentField(v.of, name)
	if ok {
		found = true
		m.Value = Value{of: t, in: v.in}
		for _, f := range m.Value.Functions() {
			m.API = f.API
			if f.Declared.Line > 0 {
				m.Declared = append(m.Declared, f.Declared)
			}
		}
		if m.API != nil {
			m.Doc = m.API.Doc
		}
		if v.of.Kinds&lattice.Event != 0 {
			if f, ok := keyword.Entity("event").Field(name); ok {
				m.Doc = f.Doc
				m.Write = f.Write
			}
		}
	}
	if f := v.in.Methods(v.of)[name]; f != nil && !found {
		return Member{Name: name, Method: true, Doc: f.Doc, API: f}, true
	}
	return m, found
}

// Function is a function that a value may be.
type Function struct {
	// Name is how it is known: "cards.draw", "move"; "" for one without a name.
	Name string
	// Params are the names of its parameters.
	Params []string
	// Declared is its place; nowhere for functions of the registry.
	Declared diag.Pos
	// API is its entry in the registry, for functions of the API and the language.
	API *keyword.Func
	// Results are its results, for a function of the scripts.
	Results []Value
}

// Functions returns the functions that the value may be.
func (v Value) Functions() []Function {
	var out []Function
	for _, r := range v.of.Refs {
		switch r := r.(type) {
		case *Func:
			f := Function{Name: r.name, Declared: r.pos}
			if r.Step != "" {
				f.Name = r.Step
			}
			f.Params = lists.Map(r.Params, func(p *Var) string { return p.Name })
			f.Results = lists.Map(r.Results, func(t lattice.Type) Value { return Value{of: t, in: v.in} })
			out = append(out, f)
		case *host:
			f := Function{Name: r.name, API: r.row}
			f.Params = lists.Map(f.API.Params, func(p keyword.Param) string { return p.Name })
			out = append(out, f)
		}
	}
	return out
}

// asker is an evaluator that only looks.
func (v Value) asker() *Evaluator {
	return &Evaluator{Program: v.in, Fn: &Func{Chunk: &Chunk{}}}
}
