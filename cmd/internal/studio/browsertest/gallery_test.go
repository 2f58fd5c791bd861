package browsertest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
)

// find looks for cards in the gallery and returns how many there are.
func (p *tab) find(text string) int {
	p.Helper()
	p.write("#find", text)
	if got := eval[string](p, "document.querySelector('#find').value"); got != text {
		p.Fatalf("typed %q, and the field has %q", text, got)
	}
	return eval[int](p, "document.querySelectorAll('.galleryp .card').length")
}

// TestGallery looks for cards.
func TestGallery(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	p.press("g")
	p.wait("document.querySelectorAll('.galleryp .card').length > 100")
	p.press("/")
	p.wait("document.activeElement.id === 'find'")
	if n := p.find("minotaur"); n == 0 || n > 20 {
		t.Errorf("%d cards have to do with the minotaur", n)
	}
	p.says(".galleryp .cards", "Minotaur")
	p.eval("document.querySelector('[data-card=minotaur]').click()")
	p.says(".side2", ".yaml:")
	if n := p.find("power>3"); n == 0 || n > 40 {
		t.Errorf("%d cards have a power of more than 3", n)
	}
	p.find("wood elf catcher")
	p.says("[data-card=wood_elf_catcher] .f-line", "2 sprint")
	p.find("once a week")
	p.says(".galleryp details.recipe", "bbtm/piling_on")
	p.eval("document.querySelector('.galleryp details.recipe').open = true")
	p.says(".galleryp details.recipe pre", "tackle.succeeded")
	p.find("solve a big crossword")
	p.says(".galleryp .said", "None of the recipes has solve, big, crossword; other words may find what comes near")
}

// TestSecondFace: a card with two faces shows both, in the font and on the frame of the pack.
func TestSecondFace(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "night")
	font, err := web.Files.ReadFile("fonts/serif-700.woff2")
	if err != nil {
		t.Fatal(err)
	}
	var frame bytes.Buffer
	if err := png.Encode(&frame, image.NewGray(image.Rect(0, 0, 60, 90))); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"pack.yaml": "id: night\nversion: 0.1.0\napi: 3\nname: {en: Night}\nseats: {min: 1, max: 2}\n",
		"game.yaml": "types:\n  card:\n    start: box\n    attributes: {dark: {type: text, name: {en: Dark}}, " +
			"deed: {type: text, name: {en: Deed}}}\nzones: {box: {of: table}}\nflow: [{phase: play, do: []}]\n" +
			"faces:\n  card: {font: art/own.woff2, background: art/frame.png, reverse: {title: dark, text: deed}}\n",
		"cards/cards.yaml": "cards:\n  - {id: villager, type: card, dark: Night Wolf, deed: \"_Howl._\"}\n" +
			"  - {id: guard, type: card}\n",
		"art/own.woff2": string(font), "art/frame.png": frame.String(),
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, dir, "--seed", "7")
	p.press("g")
	p.wait("document.querySelector('[data-card=villager]')")
	p.eval("document.querySelector('[data-card=villager]').click()")
	p.says(".side2", "Night Wolf")
	p.wait("document.querySelectorAll('.side2 .face .f-ground').length === 2")
	p.wait("[...document.fonts].some(f => f.family === 'art-own-woff2' && f.status === 'loaded')")
	got := eval[string](p, "getComputedStyle(document.querySelector('.side2 em')).fontFamily")
	if !strings.HasPrefix(got, "art-own-woff2") {
		t.Errorf("the second face is set in %s", got)
	}
	if flaws := eval[int](p, "document.querySelectorAll('.galleryp .flaw').length"); flaws != 0 {
		t.Errorf("%d findings", flaws)
	}
	p.picture("second-face.png")
	// Files that change bring no second font of one name.
	game := filepath.Join(dir, "game.yaml")
	change(t, game, "text: deed}", "text: deed, frame: full}")
	p.wait("document.querySelector('.side2 .face.full')")
	own := "[...document.fonts].filter(f => f.family === 'art-own-woff2').length"
	if n := eval[int](p, own); n != 1 {
		t.Errorf("%d fonts", n)
	}
	p.eval("document.querySelector('[data-card=guard]').click()")
	p.wait("document.querySelectorAll('.side2 .face').length === 1")

	// The desk prints on any paper, both sides, the backs moved, cut along lines.
	p.eval("document.querySelector('.galleryp header .btn.go').click()")
	p.wait("document.querySelectorAll('.a4.a4 .cell').length === 2")
	p.click(".printdesk .seg button", "both")
	p.wait("document.querySelectorAll('.a4').length === 2")
	const drawn = "document.querySelector('.marks path').getAttribute('d').length"
	lines := eval[int](p, drawn)
	p.click(".printdesk .seg button", "lines")
	p.wait(fmt.Sprintf("%s > %d", drawn, lines))
	behind := "document.querySelectorAll('.a4')[1].querySelector('.cell').style.left"
	before := eval[string](p, behind)
	fill := func(name, text string) {
		p.eval(fmt.Sprintf(`(() => {
			const field = [...document.querySelectorAll(".printdesk label.row")].find(l => l.innerText.includes(%q))
				.querySelector("input");
			field.value = %q;
			field.dispatchEvent(new Event("change", {bubbles: true}));
		})()`, name, text))
	}
	fill("Backs moved", "1.5,-1")
	p.wait(fmt.Sprintf("Math.abs(parseFloat(%s) - %s - 1.5) < 0.01", behind, strings.TrimSuffix(before, "mm")))
	fill("its size", "12x18in")
	p.wait("document.querySelectorAll('.a4.custom').length === 2")
	p.picture("print-desk.png")
	pdf, err := chromedp.Run(p.ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	if err != nil {
		t.Fatal(err)
	}
	box := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindAllStringSubmatch(string(pdf), -1)
	if len(box) != 2 || box[0][1] != "864" || box[0][2] != "1296" {
		t.Errorf("12 by 18 inches are printed on %q", box)
	}
	fill("its size", "napkin")
	p.says("body", `there is no paper "napkin"`)
}

