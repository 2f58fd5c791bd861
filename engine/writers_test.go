package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// stateWriters are the files that may write to a State: apply.go and set.go change the
// live one; the others make new states, of a new game and of a
// sampled world.
var stateWriters = []string{"apply.go", "set.go", "start.go", "state.go", "exchange.go"}

// TestOnlyEventsWriteState keeps the rule that everything else hangs from: a
// state changes through apply and undo alone.
func TestOnlyEventsWriteState(t *testing.T) {
	fset, files, info := typecheck(t)
	for _, file := range files {
		name := filepath.Base(fset.Position(file.Pos()).Filename)
		if slices.Contains(stateWriters, name) {
			continue
		}
		report := func(n ast.Node, what string) {
			p := fset.Position(n.Pos())
			t.Errorf("%s:%d %s; only %s may", name, p.Line, what, strings.Join(stateWriters, ", "))
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE {
					break
				}
				for _, left := range n.Lhs {
					if partOfState(info, left) {
						report(left, "writes to a part of a State")
					}
				}
			case *ast.IncDecStmt:
				if partOfState(info, n.X) {
					report(n, "writes to a part of a State")
				}
			case *ast.UnaryExpr:
				// The address of a part would let anybody write; reading an
				// effect or a zone through a pointer is fine, since writes
				// through it are found above.
				if index, ok := n.X.(*ast.IndexExpr); n.Op == token.AND && ok &&
					partOfState(info, n.X) && isBasic(info, index) {
					report(n, "takes the address of a part of a State")
				}
			case *ast.CallExpr:
				if method := stateMethod(info,
					n); slices.Contains([]string{"linkIn", "linkOut", "relink", "count"}, method) {
					report(n, "calls State."+method)
				}
			}
			return true
		})
	}
}

// typecheck parses and checks this package without its tests.
func typecheck(t *testing.T) (*token.FileSet, []*ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	// Only this package's own types matter: imports stay unknown, and the
	// errors that follow from that are not ours.
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	config.Check("engine", fset, files, info)
	return fset, files, info
}

type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	return types.NewPackage(path, filepath.Base(path)), nil
}

// partOfState reports whether an expression is a field of a State, of one of its
// elements, or an element itself.
func partOfState(info *types.Info, e ast.Expr) bool {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			return elementOfState(info.TypeOf(x.X))
		case *ast.SelectorExpr:
			s := info.Selections[x]
			if s != nil && s.Kind() == types.FieldVal && (elementOfState(s.Recv()) || isState(s.Type())) {
				return true
			}
			e = x.X
		default:
			return false
		}
	}
}

// elementOfState reports whether a type is State or that of its elements, or
// points to one. Effects and calls have a life outside: those count behind a
// pointer only.
func elementOfState(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if ok {
		t = p.Elem()
	}
	name := typeName(t)
	return slices.Contains([]string{"State", "link", "ends"}, name) ||
		ok && slices.Contains([]string{"Effect", "Call"}, name)
}

func isState(t types.Type) bool { return typeName(t) == "State" }

func typeName(t types.Type) string {
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

func isBasic(info *types.Info, e ast.Expr) bool {
	_, ok := info.TypeOf(e).Underlying().(*types.Basic)
	return ok
}

func stateMethod(info *types.Info, call *ast.CallExpr) string {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if s := info.Selections[selector]; s != nil && s.Kind() == types.MethodVal && elementOfState(s.Recv()) {
		return s.Obj().Name()
	}
	return ""
}
