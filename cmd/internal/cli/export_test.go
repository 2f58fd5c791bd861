package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// browsing puts a browser first among the programs, which answers each page with the page
// itself, behind the first letters of a PDF.
func browsing(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\nfor a; do\n" +
		"  case $a in --print-to-pdf=*) out=${a#*=} ;; file://*) page=${a#file://} ;; esac\n" +
		"done\n{ echo %PDF; cat \"$page\"; } > \"$out\"\n"
	if err := os.WriteFile(filepath.Join(dir, "chromium"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// cardsIn are the ids of the cards on the sheets of a page.
func cardsIn(t *testing.T, path string) (ids []string) {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var deck struct {
		Sheets []struct {
			Cells []struct{ Def string } `json:"cells"`
		} `json:"sheets"`
	}
	text := regexp.MustCompile(`(?s)id="deck">(.*?)</script>`).FindSubmatch(page)
	if text == nil || json.Unmarshal(text[1], &deck) != nil {
		t.Fatalf("%s holds no cards", path)
	}
	for _, s := range deck.Sheets {
		for _, c := range s.Cells {
			ids = append(ids, c.Def)
		}
	}
	return ids
}

// TestExportSince exports all cards, then what has changed since, by the record of the
// export and by a revision.
func TestExportSince(t *testing.T) {
	browsing(t)
	dir := t.TempDir()
	pack, out := filepath.Join(dir, "pack"), filepath.Join(dir, "out.pdf")
	if err := os.CopyFS(pack, os.DirFS("../../../testdata/roundcards")); err != nil {
		t.Fatal(err)
	}
	icon := filepath.Join(pack, "icons", "fan.svg")
	if err := os.Mkdir(filepath.Dir(icon), 0o755); err != nil {
		t.Fatal(err)
	}
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h9v9z"/></svg>`
	if err := os.WriteFile(icon, []byte(svg), 0o644); err != nil {
		t.Fatal(err)
	}
	exchange(t, filepath.Join(pack, "game.yaml"), "zones:", "faces:\n  rule: {corner: {icon: fan}}\nzones:")
	git := func(args ...string) {
		t.Helper()
		own := []string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@example.org"}
		if said, err := exec.Command("git", append(own, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %s", args, said)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-qm", "one")

	said := fine(t, dir, "cards pack --export pdf -o out.pdf")
	if n := len(cardsIn(t, out)); !strings.HasPrefix(said, "61 cards in out.pdf (") || n != 61 {
		t.Errorf("%d cards: %s", n, said)
	}
	exchange(t, filepath.Join(pack, "cards", "cards.yaml"), "name: {en: Card 3}, rank: 3",
		"name: {en: Card 3}, rank: 33")
	for _, since := range []string{"out.pdf", "out.printed.json", "HEAD"} {
		fine(t, dir, "cards pack --export pdf -o changed.pdf --since "+since)
		if got := strings.Join(cardsIn(t, filepath.Join(dir, "changed.pdf")), " "); got != "card_03" {
			t.Errorf("since %s these have changed: %s", since, got)
		}
	}
	if said := fine(t, dir, "cards pack --export pdf -o no.pdf --since changed.pdf"); !strings.HasPrefix(said,
		"No card looks otherwise than then") {
		t.Error(said)
	}
	exchange(t, icon, "h9v9z", "h8v8z")
	fine(t, dir, "cards pack --export pdf -o changed.pdf --since changed.pdf")
	if got := strings.Join(cardsIn(t, filepath.Join(dir, "changed.pdf")), " "); got != "scoring" {
		t.Errorf("the icon of the rule has changed: %s", got)
	}
	fine(t, dir, "cards pack --type rule --export pdf -o rule.pdf --copies --backs --paper letter")
	if got := strings.Join(cardsIn(t, filepath.Join(dir, "rule.pdf")), " "); got != "scoring scoring" {
		t.Errorf("a rule and its back: %s", got)
	}
	for _, test := range [][2]string{
		{"pack --paper A4",
			"--paper is for --export; say --export pdf, or png, or zip, or tts, or csv"},
		{"pack --export pfd -o x",
			`--export cannot be "pfd"; there are pdf, png, zip, tts, csv; did you mean pdf?`},
		{"pack --export pdf",
			"--export needs -o, the file or folder to write"},
		{"pack --export pdf -o x.pdf --paper A3",
			`there is no paper "A3"; there are A4, Letter; did you mean A4?`},
		{"pack --export pdf -o x.pdf --bleed 11",
			"the bleed is from 0 to 10 millimetres, not 11"},
		{"pack --export tts -o x --bleed 1",
			"--bleed is not for --export tts"},
		{"pack --export pdf -o pack/pack.yaml",
			"pack/pack.yaml holds something else than a PDF; nothing was written"},
		{"pack --export png -o pack",
			"pack holds something else than an export; nothing was written"},
		{"pack --export pdf -o x.pdf --since v9",
			`there is no revision "v9" in `},
		{"pack --export pdf -o x.pdf --since yesterday.pdf",
			"--since: there is no earlier export yesterday.pdf"},
		{"pack --export pdf -o x.pdf --since pack",
			"--since: pack/printed.json: no such file or directory"},
		{"bbtm --export pdf -o x.pdf --since out.pdf",
			"--since: out.printed.json is of the game roundcards, not of bbtm"},
	} {
		if got := wrong(t, dir, "cards "+test[0], ExitUsage); !strings.Contains(got, test[1]) {
			t.Errorf("%s: %s", test[0], got)
		}
	}
}

// TestExportWithoutBrowser writes the sheets as a page, and says what to do.
func TestExportWithoutBrowser(t *testing.T) {
	t.Setenv("PATH", "")
	dir := t.TempDir()
	out := filepath.Join(dir, "cards.pdf")
	code, _, errs := runCLI("cards", "../../../testdata/roundcards", "--export", "pdf", "-o", out)
	page := filepath.Join(dir, "cards.html")
	want := "there is no Chrome, Chromium or Edge on this machine, so " + out +
		" was not made; the sheets are in " + page +
		": open it in a browser and print it, at 100 % and without margins, or install one of those\n"
	if code != ExitWrong || !strings.HasSuffix(errs, want) {
		t.Errorf("exit %d: %s", code, errs)
	}
	if n := len(cardsIn(t, page)); n != 61 {
		t.Errorf("%d cards are on the page", n)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("there is a PDF all the same")
	}
}
