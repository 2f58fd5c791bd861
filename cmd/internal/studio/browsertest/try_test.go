package browsertest

import (
	"path/filepath"
	"testing"
)

// TestTry opens the smallest position in which a card acts from the gallery, and that of an ability from
// above it in the workshop, as it is written there. One looks from the seat that is asked, plays on, takes
// that back, and asks why and why not.
func TestTry(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := filepath.Join(t.TempDir(), "marsh")
	ruledeck(t, "new", "pack", "marsh", "in", filepath.Dir(pack), "--like", "duel")
	p := open(t, pack, "--seed", "7")
	p.question(0)
	p.eval("document.querySelector('.bar nav a[href=\"#page=gallery\"]').click()")
	p.click(".galleryp .open-card", "War Cry")
	p.picture("try-card.png")
	p.click(".side2 .btns .btn", "Try it")
	p.wait("document.querySelector('.page main.table')")
	p.says("body", "acts: War Cry")
	seat := "document.querySelector('.bar .seg [aria-pressed=true]')?.title === 'S1 Seat 1'"
	p.wait(seat)
	p.picture("try-table.png")
	q := p.question(0)
	p.eval("document.querySelector('.table .tile:not([role])').dispatchEvent(" +
		"new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}))")
	p.says(".would", "it lies in line of Seat 1, not in hand of Seat 1")
	p.answer(q)
	p.says(".log", "plays War Cry")
	next := p.question(q.Number)
	p.press("w")
	p.says(".whybox", "duel.lua:")
	p.press("u")
	if undone := p.question(next.Number); undone.Number != q.Number {
		t.Errorf("undo leads to question %d, not %d", undone.Number, q.Number)
	}
	p.wait(seat)
	p.press("e")
	p.click(".pen header .btn", "Files")
	p.click(".pen .tree button.file", "rally.lua")
	p.wait(code("querySelector('.lens')"))
	p.picture("try-lens.png")
	p.eval(code("querySelector('.lens')") + ".click()")
	p.wait("document.querySelectorAll('.games .chip').length === 3")
	p.says(".games .on", "rally acts")
	p.picture("try-lens-table.png")
	p.noFaults()

	// The command opens it too.
	p = open(t, pack, "--open", "war_cry", "--seed", "7")
	p.question(0)
	p.wait(seat)
}
