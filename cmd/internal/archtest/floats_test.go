package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// A game must come out the same on every machine. Some machines fuse a product with the
// sum that it goes into, which rounds once instead of twice; the language forbids it
// where the product is converted by itself. The functions of package math beside these
// are written with such products, or by hand for some machines; Pow is exact enough for
// whole exponents, which are products alone.
var exactMath = map[string]bool{"Sqrt": true, "Pow": true, "Abs": true, "Floor": true, "Ceil": true, "Trunc": true,
	"Inf": true, "IsInf": true, "IsNaN": true, "NaN": true, "Mod": true, "Modf": true, "Float64bits": true,
	"Float64frombits": true, "Signbit": true}

// TestNoFusedProducts: in the engine, its bots and the arithmetic of scripts every
// product of floating-point numbers is rounded by itself, and no function is called
// whose last bits depend on the machine.
func TestNoFusedProducts(t *testing.T) {
	all := packages(t, "./...")
	set := token.NewFileSet()
	from := compiled(set, all)
	products := 0
	for _, p := range all {
		own, ours := strings.CutPrefix(p.ImportPath, module)
		if !ours || own != "engine" && !strings.HasPrefix(own, "engine/") && !strings.HasPrefix(own, "interp/script") {
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		n, bad := inexact(t, p.ImportPath, set, files, from)
		products += n
		for at, what := range bad {
			t.Errorf("%s: %s", set.Position(at), what)
		}
	}
	if products == 0 {
		t.Error("no product was looked at")
	}
}

// TestFusedProductsAreFound plants some.
func TestFusedProductsAreFound(t *testing.T) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "planted.go", `package planted

import "math"

func sums(x, y, z float64, n int) float64 {
	z += float64(x * y)
	z += x * y
	z *= x
	p := x * x
	return p + 2*3*float64(n*n) + float64(x*y+z) + math.Sqrt(z) + math.Log(z)
}
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	n, bad := inexact(t, "planted", set, []*ast.File{file}, compiled(set, packages(t, "./...")))
	lines := map[int]int{}
	for at := range bad {
		lines[set.Position(at).Line]++
	}
	if n != 6 || len(bad) != 6 || lines[7] != 1 || lines[8] != 1 || lines[9] != 1 || lines[10] != 3 {
		t.Errorf("of %d products these are wrong, by line: %v", n, lines)
	}
}

// inexact counts products, and finds those that may be fused and functions that are not
// exact.
func inexact(t *testing.T, path string, set *token.FileSet, files []*ast.File,
	from types.Importer) (products int, bad map[token.Pos]string) {
	t.Helper()
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: from}
	if _, err := config.Check(path, set, files, info); err != nil {
		t.Fatal(err)
	}
	bad = map[token.Pos]string{}
	isFloat := func(e ast.Expr) bool {
		basic, is := info.Types[e].Type.Underlying().(*types.Basic)
		return is && basic.Info()&types.IsFloat != 0 && info.Types[e].Value == nil
	}
	rounded := map[ast.Expr]bool{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if info.Types[n.Fun].IsType() && len(n.Args) == 1 {
					rounded[ast.Unparen(n.Args[0])] = true
				}
			case *ast.BinaryExpr:
				if n.Op != token.MUL || !isFloat(n) {
					break
				}
				products++
				if !rounded[n] {
					bad[n.OpPos] = "this product may be fused with a sum on some machines: write float64(x * y)"
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && isFloat(n.Lhs[0]) {
					products++
					bad[n.TokPos] = "this product may be fused with a sum on some machines: write x = float64(x * y)"
				}
			case *ast.SelectorExpr:
				if f, is := info.Uses[n.Sel].(*types.Func); is && f.Pkg() != nil &&
					f.Pkg().Path() == "math" && !exactMath[f.Name()] {
					bad[n.Pos()] = "math." + f.Name() + " may differ in its last bits from machine to machine"
				}
			}
			return true
		})
	}
	return products, bad
}
