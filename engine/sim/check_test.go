package sim_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine/sim"
)

// number is a number of a result's JSON, with the keys that lead to it.
type number struct {
	path       string
	start, end int
}

// numbersIn finds the numbers of a JSON text.
func numbersIn(t *testing.T, data []byte) []number {
	t.Helper()
	var out []number
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	var walk func(path string)
	walk = func(path string) {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch v := token.(type) {
		case json.Number:
			end := int(d.InputOffset())
			out = append(out, number{path, end - len(v), end})
		case json.Delim:
			for d.More() {
				key := ""
				if v == '{' {
					name, err := d.Token()
					if err != nil {
						t.Fatal(err)
					}
					key = "." + name.(string)
				}
				walk(path + key)
			}
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
		}
	}
	walk("")
	return out
}

// TestChangedResults: what a shard adds up to passes, and a number of it that is changed
// alone does not, but for those that stand beside nothing they must fit.
func TestChangedResults(t *testing.T) {
	c := config(t, 300, 1, spoil)
	var shards []*sim.Result
	var games []sim.Span
	for of := (sim.Span{Games: 3}); of.First < 300; of.First = of.End() {
		c.First, c.Games = of.First, of.Games
		r := run(t, c)
		if err := c.Check(of, r); err != nil {
			t.Errorf("the games %v: %v", of, err)
		}
		shards, games = append(shards, r), append(games, of)
	}
	shard := slices.IndexFunc(shards, func(r *sim.Result) bool { return r.Failed > 0 && r.Finished > 1 })
	data, err := json.Marshal(shards[shard])
	if err != nil {
		t.Fatal(err)
	}
	passed := map[string]map[string]bool{}
	for _, n := range numbersIn(t, data) {
		was, err := strconv.ParseInt(string(data[n.start:n.end]), 10, 64)
		if err != nil {
			continue // a seed, which follows
		}
		for what, now := range map[string]int64{"one more": was + 1, "one less": was - 1, "many": was + 370_000,
			"very many": 1 << 62, "below nothing": -7} {
			changed := string(data[:n.start]) + strconv.FormatInt(now, 10) + string(data[n.end:])
			r := &sim.Result{}
			if json.Unmarshal([]byte(changed), r) == nil && c.Check(games[shard], r) == nil {
				if passed[n.path] == nil {
					passed[n.path] = map[string]bool{}
				}
				passed[n.path][what] = true
			}
		}
	}
	for path, how := range passed {
		for _, what := range slices.Sorted(maps.Keys(how)) {
			if little := strings.HasPrefix(what, "one "); !slices.Contains(free, path) &&
				!(little && slices.Contains(near, path)) {
				t.Errorf("%s: %s is believed", path, what)
			}
		}
	}
}

// near are the numbers of which one more or less may be true as well, free those that
// nothing else of a result counts: of a shard in which a game failed the decisions too.
var (
	near = []string{
		".rows.seat", ".rows.games", ".rows.first",
		".rows.offered", ".rows.taken", ".rows.drawn", ".rows.played", ".rows.acted",
		".lead.led", ".lead.behind", ".lead.changes.max",
		".scores.n", ".scores.sum", ".scores.squares", ".scores.max", ".lengths.decisions", ".rounds.times",
		".max_answers_per_step",
	}
	free = []string{".seconds", ".events", ".decisions", ".scores.min"}
)
