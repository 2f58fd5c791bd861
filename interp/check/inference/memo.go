package inference

import (
	"reflect"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script"
)

// What an evaluation of a function found out is kept with what it read: where a later run
// comes to the same function and all that it read is as it was, what it did is done again
// without looking at its text. (This is memoisation by traces, as in Adapton, and cutoff
// where what changed comes to the same, as Salsa's red and green.) A run that begins with
// what another kept takes the very steps that it would take without: the order of joins is
// the same, and so is what they come to.
//
// What is read are cells, each with a state: a digest of all changes of it so far, which
// begins with what the pack declares of it. Of things of the program a trace keeps their
// numbers alone, which come of the places of their texts, so that it holds in any run.

// number gives the scripts their numbers: those that they had in the run before, if it had
// all of them in this order. Numbers of those that are missing now stay free.
func (p *Program) number(scripts []script.Script) (files []pack.Script, numbers []int) {
	ids := make([]pack.Script, len(scripts))
	for i, s := range scripts {
		ids[i] = s.Script
		ids[i].Text = ""
	}
	if p.last != nil {
		at := 0
		for _, id := range ids {
			for ; at < len(p.last.files) && p.last.files[at] != id; at++ {
			}
			numbers = append(numbers, at)
			at++
		}
		if at <= len(p.last.files) {
			return p.last.files, numbers
		}
		p.last = nil
	}
	numbers = numbers[:0]
	for i := range ids {
		numbers = append(numbers, i)
	}
	return ids, numbers
}

// Once makes something of the text of a script once for each text, and returns it.
// Callers do not change it.
func Once[T any](p *Program, c *Chunk, make func() T) T {
	key := made{c.Tree, reflect.TypeFor[T]()}
	var out T
	known := false
	if p.last != nil {
		out, known = p.last.made[key].(T)
	}
	if !known {
		out = make()
	}
	if p.next != nil {
		p.next.made[key] = out
	}
	return out
}

// The kinds of numbered things. Within a kind numbers go by scripts and their texts.
const (
	aFunction = iota
	aTable
	aVariable
	aText
	aHost
	aLibrary
	anEvent
	aParamSet
	aWordTable
	// From here on facts, which have a name alone: how the scripts use the name of a field, a
	// part of the pack, a parameter that some raise leaves out, an attribute that is
	// emptied, and which cards nothing gives a seat.
	aName
	aPart
	anAbsence
	anEmptying
	aSeatless
	// Declarations by name: fields and attributes, the list of the names of a kind, and
	// whether it has a name.
	aField
	aNames
	aNamed
)

// The parts of a pack that scripts may depend on and that hold no numbers of things:
// printed values of cards except attributes, each of which is a part; the list of cards,
// the abilities, and the steps with the modules.
const (
	Printed   = "printed"
	Ids       = "ids"
	Abilities = "abilities"
	Steps     = "steps"
)

// PrintedAs is the part with the values of a printed attribute.
func PrintedAs(attribute string) string { return Printed + " " + attribute }

// fact is the cell of something that has a name alone.
func (p *Program) fact(kind int, name string) *cell {
	n := named(kind, name)
	c := p.facts[n]
	if c == nil {
		c = &cell{number: n}
		switch kind {
		case aName:
			c.state = p.Fields.digest(name) | bit(name == "" || p.OpenName(name))<<3
			if name == "" {
				c.state = mix(c.state, digest(strings.Join(Sorted(p.Open), " ")))
			}
		case aPart:
			c.state = p.parts[name]
		case aSeatless:
			c.state = p.seatless
		case aField:
			c.state = p.fieldDigest(name)
		case aNames:
			c.state = digest(strings.Join(p.names(keyword.Ref(name)), " "))
		case aNamed:
			ref, one, _ := strings.Cut(name, ":")
			c.state = bit(slices.Contains(p.names(keyword.Ref(ref)), one))
		}
		p.facts[n] = c
		if p.next != nil {
			p.next.names[n] = name
		}
	}
	return c
}

// aWiden is how a cell changes that nothing is known of any more, aResult how a function
// does that returns one more value, and an options list whose options have one more part.
const aWiden, aResult = 1, 2

// absentee stands in a trace for a thing of the program that made it.
type absentee int

func (n absentee) Number() int { return int(n) }

