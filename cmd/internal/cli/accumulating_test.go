//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// What packs of many small things may take, which are each allowed: of 64 KB of files,
// 300 MB and 10 seconds of processor time for a command.
const (
	smallBytes     = 64 << 10
	smallMegabytes = 300
	smallSeconds   = 10
)

// accumulating makes a pack of many small things at random: the one that every designer
// begins with, and more of everything that a pack can have many of.
type accumulating struct {
	*rand.Rand
	files map[string]string
	what  []string
}

// some is a number of things: mostly few, sometimes as many as there may be.
func (a *accumulating) some(most int) int { return 1 + int(float64(most-1)*a.Float64()*a.Float64()) }

// add adds as many of a file as fit.
func (a *accumulating) add(what string, n int, file func(i int) (path, text string)) {
	size := 0
	for path, text := range a.files {
		size += len(path) + len(text)
	}
	for i := range n {
		path, text := file(i)
		if size += len(path) + len(text); size > smallBytes {
			n = i
			break
		}
		a.files[path] = text
	}
	a.what = append(a.what, fmt.Sprintf("%d %s", n, what))
}

// insert puts lines behind one of a file.
func (a *accumulating) insert(path, behind, lines string) {
	a.files[path] = strings.Replace(a.files[path], behind, behind+lines, 1)
}

// work is some work of a script: legal, and within what a step may do.
func (a *accumulating) work() string {
	n := a.some(20000)
	return []string{
		fmt.Sprintf("for i = 1, %d do end", 4*n),
		fmt.Sprintf("local kept = {} for i = 1, %d do kept[i] = {i, i} end", min(n, 4000)),
		fmt.Sprintf("local kept = {} for i = 1, %d do kept[i] = \"a text \" .. i end", min(n, 4000)),
		fmt.Sprintf("for i = 1, %d do local all = cards{type = \"performer\"} end", 1+n/500),
		fmt.Sprintf("for i = 1, %d do local n = count{zone = \"deck\", applause = {min = 2}} end", 1+n/20),
		fmt.Sprintf("for i = 1, %d do shuffle(game.seats[1].deck) end", 1+n/2000),
	}[a.IntN(6)]
}

func newAccumulating(t *testing.T, seed uint64) *accumulating {
	a := &accumulating{rand.New(rand.NewPCG(seed, 64)), map[string]string{}, nil}
	plan, err := scaffold.Pack("many", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Files {
		a.files[f.Path] = f.Text
	}
	show := "scripts/rules/show.lua"
	for _, grow := range a.Perm(9)[:2+a.IntN(4)] {
		switch grow {
		case 0:
			work := a.IntN(2) == 0
			a.add("modules", a.some(400), func(i int) (string, string) {
				text := fmt.Sprintf("local kept = {} for i = 1, %d do kept[i] = {i} end "+
					"return {f = function() return kept end}\n", a.some(3000))
				if work {
					text = fmt.Sprintf("for i = 1, %d do end return {f = function() end}\n", a.some(300_000))
				}
				return fmt.Sprintf("scripts/rules/m%d.lua", i), text
			})
		case 1:
			copies := a.some(30_000)
			// A step cannot deal out all that there may be: the others stay in the box.
			a.insert("scripts/rules/setup.lua", "for i, card in ipairs(all) do\n", "    if i > 2000 then break end\n")
			kinds := a.some(min(300, copies))
			a.add(fmt.Sprintf("kinds of cards, %d copies of each", copies/kinds), kinds, func(i int) (string, string) {
				return fmt.Sprintf("cards/c%d.yaml", i), fmt.Sprintf("cards: [{id: c%d, type: performer, name: "+
					"{en: C}, "+
					"copies: %d, applause: 1, abilities: [encore]}]\n", i, copies/kinds)
			})
		case 2:
			a.add("files of sentences", a.some(300), func(i int) (string, string) {
				return fmt.Sprintf("locale/en.l%d.yaml", i), fmt.Sprintf("say.s%d: \"%s\"\n", i,
					strings.Repeat("{seat} ", a.some(200)))
			})
		case 3:
			work := a.work()
			a.add("overlays, each an option's value", a.some(60), func(i int) (string, string) {
				return fmt.Sprintf("overlays/o%d/pack.yaml", i), fmt.Sprintf("id: o%d\nversion: 1.0.0\napi: 3\n"+
					"name: {en: O}\nextends: many\n", i)
			})
			a.add("modules of overlays", a.some(60), func(i int) (string, string) {
				return fmt.Sprintf("overlays/o%d/scripts/rules/show.lua", i), "local show = {}\n" +
					"function show.more() " + work + " end\nreturn show\n"
			})
		case 4:
			var names, raises strings.Builder
			for i := range a.some(400) {
				fmt.Fprintf(&names, "  t%d: {params: {performer: {type: card}}}\n", i)
				fmt.Fprintf(&raises, "  raise(\"t%d\", {performer = card})\n", i)
			}
			a.insert("game.yaml", "triggers:\n", names.String())
			a.insert(show, "if not card then return end\n", raises.String())
			a.add("triggers", 1, func(int) (string, string) {
				return "scripts/abilities/all.lua", "return ability {name = {en = \"All\"}, on = \"t0\", " +
					"window = \"after\", run = function(self, ev) " + a.work() + " end}\n"
			})
			if a.files["scripts/abilities/all.lua"] != "" { // it fits
				a.insert("cards/performers.yaml", "abilities: [encore", ", all")
			}
		case 5:
			text := a.files["scenarios/encore.yaml"]
			a.add("scenarios", a.some(300), func(i int) (string, string) {
				return fmt.Sprintf("scenarios/s%d.yaml", i), text
			})
			a.insert(show, "function show.perform(seat)\n", "  do "+a.work()+" end\n")
		case 6:
			faces := "faces:\n  performer:\n    rows:\n" + strings.Repeat("      - applause\n", a.some(200))
			a.add("rows of faces", 1, func(int) (string, string) { return "game.yaml", a.files["game.yaml"] + faces })
		case 7:
			options := "options:\n"
			for i := range a.some(200) {
				options += fmt.Sprintf("  o%d: {values: [a, b], default: a, name: {en: O}, doc: An option}\n", i)
			}
			a.add("options", 1, func(int) (string, string) { return "game.yaml", a.files["game.yaml"] + options })
		case 8:
			a.files["game.yaml"] = strings.Replace(a.files["game.yaml"], "times: 4",
				fmt.Sprint("times: ", a.some(3000)), 1)
			a.insert(show, "function show.perform(seat)\n", "  do "+a.work()+" end\n")
			a.add("work in each of many turns", 0, nil)
		}
	}
	return a
}

// spentBy runs a command line in a folder, and returns what it took.
func spentBy(t *testing.T, dir, line string) (megabytes int64, seconds float64, said string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, strings.Fields(line)...)
	c.Dir, c.Env = dir, append(os.Environ(), asProgram+"=1", "XDG_STATE_HOME="+dir,
		isolate.Limits{Megabytes: 4 * smallMegabytes, Seconds: 6 * smallSeconds}.Environment())
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewReader(from)
	switch c.Args[1] {
	case "lsp":
		write(in, read, filepath.Join(dir, "many"), func() { rest(c.Process.Pid) })
	case "studio":
		look(read)
		rest(c.Process.Pid)
		_ = c.Process.Signal(os.Interrupt)
	}
	_ = in.Close()
	out, _ := io.ReadAll(read)
	_ = c.Wait() // how it ends says nothing here
	out = append(out, errs.Bytes()...)
	if bytes.Contains(out, []byte("goroutine ")) {
		t.Errorf("%s: %.2000s", line, out)
	}
	time := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	return peakOf(c.ProcessState), time.Seconds(), string(out)
}

