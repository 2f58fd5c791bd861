package studio

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// TestFiles: the page and nothing else is served, under the size that was promised.
func TestFiles(t *testing.T) {
	p := open(t, "bbtm", solo)
	total, fonts, later := 0, 0, 0
	workshop := regexp.MustCompile(`^/(workshop|pen|lsp)\.js$|^/vendor/codemirror`)
	if err := fs.WalkDir(web.Files, ".", func(path string, file fs.DirEntry, err error) error {
		if file.IsDir() {
			return err
		}
		name := strings.TrimSuffix("/"+path, "/index.html")
		status, data := p.ask("GET", cmp.Or(name, "/"), nil, nil)
		if status != http.StatusOK {
			t.Errorf("%s: %d", name, status)
		}
		switch {
		case strings.HasPrefix(name, "/fonts/"):
			fonts += len(data)
		case workshop.MatchString(name):
			later += len(data)
		default:
			total += len(data)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	// 200,000 before tables fitted, cards had faces, were printed and changed, and moves were seen; 262,000 before
	// the structure of a pack, and the place of the workshop; 275,000 before other values of cards were tried;
	// 282,000 before an open card said what choosing it would do; 285,000 before low windows showed seven options;
	// 285,500 before phones showed all that an answer leads to; 289,500 before moments were marked on the rail;
	// 290,000 before tables told signs and rules, and windows held the focus; 293,000 before calls and what the
	// page keeps had types; 295,000 before texts of cards had markup, and the gallery showed what would be
	// printed wrong; 303,000 before sheets of cards were dropped on the page; 308,000 before a card was
	// seen to act by a button; 308,500 before cards had a second face, and the print desk any paper;
	// 312,000 before hands were whole, with the rules of their cards; 315,000 before cards on the table had theirs,
	// and who waits read for whom; 319,000 before lists of decks were written where games begin, who waits read what
	// comes next, and hands lay as tiles; 322,500 before what has no room on the table stood beside it, and the number
	// of cards and the rail had their signs; 325,500 before an opened pile said how often it has each card.
	if total > 326_000 {
		t.Errorf("the page has %d bytes", total)
	}
	if later > 500_000 { // what is loaded with the workshop, most of it CodeMirror
		t.Errorf("the workshop has %d bytes", later)
	}
	if fonts > 60_000 {
		t.Errorf("its fonts have %d bytes", fonts)
	}
	if status, _ := p.ask("GET", "/../studio.go", nil, nil); status == http.StatusOK {
		t.Error("a file beside the page is served")
	}
}

// TestBusyPort says which port cannot be used, and what to do.
func TestBusyPort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	err = Serve(t.Context(), Config{Game: "bbtm", First: solo, Port: port, Out: io.Discard, Err: io.Discard})
	if want := fmt.Sprintf("port %d cannot be used", port); err == nil || !strings.Contains(err.Error(), want) ||
		!strings.Contains(err.Error(), "--port 0") {
		t.Errorf("%v does not say %q", err, want)
	}
}

// TestVanishedPages: pages that go away without a word are forgotten, and too many
// are refused.
func TestVanishedPages(t *testing.T) {
	p := open(t, "bbtm", solo)
	ctx, stop := context.WithCancel(t.Context())
	for range most {
		<-p.stream(ctx, "/t/0/events")
	}
	until := func(n int, room bool) {
		for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
			free := len(p.server.pages) < n
			if free == room {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("room for one of %d pages: %v", n, free)
			}
		}
	}
	until(most, false)
	if status, body := p.ask(http.MethodGet, "/t/0/events", nil, nil); status != http.StatusServiceUnavailable {
		t.Errorf("one more: %d %s", status, body)
	}
	stop()
	until(1, true)
	p.play(1) // nobody hears of it
}

// TestVanishedClients: pages that are gone before a long answer is written, or in the
// middle of a question of theirs, harm nobody.
func TestVanishedClients(t *testing.T) {
	p := open(t, "bbtm", solo)
	for i := range 12 {
		c, err := net.Dial("tcp", p.server.host)
		if err != nil {
			t.Fatal(err)
		}
		request := fmt.Sprintf("POST /t/0/call/cards HTTP/1.1\r\nHost: %[1]s\r\nOrigin: http://%[1]s\r\n"+
			"Content-Length: 2\r\nCookie: %[2]s=%[3]s\r\n\r\n{}", p.server.host, p.server.cookie, p.server.token)
		if i%3 == 2 {
			request = request[:len(request)-4] // never asked to its end
		}
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			_ = c.(*net.TCPConn).SetLinger(0)
		}
		_ = c.Close()
	}
	before := p.scene("0/events?seat=1").Scene.Ask.Number
	p.play(1)
	if now := p.scene("0/events?seat=1").Scene.Ask.Number; now <= before {
		t.Errorf("the game stands at %d, it was at %d", now, before)
	}
}

// TestChangedCards: the cards of a pack that extends another are shown as new, as
// changed beside the old one, or as neither.
func TestChangedCards(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "league")
	for name, text := range map[string]string{
		"pack.yaml":          "id: league\nversion: 0.1.0\napi: 3\nname: {en: League}\nextends: bbtm\n",
		"cards/changes.yaml": "patch:\n  - id: minotaur\n    power: {standing: 6, downed: 2}\n",
		"cards/new.yaml": "cards:\n  - {id: cow, type: player, team: chaos, subdivision: cwc, name: {en: Cow}, " +
			"power: {standing: 5, downed: 1}}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, dir, solo)
	var out struct {
		Base  bool
		Cards []struct {
			Def string
			New bool
			Was *struct{ Facts []struct{ Key, Text string } }
		}
	}
	p.get("/t/0/call/cards?lang=en", &out)
	said := map[string]string{}
	for _, c := range out.Cards {
		switch {
		case c.New:
			said[c.Def] = "new"
		case c.Was != nil:
			said[c.Def] = "changed"
		}
	}
	if !out.Base || len(said) != 2 || said["cow"] != "new" || said["minotaur"] != "changed" {
		t.Errorf("base %t: %v", out.Base, said)
	}
}

// TestWords: each word that the page says is in the program's catalogue, and each of the
// page's there is said.
func TestWords(t *testing.T) {
	files, err := fs.Glob(web.Files, "*.js")
	if err != nil {
		t.Fatal(err)
	}
	var page string
	for _, name := range files {
		text, err := web.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		page += string(text)
	}
	editor, err := web.Files.ReadFile("vendor/codemirror.mjs")
	if err != nil {
		t.Fatal(err)
	}
	own := locale.OwnWords("en", locale.InTerminal, locale.InGames, locale.OnPage)
	for _, m := range regexp.MustCompile(`\bw\("([^"]+)"|\bw\([^"()]* \? "([^"]+)" : "([^"]+)"`).
		FindAllStringSubmatch(page, -1) {
		for _, key := range m[1:] {
			if _, known := own[key]; key != "" && !known {
				t.Errorf("the page says %q, which is no word of the program", key)
			}
		}
	}
	for key := range locale.OwnWords("en", locale.OnPage) {
		list, word, _ := strings.Cut(key, ".")
		if !strings.Contains(page, `"`+list+`"`) || list == "edit" && !strings.Contains(string(editor), `"`+word+`"`) {
			t.Errorf("the page never says %q", key)
		}
	}
}
