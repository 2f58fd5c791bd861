package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPhone stands the question at the thumb, all of it within the width.
func TestPhone(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	p.rounds(3)
	p.size(390, 844)
	p.wait("innerWidth === 390")
	if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d pixels wide", wide)
	}
	type box struct{ Top, Bottom float64 }
	if ask := eval[box](p,
		"(r => ({Top: r.top, Bottom: r.bottom}))(document.querySelector('.ask').getBoundingClientRect())"); ask.Top <
		844*0.4 || ask.Bottom > 846 {
		t.Errorf("the question stands from %.0f to %.0f", ask.Top, ask.Bottom)
	}
	small := eval[[]string](p,
		"[...document.querySelectorAll('.opt, .ask .btn, .bar button, .bar nav a, .tabs button')].filter(e => { "+
			"const r = e.getBoundingClientRect(); return r.height > 0 && (r.height < 43.5 || r.width < 34); }).map(e "+
			"=> `${e.className} ${e.innerText}`)")
	if len(small) > 0 {
		t.Errorf("too small for a finger: %q", small)
	}
}

// TestInSight: what a question can be answered with, or is about, can be seen when it comes,
// on a wide screen and on a phone.
func TestInSight(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7", "--seats", "human,random,random,random")
	for n, q := 0, p.question(0); n < 24 && !q.Over; n++ {
		if got := eval[string](p, `(() => {
			const lit = [...document.querySelectorAll(".table .pick")], all = lit.length ? lit : `+
			`[...document.querySelectorAll(".table .about")];
			const seen = all.filter(e => { const box = e.getBoundingClientRect(); return `+
			`e.contains(document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 60) / `+
			`2)); });
			return all.length && !seen.length ? all[0].innerText : "";
		})()`); got != "" {
			t.Errorf("question %d: %q is out of sight", q.Number, got)
		}
		if n == 12 {
			p.size(390, 844)
			p.wait("innerWidth === 390")
		}
		p.answer(q)
		q = p.question(q.Number)
	}
}

// TestAllInSight: where the table leaves room, one sees one's own cards whole; what the signs mean, how far
// a value has come, and how the game ends stand on the screen without a click.
func TestAllInSight(t *testing.T) {
	t.Parallel()
	dir := newPack(t)
	change(t, filepath.Join(dir, "game.yaml"), "points: {type: number, start: 0, min: 0,",
		"points: {type: number, start: 0, min: 0, max: 40,")
	p := open(t, dir)
	signs := open(t, "bbtm", "--seed", "7")
	for _, window := range [][2]int64{{1440, 900}, {1280, 720}} {
		p.size(window[0], window[1])
		p.wait(fmt.Sprintf("innerWidth === %d && document.querySelectorAll('.up .card').length > 1", window[0]))
		p.wait(`[...document.querySelectorAll(".up .card")].every(e => ` +
			`e.getBoundingClientRect().bottom <= document.querySelector(".own").getBoundingClientRect().bottom)`)
		p.says(".own .track", "points 0/40")
		p.says(".ends", "After four rounds the most points win.")
		p.says(".where", "Round 1/4")
		signs.size(window[0], window[1])
		signs.says(".legend", "Star Power")
		signs.wait(`(b => b.height > 0 && b.bottom <= innerHeight)(` +
			`document.querySelector(".legend").getBoundingClientRect())`)
	}
	q := p.question(0)
	p.answer(q)
	p.question(q.Number)
	p.wait("parseFloat(document.querySelector('.track').style.getPropertyValue('--track')) > 0")
}

// TestManyOptions: of forty options with long names one is chosen by two digits, or by a part
// of its name, on a phone too.
func TestManyOptions(t *testing.T) {
	t.Parallel()
	dir := newPack(t)
	cards := "defaults: {type: performer}\ncards:\n  - {id: clown, name: {en: Clown}, copies: 2, applause: 1, " +
		"abilities: [encore]}\n"
	for n := range 90 {
		cards += fmt.Sprintf("  - {id: act_%[1]d, name: {en: Act %[1]d of the travelling company with a rather long "+
			"name}, applause: 2}\n", n)
	}
	if err := os.WriteFile(filepath.Join(dir, "cards", "performers.yaml"), []byte(cards), 0o644); err != nil {
		t.Fatal(err)
	}
	change(t, filepath.Join(dir, "scripts", "rules", "setup.lua"), "HAND = 4", "HAND = 40")
	p := open(t, dir, "--seed", "7")
	q := p.question(0)
	if q.Options != 40 {
		t.Fatalf("%d options", q.Options)
	}
	option := func(n int) string {
		return eval[string](p, fmt.Sprintf("document.querySelector('.opt[data-option=\"%d\"] .o').innerText", n))
	}
	chosen := option(37)
	p.press("37")
	q = p.question(q.Number)
	p.says(".log", chosen)
	p.size(390, 844)
	p.wait("innerWidth === 390")
	if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d pixels wide", wide)
	}
	chosen = option(21)
	p.press("/")
	p.write(".filter", strings.TrimSuffix(chosen, " name"))
	p.wait("document.querySelectorAll('.opt').length === 1")
	p.press("\r")
	p.question(q.Number)
	p.says(".log", chosen)
}
