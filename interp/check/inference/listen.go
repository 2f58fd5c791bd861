package inference

import (
	"iter"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Listener hears, place by place, what the last pass over the functions finds. It decides
// what to report.
type Listener interface {
	// Enter is called first for each function.
	Enter(e *Evaluator)
	// Operand is a value that must be of some kinds; the message has one %s for its kind. A
	// value that is used must not be nil.
	Operand(x ast.Expr, t lattice.Type, k lattice.Kinds, message string)
	Used(x ast.Expr, t lattice.Type)
	Compared(x *ast.RelationalOpExpr, left, right lattice.Type)
	// Truth is a condition, Index a value read under a key that is not a name.
	Truth(x ast.Expr, t lattice.Type)
	Index(object lattice.Type, key ast.Expr)
	// Given is a value where the registry takes one of a type: see expect.
	Given(want keyword.Type, optional bool, what string, x ast.Expr, t lattice.Type, around diag.Pos)
	// Flag is a value where the registry takes true or false.
	Flag(what string, x ast.Expr)
	// Assigned and indexed are assignments to a named field and to another.
	Assigned(object lattice.Type, of ast.Expr, name string, pos diag.Pos, value lattice.Type, x ast.Expr)
	Indexed(object lattice.Type, target *ast.AttrGetExpr, key, value lattice.Type, x ast.Expr)
	// Called is any call, host one of the registry, method one with a colon.
	Called(callee lattice.Type, x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr)
	Host(c *HostCall)
	Method(object lattice.Type, x *ast.FuncCallExpr)
	// Miscounted reports whether a call of the registry has too few or too many values.
	Miscounted(c *HostCall) bool
	// Table is any table, record one with the fields of the registry, filter one with
	// conditions on cards; condition reports whether one is worth a look at its value,
	// and valued is the value of one on an attribute.
	Table(x *ast.TableExpr)
	Record(name string, r *keyword.Record, table *ast.TableExpr)
	Filter(table *ast.TableExpr)
	Condition(name string, key, value ast.Expr) bool
	Valued(a *engine.Attribute, want lattice.Type, value ast.Expr, t lattice.Type)
	// Offered are the parts of the options of a question.
	Offered(parts []lattice.Type)
	// Missing is a field that nothing has which the object may be, missingWord one under
	// a key that is not written out: declared is set where the key is one of a list of the
	// pack, others where the object has another of the words it may be.
	Missing(object lattice.Type, x ast.Expr, name string, pos diag.Pos)
	MissingWord(object lattice.Type, x *ast.AttrGetExpr, name string, declared, others bool)
	// Global is a name that nothing has.
	Global(x *ast.IdentExpr)
}

// HostCall is a call of a function of the registry.
type HostCall struct {
	*keyword.Func
	// Title is how findings name it: "move", "zone:cards".
	Title string
	X     *ast.FuncCallExpr
	// On is what a method of the registry is called on.
	On *lattice.Type
	// Args are the values that are given, Exprs what gives them: the last may give several.
	Args  []lattice.Type
	Exprs []ast.Expr
	// offered are the parts of the options of a question, part is the one asked for.
	offered []lattice.Type
	part    int
}

// First is the first value of a call, which a method is called on.
func (c *HostCall) First() lattice.Type {
	switch {
	case c.On != nil:
		return *c.On
	case len(c.Args) > 0:
		return c.Args[0]
	}
	return lattice.Of(lattice.Nil)
}

// Expr returns the expression that gives a value; nil where a call gives several.
func (c *HostCall) Expr(i int) ast.Expr {
	if i < len(c.Exprs) && (i < len(c.Exprs)-1 || len(c.Args) == len(c.Exprs)) {
		return c.Exprs[i]
	}
	return nil
}

// Given goes over the values for which a function has a place, each with that place.
func (c *HostCall) Given() iter.Seq2[int, keyword.Param] {
	return func(yield func(int, keyword.Param) bool) {
		_, most := c.Counts()
		params := c.Func.Given(len(c.Args))
		for i := range c.Args {
			if i >= len(params) && most >= 0 || !yield(i, params[min(i, len(params)-1)]) {
				return
			}
		}
	}
}

// Value returns the value for a place that is taken by what wanted says, as an argument; -1
// for none.
func (c *HostCall) Value(wanted func(keyword.Type) bool) int {
	for i, p := range c.Given() {
		if wanted(p.Type) {
			return i
		}
	}
	return -1
}

// Names returns the argument that names something, and what; -1 for none.
func (c *HostCall) Names() (int, keyword.Ref) {
	ref := keyword.Ref("")
	i := c.Value(func(t keyword.Type) bool {
		ref = t.Ref
		return t.Kind == keyword.Name
	})
	return i, ref
}