// ticks are the processor time of a process, 0 where the system does not tell.
func ticks(pid int) (all int) {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if _, behind, found := strings.Cut(string(stat), ") "); found && behind[0] != 'Z' {
		for _, field := range strings.Fields(behind)[11:13] {
			n, _ := strconv.Atoi(field)
			all += n
		}
	}
	return all
}

// rest waits until a process does next to nothing for a while: what it checks and plays when nobody
// asks anything counts too. What looks at files again and again never does nothing at all. Where
// the system does not tell, it waits for that while.
func rest(pid int) {
	const quiet, few, most = 1800 * time.Millisecond, 5, 20 // ticks of processor time, and whiles
	for was, n := ticks(pid), 0; n < most; n++ {
		time.Sleep(quiet)
		now := ticks(pid)
		if now-was <= few {
			return
		}
		was = now
	}
}

// write is an editor with a pack's script and its rules open, in which somebody writes and asks
// after each letter what can be written there. It goes on until the server fails.
func write(in io.Writer, out *bufio.Reader, folder string, rest func()) {
	uri := func(path string) string { return "file://" + filepath.Join(folder, path) }
	number := 0
	tell := func(id, method string, params any) {
		data, _ := json.Marshal(params)
		data = fmt.Appendf(nil, `{"jsonrpc":"2.0",%s"method":%q,"params":%s}`, id, method, data)
		fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(data), data)
	}
	answered := make(chan int)
	go func() { // what the server says by itself is read too
		defer close(answered)
		for {
			header, err := textproto.NewReader(out).ReadMIMEHeader()
			size, _ := strconv.Atoi(header.Get("Content-Length"))
			message := make([]byte, size)
			if _, bad := io.ReadFull(out, message); err != nil || bad != nil {
				return
			}
			var is struct {
				ID     int
				Method string
			}
			if err := json.Unmarshal(message, &is); err == nil && is.ID != 0 && is.Method == "" {
				answered <- is.ID
			}
		}
	}()
	ask := func(method string, params any) {
		number++
		tell(fmt.Sprintf(`"id":%d,`, number), method, params)
		<-answered
	}
	ask("initialize", map[string]any{"capabilities": struct{}{},
		"workspaceFolders": []any{map[string]string{"uri": uri("")}}})
	tell("", "initialized", struct{}{})
	for _, path := range []string{"scripts/rules/show.lua", "game.yaml"} {
		data, _ := os.ReadFile(filepath.Join(folder, path)) // the pack has both
		tell("", "textDocument/didOpen", map[string]any{
			"textDocument": map[string]any{"uri": uri(path), "version": 1, "text": string(data)}})
		for i := range 10 {
			end := map[string]int{"line": strings.Count(string(data), "\n"), "character": i}
			tell("", "textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": uri(path), "version": 2 + i}, "contentChanges": []any{
					map[string]any{"range": map[string]any{"start": end, "end": end}, "text": "fac"[i%3 : i%3+1]}}})
			ask("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": uri(path)},
				"position": map[string]int{"line": end["line"], "character": i + 1}})
		}
	}
	rest()
	ask("shutdown", nil)
	tell("", "exit", nil)
	for range answered {
	}
}

