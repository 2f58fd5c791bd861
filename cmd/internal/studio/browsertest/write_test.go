package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// cursor puts the cursor of the editor behind the first place that holds a text.
func (p *tab) cursor(text string) {
	p.Helper()
	p.wait(code(fmt.Sprintf("querySelector('.cm-content')?.textContent.includes(%q)", text)))
	if !until[bool](p, fmt.Sprintf(`import("/store.js").then(({store: {pen: {view}}}) => {
		const at = view.state.doc.toString().indexOf(%[1]q);
		view.dispatch({selection: {anchor: at + %[1]q.length}, scrollIntoView: true});
		view.focus();
		return at >= 0;
	})`, text)) {
		p.Fatalf("the editor does not hold %q", text)
	}
}

// line waits until the cursor stands in a line that holds a text, in a file.
func (p *tab) line(file, text string) {
	p.Helper()
	p.says(".pen .tabs2 .on", file)
	p.wait(code(fmt.Sprintf("querySelector('.cm-activeLine')?.textContent.includes(%q)", text)))
}

// holds waits until a file on disk holds a text.
func (p *tab) holds(path, want string) {
	p.Helper()
	for range 100 {
		if data, err := os.ReadFile(path); err == nil && strings.Contains(string(data), want) {
			return
		}
		p.do(chromedp.Sleep(50 * 1e6))
	}
	data, err := os.ReadFile(path)
	p.Fatalf("%s does not hold %q: %v\n%s", path, want, err, data)
}

// choose chooses one of the values of a field.
func (p *tab) choose(selector, value string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf("(e => (e.value = %q, e.dispatchEvent(new Event('change'))))(document.querySelector(%q))",
		value, selector))
}

func (p *tab) noFaults() {
	p.Helper()
	if faults := eval[[]string](p, "faults"); len(faults) > 0 {
		p.Errorf("%q", faults)
	}
}

// TestEnter opens the text of what one sees: what asks, a card, a test, what no test
// reaches, and a finding.
func TestEnter(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := newPack(t)
	change(t, filepath.Join(pack, "game.yaml"), "\ntriggers:\n",
		"\ntriggers:\n  performer.leaves:\n    doc: Nobody leaves yet.\n")
	change(t, filepath.Join(pack, "locale", "en.yaml"), "phase.show:", "phase.shows: Nothing\nphase.show:")
	p := open(t, pack, "--seed", "7")
	p.question(0)
	p.press("e")
	p.line("show.lua", `prompt = "perform"`)
	p.click(".pen header .btn", "Close")
	// By a key at the card that one points at.
	p.eval("document.querySelector('.table [data-key][tabindex]').focus()")
	p.press("e")
	p.line("performers.yaml", "id: ")
	p.wait("document.querySelector('.page main.table')") // the table stays
	p.eval("document.querySelector('.bar nav a[href=\"#page=gallery\"]').click()")
	p.click(".galleryp .open-card", "Clown")
	p.click(".side2 .btn", "Workshop")
	p.line("performers.yaml", "id: clown")
	p.click(".side2 .exp button.file", "encore.lua")
	p.line("encore.lua", "return ability")
	p.eval("document.querySelector('.bar nav a[href=\"#page=tests\"]').click()")
	p.click(".testlist button.file", "encore.yaml")
	p.line("encore.yaml", "game: ..")
	p.click(".testsp [aria-label=Coverage] summary", "trigger")
	p.click(".testsp [aria-label=Coverage] li button.file", "game.yaml")
	p.line("game.yaml", "performer.leaves")
	p.click(".testsp .testlist button.file", "en.yaml")
	p.line("en.yaml", "phase.shows")
	p.picture("glance.png")
	p.accessible("tests", false)
	p.noFaults()
}

