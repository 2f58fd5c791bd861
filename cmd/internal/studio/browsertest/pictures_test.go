package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"

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
		{"bbtm", "human,random,random,random", "en", 9},
		{"seven-missions", "human,random", "ja", 14},
		{"football-champions", "human,random", "fr", 24},
	} {
		t.Run(test.game, func(t *testing.T) {
			p := open(t, test.game, "--seed", "7", "--seats", test.seats)
			p.rounds(test.answers)
			p.eval(fmt.Sprintf("location.hash = location.hash.replace(/lang=\\w+/, 'lang=%s')", test.lang))
			p.wait(fmt.Sprintf("document.documentElement.lang === '%s'", test.lang))
			all := []string{"t", "g"}
			if test.game == "bbtm" {
				p.press("f")
				p.wait("document.querySelectorAll('.games .chip').length === 2")
				all = []string{"t", "g", "b", "p", "c", "s", "tw", "n", "?", "to"}
			}
			for _, keys := range all {
				p.press(keys)
				p.wait(map[string]string{"g": "document.querySelector('.galleryp')", "p": "document.querySelector('.a4')", "c": "document.querySelector('.comparep .nums')", "s": "document.querySelector('.testsp')", "b": "document.querySelector('#measure')", "n": "document.querySelector('.dialog')",
					"?": "document.querySelector('.helpkeys')", "t": "document.querySelector('main.table')", "tw": "document.querySelector('.whybox')", "to": "document.querySelector('.graphs')"}[keys])
				for _, screen := range screens {
					p.size(screen.width, screen.height)
					p.scheme(screen.dark)
					p.picture(fmt.Sprintf("%s-%s-%s.png", test.game, map[string]string{"?": "help"}[keys]+strings.Trim(keys, "?"), screen.name))
				}
				p.size(1440, 900)
				p.press(kb.Escape)
			}
		})
	}
}
