package browsertest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const root = "../../../.."

// TestGraph draws attributes of seats of every kind: what stands in the graph is what the
// scene says, hidden values are hidden, and all of it can be read and walked without a
// pointer and without seeing the drawing.
func TestGraph(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	ledger, err := filepath.Abs(root + "/testdata/ledger")
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, ledger, "--seed", "7", "--seats", "human,random,random")
	p.rounds(5)
	p.press("o")
	p.wait("document.querySelector('.graphs .lane')")
	p.looked("graph")
	p.eval("document.querySelector('.graphs figure:nth-of-type(6)').scrollIntoView()")
	p.looked("graph-bands")
	p.eval("document.querySelectorAll('.graphs .astable').forEach(b => b.click())")
	p.wait("[...document.querySelectorAll('.graphs figure')].every(f => f.querySelector('.changes tbody tr'))")
	// What the graph says where one stands, by attribute, in the order of the seats.
	const says = `Object.fromEntries([...document.querySelectorAll(".graphs figure, .still li")].map(f => ` +
		`[f.querySelector("b").innerText, [...f.querySelectorAll(".lane > div > b, .legend > span")].map(e => ` +
		`[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join(""))]))`
	now := eval[map[string][]string](p, says)
	for _, want := range []string{"Pages", "Weight", "Ready", "Mood", "Oath", "Chosen card", "Card held back",
		"Secret card", "Rival", "Haunt", "Debt", "Bond"} {
		if len(now[want]) != 3 {
			t.Errorf("%s is told of %d seats, not 3: %q", want, len(now[want]), now[want])
		}
	}
	if _, told := now["tally"]; told || len(now) != 12 {
		t.Errorf("%d attributes are drawn: %q", len(now), now)
	}
	if !slices.Equal(now["Secret card"][1:], []string{"hidden", "hidden"}) || now["Secret card"][0] == "hidden" ||
		!slices.Equal(now["Debt"], []string{"hidden", "hidden", "hidden"}) {
		t.Errorf("secrets: %q, debts: %q", now["Secret card"], now["Debt"])
	}
	if now["Card held back"][1] != "a card" || now["Card held back"][0] == "a card" {
		t.Errorf("held back: %q", now["Card held back"])
	}
	// The last row of a table says the same as the lane, and the table has each change of it.
	const last = `Object.fromEntries([...document.querySelectorAll(".graphs figure")].map(f => ` +
		`[f.querySelector("b").innerText, [...new Set([...f.querySelectorAll(".changes tbody tr")].map(r => ` +
		`r.cells[1].innerText))].sort().map(seat => [...f.querySelectorAll(".changes tbody tr")].findLast(r => ` +
		`r.cells[1].innerText === seat).cells[2].innerText)]))`
	for name, values := range eval[map[string][]string](p, last) {
		if !slices.Equal(values, now[name]) {
			t.Errorf("the table of %s ends with %q, and it is %q", name, values, now[name])
		}
	}
	// Colour is not all that tells the lanes apart: each has its seat's sign and pattern.
	n := eval[int](p, `new Set([...document.querySelector(".graphs `+
		`figure:has(.lane)").querySelectorAll(".lane")].map(e =>
		e.querySelector(".seat").innerText +
		getComputedStyle(e.querySelector(".went")).backgroundImage.replace(/(rgba?|color|light-dark)\([^()]*\)/g, `+
		`""))).size`)
	if n != 3 {
		t.Errorf("three lanes have %d patterns and letters", n)
	}
	// Time goes by keys; the table's buttons go to their events.
	p.press(kb.Home)
	p.wait("document.querySelector('.ask.then')")
	if then := eval[map[string][]string](p, says); !slices.Equal(then["Mood"], []string{"calm", "calm", "calm"}) ||
		then["Chosen card"][0] != "nothing" {
		t.Errorf("at first: %q", then)
	}
	p.eval("[...document.querySelectorAll('.changes tbody button')].at(-1).focus()")
	at := eval[string](p, "document.activeElement.innerText")
	p.press("\r")
	p.wait(
		fmt.Sprintf("document.querySelector('.graphs header .muted').innerText === 'event %s' && "+
			"document.activeElement.innerText === '%s'", at, at))
	for _, lang := range []string{"fr", "ja", "en"} {
		p.click(".lang button", lang)
		p.says(".graphs", map[string]string{"en": "Chosen card", "fr": "Carte choisie", "ja": "選んだカード"}[lang])
		got := eval[[]string](p, `[...document.querySelectorAll(".graphs .unknown")].map(e => e.innerText)`)
		if len(got) == 0 || lang != "en" && strings.Contains(strings.Join(got, " "), "hidden") {
			t.Errorf("in %s hidden values are %q", lang, got)
		}
		for _, width := range []int64{1440, 390} {
			p.size(width, 844)
			p.wait(fmt.Sprintf("innerWidth === %d", width))
			wide := eval[[]string](p, `[...document.querySelectorAll(".graphs, .graphs *:not(svg *)")].filter(e =>
				e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible" ||
				e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80))`)
			if len(wide) > 0 {
				t.Errorf("%s, %d wide: %q stand out", lang, width, wide)
			}
			for _, dark := range []bool{false, true} {
				p.scheme(dark)
				if got := eval[[]string](p, faint); len(got) > 0 {
					t.Errorf("%s, %d wide, dark %t: hard to read: %q", lang, width, dark, got)
				}
				p.picture(fmt.Sprintf("graph-%s-%d-dark-%t.png", lang, width, dark))
			}
		}
		p.size(1440, 900)
	}
}
