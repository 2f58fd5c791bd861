package language_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

// gopher-lua's machine gets scopes, jumps and assignments wrong in several ways,
// silently. Where it cannot be the oracle the manual is: programs made at random run
// compiled and in the small interpreter below, which walks the tree as the manual
// says, and must print the same.

func TestCompilerAgainstTheManual(t *testing.T) {
	programs := 1000
	if os.Getenv("RULEDECK_FULL") != "" {
		programs = 100_000
	}
	for seed := range programs {
		source := newProgram(uint64(seed))
		want, ok := walkProgram(source)
		if !ok {
			continue // it runs too long
		}
		if got := runProgram(t, source); got != want {
			t.Fatalf("seed %d\n%s\ngot  %s\nwant %s", seed, source, got, want)
		}
	}
}

func runProgram(t *testing.T, source string) string {
	s := newState()
	var out []string
	s.SetGlobal("out", language.NewFunc("out", func(c *language.Call) language.Value {
		out = append(out, language.Text(c.Arg(1)))
		return c.Return()
	}))
	s.SetGlobal("pair",
		language.NewFunc("pair", func(c *language.Call) language.Value { return c.Return(c.Arg(2), c.Arg(1)) }))
	chunk, err := language.Compile("p.lua", source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	if _, err := s.Run(chunk); err != nil {
		out = append(out, "fault")
	}
	return strings.Join(out, " ")
}

// program writes a random one. Loops are short, and every value is a number, nil
// or a function, so that little fails.
type program struct {
	b      strings.Builder
	r      *rand.Rand
	vars   []string
	funcs  int
	loops  int // around the statement being written
	inLoop []bool
}

func newProgram(seed uint64) string {
	p := &program{r: rand.New(rand.NewPCG(seed, 1))}
	p.b.WriteString("local fs = {}\nlocal a, b, c = 1, 2, 3\n")
	p.vars = []string{"a", "b", "c"}
	p.statements(2 + p.r.IntN(5))
	p.b.WriteString("out(a) out(b) out(c)\nfor _, f in ipairs(fs) do out(f(1, 2)) out(f(3)) end out(a) out(b) out(c)\n")
	return p.b.String()
}

func (p *program) pick(list []string) string { return list[p.r.IntN(len(list))] }
func (p *program) variable() string          { return p.pick(p.vars) }

func (p *program) name() string { return p.pick([]string{"a", "b", "c", "d", "e"}) }

func (p *program) write(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

func (p *program) expr(depth int) string {
	switch k := p.r.IntN(9); {
	case depth == 0 || k < 4:
		if p.r.IntN(3) == 0 {
			return strconv.Itoa(p.r.IntN(5))
		}
		return p.variable()
	case k == 4:
		return "(" + p.expr(depth-1) + " + " + p.expr(depth-1) + ")"
	case k == 5:
		return "(" + p.condition(depth-1) + " and " + p.expr(depth-1) + " or " + p.expr(depth-1) + ")"
	case k == 6:
		return "(" + p.expr(depth-1) + " or " + p.expr(depth-1) + ")"
	case k == 7:
		return "pair(" + p.expr(depth-1) + ", " + p.expr(depth-1) + ")"
	}
	return "(pair(" + p.expr(depth-1) + ", " + p.expr(depth-1) + "))"
}

func (p *program) condition(depth int) string {
	op := p.pick([]string{"<", "<=", ">", ">=", "==", "~="})
	cond := p.expr(0) + " " + op + " " + p.expr(max(depth-1, 0))
	switch p.r.IntN(4) {
	case 0:
		return "not (" + cond + ")"
	case 1:
		return "(" + cond + " and " + p.expr(0) + " ~= 2)"
	}
	return cond
}

func (p *program) list(n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = p.expr(2)
	}
	return strings.Join(parts, ", ")
}

func (p *program) block(n int, loop bool) {
	vars := len(p.vars)
	p.inLoop = append(p.inLoop, loop)
	p.statements(n)
	p.inLoop = p.inLoop[:len(p.inLoop)-1]
	p.vars = p.vars[:vars:vars]
}

func (p *program) statements(n int) {
	for range n {
		if p.b.Len() > 600 {
			return
		}
		p.statement()
	}
}

func (p *program) statement() {
	switch p.r.IntN(14) {
	case 0, 1:
		name := p.name()
		p.write("local %s = %s\n", name, p.expr(2))
		p.vars = append(p.vars, name)
	case 2:
		one, two := p.name(), p.name()
		p.write("local %s, %s = %s\n", one, two, p.list(2))
		p.vars = append(p.vars, one, two)
	case 3, 4:
		p.write("%s = %s\n", p.variable(), p.expr(2))
	case 5:
		p.write("%s, %s = %s\n", p.variable(), p.variable(), p.list(1+p.r.IntN(3)))
	case 6:
		p.write("if %s then\n", p.condition(2))
		p.block(2, false)
		if p.r.IntN(2) == 0 {
			p.write("else\n")
			p.block(2, false)
		}
		p.write("end\n")
	case 7:
		p.write("do\n")
		p.block(3, false)
		p.write("end\n")
	case 8:
		p.function()
	case 9, 10:
		p.loop()
	case 11:
		if p.canLeave() {
			p.write("if %s then %s end\n", p.condition(1), p.pick([]string{"break", p.continueJump()}))
		} else {
			p.write("out(%s)\n", p.expr(2))
		}
	case 12:
		if p.canLeave() {
			p.write("do local x = %s; fs[#fs + 1] = function() x = x + 1; return x end; if %s then %s end end\n",
				p.expr(1), p.condition(1), p.pick([]string{"break", p.continueJump()}))
		}
	default:
		p.write("out(%s)\n", p.expr(2))
	}
}

// canLeave reports whether a loop is around, with no function between.
func (p *program) canLeave() bool {
	for _, loop := range p.inLoop {
		if loop {
			return true
		}
	}
	return false
}

func (p *program) continueJump() string { return fmt.Sprintf("goto continue%d", p.loops) }

func (p *program) function() {
	vars, in := p.vars, p.inLoop
	p.inLoop = nil
	p.write("fs[#fs + 1] = function(a, d)\n")
	p.vars = append(p.vars[:len(p.vars):len(p.vars)], "a", "d")
	p.statements(2)
	p.write("do return %s end\nend\n", p.expr(2))
	p.vars, p.inLoop = vars, in
}

func (p *program) loop() {
	if len(p.inLoop) > 4 {
		return
	}
	outer := p.loops
	p.funcs++
	p.loops = p.funcs
	vars := p.vars
	switch p.r.IntN(4) {
	case 0:
		p.write("for e = %d, %d do\n", p.r.IntN(3), 2+p.r.IntN(3))
		p.vars = append(p.vars[:len(p.vars):len(p.vars)], "e")
	case 1:
		p.write("for _, e in ipairs({4, 5, 6}) do\n")
		p.vars = append(p.vars[:len(p.vars):len(p.vars)], "e")
	case 2:
		p.write("local n%d = 0\nwhile n%[1]d < 3 do n%[1]d = n%[1]d + 1\n", p.loops)
	default:
		p.write("local n%d = 0\nrepeat n%[1]d = n%[1]d + 1\ndo\n", p.loops)
		p.block(3, true)
		p.write("end\n::continue%d:: until n%[1]d >= 3\n", p.loops)
		p.vars, p.loops = vars, outer
		return
	}
	p.block(3, true)
	p.write("::continue%d:: end\n", p.loops)
	p.vars, p.loops = vars, outer
}

// The interpreter.

type (
	cell    struct{ value any }
	closure struct {
		params []string
		body   []ast.Stmt
		env    *env
	}
	list struct{ items []any }
	env  struct {
		name  string
		cell  *cell
		outer *env
	}
	// completion is why a block ends early: a return, a break or a goto.
	completion struct {
		kind   string
		label  string
		values []any
	}
	walker struct {
		out   []string
		steps int
	}
	tooLong struct{}
	failed  struct{}
)

func walkProgram(source string) (text string, ok bool) {
	stmts, err := parse.Parse(strings.NewReader(source), "p.lua")
	if err != nil {
		panic(err)
	}
	w := &walker{}
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case tooLong:
			ok = false
		case failed:
			text, ok = strings.Join(append(w.out, "fault"), " "), true
		default:
			panic(r)
		}
	}()
	w.block(stmts, nil)
	return strings.Join(w.out, " "), true
}

