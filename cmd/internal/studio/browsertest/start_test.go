package browsertest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// plain looks at what stands on the page on every screen, and asks axe and the contrast of it.
func (p *tab) plain(name string) {
	p.Helper()
	p.looked(name)
	for _, dark := range []bool{false, true} {
		p.scheme(dark)
		if got := eval[[]string](p, faint); len(got) > 0 {
			p.Errorf("%s, dark %t: hard to read: %q", name, dark, got)
		}
		p.accessible(name, dark)
	}
	p.scheme(false)
	p.size(390, 844)
	p.wait("innerWidth === 390")
	if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > 390 {
		p.Errorf("%s is %d wide on a phone", name, wide)
	}
	p.size(1440, 900)
	p.wait("innerWidth === 1440")
}

// TestStart begins without a game: the page shows the starters, the packs of the folder and the
// games of the program, in each language, and a starter is begun and played.
func TestStart(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.wait("document.querySelector('.startp')")
	if n := eval[int](p, "document.querySelectorAll('.startp .tile2').length"); n != 13 {
		t.Errorf("%d to begin with, not ten starters and three games", n)
	}
	p.plain("start")
	p.click(".lang button", "ja")
	p.wait("document.documentElement.lang === 'ja'")
	p.click(".lang button", "en")
	p.wait("document.documentElement.lang === 'en'")
	p.eval("document.querySelector('#packname').value = ''")
	p.click(".tile2:has([aria-label$='Drafting']) .btn", "Begin")
	p.wait("document.querySelector('.notice.bad')")
	p.write("#packname", "Mine")
	p.click(".tile2:has([aria-label$='Drafting']) .btn", "Begin")
	p.rounds(2)
	p.says(".bar h1", "Mine")
	if faults := eval[[]string](p, "faults"); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	// A page that comes later sees the game.
	if q := visit(t, p.address).question(0); q.Options == 0 {
		t.Error("the game is not there for another page")
	}
}

// TestMods lays packs over a game in the window of a new game, turns them about and drops one; two
// that add a step at one place stand both, and two that replace one are said there with their files.
func TestMods(t *testing.T) {
	t.Parallel()
	game := newPack(t)
	dir := filepath.Dir(game)
	for _, mod := range []string{"louder", "softer", "strict", "mild"} {
		ruledeck(t, "new", "overlay", mod, "of", game, "in", dir)
		if mod == "strict" || mod == "mild" {
			change(t, filepath.Join(dir, mod, "game.yaml"), "before: {setup.deal", "replace: {show.judge")
		}
	}
	p := open(t, game, "--seed", "7", "--seats", "human,random")
	p.rounds(1)
	p.press("n")
	p.wait("document.querySelector('.dialog .mods')")
	laid := func() []string {
		return eval[[]string](p, "[...document.querySelectorAll('.mods li > span:first-child')]"+
			".map(e => e.innerText)")
	}
	lay := func(mod string) {
		t.Helper()
		n := len(laid())
		p.click(".mods .chip", mod)
		p.wait(fmt.Sprintf("document.querySelectorAll('.mods li').length === %d", n+1))
	}
	lay("strict")
	lay("mild")
	p.says(".dialog [role=alert]", "two overlays set game.yaml / flow / steps / instead of / show.judge: ")
	p.says(".dialog [role=alert]", "mild/pack.yaml")
	if !eval[bool](p, "document.querySelector('.dialog .go').disabled") {
		t.Error("a game of two that disagree can be begun")
	}
	p.plain("mods-refused")
	p.click(".mods [aria-label^='drop'][aria-label$='mild']", "×")
	p.wait("!document.querySelector('.dialog [role=alert]')")
	lay("louder")
	lay("softer")
	p.click(".mods [aria-label$='softer earlier']", "↑")
	p.wait("document.querySelectorAll('.mods li')[1].innerText.includes('softer')")
	p.click(".mods [aria-label^='drop'][aria-label$='strict']", "×")
	p.wait("document.querySelectorAll('.mods li').length === 2")
	if got := laid(); !slices.Equal(got, []string{"softer", "louder"}) {
		t.Errorf("laid are %q", got)
	}
	p.plain("mods")
	p.click(".dialog .go", "")
	p.wait("document.querySelectorAll('.games .chip').length === 2")
	p.says(".games .chip.on", "softer · louder")
	p.says(".log", "Louder")
	story := p.text(".log")
	if first, _, both := strings.Cut(story, "Louder"); !both || !strings.Contains(first, "Softer") {
		t.Errorf("the steps of both are not told in their order: %s", story)
	}
	p.press("n")
	p.wait("document.querySelectorAll('.mods li').length === 2")
	if faults := eval[[]string](p, "faults"); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
}

