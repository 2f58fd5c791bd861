package assist

import (
	"regexp"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Outline is a part of a file with its name, its place, and its parts.
type Outline struct {
	Name, Detail, Kind string
	At                 Span
	Parts              []Outline
}

// Symbols are what a file holds: cards, what game.yaml declares, functions, scenarios,
// sentences.
func (f *File) Symbols() []Outline {
	if f.kind == "lua" {
		return f.functions()
	}
	top := source.Read(f.shown, []byte(f.text), &diag.List{})
	if top == nil {
		return nil
	}
	var out []Outline
	switch f.kind {
	case "cards":
		for _, section := range []string{"cards", "patch", "replace"} {
			if n := top.Get(section); n != nil {
				for _, c := range n.Items {
					out = append(out, f.entry(c, "id", "card"))
				}
			}
		}
	case "scenario":
		list := top.Get("scenarios")
		if list == nil {
			return []Outline{f.entry(top, "name", "scenario")}
		}
		for _, c := range list.Items {
			out = append(out, f.entry(c, "name", "scenario"))
		}
	case "rulings":
		out = append(out, lists.Map(top.Items, func(r *source.Node) Outline { return f.entry(r, "id", "ruling") })...)
	default:
		for _, p := range top.Pairs {
			one := Outline{Name: p.Key, Kind: "key", At: f.span(yamlName{text: p.Key, pos: p.Pos})}
			if f.kind == "game" || f.kind == "overlay" {
				for _, inner := range p.Value.Pairs {
					one.Parts = append(one.Parts,
						Outline{Name: inner.Key, Kind: p.Key, At: f.span(yamlName{text: inner.Key, pos: inner.Pos})})
				}
			}
			out = append(out, one)
		}
	}
	return out
}

// entry is a map identified by the value under a key.
func (f *File) entry(n *source.Node, by, kind string) Outline {
	o := Outline{Name: "?", Kind: kind, At: Span{n.Pos, 1}}
	if name := n.Get(by); name != nil && name.Text != "" {
		o.Name = name.Text
		o.At = f.span(yamlName{text: name.Text, pos: name.Pos})
	}
	if label := n.Get("name").Get("en"); label != nil {
		o.Detail = label.Text
	}
	return o
}

var functionLine = regexp.MustCompile(`^(\s*)(?:local\s+)?function\s+([\w.:]+)|^(\s*)(?:return\s+)?(ability)\s*\{`)

// functions are the functions of a script, and its abilities.
func (f *File) functions() []Outline {
	var out []Outline
	for n, line := range f.lines {
		found := functionLine.FindStringSubmatchIndex(line)
		if found == nil {
			continue
		}
		from, to := found[4], found[5]
		kind := "function"
		if from < 0 {
			from = found[8]
			to = found[9]
			kind = "ability"
		}
		name := line[from:to]
		if kind == "ability" {
			name = strings.TrimSuffix(f.shown[strings.LastIndexByte(f.shown, '/')+1:], ".lua")
		}
		out = append(out, Outline{Name: name, Kind: kind,
			At: Span{diag.At(f.shown, n+1, from+1), to - from}})
	}
	return out
}

// Lens is something that can be done with a scenario or an ability: its name and where it stands.
type Lens struct {
	At   Span
	Name string
}

// Lenses are the scenarios of the file, or its first ability.
func (f *File) Lenses() []Lens {
	var out []Lens
	for _, o := range f.Symbols() {
		if o.Kind == "scenario" || o.Kind == "ability" && len(out) == 0 {
			out = append(out, Lens{o.At, o.Name})
		}
	}
	return out
}

// Shown is what silent games have shown of places in the file, where they were played
// since the pack changed: how often its abilities acted, and conditions that never
// differed.
func (f *File) Shown() []Lens {
	if f.study == nil || f.study.Shown() == nil {
		return nil
	}
	var out []Lens
	for _, d := range f.study.Shown().Observations(f.shown) {
		out = append(out, Lens{Span{d.At, 1}, d.Text})
	}
	return out
}
