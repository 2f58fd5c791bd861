package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/ruledeck/ruledeck/interp"
)

const stands = "    rules.players.stand(choose.one{seat = self.seat, prompt = \"stand\", from = fallen})\n"

// TestCompleteScripts: what is offered in a script that cannot be read as it stands.
func TestCompleteScripts(t *testing.T) {
	dir := lanterns(t)
	c := start(t, dir)
	path := filepath.Join(dir, "scripts", "abilities", "beacon.lua")
	text := c.open(path)
	for _, test := range []struct {
		old, new string
		want     []string
	}{
		{stands, "    ev.¦\n", []string{"cancelled", "matchup", "player", "seat", "zone"}},
		{stands, "    if ev.¦\n", []string{"cancelled", "matchup", "player", "seat", "zone"}},
		{stands, "    self:¦\n", []string{"has", "knows", "printed", "zone_of"}},
		{stands, "    rules.players.¦\n", []string{"clear", "down", "eject", "hit", "injure", "move", "stand"}},
		{stands, "    if self.posture == \"¦\" then end\n", []string{"downed", "standing"}},
		{stands, "    if #fallen > 0 then\n      for _, one in ipairs(fallen) do\n        one.carries:¦\n",
			[]string{"cards", "column", "neighbours", "room", "row", "step"}},
		{stands, "    choose.one{¦}\n", []string{"seat", "prompt", "about", "from", "optional"}},
		{stands, "    finish{¦}\n", []string{"draw"}},
		{"  may   = true,\n", "  window = \"¦\n", []string{"respond", "replace", "before", "after"}},
		{"  may   = true,\n", "  heard = \"¦\n", []string{"before", "after"}},
		{`zone = "pitch"`, `zone = "¦"`, []string{"balls", "box", "carries", "deck", "discard", "drawn", "hand",
			"headline_deck", "highlight_deck", "left", "midfield", "office", "pile", "pool", "reel", "right", "side",
			"spent", "spike", "spike_deck",
			"staff_deck", "star_cwc", "star_owa", "tokens", "tournament_deck", "upgrade_deck", "pitch", "roster"}},
		{`prompt = "stand"`, `prompt = "st¦"`, nil},
		{`on    = "player.committed"`, `on    = "player.¦"`, nil},
		{`{player = {is = "self"}}`, "{¦}", []string{"self", "friendly", "enemy", "player", "matchup", "seat", "zone"}},
		{`{player = {is = "self"}},`, `{player = {is = "¦`,
			[]string{"self", "host", "player", "matchup", "seat", "zone"}},
	} {
		got := c.complete(path, swap(t, text, test.old, test.new))
		if test.want == nil { // long: what is typed already is among them
			if word := test.old[strings.Index(test.old, `"`)+1 : len(test.old)-1]; !slices.Contains(got, word) {
				t.Errorf("%s: %q has no %s", test.new, got, word)
			}
			continue
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s\n got %q\nwant %q", test.new, got, test.want)
		}
	}
	// Names of the script that fit come first.
	plain, place := cursor(t, path, swap(t, text, stands, "    move(¦)\n"))
	c.change(path, plain)
	var list completionList
	c.call("textDocument/completion", place, &list)
	slices.SortFunc(list.Items, func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) })
	if first := list.Items[0].Label; first != "fallen" {
		t.Errorf("first of what move takes: %s", first)
	}
}

// places are locations as "file:line".
func places(list []location) []string {
	var out []string
	for _, l := range list {
		data, _ := json.Marshal(l.Range.Start.Line + 1)
		out = append(out, filepath.Base(pathOf(l.URI))+":"+string(data))
	}
	return out
}

