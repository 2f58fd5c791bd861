package scaffold_test

import (
	"errors"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// read checks the files of a start.
func read(t *testing.T, files fstest.MapFS) *interp.Pack {
	t.Helper()
	s, err := pack.FromFS(files, "started")
	if err != nil {
		t.Fatal(err)
	}
	r := interp.ReadSource(s)
	for _, d := range check.Pack(r, check.Settings{}) {
		if d.Severity != diag.Note {
			t.Errorf("%s: %s", d.Pos, d.Text())
		}
	}
	p, err := r.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func add(files fstest.MapFS, plan *scaffold.Plan) {
	for _, f := range plan.Files {
		files[f.Path] = &fstest.MapFile{Data: []byte(f.Text)}
	}
}

// TestPack: every start of a game reads without a finding, and a card that is started in it
// does, too.
func TestPack(t *testing.T) {
	for _, like := range append(scaffold.Genres(), "", scaffold.Empty) {
		plan, err := scaffold.Pack("my_game", like)
		if err != nil {
			t.Fatal(err)
		}
		files := fstest.MapFS{}
		add(files, plan)
		p := read(t, files)
		if like == scaffold.Empty { // where there is no type of cards yet
			continue
		}
		if plan, err = scaffold.Card("new_card", scaffold.Look{}, p); err != nil {
			t.Fatalf("%q: %v", like, err)
		}
		add(files, plan)
		if _, ok := read(t, files).Compiled.Defs["new_card"]; !ok {
			t.Errorf("%q: the card that was started is not in the game", like)
		}
	}
}

// TestNames: names that are misspelt or taken are refused.
func TestNames(t *testing.T) {
	plan, err := scaffold.Pack("my_game", "")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	add(files, plan)
	p := read(t, files)
	var refused *scaffold.NameError
	for _, start := range []func() error{
		func() error { _, err := scaffold.Pack("My Game", ""); return err },
		func() error { _, err := scaffold.Pack("my_game", "chess and more"); return err },
		func() error { _, err := scaffold.Card("2 cards", scaffold.Look{}, p); return err },
		func() error { _, err := scaffold.Card(p.Compiled.Pack.Defs[0].ID, scaffold.Look{}, p); return err },
		func() error { _, err := scaffold.Trigger(p.Compiled.Pack.Triggers[0].Name, p); return err },
	} {
		if err := start(); !errors.As(err, &refused) {
			t.Errorf("a start is refused with %v", err)
		}
	}
}
