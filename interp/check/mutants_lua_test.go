package check_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

type luaFile struct {
	index int
	tree  *syntax.Tree
}

// leaf makes a site of a word of a script that reads as text, in quotes or not.
func (o *original) leaf(f luaFile, e ast.Expr, text string) (site, bool) {
	at := o.offset(f.index, f.tree.Pos(e))
	if at < 0 {
		return site{}, false
	}
	if first := o.text(f.index, at, 1); first == "\"" || first == "'" {
		at++
	}
	return site{f.index, at, text, "", nil}, text != "" && o.text(f.index, at, len(text)) == text
}

func (o *original) luaExprs(visit func(f luaFile, e ast.Expr)) {
	for _, f := range o.lua {
		syntax.Walk(f.tree.Stmts, func(e ast.Expr) { visit(f, e) })
	}
}

// luaFunctions are the names of called functions: of the API, the language,
// other files and methods.
func (o *original) luaFunctions() []site {
	var out []site
	o.luaExprs(func(f luaFile, e ast.Expr) {
		call, ok := e.(*ast.FuncCallExpr)
		if !ok {
			return
		}
		var s site
		switch fn := call.Func.(type) {
		case nil:
			at := o.offset(f.index, f.tree.Method(call))
			s, ok = site{f.index, at, call.Method, "", nil}, at >= 0
		case *ast.IdentExpr:
			s, ok = o.leaf(f, fn, fn.Value)
		case *ast.AttrGetExpr:
			key, isName := fn.Key.(*ast.StringExpr)
			if ok = isName; ok {
				s, ok = o.leaf(f, key, key.Value)
			}
		}
		if ok {
			out = append(out, s)
		}
	})
	return out
}

// luaFields are the names of fields that are read or written, and the keys of
// tables that go to the host.
func (o *original) luaFields() []site {
	var out []site
	add := func(f luaFile, e ast.Expr) {
		if key, ok := e.(*ast.StringExpr); ok {
			if s, ok := o.leaf(f, key, key.Value); ok {
				out = append(out, s)
			}
		}
	}
	called := map[ast.Expr]bool{}
	o.luaExprs(func(f luaFile, e ast.Expr) {
		switch e := e.(type) {
		case *ast.FuncCallExpr:
			called[e.Func] = true
			if isHost(e) {
				for _, arg := range e.Args {
					tableKeys(arg, func(key ast.Expr) { add(f, key) })
				}
			}
		case *ast.AttrGetExpr:
			if !called[e] {
				add(f, e.Key)
			}
		}
	})
	return out
}

// isHost reports whether a call is one of the API.
func isHost(call *ast.FuncCallExpr) bool {
	if call.Func == nil {
		return true
	}
	_, ok := keyword.Functions().Method(syntax.PrintExpr(call.Func))
	return ok
}

func tableKeys(e ast.Expr, visit func(ast.Expr)) {
	if table, ok := e.(*ast.TableExpr); ok {
		for _, f := range table.Fields {
			if f.Key != nil {
				visit(f.Key)
			}
			tableKeys(f.Value, visit)
		}
	}
}

// luaNames are the strings that read like names.
func (o *original) luaNames() []site {
	var out []site
	o.luaExprs(func(f luaFile, e ast.Expr) {
		if text, ok := e.(*ast.StringExpr); ok && identifier.MatchString(text.Value) {
			at := o.offset(f.index, f.tree.Pos(e))
			if at < 0 || o.text(f.index, at, 1) != "\"" {
				return
			}
			if s, ok := o.leaf(f, e, text.Value); ok {
				out = append(out, s)
			}
		}
	})
	return out
}

// luaLiterals are numbers, strings and flags whose type the host or a
// declaration knows: what is given to the API, compared, or put into a field.
func (o *original) luaLiterals() []site {
	var out []site
	seen := map[ast.Expr]bool{}
	var add func(f luaFile, e ast.Expr, about string)
	add = func(f luaFile, e ast.Expr, about string) {
		if seen[e] {
			return
		}
		seen[e] = true
		switch e := e.(type) {
		case *ast.NumberExpr:
			if s, ok := o.leaf(f, e, e.Value); ok {
				s.about = about
				out = append(out, s)
			}
		case *ast.TrueExpr:
			if s, ok := o.leaf(f, e, "true"); ok {
				out = append(out, s)
			}
		case *ast.FalseExpr:
			if s, ok := o.leaf(f, e, "false"); ok {
				out = append(out, s)
			}
		case *ast.StringExpr:
			if s, ok := o.leaf(f, e, e.Value); ok {
				s.offset, s.was = s.offset-1, `"`+e.Value+`"`
				if o.text(s.file, s.offset, len(s.was)) == s.was {
					out = append(out, s)
				}
			}
		case *ast.TableExpr:
			for _, field := range e.Fields {
				inner := about
				if key, ok := field.Key.(*ast.StringExpr); ok &&
					(about == "" || !slices.Contains([]string{"min", "max"}, key.Value)) {
					inner = key.Value
				}
				add(f, field.Value, inner)
			}
		}
	}
	o.luaExprs(func(f luaFile, e ast.Expr) {
		switch e := e.(type) {
		case *ast.FuncCallExpr:
			if isHost(e) {
				for _, arg := range e.Args {
					add(f, arg, "")
				}
			}
		case *ast.RelationalOpExpr:
			for _, side := range [][2]ast.Expr{{e.Lhs, e.Rhs}, {e.Rhs, e.Lhs}} {
				if _, field := side[0].(*ast.AttrGetExpr); field {
					add(f, side[1], fieldName(side[0]))
				}
			}
		}
	})
	for _, f := range o.lua {
		syntax.WalkStmts(f.tree.Stmts, func(s ast.Stmt) {
			if assign, ok := s.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 {
				if _, field := assign.Lhs[0].(*ast.AttrGetExpr); field {
					add(f, assign.Rhs[0], fieldName(assign.Lhs[0]))
				}
			}
		})
	}
	return out
}

