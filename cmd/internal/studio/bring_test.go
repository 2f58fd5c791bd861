package studio

import (
	"net/http"
	"strings"
	"testing"
)

// TestBring: a file without a table and a pack inside the program are refused with the reason, and
// nothing is written. The reason is in the language of the page.
func TestBring(t *testing.T) {
	for _, c := range []struct {
		game, lang, text string
		status           int
		says             string
	}{
		{"bbtm", "en", "Name\nFox\n", http.StatusForbidden, "is inside the program or an archive; make it yours first"},
		{workshop(t), "en", "", http.StatusUnprocessableEntity, "none.csv:1:1: there is no card in this file"},
		{workshop(t), "fr", "", http.StatusUnprocessableEntity, "none.csv:1:1: il n’y a pas de carte dans ce fichier"},
	} {
		p := open(t, c.game, solo)
		for _, keep := range []bool{false, true} {
			status, said := p.ask(http.MethodPost, "/t/0/call/bring?lang="+c.lang, map[string]any{"name": "none.csv",
				"data": []byte(c.text), "keep": keep}, nil)
			if status != c.status || !strings.Contains(string(said), c.says) {
				t.Errorf("%s: %d %s", c.game, status, said)
			}
		}
	}
}
