package adopt

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChangedSheet replaces a sheet: the map stays, a row above changes no id, what is gone is told,
// changes beside the sheet hold until it says a third thing.
func TestChangedSheet(t *testing.T) {
	dir := t.TempDir()
	take := func(text string) *Plan {
		t.Helper()
		request := Request{Name: "foxes.csv", Data: []byte(text), ID: "foxes", Language: "en"}
		if _, err := os.Stat(filepath.Join(dir, "pack.yaml")); err == nil {
			request.Into = read(t, dir)
		}
		plan, err := Read(request)
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, plan)
		return plan
	}
	take("Name,Cost\nFox,1\nOwl,2\n")
	edits := "- {id: fox, field: cost, was: \"1\", now: \"7\"}\n"
	if err := os.WriteFile(filepath.Join(dir, "cards/foxes.edits.yaml"), []byte(edits), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := cards(t, read(t, dir)); got != "fox (Fox) cost=7; owl (Owl) cost=2" {
		t.Error(got)
	}
	plan := take("Name,Cost,New\nElk,3,x\nFox,1,y\nOwls,2,z\n")
	if len(plan.Changes) != 1 || len(plan.Notes) != 1 || plan.Notes[0].Args["card"] != "owl" ||
		plan.Notes[0].Args["near"] != "owls" {
		t.Errorf("%+v", plan)
	}
	r := read(t, dir)
	if got := cards(t, r) + "; " + said(r); got !=
		"elk (Elk) cost=3; fox (Fox) cost=7; owls (Owls) cost=2; 1:11 unknown-column" {
		t.Error(got)
	}
	take("Name,Cost,New\nFox,5,y\n")
	if got := said(read(t, dir)); got != "1:11 unknown-column, 1:41 edit-and-sheet" {
		t.Error(got)
	}
	take("Name,Cost,New\nFox,7,y\n")
	if got := said(read(t, dir)); got != "1:11 unknown-column" {
		t.Error(got)
	}
}

// TestInto takes a sheet into a pack that is there: what it declares is used, the rest is written
// into its game file; in an overlay the rows may change cards.
func TestInto(t *testing.T) {
	dir := t.TempDir()
	first, err := Read(Request{Name: "a.csv", Data: []byte("Name,Cost\nFox,1\n"), ID: "a", Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, first)
	second, err := Read(Request{Name: "b.csv", Data: []byte("Name,Cost,Suit\nElk,2,red\nYak,2,red\nGnu,x,blue\n" +
		"Emu,2,blue\n"), Into: read(t, dir), Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, second)
	r := read(t, dir)
	if got := cards(t, r); got != "fox (Fox) cost=1; elk (Elk) cost=2 suit=red; yak (Yak) cost=2 suit=red; "+
		"gnu (Gnu) suit=blue; emu (Emu) cost=2 suit=blue" {
		t.Error(got, said(r))
	}
	over := filepath.Join(dir, "overlays", "dear")
	if err := os.MkdirAll(over, 0o755); err != nil {
		t.Fatal(err)
	}
	manifest := "id: dear\nversion: 0.1.0\napi: 3\nextends: ../..\n"
	if err := os.WriteFile(filepath.Join(over, "pack.yaml"), []byte(manifest), 0o644); err != nil {
		t.Fatal(err)
	}
	patch, err := Read(Request{Name: "costs.csv", Data: []byte("Name,Cost\nFox,9\nGnu,4\n"), Into: read(t, over),
		Language: "en", Patch: true})
	if err != nil {
		t.Fatal(err)
	}
	write(t, over, patch)
	r = read(t, over)
	if got := cards(t, r); !strings.Contains(got, "fox (Fox) cost=9") || !strings.Contains(got, "gnu (Gnu)") ||
		!strings.Contains(got, "cost=4") {
		t.Error(got, said(r))
	}
}

// TestIntoEmpty takes sheets into a pack that declares no cards yet: it opens, also with more types, one of
// which has attributes of two others.
func TestIntoEmpty(t *testing.T) {
	dir := t.TempDir()
	files := &Plan{Changes: []Change{{Path: "pack.yaml", Text: []byte("id: bare\nversion: 0.1.0\napi: 3\n" +
		"seats: {min: 1, max: 2}\n")},
		{Path: "game.yaml", Text: []byte("types: {} # kinds\nzones: {}\nflow: [{phase: play, do: []}]\n")}}}
	write(t, dir, files)
	for _, r := range []Request{{Name: "foxes.csv", Data: []byte("Name,Cost\nFox,1\n")},
		{Name: "lands.csv", Data: []byte("Name,Size\nHill,3\n"), Type: "land"},
		{Name: "words.csv", Data: []byte("Name\nYes\n"), Type: "word"},
		{Name: "stones.csv", Data: []byte("Name,Cost,Size\nFlint,4,2\n"), Type: "stone"}} {
		r.Into = read(t, dir)
		r.Language = "en"
		plan, err := Read(r)
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, plan)
	}
	r := read(t, dir)
	if got := cards(t, r) + said(r); got != "fox (Fox) cost=1; hill (Hill) size=3; flint (Flint) cost=4 size=2; "+
		"yes (Yes)" {
		t.Error(got)
	}
	if len(r.Loaded.Tree.Zones) != 1 {
		t.Errorf("%d zones", len(r.Loaded.Tree.Zones))
	}
}

// TestGone: of cards that another sheet no longer has, each is told, with a new card that has nearly its id;
// where a sheet has become another one altogether, as many are told in a moment.
func TestGone(t *testing.T) {
	sheetOf := func(name string, n int) []byte {
		text := "name,cost\n"
		for i := range n {
			text += fmt.Sprintf("%s %d,1\n", name, i)
		}
		return []byte(text)
	}
	for n, want := range map[int]string{
		2:    "import.near card=fox_0 near=fix_0; import.near card=fox_1 near=fix_1",
		3000: "import.near card=fox_0",
	} {
		dir := t.TempDir()
		plan, err := Read(Request{Name: "c.csv", Data: sheetOf("Fox", n), ID: "try", Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, plan)
		plan, err = Read(Request{Name: "c.csv", Data: sheetOf("Fix", n), Into: read(t, dir)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, note := range plan.Notes {
			text := note.Key
			for _, name := range []string{"card", "near"} {
				if v, there := note.Args[name]; there {
					text += " " + name + "=" + v
				}
			}
			got = append(got, text)
		}
		if len(got) != n || !strings.HasPrefix(strings.Join(got, "; "), want) {
			t.Errorf("%d notes: %.200q", len(got), got)
		}
	}
}