// swap returns a value that may be other things.
func swap(t lattice.Type, other func(lattice.Ref) lattice.Ref) lattice.Type {
	if slices.ContainsFunc(t.Refs, func(r lattice.Ref) bool { return other(r) != r }) {
		t.Refs = lists.Map(t.Refs, other)
	}
	if t.Item != nil {
		item := swap(*t.Item, other)
		t.Item = &item
	}
	return t
}

// portable is a value as traces keep it, local one of a trace as the program has it.
func portable(t lattice.Type) lattice.Type {
	return swap(t, func(r lattice.Ref) lattice.Ref {
		switch r := r.(type) {
		case *Func, *Site:
			return absentee(r.Number())
		}
		return r
	})
}

func (p *Program) local(t lattice.Type) lattice.Type {
	return swap(t, func(r lattice.Ref) lattice.Ref {
		if n, ok := r.(absentee); ok {
			return p.numbered(int(n))
		}
		return r
	})
}

// numbered is the function or the table of a number; nil where there is none.
func (p *Program) numbered(n int) lattice.Ref {
	ch := p.chunkOf(n)
	ordinal := n & (1<<20 - 1)
	switch {
	case n>>40 == aWordTable && ordinal == 0:
		return p.does
	case n>>40 == aWordTable && ordinal > len(p.does.Order):
	case n>>40 == aWordTable:
		return p.does.Fields[p.does.Order[ordinal-1]].Refs[0]
	case ch == nil:
	case n>>40 == aFunction && ordinal < len(ch.functions):
		return ch.functions[ordinal]
	case n>>40 == aTable && ordinal < len(ch.makers):
		if s := ch.tables[ordinal]; s != nil {
			return s
		}
		return p.site(ch.makers[ordinal])
	}
	return nil
}

// chunkOf is the script of a number; nil where this run has it not.
func (p *Program) chunkOf(n int) *Chunk { return p.byNumber[n>>20&(1<<20-1)] }

func (p *Program) variable(n int) *Var { return p.chunkOf(n).variables[n&(1<<20-1)] }

// Function is the function of a number.
func (p *Program) Function(n int) *Func { return p.numbered(n).(*Func) }

// cellOf is the cell of a number; nil where there is none.
func (p *Program) cellOf(n int) *cell {
	switch {
	case n>>40 >= aName:
		name, ok := p.last.names[n]
		if !ok {
			name = p.next.names[n]
		}
		return p.fact(n>>40, name)
	case n>>40 == aVariable:
		if ch := p.chunkOf(n); ch != nil && n&(1<<20-1) < len(ch.variables) {
			return &ch.variables[n&(1<<20-1)].cell
		}
		return nil
	}
	switch r := p.numbered(n).(type) {
	case *Func:
		return &r.cell
	case *Site:
		return &r.cell
	}
	return nil
}

// parted makes place for a part of the options of a list.
func (p *Program) parted(s *Site, i int) {
	for len(s.parts) <= i {
		s.parts = append(s.parts, lattice.Type{})
		p.wrote(&s.cell, aResult)
	}
}

// slot is the part of what a cell is of that has a number, slotOf the number of a part.
func (p *Program) slot(n, i int) (*cell, *lattice.Type) {
	switch n >> 40 {
	case aVariable:
		v := p.variable(n)
		return &v.cell, &v.Holds
	case aFunction:
		f := p.Function(n)
		p.returning(f, i)
		return &f.cell, &f.Results[i]
	}
	s := p.numbered(n).(*Site)
	switch i {
	case 0:
		return &s.cell, &s.Items
	case 1:
		return &s.cell, &s.Other
	case 2:
		return &s.cell, &s.keys
	}
	p.parted(s, i-3)
	return &s.cell, &s.parts[i-3]
}

func (p *Program) slotOf(n int, into *lattice.Type) int {
	switch n >> 40 {
	case aVariable:
		return 0
	case aFunction:
		f := p.Function(n)
		for i := range f.Results {
			if into == &f.Results[i] {
				return i
			}
		}
	}
	s := p.numbered(n).(*Site)
	for i := range s.parts {
		if into == &s.parts[i] {
			return 3 + i
		}
	}
	switch into {
	case &s.Items:
		return 0
	case &s.Other:
		return 1
	}
	return 2
}