// TestDefinitionAndReferences: across YAML, Lua, texts and scenarios, into the files that
// the program carries.
func TestDefinitionAndReferences(t *testing.T) {
	dir := lanterns(t)
	c := start(t, dir)
	script := filepath.Join(dir, "scripts", "abilities", "beacon.lua")
	cards := filepath.Join(dir, "cards", "players.yaml")
	lua, yaml := c.open(script), c.open(cards)
	ask := func(method, path, text, mark string) []location {
		_, place := cursor(t, path, swap(t, text, strings.ReplaceAll(mark, "¦", ""), mark))
		var list []location
		c.call(method, map[string]any{"textDocument": place.TextDocument, "position": place.Position,
			"context": map[string]any{"includeDeclaration": true}}, &list)
		return list
	}
	for _, test := range []struct {
		path, text, mark string
		want             string
	}{
		{script, lua, "rules.players.st¦and", "players.lua"},
		{script, lua, `"player.comm¦itted"`, "game.yaml"},
		{script, lua, "ev.match¦up", "game.yaml"},
		{script, lua, "from = fal¦len", "beacon.lua"},
		{cards, yaml, "[bea¦con]", "beacon.lua"},
		{cards, yaml, "[do¦dge]", "dodge.lua"},
	} {
		list := ask("textDocument/definition", test.path, test.text, test.mark)
		if len(list) != 1 || filepath.Base(pathOf(list[0].URI)) != test.want {
			t.Errorf("%s: %v, want a place in %s", test.mark, places(list), test.want)
			continue
		}
		info, err := os.Stat(pathOf(list[0].URI))
		if err != nil || strings.Contains(list[0].URI, "/games/") && info.Mode().Perm()&0o222 != 0 {
			t.Errorf("%s: %v, %v: what the program carries is there to be read", test.mark, info, err)
		}
	}
	got := places(ask("textDocument/references", cards, yaml, "[bea¦con]"))
	if want := []string{"players.yaml:20", "en.yaml:2", "fr.yaml:2", "ja.yaml:2",
		"abilities.yaml:32", "abilities.yaml:43", "abilities.yaml:54", "abilities.yaml:61"}; !slices.Equal(got, want) {
		t.Errorf("references of beacon: %q, want %q", got, want)
	}
}

// TestArchive: what stands in an archive is laid where it can be read, and is not written.
func TestArchive(t *testing.T) {
	loaded, err := interp.Load(lanterns(t), interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	data, _, err := loaded.Loaded.Archive()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cards := filepath.Join(dir, "mine", "cards", "more.yaml")
	if err := os.MkdirAll(filepath.Dir(cards), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		filepath.Join(dir, "lanterns.rdpack"):   string(data),
		filepath.Join(dir, "mine", "pack.yaml"): "id: mine\nversion: 0.1.0\napi: 3\nextends: ../lanterns.rdpack\n",
		cards: "cards:\n  - {id: glow, name: {en: Glow}, type: player, team: lanterns, abilities: [beacon], " +
			"power: {standing: 1, downed: 1}}\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := start(t, filepath.Join(dir, "mine"))
	_, place := cursor(t, cards, swap(t, c.open(cards), "[beacon]", "[bea¦con]"))
	var list []location
	c.call("textDocument/definition", place, &list)
	if len(list) != 1 || filepath.Base(pathOf(list[0].URI)) != "beacon.lua" {
		t.Fatal(places(list))
	}
	info, err := os.Stat(pathOf(list[0].URI))
	if err != nil || info.Mode().Perm()&0o222 != 0 {
		t.Errorf("%v: %v", info, err)
	}
	err = c.conn.Call(t.Context(), "textDocument/rename",
		map[string]any{"textDocument": place.TextDocument, "position": place.Position, "newName": "torch"}, nil)
	if err == nil || !strings.Contains(err.Error(), "a base is not edited from an overlay") {
		t.Error(err)
	}
}

// TestRename: everywhere, and not where it would be wrong.
func TestRename(t *testing.T) {
	dir := lanterns(t)
	c := start(t, dir)
	path := filepath.Join(dir, "cards", "players.yaml")
	text := c.open(path)
	rename := func(mark, name string) (workspaceEdit, error) {
		_, place := cursor(t, path, swap(t, text, strings.ReplaceAll(mark, "¦", ""), mark))
		var edit workspaceEdit
		err := c.conn.Call(context.Background(), "textDocument/rename",
			map[string]any{"textDocument": place.TextDocument, "position": place.Position, "newName": name}, &edit)
		return edit, err
	}
	edit, err := rename("[bea¦con]", "bonfire")
	if err != nil {
		t.Fatal(err)
	}
	data, _ := json.Marshal(edit)
	for _, want := range []string{"players.yaml", "abilities.yaml", "en.yaml", "fr.yaml", "ja.yaml", `"kind":"rename"`,
		"abilities/bonfire.lua"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the rename leaves %s alone: %s", want, data)
		}
	}
	for mark, want := range map[string]string{
		"[do¦dge]": "ability dodge is declared at scripts/bbtm/abilities/named/dodge.lua:2:1, in the game " +
			"that the program carries: a base is not edited from an overlay",
		"id: fen_wal¦ker": "there is card mother_midge already, at ",
	} {
		_, err := rename(mark, "mother_midge")
		var refused *jsonrpc2.Error
		if !errors.As(err, &refused) || !strings.HasPrefix(refused.Message, want) {
			t.Errorf("%s: %v, want %s", mark, err, want)
		}
	}
}

// TestFixes: each finding with what mends it.
func TestFixes(t *testing.T) {
	dir := lanterns(t)
	c := start(t, dir)
	path := filepath.Join(dir, "cards", "players.yaml")
	text := c.open(path)
	text = swap(t, swap(t, text, "team: lanterns", "team: lantrens"), "[beacon]", "[fireworks_at_night]")
	c.change(path, text)
	c.findings(path, func(lines []string) bool { return len(lines) == 2 })
	script := filepath.Join(dir, "scripts", "abilities", "beacon.lua")
	lua := swap(t, c.open(script), stands,
		"    local first_one = first{zone = \"pitch\"}\n    first_one.posture = \"standing\"\n    say(\"flare\", "+
			"{card = self})\n    rules.players.stand(fallen[1])\n")
	c.change(script, lua)
	c.change(path, swap(t, text, "[fireworks_at_night]", "[beacon]"))
	c.findings(script, func(lines []string) bool { return len(lines) > 1 })
	var titles []string
	for _, p := range []string{path, script} {
		var actions []codeAction
		whole := textRange{End: position{Line: 99}}
		c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": uriOf(p)},
			"range": whole, "context": map[string]any{"diagnostics": []any{}}}, &actions)
		for _, a := range actions {
			titles = append(titles, a.Title)
		}
	}
	want := []string{"Write lanterns", "Ask first: if first_one then", "Add the sentence say.flare to locale/en.yaml"}
	if !slices.Equal(titles, want) {
		t.Errorf("got %q, want %q", titles, want)
	}
}

