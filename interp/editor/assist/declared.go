package assist

import (
	"slices"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
)

// Definition returns where the thing named at a place is declared.
func (f *File) Definition(line, column int) []diag.Pos {
	g, line, ok := f.readable(line)
	if !ok {
		return nil
	}
	out := slices.Clone(g.definition(line, column))
	for i := range out {
		out[i] = f.study.Now(out[i])
	}
	return out
}

func (f *File) definition(line, column int) []diag.Pos {
	if f.kind == "lua" {
		place, ok := f.study.Scripts.At(f.shown, line, column)
		if !ok {
			return nil
		}
		if s, ok := f.symbolLua(place); ok {
			if at := f.declared(s); len(at) > 0 {
				return at
			}
		}
		if out := f.parameter(place.Object.Triggers(), place.Name); len(out) > 0 {
			return out
		}
		return place.Declared
	}
	s, ok := f.nameAt(line, column)
	if !ok {
		return nil
	}
	symbol, ok := f.symbol(s)
	if !ok {
		return nil
	}
	return f.declared(symbol)
}

// parameter is where the triggers declare a parameter.
func (f *File) parameter(triggers []string, name string) []diag.Pos {
	var out []diag.Pos
	for _, t := range f.study.Reading.Compiled.Tree.Triggers {
		for _, p := range t.Params {
			if p.Name.Text == name && slices.Contains(triggers, t.Name.Text) {
				out = append(out, p.Name.Pos)
			}
		}
	}
	return out
}

// declared are the places where a thing is declared.
func (f *File) declared(s Symbol) []diag.Pos {
	var out []diag.Pos
	for _, d := range f.lexicon().Declared() {
		if d.Symbol == s && d.At.File != "" {
			out = append(out, d.At)
		}
	}
	return out
}

// Things are what the game declares, for a search by name.
func (f *File) Things() []lexicon.Declared {
	return slices.DeleteFunc(slices.Clone(f.lexicon().Declared()),
		func(d lexicon.Declared) bool { return d.Kind == "text" || d.At.File == "" })
}

// Source is the text of a file that the game was read from, as it was read.
func (f *File) Source(shown string) ([]byte, bool) {
	for _, src := range f.study.Reading.Loaded.Sources() {
		for _, file := range src.Files {
			if file.Shown == shown {
				return file.Data, true
			}
		}
	}
	return nil, false
}
