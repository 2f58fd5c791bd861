package browsertest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// prefers makes the system one whose person prefers something, too.
func (p *tab) prefers(name, value string) {
	p.Helper()
	p.preferred = slices.DeleteFunc(p.preferred, func(f *emulation.MediaFeature) bool { return f.Name == name })
	p.preferred = append(p.preferred, &emulation.MediaFeature{Name: name, Value: value})
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{Features: p.preferred})
		return err
	}))
}

// scheme makes the system of the page a light or a dark one.
func (p *tab) scheme(dark bool) {
	p.Helper()
	value := "light"
	if dark {
		value = "dark"
	}
	p.prefers("prefers-color-scheme", value)
}

// faint are the texts of the page with less contrast than AA asks for.
const faint = `(() => {
	const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true}), colours = new Map();
	const rgba = c => {
		if (!colours.has(c)) {
			canvas.clearRect(0, 0, 1, 1);
			canvas.fillStyle = c;
			canvas.fillRect(0, 0, 1, 1);
			colours.set(c, [...canvas.getImageData(0, 0, 1, 1).data]);
		}
		return colours.get(c);
	};
	const over = (a, under, alpha = 1) => [0, 1, 2].map(i => a[i] * alpha * a[3] / 255 + under[i] * (1 - alpha * ` +
	`a[3] / 255)).concat(255);
	const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** ` +
	`2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const out = new Set(), texts = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const e = texts.currentNode.parentElement;
		if (!texts.currentNode.data.trim() || !e.checkVisibility({checkVisibilityCSS: true}) || ` +
	`e.closest(":disabled, option")) continue;
		const grounds = [];
		let alpha = 1;
		for (let n = e; n; n = n.parentElement) {
			// The name in a band stands on the band's own rectangle.
			const style = getComputedStyle(n), band = n.parentElement?.matches?.("svg.went") && ` +
	`n.querySelector(":scope > rect");
			const ground = rgba(band ? getComputedStyle(band).fill : style.backgroundColor);
			alpha *= style.opacity;
			grounds.unshift(ground);
			if (ground[3] === 255) break;
		}
		const ground = grounds.reduce((under, c) => over(c, under), [255, 255, 255, 255]);
		const style = getComputedStyle(e), size = parseFloat(style.fontSize), a = ` +
	`light(over(rgba(e.namespaceURI.endsWith("svg") ? style.fill : style.color), ground, alpha)), b = light(ground);
		const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (contrast < (size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5)) ` +
	`out.add(contrast.toFixed(2) + " " + e.className + ": " + texts.currentNode.data.trim().slice(0, 30));
	}
	return [...out];
})()`

