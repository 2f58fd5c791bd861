package preview_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/preview"
)

// TestDice: what dice decide that are still to be thrown is no one number, since worlds do not
// throw those of the game.
func TestDice(t *testing.T) {
	thrown := 0
	for seed := uint64(1); seed <= 2; seed++ {
		g := begin(t, "football-champions", seed)
		sampler := belief.NewSampler(g.machines[0], nil)
		for open := g.next(t); open != nil; open = g.next(t) {
			seat := asked(open)
			sampler.At(t.Context(), g.Position(), open, seat)
			for _, e := range sampler.Estimates(16) {
				if !e.Sure && len(e.Values) == 1 {
					t.Errorf("seed %d, decision %d: %s of %s is %d", seed, open.Number, e.Name, e.Holder(), e.Low())
				} else if !e.Sure {
					thrown++
				}
			}
			g.answer(t, open, seat, g.any(open, seat))
		}
	}
	if thrown == 0 {
		t.Error("no dice were still to be thrown")
	}
}

// TestOwn: of the questions of whole games with something to choose, most have an option of
// which something is told that is its own.
func TestOwn(t *testing.T) {
	for i, least := range []int{80, 85, 75} {
		name := games[i]
		own, questions, want, apart := 0, 0, 12, 13
		if full {
			want, apart = 200, 5
		}
		for seed := uint64(1); questions < want; seed++ {
			g := begin(t, name, seed)
			for n := 0; questions < want; n++ {
				open := g.next(t)
				if open == nil {
					break
				}
				seat := asked(open)
				if n%apart == int(seed)%apart && open.Kind.Form() == engine.Pick &&
					len(view.Asked(g.Position(), open, seat).Classes()) > 1 {
					g.preview.At(t.Context(), g.Position(), open, seat)
					questions++
					for _, w := range g.preview.Options(preview.Default).Options {
						if len(w.Sure)+len(w.Likely)+len(w.Values) > 0 || len(w.Parts) > 0 || w.Best != nil {
							own++
							break
						}
					}
				}
				g.answer(t, open, seat, g.any(open, seat))
			}
		}
		t.Logf("%s: %d of %d questions", name, own, questions)
		if own*100 < least*questions {
			t.Errorf("%s: in %d of %d questions an option says something of its own", name, own, questions)
		}
	}
}

// TestCalibration: of the lines that are said to come with some chance about as many come in
// the game itself, where the others decline what they may.
func TestCalibration(t *testing.T) {
	want, apart := 30, 11
	if full {
		want, apart = 450, 3
	}
	said, came := map[int]int{}, map[int]int{}
	for _, name := range games {
		questions := 0
		for seed := uint64(1); questions < want; seed++ {
			g := begin(t, name, seed)
			for n := 0; questions < want; n++ {
				open := g.next(t)
				if open == nil {
					break
				}
				seat := asked(open)
				if !open.Secret && open.Kind.Form() == engine.Pick && n%apart == int(seed)%apart {
					questions++
					g.preview.At(t.Context(), g.Position(), open, seat)
					for i := range open.OptionsOf(seat) {
						likely := g.preview.Reply([]int{i}, preview.Default).Likely
						if !slices.ContainsFunc(likely, func(l preview.Line) bool { return l.Chance < 100 }) {
							continue
						}
						have := g.really(t, open, seat, i, declining)
						for _, l := range likely {
							if l.High > 0 || strings.ContainsRune(l.Text, '{') {
								continue
							}
							if said[l.Chance]++; slices.Contains(have, l.Text) {
								came[l.Chance]++
							}
						}
					}
				}
				g.answer(t, open, seat, g.any(open, seat))
			}
		}
	}
	for _, about := range [][]int{{20, 30}, {40, 50, 60}, {70, 80, 90}, {100}} {
		sum, all, real := 0, 0, 0
		for _, chance := range about {
			t.Logf("said %d %%: %d of %d came", chance, came[chance], said[chance])
			sum, all, real = sum+chance*said[chance], all+said[chance], real+came[chance]
		}
		if all == 0 || max(sum-100*real, 100*real-sum) > 20*all {
			t.Errorf("of %d lines said to come %v times of a hundred %d came", all, about, real)
		}
	}
}

// TestSecret: behind an answer to a secret question the others are asked, not the seat once more.
func TestSecret(t *testing.T) {
	g := begin(t, "football-champions", 5)
	secret := 0
	for secret < 3 {
		open := g.next(t)
		if open == nil {
			t.Fatalf("%d secret questions were asked", secret)
		}
		seat := asked(open)
		reply := g.any(open, seat)
		if open.Secret && open.Waits(3-seat) {
			secret++
			g.preview.At(t.Context(), g.Position(), open, seat)
			would := g.preview.Reply(reply, preview.Default)
			want := []preview.Next{{Seat: 3 - seat, Chance: 100}}
			if diff := cmp.Diff(want, would.Then); diff != "" {
				t.Errorf("decision %d: what comes then (-want +got):\n%s", open.Number, diff)
			}
		}
		g.answer(t, open, seat, reply)
	}
}

// TestVain: an ability of the option's card that finds nothing to act on says so, by the name of
// the kind: an action that may be used in vain, and one of a card that is played. One that finds
// something says nothing of the sort.
func TestVain(t *testing.T) {
	const none = "it acts on a damaged creature, and there is none"
	for _, hurt := range []int{0, 1} {
		g := begin(t, "../../testdata/skirmish", 1)
		defs := g.table.Compiled.Defs
		err := g.Edit(func(e *engine.Editor) error {
			at := func(id string) engine.CardID { return e.CardsOf(defs[id])[0] }
			zone := func(name string) engine.ZoneID { return e.ZoneOf(g.table.Compiled.Zones[name], 1, 0) }
			for _, id := range []string{"culler", "balm", "ox"} {
				c, to := at(id), "line"
				if id == "balm" {
					to = "hand"
				}
				err := errors.Join(e.SetOwner(c, 1), e.SetController(c, 1), e.Put(c, zone(to), 0))
				if err != nil {
					return err
				}
			}
			return e.SetAttribute(at("ox"), g.table.Compiled.CardAttributes["hurt"], engine.Num(hurt))
		})
		if err != nil {
			t.Fatal(err)
		}
		open := g.next(t)
		g.preview.At(t.Context(), g.Position(), open, 1)
		said := map[string]string{}
		for i, w := range g.preview.Options(preview.Default).Options {
			parts := view.Asked(g.Position(), open, 1).Options[i].Parts
			said[g.table.Speaker("en").At(nil).OptionText("turn", parts)] = strings.Join(w.Say, "; ")
		}
		t.Log(said)
		for option, want := range map[string]string{
			"Culler": "Culler: " + none, "Play Balm": "Balm: there is nothing for it to act on", "Reap Culler": "",
		} {
			got, there := said[option]
			vain := strings.Contains(got, "act on") || strings.Contains(got, "acts on")
			if !there || vain != (want != "" && hurt == 0) || vain && !strings.Contains(got, want) {
				t.Errorf("with %d damage %q says %q", hurt, option, got)
			}
		}
	}
}
