package script

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// A module of rules is one table, made by the file of the first layer that has it. A file
// of a later layer with the same name extends it: it returns a table of functions to add,
// and as a second result functions that replace others, each with the function it replaces
// as its first parameter. Additions and replacements are separate, so that a name that
// appears or disappears below is an error and does not turn one into the other.
//
// Every table that holds a function of the module gets its replacement: calls within the
// files reach it like calls from elsewhere.

// Replaced says that a function of a module gives way to another.
type Replaced struct {
	// Step is the function, "file.function".
	Step string
	// At is the function that holds, Was the one that it takes the place of.
	At, Was diag.Pos
}

// Replaced returns the functions of modules that overlays replace, in the order
// in which they are laid.
func (s *Source) Replaced() []Replaced { return s.replaced }

// placed is a field of a module while the scripts are read.
type placed struct {
	pos diag.Pos
	by  *pack.Script
	// params are the parameters of a function, -1 for other values.
	params int
	// replaces is set where the field holds what replaced another.
	replaces bool
}

// modules are the fields of the modules that were read so far.
type modules map[string]map[string]placed

// placedFields returns the fields of a table that a file of rules returns.
func placedFields(f *file, table *language.Table) (names []string, fields map[string]placed) {
	fields = map[string]placed{}
	eachField(table, func(key, value language.Value) {
		name := key.String()
		p := placed{pos: diag.Pos{File: f.File, Line: 1}, by: &f.Script, params: -1}
		if fn, ok := value.(*language.Func); ok && fn.Line() > 0 {
			p.pos.Line, p.params = fn.Line(), fn.Params()
		}
		names = append(names, name)
		fields[name] = p
	})
	slices.Sort(names)
	return names, fields
}

// extend reads a file that extends a module.
func (l *loader) extend(f *file, results []language.Value) {
	below := l.modules[f.Name]
	if below == nil {
		return // it could not be read, which was told
	}
	var tables [2]*language.Table
	for i := range results {
		table, ok := results[i].(*language.Table)
		if !ok || i > 1 {
			l.report.Errorf("lua-module", diag.Pos{File: f.File, Line: 1},
				"a rules file that extends a module returns a table of new functions and, if it has any, a second "+
					"one of functions that replace others")
			return
		}
		tables[i] = table
	}
	if tables[0] != nil {
		l.added(f, below, tables[0])
	}
	if tables[1] != nil {
		l.replacing(f, below, tables[1])
	}
}

func (l *loader) added(f *file, below map[string]placed, table *language.Table) {
	names, fields := placedFields(f, table)
	for _, name := range names {
		p := fields[name]
		if was, there := below[name]; there {
			l.report.Errorf("duplicate-function", p.pos,
				"rules.%s already has a function %q, at %s: give this one another name; or, if it is to take its "+
					"place, return it in the second table", f.Name, name, was.pos)
			continue
		}
		below[name] = p
		if p.params >= 0 {
			l.source.steps[f.Name+"."+name] = p.pos
		}
	}
}

func (l *loader) replacing(f *file, below map[string]placed, table *language.Table) {
	names, fields := placedFields(f, table)
	for _, name := range names {
		p := fields[name]
		was := below[name]
		step := f.Name + "." + name
		switch {
		case was.by == nil || was.params < 0:
			var known []string
			for other, field := range below {
				if field.params >= 0 {
					known = append(known, other)
				}
			}
			slices.Sort(known)
			l.report.Unknown("replace-of-nothing", p.pos, name, known,
				"rules.%s has no function %q to replace; a new one stands in the first table", f.Name, name)
		case was.by == &f.Script:
			l.report.Errorf("replace-of-nothing", p.pos,
				"this file adds the function %q, at %s, and need not replace it", name, was.pos)
		case p.params < 1:
			l.report.Errorf("wrong-count", p.pos,
				"a function that replaces another takes that one as its first parameter, as in function "+
					"replaced.%s(base, ...)", name)
		case was.replaces && was.by.Overlay != "" && f.Overlay != "" && was.by.Priority == f.Priority:
			l.report.Errorf("overlay-conflict", p.pos,
				"two overlays replace %s: %s and %s; the one with the larger priority gets the other as its first "+
					"parameter: write priority: %d in %s or in %s", step, was.pos, p.pos, f.Priority+1, was.by.Overlay,
				f.Overlay)
		default:
			if p.params-1 != was.params {
				l.report.Warnf("wrong-count", p.pos,
					"this replaces %s, which takes %s, at %s; beside the first it has %s", step, parameters(was.params),
					was.pos, parameters(p.params-1))
			}
			p.params--
			p.replaces = true
			below[name] = p
			l.source.steps[step] = p.pos
			l.source.replaced = append(l.source.replaced, Replaced{step, p.pos, was.pos})
		}
	}
}

func parameters(n int) string {
	if n == 1 {
		return "1 parameter"
	}
	return fmt.Sprintf("%d parameters", n)
}

// module is the tables of a module in a machine, the first the one that scripts
// reach.
type module []*language.Table

// extend lays a file's functions over a module.
func (m *Machine) extend(into module, results []language.Value) module {
	if added, ok := results[0].(*language.Table); ok {
		eachField(added, func(key, value language.Value) { into[0].SetField(language.Text(key), value) })
		into = append(into, added)
	}
	if len(results) < 2 {
		return into
	}
	eachField(results[1].(*language.Table), func(key, value language.Value) {
		name := language.Text(key)
		replacing, ok := value.(*language.Func)
		if !ok {
			return
		}
		bound := language.Bind(replacing, into[0].Field(name))
		for _, table := range into {
			if table.Field(name) != nil {
				table.SetField(name, bound)
			}
		}
	})
	return into
}
