package stubs_test

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// given is what an expression may be that stands where something is wanted.
func (r *reader) given(e ast.Expr, want node) node {
	switch e := e.(type) {
	case *ast.FunctionExpr:
		return r.function(e, want)
	case *ast.TableExpr:
		return r.table(e, want)
	}
	return r.of(e)
}

// call goes through a call and returns what it gives; nil where nothing is known.
func (r *reader) call(e *ast.FuncCallExpr) []node {
	var object, callee node
	name := ""
	if e.Method != "" {
		object = r.open(r.of(e.Receiver))
		of, known := r.member(object, e.Method)
		if !known {
			r.warn(e.Line(), "undefined-field: %s", e.Method)
		}
		callee, name = of, e.Method
	} else {
		callee = r.open(r.of(e.Func))
	}
	var signs []*signature
	for _, t := range callee {
		if t.sign != nil {
			signs = append(append(signs, t.sign), t.sign.others...)
		}
	}
	// An overload that begins with another word is out.
	if len(e.Args) > 0 {
		if word, ok := e.Args[0].(*ast.StringExpr); ok {
			signs = slices.DeleteFunc(signs, func(s *signature) bool {
				return len(s.params) > 0 && len(s.params[0].of) == 1 && s.params[0].of[0].name[0] == '"' &&
					s.params[0].of[0].name != `"`+word.Value+`"`
			})
		}
	}
	var args []node
	for i, a := range e.Args {
		var want node
		for _, s := range signs {
			if i < len(s.params) {
				want = append(want, s.params[i].of...)
			}
		}
		of := r.given(a, want)
		args = append(args, of)
		if _, table := a.(*ast.TableExpr); len(want) > 0 && !table && !r.accepts(want, of) {
			r.warn(e.Line(), "param-type-mismatch: %d", i+1)
		}
	}
	if len(signs) == 0 {
		return nil
	}
	r.count(e, signs, name)
	// What it gives is what any of the functions gives that take these values.
	out := []node{{{name: "nil"}}}
	for i, s := range slices.DeleteFunc(signs,
		func(s *signature) bool { return len(s.results) == 0 || !r.takes(s, args) }) {
		results := r.resolved(s, args)
		if i == 0 {
			out = results
			continue
		}
		for k := range min(len(out), len(results)) {
			if out[k] != nil && results[k] != nil {
				out[k] = append(slices.Clone(out[k]), results[k]...)
			} else {
				out[k] = nil
			}
		}
	}
	return out
}

func (r *reader) takes(s *signature, args []node) bool {
	for i, p := range s.params {
		if i < len(args) && !r.accepts(p.of, args[i]) {
			return false
		}
	}
	return true
}

// count compares how many values a call has with how many the functions take.
func (r *reader) count(e *ast.FuncCallExpr, signs []*signature, method string) {
	n := len(e.Args)
	if n > 0 {
		switch e.Args[n-1].(type) {
		case *ast.FuncCallExpr, *ast.Comma3Expr:
			return
		}
	}
	least, most := 99, 0
	for _, s := range signs {
		needed := len(s.params)
		for needed > 0 && (s.params[needed-1].optional || len(s.params[needed-1].of) == 0) {
			needed--
		}
		least = min(least, needed)
		most = max(most, len(s.params))
		if s.rest {
			most = 99
		}
	}
	if n < least {
		r.warn(e.Line(), "missing-parameter: %d, at least %d", n, least)
	}
	if n > most {
		r.warn(e.Line(), "redundant-parameter: %d, at most %d", n, most)
	}
}

// resolved are the results of a call: T is what the first value is, or an item of it.
func (r *reader) resolved(s *signature, args []node) []node {
	var out []node
	for _, result := range s.results {
		if s.generic && len(args) > 0 && len(s.params) > 0 {
			result = generic(result, s.params[0].of, r.open(args[0]))
		}
		out = append(out, result)
	}
	if s.more {
		return append(out, nil, nil, nil)
	}
	return out
}

func generic(result, param, arg node) node {
	item := arg
	if len(param) > 0 && param[0].name == "[]" {
		item = nil
		for _, t := range arg {
			item = append(item, t.item...)
		}
	}
	var out node
	for _, t := range result {
		switch {
		case t.name == "T":
			if len(item) == 0 {
				return nil
			}
			out = append(out, item...)
		case t.name == "[]":
			out = append(out, vtype{name: "[]", item: generic(t.item, param, arg)})
		default:
			out = append(out, t)
		}
	}
	return out
}
