package inference

import "github.com/ruledeck/ruledeck/interp/check/lattice"

// Files that extend a module put their functions into its table. A function that
// replaces another has that one as its first parameter, which callers do not
// give: it is taken out of the parameters here, so that a call of the module's
// function is a call of either.

// extend lays what extending files return over their modules.
func (p *Program) extend() {
	for _, ch := range p.extensions {
		base := p.moduleTable(ch.Name)
		if base == nil {
			continue
		}
		for i, result := range ch.Results {
			for s := range lattice.Refs[*Site](result) {
				p.lay(s, base, ch.Name, i == 1)
			}
		}
	}
}

// moduleTable is the table that a module's own file returns.
func (p *Program) moduleTable(name string) *Site {
	for s := range lattice.Refs[*Site](p.Module(name)) {
		return s
	}
	return nil
}

// lay puts the fields of one table into that of a module.
func (p *Program) lay(from, base *Site, module string, replacing bool) {
	for _, name := range from.Order {
		t := from.Fields[name]
		if replacing {
			for _, f := range FunctionsOf(t) {
				p.binds(f, module+"."+name, base.Fields[name])
			}
		}
		p.set(base, name, t)
	}
}

// binds gives a function that replaces others its first parameter.
func (p *Program) binds(f *Func, step string, replaced lattice.Type) {
	if f.Replaced == nil {
		if len(f.Params) == 0 {
			return // told when it was read
		}
		f.Replaced = f.Params[0]
		f.Step = step
		f.Params = f.Params[1:]
		f.Replaced.Reads++ // it need not call the other
		p.wrote(&f.cell, digest(step))
	}
	for _, g := range FunctionsOf(replaced) {
		if g != f {
			p.join(&f.Replaced.cell, &f.Replaced.Holds, lattice.RefTo(lattice.Function, g))
		}
	}
}

// wordTables makes the table of the functions that words stand for, by list.
func (p *Program) wordTables() {
	table := func(i int) *Site {
		return &Site{cell: cell{number: numbered(aWordTable, 0, i)}, Fields: map[string]lattice.Type{}}
	}
	p.does = table(0)
	for i, list := range Sorted(p.compiled.Does) {
		p.set(p.does, list, lattice.RefTo(lattice.Table, table(1+i)))
	}
}

// wordFunctions is that table with the signatures of its functions.
func (p *Program) wordFunctions() *Site {
	for _, list := range p.does.Order {
		table := p.does.Fields[list].Refs[0].(*Site)
		for _, w := range p.Compiled().Does[list] {
			for _, f := range p.Step(w.Step) {
				p.set(table, w.Word, lattice.RefTo(lattice.Function, f))
			}
		}
	}
	return p.does
}
