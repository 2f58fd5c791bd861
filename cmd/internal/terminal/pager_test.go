package terminal

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/scripts"
)

// TestPager: a terminal that is too low for the table and the question gets them through the
// user's pager when it asks for them, and where there is none as they are; messages that were
// printed before stand under them.
func TestPager(t *testing.T) {
	pack.Register(cards.Files, scripts.Files)
	p, err := interp.Load("bbtm", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 4, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	d, out := g.Open(), &bytes.Buffer{}
	seat := d.Seat

	a := answering{prompter: newPrompter(t.Context(), command.Host{In: strings.NewReader(""), Out: out}, "en")}
	a.scene = scene.NewComposer(table.Compiled, table.Speaker("en")).Scene(
		scene.Input{View: view.Of(g.Position(), seat), Question: view.Asked(g.Position(), d, seat)})
	a.menu = screen.NewMenu(a.scene.Ask)
	var want strings.Builder
	for _, l := range a.screen.Draw(a.scene, a.menu) {
		want.WriteString(l.Text + "\n")
	}
	asks := func() string {
		out.Reset()
		if !a.look("look") {
			t.Fatal("look is no word")
		}
		return out.String()
	}
	if got := asks(); got != want.String() {
		t.Errorf("without a terminal:\n%s", got)
	}
	a.terminal, err = os.Create(filepath.Join(t.TempDir(), "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.terminal.Close()
	a.height = 24
	paged := func() string {
		got, err := os.ReadFile(a.terminal.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	t.Setenv("PAGER", "sort -r")
	if _, err := exec.LookPath("sort"); err == nil {
		lines := strings.SplitAfter(want.String(), "\n")
		if got := asks(); got != "" || len(paged()) != want.Len() || strings.HasPrefix(paged(), lines[0]) {
			t.Errorf("%q is printed, and the pager shows\n%s", got, paged())
		}
	}
	t.Setenv("PAGER", "there-is-no-such-pager")
	if got := asks(); got != want.String() {
		t.Errorf("without a pager:\n%s", got)
	}
	t.Setenv("PAGER", "sort -r")
	a.height = 1000
	if got := asks(); got != want.String() {
		t.Errorf("on a high terminal:\n%s", got)
	}
	a.height = 24
	a.Err = &recent{Writer: &bytes.Buffer{}}
	for i := range 30 {
		fmt.Fprintf(a.Err, "line %d\n", i)
	}
	out.Reset()
	if a.show(); !strings.HasSuffix(out.String(),
		"\nline 0\nline 1\nline 2\nline 3\n…\nline 27\nline 28\nline 29\n") {
		t.Errorf("the first and the last lines of what was printed do not stand under the table:\n%s", out)
	}
}
