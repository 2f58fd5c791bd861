package assist

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// Use is a place that names a thing, and the text there: its name, its label, or the end of
// its name.
type Use struct {
	Span
	Written string
}

// References returns all places that name the thing named at a place, including its
// declarations.
func (f *File) References(line, column int) []Use {
	g, line, ok := f.readable(line)
	if !ok {
		return nil
	}
	s, variable, ok := g.named(line, column)
	if !ok {
		return nil
	}
	out := g.usesOf(variable)
	if s.Kind != "" {
		out = g.Uses(s)
	}
	for i := range out {
		out[i].Pos = f.study.Now(out[i].Pos)
	}
	return out
}

// named is what a name at a place names: a thing of the game, or a variable or
// function of the scripts.
func (f *File) named(line, column int) (s Symbol, variable inference.Place, ok bool) {
	if f.kind == "lua" {
		place, found := f.study.Scripts.At(f.shown, line, column)
		if !found {
			return s, place, false
		}
		s, ok = f.symbolLua(place)
		return s, place, ok || place.What == inference.Variable
	}
	at, found := f.nameAt(line, column)
	if !found {
		return s, variable, false
	}
	s, ok = f.symbol(at)
	return s, variable, ok
}

func (f *File) usesOf(variable inference.Place) []Use {
	return lists.Map(f.study.Scripts.References(variable),
		func(at diag.Pos) Use { return Use{Span{at, utf8.RuneCountInString(variable.Name)}, variable.Name} })
}

// Uses returns the places in all files of the game, and in its scenarios, where a thing
// is named.
func (f *File) Uses(s Symbol) []Use {
	f.settle()
	var out []Use
	add := func(shown, kind, text string) {
		other := &File{workspace: f.workspace, shown: shown, study: f.study, kind: kind, text: text,
			lines: strings.Split(text, "\n")}
		if kind == "lua" {
			out = append(out, other.usesLua(s)...)
		} else if kind != "" {
			out = append(out, other.usesYAML(s)...)
		}
	}
	for layer, src := range f.study.Reading.Loaded.Sources() {
		for _, file := range src.Files {
			kind := ""
			if path.Ext(file.Path) == ".lua" {
				kind = "lua"
			} else if k := walk.KindOf(file.Path, layer > 0); k != nil {
				kind = k.Name
			}
			add(file.Shown, kind, string(file.Data))
		}
	}
	for _, t := range f.study.Tests {
		add(t.Shown, "scenario", string(t.Data))
	}
	slices.SortStableFunc(out, func(a, b Use) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return (a.Line-b.Line)*10000 + a.Column - b.Column
	})
	return slices.CompactFunc(out, func(a, b Use) bool { return a.Pos == b.Pos })
}

// usesYAML are the places in a YAML file.
func (f *File) usesYAML(s Symbol) []Use {
	var out []Use
	f.tree().visit(func(at yamlName) {
		if symbol, ok := f.symbol(at); ok && symbol == s {
			out = append(out, Use{f.span(at), at.name()})
		}
		if f.kind == "locale" && at.key && len(at.path) == 0 {
			if offset, name := inKey(at.text, s); offset >= 0 {
				span := f.span(at)
				span.Column += offset
				span.Length = utf8.RuneCountInString(name)
				out = append(out, Use{span, name})
			}
			out = append(out, f.shownIn(at, s)...)
		}
	})
	return out
}

// shownIn are the places where a sentence shows a parameter of an ability.
func (f *File) shownIn(key yamlName, s Symbol) (out []Use) {
	ability, param, _ := strings.Cut(s.Name, ".")
	_, names, ok := keyword.MessageFor(key.text)
	if s.Kind != "parameter" || !ok || len(names) == 0 {
		return nil
	}
	compiled := f.study.Reading.Compiled
	switch {
	case strings.HasPrefix(key.text, "ability."):
		ok = names[0] == ability
	case strings.HasPrefix(key.text, "card."):
		d, known := compiled.Defs[names[0]]
		ok = known && slices.ContainsFunc(compiled.Pack.Defs[d].Abilities,
			func(use engine.CardAbility) bool { return compiled.Pack.Abilities[use.Ability].Name == ability })
	default:
		return nil
	}
	shown := "{" + param + "}"
	for n := key.pos.Line; ok && n <= len(f.lines) && (n == key.pos.Line || strings.HasPrefix(f.lines[n-1], " ")); n++ {
		line := f.lines[n-1]
		for from := 0; ; {
			at := strings.Index(line[from:], shown)
			if at < 0 {
				break
			}
			from += at + len(shown)
			column := utf8.RuneCountInString(line[:from]) - utf8.RuneCountInString(param)
			out = append(out, Use{Span{diag.At(f.shown, n, column),
				utf8.RuneCountInString(param)}, param})
		}
	}
	return out
}

// inKey returns where the key of a sentence names a thing, in characters, and by what; -1
// if it does not.
func inKey(text string, s Symbol) (int, string) {
	m, names, ok := keyword.MessageFor(text)
	if !ok {
		return -1, ""
	}
	from := 0
	for i, ref := range m.Refs() {
		at := strings.Index(text[from:], "."+names[i])
		if at < 0 {
			return -1, ""
		}
		at += from + 1
		if ref == s.Kind && (names[i] == s.Name || i > 0 && names[i-1]+"."+names[i] == s.Name) {
			return utf8.RuneCountInString(text[:at]), names[i]
		}
		from = at + len(names[i])
	}
	return -1, ""
}

// usesLua are the places in a script.
func (f *File) usesLua(s Symbol) []Use {
	var out []Use
	// A function of a module goes by the last part of its name too, a sentence by what
	// follows the kind of its key.
	short := s.Name
	if s.Kind == "step" || s.Kind == "parameter" {
		short = short[strings.LastIndexByte(short, '.')+1:]
	} else if s.Kind == "text" {
		_, short, _ = strings.Cut(short, ".")
	}
	if short == "" {
		return nil
	}
	name := regexp.MustCompile(`(^|[^\w.])(` + regexp.QuoteMeta(s.Name) + `)($|[^\w])|(^|\W)(` +
		regexp.QuoteMeta(short) + `)($|\W)`)
	for n, line := range f.lines {
		for from := 0; from < len(line); {
			found := name.FindStringSubmatchIndex(line[from:])
			if found == nil {
				break
			}
			start, end := found[4], found[5]
			if start < 0 {
				start, end = found[10], found[11]
			}
			column := utf8.RuneCountInString(line[:from+start]) + 1
			place, ok := f.study.Scripts.At(f.shown, n+1, column)
			if ok {
				if symbol, ok := f.symbolLua(place); ok && symbol == s {
					span := Span{diag.At(f.shown, n+1, column),
						utf8.RuneCountInString(line[from+start : from+end])}
					out = append(out, Use{span, line[from+start : from+end]})
				}
			}
			from += max(end, 1)
		}
	}
	return out
}
