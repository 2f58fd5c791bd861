package extbot

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
)

// A generated pack has hands of cards of which some ask their holder when another plays
// or ends a turn: to cancel what is played, in the open, to write into a note that only
// he sees, or to look at a die. Each bit of its number turns a part of it on.
const (
	inRounds = 1 << iota
	freeUndo
	notesByWhen
	notesLimited
	countersFriends
	passesHands
	votes
	generated
)

const generatedGame = `
words:
  act: [play, give, vote, wait]
seat:
  score: {type: number, start: 0, name: {en: score}}
  note: {type: number, start: 0, seen: owner, name: {en: note}}
types:
  card:
    start: box
    active: {zone: hand}
    attributes:
      rank: {type: number, name: {en: rank}}
zones:
  box: {of: table, ordered: true, seen: nobody}
  hand: {of: seat, seen: owner}
  between: {of: seat, seen: owner}
  discard: {of: seat, ordered: true}
triggers:
  card.played:
    doc: A card is about to be played.
    params: {card: {type: card}, seat: {type: seat}}
    cancel: true
  day.acted:
    doc: A seat has acted.
    params: {seat: {type: seat}}
%s
flow:
  - phase: opening
    do: [day.open]
  - phase: day
    repeat: {times: 5}
    do:
      - phase: turn
        turns: {until: once}
        do: [day.act]
  - phase: evening
    do: [day.close]
`

const generatedRules = `
local day = {}

function day.open()
  shuffle(game.box)
  for _, seat in ipairs(game.seats) do
    for _ = 1, 5 do
      local card = game.box.top
      card.seat = seat
      move(card, seat.hand)
    end
  end
end

local function pass_hands()
  for _, seat in ipairs(game.seats) do
    for _, card in ipairs(seat.hand:cards()) do move(card, seat.between) end
  end
  for _, seat in ipairs(game.seats) do
    local to = seats_from(seat)[2]
    for _, card in ipairs(seat.between:cards()) do
      card.seat = to
      move(card, to.hand)
    end
  end
end

local function vote()
  local said = choose.secret{seats = game.seats, prompt = "vote", from = function(seat)
    local from = options()
    from:add(1)
    if any{zone = seat.hand, rank = 3} then from:add(2) end
    return from
  end}
  for _, seat in ipairs(game.seats) do seat.note = seat.note + said[seat.number] end
end

function day.act(seat)
  local act = choose.one{seat = seat, prompt = "act", from = {"play", "give", "vote", "wait"}}
  if act == "play" then
    local card = choose.one{seat = seat, prompt = "play", from = seat.hand:cards(), optional = true}
    if card then
      raise("card.played", {card = card, seat = seat}, function(ev) ev.seat.score = ev.seat.score + 1 end)
      move(card, seat.discard)
    end
  end
  if act == "give" and %t then pass_hands() end
  if act == "vote" and %t then vote() end
  raise("day.acted", {seat = seat})
end

function day.close() finish({}, "over") end

return day
`

const generatedCounter = `
return ability {
  name   = {en = "Counter"},
  on     = "card.played",
  window = "replace",
  may    = true,
  %s
  run    = function(self, ev)
    move(self, self.seat.discard)
    ev.cancelled = true
  end,
}
`

const generatedNote = `
return ability {
  name = {en = "Note"},
  on   = %q,
  may  = true,
  %s
  run  = function(self) self.seat.note = self.seat.note + 1 end,
}
`

// generate writes the pack with a number into a folder and loads it, with texts exchanged as
// laid does.
func generate(t *testing.T, number int, changes ...string) *interp.Pack {
	t.Helper()
	policy, where, note := "", `where = {seat = "enemy"},`, ""
	if number&inRounds != 0 {
		policy += "order: {rounds: true}\n"
	}
	if number&freeUndo != 0 {
		policy += "undo: free\n"
	}
	if number&countersFriends != 0 {
		where = ""
	}
	if number&notesByWhen != 0 {
		note += "when = function(self) return self.seat.note < 4 end,\n"
	}
	if number&notesLimited != 0 {
		note += "limit = {times = 1, per = \"day.acted\"},\n"
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pack.yaml": "id: generated\nversion: 1.0.0\napi: 3\nname: {en: Generated}\nseats: {min: 2, max: 4}\n",
		"game.yaml": fmt.Sprintf(generatedGame, policy),
		"cards/cards.yaml": `
defaults: {type: card, copies: 4}
cards:
  - {id: plain, name: {en: Plain}, rank: 1}
  - {id: other, name: {en: Other}, rank: 2}
  - {id: third, name: {en: Third}, rank: 3}
  - {id: stop, name: {en: Stop}, rank: 4, abilities: [counter]}
  - {id: pen, name: {en: Pen}, rank: 5, abilities: [note]}
  - {id: ink, name: {en: Ink}, rank: 6, abilities: [blot]}
`,
		"scripts/rules/day.lua":         fmt.Sprintf(generatedRules, number&passesHands != 0, number&votes != 0),
		"scripts/abilities/counter.lua": fmt.Sprintf(generatedCounter, where),
		"scripts/abilities/note.lua":    fmt.Sprintf(generatedNote, "day.acted", note),
		"scripts/abilities/blot.lua":    fmt.Sprintf(generatedNote, "card.played", note),
		"locale/en.yaml": "prompt.act: Act\nprompt.play: Play\nprompt.vote: Vote\n" +
			"trigger.card.played: \"{seat} plays {card}\"\nreason.over: It is over\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.TrimLeft(text, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return laid(t, dir, changes...)
}

// TestStreamsOfGeneratedPacks plays pairs of worlds of packs whose cards ask their
// holders in secret: those abilities are left alone, or those are used of which nothing
// is seen.
func TestStreamsOfGeneratedPacks(t *testing.T) {
	var all streams
	for number := range generated {
		if number%many(13, 1) != 0 {
			continue
		}
		p := generate(t, number)
		for _, uses := range [][]string{nil, {"note", "blot"}} {
			if both := notesByWhen | passesHands; uses != nil && number&both == both {
				continue // what a note holds then shows in uses of cards that others knew before
			}
			table, err := p.Table(interp.Settings{Seats: 2 + number%3})
			if err != nil {
				t.Fatal(err)
			}
			s := &streams{TB: t, table: table, most: 300, uses: uses}
			s.sample(many(2, 30))
			all.pairs += s.pairs
			all.closed += s.closed
			all.windows += s.windows
			all.differ[asked] += s.differ[asked] + s.differ[pushed] + s.unmet
			if s.differ[asked]+s.differ[pushed]+s.unmet > 0 && all.leak == "" {
				all.leak = fmt.Sprintf("pack %d (used: %q): %s", number, uses, s.leak)
			}
		}
	}
	t.Logf("%d pairs, %d frames with the card in another's closed zone, %d with what one world alone answers, %d told "+
		"apart", all.pairs, all.closed, all.windows, all.differ[asked])
	if all.differ[asked] > 0 || all.closed < 10*all.pairs || all.windows < many(0, 100) {
		t.Error(all.leak)
	}
}
