package stubs

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// api writes the functions of the registry, the tables they take, and the
// entities. The names that a game has are filled in where there is one.
func api(game *interp.Pack) string {
	w := &writer{}
	w.out.WriteString(header)
	w.line()
	w.aliases(game)
	var compiled *compile.Compiled
	if game != nil {
		compiled = game.Compiled
	}
	for _, r := range compiled.Conditions().Tables() {
		w.class(r)
		w.line()
	}
	for _, r := range keyword.Entities {
		w.entity(r)
	}
	w.doc("The table, with its attributes, its zones and the settings of the game.")
	w.line("---@type ruledeck.Game")
	w.line("game = {}")
	w.line()
	w.doc("The functions that words stand for: does.<list>[word].")
	w.line("---@type table<string, table<string, function>>")
	w.line("does = {}")
	w.line()
	w.doc("The functions of the rules: rules.<file>.<function>.")
	w.line("---@type ruledeck.Rules")
	w.line("rules = {}")
	w.line()
	w.functions(game)
	return w.out.String()
}

// class writes a table that scripts write.
func (w *writer) class(r *keyword.Record) {
	w.doc(r.Doc)
	w.line("---@class ", className(r.Name))
	for _, f := range r.Fields {
		text := typ(f.Type)
		if r.Name == "ability" && f.Type.Kind == keyword.Function {
			text = called
		}
		w.field(f.Name, text, f.Doc, !f.Required)
	}
	if r.Open != "" {
		w.line("---@field [string] any ", upper(r.Open), ".")
	}
}

// called is what the functions of an ability get where it answers no trigger: an action
// the seat that acts, a modifier the card or the seat whose attribute is read.
const called = "fun(self: ruledeck.Card, by: ruledeck.Seat|ruledeck.Card, ...: any): any"

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// entity writes a value that scripts get.
func (w *writer) entity(r *keyword.Record) {
	w.doc(r.Doc)
	w.line("---@class ", className(r.Name))
	for _, f := range r.Fields {
		w.field(f.Name, typ(f.Type), f.Doc, r.Name == "event") // raise takes a table of them
	}
	local := strings.TrimPrefix(className(r.Name), "ruledeck.")
	w.line("local ", local, " = {}")
	w.line()
	for i := range r.Methods {
		w.function(&r.Methods[i], local+":"+r.Methods[i].Name, nil)
	}
}

// functions writes what scripts can call.
func (w *writer) functions(game *interp.Pack) {
	groups := map[string]bool{}
	for i := range keyword.Functions {
		f := &keyword.Functions[i]
		if group, _, ok := strings.Cut(f.Name, "."); ok && !groups[group] {
			groups[group] = true
			w.line(group, " = {}")
			w.line()
		}
		w.function(f, f.Name, overloads(game, f.Name))
	}
}

// function writes one function with its parameters and results.
func (w *writer) function(f *keyword.Func, name string, overloads []string) {
	w.doc(f.Doc)
	generic := ""
	for _, r := range f.Results {
		generic = max(generic, genericOf(r))
	}
	if generic != "" {
		w.line("---@generic T")
	}
	params := arguments(f.Params)
	if f.Table != "" {
		params = []string{"t"}
		w.line("---@param t ", className(f.Table))
	}
	for i, p := range f.Params {
		name, text := params[i], typ(p.Type)
		if i == 0 && generic != "" {
			text = generic
		} else if p.Type.Kind == keyword.Element {
			text = "any" // the list says no more
		}
		if p.Optional || text == "T" { // it may be nothing
			name += "?"
		}
		w.line("---@param ", name, " ", text, " ", p.Doc)
	}
	for _, r := range f.Results {
		w.line("---@return ", typ(r))
	}
	if f.Open {
		w.line("---@return any ...")
	}
	if least, _ := f.Counts(); len(f.Given(least)) < len(f.Params) {
		overloads = append(overloads, "fun("+strings.Join(arguments(f.Given(least)), ", ")+")")
	}
	for _, o := range overloads {
		w.line("---@overload ", o)
	}
	w.line("function ", name, "(", strings.Join(params, ", "), ") end")
	w.line()
}

// genericOf is the type of the first argument of a function whose result follows from
// it; "" where it does not.
func genericOf(t keyword.Type) string {
	switch t.Kind {
	case keyword.Same:
		return "T"
	case keyword.Element:
		return "T[]"
	case keyword.ListOf:
		return genericOf(*t.Item)
	}
	for _, o := range t.Of {
		if g := genericOf(o); g != "" {
			return g
		}
	}
	return ""
}

// arguments are the names of parameters as a script may have them.
func arguments(params []keyword.Param) []string {
	var out []string
	for _, p := range params {
		switch {
		case p.Rest:
			out = append(out, "...")
		case syntax.Reserved(p.Name):
			out = append(out, "f")
		default:
			out = append(out, p.Name)
		}
	}
	return out
}