// illegible are the faces on the print sheets with a text below the least size, 2.1 millimetres, or one that is cut, or
// that stands beyond its card.
const illegible = `[...document.querySelectorAll(".a4 .face")].flatMap(face => {
	const card = face.getBoundingClientRect(), bad = [], range = document.createRange();
	const name = face.querySelector(".f-title")?.innerText;
	for (const e of face.querySelectorAll("*")) {
		const text = [...e.childNodes].filter(n => n.nodeType === 3 && n.data.trim());
		if (!text.length) continue;
		const size = parseFloat(getComputedStyle(e).fontSize) / 96 * 25.4;
		if (size < 2.095) bad.push(name + ": " + size.toFixed(2) + " mm: " + e.innerText);
		for (const n of text) {
			range.selectNodeContents(n);
			const r = range.getBoundingClientRect();
			if (r.left < card.left - 1 || r.right > card.right + 1 || r.top < card.top - 1 ||
				r.bottom > card.bottom + 1) {
				bad.push(name + " does not hold " + n.data);
			}
		}
	}
	const parts = ".f-rules, .f-title, footer > span, .f-stats span, .f-line, .f-columns > div";
	for (const e of face.querySelectorAll(parts)) {
		const high = e.matches(".f-title") ? .35 * e.clientHeight : 2; // ascents of letters stand over a line
		if (e.scrollHeight > e.clientHeight + high || e.clientWidth && e.scrollWidth > e.clientWidth + 2) {
			bad.push(name + " cuts " + e.innerText);
		}
	}
	return bad;
})`

// TestPrint prints cards in the languages of the games, to be looked at: all of them can be read, and nothing is cut.
func TestPrint(t *testing.T) {
	t.Parallel()
	tests := []struct{ game, lang, find string }{
		{"seven-missions", "ja", "オーク"}, {"bbtm", "fr", "blitzeur"}, {"bbtm", "en", "minotaur"},
		{"football-champions", "fr", "tacle"},
	}
	if os.Getenv("RULEDECK_FULL") != "" {
		tests = append(tests, []struct{ game, lang, find string }{
			{"seven-missions", "en", "mage"}, {"seven-missions", "fr", "mage"}, {"bbtm", "ja", "フリーブーター"},
			{"football-champions", "en", "tackle"}, {"football-champions", "ja", "タックル"},
		}...)
	}
	for _, test := range tests {
		t.Run(test.game+"-"+test.lang, func(t *testing.T) {
			p := open(t, test.game, "--seed", "7")
			p.eval(fmt.Sprintf("location.hash = 'page=print&lang=%s'", test.lang))
			p.wait(fmt.Sprintf("document.documentElement.lang === %q && document.querySelector('.a4 .face[data-fit]')",
				test.lang))
			if bad := eval[[]string](p, illegible); len(bad) > 0 {
				t.Errorf("%q", bad)
			}
			p.press("g")
			p.wait("document.querySelector('.galleryp #find')")
			shown := p.find(test.find)
			if test.find == "minotaur" {
				p.says(".galleryp .card", "▾2")
				p.says(".galleryp .card", "Chaos All-Stars")
			}
			p.press("\t")
			p.eval("document.querySelector('.galleryp header .btn.go').click()")
			p.wait("document.querySelector('.a4 .card')")
			once := map[string]string{"en": "one of each", "fr": "un de chaque", "ja": "各 1 枚"}
			p.click(".printdesk .seg button", once[test.lang])
			p.wait(fmt.Sprintf("document.querySelectorAll('.a4 .cell').length <= %d", shown))
			pdf, err := chromedp.Run(p.ctx,
				chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPrintBackground()))
			if err != nil {
				t.Fatal(err)
			}
			pages := len(regexp.MustCompile(`/Type\s*/Page\b[^s]`).FindAll(pdf, -1))
			if sheets := eval[int](p, "document.querySelectorAll('.a4').length"); pages != sheets {
				t.Errorf("%d sheets come on %d pages", sheets, pages)
			}
			if n := eval[int](p, "document.querySelectorAll('.a4 .cell').length"); n != shown || pages > (shown+8)/9+2 {
				t.Errorf("%d of %d cards are on %d pages", n, shown, pages)
			}
			p.save(fmt.Sprintf("print-%s-%s.pdf", test.game, test.lang), pdf)
			// On Letter more cards lie than stand: each in the middle of its cell, too.
			p.click(".printdesk .seg button", "Letter")
			p.wait("document.querySelector('.a4.letter .cell [style*=rotate]')")
			if bad := eval[[]string](p, `[...document.querySelectorAll(".a4 .cell")].filter(cell => {
				const c = cell.getBoundingClientRect(), f = cell.firstChild.getBoundingClientRect();
				return Math.abs(f.left + f.right - c.left - c.right) > 2 || `+
				`Math.abs(f.top + f.bottom - c.top - c.bottom) > 2 || f.width > c.width || f.height > c.height;
			}).map(cell => cell.innerText)`); len(bad) > 0 {
				t.Errorf("these do not lie in their cells: %q", bad)
			}
		})
	}
}
