package assist

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Edit puts a text in place of some characters of a line.
type Edit struct {
	Span
	Text string
}

// Change is a change of several files. Files are by their path.
type Change struct {
	Edits map[string][]Edit
	// Moved are files that get another name.
	Moved map[string]string
	// Created are new files, or the ends of files that are there.
	Created map[string]string
}

// RefusedError says why something cannot be renamed.
type RefusedError struct{ Message string }

// Error returns the reason.
func (e *RefusedError) Error() string { return e.Message }

func refuse(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }

// Renamable returns the name at a place that can be given another, or a
// *RefusedError that says why it cannot.
func (f *File) Renamable(line, column int) (Span, string, error) {
	f.settle()
	if broken := f.study.Broken(); len(broken) > 0 {
		return Span{}, "", refuse("%s cannot be read: what it names would keep its name", broken[0])
	}
	s, variable, ok := f.named(line, column)
	if !ok {
		return Span{}, "", refuse("there is no name here that the pack gives")
	}
	if s.Kind == "" {
		return Span{variable.Pos, len([]rune(variable.Name))}, variable.Name, nil
	}
	if err := f.own(s); err != nil {
		return Span{}, "", err
	}
	for _, use := range f.Uses(s) {
		if use.File == f.shown && use.Line == line && column >= use.Column && column <= use.Column+use.Length {
			return use.Span, use.Written, nil
		}
	}
	return Span{}, "", refuse("%s stands here under another name than its own", s.Name)
}

// own refuses a thing that another pack declares: a base is not edited from an
// overlay.
func (f *File) own(s Symbol) error {
	declared := f.declared(s)
	if s.Kind == "word" {
		for _, o := range f.study.Reading.Compiled.Tree.GameOptions {
			if slices.ContainsFunc(o.Values, func(v ast.Word) bool { return v.Text == s.Name }) {
				return refuse("%s is a value of the option %s too, and rules may take the one for the other: rename "+
					"it by hand", s.Name, o.Name)
			}
		}
	}
	if len(declared) == 0 {
		return refuse("%s %s is declared nowhere in the pack's files", s.Kind, s.Name)
	}
	for _, at := range declared {
		file := f.workspace.File(at.File)
		if _, carried := f.workspace.InCarried(file); carried || !filepath.IsAbs(file) {
			return refuse("%s %s is declared at %s, in the game that the program carries: a base is not edited from "+
				"an overlay", s.Kind, s.Name, at)
		}
		place, ok := f.workspace.Locate(file)
		if !ok || place.Folder != f.folder() {
			return refuse("%s %s is declared at %s, in the pack that this one extends: a base is not edited from an "+
				"overlay", s.Kind, s.Name, at)
		}
	}
	return nil
}

// folder is the folder of the pack whose files may be edited.
func (f *File) folder() string {
	if f.place.Folder != "" {
		return f.place.Folder
	}
	return f.study.Unit.Pack
}

var luaName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// Rename renames the thing named at a place everywhere: in the pack, in its scenarios, and
// in the packs of the workspace that stand on it. It returns a *RefusedError if that is
// impossible, if all that is read for it takes more than reading two packs may, or if check
// would find mistakes in the pack afterwards.
func (f *File) Rename(line, column int, name string) (*Change, error) {
	_, written, err := f.Renamable(line, column)
	if err != nil {
		return nil, err
	}
	spent := &diag.List{Account: diag.Together("renaming", 2)}
	spent.SpendAll(f.study.Reading.Report.Account)
	s, variable, _ := f.named(line, column)
	if s.Kind == "" {
		if !luaName.MatchString(name) {
			return nil, refuse("%q is no name for a variable", name)
		}
		c := &Change{Edits: map[string][]Edit{}}
		for _, use := range f.usesOf(variable) {
			c.edit(f.workspace.File(use.File), Edit{use.Span, name})
		}
		return c, f.stays(c, spent)
	}
	if !ast.IsName(name) {
		return nil, refuse("%q is no name: letters, digits, _, - and dots", name)
	}
	full, ok := renamed(s.Name, written, name)
	if !ok {
		return nil, refuse("%s begins with %s, which the rename must leave", name, strings.TrimSuffix(s.Name, written))
	}
	for _, at := range f.declared(Symbol{Kind: s.Kind, Name: full}) {
		return nil, refuse("there is %s %s already, at %s", s.Kind, full, at)
	}
	c := &Change{Edits: map[string][]Edit{}, Moved: map[string]string{}}
	c.rename(f, s, full)
	for _, unit := range f.workspace.Dependants(f.study.Unit) {
		if study := f.workspace.Study(unit); study.Err == nil {
			if !spent.SpendAll(study.Reading.Report.Account) {
				f.workspace.Forget(unit) // what was read may be large
				break
			}
			other := *f
			other.study = study
			c.rename(&other, s, full)
		}
	}
	if s.Kind == "ability" {
		for _, at := range f.declared(s) {
			from := f.workspace.File(at.File)
			if filepath.Base(from) == s.Name+".lua" {
				c.Moved[from] = filepath.Join(filepath.Dir(from), full+".lua")
			}
		}
	}
	return c, f.stays(c, spent)
}