// do performs an action and records it in the trace of the evaluation; nested actions
// follow from it. The action changes a cell and depends on that alone, or c is nil.
func (p *Program) do(c *cell, what func(*Program)) {
	s := step{do: what}
	if c != nil {
		s.number = c.number
		s.state = c.state
	}
	p.doing++
	what(p)
	p.doing--
	s.idle = c != nil && c.state == s.state
	if p.trace != nil && p.doing == 0 {
		p.trace.steps = append(p.trace.steps, s)
	}
}

// Heard keeps what the listener does in the last round: it is told so again where the
// evaluation is not done again. Things of the program are named by their numbers in it.
func (p *Program) Heard(what func(Listener)) {
	if p.trace != nil {
		p.trace.heard = append(p.trace.heard, what)
	}
}

// read notes that the function that is evaluated reads something.
func (p *Program) read(c *cell) {
	if p.reader == nil {
		return
	}
	if n := len(c.readers); !p.Final && (n == 0 || c.readers[n-1] != p.reader) {
		c.readers = append(c.readers, p.reader)
	}
	if p.trace == nil || c.lastIn == p.evaluation {
		return
	}
	c.lastIn = p.evaluation
	if c.firstIn != p.evaluation {
		c.firstIn = p.evaluation
		was := c.state
		if c.changedIn == p.evaluation {
			was = c.was
		}
		p.trace.deps = append(p.trace.deps, dep{number: c.number, state: was})
	}
	p.trace.steps = append(p.trace.steps, step{number: c.number})
}

// wrote notes a change of a cell: its readers are evaluated again.
func (p *Program) wrote(c *cell, how uint64) {
	if c.changedIn != p.evaluation {
		c.changedIn = p.evaluation
		c.was = c.state
	}
	c.state = mix(c.state, how)
	c.lastIn = 0
	p.changed = true
	for _, f := range c.readers {
		f.outdated = true
	}
	c.readers = c.readers[:0]
}

// wroteAll notes that something has changed that any function may have read.
func (p *Program) wroteAll() {
	p.changed = true
	p.engine.outdated = true
	for _, f := range p.Functions {
		f.outdated = true
	}
}

// begins is what an evaluation of a function begins with.
func (p *Program) begins(f *Func) begin {
	b := begin{settled: p.settled, final: p.Final, answered: f.isAnswered(), given: f.given, known: f.known}
	for ; f != nil; f = f.Outer {
		b.atLoad = b.atLoad || f.AtLoad
		b.names = mix(b.names, digest(f.name))
	}
	return b
}

// starts begins the trace of an evaluation.
func (p *Program) starts(f *Func) {
	p.evaluation++
	if p.next == nil {
		return
	}
	p.trace = &trace{begin: p.begins(f)}
	p.trace.given = slices.Clone(f.given)
	p.next.traces[f.number] = append(p.next.traces[f.number], p.trace)
}

// again does what an evaluation of the function did before, if there was one that began
// with the same and read the same.
func (p *Program) again(f *Func) bool {
	if p.last == nil {
		return false
	}
	ch := p.chunkOf(f.number)
	if p.last.trees[ch.number] != ch.Tree {
		return false
	}
	known := p.last.traces[f.number]
	now := p.begins(f)
	from := len(p.next.traces[f.number])
	for i := range known {
		if t := known[(from+i)%len(known)]; t.fits(p, &now) {
			p.repeat(f, t)
			return true
		}
	}
	return false
}

func (t *trace) fits(p *Program, b *begin) bool {
	if t.settled != b.settled || t.final != b.final || t.answered != b.answered || t.atLoad != b.atLoad ||
		t.names != b.names || !slices.Equal(t.given, b.given) || !sameFacts(t.known, b.known) {
		return false
	}
	for _, d := range t.deps {
		if d.number>>40 == aText {
			if ch := p.chunkOf(d.number); ch == nil || p.last.trees[ch.number] != ch.Tree {
				return false
			}
		} else if c := p.cellOf(d.number); c == nil || c.state != d.state {
			return false
		}
	}
	return true
}

func (p *Program) repeat(f *Func, t *trace) {
	p.next.traces[f.number] = append(p.next.traces[f.number], t)
	p.evaluation++
	p.doing++
	for _, s := range t.steps {
		switch {
		case s.do == nil:
			p.read(p.cellOf(s.number))
		case !s.idle || p.cellOf(s.number).state != s.state:
			s.do(p)
		}
	}
	p.doing--
	for _, what := range t.heard {
		what(p.hear)
	}
}

