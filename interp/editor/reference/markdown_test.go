package reference

import (
	"strings"
	"testing"
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
