package studio

import (
	"net/http"
	"strings"
	"testing"
)

// TestBring: a file without a table and a pack inside the program are refused with the reason, and
// nothing is written.
func TestBring(t *testing.T) {
	for _, c := range []struct {
		game, text string
		status     int
		says       string
	}{
		{"bbtm", "Name\nFox\n", http.StatusForbidden, "is inside the program or an archive; make it yours first"},
		{workshop(t), "", http.StatusUnprocessableEntity, "none.csv:1:1: there is no card in this file"},
	} {
		p := open(t, c.game, solo)
		for _, keep := range []bool{false, true} {
			status, said := p.ask(http.MethodPost, "/t/0/call/bring", map[string]any{"name": "none.csv",
				"data": []byte(c.text), "keep": keep}, nil)
			if status != c.status || !strings.Contains(string(said), c.says) {
				t.Errorf("%s: %d %s", c.game, status, said)
			}
		}
	}
}