func (e *env) find(name string) *cell {
	for ; e != nil; e = e.outer {
		if e.name == name {
			return e.cell
		}
	}
	return nil
}

func (w *walker) block(stmts []ast.Stmt, e *env) (*completion, *env) {
	envs := make([]*env, len(stmts)+1)
	envs[0] = e
	for i := 0; i < len(stmts); i++ {
		l, next := w.stmt(stmts[i], envs[i])
		envs[i+1] = next
		if l == nil {
			continue
		}
		if l.kind == "goto" {
			if at := labelIn(stmts, l.label); at >= 0 {
				if envs[at] == nil && at > 0 { // forward: no local was made between
					envs[at] = envs[i]
					if at > i {
						for k := i + 1; k <= at; k++ {
							envs[k] = envs[i]
						}
					}
				}
				i = at - 1
				continue
			}
		}
		return l, nil
	}
	return nil, envs[len(stmts)]
}

func labelIn(stmts []ast.Stmt, name string) int {
	for i, stmt := range stmts {
		if st, ok := stmt.(*ast.LabelStmt); ok && st.Name == name {
			return i
		}
	}
	return -1
}

func (w *walker) tick() {
	w.steps++
	if w.steps > 20000 {
		panic(tooLong{})
	}
}

func (w *walker) stmt(stmt ast.Stmt, e *env) (*completion, *env) {
	w.tick()
	switch st := stmt.(type) {
	case *ast.LocalAssignStmt:
		values := w.values(st.Exprs, e)
		for i, name := range st.Names {
			e = &env{name, &cell{nth(values, i)}, e}
		}
	case *ast.AssignStmt:
		w.assign(st, e)
	case *ast.FuncCallStmt:
		w.call(st.Expr.(*ast.FuncCallExpr), e)
	case *ast.DoBlockStmt:
		l, _ := w.block(st.Stmts, e)
		return l, e
	case *ast.IfStmt:
		branch := st.Else
		if truth(w.eval(st.Condition, e)) {
			branch = st.Then
		}
		l, _ := w.block(branch, e)
		return l, e
	case *ast.WhileStmt:
		for truth(w.eval(st.Condition, e)) {
			if l, stop := w.turn(st.Stmts, e); stop {
				return l, e
			}
		}
	case *ast.RepeatStmt:
		for {
			l, inner := w.block(st.Stmts, e)
			if l != nil {
				return l.afterLoop(), e
			}
			if truth(w.eval(st.Condition, inner)) {
				return nil, e
			}
		}
	case *ast.NumberForStmt:
		from, to := w.eval(st.Init, e).(float64), w.eval(st.Limit, e).(float64)
		for i := from; i <= to; i++ {
			if l, stop := w.turn(st.Stmts, &env{st.Name, &cell{i}, e}); stop {
				return l, e
			}
		}
	case *ast.GenericForStmt: // over ipairs
		args := w.values(st.Exprs[0].(*ast.FuncCallExpr).Args, e)
		for i := 0; i < len(args[0].(*list).items); i++ {
			inner := &env{st.Names[0], &cell{float64(i + 1)}, e}
			inner = &env{st.Names[1], &cell{args[0].(*list).items[i]}, inner}
			if l, stop := w.turn(st.Stmts, inner); stop {
				return l, e
			}
		}
	case *ast.ReturnStmt:
		return &completion{kind: "return", values: w.values(st.Exprs, e)}, e
	case *ast.BreakStmt:
		return &completion{kind: "break"}, e
	case *ast.GotoStmt:
		return &completion{kind: "goto", label: st.Label}, e
	}
	return nil, e
}

