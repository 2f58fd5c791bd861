package rules

import (
	"fmt"
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	offered "github.com/ruledeck/ruledeck/interp/script/library"
)

// visible returns the names that could be meant by an unknown one: variables
// of the script and globals.
func (e *judge) visible() []string {
	names := map[string]bool{}
	for _, name := range e.GlobalNames() {
		names[name] = true
	}
	for _, v := range e.Variables {
		if v.Owner.Chunk == e.Fn.Chunk {
			names[v.Name] = true
		}
	}
	return sorted(names)
}

func counts(f *keyword.Func, least, most int) string {
	text := ""
	for i, p := range f.Params {
		part := p.Name
		if p.Optional {
			part = "[" + part + "]"
		}
		if p.Rest {
			part = "..."
		}
		if i > 0 {
			text += ", "
		}
		text += part
	}
	switch {
	case most == 0:
		return "no arguments"
	case least == most:
		return fmt.Sprintf("%s (%s)", plural(most), text)
	case most < 0:
		return fmt.Sprintf("at least %s (%s)", plural(least), text)
	}
	return fmt.Sprintf("%d to %s (%s)", least, plural(most), text)
}

// calling notes that the function calls others.
func (e *judge) calling(functions []*inference.Func, x ast.Expr) {
	from := e.Fn.Number()
	for _, f := range functions {
		site := callSite{f.Number(), e.Pos(x)}
		e.keeps(func(j *judge) { j.calls[from] = append(j.calls[from], site) })
	}
}

func (e *judge) Called(callee lattice.Type, x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) {
	if inference.Uncallable(callee) {
		e.wrong("not-callable", x, "%s cannot be called: it is %s", inference.Describe(x.Func),
			callee.Without(lattice.Nil))
		return
	}
	functions := inference.FunctionsOf(callee)
	e.calling(functions, x)
	if e.miscalled(callee, exprs) {
		return
	}
	for _, f := range functions {
		e.needsOf(f, x, args, exprs, e.OpenArgs(exprs))
	}
}

// miscalled checks the number of values given to functions of the scripts and
// reports whether it said something about it; a call of one of several functions
// is wrong when it is wrong for each.
func (e *judge) miscalled(callee lattice.Type, exprs []ast.Expr) bool {
	if len(callee.Refs) == 0 {
		return false
	}
	most := 0
	vararg := false
	var one *inference.Func
	for _, r := range callee.Refs {
		f, ok := r.(*inference.Func)
		if !ok {
			return false
		}
		one = f
		most = max(most, len(f.Params))
		vararg = vararg || f.Vararg
	}
	if len(exprs) <= most || vararg {
		return false
	}
	e.wrong("wrong-count", exprs[most], "%s takes %s, not %d", one.Title(), plural(most), len(exprs))
	return true
}

func plural(n int) string { return amount(n, "no arguments", "1 argument", "%d arguments") }

// amount says how many there are: none, one or a number of them.
func amount(n int, none, one, many string) string {
	switch n {
	case 0:
		return none
	case 1:
		return one
	}
	return fmt.Sprintf(many, n)
}

// Method checks that something that the object may be has the method.
func (e *judge) Method(object lattice.Type, x *ast.FuncCallExpr) {
	names := sorted(e.Methods(object))
	pos := e.Tree.Method(x)
	switch {
	case object.Kinds&^lattice.Nil == 0 || slices.Contains(names, x.Method):
	case !object.Any():
		if t, _ := e.SilentField(object, x.Method); t.Kinds&lattice.Function == 0 || object.Kinds&lattice.Table == 0 {
			e.noMethod(object, x, pos, names)
		}
	case !e.Fields.Made[x.Method] && e.Fields.Assigned[x.Method] == 0:
		e.unknownName("unknown-method", pos, x.Method, names, "nothing has a method %q", x.Method)
	}
}

