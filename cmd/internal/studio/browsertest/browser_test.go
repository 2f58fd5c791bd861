package browsertest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/cli"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

// asCommand makes this program the command ruledeck.
const asCommand = "RULEDECK_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		pack.Register(cards.Files, scripts.Files)
		os.Exit(cli.Run(cli.Host{Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Walls: true}))
	}
	start := time.Now()
	code := m.Run()
	if closeBrowser != nil {
		closeBrowser()
		fmt.Printf("in Chromium: %.0f s\n", time.Since(start).Seconds())
	}
	os.Exit(code)
}

// command makes a process of the command ruledeck.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	// Games that are kept must not come to those of the person who tests.
	c.Env = append(os.Environ(), asCommand+"=1", "XDG_STATE_HOME="+t.TempDir())
	return c
}

// ruledeck runs a command to its end and returns what it writes.
func ruledeck(t *testing.T, args ...string) string {
	t.Helper()
	out, err := command(t, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("ruledeck %s: %s\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// serve starts the studio and returns its address, with the token.
func serve(t *testing.T, args ...string) string {
	t.Helper()
	address, _ := serveIn(t, t.TempDir(), args...)
	return address
}

// serveIn is serve with the folder where games are kept; stop ends it as Ctrl-C does.
// It stands in a folder of its own.
func serveIn(t *testing.T, state string, args ...string) (address string, stop func()) {
	t.Helper()
	c := command(t, append([]string{"studio", "--no-browser"}, args...)...)
	c.Dir, c.Env = t.TempDir(), append(c.Env, "XDG_STATE_HOME="+state)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var talk strings.Builder
	c.Stderr = &talk
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	})
	t.Cleanup(stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = c.Wait()
		t.Fatalf("the studio does not start: %s", talk.String())
	}
	return strings.TrimSpace(line), stop
}

var (
	browser      context.Context
	closeBrowser context.CancelFunc
	startBrowser sync.Once
)

// tab is a page of the browser with the studio in it.
type tab struct {
	*testing.T
	ctx       context.Context
	address   string
	preferred []*emulation.MediaFeature
}

// open opens a studio in a tab of its own.
func open(t *testing.T, args ...string) *tab {
	t.Helper()
	needBrowser(t)
	return visit(t, serve(t, args...))
}

func needBrowser(t *testing.T) {
	t.Helper()
	if os.Getenv("RULEDECK_BROWSER") == "" {
		t.Skip("set RULEDECK_BROWSER=1 to run this in Chromium")
	}
	startBrowser.Do(func() {
		path := ""
		for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
			if found, err := exec.LookPath(name); err == nil {
				path = found
				break
			}
		}
		if path == "" {
			return
		}
		// What Chromium draws around its pages takes a third of the processor, unseen.
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
			chromedp.DisableGPU, chromedp.Flag("disable-features", "Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup"))
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		var end context.CancelFunc
		browser, end = chromedp.NewContext(allocator)
		closeBrowser = func() { end(); stop() }
		if err := chromedp.Do(browser); err != nil {
			fmt.Fprintln(os.Stderr, err)
			browser = nil
		}
	})
	if browser == nil {
		t.Skip("there is no Chromium that starts; install it with: apt-get install chromium")
	}
}

// visit opens an address in a tab.
func visit(t *testing.T, address string) *tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(browser)
	t.Cleanup(closeTab)
	return visitIn(t, ctx, address)
}

// visitIn opens an address in a tab that was made.
func visitIn(t *testing.T, ctx context.Context, address string) *tab {
	t.Helper()
	lives := 5 * time.Minute
	if os.Getenv("RULEDECK_FULL") != "" {
		lives = time.Hour // of a whole game
	}
	ctx, stop := context.WithTimeout(ctx, lives)
	t.Cleanup(stop)
	p := &tab{T: t, ctx: ctx, address: address}
	p.do(chromedp.EmulateViewport(1440, 900))
	// Only tests of motion wait until cards have moved.
	p.prefers("prefers-reduced-motion", "reduce")
	p.do(chromedp.Navigate(address))
	p.wait("document.querySelector('main')")
	p.eval("window.faults = [], ['error', 'unhandledrejection'].forEach(kind => addEventListener(kind, e => " +
		"faults.push(String(e.reason?.stack || e.error?.stack || e.message))))")
	p.eval(`window.refused = [], new ReportingObserver(all => refused.push(...all.map(r => r.body).filter(b => ` +
		`b.effectiveDirective.startsWith("style")).map(b => b.effectiveDirective + " " + b.sourceFile + ":" + ` +
		`b.lineNumber)), {types: ["csp-violation"], buffered: true}).observe()`)
	t.Cleanup(func() {
		got, _ := chromedp.Run(ctx, chromedp.Evaluate[[]string]("window.refused ?? []"))
		if len(got) > 0 {
			t.Errorf("the policy refuses styles of the page: %q", got)
		}
	})
	return p
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// eval is the value of an expression in the page.
func eval[T any](p *tab, js string) T {
	p.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](js))
	if err != nil {
		p.Fatalf("%s: %s", js, err)
	}
	return out
}

