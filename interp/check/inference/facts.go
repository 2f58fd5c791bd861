package inference

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// What a variable holds is known for the whole script at once; whether it is
// nothing (nil) is known for each place. The facts at a place are the paths, such
// as carrier or carrier.seat, that are something there: since a condition asked,
// since something was assigned, or since a use would have failed before. They go
// along with the statements of a function, come together behind branches, and are
// handed to the functions that a script makes at the place.
//
// What the rules do between two looks at the same path is not followed: a card
// that had a host a line above is taken to have one still. So a check that asks
// the facts says too little rather than too much.

// facts is a list of facts known at a place, the latest first. Lists share their tails: the
// list of a branch extends the one before it.
type facts struct {
	path string
	// what says what became of the path.
	what factKind
	next *facts
}

type factKind uint8

const (
	// something: the path is not nil.
	something factKind = iota
	// unknown: the path is a variable, or a field with its dot, that was assigned: earlier
	// facts about paths with it no longer hold.
	unknown
)

// sameFacts reports whether two lists hold the same facts.
func sameFacts(a, b *facts) bool {
	for a != b {
		if a == nil || b == nil || a.path != b.path || a.what != b.what {
			return false
		}
		a, b = a.next, b.next
	}
	return true
}

// has reports whether a path is known to be something.
func (f *facts) has(path string) bool {
	for ; f != nil; f = f.next {
		switch f.what {
		case something:
			if f.path == path {
				return true
			}
		case unknown:
			if mentions(path, f.path) {
				return false
			}
		}
	}
	return false
}

// mentions reports whether a path has a part: a variable, or a field with its dot.
func mentions(path, part string) bool {
	for from := 0; ; {
		i := strings.Index(path[from:], part)
		if i < 0 {
			return false
		}
		from += i + len(part)
		if from == len(path) || strings.IndexByte(".,()", path[from]) >= 0 {
			return true
		}
	}
}

// meet holds the facts known where two branches join; both extend before.
func meet(before, one, other *facts) *facts {
	out := before
	// What one way changed holds no longer, whichever was taken.
	for _, way := range []*facts{one, other} {
		for f := way; f != before && f != nil; f = f.next {
			if f.what != something {
				out = &facts{f.path, f.what, out}
			}
		}
	}
	for f := one; f != before && f != nil; f = f.next {
		if f.what == something && one.has(f.path) && other.has(f.path) && !out.has(f.path) {
			out = &facts{f.path, something, out}
		}
	}
	return out
}

// hasBreak reports whether statements of a loop can leave it by break.
func hasBreak(stmts []ast.Stmt) bool {
	for _, s := range stmts {
		switch s.(type) {
		case *ast.BreakStmt:
			return true
		case *ast.DoBlockStmt, *ast.IfStmt:
			if slices.ContainsFunc(syntax.Blocks(s), hasBreak) {
				return true
			}
		}
	}
	return false
}