// TestLenses: a scenario is run as it stands, saved or not.
func TestLenses(t *testing.T) {
	dir := lanterns(t)
	c := start(t, dir)
	path := filepath.Join(dir, "scenarios", "abilities.yaml")
	text := c.open(path)
	var lenses []codeLens
	c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uriOf(path)}}, &lenses)
	if len(lenses) == 0 || lenses[0].Command.Title != "run" || lenses[1].Command.Title != "open in studio" ||
		lenses[2].Command.Title != "update" {
		t.Fatalf("lenses: %v", lenses)
	}
	var said string
	c.call("workspace/executeCommand",
		map[string]any{"command": lenses[0].Command.Command, "arguments": lenses[0].Command.Arguments}, &said)
	if want := "passed: Quagmire swallows whoever misses"; said != want {
		t.Errorf("got %q, want %q", said, want)
	}
	c.change(path, swap(t, text, "then: {Orc Blitzer: {posture: downed}", "then: {Orc Blitzer: {posture: standing}"))
	c.call("workspace/executeCommand",
		map[string]any{"command": lenses[0].Command.Command, "arguments": lenses[0].Command.Arguments}, &said)
	if !strings.HasPrefix(said, "FAILED: Quagmire swallows whoever misses\nline 13: ") {
		t.Errorf("got %q", said)
	}
	// To update is to ask the editor for the change, which makes the file what it was.
	c.call("workspace/executeCommand",
		map[string]any{"command": lenses[2].Command.Command, "arguments": lenses[2].Command.Arguments}, &said)
	if want := "what came out is written where something else was expected:\nFAILED: "; !strings.HasPrefix(said, want) {
		t.Errorf("got %q, want %q at its beginning", said, want)
	}
	if c.apply(<-c.wanted); c.texts[path] != text {
		t.Errorf("after the update the file is\n%s", c.texts[path])
	}
	c.call("workspace/executeCommand",
		map[string]any{"command": lenses[0].Command.Command, "arguments": lenses[0].Command.Arguments}, &said)
	if said != "passed: Quagmire swallows whoever misses" {
		t.Errorf("got %q", said)
	}
	c.call("workspace/executeCommand",
		map[string]any{"command": lenses[1].Command.Command, "arguments": lenses[1].Command.Arguments}, nil)
	if got, want := c.shown("the studio is at "), "the studio is at http://127.0.0.1:1/abilities.yaml"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// An ability is seen to act there, of an overlay with it: the program is told of that last.
	script := "scripts/abilities/quagmire.lua"
	write(t, filepath.Join(dir, "overlays", "dim"), map[string]string{
		"pack.yaml": "id: dim\nversion: 1.0.0\napi: 3\nname: {en: Dim}\nextends: lanterns\n",
		script:      read(t, filepath.Join(dir, script))})
	for folder, want := range map[string]string{dir: "quagmire", filepath.Join(dir, "overlays", "dim"): "dim"} {
		ability := uriOf(filepath.Join(folder, script))
		c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": ability}}, &lenses)
		if len(lenses) != 1 || lenses[0].Command.Title != "try" || lenses[0].Command.Arguments[1] != "quagmire" {
			t.Fatalf("lenses of an ability: %v", lenses)
		}
		c.call("workspace/executeCommand",
			map[string]any{"command": lenses[0].Command.Command, "arguments": lenses[0].Command.Arguments}, nil)
		c.shown("the studio is at http://127.0.0.1:1/" + want)
	}
}

