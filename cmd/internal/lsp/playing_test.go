package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSilentGames: while nobody types, silent games are played of the pack, and what they
// show is told; with the next change it is not told any more, until the pack has been
// played again.
func TestSilentGames(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/tutorial/harvest")); err != nil {
		t.Fatal(err)
	}
	c := startPlaying(t, 20, dir)
	rules := filepath.Join(dir, "scripts", "rules", "trick.lua")
	mole := filepath.Join(dir, "scripts", "abilities", "mole.lua")
	text := c.open(rules)
	script := c.open(mole)
	const never = "this comparison is never true: it was asked 156 times in 20 silent games"
	tells := func(want bool) {
		t.Helper()
		deadline := time.Now().Add(time.Minute)
		for told := !want; told != want; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("told is %v", told)
			}
			told = false
			c.lock.Lock()
			for _, d := range c.found[uriOf(rules)].Diagnostics {
				told = told || d.Message == never && d.Severity == severityInformation
			}
			c.lock.Unlock()
		}
	}
	c.change(rules, swap(t, text, "card.rank end", "card.rank + (card.rank > 9 and 1 or 0) end"))
	tells(true)
	var lenses []codeLens
	c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uriOf(mole)}}, &lenses)
	if len(lenses) != 2 || !strings.HasSuffix(lenses[1].Command.Title, " of 20 silent games") ||
		lenses[1].Range.Start.Line != 1 {
		t.Errorf("lenses: %v", lenses)
	}
	c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uriOf(rules)}}, &lenses)
	if len(lenses) != 1 || lenses[0].Command.Title != "never true: asked 180 times in 20 silent games" {
		t.Errorf("lenses: %v", lenses)
	}
	c.change(mole, script+"-- more\n")
	tells(false)
	tells(true)
	c.change(rules, text)
	tells(false)
}
