package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
)

// value lowers a printed or given value of a type; what names it in messages.
func (c *Compiler) value(t *ast.Tree, vt valueType, what string) (engine.Value, bool) {
	switch vt.kind {
	case engine.Number:
		if t.Kind == ast.TreeNumber {
			return engine.Num(t.Number), true
		}
		return c.notA(t, what, "a whole number")
	case engine.Flag:
		if t.Kind == ast.TreeFlag {
			return engine.Bool(t.Flag), true
		}
		return c.notA(t, what, "true or false")
	case engine.Word:
		return c.wordValue(t, vt, what)
	case engine.List:
		return c.listValue(t, vt, what)
	case engine.Nil:
		return c.anyValue(t, what)
	}
	return c.notA(t, what, "a "+vt.kind.String())
}

func (c *Compiler) notA(t *ast.Tree, what, needed string) (engine.Value, bool) {
	c.errorf("wrong-type", t, "%s must be %s, not %s", what, needed, t.Describe())
	return engine.Value{}, false
}

func (c *Compiler) wordValue(t *ast.Tree, vt valueType, what string) (engine.Value, bool) {
	if vt.text && t.IsScalar() {
		return engine.WordValue(c.Symbol(t.Text)), true
	}
	if t.Kind != ast.TreeWord {
		return c.notA(t, what, "a word")
	}
	if len(vt.words) > 0 {
		if s, ok := c.out.Symbols[t.Text]; !ok || !slices.Contains(vt.words, s) {
			c.report.Unknown("unknown-word", t, t.Text, c.pack.Spell(vt.words), "%s cannot be %q", what, t.Text)
			return engine.Value{}, false
		}
	}
	return engine.WordValue(c.Symbol(t.Text)), true
}

// anyValue lowers an item whose type is not declared.
func (c *Compiler) anyValue(t *ast.Tree, what string) (engine.Value, bool) {
	switch t.Kind {
	case ast.TreeNumber:
		return engine.Num(t.Number), true
	case ast.TreeFlag:
		return engine.Bool(t.Flag), true
	case ast.TreeWord:
		return engine.WordValue(c.Symbol(t.Text)), true
	case ast.TreeList, ast.TreeMap:
		return c.listValue(t, valueType{kind: engine.List, isMap: t.Kind == ast.TreeMap}, what)
	}
	return c.notA(t, what, "a value")
}

// listValue lowers a set, a list or a map; equal ones share a number.
func (c *Compiler) listValue(t *ast.Tree, vt valueType, what string) (engine.Value, bool) {
	item := valueType{kind: vt.item, words: vt.words}
	out := engine.ListValue{}
	ok := true
	add := func(v *ast.Tree, what string) {
		of := item
		if of.kind == engine.List {
			of.isMap = v.Kind == ast.TreeMap
		}
		value, fine := c.value(v, of, what)
		out.Items = append(out.Items, value)
		ok = ok && fine
	}
	switch {
	case vt.isMap && t.Kind == ast.TreeMap:
		out.Keys = []engine.Symbol{}
		for _, f := range t.Fields {
			out.Keys = append(out.Keys, c.Symbol(f.Name))
			add(f.Value, fmt.Sprintf("%q of %s", f.Name, what))
		}
	case !vt.isMap && (t.Kind == ast.TreeList || vt.set):
		for i := range t.Len() {
			add(t.At(i), fmt.Sprintf("item %d of %s", i+1, what))
		}
	case vt.isMap:
		return c.notA(t, what, "a map")
	default:
		return c.notA(t, what, "a list")
	}
	if vt.set && ok {
		set := engine.EmptySet
		for i, word := range out.Items {
			more := c.pack.With(set, word)
			if more == set {
				c.errorf("duplicate-item", t.At(i), "%s has %q already", what, t.At(i).Text)
			}
			set = more
		}
		return set, true
	}
	return engine.Value{Kind: engine.List, N: c.listNumber(out)}, ok
}

func (c *Compiler) listNumber(l engine.ListValue) int32 {
	if len(l.Items) == 0 {
		return 0
	}
	var key strings.Builder
	fmt.Fprint(&key, l.Keys, l.Items)
	n, known := c.lists[key.String()]
	if !known {
		n = int32(len(c.pack.Lists))
		c.pack.Lists = append(c.pack.Lists, l)
		c.lists[key.String()] = n
	}
	return n
}