// turn runs the body of a loop once; stop says that the loop ends.
func (w *walker) turn(body []ast.Stmt, e *env) (l *completion, stop bool) {
	w.tick()
	l, _ = w.block(body, e)
	return l.afterLoop(), l != nil
}

func (l *completion) afterLoop() *completion {
	if l != nil && l.kind == "break" {
		return nil
	}
	return l
}

func (w *walker) assign(st *ast.AssignStmt, e *env) {
	var store []func(v any)
	for _, lhs := range st.Lhs {
		switch target := lhs.(type) {
		case *ast.IdentExpr:
			c := e.find(target.Value)
			store = append(store, func(v any) { c.value = v })
		case *ast.AttrGetExpr: // only fs[#fs + 1]
			l := w.eval(target.Object, e).(*list)
			store = append(store, func(v any) { l.items = append(l.items, v) })
		}
	}
	values := w.values(st.Rhs, e)
	for i := len(store) - 1; i >= 0; i-- {
		store[i](nth(values, i))
	}
}

func nth(values []any, i int) any {
	if i < len(values) {
		return values[i]
	}
	return nil
}

func truth(v any) bool { return v != nil && v != false }

func (w *walker) values(exprs []ast.Expr, e *env) []any {
	var out []any
	for i, ex := range exprs {
		if c, ok := ex.(*ast.FuncCallExpr); ok && i == len(exprs)-1 && !c.AdjustRet {
			return append(out, w.call(c, e)...)
		}
		out = append(out, w.eval(ex, e))
	}
	return out
}