func (e *judge) noMethod(object lattice.Type, x *ast.FuncCallExpr, pos diag.Pos, names []string) {
	message := fmt.Sprintf("%s has no method %q", e.ObjectName(object), x.Method)
	if _, ok := e.SilentField(object, x.Method); ok {
		message += "; it is a field: write ." + x.Method
	}
	if why := offered.Instead("string." + x.Method); object.Kinds&^lattice.Nil == lattice.Word && why != "" {
		e.errorf("not-in-the-language", pos, "texts have no %s here: %s", x.Method, why)
		return
	}
	e.unknownName("unknown-method", pos, x.Method, names, "%s", message)
}

// needsOf checks a call against what the function needs of its parameters.
func (e *judge) needsOf(f *inference.Func, x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr, open bool) {
	shift := 0
	if x.Receiver != nil && len(exprs) > len(x.Args) {
		shift = 1
	}
	for i, v := range f.Params {
		if v.Must && i >= len(args) && i >= shift && !open {
			e.lacks(f, i, x, len(exprs))
			return
		}
		if (v.Must || v.Needs.Set && v.Needs.Always && v.Needs.Kinds&lattice.Nil == 0 && !v.Tested) && i >= shift &&
			i < len(exprs) && i < len(args) {
			if !inference.IsField(exprs[i], "host") {
				e.nothing(exprs[i], args[i])
			}
		}
		if !v.Needs.Set || v.Tested || i < shift {
			continue
		}
		switch {
		case i < len(exprs) && (i < len(exprs)-1 || len(args) == len(exprs)):
			e.needOf(f, v, exprs[i], args[i])
		case i >= len(args) && !open && v.Needs.Always && v.Needs.Kinds&lattice.Nil == 0:
			e.lacks(f, i, x, len(exprs))
			return
		}
	}
}

// lacks reports a call without a value for the parameter i, which it must have.
func (e *judge) lacks(f *inference.Func, i int, x ast.Expr, given int) {
	e.wrong("wrong-count", x, "%s needs its argument %d (%s); %s given", f.Title(), i+1, f.Params[i].Name,
		amount(given, "none is", "1 is", "%d are"))
}

// needOf checks one value against the need of a parameter.
func (e *judge) needOf(f *inference.Func, v *inference.Var, x ast.Expr, t lattice.Type) {
	n := v.Needs
	place := taker{fmt.Sprintf("%s: argument %q", f.Title(), v.Name), (n.Kinds &^ lattice.Nil).String(), n.Kinds,
		n.Kinds&^lattice.Nil == lattice.Number, nil}
	place.words = func(t lattice.Type, pos diag.Pos) bool {
		w := t.WordList()[0]
		if n.Kinds&^(lattice.Nil|lattice.Word) != 0 || len(n.Words) == 0 || n.Words[w] {
			return false
		}
		e.unknownName("unknown-word", pos, w, sorted(n.Words), "%s cannot be %q", place.what, w)
		return true
	}
	switch {
	case e.writtenOut(place, x) || !t.Known():
	case t.Kinds == lattice.Nil && n.Always && n.Kinds&lattice.Nil == 0:
		e.wrong("wrong-type", x, "%s must be %s, not nothing (nil)", place.what, n.Kinds)
	default:
		e.mistaken(place, t, e.Pos(x))
	}
}

// changeList reports a change of a list that cannot be changed.
func (e *judge) changeList(x *ast.FuncCallExpr, t lattice.Type) {
	for s := range lattice.Refs[*inference.Site](t) {
		e.ownTable(s, x.Args[0], e.Pos(x.Args[0]))
	}
	if t.Known() && t.Kinds&^lattice.Nil == lattice.List && t.Frozen {
		e.wrong("frozen", x.Args[0],
			"this list belongs to the game and cannot be changed; make a list of your own")
	}
}

// atLeast checks a number that is written out against the bound of its place.
func (e *judge) atLeast(c *inference.HostCall, i int, want keyword.Type) {
	for _, of := range append(want.Of, want) {
		if n, ok := e.exactly(c.Expr(i)); ok && of.Least != nil && n < *of.Least {
			e.wrong("out-of-range", c.Expr(i), "%s: argument %d cannot be %d", c.Title, i+1, n)
		}
	}
}

