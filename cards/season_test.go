package cards_test

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"sync"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
)

// The numbers of seasons that random bots play: by the suite, and in full.
const (
	fewSeasons = 30
	allSeasons = 1000
	seasonSeed = 2026
)

// variant is a number of managers with options.
type variant struct {
	seats   int
	options map[string]string
}

// variants are all legal combinations: two managers play neither the seasons
// with headlines nor scheduling limitations.
func variants() []variant {
	var all []variant
	for seats := 2; seats <= 4; seats++ {
		for _, season := range []string{"standard", "abbreviated", "extended"} {
			for _, scheduling := range []string{"off", "on"} {
				for _, errata := range []string{"printed", "official"} {
					for _, guard := range []string{"no", "yes"} {
						if seats == 2 && (season != "standard" || scheduling != "off") {
							continue
						}
						all = append(all,
							variant{seats, map[string]string{"season": season, "scheduling": scheduling,
								"errata": errata, "guard_counts_as_tackled": guard}})
					}
				}
			}
		}
	}
	return all
}

// record is what a run of seasons showed.
type record struct {
	*tally
	games, failed     int
	decisions, events int
	noWinner          int
	bySeats           map[int]int
	failures          []string
}

var played struct {
	once sync.Once
	*record
}

// seasons plays the seasons, once for all tests: season i with a seed of its own
// in variant i, round and round.
func seasons(t *testing.T) *record {
	t.Helper()
	played.once.Do(func() {
		played.record = &record{tally: newTally(), bySeats: map[int]int{}}
		games := fewSeasons
		if full {
			games = allSeasons
		}
		played.run(t, games)
	})
	return played.record
}

// run deals the variants out to workers.
func (r *record) run(t *testing.T, games int) {
	t.Helper()
	all := variants()
	stride := 1
	if games < len(all) {
		stride = 7 // prime to the number of variants: a sample has some of each kind
	}
	loaded := packs{known: map[string]*interp.Pack{}}
	jobs := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for v := range jobs {
				if err := r.variant(&loaded, all, v, stride, games); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for v := range min(len(all), games) {
		jobs <- v
	}
	close(jobs)
	group.Wait()
}

// variant plays the seasons of one variant in one Lua state.
func (r *record) variant(loaded *packs, all []variant, at, stride, games int) error {
	v := all[at*stride%len(all)]
	pack, err := loaded.load("bbtm", interp.With{GameOptions: map[string]string{"errata": v.options["errata"]}})
	if err != nil {
		return err
	}
	tbl, err := pack.Table(interp.Settings{Seats: v.seats, GameOptions: v.options, CheckInvariants: true})
	if err != nil {
		return err
	}
	machine, err := tbl.Machine()
	if err != nil {
		return err
	}
	for i := at; i < games; i += len(all) {
		seed := rng.Derive(seasonSeed, i)
		g := engine.New(tbl.Setup(machine, seed))
		for seat := engine.Seat(1); int(seat) <= v.seats; seat++ {
			bot, err := bot.New("random", seat, seed, nil)
			if err != nil {
				return err
			}
			g.SetDecider(seat,
				func(_ context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
					reply := bot.Decide(context.Background(), p, d, seat)
					r.answered(p, d, seat, reply)
					return reply
				})
		}
		status, err := g.Advance(context.Background())
		r.played("", g)
		r.add(v, seed, g, status, err)
	}
	return nil
}

// add counts a season in.
func (r *record) add(v variant, seed uint64, g *engine.Game, status engine.Status, err error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.games++
	r.bySeats[v.seats]++
	counts := g.Counts()
	r.decisions += counts.Decisions
	r.events += counts.Events
	if err != nil || status != engine.Ended || len(g.Failures()) > 0 {
		r.failed++
		r.failures = append(r.failures, failureOf(v, seed, err))
	} else if g.Winners() == 0 {
		r.noWinner++
	}
}

// TestSeasons plays seasons of random bots over all numbers of managers and all
// legal options: none fails, the invariants hold after every step, and every
// hook and action acts there or in a scenario. (Marks and modifiers never act
// by themselves; TestEveryAbilityMatters shows that they matter.) The suite
// plays 30; all 1,000:
//
//	RULEDECK_FULL=1 go test ./cards -run TestSeasons -v -timeout 30m
func TestSeasons(t *testing.T) {
	s, bots := surveyOf(t, "bbtm"), seasons(t)
	for _, failure := range bots.failures {
		t.Error(failure)
	}
	acting, inGames := 0, 0
	for _, p := range sorted(s.parts) {
		if a := s.ability(p); a.Form != engine.Hook && a.Form != engine.Action {
			continue
		}
		acting++
		if len(bots.ran[p]) > 0 {
			inGames++
		} else {
			t.Logf("%s acted in no game", p)
		}
		if len(s.ran[p]) == 0 && len(bots.ran[p]) == 0 {
			t.Errorf("%s acted in no scenario and in no game", p)
		}
	}
	t.Logf("%d seasons in %d variants (by managers: %v): %d failed, %d without a winner, %d decisions, %d events",
		bots.games, min(len(variants()), bots.games), maps.Clone(bots.bySeats), bots.failed, bots.noWinner,
		bots.decisions, bots.events)
	t.Logf("%d parts of abilities, %d of them act; in the games %d did", len(s.parts), acting, inGames)
}

// failureOf says which season failed, and why.
func failureOf(v variant, seed uint64, err error) string {
	return fmt.Sprintf("%d managers, seed %d, %v: %v", v.seats, seed, v.options, err)
}
