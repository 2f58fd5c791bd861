package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// Chunk is a compiled script. It is never changed, and may be run by states on
// several goroutines at once.
type Chunk struct {
	name  string
	proto *lua.FunctionProto
	texts []string
	// getters, members and methods are what it keeps of the host; see Host.
	getters, members, methods []string
}

// Compile parses and compiles a script. The name is the path shown in errors.
// It refuses assignment to globals. The error is an *Error, or Errors where
// several faults were found.
func Compile(name, source string) (*Chunk, error) { return CompileAt(name, 1, source) }

// CompileAt compiles a script that begins at a line of a larger file, such as a
// block inside YAML, so that positions are those of the file.
func CompileAt(name string, line int, source string) (*Chunk, error) {
	return compile(name, line, source, &Host{})
}

// CompileWith compiles a script for a host that offers faster ways to what it has.
func CompileWith(name, source string, host *Host) (*Chunk, error) {
	return compile(name, 1, source, host)
}

func compile(name string, line int, source string, host *Host) (*Chunk, error) {
	source = strings.Repeat("\n", max(line-1, 0)) + strings.TrimPrefix(source, "\ufeff")
	stmts, err := parseSource(name, source)
	if err != nil {
		return nil, err
	}
	names := scanNames(stmts)
	rw := &rewriter{file: name, shapes: host.Shapes, shapeTable: host.Table, declared: names.declared}
	stmts = rw.script(rw.keep(stmts, host, names))
	if len(rw.errs) > 0 {
		return nil, join(rw.errs)
	}
	proto, fault := compileTree(name, stmts)
	if fault != nil {
		return nil, rw.jumps.place(fault).locate(source)
	}
	rw.jumps.repair(proto)
	v := &verifier{file: name, shapes: host.Table, lines: strings.Split(source, "\n"), seen: map[string]bool{}}
	v.function(proto)
	if len(v.errs) > 0 {
		return nil, join(v.errs)
	}
	return &Chunk{name: name, proto: proto, texts: v.texts, getters: v.getters, members: v.members, methods: v.methods}, nil
}

// Name returns the path given to Compile.
func (c *Chunk) Name() string { return c.name }

// Proto returns what the virtual machine runs. It must not be changed.
func (c *Chunk) Proto() *lua.FunctionProto { return c.proto }

// Strings returns every string constant of the script, names of fields, methods
// and globals among them, in order of appearance and without doubles.
func (c *Chunk) Strings() []string { return slices.Clone(c.texts) }

func parseSource(name, source string) ([]ast.Stmt, error) {
	stmts, err := parse.Parse(strings.NewReader(source), name)
	var pe *parse.Error
	switch {
	case err == nil:
		return stmts, nil
	case errors.As(err, &pe):
		return nil, syntaxError(name, source, pe)
	}
	return nil, &Error{File: name, Message: err.Error()}
}

// syntaxError gives the parser's error its line at the end of the file, and its
// column where the token is found there. (The parser's own column is that of the
// last byte it has read.)
func syntaxError(name, source string, pe *parse.Error) *Error {
	if pe.Pos.Line == parse.EOF {
		e := &Error{File: name, Line: 1 + strings.Count(strings.TrimRight(source, " \t\r\n"), "\n"), Message: pe.Message}
		if pe.Message == "syntax error" {
			e.Message = "unexpected end of the script; is an \"end\" or a bracket missing?"
			if from := unclosed(source); from > 0 {
				e.Message = fmt.Sprintf("unexpected end of the script; the block that begins at line %d has no \"end\"", from)
			}
			e.Column = endColumn(source)
		}
		return e
	}
	e := &Error{File: name, Line: pe.Pos.Line, Message: pe.Message}
	line := ""
	lines := strings.Split(source, "\n")
	if pe.Message == "unterminated string" {
		e.Line = max(e.Line-1, 1) // the scanner has already taken the line break
		if e.Line <= len(lines) {
			e.Column = openQuote(lines[e.Line-1])
		}
		return e
	}
	if e.Line <= len(lines) {
		line = lines[e.Line-1]
	}
	from, token := pe.Pos.Column-len(pe.Token), pe.Token
	if from >= 0 && from <= len(line) && strings.HasPrefix(line[from:], token) {
		e.Column = utf8.RuneCountInString(line[:from]) + 1
		if r, size := utf8.DecodeRuneInString(line[from:]); r >= utf8.RuneSelf {
			token = line[from : from+size] // the scanner reads bytes
		}
	}
	switch {
	case token == "=" && e.Column > 0 && comparing(line, from):
		e.Message = "\"=\" gives a variable its value; to compare, write \"==\""
	case pe.Message != "Invalid token" && token != "":
		e.Message = fmt.Sprintf("%s near %q", pe.Message, token)
	case pe.Message == "Invalid token" && token >= "\x80":
		e.Message = fmt.Sprintf("%q is not allowed here; names are made of a to z, A to Z, 0 to 9 and _", token)
	case pe.Message == "Invalid token":
		e.Message = fmt.Sprintf("%q is not allowed here", token)
	}
	return e
}

// compileTree compiles; the compiler panics on some of what it cannot do.
func compileTree(name string, stmts []ast.Stmt) (proto *lua.FunctionProto, fault *Error) {
	defer func() {
		if r := recover(); r != nil {
			fault = &Error{File: name, Message: fmt.Sprintf("cannot be compiled: %v", r)}
		}
	}()
	proto, err := lua.Compile(stmts, name)
	var ce *lua.CompileError
	switch {
	case err == nil:
		return proto, nil
	case errors.As(err, &ce):
		e := &Error{File: name, Line: ce.Line, Message: ce.Message}
		if strings.HasPrefix(e.Message, "register overflow") || e.Message == "too many local variables" {
			e.Message = "too many local variables, or too many values in one expression"
		}
		return nil, e
	}
	return nil, &Error{File: name, Message: err.Error()}
}