// TestRenameInPage renames an ability with its file and all that names it, and lists the uses
// of a card's name.
func TestRenameInPage(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := newPack(t)
	p := open(t, pack, "--seed", "7", "--seats", "human,random")
	p.press("e")
	p.click(".pen .btn", "Files")
	p.click(".pen .tree button", "cards/performers.yaml")
	p.cursor("abilities: [enc")
	p.do(chromedp.KeyEvent(kb.F12, chromedp.KeyModifiers(8)))
	p.says(".pen .found", "encore.yaml:11")
	p.cursor("abilities: [enc")
	p.press(kb.F2)
	p.wait("document.activeElement.id === 'newname'")
	p.write("#newname", "ovation")
	p.press("\r")
	p.wait(code("querySelector('.cm-content').textContent.includes('[ovation]')"))
	p.wait("document.querySelector('.pen .tabs2').innerText.includes('ovation.lua')")
	p.do(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	p.holds(filepath.Join(pack, "cards", "performers.yaml"), "abilities: [ovation]")
	p.holds(filepath.Join(pack, "scripts", "abilities", "ovation.lua"), "return ability")
	p.holds(filepath.Join(pack, "scenarios", "encore.yaml"), "{ability: ovation}")
	p.holds(filepath.Join(pack, "locale", "en.yaml"), "ability.ovation:")
	p.wait("!document.querySelector('.pen .tabs2').innerText.includes('encore.lua')")
	if _, err := os.Stat(filepath.Join(pack, "scripts", "abilities", "encore.lua")); err == nil {
		t.Error("the file of the old name is still there")
	}
	p.wait("document.querySelector('.reloaded')?.innerText.includes('replayed')")
	p.wait("!document.querySelector('.pen .found .bad')")
	p.noFaults()
}

// begin fills in the form of something new.
func (p *tab) begin(kind, name string) {
	p.Helper()
	p.wait("document.querySelector('#beginKind')")
	p.choose("#beginKind", kind)
	p.write("#beginname", name)
}

// TestForms begins a card, one like it, an ability, a trigger and a scenario, each of which
// ends in its file and is in the game that runs.
func TestForms(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := newPack(t)
	p := open(t, pack, "--seed", "7", "--seats", "human,random")
	p.question(0)
	p.press("a")
	p.begin("card", "Fire Eater")
	p.accessible("a form", false)
	p.press("\r")
	p.line(".yaml", "fire_eater")
	p.click(".pen header .btn", "New…")
	p.begin("ability", "smoke")
	p.choose("#beginOn", "performer.enters")
	p.press("\r")
	p.says(".pen .tabs2 .on", "smoke.lua")
	p.holds(filepath.Join(pack, "scripts", "abilities", "smoke.lua"), "performer.enters")
	p.click(".pen header .btn", "New…")
	p.begin("trigger", "performer.bows")
	p.press("\r")
	p.line("performer_bows.lua", "performer.bows")
	p.holds(filepath.Join(pack, "game.yaml"), "performer.bows:")
	p.click(".pen header .btn", "New…")
	p.begin("scenario", "bow")
	p.press("\r")
	p.says(".pen .tabs2 .on", "bow.yaml")
	p.eval("document.querySelector('.bar nav a[href=\"#page=gallery\"]').click()")
	p.click(".galleryp .open-card", "Clown")
	p.click(".side2 .btn", "Like this one")
	p.says(".dialog", "clown")
	p.write("#beginname", "Jester")
	p.press("\r")
	p.line(".yaml", "jester")
	p.wait("document.querySelector('[data-card=jester]')")
	p.wait("!document.querySelector('.pen .found .bad')")
	p.noFaults()
}

// TestFiles begins a file of a name of one's own, takes it away, and gets its text back; what
// cannot be begun is said in the form.
func TestFiles(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := newPack(t)
	p := open(t, pack, "--seed", "7", "--seats", "human,random")
	path := filepath.Join(pack, "cards", "more.yaml")
	begin := func(name string) {
		t.Helper()
		p.click(".pen header .btn", "New…")
		p.begin("file", name)
		p.press("\r")
	}
	p.click(".bar nav [role=button]", "Workshop")
	p.wait(code("querySelector('.cm-content')"))
	begin("cards/more.txt")
	p.says(".dialog [role=alert]", "whose names end in .yaml, .lua or .csv")
	p.press(kb.Escape)
	p.wait("!document.querySelector('.dialog')")
	begin("cards/more.yaml")
	p.says(".pen .tabs2 .on", "more.yaml")
	p.wait(code("activeElement"))
	p.eval("document.execCommand('insertText', false, 'cards:\\n  - {id: mime, type: performer, applause: 1}\\n')")
	p.do(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	p.holds(path, "mime")
	p.click(".pen .tools .btn:not(:disabled)", "Remove file")
	p.click(".pen .tools .btn", "Really remove it?")
	p.says(".told2", "cards/more.yaml was removed")
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still there")
	}
	begin("cards/more.yaml")
	p.says(".pen .tabs2 .on", "more.yaml")
	p.click(".pen .tools .btn", "Earlier texts")
	p.click(".pen .past .btn", "Restore it")
	p.wait(code("querySelector('.cm-content').innerText.includes('mime')"))
	p.click(".pen .tools .btn:not(:disabled)", "Save")
	p.holds(path, "mime")

	// A scenario runs as soon as it stands there.
	begin("scenarios/more.yaml")
	p.says(".pen .tabs2 .on", "more.yaml")
	p.wait(code("querySelector('.cm-content').innerText.trim() === ''"))
	p.eval("document.execCommand('insertText', false, 'game: ..\\nname: a whole game\\nrandom: seed 1\\n" +
		"do: [{play: random}]\\n')")
	p.says(".pen .runs .ok", "passes")

	// A fix of a step without a function begins its file of rules, from unsaved text too.
	p.click(".pen .btn", "Files")
	p.click(".pen .tree button", "game.yaml")
	p.cursor("do: [setup.deal")
	p.press(", finale.bow")
	p.says(".pen .found", "finale.bow")
	p.click(".pen .tools .btn", "Fix")
	p.click(".pen .fixes .btn", "Create scripts/rules/finale.lua")
	p.line("finale.lua", "local finale")
	p.noFaults()
}

// TestFolderFirst begins a file over a game inside the program: a folder for it comes first.
func TestFolderFirst(t *testing.T) {
	t.Parallel()
	p := open(t, "football-champions", "--seed", "7")
	p.question(0)
	p.press("a")
	p.begin("file", "cards/more.yaml")
	p.press("\r")
	p.wait("document.querySelector('#minename')")
	p.write("#minename", "ours")
	p.press("\r")
	p.says(".pen .tabs2 .on", "more.yaml")
	// What its game.yaml declares, the first that is called as one seeks, is changed in one's own.
	p.write(".pen header .field", "section")
	p.wait("document.querySelector('.pen .found b')?.innerText === 'section'")
	p.click(".pen .found button", "section")
	p.says(".pen .tabs2 .on", "game.yaml · inside the program")
	p.click(".pen .tools .btn", "Make it mine")
	p.wait("document.querySelector('.pen .tabs2 .on [aria-current]').innerText === 'game.yaml'")
	p.noFaults()
}

// TestWriteByPlaying keeps what was played as a test, whose text opens beside the table; it
// runs as it is written, and what is red says why.
func TestWriteByPlaying(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack := newPack(t)
	p := open(t, pack, "--seed", "7")
	p.rounds(2)
	p.press("k")
	p.wait("document.querySelector('.keeping #testname')")
	p.click(".table .well", "stage")
	p.write("#testname", "two_enter")
	p.press("\r")
	p.says(".pen .tabs2 .on", "two_enter.yaml")
	p.wait("document.querySelector('.pen .runs .ok')")
	p.wait("document.querySelector('.page main.table')")
	// Beside it the table says what an option would do, and what is left out.
	p.eval("document.querySelector('.opt').focus()")
	p.says(".would", "then:")
	p.press("y")
	p.wait("!document.querySelector('.would')?.innerText.includes('then:') || document.querySelector('.notice')")

	p.cursor("asked: {1: perform}, 1: {points: ")
	p.press("9")
	p.wait("document.querySelector('.pen .runs .bad')")
	p.says(".pen .found .bad", "error")
	p.says(".pen .found", "two_enter.yaml")
	p.picture("red.png")
	p.click(".pen .found button", "points")
	p.line("two_enter.yaml", "{points: 94}")
	p.click(".pen .runs .btn", "Take what came out")
	p.wait("document.querySelector('.pen .runs .ok')")
	p.wait("!document.querySelector('.pen .found .bad')")
	p.click(".pen .tools .btn", "Save")
	p.wait("!document.querySelector('.pen .tabs2 .on b')")
	p.holds(filepath.Join(pack, "scenarios", "two_enter.yaml"), "points: ")
	p.noFaults()
}