// awaited is a promise of the value of an expression once it is true: it is looked at
// again when the page changes, and now and then for what changes nothing there.
const awaited = `new Promise((done, fail) => {
	const test = () => {
		const now = (%s);
		if (!now) return;
		leave();
		done(now);
	};
	const leave = () => { watch.disconnect(); clearInterval(again); clearTimeout(end); };
	const watch = new MutationObserver(test), again = setInterval(test, 50), end = setTimeout(() => { leave(); ` +
	`fail(new Error("not within a minute")); }, 60000);
	watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	test();
})`

// until is the value of an expression in the page once it is true.
func until[T any](p *tab, js string) T {
	p.Helper()
	wait := chromedp.Evaluate[T](fmt.Sprintf(awaited, js), chromedp.EvalAwaitPromise)
	out, err := chromedp.Run(p.ctx, wait)
	for err != nil && strings.Contains(err.Error(), "navigated or closed") && p.ctx.Err() == nil {
		out, err = chromedp.Run(p.ctx, wait) // a link led to the page that is waited for
	}
	if err != nil {
		p.Fatalf("it does not come to: %s: %s\n%q\n%s", js, err, eval[[]string](p, "window.faults || []"),
			p.text(".desk .ask, .gallery, body"))
	}
	return out
}

// wait waits until an expression is true in the page.
func (p *tab) wait(js string) {
	p.Helper()
	until[bool](p, "Boolean("+js+")")
}

// text is what stands in an element, as one reads it.
func (p *tab) text(selector string) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// says waits until an element holds a text.
func (p *tab) says(selector, text string) {
	p.Helper()
	quoted, _ := json.Marshal(text)
	p.wait(fmt.Sprintf("(document.querySelector(%q)?.innerText ?? '').includes(%s)", selector, quoted))
}

// press presses keys one after the other.
func (p *tab) press(keys string) {
	p.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// click clicks on the first element of a selector that holds a text.
func (p *tab) click(selector, text string) {
	p.Helper()
	quoted, _ := json.Marshal(text)
	found := fmt.Sprintf("[...document.querySelectorAll(%q)].find(e => e.innerText.includes(%s))", selector, quoted)
	p.wait(found)
	eval[bool](p, "("+found+".click(), true)")
}

// write puts text into a field, key by key.
func (p *tab) write(selector, text string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf("(document.querySelector(%[1]q).focus(), document.querySelector(%[1]q).select?.(), true)",
		selector))
	p.do(chromedp.KeyEvent(text))
}

// width makes the window as wide and high as a screen.
func (p *tab) size(width, height int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(width, height))
}

// save writes a picture or a file of pages into the folder for people to look at.
func (p *tab) save(name string, data []byte) {
	p.Helper()
	folder := os.Getenv("RULEDECK_PICTURES")
	if folder == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
		p.Fatal(err)
	}
}

func (p *tab) picture(name string) {
	p.Helper()
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	p.save(name, data)
}

// asked is the open question as it stands on the page.
type asked struct {
	Number, Options, Min, Max, Total int
	Kind                             string
	Optional, Over                   bool
}

// question waits for a question other than one, or for the end of the game.
func (p *tab) question(but int) asked {
	p.Helper()
	return until[asked](p, fmt.Sprintf(`(() => { const a = document.querySelector(".ask[data-number]"); return a
		? Number(a.dataset.number) !== %d && {...Object.fromEntries(["number", "min", "max", "total"].map(k => [k, `+
		`Number(a.dataset[k])])), kind: a.dataset.kind, optional: a.dataset.optional === "true", options: `+
		`document.querySelectorAll(".opt").length}
		: document.querySelector(".over-note") && {over: true, number: 0}; })()`, but))
}

// answer answers a question by keys alone.
func (p *tab) answer(q asked) {
	p.Helper()
	digit := func(n int) string { return fmt.Sprint(n) }
	switch q.Kind {
	case "one", "yes":
		p.press(digit(q.quick()))
		// Where an option has parts, its first digit shows the rest of them; where others are
		// asked next, the tab has no question any more.
		rest := until[int](p, fmt.Sprintf(`(() => { const same = document.querySelector(".ask[data-number='%d']");
			return document.querySelector(".steps") && same ? document.querySelectorAll(".opt").length : !same && `+
			`-1; })()`, q.Number))
		if rest > 0 {
			q.Options = rest
			p.press(digit(q.quick()))
		}
	case "some":
		// An option may stand for several cards, and is then chosen as often.
		for _, n := range until[[]int](p, fmt.Sprintf(`import("./store.js").then(({store: {choice: {ask}}}) => `+
			`ask.options.slice(%d).flatMap(o => o.positions.map(() => o.number)).slice(0, %d))`, q.quick()-1, q.Min)) {
			p.press(digit(n))
		}
		p.press("\r")
	case "order":
		for n := 1; n <= q.Options; n++ {
			p.press(digit(n))
		}
		p.press("\r")
	case "split":
		for range q.Total {
			p.press("1")
		}
		p.press("\r")
	case "number":
		p.press("\r")
	}
}

// quick is an option whose digit is no beginning of another one's number.
func (q *asked) quick() int { return min(q.Options, max(1, min(9, q.Options/10+1))) }

// eval does something in the page whose value is not needed.
func (p *tab) eval(js string) {
	p.Helper()
	eval[bool](p, "("+js+", true)")
}
