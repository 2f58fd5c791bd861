package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
)

// hidden is a statement that a reader passes over, since another one has it in its head or
// on its line.
type hidden struct {
	kind         string
	file         string
	line, column int
	first, last  int // the lines of the function that it stands in
	what         string
}

// styleMeasure is the measure of the rows that bound how many there are of a kind.
const styleMeasure = "hidden"

// The kinds. The head of an if may define names and nothing else; that of a switch without
// a tag is empty, since the first case already is a condition.
const (
	ifHead     = "if-head"
	switchHead = "switch-head"
	parallel   = "parallel"
	sameLine   = "same-line"
)

var hiddenKinds = []string{ifHead, switchHead, parallel, sameLine}

// style counts what is hidden, by kind.
func (t *tree) style() map[cell]int {
	counts := map[cell]int{}
	for _, h := range t.hidden {
		counts[cell{styleMeasure, h.kind}]++
	}
	return counts
}

// finder looks for hidden statements in a file.
type finder struct {
	name  string
	set   *token.FileSet
	info  *types.Info // nil where the file is not built on this system
	found []hidden
	inner [2]int // the lines of the function that it is in
}

// findHidden returns the hidden statements of a file. Types tell which parallel
// assignments are of unlike values; in a file that is not built here none is found.
func findHidden(name, text string, types *checked) ([]hidden, error) {
	f := &finder{name: name, set: token.NewFileSet()}
	pkg, err := types.of(name)
	if err != nil {
		return nil, err
	}
	var file *ast.File
	if pkg != nil {
		file = pkg.files[name]
		f.set = pkg.set
		f.info = pkg.info
	} else if file, err = parser.ParseFile(f.set, name, text, parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		f.inner = [2]int{f.set.Position(d.Pos()).Line, f.set.Position(d.End()).Line}
		ast.Inspect(d, f.node)
	}
	return f.found, nil
}

func (f *finder) add(kind string, at ast.Node, what string) {
	p := f.set.Position(at.Pos())
	f.found = append(f.found, hidden{kind, f.name, p.Line, p.Column, f.inner[0], f.inner[1], what})
}

func (f *finder) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		if n.Init != nil && !defines(n.Init) {
			f.add(ifHead, n.Init, "a statement in the head of an if; give it a line of its own")
		}
	case *ast.SwitchStmt:
		if n.Init != nil && n.Tag == nil {
			f.add(switchHead, n.Init, "a statement in the head of a switch without a tag; give it a line of its own")
		}
	case *ast.AssignStmt:
		if len(n.Lhs) > 1 && len(n.Lhs) == len(n.Rhs) && !f.swap(n) && f.unlike(n.Lhs, n.Rhs) {
			f.add(parallel, n, "unlike values in one assignment; assign them one by one")
		}
	case *ast.ValueSpec:
		if len(n.Names) > 1 && len(n.Names) == len(n.Values) && f.unlike(nil, n.Values) {
			f.add(parallel, n, "unlike values in one declaration; declare them one by one")
		}
	case *ast.BlockStmt:
		f.lines(n.List)
	case *ast.CaseClause:
		f.lines(n.Body)
	case *ast.CommClause:
		f.lines(n.Body)
	}
	return true
}

func defines(s ast.Stmt) bool {
	a, ok := s.(*ast.AssignStmt)
	return ok && a.Tok == token.DEFINE
}

// swap tells whether an assignment gives the same places other values: a, b = b, a.
func (f *finder) swap(a *ast.AssignStmt) bool {
	left := f.texts(a.Lhs)
	right := f.texts(a.Rhs)
	slices.Sort(left)
	slices.Sort(right)
	return slices.Equal(left, right)
}

func (f *finder) texts(list []ast.Expr) (texts []string) {
	for _, e := range list {
		texts = append(texts, types.ExprString(e))
	}
	return texts
}

// unlike tells whether values of one assignment have different types. A nil has the type
// of the place that it goes to.
func (f *finder) unlike(places, values []ast.Expr) bool {
	if f.info == nil {
		return false
	}
	var first types.Type
	for i, e := range values {
		t := f.info.Types[e].Type
		if t != nil && t == types.Typ[types.UntypedNil] && places != nil {
			t = f.info.TypeOf(places[i])
		}
		if t == nil {
			return false
		}
		t = types.Default(t)
		if first == nil {
			first = t
		}
		if !types.Identical(first, t) {
			return true
		}
	}
	return false
}

// lines finds statements that begin on a line on which the one before ends.
func (f *finder) lines(list []ast.Stmt) {
	for i := 1; i < len(list); i++ {
		if f.set.Position(list[i-1].End()).Line == f.set.Position(list[i].Pos()).Line {
			f.add(sameLine, list[i], "a second statement on a line; give it a line of its own")
		}
	}
}

// judgeStyle returns the hidden statements of the functions that a change touches, and
// where the tree has more or fewer of a kind than the budget says: their number only falls.
func judgeStyle(found []hidden, touched func(file string, first, last int) bool, now, before *budget) (wrong []string) {
	counts := map[cell]int{}
	for _, h := range found {
		counts[cell{styleMeasure, h.kind}]++
		if touched(h.file, h.first, h.last) {
			wrong = append(wrong, h.String())
		}
	}
	for _, kind := range hiddenKinds {
		c := cell{styleMeasure, kind}
		n := counts[c]
		bound := now.rows[c].ceiling
		switch {
		case n > bound:
			wrong = append(wrong, fmt.Sprintf("%s %s: %d in the tree, at most %d", c.measure, kind, n, bound))
		case n < bound:
			wrong = append(wrong, fmt.Sprintf("%s %s: %d in the tree, and .ci/budget still lets it have %d",
				c.measure, kind, n, bound))
		}
		if was, stated := before.rows[c]; stated && bound > was.ceiling {
			wrong = append(wrong, fmt.Sprintf("%s %s: its ceiling may only fall", c.measure, kind))
		}
	}
	return wrong
}
