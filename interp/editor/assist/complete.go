package assist

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Item is something that could be written at a place.
type Item struct {
	Label, Detail, Doc string
	// Insert is the inserted text; in a snippet $1 and ${1:text} are placeholders.
	Insert  string
	Snippet bool
	// Kind is "key", "value", "snippet", "function", "field", "method", "variable", or
	// the kind of a Symbol.
	Kind string
	// First is set for required items.
	First bool
}

// Completion is what could be written in place of the characters of a line from
// From up to To, which count from 1.
type Completion struct {
	From, To int
	Items    []Item
}

// Complete returns what could be written at a place.
func (f *File) Complete(ctx context.Context, line, column int) Completion {
	if f.kind == "lua" {
		return f.completeLua(line, column)
	}
	return f.completeYAML(ctx, line, column)
}

func (f *File) completeYAML(ctx context.Context, line, column int) Completion {
	runes := f.line(line)
	t, ok := typedAt(runes, column-1)
	none := Completion{From: column, To: column}
	if !ok || f.kind == "" || line < 1 || line > len(f.lines) || strings.Contains(f.text, marker) {
		return none
	}
	if shown, in := f.placeholders(line, column); in {
		return shown
	}
	out := Completion{From: t.from + 1, To: t.to + 1}
	if strings.TrimSpace(f.text) == "" {
		out.Items = f.starts()
		return out
	}
	tree := f.shaped(repaired(f.shown, f.lines, line-1, t))
	var here yamlName
	tree.visit(func(s yamlName) {
		if s.text == marker {
			here = s
		}
	})
	if here.text == "" {
		return none
	}
	indent := strings.Repeat(" ", len(runes)-len([]rune(strings.TrimLeft(string(runes), " "))))
	if slices.ContainsFunc(here.ways, func(w keyword.Type) bool { return w.Ref == keyword.RefAnswer }) {
		out.Items = f.answers(ctx, tree.top, t)
		return out
	}
	taken := here.in
	if !here.key {
		for _, w := range here.ways {
			out.Items = append(out.Items, valueItems(tree.lex.Words(w), t)...)
		}
		taken = &source.Node{Kind: source.Map}
	}
	for _, w := range here.ways {
		keys := tree.lex.Record(w, taken)
		if keys == nil || t.quoted && !here.key {
			continue
		}
		if here.key || !t.flow || strings.HasSuffix(strings.TrimRight(string(runes[:t.from]), " "), "{") {
			out.Items = append(out.Items, keyItems(tree.lex, keys.Fields, taken, t)...)
		} else {
			out.Items = append(out.Items, wrapped(keys.Fields)...)
		}
	}
	out.Items = append(out.Items, f.snippets(here, indent)...)
	out.Items = distinct(out.Items)
	return out
}

// placeholders are what a sentence may show in the braces that a place is in; in is false
// where it is in none.
func (f *File) placeholders(line, column int) (shown Completion, in bool) {
	runes := f.line(line)
	before := string(runes[:min(column-1, len(runes))])
	open := strings.LastIndexByte(before, '{')
	head := strings.TrimRight(before[:max(open, 0)], " ")
	text := head != "" && !strings.HasSuffix(head, ":") // a map of forms begins behind a colon
	if f.kind != "locale" || open < 0 || !text || strings.ContainsAny(before[open:], "}:, ") {
		return shown, false
	}
	key := ""
	for n := line; n > 0 && key == ""; n-- {
		if text := string(f.line(n)); text != "" && text[0] != ' ' && text[0] != '#' {
			key, _, _ = strings.Cut(text, ":")
		}
	}
	shown.From, shown.To = utf8.RuneCountInString(before[:open])+2, column
	for shown.To <= len(runes) && isName(runes[shown.To-1]) {
		shown.To++
	}
	for _, name := range check.Placeholders(f.study.Reading, strings.Trim(key, `"'`)) {
		shown.Items = append(shown.Items, Item{Label: name, Insert: name, Kind: "value"})
	}
	return shown, true
}

func distinct(items []Item) []Item {
	seen := map[string]bool{}
	return slices.DeleteFunc(items, func(i Item) bool {
		twice := seen[i.Label]
		seen[i.Label] = true
		return twice
	})
}

