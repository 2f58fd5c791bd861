package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFindingsAsOneTypes: what check says is said of the text that is not saved, at
// places in units of UTF-16, and taken back when it is mended.
func TestFindingsAsOneTypes(t *testing.T) {
	dir := mod(t, "lanterns")
	c := start(t, dir)
	path := filepath.Join(dir, "cards", "players.yaml")
	text := c.open(path)
	c.findings(path, same())
	c.change(path, swap(t, text, "ja: 沼歩き}", "ja: 🏮沼歩き, team: x}"))
	c.findings(path,
		same(`[5,62,66,1,"unknown-language"] "team" is not the code of a language (allowed here: en, fr, ja)`))
	c.change(path, swap(t, text, "team: lanterns", "team: lantrens"))
	c.findings(path, same(`[2,31,39,1,"unknown-word"] team cannot be "lantrens"; did you mean lanterns?`))
	c.change(path, text)
	c.findings(path, same())

	// A file of the pack that nobody has open has findings too, and loses them.
	script := filepath.Join(dir, "scripts", "abilities", "midges.lua")
	was := read(t, script)
	if err := os.WriteFile(script, []byte(swap(t, was, "modifies", "modifis")), 0o644); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles",
		map[string]any{"changes": []any{map[string]any{"uri": uriOf(script), "type": 2}}})
	c.findings(script, func(lines []string) bool {
		return len(lines) > 0 && strings.Contains(lines[0], `did you mean modifies?`)
	})
	if err := os.Remove(script); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles",
		map[string]any{"changes": []any{map[string]any{"uri": uriOf(script), "type": 3}}})
	c.findings(script, same())
	c.findings(path, func(lines []string) bool {
		return len(lines) == 1 && strings.Contains(lines[0], `"unknown-ability"] there is no ability "midges"`)
	})
}

// TestComplete: what is offered while a card, a scenario, a patch is being typed, in
// text that cannot be read as it is.
func TestComplete(t *testing.T) {
	dir := mod(t, "lanterns")
	c := start(t, dir)
	cards := filepath.Join(dir, "cards", "players.yaml")
	text := c.open(cards)
	scenarios := filepath.Join(dir, "scenarios", "team.yaml")
	tests := c.open(scenarios)
	game, locale := filepath.Join(dir, "game.yaml"), filepath.Join(dir, "locale", "en.yaml")
	c.open(game)
	c.open(locale)
	runner := "    skills: [sprint]\n    abilities: [dodge]\n"
	answer := "      - 1: [Fen Walker, Bad Snap left]\n"
	for _, test := range []struct {
		path, text string
		want       []string // the first of them, or all where it ends without ...
	}{
		{cards, swap(t, text, runner, "    skills: [¦\n"), []string{"cheat", "pass", "sprint", "tackle"}},
		{cards, swap(t, text, runner, "    skills: [sprint, ¦]\n"), []string{"cheat", "pass", "sprint", "tackle"}},
		{cards, swap(t, text, runner, "    power: {standing: 2, ¦\n"), []string{"downed"}},
		{cards, swap(t, text, runner, "    sk¦\n"), []string{"type", "abilities", "unimplemented", "confidence",
			"text", "each", "team", "subdivision", "skills", "star", "..."}},
		{cards, swap(t, text, runner, "    abilities: [{coach: ¦\n"),
			[]string{"cheat", "pass", "sprint", "tackle", "{skill: }"}},
		{cards, text + "patch:\n  - {id: ¦",
			[]string{"all_out_blitz", "all_star_conditioning", "aurora_silverleaf", "..."}},
		{cards, text + "patch:\n  - {id: bad_snap, ¦",
			[]string{"name", "type", "copies", "abilities", "unimplemented", "confidence", "text", "add", "..."}},
		{scenarios, swap(t, tests, "at: maintenance.refresh", "at: m¦"),
			[]string{"ending.winner", "improvements.reveal", "maintenance.kickoff", "maintenance.refresh",
				"maintenance.replenish", "maintenance.restock", "maintenance.reveal", "maintenance.roll",
				"matchup.action", "matchup.commit", "scoreboard.pass_the_coin", "scoreboard.resolve",
				"setup.decks", "setup.first_manager", "setup.improvements", "setup.spike_deck", "setup.teams",
				"awards.begins", "awards.ends", "maintenance.begins", "..."}},
		{scenarios, swap(t, tests, "hand: [Fen Walker]", "hand: [¦"),
			[]string{"All-out Blitz", "All-star Conditioning", "..."}},
		{scenarios, swap(t, tests, "rule: bog_choir\n", "rule: bog_choir\n    given: {¦}\n"),
			[]string{"bare", "at", "after", "step", "turn", "passed", "turns", "repeats", "game", "table", "cards",
				"printed", "lasting", "age", "used", "known", "agenda", "1", "2", "3", "4"}},
		{scenarios, swap(t, tests, "rule: bog_choir\n", "rule: ¦\n"),
			[]string{"all_star_conditioning", "..."}},
		{locale, "card.peat_brute: \"Gain {f¦\n",
			[]string{"fans", "power", "skills", "subdivision", "team"}},
		{locale, "card.peat_brute: Gain {¦} fans.\n",
			[]string{"fans", "power", "skills", "subdivision", "team"}},
		{scenarios, swap(t, tests, "{posture: downed}", "{posture: ¦}"), []string{"standing", "downed"}},
		{scenarios, swap(t, tests, "{ability: endorsement_deal}", "{ability: bl¦}"),
			[]string{"all_star_conditioning", "..."}},
		{scenarios, swap(t, tests, "tackle.attempt: [Peat", "tack¦: [Peat"), []string{"ball.carrier", "..."}},
		{game, "forms:\n  act: {action: act, pays: {¦}}\n", []string{"seat", "piled_on", "..."}},
		{game, "forms:\n  act: {action: act, pays: {seat: {¦}}}\n", []string{"fans", "improvements", "..."}},
		{game, "forms:\n  act: {action: act, where: {enemy: {fa¦}}}\n", []string{"friendly", "..."}},
		{game, "types:\n  all: {¦}\n", []string{"start", "lives_in", "active", "attributes", "check"}},
		{game, "types: {all: {attributes: {cost: {ty¦}}}}\n", []string{"type", "of", "..."}},
		{game, "flow:\n  steps:\n    replace: {¦}\n",
			[]string{"awards", "ending.winner", "improvements.reveal", "maintenance", "maintenance.kickoff",
				"maintenance.refresh", "maintenance.replenish", "maintenance.restock",
				"maintenance.reveal", "maintenance.roll", "matchup", "matchup.action", "matchup.commit", "scoreboard",
				"scoreboard.pass_the_coin", "scoreboard.resolve", "season", "setup",
				"setup.decks", "setup.first_manager",
				"setup.improvements", "setup.spike_deck", "setup.teams", "week"}},
		{scenarios, swap(t, tests, answer, "      - 1: ¦\n"), []string{
			"Fen Walker to the left of Bad Snap", "Fen Walker to the right of Bad Snap",
			"Peat Brute to the left of Bad Snap", "Peat Brute to the right of Bad Snap", "pass"}},
		{scenarios, swap(t, tests, "      - 1: \"yes\"\n", "      - 1: ¦\n"), []string{"yes", "no"}},
		{scenarios, swap(t, tests, answer, "      - ¦\n"), []string{"until", "through", "rest", "play", "expect",
			"given", "stop", "offered", "offered exactly", "not offered", "forced", "1", "2", "3", "..."}},
	} {
		got := c.complete(test.path, test.text)
		want := test.want
		if n := len(want) - 1; want[n] == "..." {
			got, want = got[:min(n, len(got))], want[:n]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", line(test.text), got, want)
		}
	}
	keys := c.complete(locale, "ability.quag¦")
	for _, key := range []string{"ability.quagmire", "ability.quagmire.short", "say.ability.quagmire",
		"card.fen_walker", "zone.of.seat"} {
		if !slices.Contains(keys, key) {
			t.Errorf("no key %s is offered: %q", key, keys)
		}
	}
}

