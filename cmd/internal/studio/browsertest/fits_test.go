package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// hidden are the cards, places and seats that an answer stands for, or that the question is about, and that
// one does not see whole: cut by what they lie in or by the window, or covered. Of a card in a hand the
// number and the beginning are asked for, since cards there overlap and are cut below. On a narrow screen
// each lies behind a tab that is marked. Buttons of the question are in sight, and
// the cards of a hand lie within it.
const hidden = `(async () => {
	const bad = [];
	if (!document.querySelector(".ask[data-number]")) return [];
	const whole = (e, b) => {
		for (let n = e.parentElement; n && !n.matches(".hand"); n = n.parentElement) {
			const c = n.getBoundingClientRect();
			if (getComputedStyle(n).overflowY !== "visible" && (b.top < c.top - 1 || b.bottom > c.bottom + 1 || ` +
	`b.left < c.left - 1 || b.right > c.right + 1)) return "is cut by " + n.className;
		}
		return b.top < 0 || b.left < 0 || b.bottom > innerHeight || b.right > innerWidth ? "leaves the window" : "";
	};
	const covered = (e, x, y) => {
		const top = document.elementFromPoint(x, y);
		return e.contains(top) ? "" : "is covered by " + (top?.className || top?.tagName);
	};
	const held = e => e.matches(".hand *");
	const look = e => {
		const b = e.getBoundingClientRect(), no = e.querySelector(":scope > .no")?.getBoundingClientRect();
		if (!b.width) return "is not drawn";
		return !held(e) && whole(e, b) || no && covered(e, (no.left + no.right) / 2, (no.top + no.bottom) / 2) ||
			covered(e, b.left + 12, b.top + Math.min(b.height / 2, 20));
	};
	const check = what => document.querySelectorAll(what).forEach(e => {
		if (e.closest(".off")) return;
		const why = look(e);
		if (why) bad.push(e.innerText.replace(/\s+/g, " ").slice(0, 40) + " " + why);
	});
	if (innerWidth > 700) check(".table :is(.pick, .armed), .play .about");
	else for (const tab of document.querySelectorAll(".tabs .lit")) {
		tab.click();
		check(".table .pick");
	}
	const box = e => e.getBoundingClientRect(), ends = box(document.querySelector(".ask")).bottom;
	for (const e of document.querySelectorAll(".own .up")) {
		if (box(e).right > box(e.closest(".own")).right) bad.push(e.innerText.slice(0, 20) + " leaves the hand");
	}
	for (const e of document.querySelectorAll(".ask .btns .btn")) {
		const b = box(e), over = covered(e, (b.left + b.right) / 2, (b.top + b.bottom) / 2);
		if (b.bottom > ends + 1 || over) bad.push(e.innerText + " " + (over || "is cut below"));
	}
	const lit = document.querySelectorAll(".table .pick").length, narrow = innerWidth <= 700;
	if (narrow && lit && !document.querySelector(".tabs .lit")) bad.push("no tab leads to what is lit");
	if (document.documentElement.scrollWidth > innerWidth) bad.push("the page is too wide");
	const asked = document.querySelector("#question").getBoundingClientRect();
	if (asked.bottom > innerHeight) bad.push("the question is out of sight");
	return bad;
})()`

// windows are the sizes that a table fits.
var windows = [][2]int64{{1440, 900}, {1280, 720}, {820, 1180}, {390, 844}}

// TestFits: at every question of whole games, all that is lit is seen whole in each window: a sample, or
// with RULEDECK_FULL 20 games of each pack.
func TestFits(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	games, most := 1, 25
	if os.Getenv("RULEDECK_FULL") != "" {
		games, most = 20, 1000
	}
	packs := [][]string{
		{"bbtm", "--seats", "human,random,random,random"}, {"seven-missions"}, {"football-champions"},
		{newPack(t)}, {"../../../../testdata/tutorial/harvest", "--seats", "human,random,random"},
		{"../../../../testdata/tictactoe"}, {"../../../../testdata/draft", "--seats", "human,random,random"},
	}
	for _, pack := range packs {
		t.Run(filepath.Base(pack[0]), func(t *testing.T) {
			t.Parallel()
			path, args := pack[0], pack[1:]
			if strings.Contains(path, "testdata") {
				path, _ = filepath.Abs(path)
			}
			if len(args) == 0 {
				args = []string{"--seats", "human,random"}
			}
			for seed := 7; seed < 7+games; seed++ {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					fits(t, most, append([]string{path, "--seed", fmt.Sprint(seed)}, args...))
				})
			}
		})
	}
}

// fits plays a game in tabs of all windows at once, to its end or for so many questions.
func fits(t *testing.T, most int, args []string) {
	t.Helper()
	p := open(t, args...)
	tabs := []*tab{p}
	for range windows[1:] {
		tabs = append(tabs, visit(t, p.address))
	}
	for i, at := range tabs {
		at.size(windows[i][0], windows[i][1])
		at.wait(fmt.Sprintf("innerWidth === %d", windows[i][0]))
	}
	for n, q := 0, p.question(0); n < most && !q.Over; n++ {
		there := fmt.Sprintf(awaited, fmt.Sprintf(
			"!!document.querySelector(`.ask[data-number='%d'], .passing`)", q.Number))
		look := chromedp.Evaluate[[]string](there+".then(() => "+hidden+")", chromedp.EvalAwaitPromise)
		for i, at := range tabs {
			bad, err := chromedp.Run(at.ctx, look)
			if err != nil || len(bad) > 0 {
				at.picture(fmt.Sprintf("cut-%s-%d-%d.png", filepath.Base(args[0]), q.Number, windows[i][0]))
				t.Errorf("%v, question %d, %d by %d: %q, %v", args, q.Number, windows[i][0], windows[i][1], bad, err)
			}
		}
		p.answer(q)
		q = p.question(q.Number)
	}
}
