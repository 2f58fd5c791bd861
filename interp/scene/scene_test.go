package scene_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// game is a game that random players play.
type game struct {
	*engine.Game
	table *interp.Table
	seed  uint64
}

func newGame(t testing.TB, id string, seats int, seed uint64) *game {
	t.Helper()
	p, err := interp.Load(id, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: seats, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	return &game{g, table, seed}
}

// next plays to the next decision and reports whether there is one.
func (g *game) next(t testing.TB) bool {
	t.Helper()
	if d := g.Open(); d != nil {
		for s := engine.Seat(1); int(s) <= g.table.Layout.Seats; s++ {
			if !d.Waits(s) {
				continue
			}
			q := view.ShapeOf(d, s)
			if err := g.Answer(d.Number, s, bot.NewRandom(s, g.seed).Reply(&q)); err != nil {
				t.Fatal(err)
			}
		}
	}
	status, err := g.Advance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return status == engine.Waiting
}

// input is what a seat sees now.
func (g *game) input(seat engine.Seat) scene.Input {
	p := g.Position()
	return scene.Input{View: view.Of(p, seat), Question: view.Asked(p, g.Open(), seat),
		News: view.ReaderAt(p, seat, p.Checkpoint()).Next()}
}

// asked is a seat that is asked now.
func (g *game) asked() engine.Seat {
	for s := engine.Seat(1); ; s++ {
		if g.Open().Waits(s) {
			return s
		}
	}
}

var hole = regexp.MustCompile(`\{[a-z_]+\}`)

// TestOptionsAsInHand: what is played from a hand is offered in the order in which the hand lies, in
// whole games; other options keep their places.
func TestOptionsAsInHand(t *testing.T) {
	for _, id := range pack.Shipped() {
		g := newGame(t, id, 2, 3)
		composer := scene.NewComposer(g.table.Compiled, g.table.Speaker("en"))
		sorted := 0
		for n := 0; g.next(t) && n < 120; n++ {
			in := g.input(g.asked())
			s := composer.Scene(in)
			var hand []string
			for _, a := range s.Seats[len(s.Seats)-1].Areas {
				for i := range a.Cards {
					if a.Held {
						hand = append(hand, a.Cards[i].Key)
					}
				}
			}
			last := 0
			for i, o := range s.Ask.Options {
				at := -1
				if len(o.Lights) > 0 {
					at = slices.Index(hand, o.Lights[0])
				}
				if at < 0 {
					if class := in.Question.Classes()[i]; !slices.Equal(class.Options, o.Positions) {
						t.Errorf("%s decision %d: %q has another place", id, s.Ask.Number, o.Text)
					}
					continue
				}
				if at < last {
					t.Errorf("%s decision %d (%s): %q stands behind what lies before it", id, s.Ask.Number,
						s.Ask.Prompt, o.Text)
				} else if at > last {
					sorted++
				}
				last = at
			}
		}
		if sorted == 0 {
			t.Errorf("%s: nothing is played from a hand; this test says nothing", id)
		}
	}
}

// TestEnds: the table says who has passed, and in the pack's words how the game ends and what is left.
func TestEnds(t *testing.T) {
	g := newGame(t, "bbtm", 3, 3)
	composer := scene.NewComposer(g.table.Compiled, g.table.Speaker("en"))
	passed, left := 0, map[string]bool{}
	for g.next(t) {
		s := composer.Scene(g.input(g.asked()))
		for i := range s.Seats {
			if s.Seats[i].Passed {
				passed++
				if s.Seats[i].Asked && s.Ask.Prompt == "commit" {
					t.Errorf("decision %d: seat %d has passed and is asked to commit", s.Ask.Number, s.Seats[i].Seat)
				}
			}
		}
		left[s.Ends] = true
	}
	if passed == 0 {
		t.Error("nobody passes; this test says nothing")
	}
	for n := range 5 {
		if want := fmt.Sprintf("Weeks to come: %d. After The Blood Bowl the most fans win.", n); !left[want] {
			t.Errorf("nothing says %q, but %v", want, left)
		}
	}
	for _, id := range pack.Shipped() {
		for _, lang := range []string{"en", "fr", "ja"} {
			g := newGame(t, id, 2, 3)
			s := scene.NewComposer(g.table.Compiled, g.table.Speaker(lang)).Scene(g.input(1))
			if s.Ends == "" || hole.MatchString(s.Ends) {
				t.Errorf("%s in %s ends by %q", id, lang, s.Ends)
			}
		}
	}
}

// TestOptions: over whole games, each answer that is offered is one option of
// the scene and no other, and what an option lights is on the table.
func TestOptions(t *testing.T) {
	for _, id := range pack.Shipped() {
		g := newGame(t, id, 2, 3)
		composer := scene.NewComposer(g.table.Compiled, g.table.Speaker("en"))
		asked, lit := 0, 0
		for n := 0; g.next(t) && n < 120; n++ {
			seat := g.asked()
			in := g.input(seat)
			s := composer.Scene(in)
			keys := map[string][]int{}
			collect(s, keys)
			var positions []int
			for i, o := range s.Ask.Options {
				asked++
				positions = append(positions, o.Positions...)
				if o.Number != i+1 || o.Text == "" || hole.MatchString(o.Text) {
					t.Errorf("%s decision %d: option %+v", id, s.Ask.Number, o)
				}
				for _, key := range o.Lights {
					if slices.Contains(keys[key], o.Number) {
						lit++
					} else {
						t.Errorf("%s decision %d (%s): option %d %q lights %s, which is not on the table", id,
							s.Ask.Number, s.Ask.Prompt, o.Number, o.Text, key)
					}
				}
			}
			slices.Sort(positions)
			for i, at := range positions {
				if i != at || len(positions) != len(in.Question.Options) {
					t.Fatalf("%s decision %d: the options stand for %v of %d answers", id, s.Ask.Number, positions,
						len(in.Question.Options))
				}
			}
		}
		if asked < 100 || lit < 40 {
			t.Errorf("%s: %d options, %d lights", id, asked, lit)
		}
	}
}

// collect notes the options of all cards, places and seats by their keys.
func collect(s *scene.Scene, keys map[string][]int) {
	var areas func(list []scene.Area)
	areas = func(list []scene.Area) {
		for _, a := range list {
			keys[a.Key] = append(keys[a.Key], a.Options...)
			for _, c := range a.Cards {
				keys[c.Key] = append(keys[c.Key], c.Options...)
				areas(c.Areas)
			}
			areas(a.Areas)
		}
	}
	areas(s.Table)
	for _, seat := range s.Seats {
		keys["seat "+string(rune('0'+seat.Seat))] = seat.Options
		areas(seat.Areas)
	}
}

// TestAlike: the same view gives the same bytes, and no composer remembers
// anything of a scene before.
func TestAlike(t *testing.T) {
	for _, id := range pack.Shipped() {
		g := newGame(t, id, 2, 8)
		used := scene.NewComposer(g.table.Compiled, g.table.Speaker("ja"))
		for n := 0; g.next(t) && n < 20; n++ {
			for seat := engine.Seat(0); seat <= 2; seat++ {
				in := g.input(seat)
				one, err := json.Marshal(used.Scene(in))
				if err != nil {
					t.Fatal(err)
				}
				two, _ := json.Marshal(scene.NewComposer(g.table.Compiled, g.table.Speaker("ja")).Scene(in))
				if string(one) != string(two) {
					t.Fatalf("%s decision %d seat %d: two scenes of one view differ", id, g.Open().Number, seat)
				}
			}
		}
	}
}

// TestModified: a value says what it would be, and by what it is modified.
func TestModified(t *testing.T) {
	const file = "../../testdata/scenarios/bbtm/named.yaml"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(data), "Nerves of Steel strengthen the ball carrier")
	live, err := scenario.Open(t.Context(), file, strings.Count(before, "\n")+8, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := live.Game.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := live.Game.Position()
	s := scene.NewComposer(live.Compiled, live.Speaker("en")).Scene(scene.Input{View: view.Of(p, 1)})
	for _, area := range s.Table {
		for _, host := range area.Cards {
			for _, place := range host.Areas {
				for _, c := range place.Cards {
					if c.Name != "Griff Oberwald" {
						continue
					}
					f := c.Facts[0]
					if f.Text != "5" || f.Printed != "4" || !slices.Equal(f.By, []string{"+1 Nerves of Steel"}) {
						t.Errorf("%+v", f)
					}
					return
				}
			}
		}
	}
	t.Error("he is not on the table")
}

// BenchmarkScene composes what every seat sees, at every tenth decision of a game.
func BenchmarkScene(b *testing.B) {
	for _, bench := range []struct {
		id    string
		seats int
		lang  string
	}{{"bbtm", 4, "ja"}, {"bbtm", 2, "en"}, {"seven-missions", 2, "en"}, {"football-champions", 2, "en"}} {
		b.Run(fmt.Sprintf("%s/%d/%s", bench.id, bench.seats, bench.lang), func(b *testing.B) {
			g := newGame(b, bench.id, bench.seats, 7)
			var stands []*engine.Game
			for n := 0; g.next(b) && n < 400; n++ {
				if n%10 == 0 {
					m, err := g.table.Machine()
					if err != nil {
						b.Fatal(err)
					}
					stands = append(stands, g.Fork(m))
				}
			}
			composer := scene.NewComposer(g.table.Compiled, g.table.Speaker(bench.lang))
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				p := stands[n/bench.seats%len(stands)].Position()
				seat := engine.Seat(n%bench.seats + 1)
				composer.Scene(scene.Input{View: view.Of(p, seat), Question: view.Asked(p, p.Open(), seat)})
			}
		})
	}
}

// TestUnhinted: cards of a pack without a layout do not say what their names say, nor
// what is as it begins.
func TestUnhinted(t *testing.T) {
	g := newGame(t, "../../testdata/tutorial/harvest", 3, 3)
	if !g.next(t) {
		t.Fatal("nothing is asked")
	}
	s := scene.NewComposer(g.table.Compiled, g.table.Speaker("en")).Scene(g.input(g.asked()))
	seen := 0
	for _, seat := range s.Seats {
		for _, a := range seat.Areas {
			for i := range a.Cards {
				for _, f := range a.Cards[i].Facts {
					if seen++; f.Quiet != slices.Contains(strings.Fields(a.Cards[i].Name), f.Text) {
						t.Errorf("%s: %s, quiet %v", a.Cards[i].Name, f.Brief, f.Quiet)
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no card shows a value")
	}
}
