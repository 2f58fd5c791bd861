package browsertest

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// unsaid are the values of the scene that the page does not show where they decide: at
// an answer, of what the question is about, and at each card that lies open.
const unsaid = `(async () => {
	const {store: {frame: {scene}}} = await import("/store.js"), {ask} = scene;
	const text = e => (e?.textContent ?? "").replace(/\s+/g, " "), flat = s => s.replace(/\s+/g, " ");
	const bad = [], shows = (at, name, facts) => facts?.forEach(f => f.quiet || [f.brief, f.text].some(t => ` +
	`text(at).includes(flat(t))) || f.brief.split("/").every(t => text(at).includes(t)) || ` +
	`bad.push(name + ": no " + f.brief));
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
	const hole = document.body.innerText.match(/.*\{\w+\}.*/);
	if (hole) bad.push(hole[0]);
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
			n := p.play(func() bool { return test.until != "" && strings.Contains(p.text(".bar .where"), test.until) })
			if n < test.least {
				t.Errorf("only %d questions were asked", n)
			}
			t.Logf("%d questions answered", n)
		})
	}
}

// stepped goes a step along the rail and counts what the page writes for it: elements by the
// part where they are, those that come into the log and the rail or leave them, and, for the
// measure of the change, the lines that are passed and the cards that look other than before.
const stepped = `new Promise(done => {
	const pos = () => document.querySelector(".time .pos").innerText, before = pos(), records = [];
	const cards = () => new Map([...document.querySelectorAll(".table [data-key]")].filter(e => ` +
	`!e.querySelector("[data-key]")).map(e => [e.dataset.key, e.outerHTML]));
	const later = () => document.querySelectorAll(".log .later").length, was = cards(), lines = later();
	const watch = new MutationObserver(more => {
		records.push(...more);
		if (pos() === before) return;
		watch.disconnect();
		const written = new Set(records.map(r => r.target.nodeType === 3 ? r.target.parentElement : r.target));
		const of = part => [...written].filter(e => e.closest(part)).length, now = cards();
		const kept = records.filter(r => r.target.parentElement?.closest(".log, .rail"));
		done({log: of(".log"), rail: of(".rail"), all: written.size, page: document.querySelectorAll("*").length,
			moved: kept.filter(r => r.addedNodes.length + r.removedNodes.length).length, lines: later() - lines,
			cards: [...new Set([...was.keys(), ...now.keys()])].filter(key => was.get(key) !== now.get(key)).length});
	});
	watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true}));
})`

// TestStep: a step along the rail writes what is another there and no more, but for the parts of the table that
// are measured for the sentences of their cards, in whole games of up to a thousand lines; the log and the rail stay
// as they are, but for equal lines that come apart. It logs what a step costs.
func TestStep(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	for _, game := range []string{"bbtm", "seven-missions", "football-champions"} {
		golden := filepath.Join(t.TempDir(), game+".golden")
		ruledeck(t, "record", game, "--seed", "7", "-o", golden)
		p := open(t, "--open", golden)
		p.wait("document.querySelector('.over-note')")
		p.press(kb.ArrowLeft)
		p.wait("document.querySelector('.ask.then')")
		p.processorTime()
		var took []float64
		for range 15 {
			before := p.processorTime()
			got := until[struct{ Log, Rail, All, Page, Moved, Lines, Cards int }](p, stepped)
			took = append(took, p.processorTime()-before)
			if got.Moved > 0 || got.Rail > 4 || got.Log > max(got.Lines, 1)+2 || got.All > 28+got.Lines+4*got.Cards {
				t.Errorf("%s: for a step over %d lines that changes %d cards, of %d elements the page writes %d, "+
					"%d of the log, %d of the rail; %d come or go there",
					game, got.Lines, got.Cards, got.Page, got.All, got.Log, got.Rail, got.Moved)
			}
		}
		slices.Sort(took)
		t.Logf("%s: a step takes the page %.0f ms of processor at the median", game, took[len(took)/2])
	}
}

// processorTime is what the page has taken so far, in milliseconds.
func (p *tab) processorTime() (out float64) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, performance.Enable,
			performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
			return err
		}
		got, err := cdp.Call(ctx, target, performance.GetMetrics, cdp.Empty{})
		if err != nil {
			return err
		}
		for _, m := range got.Metrics {
			if m.Name == "TaskDuration" {
				out = 1000 * m.Value
			}
		}
		return nil
	}))
	return out
}

// TestSecondClick: while an answer is under way the panel takes no other, and says so.
func TestSecondClick(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	q := p.rounds(2)
	p.eval("(ask => { window.sent = 0; window.fetch = (url, ...more) => /call.answer/.test(url) ? (sent++, new " +
		"Promise(done => setTimeout(done, 300)).then(() => ask(url, ...more))) : ask(url, ...more); })(fetch)")
	for !eval[bool](p, "document.querySelector('.ask').ariaBusy === 'true'") {
		p.eval("document.querySelector('.opt').click()")
	}
	p.eval("document.querySelectorAll('.opt').forEach(option => option.click())")
	p.press("1")
	if next := p.question(q.Number); next.Number <= q.Number {
		t.Errorf("question %d follows on %d", next.Number, q.Number)
	}
	if sent := eval[int](p, "sent"); sent != 1 {
		t.Errorf("%d answers were sent", sent)
	}
	if told := p.text(".notice"); told != "" {
		t.Errorf("the page says %q", told)
	}
	if eval[bool](p, "document.querySelector('.ask').ariaBusy === 'true'") {
		t.Error("the next question is blocked")
	}
}

// TestNothing: where nothing need be chosen, and where a number may be 0, that can be given at once.
func TestNothing(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	for _, ask := range []string{`{kind: "some", max: 3, options: []}`, `{kind: "number", max: 2}`} {
		if !until[bool](p, `import("/ask.js").then(({Choice}) => new Choice(`+ask+`).ready === true)`) {
			t.Errorf("nothing cannot be given to %s", ask)
		}
	}
}

// TestOffered: what a host does not offer has no button and no key, and the game can be played.
func TestOffered(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	q := p.question(0)
	p.eval(`(all => { window.EventSource = class extends all { set onmessage(take) { super.onmessage = e => {
		const {host, ...told} = JSON.parse(e.data);
		take({data: JSON.stringify({...told, can: ["answer", "past"]})});
	}; } }; })(EventSource)`)
	p.eval(`import("/store.js").then(({store}) => { store.host = {games: [], languages: [], untold: []}; })`)
	p.do(chromedp.KeyEvent("1", chromedp.KeyModifiers(1)))
	p.wait("document.querySelectorAll('.bar a').length === 1")
	if got := p.text(".bar"); strings.Contains(got, "finding") || strings.Contains(got, "Gallery") {
		t.Errorf("the bar offers %q", got)
	}
	if got := eval[int](p, "document.querySelectorAll('.time .btn, .bar .seg button').length"); got != 0 {
		t.Errorf("%d buttons do what the host does not", got)
	}
	p.press("unfkwogpsbm")
	if got := eval[int](p, "document.querySelectorAll('.dialog, .notice, .tool').length"); got != 0 {
		t.Errorf("keys open %q", p.text(".dialog, .notice, .tool"))
	}
	p.answer(q)
	p.question(q.Number)
	p.press(kb.Home)
	p.wait("document.querySelector('.ask.then')")
}

// TestNarrowTiles: on a tablet, where tiles are narrow, no fact of one runs under its seat's mark;
// what a headline does stands on the table. Equal lines of the log that follow each other are one.
func TestNarrowTiles(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	golden := filepath.Join(t.TempDir(), "whole.golden")
	ruledeck(t, "record", "bbtm", "--seed", "7", "-o", golden)
	p := open(t, "--open", golden)
	p.size(820, 1180)
	p.wait("innerWidth === 820 && document.querySelector('.over-note')")
	p.wait("[...document.querySelectorAll('.ln .o')].some(e => / discard .* × 2$/.test(e.textContent))")
	narrow, told := 0, 0
	for range 12 {
		at := p.text(".time .pos")
		p.do(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(8)))
		p.wait("document.querySelector('.time .pos').innerText !== '" + at + "'")
		narrow += eval[int](p, `[...document.querySelectorAll(".tile")].filter(e => e.clientWidth < 110).length`)
		if got := eval[[]string](p, `[...document.querySelectorAll(".tile:has(> .seat)")].filter(tile => {
			const mark = tile.querySelector(":scope > .seat").getBoundingClientRect(), text = document.createRange();
			return [...tile.querySelectorAll(".n, .sk, .told")].some(e => { text.selectNodeContents(e); return `+
			`[...text.getClientRects()].some(b => b.right > mark.left + 1 && b.left < mark.right - 1 && `+
			`b.bottom > mark.top + 2 && b.top < mark.bottom - 2); });
		}).map(e => e.innerText)`); len(got) > 0 {
			t.Errorf("%s: these run under the mark: %q", at, got)
		}
	}
	if narrow == 0 {
		t.Error("no tile is narrow; this test says nothing")
	}
	// Cards stand with their sentences where the layout of the pack says so: the headlines.
	for range 8 {
		at := p.text(".time .pos")
		p.do(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(2)))
		p.wait("document.querySelector('.time .pos').innerText !== '" + at + "'")
		told += eval[int](p, `[...document.querySelectorAll(".table .told")].filter(e => e.innerText[20]).length`)
	}
	if told == 0 {
		t.Error("no headline says what it does")
	}
}

// TestNews: nothing is marked as new before one has answered; a seat has one mark wherever it
// is named; a fork has the name of its phase, and its log stands at its end.
func TestNews(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	const corners = `[...document.querySelectorAll(".table .changed")].filter(e => ` +
		`getComputedStyle(e, "::after").content !== "none").length`
	q := p.question(0)
	if n := eval[int](p, corners); n > 0 {
		t.Errorf("%d corners are marked at first", n)
	}
	p.answer(q)
	p.question(q.Number)
	if eval[int](p, corners) == 0 {
		t.Error("nothing is marked as new")
	}
	if got := until[[]string](p, `import("/store.js").then(({store: {seats}}) => `+
		`[...document.querySelectorAll(".seat")].filter(e => !seats.some(s => s.mark.length === 2 && `+
		`s.mark === e.innerText && s.name === e.title)).map(e => e.innerText))`); len(got) > 0 {
		t.Errorf("these are no marks of a seat: %q", got)
	}
	p.press(kb.ArrowLeft)
	p.wait("document.querySelector('.ask.then')")
	p.press("f")
	p.says(".games .chip.on", "Week 1 · 7")
	p.question(0)
	p.wait("(log => log.scrollHeight - log.scrollTop - log.clientHeight < 2)(document.querySelector('.log'))")
}

// TestWould: pointing at an option, or going to it by keys, says what it would do, and
// nothing else on the page moves.
func TestWould(t *testing.T) {
	p := open(t, "bbtm", "--seed", "5", "--seats", "human,greedy")
	p.wait("document.querySelector('.ask .opt')")
	p.rounds(2)
	where := "JSON.stringify([...document.querySelectorAll('.ask .opt, .btns, .ln')]" +
		".map(e => e.getBoundingClientRect().y))"
	before := eval[string](p, where)
	p.eval("document.querySelectorAll('.ask .opt')[1].focus({preventScroll: true})")
	p.wait("document.querySelector('.would p')")
	if after := eval[string](p, where); after != before {
		t.Errorf("what an option would do moves the page:\n%s\n%s", before, after)
	}
	if said := p.text(".would"); !strings.Contains(said, "then:") {
		t.Errorf("of the option it says %q", said)
	}
	p.picture("would.png")
	p.eval("document.querySelectorAll('.ask .opt')[1].blur()")
	p.wait("!document.querySelector('.would p')")
	// Beside a card to choose that is opened, too.
	p.point(".table .up .pick, .table .tile.pick")
	p.wait("document.querySelector('.zoom .foreseen p')")
	if over := eval[[]string](p, covered); len(over) > 0 {
		t.Errorf("what it would do covers %q", over)
	}
	p.picture("would-zoom.png")
	p.press("\x1b")
	p.wait("!document.querySelector('.would p')")
	// And beside the face of an answer, which goes on saying it when that is closed.
	p.point(".ask .opt")
	p.wait("document.querySelector('.zoom .foreseen p')")
	if zoomed, said := p.text(".zoom .foreseen"), p.text(".would p"); said == "" || !strings.Contains(zoomed, said) {
		t.Errorf("beside the face stands %q, below the question %q", zoomed, said)
	}
	p.picture("would-answer.png")
	p.press("\x1b")
	p.wait("!document.querySelector('.zoom')")
	if p.text(".would p") == "" {
		t.Error("an answer that is pointed at says nothing once its card is closed")
	}
}

// TestWhyNot: pointing at a card that is no answer, or going to it by keys, says why it is none,
// and a key says so of what else the rules leave out; nothing on the page moves.
func TestWhyNot(t *testing.T) {
	t.Parallel()
	p := open(t, "seven-missions", "--seed", "3", "--seats", "human,random")
	p.wait("document.querySelector('.ask .opt')")
	p.rounds(2)
	told := func() string {
		p.wait("document.querySelector('.would p')")
		return p.text(".would")
	}
	where := "JSON.stringify([...document.querySelectorAll('main.table [data-key], .ask .opt')]" +
		".map(e => (b => [b.x, b.y])(e.getBoundingClientRect())))"
	before := eval[string](p, where)
	p.eval("document.querySelector('.table .tile:not([role])').dispatchEvent(" +
		"new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}))")
	name := eval[string](p, "document.querySelector('.table .tile:not([role]) .n').innerText.split(' ×')[0]")
	if said := told(); !strings.HasPrefix(said, name+": ") {
		t.Errorf("of %s it says %q", name, said)
	}
	p.eval("document.querySelector('.play').focus()")
	p.wait("!document.querySelector('.would p')")
	p.press(kb.ArrowDown)
	p.wait("document.activeElement.matches('.table [data-key]')")
	for eval[bool](p, "document.activeElement.matches('[role]')") {
		p.press(kb.ArrowDown)
	}
	p.wait("document.activeElement.matches('.tile')")
	name = eval[string](p, "document.activeElement.querySelector('.n').innerText.split(' ×')[0]")
	if said := told(); !strings.HasPrefix(said, name+": ") {
		t.Errorf("by keys it says of %s %q", name, said)
	}
	p.picture("whynot.png")
	p.accessible("why not", false)
	p.press("y")
	p.says(".would", "Fight: no monster is on your lands, or nobody is upright to fight it")
	if after := eval[string](p, where); after != before {
		t.Errorf("why not moves the page:\n%s\n%s", before, after)
	}
}

// TestGhosts: while an answer is held that would change a value, the table says so beside
// it, and nothing moves.
func TestGhosts(t *testing.T) {
	p := open(t, "bbtm", "--seed", "7", "--seats", "human,random")
	p.wait("document.querySelector('.ask .opt')")
	p.eval("document.querySelector('.ask .opt').click()")
	p.wait("document.querySelector('.ask .steps .done')")
	where := "JSON.stringify([...document.querySelectorAll('main.table [data-key], main.table [data-fact]')]" +
		".map(e => (b => [b.x, b.y])(e.getBoundingClientRect())))"
	before := eval[string](p, where)
	p.eval("document.querySelector('.ask .opt').focus({preventScroll: true})")
	p.wait("document.querySelector('[data-ghost]')")
	ghost := eval[string](p, "document.querySelector('[data-ghost]').dataset.ghost")
	if !strings.Contains(ghost, "→") {
		t.Errorf("on the table stands %q", ghost)
	}
	if after := eval[string](p, where); after != before {
		t.Errorf("what stands on the table moves it:\n%s\n%s", before, after)
	}
	p.picture("ghosts.png")
	p.eval("document.activeElement.blur()")
	p.wait("!document.querySelector('[data-ghost]')")
}
