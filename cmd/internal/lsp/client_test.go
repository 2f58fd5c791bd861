package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "studio" { // what a lens starts
		fmt.Println("http://127.0.0.1:1/" + filepath.Base(os.Args[len(os.Args)-1]))
		time.Sleep(time.Minute)
		return
	}
	pack.Register(cards.Files, scripts.Files)
	interp.Keep()
	debug.SetGCPercent(400) // as sim does
	os.Exit(m.Run())
}

// client is an editor: it speaks the protocol over two pipes.
type client struct {
	t       *testing.T
	conn    *jsonrpc2.Conn
	version map[string]int
	texts   map[string]string // of what is open

	lock  sync.Mutex
	told  *sync.Cond
	found map[string]publishParams
	// all are the findings as they came, said what the server shows.
	all   []publishParams
	said  []string
	ended chan error
	// wanted are the edits that the server asks for by itself.
	wanted chan edits
}

// start starts a server for folders and says hello.
func start(t *testing.T, folders ...string) *client {
	t.Helper()
	return startPlaying(t, 0, folders...)
}

// startPlaying starts a server that plays silent games while nothing else happens.
func startPlaying(t *testing.T, games int, folders ...string) *client {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	c := &client{t: t, version: map[string]int{}, texts: map[string]string{}, found: map[string]publishParams{},
		ended: make(chan error, 1), wanted: make(chan edits, 9)}
	c.told = sync.NewCond(&c.lock)
	logged := &bytes.Buffer{}
	go func() {
		c.ended <- Serve(context.Background(), Config{In: fromClient, Out: toClient, Log: logged, Program: os.Args[0],
			Play: games, Carried: filepath.Join(t.TempDir(), "games")})
		toClient.Close()
	}()
	c.conn = jsonrpc2.NewConn(context.Background(),
		jsonrpc2.NewBufferedStream(stream{fromServer, toServer}, jsonrpc2.VSCodeObjectCodec{}), c)
	var list []folder
	for _, f := range folders {
		list = append(list, folder{uriOf(f)})
	}
	capabilities := map[string]any{"textDocument": map[string]any{
		"completion": map[string]any{"completionItem": map[string]any{"snippetSupport": true}}}}
	c.call("initialize", map[string]any{"workspaceFolders": list, "capabilities": capabilities}, nil)
	c.notify("initialized", struct{}{})
	t.Cleanup(func() {
		c.call("shutdown", nil, nil)
		c.notify("exit", nil)
		if err := <-c.ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		if strings.Contains(logged.String(), "goroutine") {
			t.Errorf("the server panicked: %s", logged)
		}
	})
	return c
}

// Handle takes what the server says by itself.
func (c *client) Handle(_ context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	switch r.Method {
	case "textDocument/publishDiagnostics":
	case "window/showMessage":
		var p struct{ Message string }
		_ = json.Unmarshal(*r.Params, &p)
		c.lock.Lock()
		defer c.lock.Unlock()
		c.said = append(c.said, p.Message)
		c.told.Broadcast()
		return
	case "workspace/applyEdit":
		var p struct{ Edit edits }
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.wanted <- p.Edit
		_ = conn.Reply(context.Background(), r.ID, map[string]any{"applied": true})
		return
	default:
		if !r.Notif {
			_ = conn.Reply(context.Background(), r.ID, nil)
		}
		return
	}
	var p publishParams
	if err := json.Unmarshal(*r.Params, &p); err != nil {
		c.t.Error(err)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	c.found[p.URI] = p
	c.all = append(c.all, p)
	c.told.Broadcast()
}

// edits are a workspace's edit, in both forms that the protocol has.
type edits struct {
	Changes         map[string][]textEdit
	DocumentChanges []any
}

// apply makes the changes of an edit, as an editor does: in what is open, else on disk.
func (c *client) apply(e edits) {
	c.t.Helper()
	var changed []any
	touched := func(path string, kind int) {
		changed = append(changed, map[string]any{"uri": uriOf(path), "type": kind})
	}
	write := func(uri string, edits []textEdit) {
		path := pathOf(uri)
		text, open := c.texts[path]
		if !open {
			data, err := os.ReadFile(path)
			if err != nil {
				c.t.Error(err)
			}
			text = string(data)
		}
		d := document{text: text}
		for _, e := range slices.Backward(edits) { // they are in the order of the text
			d.apply([]contentChange{{Range: &e.Range, Text: e.NewText}})
		}
		if open {
			c.change(path, d.text)
			return
		}
		if err := os.WriteFile(path, []byte(d.text), 0o644); err != nil {
			c.t.Error(err)
		}
		touched(path, 2)
	}
	for uri, edits := range e.Changes {
		write(uri, edits)
	}
	for _, change := range e.DocumentChanges {
		data, _ := json.Marshal(change)
		var one struct {
			Kind, URI, OldURI, NewURI string
			TextDocument              documentID
			Edits                     []textEdit
		}
		if err := json.Unmarshal(data, &one); err != nil {
			c.t.Error(err)
		}
		switch one.Kind {
		case "create":
			_ = os.MkdirAll(filepath.Dir(pathOf(one.URI)), 0o755)
			if err := os.WriteFile(pathOf(one.URI), nil, 0o644); err != nil {
				c.t.Error(err)
			}
			touched(pathOf(one.URI), 1)
		case "rename":
			if err := os.Rename(pathOf(one.OldURI), pathOf(one.NewURI)); err != nil {
				c.t.Error(err)
			}
			touched(pathOf(one.OldURI), 3)
			touched(pathOf(one.NewURI), 1)
		default:
			write(one.TextDocument.URI, one.Edits)
		}
	}
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changed})
}

