package host

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// followed is when a link was followed last.
func followed(t *testing.T, link string) syscall.Timespec {
	t.Helper()
	info, err := os.Lstat(link)
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t).Atim
}

// TestPathsOfGuests: what a client gives for an option is never looked for on the disk of the server, be
// it a list of a deck or a squad; a list as text is played, and after a restart too.
func TestPathsOfGuests(t *testing.T) {
	duel := t.TempDir()
	plan, err := scaffold.Pack("mine", "duel")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, f := range plan.Files {
		files[f.Path] = &fstest.MapFile{Data: []byte(f.Text)}
	}
	if err := os.CopyFS(duel, files); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "list.txt")
	if err := os.WriteFile(file, []byte("3 Bear\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := func(name string) (path string) {
		path = filepath.Join(folder, name)
		if err := os.Symlink(file, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	watched := link("watched")
	before := followed(t, watched)
	if _, err := os.Stat(watched); err != nil {
		t.Fatal(err)
	}
	if followed(t, watched) == before {
		t.Log("this file system does not tell when links are followed")
	}
	served := t.TempDir()
	s := serve(t, served, duel, "football-champions")
	post := func(game, option, value string) (int, string) {
		body, err := json.Marshal(newTable{Game: game, Options: map[string]string{option: value}})
		if err != nil {
			t.Fatal(err)
		}
		status, text, _ := s.ask("POST", "/tables", string(body), s.asHost)
		return status, string(text)
	}
	for _, c := range []struct{ game, option, value string }{
		{duel, "deck", link("list")},
		{duel, "deck", link("list.txt.txt")},
		{duel, "deck", link("a:1")},
		{duel, "deck", "starter," + link("list of mine.txt")},
		{"football-champions", "squads", link("squad.yaml")},
		{"football-champions", "squads", "iron_vale," + link("other.yaml")},
	} {
		path := c.value[strings.Index(c.value, "/"):]
		before := followed(t, path)
		status, text := post(c.game, c.option, c.value)
		if status != 422 || strings.Contains(text, "game:") || followed(t, path) != before {
			t.Errorf("%s: %d %s", c.value, status, text)
		}
	}
	_, text := post(duel, "deck", "1 Nobody")
	if !strings.Contains(text, `deck list 1:1:3: there is no card \"Nobody\"`) {
		t.Error(text)
	}
	list := ""
	for _, name := range []string{"Wolf", "bear", "viper", "archer", "herald", "fireball", "balm"} {
		list += "3 " + name + "\n"
	}
	body, err := json.Marshal(newTable{Game: duel, Options: map[string]string{"deck": list}})
	if err != nil {
		t.Fatal(err)
	}
	_, guests, _ := s.begin(string(body))
	if playOn(t, guests, 5) == 0 {
		t.Error("nobody is asked")
	}
	was := guests[0].frame()
	s.stop()
	guests[0].served = serve(t, served, duel)
	if now := guests[0].frame(); now.ID != was.ID {
		t.Error(now.ID, was.ID)
	}
}
