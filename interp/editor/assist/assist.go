// Package assist answers what an editor asks about a place in a file of a pack:
// what could stand there, what it means, where it is declared, who uses it, what
// is wrong with it and how to mend that.
//
// What may be written in YAML comes from the registry in keyword and from the
// compiled game, by package lexicon; what scripts know of their values from the inference of the
// checker; what a thing is from explain; what a scenario may answer from the game
// that it plays. Nothing of this is known here a second time.
//
//	assist.go     a file in its pack, and what is asked of it
//	tree.go       a YAML file with what may stand at each place
//	cursor.go     a YAML file in which something is being typed
//	complete.go   what could be written; live.go what a scenario could answer
//	lua.go        the same for scripts
//	about.go      what a thing is
//	uses.go       where things are named; rename.go giving another name
//	symbols.go    what a file and a pack hold
//	fixes.go      mending what is wrong; mend.go all that is wrong in a pack
//
// Places are those of package diag: lines and columns from 1, columns in
// characters.
package assist

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// File is a file of a pack together with an analysis of the game.
type File struct {
	workspace *workspace.Workspace
	path      string
	// shown is the file as findings name it.
	shown string
	place workspace.Place
	study *workspace.Study
	text  string
	lines []string
	kind  string
	known *lexicon.Lexicon
}

// Open opens a file of a pack for questions; ok is false for one that is of none.
func Open(w *workspace.Workspace, path string) (f *File, ok bool) {
	f = &File{workspace: w, path: path, shown: filepath.ToSlash(path)}
	text, err := w.Text(path)
	if err != nil {
		return nil, false
	}
	f.text = string(text)
	f.lines = strings.Split(f.text, "\n")
	f.place, ok = w.Locate(path)
	if !ok && !looksLikeScenario(f.text) {
		return nil, false
	}
	if shown, carried := w.InCarried(path); carried {
		f.shown = shown
	}
	f.kind = f.kindOf(ok)
	unit := f.place.Unit
	if f.kind == "scenario" {
		unit, ok = scenarioUnit(path, f.lines)
		if !ok {
			return nil, false
		}
	}
	f.study = w.Latest(unit)
	if f.study == nil || f.study.Err != nil || f.study.Reading == nil {
		return nil, false
	}
	return f, true
}

// settle takes the analysis of the present text, for features that depend on places in a
// script.
func (f *File) settle() {
	if s := f.workspace.Study(f.study.Unit); s.Err == nil {
		f.study = s
	}
}

// readable is the file with its latest analysed text, and the line of that text for a
// present line; ok is false for a new line.
func (f *File) readable(line int) (*File, int, bool) {
	f.settle()
	text, broken := f.study.Good(f.path)
	if !broken {
		return f, line, true
	}
	other := *f
	other.text = text
	other.lines = strings.Split(text, "\n")
	other.known = nil
	line, ok := f.study.Then(f.path, line)
	return &other, line, ok
}

// kindOf is the kind of the file (see walk.KindOf), "lua" for a script.
func (f *File) kindOf(placed bool) string {
	if filepath.Ext(f.path) == ".lua" {
		return "lua"
	}
	if k := walk.KindOf(f.place.Path, f.place.Overlay); placed && k != nil {
		return k.Name
	}
	if looksLikeScenario(f.text) {
		return "scenario"
	}
	return ""
}

func looksLikeScenario(text string) bool {
	return strings.HasPrefix(text, "game:") || strings.Contains(text, "\ngame:")
}

// scenarioUnit is the game that a scenario file names, and its overlays; it is read
// by line, as the file may be broken.
func scenarioUnit(path string, lines []string) (workspace.Unit, bool) {
	beside := func(name string) string {
		if strings.HasPrefix(name, ".") {
			return filepath.Join(filepath.Dir(path), name)
		}
		return name
	}
	game := ""
	var overlays []string
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "game:"); ok {
			game = beside(scalarIn(rest))
		}
		if rest, ok := strings.CutPrefix(line, "pack:"); ok {
			for name := range strings.SplitSeq(strings.Trim(strings.TrimSpace(rest), "[]"), ",") {
				name = scalarIn(name)
				if name != "" {
					overlays = append(overlays, beside(name))
				}
			}
		}
	}
	return workspace.NewUnit(game, overlays...), game != ""
}

// scalarIn is the scalar that the rest of a line holds.
func scalarIn(rest string) string {
	rest, _, _ = strings.Cut(rest, " #")
	return strings.Trim(strings.TrimSpace(rest), `"'`)
}

// line is a line of the file, from 1.
func (f *File) line(number int) []rune {
	if number < 1 || number > len(f.lines) {
		return nil
	}
	return []rune(strings.TrimSuffix(f.lines[number-1], "\r"))
}

// lexicon knows what may stand in the file.
func (f *File) lexicon() *lexicon.Lexicon {
	if f.known == nil || f.known.Compiled != f.study.Reading.Compiled {
		f.known = &lexicon.Lexicon{Compiled: f.study.Reading.Compiled, Headers: f.study.Reading.Compiled.Headers,
			Overlay: f.kind == "overlay"}
	}
	return f.known
}

// tree reads the file as it stands, with what may stand at its places.
func (f *File) tree() tree { return f.shaped(source.Read(f.shown, []byte(f.text), &diag.List{})) }

func (f *File) shaped(top *source.Node) tree {
	lex := *f.lexicon()
	lex.Defaults = top.Get("defaults")
	var types []keyword.Type
	if kind := walk.KindNamed(f.kind); kind != nil {
		types = kind.Types
	}
	return tree{top, &lex, types}
}

// nameAt finds the name at a place of a YAML file.
func (f *File) nameAt(line, column int) (yamlName, bool) { return f.tree().at(line, column) }

// IsScenario reports whether the file holds scenarios.
func (f *File) IsScenario() bool { return f.kind == "scenario" }

// CheckScenario returns the mistakes in the scenarios of the file; for spent see
// scenario.Cache.CheckFile.
func (f *File) CheckScenario(ctx context.Context, spent *diag.List) []diag.Finding {
	return f.study.Scenarios().CheckFile(ctx, f.shown, []byte(f.text), spent)
}

// Run plays the scenarios of the file, as it stands, whose "file: name" matches; for spent see
// scenario.Config.
func (f *File) Run(ctx context.Context, which *regexp.Regexp, spent *diag.List) ([]*scenario.Result, error) {
	text := func(string) ([]byte, error) { return []byte(f.text), nil }
	return scenario.Run(ctx, []string{f.path},
		scenario.Config{Run: which, Load: f.study.Load, Text: text, Spent: spent})
}