// fieldName is b of a.b.
func fieldName(e ast.Expr) string {
	if get, ok := e.(*ast.AttrGetExpr); ok {
		if key, ok := get.Key.(*ast.StringExpr); ok {
			return key.Value
		}
	}
	return ""
}

func otherLuaType(r *rand.Rand, was string) string {
	switch {
	case was[0] == '"':
		return []string{"7", "true", "{}"}[r.IntN(3)]
	case was == "true" || was == "false":
		return []string{`"yes"`, "{}"}[r.IntN(2)]
	}
	return []string{`"many"`, "{}", "true"}[r.IntN(3)]
}

func misspeltFunctions(o *original) []site { return misspelt(o.luaFunctions()) }

func misspeltFields(o *original) []site { return misspelt(o.luaFields()) }

func misspelt(sites []site) []site {
	for i, s := range sites {
		sites[i].draw = func(r *rand.Rand) string { return typo(r, s.was) }
	}
	return sites
}

// wrongCounts are the argument lists in round brackets of calls: of the API
// with one too few or one too many, of functions of the scripts likewise.
func wrongCounts(o *original) []site {
	var out []site
	o.luaExprs(func(f luaFile, e ast.Expr) {
		call, ok := e.(*ast.FuncCallExpr)
		if !ok {
			return
		}
		at := o.offset(f.index, f.tree.Pos(call))
		name := call.Method
		if call.Func == nil {
			at = o.offset(f.index, f.tree.Method(call))
		} else {
			name = syntax.PrintExpr(call.Func)
		}
		if at < 0 || !strings.HasPrefix(o.text(f.index, at, len(name)+1), name+"(") {
			return
		}
		at += len(name)
		args, ok := inBrackets(o.text(f.index, at, 4000))
		if !ok {
			return
		}
		least, most := o.takes(call, name, len(args))
		out = append(out, site{f.index, at, "(" + strings.Join(args, ",") + ")", "", func(r *rand.Rand) string {
			if least > 0 && (r.IntN(2) == 0 || most < 0) {
				return "(" + strings.Join(args[:min(least-1, len(args))], ",") + ")"
			}
			if most < 0 {
				return ""
			}
			more := slices.Clone(args)
			for len(more) <= most {
				more = append(more, " 1")
			}
			return "(" + strings.TrimLeft(strings.Join(more, ","), " ") + ")"
		}})
	})
	return out
}

// takes returns how many arguments a called function may be given; most is -1
// for any number. A function of the scripts takes as many as it is given here.
func (o *original) takes(call *ast.FuncCallExpr, name string, given int) (least, most int) {
	f, ok := keyword.Functions().Method(name)
	if call.Func == nil {
		for _, entity := range []string{"card", "zone", "options list"} {
			if m, found := keyword.Entity(entity).Method(name); found {
				f, ok = m, true
			}
		}
	}
	if !ok {
		if root, _, _ := strings.Cut(name, "."); slices.Contains(
			[]string{"math", "string", "table", "pairs", "ipairs", "error", "tostring", "tonumber", "type"}, root) {
			return 1, -1 // none is too few for all of them
		}
		return given, given
	}
	most = len(f.Params)
	for _, p := range f.Params {
		if !p.Optional && !p.Rest {
			least++
		}
		if p.Rest {
			return least, -1
		}
	}
	return least, most
}

// inBrackets splits the list of arguments that a text begins with.
func inBrackets(text string) ([]string, bool) {
	depth, from, quote := 0, 1, byte(0)
	var args []string
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '-' && strings.HasPrefix(text[i:], "--"):
			return nil, false // a comment inside: too hard to split
		case c == '(' || c == '{' || c == '[':
			depth++
		case c == ')' || c == '}' || c == ']':
			if depth--; depth == 0 {
				if last := text[from:i]; strings.TrimSpace(last) != "" {
					args = append(args, last)
				}
				return args, true
			}
		case c == ',' && depth == 1:
			args = append(args, text[from:i])
			from = i + 1
		}
	}
	return nil, false
}

// unusedLocals stand before a statement, in its line.
func unusedLocals(o *original) []site {
	var out []site
	for _, f := range o.lua {
		syntax.WalkStmts(f.tree.Stmts, func(s ast.Stmt) {
			line := s.Line()
			if line < 1 || line > len(o.lines[f.index]) {
				return
			}
			at := o.lines[f.index][line-1]
			rest, _, _ := strings.Cut(o.text(f.index, at, 4000), "\n")
			at += len(rest) - len(strings.TrimLeft(rest, " \t"))
			out = append(out, site{f.index, at, "", "", func(r *rand.Rand) string {
				return []string{"local spare = 0 ", "local spare = game.seats ", "local function spare() end ",
					"local spare, other = 1, 2 "}[r.IntN(4)]
			}})
		})
	}
	return out
}