// TestDeckList: in the window of a new game, and where a table is made, a seat's deck is a list of the game or one
// that is written; what breaks a limit is told at its field, with the place, and by how much.
func TestDeckList(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	dir := t.TempDir()
	ruledeck(t, "new", "pack", "rival", "--like", "duel", "in", dir)
	game := filepath.Join(dir, "rival")
	change(t, filepath.Join(game, "game.yaml"), "size: {min: 20", "rule: D-1, size: {min: 20")
	const small = "3 bear\n2 Wofl"
	const list = "3 bear, 3 Wolf,3 viper\n3 archer\n3 herald\n3 fireball\n2 balm"
	p := open(t, game, "--seed", "7", "--seats", "human,random")
	p.rounds(1)
	p.press("n")
	p.wait("document.querySelector('.dialog .decklist')")
	p.write("[name=l-deck][aria-label*='2']", "3 bear")
	p.click(".dialog .go", "")
	p.says(".decklist output:not(:empty)", `deck list 2: D-1: the list "3 bear" has 3 cards, 17 too few: at least 20`)
	p.wait("document.querySelector('[name=l-deck][aria-label*=\"2\"]').ariaInvalid === 'true'")
	p.plain("deck-refused")
	p.write("[name=l-deck][aria-label*='2']", small)
	p.click(".dialog .go", "")
	p.says(".decklist output:not(:empty)", "deck list 2:2:3: there is no card \"Wofl\"")
	p.write("[name=l-deck][aria-label*='2']", list)
	p.click(".dialog .go", "")
	p.wait("document.querySelectorAll('.games .chip').length === 2")
	p.press("n")
	p.wait("document.querySelector('.dialog .decklist')")
	p.noFaults()

	address, _ := served(t, game, `{"game": "`+game+`"}`)
	host := visit(t, address)
	host.click("summary", "Rules")
	host.write("textarea[aria-label*='seat 1']", small)
	host.click("button", "Make a table")
	host.says("output:not(:empty)", "deck list 1:2:3: there is no card \"Wofl\"")
	host.accessible("deck-served", false)
	host.picture("deck-served.png")
	host.write("textarea[aria-label*='seat 1']", list)
	host.click("button", "Make a table")
	host.says("#said", "The table is made")
	host.wait("!document.querySelector('output:not(:empty)')")
}

