package reference

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarkdownOfAStranger(t *testing.T) {
	d := &Document{Title: "Hell_o* <img src=x onerror=alert(1)>\n## forged"}
	s := d.section(1, "[click](javascript:alert) `open <b>")
	s.say("# no heading `x` and a ` that is never <closed>")
	s.say("turned \u202eround \x1b[2J")
	s.code("yaml", "a `b", "```\n<script>\n")
	s.list([]string{"name"}, [][]string{{"x | y"}})
	for _, want := range []string{
		`# Hell\_o\* &lt;img src=x onerror=alert(1)> ## forged` + "\n",
		"## " + `\[click\](javascript:alert) \` + "`open &lt;b>\n",
		"\n" + `\# no heading ` + "`x` and a " + `\` + "` that is never &lt;closed>\n",
		`turned \u202eround \u001b` + "\\[2J\n",
		"`` a `b ``\n\n````yaml\n```\n<script>\n````\n",
		"| name |\n|---|\n" + `| x \| y |`,
	} {
		if got := d.Markdown(); !strings.Contains(got, want) {
			t.Errorf("there is no\n%s\nin\n%s", want, got)
		}
	}
	page := d.HTML("en")
	for _, never := range []string{"<img", "<b>", "\u202e", "\x1b"} {
		if strings.Contains(page, never) {
			t.Errorf("%q stands in the page", never)
		}
	}
}

// TestPageOfAStranger: what is printed into a page stands where it was printed, whatever
// signs of a page it holds.
func TestPageOfAStranger(t *testing.T) {
	const hostile = "# forged\n| a | b |\n|---|---|\n```sh\n## again {{.API}}"
	pages, err := (&language{}).pages()
	if err != nil {
		t.Fatal(err)
	}
	page, err := pages.New("page").Parse("# {{.}}\n\n{{.}}\n\n| x | y |\n|---|---|\n| {{.}} | {{if .}}{{.}}{{end}} " +
		"|\n\n```text {{.}}\n{{$x := .}}{{with $x}}{{.}}{{end}}\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	guard(page.Tree, page.Root)
	d := &Document{}
	if err := d.add(pages, "page", hostile); err != nil {
		t.Fatal(err)
	}
	want := []*Section{{Title: hostile, Level: 1, Anchor: d.Sections[0].Anchor, Blocks: []Block{
		{Text: hostile}, {Head: []string{"x", "y"}, Rows: [][]string{{hostile, hostile}}},
		{Name: hostile, Language: "text", Listing: hostile + "\n"},
	}}}
	if diff := cmp.Diff(want, d.Sections); diff != "" {
		t.Error(diff)
	}
}

// TestEveryLink: what the pages link to is there.
func TestEveryLink(t *testing.T) {
	d, err := New(nil, "en", nil)
	if err != nil {
		t.Fatal(err)
	}
	if page := d.Markdown(); strings.Contains(page, `\[\[`) ||
		!strings.Contains(page, "See [Changing a game without touching it](#") {
		t.Errorf("a link leads nowhere: %s", page[strings.Index(page, `\[\[`):][:80])
	}
}
