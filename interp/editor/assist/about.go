package assist

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Symbol is something that a game has.
type Symbol = lexicon.Symbol

// Span is a name in a line: its place, and how many characters it has.
type Span struct {
	diag.Pos
	Length int
}

// Hover says what the name at a place is, as Markdown; ok is false for none that
// is known.
func (f *File) Hover(line, column int) (text string, at Span, ok bool) {
	g, line, ok := f.readable(line)
	if !ok {
		return "", at, false
	}
	text, at, ok = g.hover(line, column)
	at.Pos = f.study.Now(at.Pos)
	return text, at, ok
}

func (f *File) hover(line, column int) (text string, at Span, ok bool) {
	if f.kind == "lua" {
		return f.hoverLua(line, column)
	}
	s, ok := f.nameAt(line, column)
	if !ok {
		return "", at, false
	}
	at = f.span(s)
	var parts []string
	if s.key && s.known && s.found.Doc != "" {
		parts = append(parts, fmt.Sprintf("**%s**: %s", s.text, s.found.Doc))
	}
	if f.kind == "cards" {
		if text := f.fieldAbout(s); text != "" {
			parts = append(parts, text)
		}
	}
	if symbol, ok := f.symbol(s); ok {
		if text := f.about(symbol); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n---\n\n"), at, len(parts) > 0
}

// span is where a name of the tree stands, without its quotes.
func (f *File) span(s yamlName) Span {
	pos := s.pos
	if line := f.line(pos.Line); pos.Column >= 1 && pos.Column <= len(line) &&
		(line[pos.Column-1] == '"' || line[pos.Column-1] == '\'') {
		pos.Column++
	}
	return Span{pos, utf8.RuneCountInString(s.name())}
}

// fieldAbout says where the field of a card comes from, through the overlays.
func (f *File) fieldAbout(s yamlName) string {
	e := f.study.Explainer()
	if e == nil || !s.key || s.in == nil || s.in.Get("id") == nil || len(s.path) == 0 {
		return ""
	}
	things, err := e.Explain(s.in.Get("id").Text + "." + s.text)
	if err != nil || len(things) == 0 || things[0].Kind != "field" {
		return ""
	}
	return strings.Join(lists.Map(things[0].Facts, factLine), "\n")
}

// symbol is what a name of the tree names.
func (f *File) symbol(s yamlName) (Symbol, bool) {
	lex := f.lexicon()
	if s.key {
		symbol := lex.Symbol(s.found.Names, s.name())
		return symbol, symbol.Kind != "" && symbol.Name != ""
	}
	if n := len(s.path); n > 0 && s.in != nil {
		switch s.path[n-1] {
		case "id":
			if f.kind == "cards" {
				return Symbol{Kind: "card", Name: s.text}, true
			}
			if f.kind == "rulings" {
				return Symbol{Kind: "ruling", Name: s.text}, true
			}
		case "phase":
			return Symbol{Kind: "phase", Name: s.text}, true
		}
	}
	return named(lex, s.ways, s.text)
}

// named is what a word names that stands for one of several types.
func named(lex *lexicon.Lexicon, ways []keyword.Type, text string) (Symbol, bool) {
	for _, t := range ways {
		if t.Kind != keyword.Name {
			continue
		}
		if symbol, ok := lex.Known(t.Ref, text); ok && symbol.Kind != "" {
			return symbol, true
		}
		for _, w := range lex.Words(t) {
			if w.Text == text && w.Symbol.Kind != "" {
				return w.Symbol, true
			}
		}
	}
	return Symbol{}, false
}

// about is what explain says of a thing, as Markdown.
func (f *File) about(s Symbol) string {
	e := f.study.Explainer()
	if e == nil {
		return ""
	}
	name := s.Name
	switch s.Kind {
	case "text":
		return f.sentence(name)
	case "group":
		return f.group(name)
	}
	things, err := e.Explain(s.Kind + ":" + name)
	if err != nil {
		return ""
	}
	var parts []string
	for _, t := range things {
		switch t.Kind {
		case "card":
			parts = append(parts, markdown(t, f.face(t.Name)))
		case "function":
			parts = append(parts, markdown(t, "")+example(t))
		default:
			parts = append(parts, markdown(t, ""))
		}
	}
	return strings.Join(parts, "\n\n---\n\n")
}

// face is a card as it is printed: its values and its text in the words of the game.
func (f *File) face(id string) string {
	card, ok := f.study.Face(id)
	if !ok {
		return ""
	}
	head := []string{card.TypeName}
	for _, fact := range card.Facts {
		head = append(head, fmt.Sprintf("%s: %s", fact.Name, fact.Text))
	}
	lines := append([]string{card.Name, strings.Join(head, " · ")}, card.Text...)
	return "\n\n```text\n" + strings.Join(lines, "\n") + "\n```"
}

// example is a line that calls a function: of the game's scripts, or of the examples in
// the reference.
func example(t *explain.Thing) string {
	line, at := cookbook.Call(t.Name), ""
	if len(t.Scripts) > 0 {
		line, at = t.Scripts[0].Text, " *("+shortPlace(t.Scripts[0].At)+")*"
	}
	if line == "" {
		return ""
	}
	return "\n\n```lua\n" + strings.TrimSpace(line) + "\n```" + at
}

// group is a group of zones.
func (f *File) group(name string) string {
	for _, g := range f.study.Reading.Compiled.Tree.Groups {
		if g.Name.Text == name {
			zones := lists.Map(g.Zones, func(z ast.Word) string { return "`" + z.Text + "`" })
			return fmt.Sprintf("**%s** (group of zones)\n\n%s *(%s)*", name, strings.Join(zones, ", "),
				shortPlace(g.Name.Pos))
		}
	}
	return ""
}

// sentence is a text of the game in its languages.
func (f *File) sentence(keyName string) string {
	var lines []string
	texts := f.study.Reading.Compiled.Texts
	for _, lang := range []string{"en", "fr", "ja"} {
		if m := texts[lang][keyName]; m != nil {
			text := m.Text
			for _, form := range m.Forms {
				text += form.Category + ": " + form.Text + " "
			}
			lines = append(lines, fmt.Sprintf("- %s: %s", lang, strings.TrimSpace(text)))
		}
	}
	return strings.Join(lines, "\n")
}

// mentioned is how many tests and cards are named.
const mentioned = 6

// markdown says what a thing is; of a card the face has its text.
func markdown(t *explain.Thing, face string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s)", titled(t.Name, t.Label), t.Kind)
	b.WriteString(face)
	if t.Doc != "" {
		fmt.Fprintf(&b, "\n\n%s", t.Doc)
	}
	if t.Text != "" && face == "" {
		fmt.Fprintf(&b, "\n\n> %s", t.Text)
	}
	if len(t.Facts) > 0 {
		b.WriteString("\n")
	}
	for _, f := range t.Facts {
		b.WriteString("\n" + factLine(f))
	}
	for i := range t.Hooks {
		h := &t.Hooks[i]
		fmt.Fprintf(&b, "\n- ability `%s`: %s", h.Ability, h.Says())
	}
	if n := len(t.Cards); n > 0 {
		fmt.Fprintf(&b, "\n\non %s", strings.Join(t.Cards[:min(n, mentioned)], ", "))
		if n > mentioned {
			fmt.Fprintf(&b, " and %d more", n-mentioned)
		}
	}
	if n := len(t.Scenarios); n > 0 {
		names := lists.Map(t.Scenarios[:min(n, 3)], func(m explain.Mention) string { return m.Text })
		fmt.Fprintf(&b, "\n\ntests (%d): %s", n, strings.Join(names, "; "))
	}
	return b.String()
}

// factLine is a fact with its place, and with the values that it took the place of.
func factLine(f explain.Fact) string {
	line := fmt.Sprintf("- `%s`: %s", f.Name, f.Value)
	if f.At.File != "" {
		line += fmt.Sprintf(" *(%s)*", shortPlace(f.At))
	}
	for _, was := range f.Was {
		line += fmt.Sprintf("; before: %s *(%s)*", was.Value, shortPlace(was.At))
	}
	return line
}

// shortPlace is a place by the last parts of its path.
func shortPlace(p diag.Pos) string {
	parts := strings.Split(p.File, "/")
	return fmt.Sprintf("%s:%d", strings.Join(parts[max(0, len(parts)-3):], "/"), p.Line)
}
