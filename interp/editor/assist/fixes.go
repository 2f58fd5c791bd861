package assist

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Fix mends a finding.
type Fix struct {
	Title string
	// Sure is set for the fix that was probably meant.
	Sure   bool
	Change Change
}

// Fixes are the ways to mend a finding of the file, the likeliest first.
func (f *File) Fixes(d diag.Finding) []Fix {
	var out []Fix
	if d.Suggestion != "" && d.Line > 0 && d.Column > 0 {
		line := f.line(d.Line)
		if d.Column <= len(line) {
			length, text := replaced(line[d.Column-1:], d.Suggestion)
			if s, ok := f.scalarAt(d.Pos); ok && strings.Contains(s, " ") &&
				strings.HasPrefix(string(line[d.Column-1:]), s) {
				// A name of several words stands without quotes.
				length = utf8.RuneCountInString(s)
				text = source.Quoted(d.Suggestion)
			}
			out = append(out,
				Fix{Title: "Write " + d.Suggestion, Sure: true, Change: f.inPlace(Edit{Span{d.Pos, length}, text})})
		}
	}
	switch d.FixHint.What {
	case "text":
		out = append(out, f.addText(d.FixHint.Name, d.FixHint.Lang))
	case "ability":
		out = append(out, f.addAbility(d.FixHint.Name))
	case "scenario":
		out = append(out, f.addScenario(d.FixHint.Name)...)
	case "number":
		out = append(out, f.writeParameter(d.FixHint.Name))
	case "write":
		before, after, ok := strings.Cut(d.FixHint.Name, " = ...")
		if ok {
			length, _ := replaced(f.line(d.Line)[d.Column-1:], "")
			end := Edit{Span{syntax.ValueEnd(f.text, d.Pos), 0}, after}
			out = append(out, Fix{"Write " + d.FixHint.Name, true, f.inPlace(Edit{Span{d.Pos, length}, before}, end)})
		}
	case "delete":
		end := syntax.ValueEnd(f.text, d.Pos)
		if end.Line == d.Line {
			rest := string(f.line(d.Line)[end.Column-1:])
			length := end.Column - d.Column + len(rest) - len(strings.TrimLeft(rest, ", "))
			out = append(out, Fix{"Take it out", true, f.inPlace(Edit{Span{d.Pos, length}, ""})})
		}
	case "ask":
		out = append(out, f.askFirst(d)...)
	}
	return out
}

// scalarAt is the text that begins at a place of a YAML file.
func (f *File) scalarAt(at diag.Pos) (string, bool) {
	if f.kind == "lua" {
		return "", false
	}
	s, ok := f.nameAt(at.Line, at.Column)
	return s.text, ok && s.pos.Column == at.Column
}

func (f *File) inPlace(edits ...Edit) Change { return Change{Edits: map[string][]Edit{f.path: edits}} }

// replaced is what a suggestion takes the place of at the beginning of a text, and how
// it stands there: inside of the quotes that are there.
func replaced(text []rune, suggestion string) (length int, written string) {
	if text[0] == '"' || text[0] == '\'' {
		for i, c := range text[1:] {
			if c == text[0] {
				return i + 2, string(text[0]) + suggestion + string(text[0])
			}
		}
	}
	n := 0
	for n < len(text) && (isName(text[n]) || text[n] > 127 ||
		strings.ContainsRune(".-", text[n]) && n+1 < len(text) && (isName(text[n+1]) || text[n+1] > 127)) {
		n++
	}
	return max(1, n), suggestion
}

// addText adds a sentence to the texts of a language.
func (f *File) addText(key, lang string) Fix {
	said := key[strings.LastIndexByte(key, '.')+1:]
	if m := f.study.Reading.Compiled.Texts["en"][key]; m != nil && m.Text != "" {
		said = m.Text
	} else {
		said = strings.ReplaceAll(said, "_", " ")
	}
	path := filepath.Join(f.folder(), "locale", lang+".yaml")
	line := fmt.Sprintf("%s: %s\n", source.Quoted(key), source.Quoted(said))
	return Fix{Title: fmt.Sprintf("Add the sentence %s to locale/%s.yaml", key, lang),
		Change: Change{Created: map[string]string{path: f.atEnd(path, line)}}}
}

// atEnd is what a file holds with a text behind all that it has.
func (f *File) atEnd(path, text string) string {
	was, err := f.workspace.Text(path)
	if err != nil || len(was) == 0 {
		return text
	}
	before := string(was)
	if !strings.HasSuffix(before, "\n") {
		before += "\n"
	}
	return before + text
}

