package sandbox

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// Jumps. A jump out of a block must close the locals of that block which
// functions have captured, and no others. The compiler of gopher-lua 1.1.2 gets
// this wrong twice: a goto that leaves no captured local closes all locals of
// the function, which then are silently no longer shared ("goto continue" in a
// loop next to a closure that counts); and a break out of a block within the
// loop closes none of that block. So every break is made a goto to a label
// behind the loop, and in the compiled code every goto is told how many locals
// are alive where it goes: those above are closed.
//
// To find the instructions of a goto, its statement is given a line of its own,
// below zero, which is put right again afterwards.

// jump is one goto: its line, and the number of locals alive at its label.
type jump struct{ line, alive int }

type jumps []jump

// of returns the jump that a line stands for, nil where it is a real line.
func (js jumps) of(line int) *jump {
	if i := -line - 1; i >= 0 && i < len(js) {
		return &js[i]
	}
	return nil
}

// repair sets what the gotos close, and their lines.
func (js jumps) repair(p *lua.FunctionProto) {
	for pc, line := range p.DbgSourcePositions {
		j := js.of(line)
		if j == nil {
			continue
		}
		if opOf(p.Code[pc]) == lua.OP_CLOSE {
			p.Code[pc] = uint32(lua.OP_CLOSE)<<26 | uint32(j.alive)<<18
		}
		p.DbgSourcePositions[pc] = j.line
	}
	for _, inner := range p.FunctionPrototypes {
		js.repair(inner)
	}
}

var gotoLine = regexp.MustCompile(` at line (-?\d+)`)

// place gives a compiler's error about a goto the line of that goto, and not of
// the label or of the function's end.
func (js jumps) place(e *Error) *Error {
	if m := gotoLine.FindStringSubmatch(e.Message); m != nil {
		e.Message = strings.Replace(e.Message, m[0], "", 1)
		e.Line, _ = strconv.Atoi(m[1])
	}
	if j := js.of(e.Line); j != nil {
		e.Line = j.line
	}
	return e
}

// scope is a block of a function, as the compiler counts locals.
type scope struct {
	outer   *scope
	alive   int            // locals alive at the statement being read
	labels  map[string]int // locals alive at each label
	loop    bool
	loopEnd string // label to put behind the loop just read; "" where no break wants it
}

// blockOf says what a block belongs to.
type blockOf struct {
	hidden int  // locals that are there from the start
	loop   bool // the body of a loop
	until  bool // a condition follows that sees the locals
}

// open begins a scope and notes its labels, as a goto may stand before them.
func (r *rewriter) open(kind blockOf, stmts []ast.Stmt) *scope {
	sc := &scope{outer: r.scope, loop: kind.loop}
	before := 0
	if sc.outer != nil {
		before = sc.outer.alive
	}
	sc.alive = before + kind.hidden
	for i, stmt := range stmts {
		if st, ok := stmt.(*ast.LabelStmt); ok {
			if sc.labels == nil {
				sc.labels = map[string]int{}
			}
			sc.labels[st.Name] = sc.alive
			if !kind.until && onlyLabels(stmts[i:]) {
				sc.labels[st.Name] = before // the locals of the block are gone there
			}
		}
		sc.declare(stmt)
	}
	sc.alive = before + kind.hidden
	r.scope = sc
	return sc
}

func onlyLabels(stmts []ast.Stmt) bool {
	for _, stmt := range stmts {
		if _, ok := stmt.(*ast.LabelStmt); !ok {
			return false
		}
	}
	return true
}

// declare counts the locals that a statement adds to its block.
func (sc *scope) declare(stmt ast.Stmt) {
	if st, ok := stmt.(*ast.LocalAssignStmt); ok {
		sc.alive += len(st.Names)
	}
}

// jump notes a goto. One without a label is left to the compiler to report.
func (r *rewriter) jump(st *ast.GotoStmt) {
	for sc := r.scope; sc != nil; sc = sc.outer {
		if alive, ok := sc.labels[st.Label]; ok {
			r.note(st, alive)
			return
		}
	}
}

func (r *rewriter) note(st *ast.GotoStmt, alive int) {
	r.jumps = append(r.jumps, jump{st.Line(), alive})
	st.SetLine(-len(r.jumps))
}

// breakOut makes a break a goto to behind the loop.
func (r *rewriter) breakOut(st *ast.BreakStmt) ast.Stmt {
	for sc := r.scope; sc != nil; sc = sc.outer {
		if !sc.loop {
			continue
		}
		around := sc.outer // a loop stands in a block
		if around.loopEnd == "" {
			r.loops++
			around.loopEnd = fmt.Sprintf("(end of loop %d)", r.loops)
		}
		jump := &ast.GotoStmt{Label: around.loopEnd}
		place(jump, st)
		r.note(jump, around.alive)
		return jump
	}
	return st // the compiler reports it
}

func label(name string, pos ast.PositionHolder) ast.Stmt {
	st := &ast.LabelStmt{Name: name}
	st.SetLine(pos.LastLine())
	return st
}
