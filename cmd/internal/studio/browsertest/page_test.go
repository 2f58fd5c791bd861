package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// pack makes the pack that a designer begins with, in a folder of its own.
func newPack(t *testing.T) string {
	t.Helper()
	needBrowser(t)
	dir := t.TempDir()
	ruledeck(t, "new", "pack", "variety", "in", dir)
	return filepath.Join(dir, "variety")
}

// change replaces a text in a file of a pack, as an editor saves it.
func change(t *testing.T, path, old, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%s does not hold %q:\n%s", path, old, data)
	}
	if err := os.WriteFile(path, bytes.Replace(data, []byte(old), []byte(text), 1), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (p *tab) rounds(n int) asked {
	p.Helper()
	q := p.question(0)
	for range n {
		p.answer(q)
		q = p.question(q.Number)
	}
	return q
}

// TestTime goes back and forth, takes back an answer, and forks the game.
func TestTime(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	q := p.rounds(6)
	now := p.text(".time .pos")
	for _, step := range []struct{ key, what string }{{kb.ArrowLeft, "line"}, {kb.Home, "start"}} {
		before := p.text(".time .pos")
		p.press(step.key)
		p.wait(fmt.Sprintf("document.querySelector('.time .pos').innerText !== %q", before))
	}
	if at := p.text(".time .pos"); !strings.Contains(at, " 0") {
		t.Errorf("Home leads to %q", at)
	}
	if eval[bool](p, "Boolean(document.querySelector('.opt'))") {
		t.Error("a question of the past takes answers")
	}
	// Event by event, too; on the rail what is told has as much room as the long setup.
	p.press("..,")
	p.wait("document.querySelector('.time .pos').innerText.endsWith(' 1')")
	if share := eval[float64](p,
		"parseFloat(document.querySelectorAll('.rail .ph')[1].getAttribute('x'))"); share > 40 {
		t.Errorf("the first week begins at %.0f %% of the rail", share)
	}
	p.press(kb.End)
	p.says(".time .pos", now)
	p.press("u")
	undone := p.question(q.Number)
	if undone.Number >= q.Number {
		t.Errorf("undo leads from question %d to %d", q.Number, undone.Number)
	}
	// What was asked for before the fork comes while the new game is not known yet.
	p.eval("(ask => { window.fetch = (url, ...more) => { window.asked = url; return new Promise(done => " +
		"setTimeout(done, /cards/.test(url) ? 400 : /past/.test(url) ? 200 : 0)).then(() => ask(url, " +
		"...more)); }; })(fetch)")
	p.press(kb.Home)
	p.press("f")
	p.wait("document.querySelectorAll('.games .chip').length === 2")
	// So does a page that one leaves before it is there.
	p.press("p")
	p.wait("/cards/.test(asked)")
	p.press("s")
	p.wait("document.querySelector('.testsp')")
	if told := eval[string](p,
		"[document.querySelector('.notice.bad')?.innerText, ...faults].join(' ').trim()"); told != "" {
		t.Errorf("the page says %q", told)
	}
}

// TestWhy opens the causes of every line of the log, down to the script, which opens in the
// workshop.
func TestWhy(t *testing.T) {
	t.Parallel()
	p := open(t, newPack(t), "--seed", "7")
	p.rounds(3)
	lines := eval[int](p, "document.querySelectorAll('.log .ln').length")
	places := 0
	for n := range lines {
		p.eval("document.querySelector('.whybox header .btn')?.click()")
		p.wait("!document.querySelector('.whybox')")
		p.eval(fmt.Sprintf("document.querySelectorAll('.log .ln')[%d].click()", n))
		p.wait("document.querySelector('.whybox .chain li')")
		places += eval[int](p, "document.querySelectorAll('.chain button.file').length")
	}
	if places == 0 {
		t.Fatal("no cause says where it stands")
	}
	p.wait("document.querySelector('.chain button.file')")
	place := eval[string](p, "document.querySelector('.chain button.file').title")
	p.eval("document.querySelector('.chain button.file').click()")
	file, line, _ := strings.Cut(place, ":")
	p.says(".pen", filepath.Base(file))
	at, _, _ := strings.Cut(line, ":")
	n, _ := strconv.Atoi(at)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(strings.Split(string(data), "\n")[n-1])
	p.wait(code(fmt.Sprintf("querySelector('.cm-activeLine')?.innerText === %s", want)))
}

// TestReload saves a file of the running game: one that changes what was told,
// a broken one, and the old one again.
func TestReload(t *testing.T) {
	t.Parallel()
	dir := newPack(t)
	p := open(t, dir, "--seed", "7")
	q := p.rounds(3)
	cards := filepath.Join(dir, "cards", "performers.yaml")
	change(t, cards, "applause: 2", "applause: 4")
	change(t, cards, "applause: 3", "applause: 5")
	p.says(".notice", "answers replayed")
	p.says(".notice .diff .was", "stands at")
	p.click(".notice .btn", "See the difference")
	p.wait("document.querySelector('.ln.here') && document.querySelector('.rail .dif')")
	p.press(kb.End)
	if now := p.question(0); now.Number != q.Number {
		t.Errorf("the page stands at question %d, not %d", now.Number, q.Number)
	}
	if err := os.WriteFile(cards, []byte("cards: [\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.says(".notice.bad", "the game goes on as it was")
	if now := p.question(0); now.Number != q.Number {
		t.Errorf("a broken file moved the page to question %d, not %d", now.Number, q.Number)
	}
}

// TestKeep keeps what was played as a test: what must be true is chosen by clicking
// it, and ruledeck test then passes it.
func TestKeep(t *testing.T) {
	t.Parallel()
	dir := newPack(t)
	p := open(t, dir, "--seed", "7")
	p.rounds(2)
	p.press("k")
	p.wait("document.querySelector('.keeping #testname')")
	p.click(".log .ln.choosable", "on stage")
	p.wait("document.querySelector('.log .choosable[aria-pressed=true]')")
	p.click(".table .well", "stage")
	p.write("#testname", "kept_here")
	p.press("\r")
	p.says(".notice", "kept_here.yaml")
	p.says(".notice", "passes")
	file := filepath.Join(dir, "scenarios", "kept_here.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"performer.enters", "stage:", "points:", "asked:"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the test does not ask for %s:\n%s", want, text)
		}
	}
	if out := ruledeck(t, "test", file); !strings.Contains(out, "1 passed") {
		t.Errorf("the kept test: %s", out)
	}
	// The list has it, and runs it again when a rule changes; its text stands beside.
	p.says(".pen .tabs2 .on", "kept_here.yaml")
	p.eval("document.querySelector('.bar nav a[href=\"#page=tests\"]').click()")
	p.says(".testlist", "kept_here")
	p.wait("document.querySelectorAll('.testsp [aria-label=Tests] .ok').length === 2")
	change(t, filepath.Join(dir, "cards", "performers.yaml"), "applause: 2", "applause: 9")
	p.wait("document.querySelector('.testlist .red pre')")
	p.says(".testlist .red pre", "expected")
	p.click(".testlist .red button", "Open")
	p.wait("document.querySelectorAll('.games .chip').length === 2 && document.querySelector('.ask[data-number]')")
}

// TestResume goes on with a game that was left, in another studio.
func TestResume(t *testing.T) {
	t.Parallel()
	dir := newPack(t)
	state := t.TempDir()
	t.Logf("games lie in %s", state)
	address, stop := serveIn(t, state, dir, "--seed", "7")
	p := visit(t, address)
	q := p.rounds(2)
	stop()
	address, _ = serveIn(t, state, dir, "--seed", "8")
	p = visit(t, address)
	p.press("s")
	p.click(".testlist button", "Go on")
	p.wait("document.querySelectorAll('.games .chip').length === 2 && document.querySelector('.ask[data-number]')")
	if now := p.question(0); now.Number != q.Number {
		t.Errorf("the game stands at question %d, not %d", now.Number, q.Number)
	}
}

// TestResumeDamaged goes on with what can be read of a damaged game, and says so first.
func TestResumeDamaged(t *testing.T) {
	t.Parallel()
	dir, state := newPack(t), t.TempDir()
	address, stop := serveIn(t, state, dir, "--seed", "7")
	visit(t, address).rounds(2)
	stop()
	games, err := filepath.Glob(filepath.Join(state, "ruledeck", "games", "*.journal"))
	if err != nil || len(games) != 1 {
		t.Fatal(games, err)
	}
	damaged, err := os.ReadFile(games[0])
	if err != nil {
		t.Fatal(err)
	}
	copy(damaged[len(damaged)-40:], "#~#~#")
	if err := os.WriteFile(games[0], damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	address, _ = serveIn(t, state, dir, "--seed", "8")
	p := visit(t, address)
	p.press("s")
	p.says(".testsp", "is damaged. What can be read goes into a new file; this one stays as it is.")
	p.click(".testlist button", "Go on with what can be read")
	p.wait("document.querySelectorAll('.games .chip').length === 2 && document.querySelector('.ask[data-number]')")
	if after, err := os.ReadFile(games[0]); err != nil || !bytes.Equal(after, damaged) {
		t.Errorf("the damaged file is another one now: %v", err)
	}
}

// TestOpen opens a scenario and a golden as games to play on.
func TestOpen(t *testing.T) {
	t.Parallel()
	dir := newPack(t)
	p := open(t, "--open", filepath.Join(dir, "scenarios", "encore.yaml"))
	q := p.question(0)
	p.answer(q)
	p.question(q.Number)
	golden := filepath.Join(dir, "first.golden")
	ruledeck(t, "record", dir, "--seed", "3", "-o", golden)
	g := open(t, "--open", golden)
	g.wait("document.querySelector('.over-note')")
	g.press(kb.Home)
	g.press("f")
	g.wait("document.querySelectorAll('.games .chip').length === 2 && document.querySelector('.ask[data-number]')")
	// Two games beside each other.
	g.press("c")
	g.wait("document.querySelectorAll('.comparep .nums tbody tr').length > 0")
}

// TestADraw opens a drawn game, of which the page says who shares it.
func TestADraw(t *testing.T) {
	t.Parallel()
	dir := "../../../../testdata/tictactoe"
	golden := filepath.Join(t.TempDir(), "draw.golden")
	ruledeck(t, "record", dir, "--seed", "4", "-o", golden)
	open(t, "--open",
		golden).wait("document.querySelector('.over-note')?.textContent.endsWith('drawn by Seat 1, Seat 2')")
}

// TestMine starts an overlay of a game inside the program, and goes on over it.
func TestMine(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	q := p.rounds(2)
	p.press("m")
	p.wait("document.querySelector('#minename')")
	p.write("#minename", "my_season")
	p.press("\r")
	p.says(".notice", "my_season")
	if now := p.question(0); now.Number != q.Number {
		t.Errorf("the game stands at question %d, not %d", now.Number, q.Number)
	}
	p.press("k")
	p.wait("document.querySelector('.keeping')")
}

// spoil puts markup that would run into the names and texts of a pack.
func spoil(t *testing.T, dir string) {
	t.Helper()
	const evil = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>"
	quoted := "\"" + evil + "\""
	change(t, filepath.Join(dir, "pack.yaml"), "Variety", quoted)
	change(t, filepath.Join(dir, "cards", "performers.yaml"), "Juggler", quoted)
	change(t, filepath.Join(dir, "locale", "en.yaml"), "Round", evil)
	change(t, filepath.Join(dir, "locale", "en.yaml"), "Two more points", evil)
}

// TestHostileNames: texts of a pack are texts, whatever stands in them.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	dir := newPack(t)
	spoil(t, dir)
	p := open(t, dir, "--seed", "7")
	p.rounds(2)
	p.says(".bar h1", "<img src=x")
	p.press("g")
	p.wait("document.querySelector('.galleryp')")
	if n := eval[int](p, "document.querySelectorAll('#page img, #page script').length"); n > 0 {
		t.Errorf("%d elements came of a text", n)
	}
	if title := eval[string](p, "document.title"); title == "owned" {
		t.Error("a name ran as a script")
	}
}

// TestStale: a page that is behind is told, and shows what is open now.
func TestStale(t *testing.T) {
	t.Parallel()
	p := open(t, "bbtm", "--seed", "7")
	p.rounds(2)
	q := p.question(0)
	// The page does not hear of what another one answers.
	p.eval("window.fetch = (old => (path, o) => !/call.answer/.test(path) ? old(path, o) : old(path, o).then(() => { " +
		"const other = JSON.parse(o.body); other.reply = [other.reply[0] ? 0 : 1]; return old(path, {...o, body: " +
		"JSON.stringify(other)}); }))(window.fetch)")
	p.answer(q)
	p.says(".notice", "The page was out of date")
	if now := p.question(q.Number); now.Number <= q.Number {
		t.Errorf("question %d is open", now.Number)
	}
}

// TestForeign: pages of other origins and other names of the machine get nothing.
func TestForeign(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	address := serve(t, "bbtm", "--seed", "7")
	visit(t, address)
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	// Another origin of this machine, in the same browser, with its cookies.
	other := visit(t, serve(t, "bbtm", "--seed", "8"))
	base := "http://" + at.Host
	got := eval[string](other,
		fmt.Sprintf("'' + fetch('%s/t/0/events').then(() => 'read', () => 'refused').then(t => { window.got = t; })",
			base))
	_ = got
	other.wait("window.got")
	if got := eval[string](other, "window.got"); got != "refused" {
		t.Error("another page read the state")
	}
	for _, test := range []struct {
		name   string
		change func(r *http.Request)
	}{
		{"Origin", func(r *http.Request) { r.Header.Set("Origin", "http://elsewhere.example") }},
		{"Host", func(r *http.Request) { r.Host = "rebound.example:80" }},
	} {
		body, _ := json.Marshal(map[string]int{"seat": 1})
		r, err := http.NewRequest(http.MethodPost, base+"/t/0/call/undo", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", base)
		test.change(r)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusForbidden {
			t.Errorf("a foreign %s: %s", test.name, response.Status)
		}
	}
}
