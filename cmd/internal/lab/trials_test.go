package lab_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// trial is the plan of testdata/trials with random bots.
func trial(t *testing.T, planted string, seats int) *lab.Plan {
	t.Helper()
	bots := []string{"random", "random", "random", "random"}[:seats]
	p := plan(t, "../../../testdata/trials", map[string]string{"planted": planted}, bots...)
	p.Trials = true
	return p
}

// TestNothingFound: of runs of a game whose cards do nothing, though they are chosen and
// change what chance brings, at most 5 % say of any card that it does something, with a
// look after every 25 games.
func TestNothingFound(t *testing.T) {
	runs := 2
	if os.Getenv("RULEDECK_FULL") != "" {
		runs = 1000
	}
	for _, seats := range []int{2, 4} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) { nothingFound(t, seats, runs) })
	}
}

// nothingFound plays runs of 400 games with the seeds from a thousand times the seats on.
func nothingFound(t *testing.T, seats, runs int) {
	p := trial(t, "no", seats)
	player, err := p.Player()
	if err != nil {
		t.Fatal(err)
	}
	found, tried := []uint64{}, 0
	for run := range runs {
		p.Seed = uint64(1000*seats + run)
		all, certain := sim.NewResult(seats), false
		for look := 0; look < 16 && !certain; look++ {
			r, err := sim.Run(t.Context(), sim.Config{First: 25 * look, Games: 25, Seed: p.Seed, Seats: seats,
				Workers: 1, New: func(int) (sim.Player, error) { return player, nil }})
			if err != nil {
				t.Fatal(err)
			}
			all.Merge(r)
			certain = anything(lab.Analyze(p, all, "en"))
		}
		if certain {
			found = append(found, p.Seed)
		}
		for _, trial := range all.Trials {
			tried += stats.Bets{Values: trial.Values}.N()
		}
	}
	t.Logf("in %d of %d runs something is found, at the seeds %v; %d trials", len(found), runs, found, tried)
	if 20*len(found) > max(runs, 20) || tried < 1000*runs {
		t.Errorf("in %d of %d runs something is found, at the seeds %v, by %d trials", len(found), runs, found, tried)
	}
}

func anything(s *lab.Analysis) bool {
	for i := range s.Cards {
		for _, tried := range s.Cards[i].Tried {
			if tried.Certain {
				return true
			}
		}
	}
	return false
}

// TestPlanted: what cards do that are planted with 10 and 5 points comes out, less what a
// card does that another one was played or drawn in place of: its own points for one of the
// 29 others. A card is played by a seat that has it in half of the games.
func TestPlanted(t *testing.T) {
	games := 3000
	if os.Getenv("RULEDECK_FULL") != "" {
		games = 40_000
	}
	p := trial(t, "yes", 2)
	r := played(t, p, games)
	sheet := lab.Analyze(p, r, "en")
	for i := range sheet.Cards {
		e := &sheet.Cards[i]
		done, known := map[string]float64{"ten": 10 - 5./29, "five": 5 - 10./29, "none": -15. / 29}[e.Key]
		if !known {
			continue
		}
		for question, want := range []float64{done / 100, done / 200} {
			got := e.Tried[question]
			off := deviation(r, e.Key, lab.Questions[question]) / math.Sqrt(float64(got.N))
			t.Logf("%s, %s: %+.2f ± %.2f, planted %+.2f, %d games, certain %v", e.Key, lab.Questions[question],
				100*got.Value, 100*off, 100*want, got.N, got.Certain)
			if math.Abs(got.Value-want) > 3*off || !got.Contains(want) || got.Certain && e.Key == "none" ||
				!got.Certain && e.Key == "ten" && question == 0 {
				t.Errorf("%s, %s: %+v, and %.4f were planted", e.Key, lab.Questions[question], got, want)
			}
		}
	}
}

// TestRareCards: a card that comes up in nearly all games is tried in as many of them as the
// others come up in, and the forks of these are what is spent.
func TestRareCards(t *testing.T) {
	p := trial(t, "no", 2)
	overlay := (&lab.Knob{Card: "null_1", Field: []string{"rolls"}}).Overlay(p.Table.Pack, "0")
	overlay.Files[0].Data = []byte("patch:\n  - id: null_1\n    add: {copies: 15}\n")
	loaded, err := interp.Load(p.Table.Name, interp.With{Laid: []*pack.Source{overlay}})
	if err != nil {
		t.Fatal(err)
	}
	if p.Table, err = loaded.Table(p.Table.Settings); err != nil {
		t.Fatal(err)
	}
	const games = 300
	r := played(t, p, games)
	usual := map[string]int{}
	for _, e := range lab.Analyze(p, r, "en").Cards {
		for i, tried := range e.Tried {
			if e.Key == "null_1" && lab.Questions[i] != lab.Blank && (tried.N < games/6 || tried.N > games/2) {
				t.Errorf("null_1, %s: %d of %d games", lab.Questions[i], tried.N, games)
			}
			if e.Key != "null_1" {
				usual[lab.Questions[i]] += tried.N
			}
		}
		if e.Key == "null_1" && e.Offered < games {
			t.Errorf("null_1 is offered in %d games of a seat", e.Offered)
		}
	}
	// Twelve of 44 cards are dealt, and three of six are played.
	if n := usual[lab.Done]; n < 29*games/6 {
		t.Errorf("the others: %d trials", n)
	}
}

// deviation is the standard deviation of what was tried, in games won.
func deviation(r *sim.Result, card, what string) float64 {
	var m stats.Mean
	for _, trial := range r.Trials {
		for _, v := range trial.Values {
			for range v[1] {
				if trial.Card == card && trial.What == what {
					m.Add(v[0])
				}
			}
		}
	}
	return m.Deviation() / sim.Whole
}

// TestTrialsAddUp: what was tried is the same for any shards and workers, and can be, by
// its numbers and names.
func TestTrialsAddUp(t *testing.T) {
	var want string
	for _, c := range []sim.Config{{Workers: 1}, {Workers: 3, Shard: 7}, {Workers: 2, Shard: 1}} {
		p := trial(t, "yes", 3)
		c.Games, c.Seed, c.Seats = 60, 9, 3
		c.New = func(int) (sim.Player, error) { return p.Player() }
		if c.Shard > 0 {
			c.Keep = func(played func() *sim.Played) error {
				r := played().Result
				if err := c.Check(sim.Span{Games: r.Games}, r); err != nil {
					t.Error(err)
				}
				return p.Strange(r)
			}
		}
		r, err := sim.Run(t.Context(), c)
		if err != nil || len(r.Trials) != 60 {
			t.Fatal(err, len(r.Trials))
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(text)
		}
		if string(text) != want {
			t.Errorf("%d workers: another result", c.Workers)
		}
	}
}