// Miscounted reports a call of the registry with too few or too many values.
func (e *judge) Miscounted(c *inference.HostCall) bool {
	least, most := c.Counts()
	if c.Table != "" {
		least, most = 1, 1
	}
	tooMany := most >= 0 && len(c.Exprs) > most
	if !tooMany && (len(c.Args) >= least || e.OpenArgs(c.Exprs)) {
		return false
	}
	for _, p := range c.Params[min(len(c.Args), len(c.Params)):] { // which may have been any
		e.keeps(func(j *judge) {
			j.usage.anyRaise = j.usage.anyRaise || p.Type.Ref == keyword.RefTrigger
			j.usage.anyAction = j.usage.anyAction || p.Type.Ref == keyword.RefAction
		})
	}
	pos := e.Pos(c.X)
	if c.X.Receiver != nil {
		pos = e.Tree.Method(c.X)
	}
	if tooMany {
		pos = e.Pos(c.Exprs[most])
	}
	if c.Table != "" {
		e.errorf("wrong-count", pos, "%s takes one table: %s{...}", c.Name, c.Name)
	} else {
		e.errorf("wrong-count", pos, "%s takes %s, not %d", c.Title, counts(c.Func, least, most), len(c.Exprs))
	}
	return true
}

// Global reports a name that nothing has.
func (e *judge) Global(x *ast.IdentExpr) {
	if why := offered.Instead(x.Value); why != "" {
		e.wrong("not-in-the-language", x, "%q is not available to scripts: %s", x.Value, why)
		return
	}
	e.unknownName("unknown-global", e.Pos(x), x.Value, e.visible(),
		"there is no variable and no function %q", x.Value)
}

// Host checks what the rows of the registry ask for beside the types of values.
func (e *judge) Host(c *inference.HostCall) {
	if c.Changes() {
		e.changes(e.Pos(c.X), c.Name)
		e.falls(c)
	}
	if c.Does&keyword.Acts != 0 && c.Does&keyword.Ends != 0 {
		e.keeps(func(j *judge) { j.usage.ends = true })
	}
	if c.Table != "" {
		if t := c.First(); len(c.Args) > 0 && t.Known() && t.Kinds&(lattice.List|lattice.Table) == 0 {
			e.wrong("wrong-type", c.Exprs[0], "%s takes a table: %s{...}, not %s", c.Name, c.Name, t)
		}
		return
	}
	for i, p := range c.Given() {
		if p.Own {
			e.changeList(c.X, c.Args[i])
		}
		e.atLeast(c, i, p.Type)
		if look := named[p.Type.Ref]; look != nil && c.Expr(i) != nil {
			look(e, c, i, p.Type)
		}
	}
}

// named are the checks of values that name something, by the kind of name.
var named map[keyword.Ref]func(e *judge, c *inference.HostCall, i int, want keyword.Type)

func init() {
	named = map[keyword.Ref]func(*judge, *inference.HostCall, int, keyword.Type){
		keyword.RefAction: (*judge).asked, keyword.RefStep: (*judge).scheduled, keyword.RefTrigger: (*judge).raised,
		keyword.RefText: (*judge).sentence, keyword.RefAttribute: (*judge).attributeNamed,
		keyword.RefZone: (*judge).zoneNamed, keyword.RefDie: (*judge).dieNamed,
	}
}

// dieNamed checks that a die without faces is given what can come up.
func (e *judge) dieNamed(c *inference.HostCall, i int, _ keyword.Type) {
	for _, w := range c.Args[i].WordList() {
		if id, ok := e.Compiled().Dice[w]; ok && len(e.Pack().Dice[id].Faces) == 0 && c.Expr(3) == nil {
			e.wrong("wrong-count", c.Expr(i), "the die %q has no faces: write what can come up, as in "+
				"roll(%q, nil, nil, list)", w, w)
		}
	}
}

