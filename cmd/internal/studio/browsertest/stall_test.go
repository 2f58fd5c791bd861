package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// stall is a small pack in English, without a layout, that asks for numbers about a card.
func stall(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "stall")
	if err := os.CopyFS(dir,
		os.DirFS(filepath.Join("..", "..", "..", "..", "interp", "play", "testdata", "stall"))); err != nil {
		t.Fatal(err)
	}
	rules := filepath.Join(dir, "scripts", "rules", "day.lua")
	change(t, rules, `prompt = "vote", from = function() return {1, 2, 3} end`,
		`prompt = "vote", about = {ware = game.seats[1].stall:cards()[1]}, from = function() return {0, 1, 2, 3, 4, `+
			`5, 6, 7, 8, 9, 10, 11, 12} end`)
	return dir
}

// TestNumbers: options that are numbers are shown and typed as what they are, and the
// card that they are about can be read.
func TestNumbers(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	p := open(t, stall(t), "--seats", "human,random", "--seed", "5")
	for _, height := range []int64{900, 720} {
		p.size(1440, height)
		p.wait(fmt.Sprintf("innerHeight === %d", height))
		if got := eval[int64](p, "document.documentElement.scrollHeight"); got != height {
			t.Errorf("the page is %d high on a screen of %d", got, height)
		}
	}
	q := p.question(0)
	p.answer(q) // sell
	q = p.question(q.Number)
	p.answer(q)
	q = p.question(q.Number)
	p.press("5") // vote
	q = p.question(q.Number)
	if got := eval[string](p, "[...document.querySelectorAll('.opt')].map(e => e.innerText.trim()).join()"); got !=
		"0,1,2,3,4,5,6,7,8,9,10,11,12" {
		t.Errorf("the numbers are shown as %s", got)
	}
	if got := eval[[]string](p, `[...document.querySelectorAll(".tile > .role")].flatMap(role => { const a = `+
		`role.getBoundingClientRect();
		return [...role.parentNode.querySelectorAll(".n, .sk")].filter(e => e.getBoundingClientRect().bottom > a.top `+
		`+ 1).map(e => e.innerText); })`); len(got) > 0 ||
		eval[int](p, "document.querySelectorAll('.tile > .role').length") == 0 {
		t.Errorf("what the question is about hides %q", got)
	}
	p.picture("numbers.png")
	coins := func() int {
		return eval[int](p, `Number(document.querySelector(".own .chips").innerText.match(/\d+/)[0])`)
	}
	for _, typed := range []struct {
		keys string
		n    int
	}{{"12", 12}, {"1\r", 1}, {"0", 0}, {"7", 7}} {
		before := coins()
		for _, key := range typed.keys {
			p.press(string(key))
		}
		p.question(q.Number)
		if got := coins() - before; got != typed.n {
			t.Errorf("typed %q, and answered %d", typed.keys, got)
		}
		p.press("u")
		p.wait(fmt.Sprintf("document.querySelector('.ask').dataset.number === '%d'", q.Number))
	}
}

// TestSaid: what the page says itself goes when one goes on, counts well, says what the
// pack lacks, and is no error of the browser.
func TestSaid(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	dir := stall(t)
	address, stop := serveIn(t, t.TempDir(), dir, "--seats", "human,random", "--seed", "5")
	p := visit(t, address)
	q := p.rounds(1)

	p.click(".lang button", "fr")
	p.says(".notice", "pas de textes en fr")
	p.click(".lang button", "en")
	p.wait("!document.querySelector('.notice') && document.documentElement.lang === 'en'")

	change(t, filepath.Join(dir, "cards", "wares.yaml"), "cards:", "# a remark\ncards:")
	p.says(".notice", "1 answer replayed")
	p.size(390, 844)
	p.wait("innerWidth === 390")
	if high := eval[float64](p, "document.querySelector('.notice').offsetHeight"); high > 90 {
		t.Errorf("on a phone a notice of one line is %.0f high", high)
	}
	// From the question one comes to the rail of time, above it and not under it.
	p.click(".ask .when", "decision")
	p.wait(`(r => r.bottom <= innerHeight + 1 && r.top >= ` +
		`document.querySelector(".desk").getBoundingClientRect().bottom - 1)(document.querySelector(".time ` +
		`.rail").getBoundingClientRect())`)
	p.picture("phone-rail.png")
	p.size(1440, 900)
	p.answer(q)
	p.question(q.Number)
	p.wait("!document.querySelector('.notice')")

	p.press("k")
	p.wait("document.querySelector('#testname')")
	p.write("#testname", "Été: Emperor for 5")
	if name := eval[string](p, "document.getElementById('testname').value"); name != "ete-emperor-for-5" {
		t.Errorf("the test is named %q", name)
	}
	p.press(kb.Escape)

	// One is one, in every word that counts.
	p.eval(`(async () => { const {w, speak} = await import("/words.js"), {call} = await import("/door.js");
		const one = []; let counted = 0;
		for (const lang of ["en", "fr"]) { const words = await call("words", {lang}); ` +
		`await speak(lang);
			for (const [key, {other}] of Object.entries(words)) if (other.includes("{count}")) { counted++; const ` +
		`said = w(key, {count: 1, done: 0, seconds: "0"});
				if (/(^|[^\d×] ?)\b1 (?!passes|fails|dans|is)\p{L}+s\b/u.test(said)) one.push(said); } }
		await speak("en"); Object.assign(window, {one, counted}); })()`)
	p.wait("window.counted > 30")
	if got := eval[[]string](p, "one"); len(got) > 0 {
		t.Errorf("of one thing is said: %q", got)
	}

	stop()
	p.says(".notice", "connection is lost")
	p.press(kb.ArrowLeft)
	p.press("g")
	p.says(".notice", "connection is lost")
	if got := p.text(".notice"); strings.Contains(p.text("#page"), "fetch") {
		t.Errorf("without the studio the page says %q", got)
	}
}
