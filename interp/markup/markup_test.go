package markup_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/interp/markup"
)

// drawn writes pieces down: bold as <text>, italic as /text/, an icon as its name in angles.
func drawn(text string) string {
	var b strings.Builder
	for _, p := range markup.Parse(text) {
		b.WriteString(map[markup.Break]string{markup.Line: "|", markup.Paragraph: "||", markup.Item: "*"}[p.Break])
		switch one := p.Text; {
		case p.Name != "":
			fmt.Fprintf(&b, "[%s]", p.Name)
		case p.Bold && p.Italic:
			fmt.Fprintf(&b, "</%s/>", one)
		case p.Bold:
			fmt.Fprintf(&b, "<%s>", one)
		case p.Italic:
			fmt.Fprintf(&b, "/%s/", one)
		default:
			b.WriteString(one)
		}
	}
	return b.String()
}

// TestParse: marks are marks at the edges of words and where they are closed; all else stays.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		"Draw.":                             "Draw.",
		"**Quick:** act _twice_.":           "<Quick:> act /twice/.",
		"**a _b_ c**":                       "<a ></b/>< c>",
		"see rules_v2 and a_b_c":            "see rules_v2 and a_b_c",
		"(_twice_)":                         "(/twice/)",
		"_rules_v2_":                        "/rules_v2/",
		"2 ** 3 ** 4, 2**3, **open":         "2 ** 3 ** 4, 2**3, **open",
		"__init__ and **** and _ _ and * *": "__init__ and **** and _ _ and * *",
		"Draw.\n\nThen discard.\n- or pass\n- or {sun}\nEnd": "Draw.||Then discard.*or pass*or [sun]||End",
		"a\r\nb\n\n\n\nc\n":       "a|b||c",
		"{sun}{moon} {} {a{b} }{": "[sun][moon] {} {a[b] }{",
		"-1 ⚔️ +1/+1\n-2":         "-1 ⚔️ +1/+1|-2",
		"**{sun} now**":           "[sun]< now>",
		"_שלום_, **世界**。":         "/שלום/, <世界>。",
		"**a\nb**":                "**a|b**",
	} {
		if got := drawn(text); got != want {
			t.Errorf("%q is %s, not %s", text, got, want)
		}
	}
}

// TestPlain: the terminal shows what is written without the marks.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"**Quick:** act _twice_ {sun}.":     "Quick: act twice {sun}.",
		"Draw.\n\nThen discard.\n- or pass": "Draw.\n\nThen discard.\n- or pass",
		"- a\n- b":                          "- a\n- b",
		"rules_v2":                          "rules_v2",
		"one\ntwo":                          "one\ntwo",
		"* a *":                             "* a *",
	} {
		if got := markup.Plain(text); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}

// FuzzParse: whatever is written, no letter is lost but the marks, and no work is lost on it.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"**a** _b_ {c}\n- d", strings.Repeat("**a **", 700), strings.Repeat("_a _", 700),
		strings.Repeat("{", 4000), strings.Repeat("*_", 2000), "\xff**\xfe_", "- \n- \n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		begun := time.Now()
		var all strings.Builder
		for _, p := range markup.Parse(text) {
			if p.Text == "" {
				t.Fatalf("%q has an empty piece", text)
			}
			all.WriteString(p.Text)
		}
		if took := time.Since(begun); took > 100*time.Millisecond {
			t.Errorf("%q took %s", text, took)
		}
		letters := strings.NewReplacer("*", "", "_", "", "\n", "", "\r", "", " ", "", "\t", "", "-", "")
		white := func(s string) string { return strings.Join(strings.Fields(letters.Replace(s)), "") }
		if white(all.String()) != white(text) {
			t.Errorf("%q became %q", text, all.String())
		}
		if again := markup.Plain(markup.Plain(text)); len(again) > len(text)+8 {
			t.Errorf("%q grows to %q", text, again)
		}
	})
}
