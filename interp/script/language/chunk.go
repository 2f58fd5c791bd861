package language

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// Chunk is a script that was read and whose names are resolved. It is never
// changed, and may be run by states on several goroutines at once.
type Chunk struct {
	name     string
	tree     *syntax.Tree
	main     *proto
	uses     map[*ast.IdentExpr]*variable
	declared map[any][]*variable
	protos   map[*ast.FunctionExpr]*proto
	numbers  map[*ast.NumberExpr]Value
	texts    []string
	seen     map[string]bool
}

// Compile reads a script. The name is the path shown in errors. The error is an
// *Error, or Errors where several faults were found.
func Compile(name, source string) (*Chunk, error) {
	source = strings.TrimPrefix(source, "\ufeff")
	tree, err := syntax.Parse(name, source)
	if err != nil {
		var pe *parse.Error
		if errors.As(err, &pe) {
			return nil, syntaxError(name, source, pe)
		}
		return nil, &Error{File: name, Message: err.Error()}
	}
	ch := &Chunk{
		name: name, tree: tree, uses: map[*ast.IdentExpr]*variable{}, declared: map[any][]*variable{},
		protos: map[*ast.FunctionExpr]*proto{}, numbers: map[*ast.NumberExpr]Value{}, seen: map[string]bool{},
	}
	r := &resolver{chunk: ch, tree: tree}
	ch.main = r.main(tree.Stmts)
	if len(r.errs) > 0 {
		return nil, join(r.errs)
	}
	return ch, nil
}

// Name returns the path given to Compile.
func (ch *Chunk) Name() string { return ch.name }

// Tree returns the tree of the script. It must not be changed.
func (ch *Chunk) Tree() *syntax.Tree { return ch.tree }

// meant are the operators of other languages, with what they are here.
var meant = []struct{ token, instead string }{
	{"!=", "write \"~=\" for \"is not\""},
	{"&&", "write \"and\""},
	{"||", "write \"or\""},
	{"+=", "write \"a = a + b\""},
	{"-=", "write \"a = a - b\""},
	{"*=", "write \"a = a * b\""},
	{"/=", "write \"a = a / b\", or \"~=\" for \"is not\""},
	{"++", "write \"a = a + 1\""},
	{"//", "write \"math.floor(a / b)\"; a comment begins with \"--\""},
	{"!", "write \"not\""},
}

// operator finds an operator of another language at the byte of a line where the
// parser gave up, or just before it.
func operator(line string, from int) (column int, message string) {
	for _, m := range meant {
		for _, start := range []int{from, from - 1} {
			if start >= 0 && start <= len(line) && strings.HasPrefix(line[start:], m.token) {
				return utf8.RuneCountInString(line[:start]) +
					1, fmt.Sprintf("%q is not an operator here: %s", m.token, m.instead)
			}
		}
	}
	return 0, ""
}

// header returns the word that ends the condition which a line begins with, "" if it
// begins with none.
func header(line string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return map[string]string{"if": "then", "elseif": "then", "while": "do", "for": "do"}[word]
}

// syntaxError gives the parser's error its line at the end of the file, and its
// column where the token is found there. (The parser's own column is that of the
// last byte it has read.)
func syntaxError(name, source string, pe *parse.Error) *Error {
	if pe.Pos.Line == parse.EOF {
		e := &Error{File: name, Line: 1 + strings.Count(strings.TrimRight(source, " \t\r\n"), "\n"),
			Message: pe.Message}
		if pe.Message == "syntax error" {
			e.Message = "unexpected end of the script; is an \"end\" or a bracket missing?"
			if from := unclosed(source); from > 0 {
				e.Message = fmt.Sprintf("unexpected end of the script; the block that begins at line %d has no \"end\"",
					from)
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
	if column, message := operator(line, from); message != "" {
		e.Column, e.Message = column, message
		return e
	}
	switch {
	case token == "=" && e.Column > 0 && comparing(line, from):
		e.Message = "\"=\" gives a variable its value; to compare, write \"==\""
	case token == ":" && header(line[:from]) != "":
		e.Message = fmt.Sprintf("\":\" stands where Lua has %q", header(line[:from]))
	case pe.Message != "Invalid token" && token != "":
		e.Message = fmt.Sprintf("%s near %q", pe.Message, token)
	case pe.Message == "Invalid token" && token >= "\x80":
		e.Message = fmt.Sprintf("%q is not allowed here; names are made of a to z, A to Z, 0 to 9 and _", token)
	case pe.Message == "Invalid token":
		e.Message = fmt.Sprintf("%q is not allowed here", token)
	}
	return e
}
