package sandbox

import (
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// Shapes names functions of the host that take a table of named fields, with the
// position of that argument, from 0: {"cards": 0, "choose.one": 0, "raise": 1}.
//
// A call of such a function with a table written in place, cards{zone = "hand",
// seat = s}, is compiled to pass what the table says instead of the table: one
// constant that stands for its shape, the names and the constant values, and
// then the other values in order. Making a table with three fields costs ten
// times as much. A table made elsewhere is passed as it is; the function tells
// the two apart with ShapeTable.Number.
type Shapes map[string]int

// ShapeTable holds the shapes of the scripts of one host, numbered from 0. In a
// script a shape is a constant that no rule has a use for: a large number that is
// not whole.
type ShapeTable struct {
	texts   []string
	numbers map[string]int
}

// firstShape is the constant of shape 0.
const firstShape = 1<<40 + 0.5

// Number returns the number of the shape that a value stands for; ok is false
// for any other value.
func (t *ShapeTable) Number(v lua.LValue) (number int, ok bool) {
	n, ok := v.(lua.LNumber)
	if !ok {
		return 0, false
	}
	at := float64(n) - firstShape
	return int(at), at >= 0 && at < float64(len(t.texts)) && at == math.Trunc(at)
}

// Read returns a shape by its number.
func (t *ShapeTable) Read(number int) *Shape { return readShape(t.texts[number]) }

// constant returns the number that stands for a shape in a script, as written there.
func (t *ShapeTable) constant(text string) string {
	if t.numbers == nil {
		t.numbers = map[string]int{}
	}
	number, ok := t.numbers[text]
	if !ok {
		number = len(t.texts)
		t.numbers[text] = number
		t.texts = append(t.texts, text)
	}
	return strconv.FormatFloat(firstShape+float64(number), 'f', 1, 64)
}

// The marks of a shape's parts: a value of the call, a constant, a table in the
// table, and its end.
const (
	slotMark   = '?'
	textMark   = 's'
	numberMark = 'n'
	trueMark   = 't'
	falseMark  = 'f'
	openMark   = '{'
	itemsMark  = '['
	partEnd    = "\x00"
)

// Shape is what a call with a table written in place says.
type Shape struct {
	Fields []ShapeField
	// Slots is the number of values that follow the shape in the call.
	Slots int
	// Unused is set when nobody reads the call's results.
	Unused bool
}

// ShapeField is one field of a Shape: a value of the call (Slot, from 0), a
// table in the table (Inner), constant words (Items), or a constant.
type ShapeField struct {
	Name  string
	Slot  int // -1 for the others
	Inner *Shape
	Items []string
	// Text, Number and Flag are the constants, by Kind.
	Kind   ShapeKind
	Text   string
	Number int
	Flag   bool
}

// ShapeKind says which constant a field has.
type ShapeKind uint8

// The kinds of constants.
const (
	ShapeNone ShapeKind = iota
	ShapeText
	ShapeNumber
	ShapeFlag
)

// readShape reads the text that a shapeWriter wrote.
func readShape(text string) *Shape {
	s := &Shape{Unused: text[0] == '!'}
	p := &shapeReader{parts: strings.Split(text[1:], partEnd)}
	p.fields(s, s)
	return s
}

type shapeReader struct{ parts []string }

func (p *shapeReader) next() string {
	if len(p.parts) == 0 {
		return ""
	}
	part := p.parts[0]
	p.parts = p.parts[1:]
	return part
}

// fields reads the fields up to the end mark; slots are counted in top.
func (p *shapeReader) fields(s, top *Shape) bool {
	for len(p.parts) > 0 {
		name := p.next()
		if name == "}" || name == "" {
			return true
		}
		value := p.next()
		if value == "" {
			return false
		}
		f := ShapeField{Name: name, Slot: -1}
		if !p.value(&f, value, top) {
			return false
		}
		s.Fields = append(s.Fields, f)
	}
	return true
}

func (p *shapeReader) value(f *ShapeField, value string, top *Shape) bool {
	switch value[0] {
	case slotMark:
		f.Slot = top.Slots
		top.Slots++
	case textMark:
		f.Kind, f.Text = ShapeText, value[1:]
	case numberMark:
		n, err := strconv.Atoi(value[1:])
		f.Kind, f.Number = ShapeNumber, n
		return err == nil
	case trueMark, falseMark:
		f.Kind, f.Flag = ShapeFlag, value[0] == trueMark
	case itemsMark:
		n, err := strconv.Atoi(value[1:])
		if err != nil || n > len(p.parts) {
			return false
		}
		for range n {
			f.Items = append(f.Items, p.next())
		}
	case openMark:
		f.Inner = &Shape{}
		return p.fields(f.Inner, top)
	default:
		return false
	}
	return true
}

// words returns the names and constant words of a shape.
func (s *Shape) words(out []string) []string {
	for i := range s.Fields {
		f := &s.Fields[i]
		out = append(append(out, f.Name), f.Items...)
		if f.Kind == ShapeText {
			out = append(out, f.Text)
		}
		if f.Inner != nil {
			out = f.Inner.words(out)
		}
	}
	return out
}

// shapeWriter writes the shape of a table constructor.
type shapeWriter struct {
	text   strings.Builder
	values []ast.Expr
}

// table writes the fields of a constructor; false when it is not one of plain
// names, each once.
func (w *shapeWriter) table(ex *ast.TableExpr) bool {
	seen := map[string]bool{}
	for _, field := range ex.Fields {
		key, ok := field.Key.(*ast.StringExpr)
		if !ok || key.Value == "" || key.Value == "}" || strings.ContainsAny(key.Value, "\x00\x01") || seen[key.Value] {
			return false
		}
		seen[key.Value] = true
		w.text.WriteString(key.Value + partEnd)
		if !w.value(field.Value) {
			return false
		}
	}
	return true
}

func (w *shapeWriter) value(expr ast.Expr) bool {
	switch ex := expr.(type) {
	case *ast.StringExpr:
		if strings.ContainsAny(ex.Value, "\x00\x01") {
			return false
		}
		w.text.WriteString(string(textMark) + ex.Value + partEnd)
		return true
	case *ast.NumberExpr:
		if n, err := strconv.Atoi(ex.Value); err == nil {
			w.text.WriteString(string(numberMark) + strconv.Itoa(n) + partEnd)
			return true
		}
	case *ast.TrueExpr:
		w.text.WriteString(string(trueMark) + partEnd)
		return true
	case *ast.FalseExpr:
		w.text.WriteString(string(falseMark) + partEnd)
		return true
	case *ast.TableExpr:
		if words, ok := constantWords(ex); ok {
			w.text.WriteString(string(itemsMark) + strconv.Itoa(len(words)) + partEnd)
			for _, word := range words {
				w.text.WriteString(word + partEnd)
			}
			return true
		}
		if len(ex.Fields) > 0 && ex.Fields[0].Key != nil {
			w.text.WriteString(string(openMark) + partEnd)
			if !w.table(ex) {
				return false
			}
			w.text.WriteString("}" + partEnd)
			return true
		}
	}
	w.text.WriteString(string(slotMark) + partEnd)
	w.values = append(w.values, expr)
	return true
}

// constantWords returns the items of a list of words written in place.
func constantWords(ex *ast.TableExpr) ([]string, bool) {
	var words []string
	for _, field := range ex.Fields {
		word, ok := field.Value.(*ast.StringExpr)
		if field.Key != nil || !ok || strings.ContainsAny(word.Value, "\x00\x01") {
			return nil, false
		}
		words = append(words, word.Value)
	}
	return words, len(words) > 0
}

// maxShapeSlots bounds the values of one call, which all need a register.
const maxShapeSlots = 40

// shapeCall rewrites the arguments of a call of one of the host's functions;
// unused says that nobody reads its results.
func (r *rewriter) shapeCall(ex *ast.FuncCallExpr, unused bool) {
	at, ok := r.shapes[calledName(ex)]
	if !ok || at >= len(ex.Args) || r.declared[strings.SplitN(calledName(ex), ".", 2)[0]] {
		return
	}
	table, ok := ex.Args[at].(*ast.TableExpr)
	if !ok {
		return
	}
	w := &shapeWriter{}
	if !w.table(table) || len(w.values) > maxShapeSlots || w.text.Len() >= maxText-2 {
		return
	}
	mark := "."
	if unused {
		mark = "!"
	}
	shape := &ast.NumberExpr{Value: r.shapeTable.constant(mark + w.text.String())}
	place(shape, table)
	args := append(append([]ast.Expr{}, ex.Args[:at]...), shape)
	for _, value := range w.values {
		single(value, true)
		args = append(args, value)
	}
	ex.Args = append(args, ex.Args[at+1:]...)
}

// calledName returns the name of a function called by it: "cards", "choose.one".
func calledName(ex *ast.FuncCallExpr) string {
	switch fn := ex.Func.(type) {
	case *ast.IdentExpr:
		return fn.Value
	case *ast.AttrGetExpr:
		object, ok := fn.Object.(*ast.IdentExpr)
		key, named := fn.Key.(*ast.StringExpr)
		if ok && named {
			return object.Value + "." + key.Value
		}
	}
	return ""
}
