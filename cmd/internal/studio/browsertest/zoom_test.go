package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// at is the middle of the first element of a selector, near its upper edge.
func (p *tab) at(selector string) (x, y float64) {
	p.Helper()
	box := eval[[]float64](p, "(r => [r.left + Math.min(r.width, 60) / 2, r.top + Math.min(r.height, 40) / 2])("+
		"document.querySelector('"+selector+"').getBoundingClientRect())")
	return box[0], box[1]
}

// point moves the mouse to an element.
func (p *tab) point(selector string) {
	p.Helper()
	x, y := p.at(selector)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
}

// covered names the parts of the question and the cards to choose from that an open card covers.
const covered = `(z => [...document.querySelectorAll(".ask, .table .pick, .table .armed, .table .about")].filter(e => {
	const r = e.getBoundingClientRect();
	return r.width && r.left < z.right && r.right > z.left && r.top < z.bottom && r.bottom > z.top;
}).map(e => e.className))(document.querySelector(".zoom").getBoundingClientRect())`

// opens points at something and looks what has opened: a card of a name, which covers nothing that is asked.
func (p *tab) opens(selector, name string) {
	p.Helper()
	p.point(selector)
	p.wait("document.querySelector('.zoom .face')")
	if got := p.text(".zoom .f-title"); name != "" && !strings.Contains(name, got) {
		p.Errorf("%s opens %q, and names %q", selector, got, name)
	}
	if over := eval[[]string](p, covered); len(over) > 0 {
		p.Errorf("what %s opens covers %q", selector, over)
	}
	p.press("\x1b")
	p.wait("!document.querySelector('.zoom')")
	p.point(".bar h1")
}

// TestZoom opens cards from wherever they are named: a hand, a tile, an answer, a line of the log, a pile; by the
// mouse, by a key and by a finger.
func TestZoom(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	p.rounds(1)
	p.opens(".own :is(.up .card, .tile)", p.text(".own :is(.f-title, .n)")) // as there is room: held up, or flat
	p.opens(".well .tile", "")
	p.opens(".opt", p.text(".opt .o"))
	p.opens(".log .ln:last-of-type", "")
	p.opens(".mu h3", p.text(".mu h3"))

	// A pile opens where all may see its cards; a closed pile shows none.
	p.eval("document.querySelector('.well.pile:has(.tile) > h4').click()")
	p.wait("document.querySelector('.zoom .face')")
	p.press("\x1b")
	p.wait("!document.querySelector('.zoom')")
	p.eval("document.querySelector('.well.pile:not(:has(.tile)) > h4').click()")
	if eval[bool](p, "Boolean(document.querySelector('.zoom'))") {
		t.Error("a pile whose cards nobody knows is open")
	}

	p.eval("document.querySelector('.own :is(.up .card, .tile)').focus()")
	p.press(" ")
	p.wait("document.querySelector('.zoom .face')")
	p.press(" ")
	p.wait("!document.querySelector('.zoom')")
	if q := eval[int](p, "Number(document.querySelector('.ask').dataset.number)"); q == 0 {
		t.Error("the question is gone")
	}

	p.size(390, 844)
	p.wait("innerWidth === 390 && document.querySelector('.tabs')")
	asked := "document.querySelector('.ask').dataset.number + " +
		"[...document.querySelectorAll('.ask .opt')].map(e => e.innerText)"
	before := eval[string](p, asked)
	p.eval(`(e => e.dispatchEvent(new PointerEvent("pointerdown", {pointerType: "touch", bubbles: true})))` +
		`(document.querySelector(".table :is(.tile, .card)[data-key]"))`)
	p.wait("document.querySelector('.zoom .face')")
	if over := eval[[]string](p, covered); len(over) > 0 {
		t.Errorf("on a phone the card covers %q", over)
	}
	p.eval(`(e => { e.dispatchEvent(new PointerEvent("pointerup", {pointerType: "touch", bubbles: true})); ` +
		`e.click(); })(document.querySelector(".table :is(.tile, .card)[data-key]"))`)
	if after := eval[string](p, asked); after != before {
		t.Errorf("a long press has answered: %q", after)
	}
	p.picture("zoom-phone.png")
}
