package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestAmend changes a value, the name and a text of a card on its face: what is typed is seen on the card, is in the
// file behind Enter, and is taken back; what cannot be is said, and a file that changed meanwhile is left alone.
func TestAmend(t *testing.T) {
	t.Parallel()
	pack := newPack(t)
	cards := filepath.Join(pack, "cards", "performers.yaml")
	was, err := os.ReadFile(cards)
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, pack, "--seed", "7")
	p.press("g")
	// By a click on the number that stands on the face, in the gallery.
	p.wait("document.querySelector('[data-card=clown] [data-fact=applause]')")
	p.eval("document.querySelector('[data-card=clown] [data-fact=applause]').click()")
	p.wait("document.activeElement.id === 'amend'")
	p.press("7")
	p.says(".amendable .face", "7")
	p.press(kb.Enter)
	p.holds(cards, "    applause: 7\n    abilities: [encore]\n")
	if now, err := os.ReadFile(cards); err != nil ||
		string(now) != strings.Replace(string(was), "applause: 1\n", "applause: 7\n", 1) {
		t.Errorf("more than the value has changed: %v\n%s", err, now)
	}
	p.wait("document.activeElement.id === 'unamend'")
	p.wait("document.querySelector('.galleryp [data-card=clown] [data-fact=applause]').innerText === '7'")
	p.press(kb.Enter)
	p.holds(cards, "applause: 1")
	p.wait("document.activeElement.dataset.leaf === 'applause'")
	p.says(".amendable .face", "1")
	// By keys alone, in the list of values: the name, which is refused where it is none.
	p.eval("document.querySelector('[data-leaf=name]').focus()")
	p.press(kb.Enter)
	p.wait("document.activeElement.id === 'amend'")
	p.press("Bozo: the 1st")
	p.says(".amendable .f-title", "Bozo: the 1st")
	p.press(kb.Escape)
	p.wait("document.activeElement.dataset.leaf === 'name'")
	p.says(".amendable .f-title", "Clown")
	p.eval("document.querySelector('[data-leaf=applause]').click()")
	p.wait("document.activeElement.id === 'amend'")
	p.press("many")
	p.says("#amendsaid", "performers.yaml:14:15: applause must be a whole number, not the word \"many\"")
	p.press(kb.Enter)
	p.wait("document.querySelector('#amend').getAttribute('aria-invalid') === 'true'")
	p.press(kb.Escape)
	// A text, at its place on the card; meanwhile somebody else writes the file.
	p.eval("document.querySelector('.amendable [data-fact=\"text.0\"]').click()")
	p.wait("document.querySelector('#amend')?.value.startsWith('Two more points')")
	change(t, filepath.Join(pack, "locale", "en.yaml"), "Two more", "Three more")
	p.press("One more point.")
	p.press(kb.Enter)
	p.says("#amendsaid", "en.yaml was changed elsewhere meanwhile; nothing was written")
	p.holds(filepath.Join(pack, "locale", "en.yaml"), "Three more")
	p.press(kb.Escape)
	p.accessible("a card of one's own", false)
	p.noFaults()
}

// TestAmendShipped: a card inside the program is changed in an overlay, which is offered.
func TestAmendShipped(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	p.press("g")
	p.wait("document.querySelector('[data-card=orc_blitzer]')")
	p.eval("document.querySelector('[data-card=orc_blitzer] .f-title').click()")
	p.wait("document.querySelector('.amendable .f-title')")
	p.eval("document.querySelector('.amendable .f-title').click()")
	p.wait("document.querySelector('#minename')")
	p.write("#minename", "ours")
	p.press(kb.Enter)
	p.wait("document.activeElement.id === 'amend'")
	p.press("Orc, Older")
	p.says(".amendable .f-title", "Orc, Older")
	p.press(kb.Enter)
	p.says(".notice", "ours")
	p.wait("document.querySelector('#unamend')")
	p.wait("document.querySelector('[data-card=orc_blitzer] .f-title').textContent === 'Orc, Older'")
	p.picture("amend-undo.png")
	p.eval("document.querySelector('.amendable [data-fact=power]').click()")
	p.wait("document.querySelector('#amend')?.value === '3'")
	p.press("5")
	p.says(".amendable .f-corner", "5")
	p.picture("amend.png")
	p.noFaults()
}
