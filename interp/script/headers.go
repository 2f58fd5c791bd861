package script

import (
	"slices"

	luaast "github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// headerPlaces finds the places of the fields in the headers of one file: it walks the
// tables made by running the file alongside the constructors in its text.
type headerPlaces struct {
	file string
	tree *syntax.Tree
	// calls are the constructors ability{...} of the file, by line.
	calls map[int][]*luaast.TableExpr
	// forms are the names of the pack's forms.
	forms []string
	// tables are the tables that local variables of the file hold.
	tables map[string]*luaast.TableExpr
}

func newHeaderPlaces(f *file) *headerPlaces {
	tree := f.chunk.Tree()
	p := &headerPlaces{file: f.File, tree: tree, calls: map[int][]*luaast.TableExpr{},
		tables: map[string]*luaast.TableExpr{}}
	for _, s := range tree.Stmts {
		if s, ok := s.(*luaast.LocalAssignStmt); ok {
			for i, e := range s.Exprs {
				if table, ok := e.(*luaast.TableExpr); ok && i < len(s.Names) {
					p.tables[s.Names[i]] = table
				}
			}
		}
	}
	syntax.Walk(tree.Stmts, func(e luaast.Expr) {
		call, ok := e.(*luaast.FuncCallExpr)
		if !ok || len(call.Args) != 1 {
			return
		}
		name, _ := call.Func.(*luaast.IdentExpr)
		table, isTable := call.Args[0].(*luaast.TableExpr)
		if name != nil && name.Value == constructor && isTable {
			p.calls[call.Line()] = append(p.calls[call.Line()], table)
		}
	})
	return p
}

// header turns the table of a header into a neutral tree. Its functions are left
// out: they are told apart as HasWhen, HasRun and HasAmount.
func (p *headerPlaces) header(made *abilityValue, report *diag.List) *ast.Tree {
	var at *luaast.TableExpr
	if calls := p.calls[made.line]; len(calls) > 0 {
		at = calls[0]
		if len(calls) > 1 {
			p.calls[made.line] = calls[1:] // of several in a line, each in its turn
		}
	}
	r := &headerReader{headerPlaces: p, report: report}
	around := diag.Pos{File: p.file, Line: made.line}
	if at != nil {
		around = r.place(at, around)
	}
	return r.table(made.table, at, around, true)
}

type headerReader struct {
	*headerPlaces
	report *diag.List
}

// place returns where an expression stands, or the place around it.
func (r *headerReader) place(e luaast.Expr, around diag.Pos) diag.Pos {
	if e == nil {
		return around
	}
	return r.tree.Pos(e)
}

// constructor returns the table constructor that an expression is or names.
func (r *headerReader) constructor(e luaast.Expr) *luaast.TableExpr {
	switch e := e.(type) {
	case *luaast.TableExpr:
		return e
	case *luaast.IdentExpr:
		return r.tables[e.Value]
	}
	return nil
}

func (r *headerReader) table(t *language.Table, at *luaast.TableExpr, pos diag.Pos, top bool) *ast.Tree {
	tree := &ast.Tree{Pos: pos}
	if n := t.Len(); n > 0 {
		tree.Kind = ast.TreeList
		r.items(tree, t, at, n)
		return tree
	}
	tree.Kind = ast.TreeMap
	eachField(t, func(key, value language.Value) {
		name := key.String()
		if _, ok := value.(*language.Func); ok && top {
			switch name {
			case "when", "run", "amount":
				return
			}
			if slices.Contains(r.forms, name) {
				return // of the pack's forms
			}
		}
		keyPlace, valueExpr := fieldOf(at, name)
		fieldPos := r.place(keyPlace, pos)
		tree.Fields = append(tree.Fields,
			ast.TreeField{Name: name, Pos: fieldPos, Value: r.value(value, valueExpr, fieldPos)})
	})
	return tree
}

// items reads a list; names beside its items are a mistake.
func (r *headerReader) items(tree *ast.Tree, t *language.Table, at *luaast.TableExpr, n int) {
	var exprs []luaast.Expr
	if at != nil {
		for _, f := range at.Fields {
			if f.Key == nil {
				exprs = append(exprs, f.Value)
			}
		}
	}
	for i := 1; i <= n; i++ {
		var e luaast.Expr
		if i <= len(exprs) {
			e = exprs[i-1]
		}
		tree.Items = append(tree.Items, r.value(t.At(i), e, tree.Pos))
	}
	eachField(t, func(key, _ language.Value) {
		if name, ok := key.(language.String); ok {
			place, _ := fieldOf(at, string(name))
			r.report.Errorf("mixed-table", r.place(place, tree.Pos),
				"a table is a list or has named fields, not both: %q stands in a list", string(name))
		}
	})
}

// fieldOf finds the key and the value of a named field in a constructor.
func fieldOf(at *luaast.TableExpr, name string) (key, value luaast.Expr) {
	if at == nil {
		return nil, nil
	}
	for _, f := range at.Fields {
		if text, ok := f.Key.(*luaast.StringExpr); ok && text.Value == name {
			key, value = f.Key, f.Value // the last one holds
		}
	}
	return key, value
}

func (r *headerReader) value(v language.Value, e luaast.Expr, around diag.Pos) *ast.Tree {
	pos := r.place(e, around)
	switch v := v.(type) {
	case language.Bool:
		return &ast.Tree{Kind: ast.TreeFlag, Flag: bool(v), Text: language.Text(v), Pos: pos}
	case language.Number:
		return r.number(v, pos)
	case language.String:
		return &ast.Tree{Kind: ast.TreeWord, Text: string(v), Pos: pos}
	case *language.Table:
		at := r.constructor(e)
		if at != nil {
			pos = r.place(at, pos)
		}
		return r.table(v, at, pos, false)
	}
	return &ast.Tree{Kind: ast.TreeNothing, Text: v.Type().String(), Pos: pos}
}

// number reads a number; only whole ones exist.
func (r *headerReader) number(v language.Number, pos diag.Pos) *ast.Tree {
	n, ok := language.Whole(v, 1<<31)
	if !ok || language.Number(n) != v || n != int(int32(n)) {
		r.report.Errorf("not-whole", pos, "%s is not a whole number that the game can hold", language.Text(v))
	}
	return &ast.Tree{Kind: ast.TreeNumber, Number: n, Text: language.Text(v), Pos: pos}
}
