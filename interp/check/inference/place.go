package inference

import (
	"cmp"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// Inference is what the rounds found out about the scripts of a pack, for who asks by
// place: lines and columns count from 1, columns in characters, and files are named as
// in findings. The zero Inference knows nothing. It is not safe for several goroutines.
type Inference struct {
	p *Program
	// labels are the names and words of each script that was asked about.
	labels map[*Chunk][]label
}

// What says what stands at a place.
type What uint8

// The kinds of places.
const (
	// Variable is a local variable or a parameter, Global a name of the API or the
	// language, and "game", "rules" and "does".
	Variable What = iota
	Global
	// Field is read or assigned with a dot, Method called with a colon.
	Field
	Method
	// Key is the name of a field in a table that the script makes.
	Key
	// Word is a text in quotes.
	Word
)

// Place is a name or a word in a script.
type Place struct {
	What What
	Name string
	// Pos is where it begins, Length how many characters it takes, quotes included.
	Pos    diag.Pos
	Length int
	// Value is what it is there; of a key what it is given.
	Value Value
	// Object is what a field or method is one of; of a key the table.
	Object Value
	// Nothing says why the value may be nothing, "" where it may not.
	Nothing string
	// Ref says what a word names and Allowed the words there are; "" and nil where
	// that is not known.
	Ref     keyword.Ref
	Allowed []string
	// Declared are the places where a variable or the functions of a module stand.
	Declared []diag.Pos

	variable *Var
}

// label is a name or a word of a script.
type label struct {
	Place
	expr ast.Expr
	// object is what a field or a method is read of.
	object ast.Expr
}

// Member returns the field or method that the place names.
func (p Place) Member() (Member, bool) { return p.Object.Member(p.Name) }

func (i *Inference) chunk(file string) *Chunk {
	if i.p == nil {
		return nil
	}
	for _, c := range i.p.Chunks {
		if c.File == file {
			return c
		}
	}
	return nil
}

// At returns the name or word at a place, its end included, and whether one is there.
func (i *Inference) At(file string, line, column int) (Place, bool) {
	c := i.chunk(file)
	if c == nil {
		return Place{}, false
	}
	labels := i.labelsOf(c)
	n, exact := slices.BinarySearchFunc(labels, diag.Pos{Line: line, Column: column},
		func(m label, at diag.Pos) int { return order(m.Pos, at) })
	if !exact {
		n--
	}
	if n < 0 || labels[n].Pos.Line != line || column > labels[n].Pos.Column+labels[n].Length {
		return Place{}, false
	}
	return i.fill(c, labels[n]), true
}

func order(a, b diag.Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// labelsOf are the labels of a script in the order of the text.
func (i *Inference) labelsOf(c *Chunk) []label {
	if labels, ok := i.labels[c]; ok {
		return labels
	}
	for _, f := range c.functions {
		i.p.evaluate(f, i.p.hear)
	}
	var labels []label
	add := func(m label) {
		if m.Pos.Column == 0 {
			return // the two readings of the text do not agree
		}
		if m.What == Word {
			m.Length = syntax.Length(c.Text, m.Pos)
		} else {
			m.Length = len([]rune(m.Name))
		}
		labels = append(labels, m)
	}
	for _, v := range i.p.Variables {
		if v.Owner.Chunk == c {
			add(label{Place: Place{What: Variable, Name: v.Name, Pos: v.Pos, variable: v}})
		}
	}
	keys := map[ast.Expr]bool{}
	keyed := func(what What, x, value, object ast.Expr) {
		key, ok := x.(*ast.StringExpr)
		if ok && syntax.Length(c.Text, c.Tree.Pos(key)) == len([]rune(key.Value)) {
			keys[key] = true
			add(label{Place: Place{What: what, Name: key.Value, Pos: c.Tree.Pos(key)}, expr: value, object: object})
		}
	}
	syntax.Walk(c.Tree.Stmts, func(x ast.Expr) {
		switch x := x.(type) {
		case *ast.IdentExpr:
			m := label{Place: Place{What: Global, Name: x.Value, Pos: c.Tree.Pos(x)}, expr: x}
			if v := i.p.Uses[x]; v != nil {
				m.What = Variable
				m.variable = v
			}
			add(m)
		case *ast.AttrGetExpr:
			keyed(Field, x.Key, x, x.Object)
		case *ast.TableExpr:
			for _, f := range x.Fields {
				keyed(Key, f.Key, f.Value, x)
			}
		case *ast.FuncCallExpr:
			if x.Receiver != nil {
				add(label{Place: Place{What: Method, Name: x.Method, Pos: c.Tree.Method(x)},
					expr: x, object: x.Receiver})
			}
		case *ast.StringExpr:
			if !keys[x] {
				add(label{Place: Place{What: Word, Name: x.Value, Pos: c.Tree.Pos(x)}, expr: x})
			}
		}
	})
	slices.SortStableFunc(labels, func(a, b label) int { return order(a.Pos, b.Pos) })
	i.labels[c] = labels
	return labels
}

// fill says of a label what is known of it.
func (i *Inference) fill(c *Chunk, m label) Place {
	p := m.Place
	e := &Evaluator{Program: i.p, Fn: c.Main, Tree: c.Tree}
	t, seen := i.p.Kept.values[m.expr]
	if m.object != nil {
		p.Object = Value{of: i.p.Kept.values[m.object], in: i.p}
	}
	switch p.What {
	case Variable:
		p.Declared = []diag.Pos{p.variable.Pos}
		if !seen {
			t = p.variable.Holds
		}
	case Field:
		if member, ok := p.Member(); ok {
			p.Declared = member.Declared
			if !seen {
				t = member.Value.of
			}
		}
	case Word:
		want, known := i.p.Kept.wants[m.expr]
		if known {
			p.Ref = refOf(want)
			p.Allowed, _ = e.RefNames(want, "")
		} else if fits := i.p.Kept.Fits[m.expr]; fits.Kinds&lattice.Word != 0 && fits.Words != nil {
			p.Allowed = fits.WordList()
		}
	}
	p.Value = Value{of: t, in: i.p}
	if p.Value.MayBeNothing() && p.What != Word && m.expr != nil && p.What != Key {
		p.Nothing = e.WhyNothing(m.expr)
	}
	return p
}

// refOf is what a type names, "" for several things or none.
func refOf(t keyword.Type) keyword.Ref {
	switch t.Kind {
	case keyword.Name:
		return t.Ref
	case keyword.ListOf:
		return refOf(*t.Item)
	case keyword.Either:
		for _, o := range t.Of {
			if r := refOf(o); r != "" {
				return r
			}
		}
	}
	return ""
}

// Name is something that can be named at a place.
type Name struct {
	Name  string
	Value Value
	// Declared is where a variable stands; nowhere for globals.
	Declared diag.Pos
	// API is the entry of the registry of a global function.
	API *keyword.Func
}

// Scope returns what can be named at a place: variables, the nearest first, then the
// globals by name.
func (i *Inference) Scope(file string, line, column int) []Name {
	c := i.chunk(file)
	if c == nil {
		return nil
	}
	at := diag.Pos{Line: line, Column: column}
	scopes := syntax.Scopes(c.Text)
	innermost := func(at diag.Pos) int {
		in := 0
		for n, s := range scopes {
			if order(s.From, at) < 0 && (order(at, s.To) < 0 || n == 0) {
				in = n
			}
		}
		return in
	}
	var around []int // the scopes that the place is in, the innermost first
	for n := innermost(at); n >= 0; n = scopes[n].Outer {
		around = append(around, n)
	}
	type found struct {
		v     *Var
		depth int
	}
	var variables []found
	for _, v := range i.p.Variables {
		if v.Owner.Chunk != c || order(v.Pos, at) >= 0 {
			continue
		}
		home := innermost(v.Pos)
		if v.Role == LocalFunction {
			home = max(0, scopes[home].Outer) // its name stands behind the word "function"
		}
		if depth := slices.Index(around, home); depth >= 0 {
			variables = append(variables, found{v, depth})
		}
	}
	slices.SortStableFunc(variables,
		func(a, b found) int { return cmp.Or(cmp.Compare(a.depth, b.depth), order(b.v.Pos, a.v.Pos)) })
	var names []Name
	taken := map[string]bool{}
	for _, f := range variables {
		if !taken[f.v.Name] {
			taken[f.v.Name] = true
			names = append(names, Name{Name: f.v.Name, Value: Value{of: f.v.Holds, in: i.p}, Declared: f.v.Pos})
		}
	}
	for _, name := range i.p.GlobalNames() {
		if !taken[name] {
			n := Name{Name: name, Value: Value{of: i.p.globalValue(name), in: i.p}}
			n.API, _ = hostNamed(name)
			names = append(names, n)
		}
	}
	return names
}

// References returns the places where the same variable, or the same function of a
// module, is named, in the order of files and text.
func (i *Inference) References(of Place) []diag.Pos {
	if i.p == nil {
		return nil
	}
	var out []diag.Pos
	for _, c := range i.p.Chunks {
		for _, m := range i.labelsOf(c) {
			switch {
			case of.variable != nil:
				if m.variable == of.variable {
					out = append(out, m.Pos)
				}
			case m.What != Word && m.Name == of.Name && i.sameFunction(m, of):
				out = append(out, m.Pos)
			}
		}
	}
	return out
}

// sameFunction reports whether a label names a function that a place names.
func (i *Inference) sameFunction(m label, of Place) bool {
	t, ok := i.p.Kept.values[m.expr]
	if !ok && m.object != nil {
		member, _ := Value{of: i.p.Kept.values[m.object], in: i.p}.Member(m.Name)
		t = member.Value.of
	}
	return slices.ContainsFunc(t.Refs, func(r lattice.Ref) bool {
		_, ok := r.(*Func)
		return ok && slices.Contains(of.Value.of.Refs, r)
	})
}

// Call is a call whose arguments a place is among.
type Call struct {
	Functions []Function
	// Argument is the one that the place is in, from 0.
	Argument int
	// Table is the path of keys where the place is in a table that is given: "where",
	// "card" in ability{where = {card = {|}}}; "" for an item of a list.
	Table []string
}

// Call returns the innermost call whose arguments a place is among.
func (i *Inference) Call(file string, line, column int) (Call, bool) {
	c := i.chunk(file)
	if c == nil {
		return Call{}, false
	}
	var table []string
	around := syntax.Around(c.Text, line, column)
	for _, b := range slices.Backward(around) {
		if b.Open == '[' {
			return Call{}, false
		}
		call := Call{Table: table}
		if b.Open == '{' {
			// The table inside of which the place is: a call of its own, ability{, or an
			// argument.
			table = slices.Insert(table, 0, b.Key)
			if b.Name.Line == 0 {
				continue
			}
			call.Table = table
		} else {
			call.Argument = b.Items
		}
		if b.Name.Line == 0 {
			return Call{}, false
		}
		place, ok := i.At(file, b.Name.Line, b.Name.Column)
		if !ok {
			return Call{}, false
		}
		call.Functions = place.Value.Functions()
		if member, ok := place.Member(); ok && member.API != nil {
			call.Functions = []Function{{Name: member.API.Name, API: member.API,
				Params: lists.Map(member.API.Params, func(p keyword.Param) string { return p.Name })}}
		}
		return call, len(call.Functions) > 0
	}
	return Call{}, false
}

// Fits reports whether a value may stand where the name at a place stands: whether it may
// be of the kinds that are taken there, and so anywhere that nothing is known of.
func (i *Inference) Fits(file string, line, column int, v Value) bool {
	c := i.chunk(file)
	if c == nil || !v.Known() {
		return c != nil
	}
	for _, m := range i.labelsOf(c) {
		if m.Pos.Line == line && m.Pos.Column == column && m.expr != nil {
			if want, known := i.p.Kept.wants[m.expr]; known {
				return v.of.Has(lattice.KindsOf(want)) || lattice.KindsOf(want)&lattice.Any != 0
			}
			fits, known := i.p.Kept.Fits[m.expr]
			return !known || !fits.Known() || v.of.Has(fits.Kinds)
		}
	}
	return true
}

// Look goes over the functions once more and reports what it finds to a listener. Later
// queries by place go to another listener, which reports nothing.
// The memo is for the next run; nil where this one had none.
func (p *Program) Look(hear, quiet Listener) (*Inference, *Memo) {
	p.Final = true
	p.hear = hear
	p.round()
	memo := p.next
	p.last = nil
	p.next = nil
	p.hear = quiet
	p.Kept = &kept{map[ast.Expr]lattice.Type{}, map[ast.Expr]keyword.Type{}, map[ast.Expr]lattice.Type{}}
	return &Inference{p: p, labels: map[*Chunk][]label{}}, memo
}
