package inference

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
)

// join adds a type to what was known, of a cell or of something that is never read.
func (p *Program) join(c *cell, into *lattice.Type, t lattice.Type) {
	if p.Final {
		return
	}
	if p.trace != nil && p.doing == 0 {
		n := c.number
		i := p.slotOf(c.number, into)
		t := portable(t)
		p.do(c, func(p *Program) {
			c, into := p.slot(n, i)
			p.join(c, into, p.local(t))
		})
		return
	}
	joined := lattice.Join(*into, t, p.widen)
	if !lattice.Same(*into, joined) {
		*into = joined
		p.changed = true
		if c != nil {
			p.wrote(c, mix(uint64(p.slotOf(c.number, into)), digestOf(joined)))
		}
	}
}

// widen gives up on a value that went where it cannot be followed: it may hold anything.
func (p *Program) widen(r lattice.Ref) {
	if p.trace != nil && p.doing == 0 {
		n := r.Number()
		p.do(nil, func(p *Program) { p.widen(p.numbered(n)) })
		return
	}
	switch r := r.(type) {
	case *Func:
		r.Used, r.Called = true, true
		if !r.Widened {
			r.Widened = true
			p.wrote(&r.cell, aWiden)
			for _, v := range r.Params {
				p.join(&v.cell, &v.Holds, lattice.Top)
			}
		}
	case *Site:
		if !r.Widened {
			r.Widened = true
			p.wrote(&r.cell, aWiden)
			p.join(&r.cell, &r.Items, lattice.Top)
			p.join(&r.cell, &r.Other, lattice.Top)
			for _, name := range r.Order {
				t := r.Fields[name]
				lattice.Widen(t, p.widen)
				p.join(&r.cell, &t, lattice.Top)
				r.Fields[name] = t
			}
		}
	}
}

// set puts a value into a field of a table.
func (p *Program) set(s *Site, name string, t lattice.Type) {
	if p.trace != nil && p.doing == 0 {
		n := s.number
		t := portable(t)
		p.do(&s.cell, func(p *Program) { p.set(p.numbered(n).(*Site), name, p.local(t)) })
		return
	}
	was, ok := s.Fields[name]
	if !ok {
		s.Order = append(s.Order, name)
		s.Fields[name] = was
	}
	before := s.state
	if !ok {
		p.wrote(&s.cell, digest(name))
	}
	p.join(&s.cell, &was, t)
	if s.state != before {
		s.state = mix(s.state, digest(name)) // or it could be that of another field
	}
	s.Fields[name] = was
}

// sees notes that the function reads what a value leads to.
func (p *Program) sees(t lattice.Type) {
	for _, r := range t.Refs {
		switch r := r.(type) {
		case *Site:
			p.read(&r.cell)
		case *Func:
			p.read(&r.cell)
		}
	}
	if t.Item != nil {
		p.sees(*t.Item)
	}
}

// call notes a call of a function of the scripts.
func (p *Program) call(f *Func, args []lattice.Type) {
	p.do(nil, func(n int) func(*Program) {
		return func(p *Program) {
			f := p.Function(n)
			f.Called, f.Used = true, true
		}
	}(f.number))
	for i, v := range f.Params {
		if i < len(args) {
			p.join(&v.cell, &v.Holds, args[i])
		} else {
			p.join(&v.cell, &v.Holds, lattice.Of(lattice.Nil))
		}
	}
}

// Module returns the table that a rules file returns.
func (p *Program) Module(name string) lattice.Type {
	ch := p.Modules[name]
	if ch == nil {
		p.ReadsPart(Steps)
		return lattice.Type{}
	}
	p.read(&ch.Main.cell)
	if len(ch.Results) > 0 {
		return ch.Results[0]
	}
	return lattice.Type{}
}

// Step returns the functions behind "file.function".
func (p *Program) Step(name string) []*Func {
	file, fn, _ := strings.Cut(name, ".")
	var out []*Func
	for s := range lattice.Refs[*Site](p.Module(file)) {
		p.read(&s.cell)
		out = append(out, FunctionsOf(s.Fields[fn])...)
	}
	return out
}

func (p *Program) host(name string) lattice.Type {
	h := p.builtin[name]
	if h == nil {
		row, _ := hostNamed(name)
		h = &host{id: named(aHost, name), name: name, row: row}
		p.builtin[name] = h
	}
	return lattice.RefTo(lattice.Function, h)
}

// put puts a value into a table under a key that is not written out.
func (p *Program) put(s *Site, key, value lattice.Type) {
	if key.Has(lattice.Number) {
		p.join(&s.cell, &s.Items, value)
	}
	if key.Any() || key.Kinds&^(lattice.Number|lattice.Nil) != 0 {
		p.join(&s.cell, &s.Other, value)
		p.join(&s.cell, &s.keys, key.Without(lattice.Number|lattice.Nil))
	}
}
