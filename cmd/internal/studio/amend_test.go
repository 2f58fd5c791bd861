package studio

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAmend changes a card of the game below in one's overlay, as the page does: shown first, then written where the
// file is still the one that was shown, kept as a revision, and never in the program.
func TestAmend(t *testing.T) {
	dir := workshop(t)
	p := open(t, dir, solo)
	ask := func(path, was, text, digest string) (int, string) {
		status, said := p.ask(http.MethodPost, "/t/0/call/"+path, map[string]any{"name": "orc_blitzer", "field": "name",
			"was": was, "text": text, "digest": digest}, nil)
		return status, string(said)
	}
	if status, said := ask("amended", "Orc Blitzer", "Old: Orc", ""); status != http.StatusOK ||
		!strings.Contains(said, `"title":"Old: Orc"`) {
		t.Fatalf("shown: %d %.200s", status, said)
	}
	if status, said := ask("amended", "Another", "Old: Orc", ""); status != http.StatusConflict {
		t.Errorf("a value that has changed: %d %.200s", status, said)
	}
	if status, said := ask("amend", "Orc Blitzer", "Old: Orc", "0"); status != http.StatusConflict ||
		!strings.Contains(said, "was changed elsewhere meanwhile; nothing was written") {
		t.Errorf("a file that has changed: %d %.200s", status, said)
	}
	var file struct{ Digest, File string }
	if err := json.Unmarshal(p.post("/t/0/call/amended", map[string]any{"name": "orc_blitzer", "field": "name",
		"was": "Orc Blitzer", "text": "Orc Blitzer"}), &file); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(file.File) // the file may be a new one
	if status, said := ask("amend", "Orc Blitzer", "Old: Orc", file.Digest); status != http.StatusOK {
		t.Fatalf("written: %d %.200s", status, said)
	}
	after, err := os.ReadFile(file.File)
	if err != nil || !strings.Contains(string(after), `name: {en: "Old: Orc"}`) ||
		len(before) == 0 && !strings.HasPrefix(string(after), "patch:\n") {
		t.Errorf("%s: %v\n%s", file.File, err, after)
	}
	if within, err := filepath.Rel(dir, file.File); err != nil || strings.HasPrefix(within, "..") {
		t.Errorf("%s is written", file.File)
	}
	shipped := open(t, "bbtm", solo)
	status, said := shipped.ask(http.MethodPost, "/t/0/call/amended", map[string]any{"name": "orc_blitzer",
		"field": "name", "was": "Orc Blitzer", "text": "X"}, nil)
	if status != http.StatusForbidden ||
		!strings.Contains(string(said), "is inside the program or an archive; make it yours first") {
		t.Errorf("a shipped pack: %d %s", status, said)
	}
}
