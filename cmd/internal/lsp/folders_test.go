package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

// TestFolders: several folders at once, folders that come and go, files that are renamed
// and deleted.
func TestFolders(t *testing.T) {
	lanterns, gazette := mod(t, "lanterns"), mod(t, "gazette")
	c := start(t, lanterns)
	symbols := func(query string) []string {
		var list []symbolInformation
		c.call("workspace/symbol", map[string]any{"query": query}, &list)
		var out []string
		for _, s := range list {
			out = append(out, s.Name+" "+filepath.Base(pathOf(s.Location.URI)))
		}
		return out
	}
	mothers := []string{"mother_midge players.yaml"}
	if got := symbols("mother midge"); !slices.Equal(got, mothers) {
		t.Errorf("with one folder: %q", got)
	}
	c.notify("workspace/didChangeWorkspaceFolders",
		map[string]any{"event": map[string]any{"added": []any{folder{uriOf(gazette)}}, "removed": []any{}}})
	own := symbols("bold rookies")
	if !slices.Equal(own, []string{"bold_rookies headlines.yaml"}) {
		t.Errorf("with the second folder: %q", own)
	}

	// Both have findings at once, each its own; Japanese names stand in both.
	first, second := filepath.Join(lanterns, "cards", "players.yaml"), filepath.Join(gazette, "cards", "headlines.yaml")
	text, other := c.open(first), c.open(second)
	c.change(first, swap(t, text, "team: lanterns", "team: lantrens"))
	c.change(second, swap(t, other, "type: headline", "type: hedline"))
	c.findings(first, same(`[2,31,39,1,"unknown-word"] team cannot be "lantrens"; did you mean lanterns?`))
	c.findings(second, func(lines []string) bool {
		return len(lines) > 0 &&
			strings.Contains(lines[0], `"unknown-type"] there is no type of cards "hedline"; did you mean headline?`)
	})
	c.change(first, text)
	c.change(second, other)
	c.findings(first, same())
	c.findings(second, same())

	// A script is renamed: the card names what is not there any more, until it is renamed
	// back.
	script, renamed := filepath.Join(lanterns, "scripts", "abilities", "midges.lua"),
		filepath.Join(lanterns, "scripts", "abilities", "gnats.lua")
	rename := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
		c.notify("workspace/didChangeWatchedFiles",
			map[string]any{"changes": []any{map[string]any{"uri": uriOf(from), "type": 3},
				map[string]any{"uri": uriOf(to), "type": 1}}})
	}
	rename(script, renamed)
	c.findings(first, func(lines []string) bool {
		return len(lines) == 1 &&
			strings.HasPrefix(lines[0], `[31,16,22,1,"unknown-ability"] there is no ability "midges"`)
	})
	rename(renamed, script)
	c.findings(first, same())

	// What a scenario says of a broken pack goes with its file, open or not.
	tests := filepath.Join(lanterns, "scenarios", "abilities.yaml")
	c.change(first, swap(t, text, "team: lanterns", "team: lantrens"))
	c.open(tests, strings.Replace(read(t, tests), "rule: quagmire", "rules: quagmire", 1))
	c.findings(tests, func(lines []string) bool { return len(lines) > 0 })
	if err := os.Remove(tests); err != nil {
		t.Fatal(err)
	}
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uriOf(tests)}})
	c.notify("workspace/didChangeWatchedFiles",
		map[string]any{"changes": []any{map[string]any{"uri": uriOf(tests), "type": 3}}})
	c.change(first, text)
	c.findings(first, same())

	// The folder of a pack that is open goes: its text stays what counts, and its things
	// are no more among those of the workspace.
	c.notify("workspace/didChangeWorkspaceFolders",
		map[string]any{"event": map[string]any{"added": []any{}, "removed": []any{folder{uriOf(lanterns)}}}})
	if got := symbols("mother midge"); len(got) != 0 {
		t.Errorf("without the folder: %q", got)
	}
	// The pack itself is deleted.
	if err := os.RemoveAll(lanterns); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles",
		map[string]any{"changes": []any{map[string]any{"uri": uriOf(filepath.Join(lanterns, "pack.yaml")), "type": 3}}})
	var h hover
	_, place := cursor(t, first, swap(t, text, "[dodge]", "[do¦dge]"))
	c.call("textDocument/hover", place, &h)
	if got := symbols("bold rookies"); !slices.Equal(got, own) {
		t.Errorf("the other folder: %q", got)
	}
}

