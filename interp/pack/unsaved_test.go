package pack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestUnsaved: text of an editor stands in place of files, in a mod and in the game
// below it: changed, new and deleted ones.
func TestUnsaved(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range base {
		write("game/"+name, text)
	}
	write("mod/pack.yaml", "id: mod\nversion: 2.0.0\napi: 1\nextends: ../game\n")
	write("mod/cards/c.yaml", "patch: [{id: ant, power: 8}]\n")
	power := func(u Unsaved) (int, string) {
		s, err := u.Open(at("mod"), nil)
		if err != nil {
			t.Fatal(err)
		}
		var report diag.List
		l := Load(s, nil, "", nil, &report)
		if ant := card(l, "ant"); ant != nil {
			return ant.Values[0].Value.Number, lines(&report)
		}
		return 0, lines(&report)
	}
	if n, said := power(nil); n != 8 || said != "" {
		t.Error(n, said)
	}
	if n, said := power(Unsaved{at("mod/cards/c.yaml"): []byte("patch: [{id: ant, power: 9}]\n")}); n != 9 ||
		said != "" {
		t.Error(n, said)
	}
	below, _ := power(Unsaved{at("mod/cards/c.yaml"): nil})
	if n, said := power(Unsaved{at("mod/cards/c.yaml"): nil,
		at("mod/cards/d.yaml"): []byte("patch: [{id: ant, power: 3}]\n"), at("mod/cards/.d.yaml"): []byte("nonsense"),
		at("mod/notes.md"): []byte("nonsense")}); n != 3 || n == below || said != "" {
		t.Error(n, said)
	}
	deleted := Unsaved{}
	for name := range base {
		if strings.HasPrefix(name, "cards/") {
			deleted[at("game/"+name)] = nil
		}
	}
	if n, said := power(deleted); n != 0 {
		t.Errorf("the game below still has its cards: %s", said)
	}
	if _, err := (Unsaved{at("mod/pack.yaml"): nil}).Open(at("mod"), nil); err == nil {
		t.Error("opened a pack whose manifest is deleted")
	}
}
