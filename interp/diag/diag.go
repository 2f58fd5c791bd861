// Package diag holds what is found in a pack before it is played: findings, each
// with a stable code, a place, what is wrong, what is allowed there and the
// nearest name. Readers and checkers collect them in a List and go on, so that
// a designer sees all of them at once; the printers turn them into text, JSON
// Lines or annotations of a build.
//
// There is one word for each way in which something is not fine: a finding is of
// a check, which does not play; a failure is of a test or a game that was played;
// a fault stops a script while it runs; an error is what Go passes on, and the
// worst severity of a finding.
//
// It is the lowest package of interp but for sanitize, which makes texts safe to show.
package diag

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// Severity says how bad a finding is.
type Severity uint8

// The severities. A pack with errors cannot be played; notes are advice.
const (
	Error Severity = iota
	Warning
	Note
)

var severityNames = [...]string{"error", "warning", "note"}

// String returns the word for the severity.
func (s Severity) String() string { return severityNames[s] }

// Pos is a place in a file. Line and Column count from 1, columns in
// characters; 0 means not known.
type Pos struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"-"`
}

// At is a place in a file.
func At(file string, line, column int) Pos { return Pos{file, line, column} }

// String returns file:line:column without what is not known.
func (p Pos) String() string {
	var b strings.Builder
	b.WriteString(sanitize.Line(p.File))
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
		if p.Column > 0 {
			fmt.Fprintf(&b, ":%d", p.Column)
		}
	}
	return b.String()
}

// Place returns the place itself, so that what embeds a Pos is Placed.
func (p Pos) Place() Pos { return p }

// Placed is a place, or what stands at one.
type Placed interface{ Place() Pos }

// Finding is one thing that is wrong with a pack, or could be.
type Finding struct {
	// Code is a stable short name of the kind of finding, one of Kinds: "unknown-key".
	Code     string
	Severity Severity
	Pos
	// Message says what is wrong, without the place.
	Message string
	// Allowed lists what could stand there, where that is a short closed list.
	Allowed []string
	// Near lists the names of a longer list that come nearest to what stands
	// there, the suggestion left out. A long list is not shown whole: nobody reads
	// it, and every new name would change what is said of all old mistakes.
	Near []string
	// Suggestion is what was probably meant, or "".
	Suggestion string
	// Hides says that names which others use may have been declared there, so that what is
	// said of unknown names means nothing.
	Hides bool
	// FixHint is what else would fix it, for editors.
	FixHint FixHint
	// form is the message before args were put into it, by which catalogues have it.
	form string
	args []any
}

// Found is a finding whose message is formatted.
func Found(code string, s Severity, at Placed, format string, args ...any) Finding {
	return Finding{Code: code, Severity: s, Pos: at.Place(), Message: fmt.Sprintf(format, args...), form: format,
		args: args}
}

// Catalogue gives a sentence in another language by its English form, a format of fmt; "" is one
// that it lacks. A nil Catalogue is English.
type Catalogue func(form string) string

func (c Catalogue) say(form string, args ...any) string {
	if c != nil {
		form = cmp.Or(c(form), form)
	}
	return fmt.Sprintf(form, args...)
}

// In returns the finding with its message in the language of a catalogue, as far as that has it; a
// message that was changed since it was found stays as it is.
func (d Finding) In(c Catalogue) Finding {
	if d.Message == fmt.Sprintf(d.form, d.args...) {
		d.Message = c.say(d.form, d.args...)
	}
	return d
}

// FixHint says what would fix a finding: "text" adds the sentence Name in the language
// Lang, "ability" a script for the ability Name, "step" the function Name of the rules,
// "scenario" a test of an ability, "declare" a declaration under the keys Name, "ask" asks
// whether the expression Name is there before it is used, and "write" puts Name in the place of
// a field, with the value of the field for the dots, where it has any; "delete" takes one out. The zero Mend is none.
type FixHint struct {
	What, Name, Lang string
	// In is the folder of the pack to which a script would be added, File the one that a
	// function would be added to; "" where that is not known, or not there yet.
	In, File string
}

// Begun is the form of the names of what ruledeck new begins.
var Begun = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Begins reports whether ruledeck new can write the missing entry.
func (m FixHint) Begins() bool {
	return m.What == "ability" && Begun.MatchString(m.Name) || m.What == "step" && m.File == ""
}

// command says what writes a script that is not there yet, "" for any other mend.
func (m FixHint) command() string {
	switch {
	case m.What == "declare":
		return "a new one is declared in game.yaml, under " + sanitize.Line(m.Name)
	case m.In == "":
	case m.What == "ability" && m.Begins():
		return fmt.Sprintf("to begin a new one: ruledeck new ability %s in %s",
			sanitize.Line(m.Name), sanitize.Line(m.In))
	case m.What == "step" && m.File != "":
		return "a new function goes into " + sanitize.Line(m.File)
	case m.What == "step":
		module, _, _ := strings.Cut(m.Name, ".")
		return fmt.Sprintf("to begin its file: ruledeck new rules %s in %s", sanitize.Line(module), sanitize.Line(m.In))
	}
	return ""
}

// shortList is how many names are shown whole.
const shortList = 4

// Gone returns an error about a field that earlier versions of the language had, with what
// says it now: ... in it stands for the value of the field.
func Gone(at Placed, name, instead string) Finding {
	d := Found("unknown-key", Error, at, "%s is gone; write %s", name, instead)
	d.FixHint = FixHint{What: "write", Name: instead}
	return d
}

// Unknown returns an error about a name that is not among allowed: with the
// nearest of them as the suggestion, and all of them where they are few.
func Unknown(code string, at Placed, name string, allowed []string, format string, args ...any) Finding {
	d := Found(code, Error, at, format, args...)
	d.Suggestion = Nearest(name, allowed)
	if len(allowed) <= shortList {
		d.Allowed = allowed
	} else {
		d.Near = near(name, d.Suggestion, allowed)
	}
	return d
}

// names says what could stand there, "" where that is not known.
func (d Finding) names(c Catalogue) string {
	switch {
	case len(d.Allowed) > 0:
		return c.say("allowed here: %s", strings.Join(d.Allowed, ", "))
	case len(d.Near) > 0:
		return c.say("near it: %s", strings.Join(d.Near, ", "))
	}
	return ""
}

// Text returns the message with what could stand there, in one line.
func (d Finding) Text() string {
	if names := d.names(nil); names != "" {
		return d.Message + " (" + names + ")"
	}
	return d.Message
}

// List collects findings. The zero List is ready; it is not safe for use by
// several goroutines.
type List struct {
	// Account, if not nil, is what is spent from for the pack that the findings are
	// about; where there is too much, they end with that.
	Account *Account
	items   []Finding
}

// Add appends findings.
func (l *List) Add(findings ...Finding) {
	for _, d := range findings {
		if l.Spend("", 0, findingBytes) {
			l.items = append(l.items, d)
		}
	}
}

// Errorf adds an error.
func (l *List) Errorf(code string, at Placed, format string, args ...any) {
	l.Add(Found(code, Error, at, format, args...))
}

// Warnf adds a warning.
func (l *List) Warnf(code string, at Placed, format string, args ...any) {
	l.Add(Found(code, Warning, at, format, args...))
}

// Notef adds a note.
func (l *List) Notef(code string, at Placed, format string, args ...any) {
	l.Add(Found(code, Note, at, format, args...))
}

// Unknown adds an error about a name that is not among allowed, with the
// nearest of them as the suggestion.
func (l *List) Unknown(code string, at Placed, name string, allowed []string, format string, args ...any) {
	l.Add(Unknown(code, at, name, allowed, format, args...))
}

// Len is how many findings there are.
func (l *List) Len() int { return len(l.items) }

// Revise lets a function change what was found.
func (l *List) Revise(change func(*Finding)) {
	for i := range l.items {
		change(&l.items[i])
	}
}

// Sorted returns the findings by file, line and column, each once.
func (l *List) Sorted() []Finding {
	sorted := slices.Clone(l.items)
	slices.SortStableFunc(sorted, compare)
	return slices.CompactFunc(sorted, func(a, b Finding) bool { return compare(a, b) == 0 })
}

func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}

// Count returns how many findings of the severity there are.
func (l *List) Count(s Severity) int {
	n := 0
	for _, d := range l.Sorted() {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// HasErrors reports whether there is an error.
func (l *List) HasErrors() bool {
	return slices.ContainsFunc(l.items, func(d Finding) bool { return d.Severity == Error })
}
