package sandbox

import (
	"fmt"
	"strings"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"
)

// Fields of an instruction of gopher-lua 1.1.2: 6 bits operation, 8 bits A,
// 9 bits C, 9 bits B; or 18 bits Bx in the place of C and B.
func opOf(inst uint32) int { return int(inst >> 26) }
func argB(inst uint32) int { return int(inst & 0x1ff) }
func argC(inst uint32) int { return int(inst>>9) & 0x1ff }
func argBx(inst uint32) int {
	return int(inst & 0x3ffff)
}

// constBit marks an argument B or C that is a constant and not a register.
const constBit = 0x100

// maxUpvalues is the number of captured variables that a function can count.
const maxUpvalues = 255

// verifier reads the compiled code: it refuses assignment to globals, which
// costs nothing at run time then, and gathers the string constants.
type verifier struct {
	file   string
	lines  []string // of the source
	shapes *ShapeTable
	errs   []*Error
	seen   map[string]bool
	texts  []string
	// getters, members and methods are those that the script keeps, in order of appearance.
	getters, members, methods []string
}

func (v *verifier) function(p *lua.FunctionProto) {
	if len(p.DbgUpvalues) > maxUpvalues {
		v.errs = append(v.errs, &Error{File: v.file, Line: p.LineDefined,
			Message: fmt.Sprintf("a function uses at most %d variables of the functions around it", maxUpvalues)})
	}
	for pc := 0; pc < len(p.Code); pc++ {
		inst := p.Code[pc]
		switch opOf(inst) {
		case lua.OP_LOADK, lua.OP_GETGLOBAL:
			v.text(p.Constants[argBx(inst)])
		case lua.OP_SETGLOBAL:
			v.setGlobal(p.Constants[argBx(inst)].String(), p.DbgSourcePositions[pc])
		case lua.OP_GETTABLE, lua.OP_GETTABLEKS, lua.OP_SELF:
			v.arg(p, argC(inst))
		case lua.OP_SETTABLE, lua.OP_SETTABLEKS, lua.OP_EQ, lua.OP_LT, lua.OP_LE,
			lua.OP_ADD, lua.OP_SUB, lua.OP_MUL, lua.OP_DIV, lua.OP_MOD, lua.OP_POW:
			v.arg(p, argB(inst))
			v.arg(p, argC(inst))
		case lua.OP_CLOSURE:
			inner := p.FunctionPrototypes[argBx(inst)]
			v.function(inner)
			pc += int(inner.NumUpvalues) // one pseudo instruction for each
		}
	}
}

func (v *verifier) arg(p *lua.FunctionProto, rk int) {
	if rk&constBit != 0 {
		v.text(p.Constants[rk&^constBit])
	}
}

func (v *verifier) text(value lua.LValue) {
	if v.shapes != nil {
		if number, ok := v.shapes.Number(value); ok {
			for _, word := range v.shapes.Read(number).words(nil) {
				v.text(lua.LString(word))
			}
			return
		}
	}
	text, ok := value.(lua.LString)
	if !ok || v.seen[string(text)] {
		return
	}
	v.seen[string(text)] = true
	if field, ok := strings.CutPrefix(string(text), getterPrefix); ok {
		v.getters = append(v.getters, field)
		v.text(lua.LString(field))
		return
	}
	if method, ok := strings.CutPrefix(string(text), methodPrefix); ok {
		v.methods = append(v.methods, method)
		v.text(lua.LString(method))
		return
	}
	if member, ok := strings.CutPrefix(string(text), memberPrefix); ok {
		v.members = append(v.members, member)
		object, field, _ := strings.Cut(member, ".")
		v.text(lua.LString(object))
		v.text(lua.LString(field))
		return
	}
	if isInternal(string(text)) {
		return
	}
	v.texts = append(v.texts, string(text))
}

func isInternal(name string) bool {
	switch name {
	case concatName, setName, withName, fillName:
		return true
	}
	return strings.HasPrefix(name, getterPrefix) || strings.HasPrefix(name, memberPrefix) || strings.HasPrefix(name, methodPrefix)
}

func (v *verifier) setGlobal(name string, line int) {
	e := &Error{File: v.file, Line: line,
		Message: fmt.Sprintf("assignment to the global %q; write \"local %s\" to make a variable", name, name)}
	if line >= 1 && line <= len(v.lines) {
		e.Column = wordColumn(v.lines[line-1], name)
	}
	v.errs = append(v.errs, e)
}

// wordColumn finds a word in a line. It returns 0 where the word is not there
// exactly once: a wrong column is worse than none.
func wordColumn(line, word string) int {
	column := 0
	for from := 0; ; {
		i := strings.Index(line[from:], word)
		if i < 0 {
			return column
		}
		start, end := from+i, from+i+len(word)
		from = end
		if start > 0 && isWordByte(line[start-1]) || end < len(line) && isWordByte(line[end]) {
			continue
		}
		if column != 0 {
			return 0
		}
		column = utf8.RuneCountInString(line[:start]) + 1
	}
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
