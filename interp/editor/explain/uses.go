package explain

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// test is one scenario: its place and name, and the words in it.
type test struct {
	at      diag.Pos
	name    string
	rule    string
	words   []string
	options []string
}

// prose are the keys of a scenario whose texts only talk about it.
var prose = []string{"name", "note", "game", "seats", "options", "random", "scenarios"}

// readTests reads the scenarios of files. What is wrong with them is for those
// who run them to say.
func readTests(files []pack.File) []test {
	var out []test
	for _, file := range files {
		top := source.Read(file.Shown, file.Data, &diag.List{})
		if top == nil {
			continue
		}
		items := []*source.Node{top}
		if list := top.Get("scenarios"); list != nil {
			items = list.Items
		}
		for _, item := range items {
			t := test{at: item.Pos}
			for _, n := range []*source.Node{top, item} {
				t.add(n)
				if n == item && top == item {
					break
				}
			}
			out = append(out, t)
		}
	}
	return out
}

// add takes the words of a scenario, or of what scenarios share.
func (t *test) add(n *source.Node) {
	for _, p := range n.Pairs {
		switch {
		case p.Key == "name":
			t.name = p.Value.Text
		case p.Key == "options":
			t.options = append(t.options, lists.Map(p.Value.Pairs, func(o source.Pair) string { return o.Key })...)
		case p.Key == "rule":
			t.rule = fold(p.Value.Text)
		case !slices.Contains(prose, p.Key):
			t.collect(p.Value)
		}
	}
}

// collect takes all keys and values below a node.
func (t *test) collect(n *source.Node) {
	if n.IsScalar() {
		t.words = append(t.words, fold(n.Text))
	}
	for _, item := range n.Items {
		t.collect(item)
	}
	for _, p := range n.Pairs {
		t.words = append(t.words, fold(p.Key))
		t.collect(p.Value)
	}
}

// inScenarios finds the scenarios in which one of the names stands, those that
// are about it first: it stands in their name or their rule.
func (e *Explainer) inScenarios(names []string) []Mention {
	var about, others []Mention
	for _, t := range e.tests {
		found := false
		for _, name := range names {
			if name == "" {
				continue
			}
			name = fold(name)
			if mentions(fold(t.name), name) || mentions(t.rule, name) {
				about = append(about, Mention{t.at, t.name})
				found = false
				break
			}
			found = found || slices.ContainsFunc(t.words, func(text string) bool { return mentions(text, name) })
		}
		if found {
			others = append(others, Mention{t.at, t.name})
		}
	}
	return append(about, others...)
}

// withOption finds the scenarios that set an option.
func (e *Explainer) withOption(name string) []Mention {
	var out []Mention
	for _, t := range e.tests {
		if slices.Contains(t.options, name) {
			out = append(out, Mention{t.at, t.name})
		}
	}
	return out
}

// inScripts finds the lines of the scripts that are wanted.
func (e *Explainer) inScripts(wanted func(line string) bool) []Mention {
	var out []Mention
	for _, s := range e.pack.Loaded.Scripts {
		number := 0
		for line := range strings.Lines(s.Text) {
			number++
			code, _, _ := strings.Cut(line, "--")
			if wanted(code) {
				out = append(out, Mention{diag.Pos{File: s.File, Line: number}, strings.TrimSpace(line)})
			}
		}
	}
	return out
}

// naming wants lines that mention one of some names.
func naming(names ...string) func(line string) bool {
	return func(line string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return mentions(line, name) })
	}
}

// quoting wants lines with the word in quotes, or that mention one of some names.
func quoting(word string, names ...string) func(line string) bool {
	return naming(append(names, `"`+word+`"`, `'`+word+`'`)...)
}

// mentions reports whether a text has a name in it that is no part of a longer one.
func mentions(text, name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i]) // no letter at either end
		after, _ := utf8.DecodeRuneInString(text[i+len(name):])
		if !(isLetter(before) && isLetter(first)) && !(isLetter(last) && isLetter(after)) {
			return true
		}
		from = i + 1
	}
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
