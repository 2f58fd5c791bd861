package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"
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
	for _, test := range []struct{ game, seats, lang, until string }{
		{"bbtm", "human,random,random,random", "en", "Week 2"},
		{"seven-missions", "human,random", "ja", ""},
		{"football-champions", "human,random", "fr", ""},
	} {
		t.Run(test.game, func(t *testing.T) {
			p := open(t, test.game, "--seed", "7", "--seats", test.seats)
			answers := 0
			p.play(func() bool {
				answers++
				return test.until != "" && strings.Contains(p.text(".bar .where"), test.until) && p.text(".opts .opt .v") != "" || answers > 40
			})
			p.eval(fmt.Sprintf("location.hash = location.hash.replace(/lang=\\w+/, 'lang=%s')", test.lang))
			p.wait(fmt.Sprintf("document.documentElement.lang === '%s'", test.lang))
			for _, page := range []struct{ name, keys string }{{"table", "t"}, {"gallery", "g"}} {
				p.press(page.keys)
				for _, screen := range screens {
					p.size(screen.width, screen.height)
					p.scheme(screen.dark)
					p.picture(fmt.Sprintf("%s-%s-%s.png", test.game, page.name, screen.name))
				}
			}
		})
	}
}