// renamed is the full name when a part of it, the end, is given another.
func renamed(full, written, name string) (string, bool) {
	before, ok := strings.CutSuffix(full, written)
	return before + name, ok && name != ""
}

func (c *Change) edit(path string, e Edit) {
	if !slices.ContainsFunc(c.Edits[path], func(other Edit) bool { return other.Pos == e.Pos }) {
		c.Edits[path] = append(c.Edits[path], e)
	}
}

// rename adds the edits of all uses of a thing in a game.
func (c *Change) rename(f *File, s Symbol, full string) {
	for _, use := range f.Uses(s) {
		before, ok := strings.CutSuffix(s.Name, use.Written)
		if !ok {
			continue // what people call it
		}
		path := f.workspace.File(use.File)
		if _, carried := f.workspace.InCarried(path); !carried {
			c.edit(path, Edit{use.Span, strings.TrimPrefix(full, before)})
		}
	}
}

// stays refuses a change after which check has new findings, or for which nothing is left.
func (f *File) stays(c *Change, spent *diag.List) error {
	unsaved := maps.Clone(f.workspace.Unsaved())
	for path, edits := range c.Edits {
		text, err := f.workspace.Text(path)
		if err != nil {
			return err
		}
		unsaved[path] = []byte(Apply(string(text), edits))
	}
	for from, to := range c.Moved {
		text, ok := unsaved[from]
		if !ok {
			text, _ = f.workspace.Text(from)
		}
		unsaved[from], unsaved[to] = nil, text
	}
	var found []diag.Finding
	if !spent.Account.Over() {
		after, err := f.workspace.Read(f.study.Unit, unsaved)
		if err != nil {
			return err
		}
		found = check.Pack(after, check.Settings{})
		spent.SpendAll(after.Report.Account)
	}
	for _, d := range spent.Sorted() {
		return refuse("%s: %s", d.Pos, d.Message)
	}
	f.settle()
	for _, d := range found {
		if d.Severity == diag.Note || slices.ContainsFunc(f.study.Findings,
			func(was diag.Finding) bool { return was.Code == d.Code && was.Line == d.Line }) {
			continue
		}
		return refuse("it would be wrong afterwards: %s: %s", d.Pos, d.Text())
	}
	return nil
}

// Apply makes edits in a text. A line of which they leave nothing goes.
func Apply(text string, edits []Edit) string {
	lines := strings.Split(text, "\n")
	sorted := slices.Clone(edits)
	slices.SortFunc(sorted, func(a, b Edit) int {
		if a.Line != b.Line {
			return b.Line - a.Line
		}
		return b.Column - a.Column
	})
	for _, e := range sorted {
		if e.Line < 1 || e.Line > len(lines) {
			continue
		}
		runes := []rune(lines[e.Line-1])
		from := min(max(0, e.Column-1), len(runes))
		to := min(from+e.Length, len(runes))
		lines[e.Line-1] = string(runes[:from]) + e.Text + string(runes[to:])
		if e.Length > 0 && strings.TrimSpace(lines[e.Line-1]) == "" {
			lines = slices.Delete(lines, e.Line-1, e.Line)
		}
	}
	return strings.Join(lines, "\n")
}
