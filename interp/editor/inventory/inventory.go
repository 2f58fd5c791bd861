// Package inventory lists what a pack declares: each thing with its kind, its name, its
// place and its facts. It reads them from the files by the records of the registry, so that
// a key which is new there is seen by all that describe a pack: diff compares two
// inventories, explain shows an entry with its uses, the reference lists them, and the
// lexicon has their names.
//
//	inventory.go  Entry, Fact and the kinds
//	declared.go   what pack.yaml, game.yaml and rulings.yaml declare
//	value.go      values as facts
//	code.go       steps and abilities
//	cards.go      cards, and the sentences that belong to nothing else
//
// It may import interp, ast, compile, diag, keyword, lists, sanitize, script/syntax, source
// and the engine.
package inventory

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Entry is something that a pack declares.
type Entry struct {
	// Kind is "zone", "derived value" and so on, Name what the pack calls it. Owner is what an
	// attribute belongs to, "game", "seat" or a type of cards, and the list of a word.
	Kind, Owner, Name string
	// Key is where in game.yaml it is declared, key by key: "types / unit / attributes / power".
	Key string
	// Label is what people call it, Doc its line of explanation.
	Label ast.Texts
	Doc   string
	At    diag.Pos
	Facts []Fact
}

// Fact is what an entry says under a key.
type Fact struct {
	// Name is the key, a deeper one behind those that it is under.
	Name string
	// Text is the value in one line.
	Text string
	// Lines are the lines of a text of several, or with List the items of a list.
	Lines []string
	List  bool
	// Default is set for a value that the language fills in.
	Default bool
	At      diag.Pos
}

// Path is the name with what it belongs to: "seat.points".
func (e *Entry) Path() string {
	if e.Owner == "" {
		return e.Name
	}
	return e.Owner + "." + e.Name
}

// Add adds a fact unless its text is empty.
func (e *Entry) Add(name, text string) { e.add(name, text, diag.Pos{}) }

func (e *Entry) add(name, text string, at diag.Pos) {
	if text != "" {
		e.Facts = append(e.Facts, Fact{Name: name, Text: text, At: at})
	}
}

// AddCode adds a text of several lines.
func (e *Entry) AddCode(name, text string) {
	if text != "" {
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		e.Facts = append(e.Facts, Fact{Name: name, Text: text, Lines: lines})
	}
}

// AddList adds a list of names.
func (e *Entry) AddList(name string, items []string) {
	if len(items) > 0 {
		e.Facts = append(e.Facts, Fact{Name: name, Text: strings.Join(items, ", "), Lines: items, List: true})
	}
}

// Get returns a fact, the zero one if there is none of the name.
func (e *Entry) Get(name string) Fact {
	i := slices.IndexFunc(e.Facts, func(f Fact) bool { return f.Name == name })
	if i < 0 {
		return Fact{}
	}
	return e.Facts[i]
}

// Told are the facts that the entry gives itself, but its own names and its line of
// explanation.
func (e *Entry) Told() []Fact {
	return slices.DeleteFunc(slices.Clone(e.Facts), func(f Fact) bool {
		named := strings.HasPrefix(f.Name, "name ") && !strings.HasPrefix(f.Name, "name of ")
		return f.Default || named || f.Name == "doc"
	})
}

// Line says in a few words what the entry gives: "number, state, start 1", "seat, ordered,
// seen owner". What it is stands first.
func (e *Entry) Line() string {
	var parts []string
	for i, f := range e.Told() {
		switch {
		case i == 0 && f.Text != "true":
			parts = append(parts, f.Text)
		case f.Name == "of" && i > 0:
			parts[len(parts)-1] += " of " + f.Text
		case f.Text == "true":
			parts = append(parts, f.Name)
		default:
			parts = append(parts, f.Name+" "+f.Text)
		}
	}
	return strings.Join(parts, ", ")
}

// Explained is the line with the one that explains it.
func (e *Entry) Explained() string {
	if e.Doc == "" {
		return e.Line()
	}
	return e.Line() + " - " + e.Doc
}

// Of returns the entries of a kind that have the name, of whatever they are; all of them for
// the name "".
func Of(entries []*Entry, kind, name string) []*Entry {
	var out []*Entry
	for _, e := range entries {
		if e.Kind == kind && (name == "" || e.Name == name) {
			out = append(out, e)
		}
	}
	return out
}

// inline writes a value in one line, with the keys of its maps in the order of the alphabet:
// their order means nothing.
func inline(n *source.Node) string { return ast.FromNode(n).Sorted().Inline() }
