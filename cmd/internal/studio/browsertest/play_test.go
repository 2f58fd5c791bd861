package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// unsaid are the values of the scene that the page does not show where they decide: at
// an answer, of what the question is about, and at each card that lies open.
const unsaid = `(async () => {
	const {scene} = await (await fetch("/api/scene?" + location.hash.slice(1).replace(/&at=[^&]*/, ""))).json(), ` +
	`{ask} = scene;
	const text = e => (e?.textContent ?? "").replace(/\s+/g, " "), flat = s => s.replace(/\s+/g, " ");
	const bad = [], shows = (at, name, facts) => facts?.forEach(f => f.quiet || [f.brief, f.text].some(t => ` +
	`text(at).includes(flat(t))) || bad.push(name + ": no " + f.brief));
	const parts = Boolean(document.querySelector(".opt[data-part]"));
	ask?.options?.forEach(o => shows(document.querySelector(".opts"), o.text, parts && o.parts?.length > 1 ? ` +
	`o.parts[0].facts : o.facts));
	ask?.about?.forEach(a => a.key && shows(document.querySelector(".ask"), a.name, a.facts));
	const cards = areas => areas?.forEach(a => { cards(a.areas); if (a.form !== "pile") a.cards?.forEach(c => { if ` +
	`(!c.hidden) shows([...document.querySelectorAll("[data-key]")].find(e => e.dataset.key === c.key), c.name, ` +
	`c.facts); cards(c.areas); }); });
	cards(scene.table);
	scene.seats.forEach(s => { shows([...document.querySelectorAll("[data-key]")].find(e => e.dataset.key === "seat ` +
	`" + s.seat), s.name, s.facts); cards(s.areas); });
	return ask && String(ask.number) === document.querySelector(".ask")?.dataset.number ? bad : [];
})()`

// play answers by keys alone until the game is over or something stands on the
// page; it returns how many questions were answered. What decides a question stands
// beside it.
func (p *tab) play(until func() bool) int {
	p.Helper()
	q := p.question(0)
	for n := 0; ; n++ {
		if q.Over || n > 0 && until() {
			return n
		}
		bad, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](unsaid, chromedp.EvalAwaitPromise))
		if err != nil || len(bad) > 0 {
			p.Errorf("question %d: %q, %v", q.Number, bad, err)
		}
		p.answer(q)
		q = p.question(q.Number)
	}
}

// TestKeys plays a week of bbtm and a whole game of each of the others by keys
// alone.
func TestKeys(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		game, until string
		least       int
	}{
		{"bbtm", "Week 2", 5},
		{"seven-missions", "", 20},
		{"football-champions", "", 20},
	} {
		t.Run(test.game, func(t *testing.T) {
			t.Parallel()
			p := open(t, test.game, "--seed", "7", "--seats", "human,random")
			// Nothing slides: its pictures would cost more than the game.
			p.prefers("prefers-reduced-motion", "reduce")
			n := p.play(func() bool { return test.until != "" && strings.Contains(p.text(".bar .where"), test.until) })
			if n < test.least {
				t.Errorf("only %d questions were asked", n)
			}
			t.Logf("%d questions answered", n)
		})
	}
}
