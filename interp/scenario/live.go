package scenario

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Live is a scenario as a game to play on: it stands where the scenario begins,
// or behind some of its answers.
type Live struct {
	*Book
	Game *engine.Game
	Case *Case
	from int
}

// Open reads a scenario of a file and plays its answers up to a line (0: none of
// them). Of several scenarios in the file the line says which is meant; without
// one it is the first. What the scenario does not script is random from the seed.
func Open(path string, line int, seed uint64) (*Live, error) {
	c, err := caseAt(path, line)
	if err != nil {
		return nil, err
	}
	book, err := NewShelf().Book(c)
	if err != nil {
		return nil, err
	}
	m, err := book.Machine()
	if err != nil {
		return nil, err
	}
	open := *c
	if open.Given == nil && open.Strict {
		open.Given = &source.Node{Kind: source.Map, Pos: c.Pos}
	}
	if open.Strict {
		open.Random, open.Strict = seed, false
	}
	r := newRunner(book, &open, mode{})
	r.lines = max(line, c.Pos.Line)
	if err := errors.Join(r.begin(book.Setup(m, seed)), r.names()); err != nil {
		return nil, placed(err)
	}
	if line > 0 {
		if err := r.play(); err != nil {
			return nil, placed(err)
		}
		if r.failed != nil {
			return nil, fmt.Errorf("%s: %w", r.failedAt, r.failed)
		}
	}
	return &Live{Book: book, Game: r.g, Case: c, from: r.g.Checkpoint()}, nil
}

// placed puts the places of faults before their texts.
func placed(err error) error {
	var all faults
	for _, one := range flatten(err) {
		if f, ok := one.(*fault); ok {
			text := fmt.Sprintf("%s: %s", f.pos, f.message)
			if f.hint != "" {
				text += fmt.Sprintf("; did you mean %q?", f.hint)
			}
			one = errors.New(text)
		}
		all.add(one)
	}
	return all.err()
}

func caseAt(path string, line int) (*Case, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	report := &diag.List{}
	f := Read(filepath.ToSlash(path), data, report)
	var found *Case
	for _, c := range f.Cases {
		if found == nil || c.Pos.Line <= line {
			found = c
		}
	}
	if found != nil {
		for _, d := range found.Findings {
			report.Add(d)
		}
	}
	if report.HasErrors() {
		d := report.Sorted()[0]
		return nil, fmt.Errorf("%s: %s", d.Pos, d.Text())
	}
	if found == nil {
		return nil, fmt.Errorf("%s holds no scenario", path)
	}
	return found, nil
}

// Write writes what was played since the scenario was opened as a scenario that
// passes.
func (l *Live) Write(name string) (string, error) {
	return l.Book.Write(l.Game, Tale{
		Name: name, Game: l.Case.Game, Packs: l.Case.Packs, Seats: l.Layout.Seats, Options: l.Case.Options, From: l.from,
	})
}