// line is the line of a text that has the mark.
func line(text string) string {
	for l := range strings.Lines(text) {
		if strings.Contains(l, "¦") {
			return strings.TrimSpace(l)
		}
	}
	return ""
}

// TestHover: what explain knows of a name.
func TestHover(t *testing.T) {
	dir := mod(t, "lanterns")
	c := start(t, dir)
	path := filepath.Join(dir, "cards", "players.yaml")
	patched := read(t, path) + "patch:\n  - {id: orc_blitzer, copies: 7}\n"
	if err := os.WriteFile(path, []byte(patched), 0o644); err != nil {
		t.Fatal(err)
	}
	text := c.open(path)
	for mark, want := range map[string]string{
		"abilities: [do¦dge]": "**dodge (Dodge)** (ability)\n\n" +
			"Dodge: once in each attempt against him, all dice may be rolled again.\n\n" +
			"> Once during each tackle attempt against him you may have every die of it rolled again.",
		"id: mother_m¦idge": "**mother_midge (Mother Midge)** (card)\n\n```text\nMother Midge\n" +
			"Player · Star Power: standing 3, downed 1 · Skills: cheat, tackle · Team: Fen Lanterns · Subdivision: " +
			"CWC\n" +
			"Midges: Opponents who stand at the same matchup have 1 Star Power less.\n```\n\n- `id`: mother_midge ",
		"    co¦pies: 4": "**copies**: How many of it there are; 1 if left out.",
	} {
		_, place := cursor(t, path, swap(t, text, strings.ReplaceAll(mark, "¦", ""), mark))
		var h hover
		c.call("textDocument/hover", place, &h)
		if !strings.HasPrefix(h.Contents.Value, want) {
			t.Errorf("%s: %s", mark, h.Contents.Value)
		}
	}
}

// TestUnits: places count in units of UTF-16, whatever is in the line.
func TestUnits(t *testing.T) {
	line := "a🏮沼b"
	for unit, column := range map[int]int{0: 1, 1: 2, 2: 2, 3: 3, 4: 4, 5: 5, 9: 5} {
		if got := columnOf(line, unit); got != column {
			t.Errorf("unit %d: column %d, want %d", unit, got, column)
		}
	}
	for column, unit := range map[int]int{1: 0, 2: 1, 3: 3, 4: 4, 5: 5, 8: 5} {
		if got := unitOf(line, column); got != unit {
			t.Errorf("column %d: unit %d, want %d", column, got, unit)
		}
	}
	d := document{text: "one\r\ntwo\nthree"}
	d.apply([]contentChange{
		{Range: &textRange{position{1, 1}, position{2, 2}}, Text: "🏮"},
		{Range: &textRange{position{1, 3}, position{1, 3}}, Text: "!"},
		{Range: &textRange{position{7, 0}, position{9, 0}}, Text: "\nend"},
	})
	if want := "one\r\nt🏮!ree\nend"; d.text != want {
		t.Errorf("got %q, want %q", d.text, want)
	}
}