// TestPlainToUse goes through what a page owes to those who see no colours, hear it
// read, get sick of motion, speak another language, or can drag nothing.
func TestPlainToUse(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7", "--seats", "human,random,random,random")
	q := p.rounds(6)
	for !eval[bool](p, "Boolean(document.querySelector('.table .pick'))") {
		q = p.rounds(1)
	}

	// Without colour: every card of a seat says whose it is by a letter, on it or on
	// the side it lies at; seats differ in pattern and shape; what can be chosen has its number.
	if got := eval[[]string](p, `[...document.querySelectorAll(".table :is(.tile, .card):is(.s1, .s2, .s3, .s4)")]
		.filter(e => !(e.closest(".side") ?? e).querySelector(".seat")?.innerText.trim()).map(e => `+
		`e.innerText)`); len(got) > 0 {
		t.Errorf("whose these are is said by colour alone: %q", got)
	}
	if n := eval[int](p, `new Set([1, 2, 3, 4, 5, 6, 7, 8].map(n => { const e = document.createElement("div"); `+
		`e.className = "tile s" + n; document.body.append(e);
		const pattern = getComputedStyle(e, `+
		`"::before").backgroundImage.replace(/(rgba?|color|light-dark)\([^()]*\)/g, ""); e.remove(); return pattern; `+
		`})).size`); n != 8 {
		t.Errorf("eight seats have %d patterns", n)
	}
	if n := eval[int](p, `new Set([...document.querySelectorAll(".bar .seg .seat")].map(e => `+
		`getComputedStyle(e).borderRadius + getComputedStyle(e).clipPath)).size`); n != 4 {
		t.Errorf("four seats have %d shapes", n)
	}
	if n := eval[int](p, `document.querySelectorAll(".table .pick").length`); n == 0 {
		t.Error("nothing on the table can be chosen")
	}
	if got := eval[[]string](p, `[...document.querySelectorAll(".table :is(.pick, .armed)")].filter(e => `+
		`!/^\d/.test(e.querySelector(":scope > .no")?.innerText ?? "")).map(e => e.innerText)`); len(got) > 0 {
		t.Errorf("these can be chosen, and only a colour says so: %q", got)
	}
	p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedVisionDeficiency,
			emulation.SetEmulatedVisionDeficiencyParams{Type: "achromatopsia"})
		return err
	}))
	p.picture("grey.png")
	p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedVisionDeficiency,
			emulation.SetEmulatedVisionDeficiencyParams{Type: "none"})
		return err
	}))

	// Light and dark follow the system.
	ground := func() string { return eval[string](p, "getComputedStyle(document.body).backgroundColor") }
	light := ground()
	p.scheme(true)
	if dark := ground(); dark == light {
		t.Errorf("light and dark are both %s", light)
	}

	// Nothing moves for those who asked for that.
	const moving = `[...document.querySelectorAll("*")].filter(e => { const s = getComputedStyle(e); return ` +
		`parseFloat(s.transitionDuration) > 0 || s.animationName !== "none"; }).length`
	p.prefers("prefers-reduced-motion", "no-preference")
	if eval[int](p, moving) == 0 {
		t.Error("nothing moves for anybody; this test says nothing")
	}
	p.prefers("prefers-reduced-motion", "reduce")
	if n := eval[int](p, moving); n > 0 {
		t.Errorf("%d things move though less motion was asked for", n)
	}

	// The parts are landmarks in the order in which one reads them; a quiet region that
	// stays says what has happened and what is asked.
	if got := eval[string](p, `[...document.querySelectorAll(".page header.bar, main, aside, footer.time")].map(e => `+
		`e.tagName).join(" ")`); got != "HEADER MAIN ASIDE FOOTER" {
		t.Errorf("one reads %s", got)
	}
	if got := eval[[]string](p, `[...document.querySelectorAll("button, a, [role=button], input, select")].filter(e `+
		`=> !(e.innerText || e.getAttribute("aria-label") || e.labels?.length)).map(e => e.outerHTML)`); len(got) > 0 {
		t.Errorf("these have no name: %q", got)
	}
	p.eval("window.region = document.getElementById('said')")
	p.answer(q)
	q = p.question(q.Number)
	p.says("#said", p.text("#question"))
	if !eval[bool](p, "region.isConnected && region.getAttribute('aria-live') === 'polite'") {
		t.Error("the region that tells what happens does not stay")
	}

	// Another language is another look at the same game.
	asked := p.text("#question")
	before := asked
	for _, lang := range []string{"fr", "ja", "en"} {
		p.click(".lang button", lang)
		p.wait(
			fmt.Sprintf("document.documentElement.lang === '%s' && document.getElementById('question').innerText "+
				"!== %q", lang, before))
		before = p.text("#question")
		if now := p.question(0); now.Number != q.Number {
			t.Errorf("in %s the game stands at question %d, not %d", lang, now.Number, q.Number)
		}
		if now := p.text("#question"); (now == asked) != (lang == "en") {
			t.Errorf("in %s the question is %q", lang, now)
		}
	}

	// Nothing has to be dragged: time moves by buttons and keys, cards are buttons.
	if n := eval[int](p, "document.querySelectorAll('[draggable=true]').length"); n > 0 {
		t.Errorf("%d things are dragged", n)
	}
	p.eval("document.querySelector('.time button').click()")
	p.wait("document.querySelector('.ask.then')")
	p.click(".ask.then .btn", "now")
	p.question(0)

	// Every text of every page stands out from what it stands on, by AA, in both schemes.
	p.eval("document.querySelector('.bar h1').style.opacity = 0.4")
	if len(eval[[]string](p, faint)) != 1 {
		t.Error("a pale title is not found; this test says nothing")
	}
	p.eval("document.querySelector('.bar h1').style.opacity = 1")
	p.press("f")
	p.wait("document.querySelectorAll('.games .chip').length === 2")
	for _, page := range pages {
		p.press(page.keys)
		p.wait(fmt.Sprintf("document.querySelector('%s')", page.shows))
		for _, dark := range []bool{false, true} {
			p.scheme(dark)
			if got := eval[[]string](p, faint); len(got) > 0 {
				t.Errorf("%s, dark %t: hard to read: %q", page.name, dark, got)
			}
			p.accessible(page.name, dark)
		}
		p.press("\x1b")
	}
	p.press("t")

	// What has a key has a place to click too.
	p.eval("document.querySelector('.bar .more').click()")
	p.wait("document.querySelectorAll('.does .btn').length > 8")
	p.press("\x1b")
}

