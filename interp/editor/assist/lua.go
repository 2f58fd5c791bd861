package assist

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// fragment is the expression being typed in a script: the characters from, to of its line
// (from 0), and the expression before it.
type fragment struct {
	from, to int
	// opener is the dot or the colon before a name, the quote before a text, 0 for none.
	opener rune
}

func isName(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// fragmentAt finds the expression being typed at a column (from 0) of a line; ok is false
// in a comment.
func fragmentAt(line []rune, column int) (f fragment, ok bool) {
	column = min(column, len(line))
	quote := rune(0)
	start := 0
	for i := 0; i < column; i++ {
		c := line[i]
		switch {
		case quote != 0 && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
			start = i + 1
		case quote == 0 && c == '-' && i+1 < len(line) && line[i+1] == '-':
			return f, false
		}
	}
	if quote != 0 {
		end := column
		for end < len(line) && line[end] != quote && (isName(line[end]) || line[end] == '.') {
			end++
		}
		return fragment{start, end, quote}, true
	}
	f = fragment{from: column, to: column}
	for f.from > 0 && isName(line[f.from-1]) {
		f.from--
	}
	for f.to < len(line) && isName(line[f.to]) {
		f.to++
	}
	if f.from > 0 && (line[f.from-1] == '.' && (f.from < 2 || line[f.from-2] != '.') || line[f.from-1] == ':') {
		f.opener = line[f.from-1]
	}
	return f, true
}

// trial studies the script with the marker in place of what is being typed, mended as far as it
// needs to be to be read, and returns how many columns further right the marker stands in that;
// ok is false, and the scripts are those of the latest text that could be read, where nothing
// mends it.
func (f *File) trial(number int, at fragment) (scripts *inference.Inference, shift int, ok bool) {
	line := f.line(number)
	name, tail := marker, string(line[at.to:])
	if at.opener == '"' || at.opener == '\'' {
		name += string(at.opener)
		tail = strings.TrimPrefix(tail, string(at.opener))
	}
	before := strings.Join(append(f.lines[:number-1:number-1], ""), "\n")
	text := syntax.Repair(before, string(line[:at.from]), name, tail, "\n"+strings.Join(f.lines[number:], "\n"))
	if text == "" {
		return f.study.Scripts, 0, false
	}
	head, _, _ := strings.Cut(text[len(before):], marker)
	return f.workspace.Trial(f.study.Unit, f.path, []byte(text)), utf8.RuneCountInString(head) - at.from, true
}

// completeLua is what could be written in a script.
func (f *File) completeLua(line, column int) Completion {
	at, ok := fragmentAt(f.line(line), column-1)
	none := Completion{From: column, To: column}
	if !ok || line < 1 || line > len(f.lines) || strings.Contains(f.text, marker) {
		return none
	}
	out := Completion{From: at.from + 1, To: at.to + 1}
	if strings.TrimSpace(f.text) == "" && strings.HasPrefix(f.place.Path, "scripts/abilities/") {
		out.Items = append(out.Items, abilitySnippets...)
		return out
	}
	scripts, shift, _ := f.trial(line, at)
	q := luaPlace{f, scripts, at, line, at.from + 1 + shift}
	switch at.opener {
	case '.', ':':
		out.Items = q.members()
	case '"', '\'':
		out.Items = q.texts()
	default:
		out.Items = q.names()
	}
	out.Items = distinct(out.Items)
	return out
}

// abilitySnippets begin a script of an ability.
var abilitySnippets = []Item{
	{Label: "an ability", Doc: "What happens at a trigger.", Snippet: true, Kind: "snippet",
		Insert: "-- ${1:The rule in words.}\nreturn ability {\n  name  = {en = \"${2:Name}\"},\n  on    = " +
			"\"${3:trigger}\",\n  where = {$4},\n  run   = function(self, ev)\n    $0\n  end,\n}\n"},
	{Label: "a modifier", Doc: "A number or a word that is another while the ability works.",
		Snippet: true, Kind: "snippet",
		Insert: "-- ${1:The rule in words.}\nreturn ability {\n  modifies = \"${2:attribute}\", add = ${3:1},\n  of " +
			"      = {$0},\n}\n"},
	{Label: "an action", Doc: "Something that a seat may do, offered under a word.", Snippet: true, Kind: "snippet",
		Insert: "-- ${1:The rule in words.}\nreturn ability {\n  action = \"${2:word}\",\n  run    = function(self, " +
			"seat)\n    $0\n  end,\n}\n"},
}

// luaPlace is a place in a script that was repaired and studied.
type luaPlace struct {
	*File
	scripts *inference.Inference
	at      fragment
	line    int
	column  int
}

// members are the fields or methods of the expression before the dot or colon.
func (q *luaPlace) members() []Item {
	place, ok := q.scripts.At(q.shown, q.line, q.column)
	if !ok {
		return nil
	}
	lex := q.lexicon()
	var out []Item
	for _, m := range place.Object.Members() {
		if q.at.opener == ':' && !m.Method {
			continue
		}
		kind, doc := "field", m.Doc
		switch {
		case m.Method:
			kind = "method"
		case m.API != nil || len(m.Declared) > 0:
			kind = "function"
		case m.Attribute:
			kind = "attribute"
			if doc == "" {
				doc = lex.Tree.AttributeDoc(m.Name)
			}
		}
		detail := m.Value.String()
		if m.API != nil {
			detail = signatureOf(m.API)
		} else if fs := m.Value.Functions(); len(fs) > 0 {
			detail = fmt.Sprintf("%s(%s)", fs[0].Name, strings.Join(fs[0].Params, ", "))
		}
		if !m.Method && place.Object.Triggers() != nil {
			doc = lex.ParameterDoc(place.Object.Triggers(), m.Name)
		}
		out = append(out, Item{Label: m.Name, Detail: detail, Doc: doc, Insert: m.Name, Kind: kind})
	}
	return out
}

// texts are the words that may stand in the quotes.
func (q *luaPlace) texts() []Item {
	lex := q.lexicon()
	var out []Item
	for _, w := range q.words(q.line, q.column-1) {
		if w.Ref != keyword.RefText { // the key without what stands before it, below
			out = append(out, valueItems(lex.Words(w), typed{})...)
		}
	}
	place, ok := q.scripts.At(q.shown, q.line, q.column)
	if ok && len(out) == 0 {
		for _, name := range place.Allowed {
			if name == marker {
				continue
			}
			s := lex.Symbol(place.Ref, name)
			out = append(out, Item{Label: name, Detail: lex.Label(s), Doc: lex.Doc(s), Kind: cmp.Or(s.Kind, "word")})
		}
	}
	if ok && place.Ref == keyword.RefText || len(out) == 0 {
		out = append(out, q.textKeys(lex)...)
	}
	for i := range out {
		out[i].Insert = out[i].Label // the quotes are there
	}
	return out
}

// words are the types of the words that may stand at a place in a table, or in a list there.
func (q *luaPlace) words(line, column int) []keyword.Type {
	ways := q.table(line, column)
	return append(ways[:len(ways):len(ways)], q.lexicon().Flat(walk.Items(ways))...)
}

// textKeys are the keys of sentences that the call takes: of questions, of lines that
// are said, of reasons.
func (q *luaPlace) textKeys(lex *lexicon.Lexicon) []Item {
	call, ok := q.scripts.Call(q.shown, q.line, q.column-1)
	if !ok || len(call.Functions) == 0 {
		return nil
	}
	prefix := textPrefix(call)
	if prefix == "" {
		return nil
	}
	var out []Item
	for _, keyName := range lex.Names(keyword.RefText) {
		if rest, ok := strings.CutPrefix(keyName, prefix); ok {
			out = append(out, Item{Label: rest, Detail: lex.Texts["en"][keyName].Text, Kind: "text"})
		}
	}
	return out
}

// textPrefix is the prefix of the sentence key that a call names, "" if the place takes
// none.
func textPrefix(call inference.Call) string {
	f := call.Functions[0].API
	if f == nil {
		return ""
	}
	under := ""
	if n := len(call.Table); n > 0 && tableOf(f, call.Argument) != "" {
		field, _ := filter.Standard.Lookup(tableOf(f, call.Argument)).Field(call.Table[n-1])
		if field != nil {
			under = field.Type.Under
		}
	} else if n == 0 && call.Argument < len(f.Params) {
		under = f.Params[call.Argument].Type.Under
	}
	if under == "" {
		return ""
	}
	return under + "."
}

// names are the keys of the table that the place is in, or what can be named there.
func (q *luaPlace) names() []Item {
	lex := q.lexicon()
	var out []Item
	if call, ok := q.scripts.Call(q.shown, q.line, q.column); ok && len(call.Table) > 0 &&
		call.Table[len(call.Table)-1] == "" {
		for _, w := range q.table(q.line, q.column) {
			keys := lex.Record(w, nil)
			if keys == nil {
				continue
			}
			for _, item := range keyItems(lex, keys.Fields, nil, typed{colon: true}) {
				item.Insert = item.Label + " = "
				if syntax.Reserved(item.Label) {
					item.Insert = `["` + item.Label + `"] = `
				}
				out = append(out, item)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	for _, n := range q.scripts.Scope(q.shown, q.line, q.column) {
		if n.Name == marker {
			continue
		}
		item := Item{Label: n.Name, Detail: n.Value.String(), Insert: n.Name, Kind: "variable"}
		item.First = n.Declared.Line > 0 && q.scripts.Fits(q.shown, q.line, q.column, n.Value)
		if n.API != nil {
			item.Kind, item.Detail, item.Doc = "function", signatureOf(n.API), n.API.Doc
		} else if fs := n.Value.Functions(); len(fs) > 0 {
			item.Kind, item.Detail = "function", fmt.Sprintf("%s(%s)", n.Name, strings.Join(fs[0].Params, ", "))
		}
		out = append(out, item)
	}
	for _, w := range syntax.ReservedWords() {
		out = append(out, Item{Label: w, Insert: w, Kind: "keyword"})
	}
	return out
}

// table is what may stand at a place in a table that is given to a function of the
// registry; nil for a place in no such table.
func (q *luaPlace) table(line, column int) []keyword.Type {
	call, ok := q.scripts.Call(q.shown, line, column)
	if !ok || len(call.Functions) == 0 || call.Functions[0].API == nil || len(call.Table) == 0 {
		return nil
	}
	table := tableOf(call.Functions[0].API, call.Argument)
	if table == "" {
		return nil
	}
	lex := q.lexicon()
	lex.Trigger = q.trigger(line)
	return lex.At(keyword.RecordType(table), call.Table)
}

// key is what a key of a table stands for.
func (q *luaPlace) key(place inference.Place) keyword.Field {
	keys := walk.KeysOf(q.lexicon(), q.table(place.Pos.Line, place.Pos.Column), nil)
	f, _ := keys.Field(place.Name)
	return f
}

// tableOf is the record of the table that a function takes in a place, from 0; "" for
// none.
func tableOf(f *keyword.Func, argument int) string {
	if f.Table != "" || argument >= len(f.Params) {
		return f.Table
	}
	for _, t := range append([]keyword.Type{f.Params[argument].Type}, f.Params[argument].Type.Of...) {
		if t.Kind == keyword.RecordOf {
			return string(t.Ref)
		}
	}
	return ""
}

var onTrigger = regexp.MustCompile(`\bon\s*=\s*["']([^"']+)["']`)

// trigger is the trigger of the ability that a line belongs to, "" if it names none.
func (f *File) trigger(line int) string {
	start := 0
	for i := min(line, len(f.lines)) - 1; i >= 0; i-- {
		if strings.Contains(f.lines[i], "ability") && strings.Contains(f.lines[i], "{") {
			start = i
			break
		}
	}
	for _, l := range f.lines[start:] {
		if found := onTrigger.FindStringSubmatch(l); found != nil {
			return found[1]
		}
	}
	return ""
}

// hoverLua says what a name or a word of a script is.
func (f *File) hoverLua(line, column int) (string, Span, bool) {
	place, ok := f.study.Scripts.At(f.shown, line, column)
	if !ok {
		return "", Span{}, false
	}
	span := Span{place.Pos, place.Length}
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	lex := f.lexicon()
	symbol, named := f.symbolLua(place)
	switch place.What {
	case inference.Word, inference.Key:
		if keyDoc := f.keyDoc(place); keyDoc != "" {
			add("**%s**: %s", place.Name, keyDoc)
		}
	default:
		if place.Value.Known() {
			add("**%s**: %s", place.Name, place.Value)
		}
		if member, ok := place.Member(); ok {
			if member.Doc != "" {
				add("%s", member.Doc)
			}
			if doc := lex.ParameterDoc(place.Object.Triggers(), place.Name); doc != "" {
				add("%s", doc)
			}
		}
		for _, fn := range place.Value.Functions() {
			if fn.API != nil && !named {
				symbol = Symbol{Kind: "function", Name: fn.API.Name}
				named = true
			} else if text := f.comment(fn); text != "" && !named {
				add("%s", text)
			}
		}
		if len(place.Value.Triggers()) > 0 && place.What == inference.Variable {
			add("of %s", strings.Join(place.Value.Triggers(), ", "))
		}
		if place.Nothing != "" {
			add("It may be nothing here: %s.", place.Nothing)
		}
	}
	if named {
		if text := f.about(symbol); text != "" {
			add("%s", text)
		}
	}
	return strings.Join(parts, "\n\n"), span, len(parts) > 0
}

// comment is what stands above a function of the pack's own scripts.
func (f *File) comment(fn inference.Function) string {
	if e := f.study.Explainer(); e != nil && fn.API == nil {
		return e.Comment(fn.Declared)
	}
	return ""
}

// keyDoc is the line of the registry for a key of a table that a function takes.
func (f *File) keyDoc(place inference.Place) string {
	if place.What != inference.Key {
		return ""
	}
	q := luaPlace{File: f, scripts: f.study.Scripts}
	return q.key(place).Doc
}

// symbolLua is what a name or a word of a script names.
func (f *File) symbolLua(place inference.Place) (Symbol, bool) {
	lex := f.lexicon()
	q := luaPlace{File: f, scripts: f.study.Scripts}
	switch place.What {
	case inference.Word:
		if place.Ref == keyword.RefText || place.Ref == "" {
			if call, ok := f.study.Scripts.Call(f.shown, place.Pos.Line, place.Pos.Column); ok &&
				len(call.Functions) > 0 {
				if prefix := textPrefix(call); prefix != "" {
					return Symbol{Kind: "text", Name: prefix + place.Name}, true
				}
			}
		}
		if s, ok := lex.Known(place.Ref, place.Name); ok && place.Ref != "" {
			return s, true
		}
		if s, ok := named(lex, q.words(place.Pos.Line, place.Pos.Column), place.Name); ok {
			return s, true
		}
		if slices.Contains(place.Allowed, place.Name) {
			return lex.Known(keyword.RefWord, place.Name)
		}
	case inference.Key:
		if call, ok := f.study.Scripts.Call(f.shown, place.Pos.Line, place.Pos.Column); ok &&
			call.Functions[0].Name == "ability" && slices.Equal(call.Table, []string{"params", ""}) {
			for i := range lex.Headers {
				if lex.Headers[i].File == f.shown {
					return Symbol{Kind: "parameter", Name: lex.Headers[i].ID + "." + place.Name}, true
				}
			}
		}
		if s := lex.Symbol(q.key(place).Names, place.Name); s.Kind != "" {
			return s, true
		}
	case inference.Field, inference.Method:
		member, ok := place.Member()
		if !ok {
			return Symbol{}, false
		}
		if member.Attribute {
			return Symbol{Kind: "attribute", Name: place.Name}, true
		}
		if ability := place.Object.ParamsOf(); ability != "" {
			return Symbol{Kind: "parameter", Name: ability + "." + place.Name}, true
		}
		for _, fn := range place.Value.Functions() {
			if _, ok := lex.StepPlaces[fn.Name]; ok {
				return Symbol{Kind: "step", Name: fn.Name}, true
			}
		}
		if _, ok := lex.Zones[place.Name]; ok && strings.Contains(place.Value.String(), "zone") {
			return Symbol{Kind: "zone", Name: place.Name}, true
		}
	}
	return Symbol{}, false
}