// valueItems are the words that may stand at a place, in quotes where YAML needs
// them.
func valueItems(words []lexicon.Word, t typed) []Item {
	var out []Item
	for _, w := range words {
		out = append(out, Item{Label: w.Text, Detail: w.Label, Doc: w.Doc, Insert: quotedAs(w.Text, t),
			Kind: cmp.Or(w.Symbol.Kind, "value")})
	}
	return out
}

// quotedAs writes a text as YAML needs it, in quotes where it stands in some.
func quotedAs(text string, t typed) string {
	if plain := source.Quoted(text); plain != text || !t.quoted {
		return plain
	}
	return `"` + text + `"`
}

// keyItems are the keys that a map lacks.
func keyItems(lex *lexicon.Lexicon, keys []keyword.Field, in *source.Node, t typed) []Item {
	var out []Item
	for _, k := range keys {
		if in.Get(k.Name) != nil {
			continue
		}
		insert := source.Quoted(k.Name)
		if k.Names == keyword.RefSeat {
			insert = k.Name
		}
		if !t.colon {
			insert += ": "
		}
		out = append(out, Item{Label: k.Name, Doc: k.Doc, Insert: insert, First: k.Required,
			Kind: cmp.Or(lex.Symbol(k.Names, k.Name).Kind, "key")})
	}
	return out
}

// wrapped are maps of one key, as they stand in a list in brackets.
func wrapped(keys []keyword.Field) []Item {
	var out []Item
	for _, k := range keys {
		out = append(out, Item{Label: "{" + k.Name + ": }", Doc: k.Doc, Insert: "{" + source.Quoted(k.Name) + ": $1}",
			Snippet: true, Kind: "key"})
	}
	return out
}

// starts are what a whole file could begin with, for the files of an empty kind.
func (f *File) starts() []Item {
	var out []Item
	for _, s := range snippets {
		if s.file == f.kind && len(s.path) == 0 {
			out = append(out, Item{Label: s.label, Doc: s.doc, Insert: s.text, Snippet: true, Kind: "snippet"})
		}
	}
	return out
}

// snippet is a text that begins something, for a place in a kind of file.
type snippet struct {
	file, label, doc string
	// path are the keys that lead to the place.
	path []string
	text string
}

// snippets begin a card, an ability, a scenario.
var snippets = []snippet{
	{"cards", "a file of cards", "Cards with what they share.", nil,
		"defaults: {type: ${1:type}}\ncards:\n  - id: ${2:id}\n    name: {en: ${3:Name}}\n    $0\n"},
	{"cards", "a card", "A new card.", []string{"cards"}, "id: ${1:id}\nname: {en: ${2:Name}}\n$0"},
	{"cards", "a patch", "Changes of a card of the base.", []string{"patch"}, "{id: ${1:id}, $0}"},
	{"scenario", "a file of scenarios", "Tests that share a game.", nil,
		"game: ${1:..}\nscenarios:\n  - name: ${2:what it shows}\n    given:\n      $3\n    do:\n      - 1: $4\n " +
			"   then: {$0}\n"},
	{"scenario", "a scenario", "A test of a rule.", []string{"scenarios"},
		"name: ${1:what it shows}\ngiven:\n  $2\ndo:\n  - 1: $3\nthen: {$0}"},
}

// snippets are those for a place, with its indentation.
func (f *File) snippets(here yamlName, indent string) []Item {
	if here.key || here.in == nil || here.in.Kind != source.List {
		return nil
	}
	var out []Item
	for _, s := range snippets {
		if s.file == f.kind && len(s.path) > 0 && slices.Equal(s.path, here.path) {
			text := strings.ReplaceAll(s.text, "\n", "\n"+indent+"  ")
			out = append(out, Item{Label: s.label, Doc: s.doc, Insert: text, Snippet: true, Kind: "snippet"})
		}
	}
	return out
}

// titled is a name with what people call it.
func titled(name, label string) string {
	if label == "" || label == name {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, label)
}

// Plain is what a snippet writes for an editor that knows none.
func Plain(text string) string {
	text = placeholder.ReplaceAllString(text, "$1")
	return text
}

var placeholder = regexp.MustCompile(`\$(?:\d|\{\d:?([^}]*)\})`)
