package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// code is an expression about the editor, which stands in a shadow of the page.
func code(what string) string { return "document.querySelector('.pen .code')?.shadowRoot?." + what }

// TestWorkshop writes a card beside the table: what is found comes as it is typed, names are
// completed, what is saved is in the running game, and an earlier text comes back. What
// was changed elsewhere is not written over.
func TestWorkshop(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := newPack(t)
	path := filepath.Join(pack, "cards", "performers.yaml")
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, pack, "--seed", "7", "--seats", "human,random")
	p.press("e")
	p.wait(code("querySelector('.cm-content')"))
	p.click(".pen .btn", "Files")
	p.eval("document.querySelector('.pen .tree button').focus()") // as by keys
	p.click(".pen .tree button", "cards/performers.yaml")
	p.wait(code("querySelector('.cm-content').innerText.includes('juggler')"))

	// Esc leaves the editor, a begins something new, and Esc leaves that.
	p.press(kb.Escape)
	p.press("gua")
	p.wait("document.activeElement.id === 'beginname'")
	p.press(kb.Escape)
	p.wait("!document.querySelector('#beginname') && document.querySelector('.table')")

	// A key that there is not, as it is typed; and what could be written there.
	p.wait(code("activeElement"))
	p.do(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(2)))
	p.eval("document.execCommand('insertText', false, '  - id: fire_eater\\n    name: {en: Fire Eater}\\n    " +
		"applaus: 2\\n    copies: 2\\n')")
	p.wait("document.querySelector('.pen .found')?.innerText.includes('applause')")
	p.click(".pen .found button", "applause")
	p.wait(code("querySelector('.cm-activeLine').innerText.includes('applaus')"))
	p.click(".pen .tools .btn", "Fix")
	p.click(".pen .fixes .btn", "Write applause")
	p.wait("!document.querySelector('.pen .found .bad')")
	p.do(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(2)))
	p.press("    abi")
	// The test asks for the list, since findings that arrive now may close the one that typing opened.
	p.do(chromedp.KeyEvent(" ", chromedp.KeyModifiers(2)))
	p.wait(code("querySelector('.cm-tooltip-autocomplete')?.innerText.includes('abilities')"))
	p.press(kb.Escape)
	for range 3 {
		p.press(kb.Backspace)
	}

	// Saved, it is a card of the game that runs.
	p.click(".pen .tools .btn", "Save")
	p.wait("document.querySelector('.reloaded')?.innerText.includes('replayed')")
	p.holds(path, "Fire Eater}\n    applause: 2\n")
	p.eval("document.querySelector('.bar nav a[href=\"#page=gallery\"]').click()")
	p.wait("document.querySelector('[data-card=fire_eater]')")

	// What somebody else writes is not written over.
	p.eval(code("querySelector('.cm-content').focus()"))
	p.press("x")
	if err := os.WriteFile(path, append(was, "# of another program\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	p.wait("document.querySelector('.pen .notice')?.innerText.includes('been changed elsewhere')")
	p.do(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	p.says(".told2", "nothing was written")
	p.holds(path, "# of another program")
	p.click(".pen .notice .btn", "Use that text")
	p.wait(code("querySelector('.cm-content').innerText.includes('of another program')"))

	// An earlier text comes back.
	p.click(".pen .tools .btn", "Earlier texts")
	p.wait(code("querySelector('.cm-changedLine, .cm-deletedChunk')"))
	p.accessible("earlier texts", false)
	// The last is the text of the other program, which is kept too.
	p.wait("document.querySelectorAll('.past option').length === 3")
	for i, want := range []string{"!", ""} {
		eval[int](p, fmt.Sprintf("(document.querySelector('.past select').selectedIndex = %d, "+
			"document.querySelector('.past select').dispatchEvent(new Event('change')), 1)", i))
		p.wait(want + code("querySelector('.cm-deletedChunk')"))
	}
	p.wait(code("querySelector('.cm-deletedChunk')?.textContent.includes('fire_eater')"))
	p.click(".pen .past .btn", "Restore it")
	p.wait(code("querySelector('.cm-content').innerText.includes('fire_eater')"))
	p.click(".pen .tools .btn:not(:disabled)", "Save")
	p.holds(path, "fire_eater")
	p.wait("!document.querySelector('.pen .tabs2 .on b')")

	// What is not saved is lost at the second press alone.
	p.eval(code("querySelector('.cm-content').focus()"))
	p.press("y")
	p.wait("document.querySelector('.pen .tabs2 .on b')")
	p.click(".pen .tabs2 .on button", "×")
	p.click(".pen .tabs2 .on button", "Lose what is not saved?")
	p.wait("![...document.querySelectorAll('.tabs2 button')].some(e => e.title.endsWith('performers.yaml'))")

	// Many files are within reach, and the editor's own words are those of the page.
	p.click(".pen .btn", "Files")
	for _, name := range []string{"game.yaml", "pack.yaml", "locale/en.yaml", "scenarios/encore.yaml",
		"scripts/rules/setup.lua", "scripts/rules/show.lua", "scripts/abilities/encore.lua"} {
		if !eval[bool](p, "Boolean(document.querySelector('.pen .tree'))") {
			p.click(".pen .btn", "Files")
		}
		p.click(".pen .tree button", name)
		p.says(".pen .tabs2 .on", filepath.Base(name))
	}
	p.wait("[...document.querySelectorAll('.tabs2 .chip')].every(e => { const r = e.getBoundingClientRect(); " +
		"return e.contains(document.elementFromPoint(r.left + 12, r.top + r.height / 2)); })")
	for lang, want := range map[string]string{"en": "whole words", "fr": "mots entiers", "ja": "単語単位"} {
		p.click(".lang button", lang)
		p.wait("document.documentElement.lang === '" + lang + "'")
		p.eval(code("querySelector('.cm-content').focus()"))
		p.do(chromedp.KeyEvent("f", chromedp.KeyModifiers(2)))
		p.wait(code("querySelector('.cm-search')?.innerText.includes('" + want + "')"))
		p.press(kb.Escape)
		p.wait("!" + code("querySelector('.cm-search')"))
	}
	p.click(".lang button", "en")
	p.wait("document.documentElement.lang === 'en'")
	if faults := eval[[]string](p, "faults"); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	p.click(".pen .btn", "Files")
	for _, width := range []int64{1440, 820, 390} {
		p.size(width, 900)
		p.wait(fmt.Sprintf("innerWidth === %d", width))
		for _, dark := range []bool{false, true} {
			p.scheme(dark)
			p.accessible(fmt.Sprintf("workshop, %d wide", width), dark)
		}
		p.picture(fmt.Sprintf("workshop-%d.png", width))
	}
}

// TestMakeItMine makes a card and an ability of a game inside the program one's own, and the
// game that runs has what was changed.
func TestMakeItMine(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	p.press("g")
	p.wait("document.querySelector('.galleryp .open-card')")
	p.eval("document.querySelector('.galleryp .open-card').click()")
	p.click(".side2 .btn", "Make it mine")
	p.wait("document.querySelector('#minename')")
	p.write("#minename", "ours")
	p.press("\r")
	p.wait(code("querySelector('.cm-content')?.innerText.includes('patch:')"))
	p.wait("document.querySelector('.tabs2 .on')")
	p.eval(code("querySelector('.cm-content').focus()"))
	p.wait("!document.querySelector('.pen .found .bad')")
	// A file of the game below is read only, until its ability is made one's own.
	p.write(".pen header input", "guard")
	p.click(".pen .found button", "guard.lua")
	p.wait("document.querySelector('.pen .notice')?.innerText.includes('read only')")
	p.press("x")
	p.click(".pen .tools .btn", "Make it mine")
	p.wait("!document.querySelector('.pen .notice')")
	p.wait(code("querySelector('.cm-content')?.innerText.includes('return ability')"))
	if faults := eval[[]string](p, "faults"); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
}
