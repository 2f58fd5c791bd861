package costtest_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// files is a pack in which everything that a case can work on is there size times. A
// step for each case, by the order of their names, makes it ready, does it and does it again, with marks around it.
// What
// fields owe is paid at the next call.
func files(size int, cases map[string]string) map[string]string {
	names := slices.Sorted(maps.Keys(cases))
	phases := ""
	for i := range size {
		phases += fmt.Sprintf("          - phase: p%d\n            do: [turn.nothing]\n", i)
	}
	files := map[string]string{
		"pack.yaml": "id: paid\nversion: 1.0.0\napi: 3\nname: {en: Paid}\nseats: {min: 2, max: 2}\n",
		"game.yaml": `
words: {colour: [red, green]}
options:
  speeds: {number: {min: 0, max: 999}, default: 0, per_seat: true, name: {en: Speeds}}
dice: {coin: [heads, tails]}
groups: {yards: [pile, den]}
game:
  rounds: {type: number, start: 0}
  weather: {type: number, start: 0}
seat:
  score: {type: number, start: 0}
  income: {type: number, start: 0}
types:
  ant:
    start: pile
    active: {zone: pile}
    attributes:
      size: {type: number}
      weight: {type: number}
      heavy: {type: number}
      colour: {type: colour, state: true, start: red}
      price: {type: number, by: colour}
      words: {type: list}
      worn: {type: flag, state: true, start: false}
  bee: {start: bag, attributes: {size: {type: number}}}
  dog: {start: den, attributes: {size: {type: number}}}
  cat: {start: cellar, attributes: {size: {type: number}}}
  fox: {start: few, attributes: {size: {type: number}}}
  elk: {start: few, attributes: {weight: {type: number}}}
zones:
  pile: {of: table, ordered: true}
  bag: {of: table, bag: true}
  cellar: {of: table, ordered: true, seen: nobody}
  den: {of: table, capacity_each: 99999}
  few: {of: table}
  away: {of: table}
  hand: {of: seat}
  field: {of: table, board: {rows: 3, columns: 3}}
  burrow: {of: card, types: [fox]}
  box: {of: card, types: [ant], per_seat: true}
  purse: {of: card, types: [ant]}
triggers:
  acts: {doc: It acts., params: {card: {type: card}}}
  bells: {doc: All hear it., params: {card: {type: card}}}
  rung: {doc: Effects hear it., params: {card: {type: card}}}
  asks: {doc: One asks., params: {n: {type: number}}}
  hushed: {doc: One may change it., cancel: true, params: {card: {type: card, write: true}, n: {type: number}}}
  silence: {doc: Nobody hears it., params: {card: {type: card}}}
flow:
  - phase: round
    turns: {until: once}
    do:
      - turn.act
      - phase: rest
        do:
` + phases,
		"cards/pieces.yaml": fmt.Sprintf(`
cards:
  - {id: ant, type: ant, copies: %d, size: 1, weight: 1, heavy: 1, words: [1, 2, 3], price: {red: 1, green: 2}, `+
			`abilities: [echo, deed, hears, weighs, computes, pays, rains]}
  - {id: bee, type: bee, copies: %[1]d, size: 1}
  - {id: cat, type: cat, copies: %[1]d, size: 1}
  - {id: dog, type: dog, copies: %[1]d, size: 1}
  - {id: fox, type: fox, copies: 3}
  - {id: elk, type: elk, name: {en: %s}, weight: 1, abilities: [asks, hushes]}
`, size, strings.Repeat("elk", 20_000)),
		"scripts/abilities/echo.lua": "return ability {on = \"acts\", where = {card = {zone = \"away\"}}, run = " +
			"function() end}\n",
		"scripts/abilities/other.lua": "return ability {on = \"acts\", where = {card = {zone = \"away\"}}, run = " +
			"function() end}\n",
		"scripts/abilities/rings.lua":  "return ability {on = \"rung\", run = function() end}\n",
		"scripts/abilities/deed.lua":   "return ability {action = \"do\", run = function() end}\n",
		"scripts/abilities/hears.lua":  "return ability {on = \"bells\", run = function() end}\n",
		"scripts/abilities/weighs.lua": "return ability {modifies = \"weight\", of = {}, add = 1}\n",
		"scripts/abilities/computes.lua": "return ability {modifies = \"heavy\", of = {is = \"self\"}, add = true, " +
			"amount = function() return 1 end}\n",
		"scripts/abilities/pays.lua":  "return ability {of_seat = \"income\", add = 1}\n",
		"scripts/abilities/rains.lua": "return ability {of_game = \"weather\", add = 1}\n",
		"scripts/abilities/hushes.lua": `return ability {on = "hushed", active = {}, window = "before", run = ` +
			`function(self, ev)
  for _ = 1, 100 do
    if ev.n == 1 then ev.cancelled = false else ev.card = ev.card end
  end
end}
`,
		"scripts/abilities/asks.lua": `return ability {on = "asks", active = {}, run = function(self, ev)
  if ev.n == 1 then count{zone = "pile", friendly = true} elseif ev.n == 2 then count{zone = "pile", enemy = true}
  elseif ev.n == 3 then count{zone = "pile", other = true} elseif ev.n == 4 then count{zone = "pile", is = "self"}
  else count{zone = "pile", beside = true} end
end}
`,
		"scripts/rules/turn.lua": fmt.Sprintf(`
local turn = {}
function turn.nothing() end
function turn.act(seat)
  schedule("c" .. choose.number{seat = seat, prompt = "which", min = 0, max = %d} .. ".act", seat)
end
return turn
`, len(names)),
		"locale/en.yaml": "prompt.which: Which one?\nsay.told: \"{card}\"\nsay.long: \"" +
			strings.Repeat("{card} and ", 5000) + "\"\n",
	}
	files[fmt.Sprintf("scripts/rules/c%d.lua", len(names))] = fmt.Sprintf(`
local c = {}
function c.act() c.again(%d) end
function c.again(n)
  known("mark")
  if n == 0 then finish({}) else schedule("c%d.again", n - 1) end
end
return c
`, repeats+1, len(names))
	for i, name := range names {
		body, ready := cases[name], ""
		for _, s := range setup {
			if regexp.MustCompile(`\b` + s.name + `\b`).MatchString(body) {
				ready += "  " + strings.ReplaceAll(s.code, "<size>", strconv.Itoa(size)) + "\n"
			}
		}
		files[fmt.Sprintf("scripts/rules/c%d.lua", i)] = fmt.Sprintf(`
local c = {}
function c.act(SEAT)
%s  for _ = 1, 2 do %s end
  known("paid")
  known("mark")
  for _ = 1, %d do %s end
  known("paid")
  known("mark")
  finish({})
end
return c
`, ready, body, repeats, body)
	}
	return files
}

