package browsertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// served starts a server of tables, and makes one; it returns the host's address and the links.
func served(t *testing.T, game, body string, more ...string) (address string, links []string) {
	t.Helper()
	needBrowser(t)
	c := command(t, append([]string{"serve", game, "--listen", "127.0.0.1:0"}, more...)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(line)
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := http.NewRequest("POST", "http://"+at.Host+"/tables", strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+strings.TrimPrefix(at.Fragment, "key="))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct {
		Links []struct{ Link string }
		Watch string
	}
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil {
		t.Fatal(err)
	}
	for _, l := range made.Links {
		links = append(links, l.Link)
	}
	return address, append(links, made.Watch)
}

// TestServed: a link opens the table as its seat has it, without the studio around it; the key
// leaves the address, a reload finds the seat, and answers go on. The host's page makes tables.
func TestServed(t *testing.T) {
	address, links := served(t, "football-champions",
		`{"game": "football-champions", "seats": ["human", "random"], "seed": "3"}`)
	p := visit(t, links[0])
	q := p.question(0)
	if now := eval[string](p, "location.href"); strings.Contains(now, "key=") {
		t.Errorf("the address keeps the key: %s", now)
	}
	for _, without := range []string{"nav a + a", ".seg .spectator", "header.bar button.ok"} {
		if eval[bool](p, "Boolean(document.querySelector('"+without+"'))") {
			t.Errorf("a page of a guest has %s", without)
		}
	}
	p.answer(q)
	next := p.question(q.Number)
	p.do(chromedp.Reload())
	p.wait("document.querySelector('main')")
	if again := p.question(0); again.Number != next.Number {
		t.Errorf("reloaded, decision %d is open, not %d", again.Number, next.Number)
	}
	p.click("#company summary", "")
	p.write("#myname", "Ann\r")
	p.says("#company li", "Ann is here")
	p.write("#say", "hello\r")
	p.says("#company .said1", "Ann: hello")
	path, key, _ := strings.Cut(links[0], "#key=")
	r, _ := http.NewRequest("POST", path+"enter", strings.NewReader(`{"key": "`+key+`"}`))
	r.Header.Set("Origin", strings.TrimSuffix(address[:strings.Index(address, "#")], "/"))
	if answer, err := http.DefaultClient.Do(r); err != nil || answer.StatusCode != 200 {
		t.Fatal(answer, err)
	}
	p.says("#company .notice", "2 browsers have come by the link of your seat")
	p.click("#company button", "fun")
	p.says(".notice", "Marked")
	p.click("#company button", "greedy")
	p.says("#company li", "Ann: a bot")
	p.click("#company button", "Play on yourself")
	p.says("#company li", "Ann is here")
	p.picture("served-company.png")
	p.size(390, 844)
	p.picture("served-phone.png")
	if faults := eval[[]string](p, "window.faults || []"); len(faults) > 0 {
		t.Error(faults)
	}
	host := visit(t, address)
	host.says("#local", "These links work on this machine only.")
	host.says("#local code", "--listen ")
	host.click("button", "Make a table")
	host.says("#said", "The table is made")
	host.wait("document.querySelectorAll('#tables section').length === 2")
	host.picture("served-desk.png")
}

// named gives a card of the hand the name and the badge of an upgrade, and reports whether its first word stands in
// one line.
const named = `(() => {
	const title = document.querySelector(".hand .f-title"), badge = document.createElement("span"), at = new Range();
	title.parentNode.querySelector(".f-badge")?.remove();
	badge.className = "f-badge";
	badge.append(Object.assign(document.createElement("i"), {textContent: "Exhausts"}));
	title.textContent = "Cheating Coach";
	title.after(badge);
	at.setStart(title.firstChild, 0);
	at.setEnd(title.firstChild, 8);
	return at.getClientRects().length === 1;
})()`

// TestWholeHand: at a served table cards of the hand are whole, with their rules, for who is asked and for who waits;
// on a phone who waits reads the last lines of the log, and the title leaves room for who is there.
func TestWholeHand(t *testing.T) {
	_, links := served(t, "bbtm", `{"game": "bbtm", "seats": ["human", "human"], "seed": "5"}`)
	for seat, link := range links[:2] {
		p := visit(t, link)
		for _, size := range windows[:2] {
			p.size(size[0], size[1])
			p.wait(fmt.Sprintf("innerWidth === %d && document.querySelector('.hand .up .card')", size[0]))
			p.wait("[...document.querySelectorAll('.hand .up .card')].every(e => e.getBoundingClientRect().bottom <= " +
				"document.querySelector('.time').getBoundingClientRect().top)")
			p.wait("[...document.querySelectorAll('.hand .f-rules')].some(e => e.offsetHeight > 20)")
			if !eval[bool](p, named) {
				t.Errorf("at %v the name of a card is broken within a word", size)
			}
		}
		p.size(1280, 520) // cards that would be cut lie as tiles here, and here alone
		p.wait("document.querySelector('.handrow.flat .tile .told')")
		p.size(windows[0][0], windows[0][1])
		p.wait("document.querySelector('.hand .up .card')")
		p.wait("/Winner [★♥✚▲]/.test(document.querySelector('.play').innerText)") // signs alone do not say for what
		p.wait("document.querySelector('.ask[data-number]') || document.querySelector('.ask .awaited').innerText." +
			"includes('Chaos All-Stars may decide now')")
		p.size(390, 844)
		p.wait("document.querySelector('.bar h1').getBoundingClientRect().right - parseFloat(getComputedStyle(" +
			"document.querySelector('.bar h1')).paddingRight) <= document.querySelector('#company').offsetLeft")
		p.picture(fmt.Sprintf("served-hand-%d.png", seat+1))
		p.wait("document.querySelector('.ask[data-number], .ask .lately > li')")
	}
}

// TestWaits: who waits reads for whom, and in which round of a phase; the log parts behind what followed from the own
// answer, undo is off, cards on the table have their text, and a click opens one whole, and closes it.
func TestWaits(t *testing.T) {
	needBrowser(t)
	dir := t.TempDir()
	ruledeck(t, "new", "pack", "deck", "--like", "deckbuilder", "in", dir)
	dir = filepath.Join(dir, "deck")
	_, links := served(t, dir, fmt.Sprintf(`{"game": %q, "seats": ["human", "human"], "seed": "3"}`, dir),
		"--pause", "-1s")
	own, closes := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closes)
	p, other := visitIn(t, own, links[0]), visit(t, links[1]) // two browsers, as two people have
	asked := func(at *tab) bool { return eval[bool](at, "Boolean(document.querySelector('.ask[data-number]'))") }
	for turn := range 3 { // the first round, and the first turn of the second
		now, next := []*tab{p, other}[turn%2], []*tab{p, other}[1-turn%2]
		end := time.Now().Add(time.Minute)
		for ; !asked(next) && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			if asked(now) {
				now.answer(now.question(0))
			}
		}
	}
	p.says(".ask .awaited", "Seat 2 decides")
	p.says(".bar .where", "Round 2 › Seat 2's turn")
	p.wait("document.querySelector('.time .btn[disabled]')?.innerText.includes('Undo')")
	p.wait("[...document.querySelectorAll('.log .turnhead')].map(e => e.innerText).join().match(/Round,.*,Round 2,/)")
	last := "[...document.querySelectorAll('.ln')].findLast(e => e.innerText.startsWith('S1'))"
	p.wait("document.querySelector('.sincehead').compareDocumentPosition(" + last + ") & 2")
	smith := "[...document.querySelectorAll('[data-part=supply] .tile')].find(e => e.innerText.startsWith('4') && " +
		"e.innerText.includes('Smith'))"
	for _, size := range windows[:2] {
		p.size(size[0], size[1])
		p.wait(fmt.Sprintf("innerWidth === %d && %s.innerText.includes('Draw three cards')", size[0], smith))
	}
	p.picture("served-waits.png")
	for _, open := range []bool{true, false} {
		p.eval(smith + ".dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
		p.eval(smith + ".click()")
		p.wait(fmt.Sprintf(`Boolean(document.querySelector(".zoom .f-rules")?.innerText.includes("Draw three")) === %v`,
			open))
	}
}

// TestDamagedTable: the page of a table that cannot be read says so, and is not loaded again.
func TestDamagedTable(t *testing.T) {
	folder := t.TempDir()
	address, links := served(t, "football-champions", `{"game": "football-champions"}`, "--tables", folder)
	files, err := filepath.Glob(filepath.Join(folder, "*.facts"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	data[40] = 'X'
	if err := os.WriteFile(files[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	p := visit(t, address)
	p.do(chromedp.Navigate(links[0]))
	p.says(".notice.bad", "its checksum does not fit; ask the host")
	eval[bool](p, "window.loadedOnce = true")
	time.Sleep(4 * time.Second) // the page tries again each second where it does
	p.says(".notice.bad", "its checksum does not fit; ask the host")
	said := eval[int](p, "document.querySelectorAll('.notice').length")
	if !eval[bool](p, "Boolean(window.loadedOnce)") || said != 1 {
		t.Errorf("the page was loaded again, or says it %d times", said)
	}
}