// TestRunsAsWritten: scenarios that are open are played as they are written, and when what
// they are about changes; what came out otherwise is said where it is expected.
func TestRunsAsWritten(t *testing.T) {
	dir := lanterns(t)
	c := start(t, dir)
	path := filepath.Join(dir, "scenarios", "abilities.yaml")
	text := c.open(path)
	c.findings(path, same())
	fails := func(lines []string) bool { return len(lines) == 1 && strings.HasPrefix(lines[0], "[13,") }
	c.change(path, swap(t, text, "then: {Orc Blitzer: {posture: downed}", "then: {Orc Blitzer: {posture: standing}"))
	c.findings(path, fails)
	c.change(path, text)
	c.findings(path, same())
	// One that is closed is checked, not played.
	c.change(path, swap(t, text, "then: {Orc Blitzer: {posture: downed}", "then: {Orc Blitzer: {posture: standing}"))
	c.findings(path, fails)
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uriOf(path)}})
	c.findings(path, same())
}

// TestHoverScripts: triggers with their parameters, their windows and who listens;
// functions with a line that calls them; what may be nothing.
func TestHoverScripts(t *testing.T) {
	dir := lanterns(t)
	c := start(t, dir)
	path := filepath.Join(dir, "scripts", "abilities", "beacon.lua")
	text := c.open(path)
	for mark, wants := range map[string][]string{
		`"player.comm¦itted"`: {"**player.committed", "(trigger)", "- `parameter player`: card",
			"- `parameter matchup`: card", "- `windows`: respond, replace, before, after",
			"- ability `beacon`: after player.committed, by choice"},
		"ca¦rds{zone":         {"**cards** (function)", "- `zone`: ", "```lua\n"},
		"choose.o¦ne":         {"**choose.one** (function)", "- `prompt`: ", "```lua\n"},
		"ev.match¦up":         {"a card", "matchup"},
		"self.se¦at":          {"a seat"},
		`posture = "do¦wned"`: {"downed"},
	} {
		_, place := cursor(t, path, swap(t, text, strings.ReplaceAll(mark, "¦", ""), mark))
		var h hover
		c.call("textDocument/hover", place, &h)
		for _, want := range wants {
			if !strings.Contains(h.Contents.Value, want) {
				t.Errorf("%s: no %q in\n%s", mark, want, h.Contents.Value)
			}
		}
	}
}

// TestCancel: a request that was taken back gets the answer of one that was, in its
// turn, and the others theirs.
func TestCancel(t *testing.T) {
	dir := lanterns(t)
	c := start(t, dir)
	path := filepath.Join(dir, "cards", "players.yaml")
	text := c.open(path)
	_, place := cursor(t, path, swap(t, text, "[dodge]", "[do¦dge]"))
	first, err := c.conn.DispatchCall(context.Background(), "textDocument/hover", place,
		jsonrpc2.PickID(jsonrpc2.ID{Num: 901}))
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.conn.DispatchCall(context.Background(), "textDocument/hover", place,
		jsonrpc2.PickID(jsonrpc2.ID{Num: 902}))
	if err != nil {
		t.Fatal(err)
	}
	c.notify("$/cancelRequest", map[string]any{"id": 902})
	var h hover
	if err := first.Wait(context.Background(), &h); err != nil || h.Contents.Value == "" {
		t.Errorf("the first: %v %v", h, err)
	}
	var refused *jsonrpc2.Error
	if err := second.Wait(context.Background(), &h); err != nil &&
		(!errors.As(err, &refused) || refused.Code != codeCancelled) {
		t.Errorf("the second: %v", err)
	}
	if err := c.conn.Call(context.Background(), "textDocument/nothing", nil, nil); !errors.As(err, &refused) ||
		refused.Code != jsonrpc2.CodeMethodNotFound {
		t.Errorf("an unknown method: %v", err)
	}
}