// TestNeverStale: what is said of a version is what holds of that version's text, however
// fast the keys come, and versions only go up.
func TestNeverStale(t *testing.T) {
	dir := mod(t, "lanterns")
	c := start(t, dir)
	path := filepath.Join(dir, "cards", "players.yaml")
	text := c.open(path)
	c.findings(path, same())
	last := 0
	for n := range 40 {
		c.change(path, swap(t, text, "team: lanterns", fmt.Sprintf("team: team%d", c.version[path]+1)))
		last = c.version[path]
		if n%13 == 5 {
			begins := fmt.Sprintf(`[2,31,%d,1,"unknown-word"] team cannot be "team%d"`, 35+len(fmt.Sprint(last)), last)
			c.findings(path,
				func(lines []string) bool { return len(lines) == 1 && strings.HasPrefix(lines[0], begins) })
		}
	}
	c.findings(path, func(lines []string) bool {
		return len(lines) == 1 && strings.Contains(lines[0], fmt.Sprintf(`"team%d"`, last))
	})
	c.lock.Lock()
	defer c.lock.Unlock()
	was := 0
	for _, p := range c.all {
		if p.URI != uriOf(path) || p.Version == nil {
			continue
		}
		if *p.Version < was {
			t.Errorf("version %d after %d", *p.Version, was)
		}
		was = *p.Version
		for _, d := range p.Diagnostics {
			if !strings.Contains(d.Message, fmt.Sprintf(`"team%d"`, was)) {
				t.Errorf("of version %d: %s", was, d.Message)
			}
		}
	}
}

// TestOrder: requests are answered in the order in which they came, one that was taken
// back in its turn too; a file that is no file, and numbers out of range, stop nothing.
func TestOrder(t *testing.T) {
	dir := mod(t, "lanterns")
	path := filepath.Join(dir, "cards", "players.yaml")
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(context.Background(), Config{In: fromClient, Out: toClient, Program: "ruledeck"})
		toClient.Close()
	}()
	out := jsonrpc2.NewBufferedStream(stream{fromServer, toServer}, jsonrpc2.VSCodeObjectCodec{})
	answers := make(chan string, 99)
	go func() {
		defer close(answers)
		for {
			var m struct {
				ID     *int
				Method string
				Error  *struct{ Code int }
			}
			if out.ReadObject(&m) != nil {
				return
			}
			if m.ID != nil && m.Method == "" {
				said := fmt.Sprint(*m.ID)
				if m.Error != nil {
					said += fmt.Sprintf(" refused %d", m.Error.Code)
				}
				answers <- said
			}
		}
	}()
	send := func(id int, method string, params any) {
		m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
		if id > 0 {
			m["id"] = id
		}
		if err := out.WriteObject(m); err != nil {
			t.Fatal(err)
		}
	}
	at := func(line, character int) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uriOf(path)}, "position": position{line, character}}
	}
	send(1, "initialize", map[string]any{"workspaceFolders": []any{folder{uriOf(dir)}}})
	send(0, "initialized", struct{}{})
	send(0, "textDocument/didOpen",
		map[string]any{"textDocument": map[string]any{"uri": uriOf(path), "version": 1, "text": read(t, path)}})
	send(2, "textDocument/hover", at(2, 10))
	send(3, "textDocument/completion", at(9, 20))
	send(4, "textDocument/references", at(16, 18))
	send(0, "$/cancelRequest", map[string]any{"id": 4})
	send(5, "textDocument/hover", at(-3, 1<<30))
	send(6, "textDocument/completion", at(1<<30, -1))
	send(7, "textDocument/hover",
		map[string]any{"textDocument": map[string]any{"uri": "untitled:x"}, "position": position{}})
	send(8, "textDocument/hover", []int{1})
	send(9, "textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": uriOf(path)}})
	send(10, "shutdown", nil)
	send(0, "exit", nil)
	var got []string
	for a := range answers {
		got = append(got, a)
	}
	want := []string{"1", "2", "3", "4 refused -32800", "5", "6", "7", "8 refused -32602", "9", "10"}
	if data, _ := json.Marshal(got); !slices.Equal(got, want) {
		t.Errorf("answered %s, want %q", data, want)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
