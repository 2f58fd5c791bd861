package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Listener hears what the last look at the functions comes across, place by place, with
// what is known there. What it says of it is its own.
type Listener interface {
	// Enter is called first for each function.
	Enter(e *Evaluator)
	// Operand is a value that must be of some kinds; the message has one %s for what
	// it is. used is one that must be something.
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
