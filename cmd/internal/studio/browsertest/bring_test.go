package browsertest

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// drop drops a file on the page, as a person does with the mouse.
func (p *tab) drop(name, text string) {
	p.Helper()
	p.eval(fmt.Sprintf(`(() => {
		const all = new DataTransfer();
		const data = Uint8Array.from(atob(%q), c => c.charCodeAt(0));
		all.items.add(new File([data], %q));
		for (const type of ["dragover", "drop"]) {
			const event = new DragEvent(type, {dataTransfer: all, bubbles: true, cancelable: true});
			if (document.body.dispatchEvent(event)) throw new Error(type + " is not taken");
		}
	})()`, base64.StdEncoding.EncodeToString([]byte(text)), name))
}

// TestBring drops a sheet on the page: what each column was taken for is seen, a wrong guess is changed by the
// menu, the cards stand in the gallery, and one step takes all of it back.
func TestBring(t *testing.T) {
	t.Parallel()
	pack := newPack(t)
	game := filepath.Join(pack, "game.yaml")
	was, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	sheet := "Name,Den,Rules\nFox,1,Draw a card\nOwl,2,Look at a hand\nElk,1,Rest\n"
	p := open(t, pack, "--seed", "7")
	p.press("g")
	p.wait("document.querySelector('#bringfile')")
	p.drop("foxes.csv", sheet)
	p.wait("document.querySelector('.brought select[aria-label=Den]')?.value === 'number'")
	p.says(".dialog", "3 cards, 3 columns")
	p.picture("bring.png")
	p.accessible("a sheet that is brought", false)
	p.eval(`(() => {
		const menu = document.querySelector('.brought select[aria-label=Den]');
		menu.value = 'word';
		menu.dispatchEvent(new Event('change', {bubbles: true}));
	})()`)
	p.says(".brought", "as you said")
	p.wait("document.activeElement.getAttribute('aria-label') === 'Den'")
	p.eval("document.querySelector('#bringit').click()")
	p.wait("document.querySelector('[data-card=fox]') && document.querySelector('[data-card=elk]')")
	p.holds(game, `den: {type: den, name: {en: Den}}`)
	p.holds(filepath.Join(pack, "cards", "foxes.csv"), sheet)
	p.wait("[...document.querySelectorAll('[data-card]')].map(c => c.dataset.card).slice(-3).join() === 'fox,owl,elk'")
	p.picture("brought.png")
	p.eval("document.querySelector('#unbring').click()")
	p.wait("!document.querySelector('[data-card=fox]') && !document.querySelector('#unbring')")
	if now, err := os.ReadFile(game); err != nil || string(now) != string(was) {
		t.Errorf("the game is not as it was: %v\n%s", err, now)
	}
	for _, name := range []string{"foxes.csv", "foxes.columns.yaml"} {
		if _, err := os.Stat(filepath.Join(pack, "cards", name)); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", name, err)
		}
	}
	p.drop("none.csv", "")
	p.says(".notice", "there is no card in this file")
	p.noFaults()
}

// TestBringFirst drops a sheet where no game is open: a pack is begun for it.
func TestBringFirst(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.wait("document.querySelector('#bringfile')")
	p.drop("Red Foxes.csv", "Name,Cost\nFox,1\nOwl,2\n")
	p.wait("document.querySelector('.brought select')")
	p.eval("document.querySelector('#bringit').click()")
	p.wait("document.querySelector('[data-card=owl]')")
	p.noFaults()
}
