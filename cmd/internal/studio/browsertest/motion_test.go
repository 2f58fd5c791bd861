package browsertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// seen notes each state of the table that the page draws: behind which event, what is told of it, whether
// something can be answered, how many lines the log has, and which cards slide.
const seen = `(() => {
	window.states = [];
	window.slid = [];
	const animate = Element.prototype.animate;
	Element.prototype.animate = function(frames, how) {
		slid.push([this.dataset.key, how.duration]);
		return animate.call(this, frames, how);
	};
	const note = () => {
		const at = Number(document.querySelector(".rail").ariaValueNow), now = {
			at, text: document.querySelector(".walking b")?.innerText ?? "", count: ` +
	`document.querySelector(".walking small")?.innerText ?? "", asked: Boolean(document.querySelector(".opt")),
			later: [...document.querySelectorAll(".log .ln")].filter(l => Number(l.dataset.event) > at && ` +
	`l.checkVisibility()).length,
		};
		if (JSON.stringify(now) !== JSON.stringify(states.at(-1))) states.push(now);
	};
	new MutationObserver(note).observe(document.getElementById("page"), {subtree: true, childList: true, ` +
	`attributes: true, characterData: true});
})()`

type state struct {
	At, Later   int
	Text, Count string
	Asked       bool
}

// states are the states that the page drew since the last call.
func (p *tab) states() []state {
	p.Helper()
	return eval[[]state](p, "states.splice(0)")
}

// TestMoves: after an answer the moves of the others are drawn one after the other, each with its line, before
// the next question stands there; cards slide; a key skips the rest. Going back and forth, undo and a look from
// elsewhere show one state, and so does a system that asks for less motion.
func TestMoves(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7", "--seats", "human,random,random,random")
	q := p.question(0)
	p.prefers("prefers-reduced-motion", "no-preference")
	p.eval(seen)
	var all, moves []state
	for n := 0; len(moves) < 3; n++ {
		if n == 8 {
			t.Fatalf("three others move, and these states were drawn: %+v", all)
		}
		p.states()
		p.answer(q)
		q = p.question(q.Number)
		all = p.states()
		moves = slices.DeleteFunc(slices.Clone(all), func(s state) bool { return s.Text == "" })
	}
	for i, s := range moves {
		if s.Asked || s.Later > 0 || i > 0 && s.At < moves[i-1].At {
			t.Errorf("move %d is drawn as %+v behind %+v", i+1, s, moves[max(i, 1)-1])
		}
	}
	if first, last := moves[0], moves[len(moves)-1]; first.Count[:5] != "1 / "+last.Count[:1] ||
		last.Count[0] != last.Count[4] {
		t.Errorf("the moves are counted from %q to %q", first.Count, last.Count)
	}
	if last := all[len(all)-1]; !last.Asked || last.Text != "" {
		t.Errorf("in the end there stands %+v", last)
	}
	if n := eval[int](p, "slid.filter(([key, took]) => key && took === 200).length"); n == 0 {
		t.Error("no card slides")
	}

	// A key skips, and does nothing else.
	for !eval[bool](p, "Boolean(document.querySelector('.walking'))") {
		p.answer(q)
		p.wait(fmt.Sprintf("document.querySelector(`.walking, .ask[data-number]:not([data-number='%d'])`)", q.Number))
		if !eval[bool](p, "Boolean(document.querySelector('.walking'))") {
			q = p.question(q.Number)
		}
	}
	p.press("n")
	q = p.question(q.Number)
	if eval[bool](p, "Boolean(document.querySelector('.dialog'))") {
		t.Error("the key that skips opens a window")
	}
	p.states()

	// Time travel, undo and another's view are one step.
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"back", func() { p.press(kb.Home); p.wait("document.querySelector('.ask.then')") }},
		{"forth", func() { p.press(kb.End); q = p.question(0) }},
		{"undo", func() { p.press("u"); q = p.question(q.Number) }},
		{"a page that is loaded anew", func() {
			p.do(chromedp.Reload())
			p.wait("document.querySelector('.opt')")
			p.eval(seen)
		}},
	} {
		step.do()
		if got := p.states(); slices.ContainsFunc(got, func(s state) bool { return s.Text != "" }) {
			t.Errorf("%s walks: %+v", step.what, got)
		}
	}
	p.prefers("prefers-reduced-motion", "reduce")
	p.eval("slid.splice(0)")
	p.answer(q)
	p.question(q.Number)
	if got := p.states(); slices.ContainsFunc(got, func(s state) bool { return s.Text != "" }) ||
		eval[int](p, "slid.length") > 0 {
		t.Errorf("where less motion is asked for there is %+v, and slides %q", got,
			eval[[]string](p, "slid.map(String)"))
	}
}

// TestThen: the past shows the question that stood then, with what was chosen, and it cannot be answered.
func TestThen(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	q := p.question(0)
	p.press("2")
	p.wait("document.querySelector('.steps')")
	asked := p.text("#question")
	p.press("1")
	p.question(q.Number)
	for range 30 { // by answers, to the first
		at := p.text(".time .pos")
		p.do(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(8)))
		p.wait("document.querySelector('.time .pos').innerText !== '" + at + "'")
		if p.text(".stood #question") == asked {
			break
		}
	}
	if got := p.text(".stood #question"); got != asked {
		t.Fatalf("the question %q was not found again, but %q", asked, got)
	}
	if on, all := p.text(".stood .on"), p.text(".stood .opts"); on == "" || on == all {
		t.Errorf("of %q what was chosen is %q", all, on)
	}
	if eval[bool](p, "Boolean(document.querySelector('.opt, .table .pick'))") {
		t.Error("a question of the past takes answers")
	}
	p.picture("then.png")
}
