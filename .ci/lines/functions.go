package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
)

// The measures of a function: its lines that hold code, and its branches. A row of the
// budget at "any" bounds all functions, one at "folder:function" a function that is larger.
const (
	functionLines    = "function-lines"
	functionBranches = "function-branches"
)

// measureFunctions adds the sizes of the functions of a Go file.
func measureFunctions(sizes map[cell]int, name, text string) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		place := path.Dir(name) + ":" + receiver(f) + f.Name.Name
		code := text[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset]
		sizes[cell{functionLines, place}] = max(sizes[cell{functionLines, place}], count("go", code))
		sizes[cell{functionBranches, place}] = max(sizes[cell{functionBranches, place}], branches(f))
	}
	return nil
}

// receiver returns the type of a method with a dot behind it.
func receiver(f *ast.FuncDecl) (name string) {
	if f.Recv != nil {
		ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
			id, found := n.(*ast.Ident)
			if found && name == "" {
				name = id.Name + "."
			}
			return name == ""
		})
	}
	return name
}

// branches counts where the run of a function may go one way or another: conditions with
// each of their parts, loops and cases.
func branches(f *ast.FuncDecl) (n int) {
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// judgeFunctions returns the functions that are larger than the budget lets them be, and
// its rows of functions that have become smaller, which shrink with them.
func judgeFunctions(sizes map[cell]int, now, before *budget) (wrong []string) {
	for _, c := range order(sizes) {
		bound := now.rows[cell{c.measure, "any"}].ceiling
		own, listed := now.rows[c]
		what := fmt.Sprintf("%s of %s: %d", c.measure, c.place, sizes[c])
		n := sizes[c]
		switch {
		case listed && n <= bound:
			wrong = append(wrong, what+", like any other; take its line out of .ci/budget")
		case listed && n < own.ceiling:
			wrong = append(wrong, fmt.Sprintf("%s, and .ci/budget still lets it have %d", what, own.ceiling))
		case n > cmp.Or(own.ceiling, bound):
			wrong = append(wrong, fmt.Sprintf("%s, at most %d", what, cmp.Or(own.ceiling, bound)))
		}
	}
	for _, c := range order(now.rows) {
		if c.measure != functionLines && c.measure != functionBranches || c.place == "any" {
			continue
		}
		if _, there := sizes[c]; !there {
			wrong = append(wrong, fmt.Sprintf("%s of %s: there is no such function", c.measure, c.place))
		}
		_, stated := before.rows[cell{c.measure, "any"}]
		if was := before.rows[c].ceiling; stated && now.rows[c].ceiling > was {
			wrong = append(wrong, fmt.Sprintf("%s of %s: its ceiling may only fall; split the function",
				c.measure, c.place))
		}
	}
	return wrong
}
