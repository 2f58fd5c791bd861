package code

// Files that extend a module put their functions into its table. A function that
// replaces another has that one as its first parameter, which callers do not
// give: it is taken out of the parameters here, so that a call of the module's
// function is a call of either.

// extend lays what extending files return over their modules.
func (p *program) extend() {
	for _, ch := range p.extensions {
		base := p.moduleTable(ch.Name)
		if base == nil {
			continue
		}
		for i, result := range ch.results {
			for _, r := range result.refs {
				if s, ok := r.(*site); ok {
					p.lay(s, base, ch.Name, i == 1)
				}
			}
		}
	}
}

// moduleTable is the table that a module's own file returns.
func (p *program) moduleTable(name string) *site {
	for _, r := range p.module(name).refs {
		if s, ok := r.(*site); ok {
			return s
		}
	}
	return nil
}

// lay puts the fields of one table into that of a module.
func (p *program) lay(from, base *site, module string, replacing bool) {
	for _, name := range from.order {
		t := from.fields[name]
		if replacing {
			for _, f := range functionsOf(t) {
				p.binds(f, module+"."+name, base.fields[name])
			}
		}
		p.set(base, name, t)
	}
}

// binds gives a function that replaces others its first parameter.
func (p *program) binds(f *function, step string, replaced typ) {
	if f.replaced == nil {
		if len(f.params) == 0 {
			return // told when it was read
		}
		f.replaced, f.step, f.params = f.params[0], step, f.params[1:]
		f.replaced.reads++ // it need not call the other
		p.changed = true
	}
	for _, g := range functionsOf(replaced) {
		if g != f {
			p.join(&f.replaced.holds, refTo(kFunction, g))
		}
	}
}

func functionsOf(t typ) []*function {
	var out []*function
	for _, r := range t.refs {
		if f, ok := r.(*function); ok {
			out = append(out, f)
		}
	}
	return out
}

// wordFunctions is the table of the functions that words stand for, by list.
func (p *program) wordFunctions() *site {
	if p.does == nil {
		p.does = &site{id: p.nextID(), fields: map[string]typ{}}
		for _, list := range sorted(p.c.Does) {
			p.set(p.does, list, refTo(kTable, &site{id: p.nextID(), fields: map[string]typ{}}))
		}
	}
	for list, words := range p.c.Does {
		table := p.does.fields[list].refs[0].(*site)
		for _, w := range words {
			for _, f := range p.step(w.Step) {
				p.set(table, w.Word, refTo(kFunction, f))
			}
		}
	}
	return p.does
}

// missed tells of variables of scripts that hold a function which is replaced:
// what calls it through them does not reach the one that replaces it.
func (p *program) missed() {
	// by has the functions that replace each, in the order in which they are laid.
	by := map[*function]*function{}
	for _, f := range p.functions {
		if f.replaced == nil {
			continue
		}
		for _, g := range functionsOf(f.replaced.holds) {
			by[g] = f
		}
	}
	for _, v := range p.variables {
		if v.owner.expr != nil || v.role != local {
			continue
		}
		for _, g := range functionsOf(v.holds) {
			if f := by[g]; f != nil {
				p.warn("missed-replacement", f.chunk.tree.Pos(f.expr),
					"this takes the place of %s, but %q keeps that one, at %s: calls through it do not come here",
					f.step, v.name, v.pos)
			}
		}
	}
}
