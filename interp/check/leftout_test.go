package check_test

import (
	"strings"
	"testing"
)

// TestLeftOut: one card that does not say what all others of its type say has probably
// forgotten it; two are a kind of their own.
func TestLeftOut(t *testing.T) {
	row := func(id, rest string) string { return "  - {id: " + id + ", name: {en: X, fr: X}" + rest + "}\n" }
	six := ""
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		six += row(id, ", applause: 1")
	}
	troupe := change{"game.yaml", "      act: {type: mood,",
		"      troupe: {type: list, of: word, name: {en: troupe, fr: troupe}}\n      act: {type: mood,"}
	listed := row("f", ", applause: 1, troupe: [juggler, clown, a, b, c, d, e, f]") + row("g", ", applause: 1")
	for _, c := range []struct{ name, more, want string }{
		{"a place in a list", listed, `t/cards/performers.yaml:19:10: warning left-out: the card "g" has no place in ` +
			`the list of another card, as the other 8 of the type performer have`},
		{"an attribute", row("f", ""),
			`t/cards/performers.yaml:18:10: warning left-out: the card "f" has no applause, as the other 7 of the ` +
				`type performer have; an empty applause: says that it is meant`},
		{"a name", "  - {id: f, applause: 1}\n",
			`t/cards/performers.yaml:18:10: warning left-out: the card "f" has no name, as the other 7 of the type ` +
				`performer have`},
		{"two of a kind", row("f", "") + row("g", ""), ""},
		{"what is 0 is said", row("f", ", applause: 0"), ""},
		{"what is left out on purpose", row("f", ", applause: "), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := say(t, troupe,
				change{"cards/performers.yaml", "", six + c.more}); got != strings.TrimSpace(c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}
