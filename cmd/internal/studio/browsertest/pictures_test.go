package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// screens are the sizes and schemes in which every page is looked at.
var screens = []struct {
	name          string
	width, height int64
	dark          bool
}{
	{"light", 1440, 900, false}, {"dark", 1440, 900, true}, {"phone", 390, 844, false}, {"phone-dark", 390, 844, true},
}

// looked takes pictures of what stands on the page, on every screen.
func (p *tab) looked(name string) {
	p.Helper()
	for _, screen := range screens {
		p.size(screen.width, screen.height)
		p.scheme(screen.dark)
		p.wait(fmt.Sprintf("innerWidth === %d", screen.width))
		p.picture(fmt.Sprintf("%s-%s.png", name, screen.name))
	}
	p.size(1440, 900)
	p.wait("innerWidth === 1440")
}

// pages are those that a key leads to, with what stands there then.
var pages = []struct{ name, keys, shows string }{
	{"table", "t", "main.table"}, {"gallery", "g", ".galleryp"}, {"print", "p", ".a4"}, {"tests", "s", ".testsp"},
	{"compare", "c", ".comparep .nums"}, {"balance", "b", "#measure"},
	{"why", "tw", ".whybox"}, {"new", "n", ".dialog"}, {"help", "?", ".helpkeys"}, {"graph", "to", ".graphs"},
	{"known", "ti", ".knows"},
	{"past", "t" + kb.Home, ".ask.then"},
}

// TestPictures writes pictures of the pages for people to look at; nothing is
// asserted about them.
func TestPictures(t *testing.T) {
	if os.Getenv("RULEDECK_PICTURES") == "" {
		t.Skip("set RULEDECK_PICTURES=DIR to write pictures")
	}
	for _, test := range []struct {
		game, seats, lang string
		answers           int
	}{
		{"bbtm", "human,random,random,random", "en", 12},
		{"seven-missions", "human,random", "ja", 24},
		{"football-champions", "human,random", "fr", 34},
	} {
		t.Run(test.game, func(t *testing.T) {
			p := open(t, test.game, "--seed", "7", "--seats", test.seats)
			p.rounds(test.answers)
			p.eval(fmt.Sprintf("location.hash = location.hash.replace(/lang=\\w+/, 'lang=%s')", test.lang))
			p.wait(fmt.Sprintf("document.documentElement.lang === '%s'", test.lang))
			// A game that goes another way, to be compared.
			p.press(kb.Home)
			p.press("f")
			p.wait("document.querySelectorAll('.games .chip').length === 2 && " +
				"document.querySelector('.ask[data-number]')")
			p.rounds(3)
			p.click(".games .chip button", "1")
			p.wait("document.querySelector('.games .chip.on button').innerText.startsWith('1 ')")
			for _, page := range pages {
				p.press(page.keys)
				p.wait(fmt.Sprintf("document.querySelector('%s')", page.shows))
				p.looked(test.game + "-" + page.name)
				p.press(kb.Escape)
			}
			p.press("t")
			p.press(kb.ArrowLeft + kb.ArrowLeft + kb.ArrowLeft)
			p.wait("document.querySelector('.ask.then')")
			p.looked(test.game + "-past")
			p.press(kb.End)
			for _, seat := range []struct{ name, key string }{{"referee", "0"}, {"spectator", "9"}} {
				p.do(chromedp.KeyEvent(seat.key, chromedp.KeyModifiers(1)))
				p.wait(fmt.Sprintf("location.hash.includes('seat=%s')",
					map[string]string{"0": "255", "9": "0"}[seat.key]))
				p.looked(test.game + "-" + seat.name)
			}
			p.press("b")
			p.wait("document.querySelector('#measure')")
			p.write("[name=games]", "60")
			p.press("\r")
			p.wait("document.querySelector('.figures')?.shadowRoot.querySelector('main table')")
			p.looked(test.game + "-figures")
			p.press("g")
			p.wait("document.querySelector('.galleryp [data-card]')")
			p.eval("document.querySelectorAll('.galleryp [data-card]')[40].click()")
			p.wait("document.querySelector('.side2')")
			p.looked(test.game + "-explain")
		})
	}
}

// TestPicturesOfWork is TestPictures for what a designer comes to while working on
// a pack.
func TestPicturesOfWork(t *testing.T) {
	if os.Getenv("RULEDECK_PICTURES") == "" {
		t.Skip("set RULEDECK_PICTURES=DIR to write pictures")
	}
	dir := newPack(t)
	cards := filepath.Join(dir, "cards", "performers.yaml")
	p := open(t, dir, "--seed", "7")
	p.rounds(4)
	p.press("k")
	p.wait("document.querySelector('.keeping #testname')")
	p.write("#testname", "kept_here")
	p.looked("work-keep")
	p.press("\r")
	p.says(".notice", "kept_here.yaml")
	p.looked("work-kept")
	change(t, cards, "applause: 2", "applause: 4")
	change(t, cards, "applause: 3", "applause: 5")
	p.says(".notice.reloaded", "answers replayed")
	p.looked("work-differs")
	p.click(".notice.reloaded .btn", "See the difference")
	p.wait("document.querySelector('.ln.here') && document.querySelector('.rail .dif')")
	p.looked("work-difference")
	p.press("s")
	p.wait("document.querySelector('.testlist .red pre')")
	p.looked("work-red")
	p.press("t")
	change(t, cards, "applause: 4", "aplause: 4")
	p.says(".notice.reloaded.bad", "the game goes on as it was")
	p.click(".bar .ok", "finding")
	p.wait("document.querySelector('.findings')")
	p.looked("work-findings")
	hostile := newPack(t)
	spoil(t, hostile)
	p = open(t, hostile, "--seed", "7")
	p.rounds(2)
	p.looked("work-hostile")
	p = open(t, "football-champions", "--seed", "3", "--seats", "human,human")
	p.wait("document.querySelector('.passing')")
	p.looked("work-curtain")
	p = open(t, "bbtm", "--seed", "7")
	p.rounds(2)
	p.press("m")
	p.wait("document.querySelector('#minename')")
	p.looked("work-mine")
	p.write("#minename", "my_season")
	p.press("\r")
	p.says(".notice", "my_season")
	p.looked("work-mined")
}