// Reads notes that the function which is evaluated reads the text of a script.
func (p *Program) Reads(c *Chunk) {
	if p.trace != nil && p.reader.Chunk != c {
		p.trace.deps = append(p.trace.deps, dep{number: numbered(aText, c.number, 0)})
	}
}

// ReadsPart notes that the function which is evaluated depends on a part of the pack.
func (p *Program) ReadsPart(part string) {
	if p.reader != nil {
		p.read(p.fact(aPart, part))
	}
}

// asksName notes that it is asked how the scripts use the name of a field, as is done for values
// of which nothing is known; all names are asked for by "".
func (p *Program) asksName(name string) { p.read(p.fact(aName, name)) }

func place(pos diag.Pos) uint64 {
	return mix(digest(pos.File), uint64(pos.Line)<<20|uint64(pos.Column))
}

// TableOf is the inferred shape of a table constructor.
func (p *Program) TableOf(x *ast.TableExpr) *Site {
	s := p.Sites[x]
	if s != nil {
		p.read(&s.cell)
	}
	return s
}

// attributes are the attributes of the pack, by holder.
func (p *Program) attributes() [3][]engine.Attribute {
	return [3][]engine.Attribute{p.pack.Game, p.pack.Seats, p.pack.Cards}
}

// OpenName reports whether a name is a parameter of a trigger, of an ability, an option, a
// module or a function of the language.
func (p *Program) OpenName(name string) bool {
	if p.Open == nil {
		p.Open = map[string]bool{"cancelled": true}
		for i := range p.pack.Triggers {
			for _, param := range p.pack.Triggers[i].Params {
				p.Open[param.Name] = true
			}
		}
		for i := range p.pack.Abilities {
			for _, param := range p.pack.Abilities[i].Params {
				p.Open[param.Name] = true
			}
		}
		for name := range p.settings {
			p.Open[name] = true
		}
		for name := range p.Modules {
			p.Open[name] = true
		}
	}
	return p.Open[name] || LibraryMembers()[name]
}

// digest sums up the facts about a name, or about all names for "".
func (n *fieldNames) digest(name string) uint64 {
	if name != "" {
		return bit(n.Made[name]) | bit(n.Assigned[name] > 0)<<1 | bit(n.Taken[name] > 0)<<2
	}
	if n.all == 0 {
		for i, names := range [][]string{Sorted(n.Made), Sorted(n.Assigned), Sorted(n.Taken)} {
			for _, name := range names {
				n.all = mix(n.all, digest(name)+uint64(i))
			}
		}
	}
	return n.all
}

// fieldDigest sums up what fields of a name are, and attributes.
func (p *Program) fieldDigest(name string) uint64 {
	h := mix(p.parts[PartOf(keyword.RefAttribute, name)], bit(p.named[name]))
	add := func(of uint64, fields map[string]EntityField) {
		if f, ok := fields[name]; ok {
			h = mix(mix(h, of<<1|bit(f.Write)), digestOf(f.Type))
		}
	}
	for _, k := range EntityKinds {
		add(uint64(k), p.fieldsOf(k))
	}
	for i, fields := range p.card {
		add(1<<32|uint64(i), fields)
	}
	return h
}

// site returns the table or options list made by an expression.
func (p *Program) site(e ast.Expr) *Site {
	s := p.Sites[e]
	if s == nil {
		s = &Site{cell: cell{number: p.makers[e]}, expr: e, Fn: p.Home[e], Fields: map[string]lattice.Type{}}
		s.state = uint64(s.Fn.number)
		p.Sites[e] = s
		s.Fn.Chunk.tables[s.number&(1<<20-1)] = s
	}
	return s
}

// returning makes place for a value that a function returns.
func (p *Program) returning(f *Func, i int) {
	for len(f.Results) <= i {
		f.Results = append(f.Results, lattice.Type{})
		p.wrote(&f.cell, aResult)
	}
}

// PartOf is the part of the pack that is one thing that it declares: of which kind, and its
// name. It tells the number of that thing too.
func PartOf(kind keyword.Ref, name string) string { return string(kind) + ":" + name }