// accessible asks axe-core, where RULEDECK_AXE says where it lies, what it finds on a page; of a
// dark one the contrast is asked for, since the rest is the same.
func (p *tab) accessible(page string, dark bool) {
	p.Helper()
	file := os.Getenv("RULEDECK_AXE")
	if file == "" {
		return
	}
	axe, err := os.ReadFile(file)
	if err != nil {
		p.Fatal(err)
	}
	if !eval[bool](p, "Boolean(window.axe)") {
		eval[int](p, string(axe)+"\n;1")
	}
	more := ""
	if dark {
		more = `, runOnly: ["color-contrast"]`
	}
	got := until[[]string](p, `axe.run({resultTypes: ["violations"]`+more+`}).then(found => `+
		`found.violations.flatMap(v => v.nodes.slice(0, 3).map(n => v.id + ": " + n.html.slice(0, 120))))`)
	if len(got) > 0 {
		p.Errorf("%s: axe finds %q", page, got)
	}
}

// TestTwoTabs: two people at two tabs, each at a seat of the same game.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	p := open(t, "football-champions", "--seed", "3", "--seats", "human,human")
	other := visit(t, p.address)
	p.eval("location.hash = 'page=table&branch=1&seat=1&lang=en'")
	other.eval("location.hash = 'page=table&branch=1&seat=2&lang=en'")
	p.wait("!document.querySelector('.passing')")
	other.wait("!document.querySelector('.passing')")
	answered := 0
	for n := range 6 {
		p.wait("document.querySelector('.ask, .passing')")
		if eval[bool](p, "Boolean(document.querySelector('.passing'))") {
			t.Fatal("a curtain hangs before a tab of its own")
		}
		who, idle := askedBeyond(t, answered, p, other)
		q := who.question(answered)
		answered = q.Number
		who.answer(q)
		// The other tab hears of it by itself.
		idle.wait("document.querySelector('.log').innerText.length > 0")
		if n == 5 && strings.TrimSpace(idle.text(".log")) == "" {
			t.Error("the other tab is told nothing")
		}
	}
}

// askedBeyond waits until one of two tabs shows a question with a number beyond that
// of the last one answered, and returns that tab and the other: one that is about to
// be drawn again still shows what has been answered.
func askedBeyond(t *testing.T, answered int, a, b *tab) (who, idle *tab) {
	const number = "Number(document.querySelector('.ask[data-number]')?.dataset.number ?? 0)"
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if eval[int](a, number) > answered {
			return a, b
		}
		if eval[int](b, number) > answered {
			return b, a
		}
	}
	t.Fatalf("neither tab is asked anything after question %d", answered)
	return nil, nil
}

// TestBalance plays games for their figures beside the one that is open, also of the
// pack that every designer begins with, where New game and each page open too.
func TestBalance(t *testing.T) {
	t.Parallel()
	for name, game := range map[string]string{"football": "football-champions", "barest": newPack(t)} {
		t.Run(name, func(t *testing.T) {
			p := open(t, game, "--seed", "3")
			q := p.rounds(1)
			p.press("b")
			p.wait("document.querySelector('#measure')")
			p.write("[name=games]", "12")
			p.press("\r")
			p.wait("document.querySelector('.figures')?.shadowRoot.querySelector('main table')")
			text := eval[string](p, "document.querySelector('.figures').shadowRoot.querySelector('main').innerText")
			if !strings.Contains(text, "12 games") {
				t.Errorf("the figures are of other games:\n%s", text)
			}
			p.press("t")
			if now := p.question(0); now.Number != q.Number {
				t.Errorf("the game stands at question %d, not %d", now.Number, q.Number)
			}
			p.press("n")
			p.wait("document.querySelectorAll('.dialog [name=seat]').length === 2")
			p.click(".dialog .btn.go", "Start")
			p.wait("document.querySelectorAll('.games .chip').length === 2")
			p.question(q.Number)
			for _, page := range pages {
				p.press(page.keys)
				p.wait(fmt.Sprintf("document.querySelector('%s')", page.shows))
				p.press("\x1b")
			}
			told := eval[[]string](p,
				"[...faults, ...document.querySelectorAll('.notice.bad')].map(f => f.innerText ?? f)")
			if len(told) > 0 {
				t.Errorf("the page says %q", told)
			}
		})
	}
}
