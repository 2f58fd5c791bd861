package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/scripts"
)

// TestPager: what a page of 24 lines leaves out comes page by page, with more or with
// Enter; behind the last page more begins anew, and Enter is an answer again.
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

	a := answering{prompter: newPrompter(command.Host{In: strings.NewReader(""), Out: out}, "en")}
	a.screen.Height = screen.Height
	a.scene = scene.NewComposer(table.Compiled, table.Speaker("en")).Scene(
		scene.Input{View: view.Of(g.Position(), seat), Question: view.Asked(g.Position(), d, seat)})
	a.menu = screen.NewMenu(a.scene.Ask)
	next := func(line string) (string, bool) {
		out.Reset()
		page := a.more(line)
		return out.String(), page
	}
	a.show()
	if n := strings.Count(out.String(), "\n"); n > screen.Height {
		t.Errorf("the first page has %d lines:\n%s", n, out)
	}
	whole := ""
	for _, line := range []string{"", "more"} {
		page, is := next(line)
		if n := strings.Count(page, "\n"); !is || n > screen.Height {
			t.Errorf("%q: %t, %d lines:\n%s", line, is, n, page)
		}
		whole += strings.TrimPrefix(page, "\n")
	}
	var want strings.Builder
	for _, l := range a.screen.All(a.scene, a.menu) {
		want.WriteString(l.Text + "\n")
	}
	if whole != want.String() {
		t.Errorf("the pages are\n%s\nnot\n%s", whole, &want)
	}
	if page, is := next(""); is || page != "" {
		t.Errorf("Enter behind the last page: %q", page)
	}
	if page, is := next("more"); !is || !strings.HasPrefix(whole, strings.TrimPrefix(page, "\n")) {
		t.Errorf("more behind the last page: %q", page)
	}
	a.scene.Ask.Kind, a.scene.Ask.Min = engine.PickSome, 0
	if page, is := next(""); is {
		t.Errorf("Enter where it says none: %q", page)
	}
	a.scene.Ask.Kind = engine.PickOne
	a.Err = &recent{Writer: &bytes.Buffer{}}
	for i := range 30 {
		fmt.Fprintf(a.Err, "line %d\n", i)
	}
	out.Reset()
	if a.show(); !strings.HasSuffix(out.String(), "\nline 2\nline 3\n…\nline 27\nline 28\nline 29\n") ||
		strings.Count(out.String(), "\n") > screen.Height || a.screen.Height != screen.Height {
		t.Errorf("the first and the last lines of what was printed do not stand under the table:\n%s", out)
	}
	a.screen.Height = 0
	if a.show(); len(a.rest) != 0 {
		t.Errorf("without a terminal %d lines are kept back", len(a.rest))
	}
}