func (w *walker) eval(expr ast.Expr, e *env) any {
	w.tick()
	switch ex := expr.(type) {
	case *ast.NumberExpr:
		n, _ := strconv.ParseFloat(ex.Value, 64)
		return n
	case *ast.IdentExpr:
		return e.find(ex.Value).value
	case *ast.FunctionExpr:
		return &closure{ex.ParList.Names, ex.Stmts, e}
	case *ast.TableExpr:
		l := &list{}
		for _, field := range ex.Fields {
			l.items = append(l.items, w.eval(field.Value, e))
		}
		return l
	case *ast.FuncCallExpr:
		return nth(w.call(ex, e), 0)
	case *ast.UnaryNotOpExpr:
		return !truth(w.eval(ex.Expr, e))
	case *ast.LogicalOpExpr:
		left := w.eval(ex.Lhs, e)
		if truth(left) == (ex.Operator == "or") {
			return left
		}
		return w.eval(ex.Rhs, e)
	case *ast.ArithmeticOpExpr:
		left, ok1 := w.eval(ex.Lhs, e).(float64)
		right, ok2 := w.eval(ex.Rhs, e).(float64)
		if !ok1 || !ok2 {
			panic(failed{})
		}
		return left + right
	case *ast.RelationalOpExpr:
		return compare(ex.Operator, w.eval(ex.Lhs, e), w.eval(ex.Rhs, e))
	}
	panic(fmt.Sprintf("no rule for %T", expr))
}

func compare(op string, a, b any) bool {
	switch op {
	case "==":
		return a == b
	case "~=":
		return a != b
	}
	x, ok1 := a.(float64)
	y, ok2 := b.(float64)
	if !ok1 || !ok2 {
		panic(failed{})
	}
	return map[string]bool{"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]
}

func (w *walker) call(ex *ast.FuncCallExpr, e *env) []any {
	var args []any
	name, _ := ex.Func.(*ast.IdentExpr)
	args = w.values(ex.Args, e)
	switch name.Value {
	case "out":
		text := "nil"
		switch v := nth(args, 0).(type) {
		case float64:
			text = strconv.FormatFloat(v, 'f', -1, 64)
		case bool:
			text = strconv.FormatBool(v)
		case *closure:
			text = "function"
		}
		w.out = append(w.out, text)
		return nil
	case "pair":
		return []any{nth(args, 1), nth(args, 0)}
	}
	fn, ok := e.find(name.Value).value.(*closure)
	if !ok {
		panic(failed{})
	}
	inner := fn.env
	for i, param := range fn.params {
		inner = &env{param, &cell{nth(args, i)}, inner}
	}
	if l, _ := w.block(fn.body, inner); l != nil {
		return l.values
	}
	return nil
}
