package script

import (
	"errors"
	"slices"
	"sort"
	"strings"

	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Program is the compiled scripts of one pack: immutable, shared by machines.
type Program struct {
	names *names
	files []file
	// does are the functions that words stand for, by list and word.
	does map[string][]compile.WordFunction
	// heads are the abilities in the order of engine.Pack.Abilities.
	heads []head
	// printed is what the scripts printed while they were loaded.
	printed []printedLine
}

// file is one compiled script.
type file struct {
	pack.Script
	chunk *language.Chunk
}

// head says where the functions of an ability are: the table that result
// number part of a file's chunk holds. What it does stands under run, or under a form.
type head struct {
	file, part int
	run        string
}

// Source is the loaded text of a pack's scripts, between the two stages of
// compiling a pack: its words and functions are known, its abilities not yet
// lowered.
type Source struct {
	files   []file
	headers []compile.Header
	heads   []head
	steps   map[string]diag.Pos
	broken  []pack.Script
	// replaced are the functions of modules that overlays replace.
	replaced []Replaced
	// forms are the names of the pack's forms of abilities.
	forms []string
	// words are the string constants, sorted.
	words []string
	// printed is what the scripts printed.
	printed []printedLine
	// took is what each script took that ran, work and memory the sums.
	took         []took
	work, memory int
}

// took is what a script took while it was loaded.
type took struct {
	file         string
	work, memory int
}

// like reports whether another source has the same chunks in the same files.
func (s *Source) like(other *Source) bool {
	return slices.EqualFunc(s.files, other.files, func(a, b file) bool {
		a.Text = b.Text // of which the chunk is made
		return a == b
	})
}

// Read compiles the scripts and runs them once to read their headers. Faults
// go to the report; files with faults are left out. A memo keeps what they were
// compiled to; it may be nil.
func Read(scripts []pack.Script, forms []string, memo *source.Memo, report *diag.List) *Source {
	s := &Source{steps: map[string]diag.Pos{}, forms: forms}
	for _, text := range scripts {
		if !report.Spend(text.File, len(text.Text)*textWork, len(text.Text)*textBytes) {
			break
		}
		chunk, err := source.Keep(memo, "lua", text.File, text.Text, syntax.Alike,
			func() (*language.Chunk, error) { return language.Compile(text.File, text.Text) })
		if err != nil {
			reportError(report, err, text.File, "lua-syntax")
			s.broken = append(s.broken, text)
			continue
		}
		s.files = append(s.files, file{text, chunk})
	}
	use := "scripts of " + strings.Join(forms, " ") + " "
	if len(s.files) > 0 {
		use += s.files[0].File
	}
	found := report.Len()
	work, left := report.Left()
	if was, ok := source.Recall(memo, use, s.like); ok && len(s.broken) == 0 && was.work <= work && was.memory <= left {
		for _, t := range was.took {
			report.SpendLoading(diag.Pos{File: t.file}, t.work, t.memory)
		}
		out := *was
		out.files = s.files
		return &out
	}
	state, _ := newState(language.Config{}) // what is not bound is said when a game is made
	state.Print = func(file string, line int, text string) {
		s.printed = append(s.printed, printedLine{file, line, text})
	}
	loader := &loader{source: s, state: state, report: report, modules: modules{}}
	loader.run()
	s.words = s.constants()
	if report.Len() == found {
		for _, t := range s.took {
			s.work, s.memory = s.work+t.work, s.memory+t.memory
		}
		memo.Note(use, s)
	}
	return s
}

// textWork and textBytes are what each byte of a script costs in a pack's account, from the
// parser to the checks, beside the work done while it is loaded.
const (
	textWork  = 2
	textBytes = 100
)

// Printed tells what the scripts printed while they were loaded.
func (p *Program) Printed(to func(file string, line int, text string)) {
	for _, l := range p.printed {
		to(l.file, l.line, l.text)
	}
}

// Words returns every string constant of the scripts, sorted.
func (s *Source) Words() []string { return s.words }

func (s *Source) constants() []string {
	seen := map[string]bool{}
	for _, f := range s.files {
		for _, w := range f.chunk.Strings() {
			seen[w] = true
		}
	}
	words := make([]string, 0, len(seen))
	for w := range seen {
		words = append(words, w)
	}
	sort.Strings(words)
	return words
}

// Steps returns the functions of the rules modules, "file.function", with
// their places.
func (s *Source) Steps() map[string]diag.Pos { return s.steps }

// Headers returns the headers of the abilities, in order of file and part.
func (s *Source) Headers() []compile.Header { return s.headers }

// Program binds the scripts to the compiled pack.
func (s *Source) Program(compiled *compile.Compiled) *Program {
	p := &Program{names: newNames(compiled), does: compiled.Does, files: s.files, printed: s.printed}
	for i := range compiled.Headers {
		p.heads = append(p.heads, s.heads[compiled.Headers[i].Script])
	}
	return p
}

// reportError turns errors of scripts into findings.
func reportError(report *diag.List, err error, path, code string) {
	var several language.Errors
	if errors.As(err, &several) {
		for _, one := range several {
			reportError(report, one, path, code)
		}
		return
	}
	d := diag.Finding{Code: code, Severity: diag.Error, Pos: diag.Pos{File: path}, Message: err.Error()}
	var one *language.Error
	var spent *language.BudgetError
	switch {
	case errors.As(err, &spent):
		d.File = spent.File
		d.Line = spent.Line
		d.Column = spent.Column
		d.Message = spent.Reason()
	case errors.As(err, &one):
		d.Line = one.Line
		d.Column = one.Column
		d.Message = one.Message
		if one.File != "" {
			d.File = one.File
		}
	}
	report.Add(d)
}

// loader runs the chunks once, with constructors that keep what they are given
// and API functions that refuse to work while loading.
type loader struct {
	source *Source
	state  *language.State
	report *diag.List
	modules
}

// abilityValue is what ability{...} returns while loading.
type abilityValue struct {
	table *language.Table
	line  int
}

// Broken returns the modules and the abilities whose scripts could not be read:
// what they hold is not known.
func (s *Source) Broken() (modules, abilities []string) {
	for _, b := range s.broken {
		if b.Rules {
			modules = append(modules, b.Name)
		} else {
			abilities = append(abilities, b.Name)
		}
	}
	return modules, abilities
}

// Script is a script that could be compiled, with its tree.
type Script struct {
	pack.Script
	Tree *syntax.Tree
}

// Scripts returns the scripts that could be compiled.
func (s *Source) Scripts() []Script {
	return lists.Map(s.files, func(f file) Script { return Script{f.Script, f.chunk.Tree()} })
}

func (l *loader) run() {
	define(l.state, func(name string) *language.Func {
		return language.NewFunc(name, func(call *language.Call) language.Value {
			call.Fault("%s works in steps and abilities only, not while a script is loaded", name)
			return nil
		})
	})
	for _, global := range []string{"game", "rules", "does"} {
		l.state.SetGlobal(global, unready(l.state, global))
	}
	for i := range l.source.files {
		f := &l.source.files[i]
		l.state.Budget = l.budget()
		results, err := l.state.Run(f.chunk)
		used := l.state.Budget.Used
		t := took{f.File, int(used(limits.Instructions)), int(used(limits.Memory))}
		l.source.took = append(l.source.took, t)
		at := diag.Pos{File: f.File}
		var spent *language.BudgetError
		if errors.As(err, &spent) && spent.File == f.File {
			at.Line, at.Column = spent.Line, spent.Column
		}
		if !l.report.SpendLoading(at, t.work, t.memory) {
			return
		}
		if err != nil {
			reportError(l.report, err, f.File, "lua-load")
			l.source.broken = append(l.source.broken, f.Script)
			continue
		}
		switch {
		case f.Extends:
			l.extend(f, results)
		case f.Rules:
			l.module(f, results)
		default:
			l.abilities(i, f, results)
		}
	}
}

// budget is what a script may take: what one may, and no more than is left for all.
func (l *loader) budget() *limits.Budget {
	var most limits.Limits
	usual := limits.New(most)
	work, memory := l.report.Left()
	most.Step[limits.Instructions] = max(1, min(int64(work), usual.Limit(limits.Instructions)))
	most.Step[limits.Memory] = max(1, min(int64(memory), usual.Limit(limits.Memory)))
	return limits.New(most)
}

// unready is a stand-in for an entity while scripts are loaded.
func unready(s *language.State, name string) language.Value {
	refuse := func(call *language.Call) {
		call.Fault("%s can be used in steps and abilities only, not while a script is loaded", name)
	}
	return &language.Object{Class: s.AddClass(&language.Class{
		Name: name,
		Read: func(string) language.Reader {
			return func(call *language.Call, _ *language.Object) language.Value {
				refuse(call)
				return nil
			}
		},
		Write: func(string) language.Writer {
			return func(call *language.Call, _ *language.Object, _ language.Value) { refuse(call) }
		},
	})}
}

func (l *loader) module(f *file, results []language.Value) {
	var table *language.Table
	if len(results) == 1 {
		table, _ = results[0].(*language.Table)
	}
	if table == nil {
		l.report.Errorf("lua-module", diag.At(f.File, 1, 0), "a rules file must return one table of functions")
		l.source.broken = append(l.source.broken, f.Script)
		return
	}
	_, l.modules[f.Name] = placedFields(f, table)
	for name, p := range l.modules[f.Name] {
		if p.params >= 0 {
			l.source.steps[f.Name+"."+name] = p.pos
		}
	}
}

func (l *loader) abilities(index int, f *file, results []language.Value) {
	if len(results) == 0 {
		l.report.Errorf("lua-ability", diag.At(f.File, 1, 0), "an ability file must return ability{...}")
		l.source.broken = append(l.source.broken, f.Script)
	}
	places := newHeaderPlaces(f)
	places.forms = l.source.forms
	for part, result := range results {
		ud, _ := result.(*language.Object)
		var made *abilityValue
		if ud != nil {
			made, _ = ud.Value.(*abilityValue)
		}
		if made == nil {
			l.report.Errorf("lua-ability", diag.At(f.File, 1, 0),
				"result %d of an ability file must be ability{...}, not a %s", part+1, language.TypeName(result))
			l.source.broken = append(l.source.broken, f.Script)
			continue
		}
		h := compile.Header{ID: f.Name, File: f.File, Line: made.line}
		h.HasWhen = isFunction(made.table, "when")
		h.HasRun = isFunction(made.table, "run")
		h.HasAmount = isFunction(made.table, "amount")
		if target, ok := made.table.Field("target").(*language.Table); ok {
			h.HasFrom = isFunction(target, "from")
		}
		h.Fields = places.header(made, l.report)
		l.add(h, made.table, head{file: index, part: part})
	}
}

// add adds a header: one for each form that has a function in its table.
func (l *loader) add(h compile.Header, table *language.Table, at head) {
	used := []string{}
	for _, form := range l.source.forms {
		if isFunction(table, form) {
			used = append(used, form)
		}
	}
	h.Several = len(used) > 1
	at.run = "run"
	if n := len(l.source.headers); n > 0 && l.source.headers[n-1].ID == h.ID {
		h.Part = l.source.headers[n-1].Part + 1
	}
	for _, form := range used {
		h.Form, at.run = form, form
		l.source.headers = append(l.source.headers, h)
		l.source.heads = append(l.source.heads, at)
		h.Part++
	}
	if len(used) == 0 {
		l.source.headers = append(l.source.headers, h)
		l.source.heads = append(l.source.heads, at)
	}
}

func isFunction(t *language.Table, name string) bool {
	_, ok := t.Field(name).(*language.Func)
	return ok
}

// constructor is the function of the API that works while scripts are loaded.
const constructor = "ability"

// define sets the API's global names, as the registry lists them, each to the function that
// make returns for it; the constructor ability works everywhere.
func define(s *language.State, make func(name string) *language.Func) {
	groups := map[string]*language.Table{}
	for _, name := range keyword.Functions().AllNames() {
		if name == constructor {
			continue
		}
		if group, fn, ok := strings.Cut(name, "."); ok {
			if groups[group] == nil {
				groups[group] = s.NewTable(0, 8)
				s.SetGlobal(group, groups[group])
			}
			groups[group].SetField(fn, make(name))
			continue
		}
		s.SetGlobal(name, make(name))
	}
	class := s.AddClass(&language.Class{Name: constructor})
	s.SetGlobal(constructor, language.NewFunc(constructor, func(call *language.Call) language.Value {
		table, ok := call.Arg(1).(*language.Table)
		if !ok || call.N() != 1 {
			call.Fault("ability takes one table: ability { on = ..., run = ... }")
		}
		_, line := call.Place()
		return &language.Object{Class: class, Value: &abilityValue{table, line}}
	}))
}

// eachField visits the fields of a table in the order in which they were made.
func eachField(t *language.Table, visit func(key, value language.Value)) {
	for key, value := range t.All() {
		visit(key, value)
	}
}