// look is the page of the studio: it has the table shown and asks what a page asks when it
// opens. It goes on until the studio fails.
func look(out *bufio.Reader) {
	address, err := out.ReadString('\n')
	if err != nil {
		return
	}
	place, err := url.Parse(strings.TrimSpace(address))
	jar, _ := cookiejar.New(nil) // without options there is no error
	page := http.Client{Jar: jar}
	ask := func(method, path string) {
		r, err := http.NewRequest(method, "http://"+place.Host+path, strings.NewReader("{}"))
		if err != nil {
			return
		}
		r.Header.Set("Origin", "http://"+place.Host)
		if answer, err := page.Do(r); err == nil {
			defer answer.Body.Close()
			if method == http.MethodGet {
				_, _ = bufio.NewReader(answer.Body).ReadString('\n') // a stream has no end
				return
			}
			_, _ = io.Copy(io.Discard, answer.Body)
		}
	}
	if err != nil {
		return
	}
	ask(http.MethodGet, place.RequestURI())
	ask(http.MethodGet, "/t/0/events?seat=1")
	for _, call := range strings.Fields("graph cards tests setup structure faces whynot forms keepable") {
		ask(http.MethodPost, "/t/0/call/"+call+"?seat=1")
	}
}

// TestAccumulating: no pack of many small things takes more than a small one may. A few of
// them are tried, with RULEDECK_FULL 5,000; RULEDECK_SEED begins at another.
func TestAccumulating(t *testing.T) {
	packs, first := 2, 9
	if os.Getenv("RULEDECK_FULL") != "" {
		packs = 5000
	}
	if n, err := strconv.Atoi(os.Getenv("RULEDECK_SEED")); err == nil {
		first = n
	}
	if n, err := strconv.Atoi(os.Getenv("RULEDECK_PACKS")); err == nil {
		packs = n
	}
	if ownProcess(t) {
		return
	}
	type one struct {
		seed      int
		line      string
		megabytes int64
		seconds   float64
		what      string
	}
	var all []one
	played, began := 0, time.Now()
	var lock sync.Mutex
	var trying sync.WaitGroup
	room := make(chan struct{}, 2*runtime.GOMAXPROCS(0)) // some of them rest
	for seed := first; seed < first+packs; seed++ {
		a := newAccumulating(t, uint64(seed))
		dir := t.TempDir()
		for path, text := range a.files {
			putFile(t, filepath.Join(dir, "many", path), text)
		}
		room <- struct{}{}
		trying.Go(func() {
			defer func() { <-room }()
			for _, line := range []string{"check many", "play many --seats greedy,search:20 --seed 1",
				"sim many --games 2 --seats random,random --workers 1", "test many", "lsp",
				"studio many --no-browser --seats human,greedy --play 20"} {
				megabytes, seconds, said := spentBy(t, dir, line)
				what := strings.Join(a.what, ", ")
				lock.Lock()
				if strings.Contains(said, "2 finished") {
					played++
				}
				all = append(all, one{seed, line, megabytes, seconds, what})
				lock.Unlock()
				if megabytes > smallMegabytes || seconds > smallSeconds {
					t.Errorf("seed %d, %s: %d MB, %.1f s: %s\n%.600s", seed, line, megabytes, seconds, what, said)
				}
			}
			if err := os.RemoveAll(dir); err != nil {
				t.Error(err)
			}
		})
	}
	trying.Wait()
	t.Logf("%d packs in %.0f s; both games of %d are played to their end", packs, time.Since(began).Seconds(), played)
	if played < packs/2 {
		t.Errorf("of %d packs the games of only %d can be played", packs, played)
	}
	for by, order := range map[string]func(x, y one) int{
		"memory": func(x, y one) int { return cmp.Compare(y.megabytes, x.megabytes) },
		"time":   func(x, y one) int { return cmp.Compare(y.seconds, x.seconds) },
	} {
		slices.SortFunc(all, order)
		for _, o := range all[:min(10, len(all))] {
			t.Logf("by %s: seed %d, %s: %d MB, %.2f s: %s", by, o.seed, o.line, o.megabytes, o.seconds, o.what)
		}
	}
}