// attributeNamed checks an attribute that has to be a number, and the word by which one of
// several printed values is chosen.
func (e *judge) attributeNamed(c *inference.HostCall, i int, want keyword.Type) {
	name, written := c.Expr(i).(*ast.StringExpr)
	a := e.PrintedAttribute(c.Args[i])
	word := c.Expr(i + 1)
	switch {
	case a == nil:
	case want.Only == keyword.OnlyNumbers:
		if written && a.Kind != engine.Number {
			e.unknownName("wrong-type", e.Pos(name), a.Name, e.NumberAttributes,
				"%q is not a number and has no sum", a.Name)
		}
	case word == nil:
	case a.By < 0:
		e.wrong("wrong-count", word, "%q has one printed value; only attributes with by: take a word", a.Name)
	default:
		by := &e.Pack().Cards[a.By]
		e.fits(lattice.Choice(e.Pack().Spell(by.Words)), by.Name, e.Pos(word), c.Args[i+1], word)
	}
}

// zoneNamed checks a zone that has to be a board, with its row and column, or one of cards
// for each seat.
func (e *judge) zoneNamed(c *inference.HostCall, i int, want keyword.Type) {
	fits, message := zonesOnly(want.Only)
	if fits == nil {
		return
	}
	var names []string
	for k := range e.Pack().Zones {
		if fits(&e.Pack().Zones[k]) {
			names = append(names, e.Pack().Zones[k].Name)
		}
	}
	for _, w := range c.Args[i].WordList() {
		id, ok := e.Compiled().Zones[w]
		switch {
		case !ok:
		case !slices.Contains(names, w):
			e.unknownName("unknown-zone", e.Pos(c.Expr(i)), w, names, message, w)
		case want.Only == keyword.OnlyBoards:
			e.place(c.Expr(i+1), "row", e.Pack().Zones[id].Rows)
			e.place(c.Expr(i+2), "column", e.Pack().Zones[id].Columns)
		}
	}
}

// zonesOnly says which zones fit, and the message for others; nil where all fit.
func zonesOnly(only keyword.Only) (fits func(*engine.ZoneKind) bool, message string) {
	switch only {
	case keyword.OnlyBoards:
		return func(z *engine.ZoneKind) bool { return z.Rows > 0 }, "%q is no board"
	case keyword.OnlyPerSeat:
		return func(z *engine.ZoneKind) bool { return z.Of == engine.OfCard && z.PerSeat },
			"%q is no zone of cards with one for each seat"
	}
	return nil, ""
}

// place checks a row or column that is written out.
func (e *judge) place(x ast.Expr, what string, most int) {
	if n, ok := e.exactly(x); ok && (n < 1 || n > most) {
		e.wrong("out-of-range", x, "there is no %s %d: the board has %d", what, n, most)
	}
}

// asked checks the word under which a script asks for actions.
func (e *judge) asked(c *inference.HostCall, i int, _ keyword.Type) {
	t := c.Args[i]
	open := t.Any() || t.Kinds&lattice.Word != 0 && t.Words == nil
	e.keeps(func(j *judge) {
		j.usage.anyAction = j.usage.anyAction || open
		maps.Copy(j.usage.actions, t.Words)
	})
	e.ReadsPart(inference.Abilities)
	e.eachLiteral(c.Expr(i), func(leaf ast.Expr, t lattice.Type) bool {
		for _, w := range t.WordList() {
			if !slices.Contains(e.ActionWords, w) {
				e.unknownName("unknown-action", e.Pos(leaf), w, e.ActionWords,
					"no ability offers actions under %q", w)
				return true
			}
		}
		return false
	})
}

func (e *judge) scheduled(c *inference.HostCall, i int, _ keyword.Type) {
	rest := c.Exprs[i+1:]
	for _, f := range e.StepsNamed(c) {
		if len(rest) > len(f.Params) && !f.Vararg {
			e.wrong("wrong-count", rest[len(f.Params)], "the step %s takes %s, not %d", f.Title(),
				plural(len(f.Params)), len(rest))
			continue
		}
		e.calling([]*inference.Func{f}, c.X)
		e.needsOf(f, c.X, c.Args[i+1:], rest, false)
	}
}
