package assist

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// signatureOf writes a function of the registry with its parameters.
func signatureOf(f *keyword.Func) string {
	if f.Table != "" {
		return f.Name + "{...}"
	}
	var params []string
	for _, p := range f.Params {
		name := p.Name
		if p.Rest {
			name = "..." + name
		}
		if p.Optional {
			name = "[" + name + "]"
		}
		params = append(params, name)
	}
	return f.Name + "(" + strings.Join(params, ", ") + ")"
}

// Signature is a function being called: its label, its documentation, its parameters, and
// the one being written.
type Signature struct {
	Label, Doc string
	Params     []Parameter
	Active     int
}

// Parameter is one of a Signature, as it stands in the label.
type Parameter struct{ Label, Doc string }

// Signature returns the function whose arguments a place is among.
func (f *File) Signature(line, column int) (Signature, bool) {
	if f.kind != "lua" {
		return Signature{}, false
	}
	f.settle()
	scripts := f.study.Scripts
	at, ok := fragmentAt(f.line(line), column-1)
	if !ok {
		return Signature{}, false
	}
	if _, err := syntax.Parse(f.shown, f.text); err != nil {
		shift := 0
		scripts, shift, ok = f.trial(line, at)
		if !ok {
			return Signature{}, false
		}
		column += shift
	}
	call, ok := scripts.Call(f.shown, line, column)
	if !ok || len(call.Functions) == 0 {
		return Signature{}, false
	}
	fn := call.Functions[0]
	out := Signature{Active: call.Argument, Doc: f.comment(fn)}
	if fn.API == nil {
		out.Label = fmt.Sprintf("%s(%s)", fn.Name, strings.Join(fn.Params, ", "))
		out.Params = lists.Map(fn.Params, func(name string) Parameter { return Parameter{Label: name} })
		return out, true
	}
	out.Doc = fn.API.Doc
	out.Label = signatureOf(fn.API)
	for _, p := range fn.API.Params {
		out.Params = append(out.Params, Parameter{p.Name, p.Doc})
	}
	if fn.API.Table != "" {
		var names []string
		for _, field := range filter.Standard.Lookup(fn.API.Table).Fields {
			name := field.Name
			if !field.Required {
				name += "?"
			}
			names = append(names, name)
			out.Params = append(out.Params, Parameter{name, field.Doc})
			if len(call.Table) > 0 && field.Name == call.Table[0] {
				out.Active = len(out.Params) - 1
			}
		}
		out.Label = fn.API.Name + "{" + strings.Join(names, ", ") + "}"
	}
	return out, true
}