// mend applies the fix of a title to a file.
func (c *client) mend(path, title string) {
	c.t.Helper()
	fixes := c.fixes(path)
	a, ok := fixes[title]
	if !ok {
		c.t.Fatalf("no fix %q, but %q", title, slices.Sorted(maps.Keys(fixes)))
	}
	c.apply(edits{DocumentChanges: a.Edit.DocumentChanges})
}

// fixes are what mends the findings of a file, by their titles.
func (c *client) fixes(path string) map[string]codeAction {
	c.t.Helper()
	var actions []codeAction
	whole := textRange{End: position{Line: 999}}
	c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": uriOf(path)}, "range": whole,
		"context": map[string]any{"diagnostics": []any{}}}, &actions)
	out := map[string]codeAction{}
	for _, a := range actions {
		out[a.Title] = a
	}
	return out
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.conn.Call(context.Background(), method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatal(err)
	}
}

// open opens a file with the text that it has on disk, or another.
func (c *client) open(path string, text ...string) string {
	c.t.Helper()
	if len(text) == 0 {
		data, err := os.ReadFile(path)
		if err != nil {
			c.t.Fatal(err)
		}
		text = []string{string(data)}
	}
	c.version[path], c.texts[path] = 1, text[0]
	c.notify("textDocument/didOpen",
		map[string]any{"textDocument": map[string]any{"uri": uriOf(path), "languageId": "yaml",
			"version": 1, "text": text[0]}})
	return text[0]
}

// change gives an open file another text.
func (c *client) change(path, text string) {
	c.t.Helper()
	c.version[path]++
	c.texts[path] = text
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uriOf(path), "version": c.version[path]},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// findings waits until the server has said of the present version of a file what
// holds, and returns "line:character-character severity code: message" for each.
func (c *client) findings(path string, holds func([]string) bool) []string {
	c.t.Helper()
	late := time.AfterFunc(time.Minute, func() { c.told.Broadcast() })
	defer late.Stop()
	end := time.Now().Add(time.Minute)
	c.lock.Lock()
	defer c.lock.Unlock()
	for {
		p, said := c.found[uriOf(path)]
		var lines []string
		for _, d := range p.Diagnostics {
			data, _ := json.Marshal([]any{d.Range.Start.Line + 1, d.Range.Start.Character,
				d.Range.End.Character, d.Severity, d.Code})
			lines = append(lines, string(data)+" "+d.Message)
		}
		if said && (p.Version == nil || *p.Version == c.version[path] || c.version[path] == 0) && holds(lines) {
			return lines
		}
		if time.Now().After(end) {
			c.t.Fatalf("%s: after a minute the findings are\n%s", path, strings.Join(lines, "\n"))
		}
		c.told.Wait()
	}
}

// shown waits until the server has shown a message that begins with a text.
func (c *client) shown(prefix string) string {
	c.t.Helper()
	late := time.AfterFunc(time.Minute, func() { c.told.Broadcast() })
	defer late.Stop()
	end := time.Now().Add(time.Minute)
	c.lock.Lock()
	defer c.lock.Unlock()
	for {
		for _, text := range c.said {
			if strings.HasPrefix(text, prefix) {
				return text
			}
		}
		if time.Now().After(end) {
			c.t.Fatalf("after a minute %q is not among %q", prefix, c.said)
		}
		c.told.Wait()
	}
}

// cursor splits a text at its mark ¦ and says where that stands.
func cursor(t *testing.T, path, text string) (string, at) {
	t.Helper()
	before, after, ok := strings.Cut(text, "¦")
	if !ok {
		t.Fatalf("no mark in %q", text)
	}
	line := strings.Count(before, "\n")
	last := before[strings.LastIndexByte(before, '\n')+1:]
	return before + after, at{TextDocument: documentID{URI: uriOf(path)},
		Position: position{line, len(utf16.Encode([]rune(last)))}}
}

// complete changes a file to a text and returns the labels that are offered at its
// mark.
func (c *client) complete(path, text string) []string {
	c.t.Helper()
	plain, place := cursor(c.t, path, text)
	c.change(path, plain)
	var list completionList
	c.call("textDocument/completion", place, &list)
	var labels []string
	for _, item := range list.Items {
		labels = append(labels, item.Label)
	}
	return labels
}

// mod copies a mod of the project into a folder of the test.
func mod(t *testing.T, name string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(to, os.DirFS(filepath.Join("..", "..", "..", "testdata", "mods", name))); err != nil {
		t.Fatal(err)
	}
	return to
}

// beacon is what an ability of the lanterns does, with functions that find the cards and ask.
const beacon = `  target = {all = true, from = function(self, ev)
    return cards{zone = "pitch", at = ev.matchup, friendly = true, other = true, posture = "downed"}
  end},
  run   = function(self, ev, fallen)
` + stands + `  end,
}
`

// lanterns copies the lanterns, with this beacon, and returns the folder.
func lanterns(t *testing.T) string {
	dir := mod(t, "lanterns")
	path := filepath.Join(dir, "scripts", "abilities", "beacon.lua")
	head, _, _ := strings.Cut(read(t, path), "  target = {")
	if err := os.WriteFile(path, []byte(head+beacon), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// swap puts a text in place of another that is there.
func swap(t *testing.T, text, old, with string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("%q is not in the text", old)
	}
	return strings.Replace(text, old, with, 1)
}

func same(want ...string) func([]string) bool {
	return func(got []string) bool { return slices.Equal(got, want) }
}
