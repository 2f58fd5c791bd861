package terminal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// TestCurtainOnATerminal: the screen is cleared before the next person looks, who
// is waited for; whoever looks may take his answer back instead.
func TestCurtainOnATerminal(t *testing.T) {
	// A pack in which drawing is told.
	plan, err := scaffold.Pack("variety", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, f := range plan.Files {
		text := strings.Replace(f.Text, "prompt.perform:",
			"move.deck.hand: \"{seat} draws {card}\"\nprompt.perform:", 1)
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join("variety", f.Path)), 0o755),
			os.WriteFile(filepath.Join("variety", f.Path), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	p := Params{Format: "text", Seed: rng.Seed{Low: 5}, Game: command.Game{Lang: "en"}}
	loaded, _, err := p.Game.Load("variety")
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.table(loaded, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	// Enter, why, undo, of which there is nothing, Juggler, undo, Singer, Enter, Enter, quit.
	in := strings.NewReader("\nwhy\nundo\n2\nundo\n3\n\n\nquit\n")
	host := command.Host{In: in, Out: sanitize.NewWriter(&out), Err: &recent{Writer: &errs}}
	c := &console{Host: host, params: p, ctx: t.Context()}
	if err := c.begin(play.From(table), []string{play.Human, play.Human}); err != nil {
		t.Fatal(err)
	}
	c.prompt.echoes, c.prompt.height = true, 60
	if err := c.run(); err != errLeft {
		t.Fatal(err)
	}
	const hide = "\nNext is Seat 2. Enter hides this, undo takes your answer back: "
	shown := out.String()
	if n := strings.Count(shown, "the rules at setup.deal"); n != 2 {
		t.Errorf("%d times told why, not once more under the table that is drawn anew:\n%s", n, shown)
	}
	for _, want := range []string{
		clearScreen + "Seat 1: press Enter when only you are looking. Seat 1 draws Clown\n",
		"Seat 1 brings Juggler on stage\n  Seat 1 stands at 2\n" + hide + "back at decision 1\n",
		"Seat 1 brings Singer on stage\n  Seat 1 stands at 3\n" + hide + clearScreen +
			"Seat 2: press Enter when only you are looking. Seat 1 draws a card\n",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%q", want, shown)
		}
	}
	if strings.Contains(shown[strings.LastIndex(shown, clearScreen):], "Juggler on stage") {
		t.Errorf("seat 2 reads what was taken back:\n%s", shown)
	}
}

// TestStartLine: a seed that was drawn is told only where no person plays.
func TestStartLine(t *testing.T) {
	drawn := rng.Seed{Low: 2, Drawn: rng.Drawn{High: 1}}
	for _, test := range []struct {
		seed  rng.Seed
		seats []string
		want  string
	}{
		{rng.Seed{Low: 7}, []string{"human", "random"}, "Ants, 2 seats, seed 7"},
		{drawn, []string{"human", "random"}, "Ants, 2 seats"},
		{drawn, []string{"random", "random"}, "Ants, 2 seats, seed " + drawn.String()},
	} {
		p := Params{Seed: test.seed, Game: command.Game{Lang: "en"}}
		if got := startLine("Ants", test.seats, p); got != test.want {
			t.Errorf("%v: %q", test.seats, got)
		}
	}
}