// writeParameter writes a parameter in place of its value, in the sentence of each
// language that says it once.
func (f *File) writeParameter(hint string) Fix {
	var key, name, number string
	_, _ = fmt.Sscan(hint, &key, &name, &number)
	fix := Fix{Title: fmt.Sprintf("Write {%s} for %s, in each language", name, number), Sure: true,
		Change: Change{Edits: map[string][]Edit{}}}
	for _, texts := range f.study.Reading.Compiled.Texts {
		m := texts[key]
		if m == nil || strings.Count(m.Text, number) != 1 {
			continue
		}
		path := f.workspace.File(m.Key.Pos.File)
		line := f.study.Reading.Loaded.Line(m.Key.Pos.File, m.Key.Pos.Line)
		before, value, ok := strings.Cut(line, ": ")
		if _, carried := f.workspace.InCarried(path); carried || !ok || strings.Count(value, number) != 1 {
			continue // it stands in other lines, and is left to who knows the language
		}
		at := m.Key.Pos
		at.Column = utf8.RuneCountInString(before) + 3
		text := source.Quoted(strings.Replace(m.Text, number, "{"+name+"}", 1))
		fix.Change.Edits[path] = append(fix.Change.Edits[path], Edit{Span{at, utf8.RuneCountInString(value)}, text})
	}
	return fix
}

// addAbility adds a script for an ability.
func (f *File) addAbility(name string) Fix {
	scripts := filepath.Join(f.folder(), "scripts")
	if f.study.Reading.Base.Scripts != "" {
		scripts = f.study.Reading.Base.Scripts
	}
	path := filepath.Join(scripts, "abilities", name+".lua")
	title := strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
	text := fmt.Sprintf("-- %s: what it does, in words; on = \"...\" and run = function(self, ev) ... end make it "+
		"act.\nreturn ability {\n  name = {en = %q},\n}\n", title, title)
	return Fix{Title: fmt.Sprintf("Create scripts/abilities/%s.lua", name),
		Change: Change{Created: map[string]string{path: text}}}
}

// addScenario adds a test that is about an ability, as new scenario begins one.
func (f *File) addScenario(name string) []Fix {
	p, err := f.study.Pack()
	if err != nil {
		return nil
	}
	plan, err := scaffold.Scenario(name, p)
	if err != nil {
		return nil
	}
	folder := filepath.Join(f.folder(), "scenarios")
	if f.study.Reading.Base.Folder == f.folder() {
		folder = f.study.Reading.Base.ScenarioFolder()
	}
	created := map[string]string{}
	for _, file := range plan.Files {
		text := strings.Replace(file.Text, "\ngiven:", "\nrule: "+name+"\ngiven:", 1)
		if filepath.Base(folder) != "scenarios" {
			text = strings.Replace(text, "game: ..", "game: "+filepath.Base(folder), 1)
		}
		created[filepath.Join(folder, strings.TrimPrefix(file.Path, "scenarios/"))] = text
	}
	return []Fix{{Title: fmt.Sprintf("Create a scenario of %s", name), Change: Change{Created: created}}}
}

var statement = regexp.MustCompile(`^\s*(if|elseif|while|for|local|return|repeat|until)\b`)

// askFirst asks whether an expression is there before the statement that uses it: around
// a call or an assignment of one line, else by leaving before it.
func (f *File) askFirst(d diag.Finding) []Fix {
	line := string(f.line(d.Line))
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	body := strings.TrimSpace(line)
	whole := Span{diag.At(f.shown, d.Line, 1), len([]rune(line))}
	closed := closers(line) == "" && !strings.HasSuffix(body, "function") && !strings.Contains(body, "function(")
	if body == "" || !closed {
		return nil
	}
	if !statement.MatchString(line) && !strings.HasSuffix(body, ",") {
		return []Fix{{Title: fmt.Sprintf("Ask first: if %s then", d.FixHint.Name),
			Change: f.inPlace(Edit{whole, fmt.Sprintf("%sif %s then %s end", indent, d.FixHint.Name, body)})}}
	}
	if !strings.HasPrefix(body, "elseif") && !strings.HasPrefix(body, "until") && !strings.HasSuffix(body, ",") {
		return []Fix{{Title: fmt.Sprintf("Leave first: if not %s then return end", d.FixHint.Name),
			Change: f.inPlace(Edit{whole,
				fmt.Sprintf("%sif not %s then return end\n%s", indent, d.FixHint.Name, line)})}}
	}
	return nil
}
