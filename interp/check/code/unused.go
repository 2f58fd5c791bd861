package code

import "strings"

// fixed are the parameters that the engine gives whether they are used or not.
var fixed = map[string]bool{"self": true, "ev": true, "params": true, "seat": true, "card": true}

// unused reports variables that nothing reads.
func (p *program) unused() {
	for _, v := range p.variables {
		if v.role == parameter && v.reads > 0 && v.writes == 0 && !v.tested && v.owner.called && !v.owner.widened &&
			v.holds.kinds == kNil {
			p.neverGiven(v)
		}
		if v.reads > 0 || strings.HasPrefix(v.name, "_") {
			continue
		}
		switch v.role {
		case parameter:
			if !fixed[v.name] && !laterUsed(v) {
				p.warn("unused-parameter", v.pos,
					"the parameter %q is never used; call it _ if it must stand there", v.name)
			}
		case loopVariable:
			if !laterUsed(v) {
				p.warn("unused-local", v.pos, "%q is never used; call it _ if it must stand there", v.name)
			}
		case localFunction:
			p.warn("unused-local", v.pos, "the function %q is never used", v.name)
		default:
			if v.writes > 0 {
				p.warn("unused-local", v.pos, "%q is assigned and never read", v.name)
			} else {
				p.warn("unused-local", v.pos, "%q is never used", v.name)
			}
		}
	}
	for _, pair := range p.shadowed {
		p.note("shadowed", pair[1].pos, "%q is declared a second time in this block; the first is at line %d",
			pair[1].name, pair[0].pos.Line)
	}
}

// neverGiven reports a parameter that every caller leaves out.
func (p *program) neverGiven(v *variable) {
	if v.name == "params" {
		p.warn("never-given", v.pos, "the ability declares no params, so that %q is nothing (nil) here", v.name)
		return
	}
	p.warn("never-given", v.pos, "nothing gives the parameter %q: it is nothing (nil) in every call of %s",
		v.name, v.owner.title())
}

// laterUsed reports whether a parameter or variable behind this one is used: then
// it must stand there.
func laterUsed(v *variable) bool {
	for v = v.after; v != nil; v = v.after {
		if v.reads > 0 || v.writes > 0 {
			return true
		}
	}
	return false
}