// repeats is how often a case is done while it is measured.
const repeats = 4

// rig plays cases in games of one pack.
type rig struct {
	names   []string // of the cases
	size    int
	table   *interp.Table
	game    *engine.Game
	machine *script.Machine
	marks   []spent
	which   int
}

// spent is what was paid, and what was done for it: statements of the program, as far as
// they are counted, and bytes taken.
type spent struct {
	paid        [limits.Count]int64
	work, bytes int64
}

// newRig makes the games of some cases, of a size.
func newRig(t *testing.T, size int, cases map[string]string) *rig {
	t.Helper()
	r := &rig{size: size, names: slices.Sorted(maps.Keys(cases))}
	c := language.Config{Before: r.before}
	for i := range limits.Count {
		c.Limits.Step[i], c.Limits.Ability[i] = 1<<40, 1<<40
	}
	table, err := load(t, files(size, cases)).Table(interp.Settings{Seats: 2, Seed: 1, Limits: c})
	if err != nil {
		t.Fatal(err)
	}
	if r.machine, err = table.Machine(); err != nil {
		t.Fatal(err)
	}
	r.table = table
	r.game = engine.New(table.Setup(r.machine, 1))
	for s := engine.Seat(1); s <= 2; s++ {
		r.game.SetDecider(s, r.decide)
	}
	return r
}

// decide says which case it is at the first question; to any other it gives the first
// answer.
func (r *rig) decide(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	if r.which >= 0 {
		which := r.which
		r.which = -1
		return engine.Reply{which}
	}
	return d.First(seat)
}

// before notes what is spent at the marks.
func (r *rig) before(c *language.Call) {
	if c.Name() != "known" || c.Arg(1) != language.String("mark") {
		return
	}
	var now spent
	for i := range limits.Count {
		now.paid[i] = r.machine.Used(limits.Resource(i))
	}
	if hostWork != nil {
		now.work, now.bytes = hostWork(), taken()
	}
	r.marks = append(r.marks, now)
}

// taken is how many bytes of memory the program has taken since it began.
func taken() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

// done is what the program has done, in statements.
func done() int64 { return hostWork() + taken()/bytesAStatement }

// play plays the game of a case, and returns the last two marks that it came to.
func (r *rig) play(t *testing.T, which, marks int) (from, to spent) {
	t.Helper()
	r.which, r.marks = which, r.marks[:0]
	r.game.Reset(1, nil)
	if _, err := r.game.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(r.marks) != marks {
		t.Fatalf("%d marks, not %d", len(r.marks), marks)
	}
	return r.marks[marks-2], r.marks[marks-1]
}

// steps returns what is done for a step that does nothing but schedule the next one.
func (r *rig) steps(t *testing.T) spent {
	t.Helper()
	from, to := r.play(t, len(r.names), repeats+2)
	return spent{work: to.work - from.work, bytes: to.bytes - from.bytes}
}

// measure returns what a case spends.
func (r *rig) measure(t *testing.T, which int) (of spent) {
	t.Helper()
	from, to := r.play(t, which, 2)
	for i := range limits.Count {
		of.paid[i] = (to.paid[i] - from.paid[i]) / repeats
	}
	of.work, of.bytes = (to.work-from.work)/repeats, (to.bytes-from.bytes)/repeats
	return of
}

// load loads a pack.
func load(t *testing.T, files map[string]string) *interp.Pack {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.TrimLeft(text, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load(folder, interp.With{})
	if broken, ok := err.(*interp.BrokenError); ok {
		var b strings.Builder
		_ = diag.WriteText(&b, broken.Findings, broken.Lines, nil)
		t.Fatal(b.String())
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}
