package assist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/reference"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/editor/schema"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// TestNewField adds a row to a record of the registry and finds it in check, in the
// completion, in what it says under the mouse, in the JSON Schema and in the reference.
func TestNewField(t *testing.T) {
	zone := keyword.Lookup("zone")
	fields := zone.Fields
	t.Cleanup(func() { zone.Fields = fields })
	const doc = "Which weather the cards of the zone bear."
	zone.Fields = append(fields[:len(fields):len(fields)], keyword.Field{Name: "weather", Doc: doc,
		Type: keyword.Type{Kind: keyword.Choice, Words: []string{"rain", "sun"}}})

	plan, err := scaffold.Pack("variety", "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range plan.Files {
		path := filepath.Join(dir, f.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "game.yaml")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const deck = "deck: {of: seat, ordered: true, seen: nobody"
	write := func(more string) string {
		text := strings.Replace(string(before), deck, deck+more, 1)
		if text == string(before) {
			t.Fatal("game.yaml declares the deck in another way")
		}
		return text
	}

	if err := os.WriteFile(path, []byte(write(", weather: snow")), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := interp.Read(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	for _, d := range r.Report.Sorted() {
		said += d.Text() + "\n"
	}
	if want := `"weather" cannot be "snow"`; !strings.Contains(said, want) {
		t.Errorf("check says %q, not %s", said, want)
	}

	if err := os.WriteFile(path, []byte(write(", weather: sun")), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	w := workspace.New(dir)
	ask := func(more string, about func(f *File, line, column int) string) string {
		text := write(more)
		w.Put(path, []byte(text))
		f, ok := Open(w, path)
		if !ok {
			t.Fatal("the file does not open")
		}
		at := strings.Index(text, deck+more) + len(deck+more)
		return about(f, strings.Count(text[:at], "\n")+1, at-strings.LastIndex(text[:at], "\n"))
	}
	offered := func(f *File, line, column int) string {
		all := ""
		for _, item := range f.Complete(t.Context(), line, column).Items {
			all += item.Label + ": " + item.Doc + "\n"
		}
		return all
	}
	hover := func(f *File, line, column int) string {
		text, _, _ := f.Hover(line, column-len("ther: sun"))
		return text
	}
	for _, test := range []struct {
		more  string
		about func(f *File, line, column int) string
		want  string
	}{
		{", wea", offered, "weather: " + doc}, {", weather: ", offered, "rain: \nsun: "},
		{", weather: sun", hover, "**weather**: " + doc},
	} {
		if got := ask(test.more, test.about); !strings.Contains(got, test.want) {
			t.Errorf("behind %q there is %q, not %q", test.more, got, test.want)
		}
	}

	text, err := schema.Write(walk.KindOf("game.yaml", false), p.Compiled)
	if err != nil || !strings.Contains(string(text), doc) || !strings.Contains(string(text), `"rain"`) {
		t.Error("the schema does not have it", err)
	}
	pages, err := reference.New([]*interp.Pack{p}, "en", nil)
	if err != nil || !strings.Contains(pages.Markdown(), doc) {
		t.Error("the reference does not have it", err)
	}
}