// TestMend opens a pack that cannot be played: its files are written until the game begins, by itself.
func TestMend(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := newPack(t)
	change(t, filepath.Join(pack, "game.yaml"), "do: [setup.deal]", "do: [setup.deel]")
	p := open(t, pack)
	p.says(".startp", "variety cannot be played yet")
	p.plain("mend")
	p.click(".startp .findings button.file", "game.yaml")
	p.line("game.yaml", "setup.deel")
	p.cursor("do: [setup.deel")
	p.press(kb.Backspace + kb.Backspace + "a")
	p.press("l")
	p.wait("!document.querySelector('.pen .found .bad')")
	p.do(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	p.question(0)
	p.wait("document.querySelector('.pen .tabs2 .on')")

	// A game of fewer seats than the pack has now stays as it is, and a new one goes on with the files.
	change(t, filepath.Join(pack, "scripts", "rules", "setup.lua"), "i % 2 + 1", "i % #game.seats + 1")
	p.wait("document.querySelector('.reloaded')?.innerText.includes('replayed')")
	change(t, filepath.Join(pack, "pack.yaml"), "seats: {min: 2, max: 2}", "seats: {min: 3, max: 3}")
	p.says(".reloaded", "is played by 3 seats, not 2")
	p.click(".reloaded .btn", "New game")
	p.wait("document.querySelectorAll('.dialog [name=seat]').length === 3")
	p.click(".dialog .btn.go", "Start")
	p.wait("document.querySelectorAll('.games .chip').length === 2")
	p.wait("!document.querySelector('.reloaded')")
	change(t, filepath.Join(pack, "cards", "performers.yaml"), "en: Singer", "en: Tenor")
	p.wait("document.querySelector('.reloaded')?.innerText.includes('replayed')")
	p.noFaults()
}

// TestWindowsHoldFocus: focus stays in each window whatever keys are pressed, and Esc closes it, also behind a
// Start that was refused and where nothing has the focus; then the page has it again.
func TestWindowsHoldFocus(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := newPack(t)
	p := open(t, pack, "--seed", "7", "--seats", "human,random")
	p.question(0)
	holds := func(window string) {
		t.Helper()
		p.wait("document.querySelector('dialog[open]')?.contains(document.activeElement)")
		for range 30 {
			p.press(kb.Tab)
			if !eval[bool](p, "document.activeElement === document.body || "+
				"Boolean(document.activeElement.closest('dialog[open]'))") {
				t.Errorf("the tab key leaves the window %s for %q", window, eval[string](p,
					"document.activeElement.outerHTML.slice(0, 80)"))
			}
		}
	}
	closes := func(window string) {
		t.Helper()
		p.press(kb.Escape)
		p.wait("!document.querySelector('.dialog')")
		p.press(kb.Tab)
		p.wait("document.activeElement !== document.body")
	}
	for window, key := range map[string]string{"of a new game": "n", "of help": "?"} {
		p.press(key)
		holds(window)
		closes(window)
		p.press(key)
		p.wait("document.querySelector('dialog[open]')")
		p.eval("document.activeElement.blur()") // as where a button that had it is disabled
		closes(window)
	}
	p.click(".bar nav [role=button]", "Workshop")
	p.wait(code("querySelector('.cm-content')"))
	for _, kind := range []string{"file", "card"} {
		p.click(".pen header .btn", "New…")
		p.begin(kind, map[string]string{"file": "cards/more.txt", "card": "clown"}[kind])
		p.press(kb.Tab)
		p.click(".dialog .btn.go", "Start")
		p.wait("document.querySelector('.dialog [role=alert]') && !document.querySelector('.dialog .go').disabled")
		holds("of a refused start")
		closes("of a refused start")
	}
	p.noFaults()
}

// drawnWithout draws the page while the host no longer has its game.
const drawnWithout = `(async () => {
	const {store} = await import("/store.js"), was = store.host;
	store.host = {...was, games: was.games.filter(g => g.id !== store.look.table)};
	store.draw();
	store.host = was;
	store.draw();
})()`

// TestClosedBeside: the game that one looks at is closed, by oneself or in another tab, on each page and with each
// window open: nothing of the page fails.
func TestClosedBeside(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	p := open(t, newPack(t), "--seed", "7", "--seats", "human,random")
	p.question(0)
	for _, key := range []string{"b", "g", "t", "n", "?"} {
		p.press("n")
		p.click(".dialog .btn.go", "Start")
		p.wait("!document.querySelector('.dialog') && document.querySelectorAll('.games .chip').length === 2")
		p.wait("document.querySelector('.ask[data-number]')")
		p.press(key)
		shown := map[string]string{"b": "#measure", "g": ".galleryp", "t": "main", "n": ".dialog", "?": ".dialog"}[key]
		p.wait("document.querySelector('" + shown + "')")
		// What the host says may come before the page has turned to another game.
		if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](drawnWithout, chromedp.EvalAwaitPromise)); err != nil {
			t.Errorf("page %s without its game: %s", key, err)
		}
		p.click(".games .chip.on button:last-child", "×")
		p.wait("!document.querySelector('.games')")
		p.noFaults()
		p.press(kb.Escape)
		p.press("t")
		p.wait("!document.querySelector('.dialog') && document.querySelector('.ask[data-number]')")
	}
}

// TestMenuInSight: the button of the menu, and the menu, lie on the screen when a page of 1440, 1280 or 1024 points
// is shown at twice its size.
func TestMenuInSight(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	p.question(0)
	const inside = "(r => r.width && r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight)" +
		"(document.querySelector('%s').getBoundingClientRect())"
	for _, s := range [][2]int64{{720, 450}, {701, 400}, {640, 360}, {512, 384}, {900, 500}, {1180, 700}} {
		p.size(s[0], s[1])
		for page, shown := range map[string]string{"t": ".ask", "b": "#measure"} {
			p.press(page)
			p.wait("document.querySelector('" + shown + "')")
			if !eval[bool](p, fmt.Sprintf(inside, ".bar .more")) {
				t.Errorf("%d x %d: the button of the menu is out of sight on page %s", s[0], s[1], page)
			}
			p.click(".bar .more", "")
			p.wait("document.querySelector('.helpkeys')")
			if !eval[bool](p, fmt.Sprintf(inside, ".dialog")) {
				t.Errorf("%d x %d: the menu is out of sight on page %s", s[0], s[1], page)
			}
			p.press(kb.Escape)
			p.wait("!document.querySelector('.dialog')")
		}
	}
}
