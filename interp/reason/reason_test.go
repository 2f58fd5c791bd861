package reason_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/reason"
	"github.com/ruledeck/ruledeck/interp/script"
)

var games = []string{"bbtm", "seven-missions", "football-champions"}

// full asks for the sweeps whole.
var full = os.Getenv("RULEDECK_FULL") != ""

// played is a game under way, with machines beside it, and how it stood before the step
// that asks the open question, where that is the first of the step.
type played struct {
	*engine.Game
	table    *interp.Table
	machines [3]*script.Machine
	before   *engine.Game
	source   rng.Source
}

func begin(t testing.TB, name string, seed uint64) *played {
	t.Helper()
	p, err := interp.Load(name, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	out := &played{}
	if out.table, err = p.Table(interp.Settings{Seats: 2, Seed: seed}); err != nil {
		t.Fatal(err)
	}
	if out.Game, err = out.table.NewGame(); err != nil {
		t.Fatal(err)
	}
	for i := range out.machines {
		if out.machines[i], err = out.table.Machine(); err != nil {
			t.Fatal(err)
		}
	}
	out.source.Seed(seed, rng.Name("answers"), 0)
	return out
}

// next plays to the next question, nil at the end.
func (g *played) next(t testing.TB) *engine.Decision {
	t.Helper()
	g.before = nil
	for first := true; ; first = false {
		var before *engine.Game
		if !first {
			before = engine.Continue(g.setup(0), g.Position())
		}
		status, err := g.AdvanceStep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		switch status {
		case engine.Ended:
			return nil
		case engine.Waiting:
			g.before = before
			return g.Open()
		}
	}
}

func (g *played) setup(machine int) engine.Setup {
	setup := g.table.Setup(g.machines[machine], uint64(g.Seed().Low))
	setup.ContinueOnError = true
	return setup
}

func (g *played) answer(t testing.TB, d *engine.Decision) {
	t.Helper()
	seat := asked(d)
	shape := d.ShapeOf(seat)
	reply := shape.First()
	if shape.Form() == view.Pick && shape.Options > 0 && (!shape.Optional || g.source.Below(4) > 0) {
		reply = engine.Reply{g.source.Below(shape.Options)}
	}
	if err := g.Answer(d.Number, seat, reply); err != nil {
		t.Fatal(err)
	}
}

func asked(d *engine.Decision) engine.Seat {
	s := engine.Seat(1)
	for !d.Waits(s) {
		s++
	}
	return s
}

// missing are the cards that a seat knows, of a type that some option has, which are in no
// option, in the order of their numbers.
func missing(p *engine.Position, d *engine.Decision, seat engine.Seat) []engine.CardID {
	offered, types := map[string]bool{}, map[engine.TypeID]bool{}
	key := func(c engine.CardID) string {
		shown := view.Project(p, engine.CardValue(c), seat)
		return shown.Key()
	}
	for _, o := range d.OptionsOf(seat) {
		for _, v := range o.V[:o.N] {
			c := v.Card()
			if v.Kind == engine.Handle {
				in, _ := p.InstanceOf(v)
				c = in.Card
			}
			if c != 0 {
				offered[key(c)] = true
				types[p.TypeOf(c)] = true
			}
		}
	}
	var out []engine.CardID
	for c := engine.CardID(1); int(c) < len(p.Def); c++ {
		if types[p.TypeOf(c)] && view.Knows(p, seat, c) && !offered[key(c)] {
			offered[key(c)] = true
			out = append(out, c)
		}
	}
	return out
}

// TestShares: of the cards in sight of a type that some option has, nearly all have a
// reason, in one line.
func TestShares(t *testing.T) {
	want := 30
	if full {
		want = 2000
	}
	for _, name := range games {
		questions, cards, known := 0, 0, 0
		for seed := uint64(1); questions < want; seed++ {
			g := begin(t, name, seed)
			a := reason.New(g.machines[1], g.table.Compiled, g.table.Speaker("en"))
			for n := 0; questions < want; n++ {
				d := g.next(t)
				if d == nil {
					break
				}
				if seat := asked(d); n%11 == int(seed)%11 {
					questions++
					a.At(t.Context(), g.Position(), d, seat)
					for _, c := range missing(g.Position(), d, seat) {
						shown := view.Project(g.Position(), engine.CardValue(c), seat)
						why := a.Why(shown.Key())
						if cards++; why.Known {
							known++
						}
						if why.Text == "" || strings.ContainsAny(why.Text, "{\n") || why.Offered {
							t.Fatalf("%s, seed %d, decision %d: of %s it says %+v", name, seed, d.Number, shown.Key(),
								why)
						}
					}
				}
				g.answer(t, d)
			}
		}
		t.Logf("%s: %d of %d cards, %.1f %%", name, known, cards, 100*float64(known)/float64(cards))
		if known*100 < cards*85 {
			t.Errorf("%s: %d of %d cards have a reason", name, known, cards)
		}
	}
}

// TestManyCopies: where a card has twice as many copies, why takes twice as much.
func TestManyCopies(t *testing.T) {
	plan, err := scaffold.Pack("many", "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range plan.Files {
		path := filepath.Join(dir, f.Path)
		text := strings.Replace(f.Text, "in ipairs(all) do\n", "in ipairs(all) do\n    if i > 100 then break end\n", 1)
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
		if err != nil {
			t.Fatal(err)
		}
	}
	cards := filepath.Join(dir, "cards", "performers.yaml")
	text, err := os.ReadFile(cards)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"", "clown#1"} {
		var took [2]float64
		for i := range took {
			more := strings.Replace(string(text), "copies: 2", fmt.Sprint("copies: ", 400<<i), 1)
			if err := os.WriteFile(cards, []byte(more), 0o644); err != nil {
				t.Fatal(err)
			}
			g := begin(t, dir, 1)
			d := g.next(t)
			a := reason.New(g.machines[1], g.table.Compiled, g.table.Speaker("en"))
			a.At(t.Context(), g.Position(), d, asked(d))
			took[i] = testing.AllocsPerRun(1, func() { a.Why(key) })
		}
		if took[1] > 2.5*took[0] {
			t.Errorf("%q: with 400 copies why makes %.0f things, with 800 %.0f", key, took[0], took[1])
		}
	}
}

// TestFair: a reason is the same in worlds that the seat cannot tell from the game.
func TestFair(t *testing.T) {
	want := 6
	if full {
		want = 300
	}
	for _, name := range games {
		pairs, told := 0, 0
		for seed := uint64(1); pairs < want; seed++ {
			g := begin(t, name, seed)
			here := reason.New(g.machines[0], g.table.Compiled, g.table.Speaker("en"))
			there := reason.New(g.machines[1], g.table.Compiled, g.table.Speaker("en"))
			worlds := engine.NewDeterminizer(g.machines[2], nil)
			for n := 0; pairs < want; n++ {
				d := g.next(t)
				if d == nil {
					break
				}
				seat := asked(d)
				worlds.At(t.Context(), g.Position(), d, seat)
				if n%23 == int(seed)%23 && worlds.Sample(uint64(n)+1) {
					if w, err := worlds.Open(); err == nil {
						pairs++
						here.At(t.Context(), g.Position(), d, seat)
						there.At(t.Context(), w.Game().Position(), w.Game().Open(), seat)
						for _, c := range missing(g.Position(), d, seat) {
							shown := view.Project(g.Position(), engine.CardValue(c), seat)
							told++
							if a, b := here.Why(shown.Key()), there.Why(shown.Key()); a != b {
								t.Fatalf("%s, seed %d, decision %d: of %s it says %+v, and in another world %+v",
									name, seed, d.Number, shown.Key(), a, b)
							}
						}
					}
				}
				g.answer(t, d)
			}
		}
		t.Logf("%s: %d reasons in %d pairs", name, told, pairs)
	}
}

// TestProven: with the cause changed that is named, the card is offered, nearly always: what
// the rules say only of a card that lies right is named then.
func TestProven(t *testing.T) {
	want := 40
	if full {
		want = 1000
	}
	for _, name := range games {
		tried, offers, offered := 0, 0, map[string]int{}
		for seed := uint64(1); tried < want; seed++ {
			g := begin(t, name, seed)
			for n := 0; tried < want; n++ {
				d := g.next(t)
				if d == nil {
					break
				}
				if seat, kinds := asked(d), map[string]bool{}; g.before != nil && !d.Secret && n%5 == int(seed)%5 {
					for _, c := range missing(g.Position(), d, seat) {
						was, now, kind := g.prove(t, d, seat, c, kinds)
						if kind == "" {
							continue
						}
						tried++
						switch {
						case now.Kind == reason.Offered || now.Kind == reason.Copy:
							offered[kind]++
							offers++
						case now.Kind == was.Kind && kindOf(g, &now) == kind:
							t.Errorf("%s, seed %d, decision %d: %s lacks %s, also with that changed", name, seed,
								d.Number, g.Layout().CardKey(c), kind)
						default:
							offered["not:"+kind+" then"+kindOf(g, &now)]++
						}
					}
				}
				g.answer(t, d)
			}
		}
		t.Logf("%s: of %d tried %d are offered: %v", name, tried, offers, offered)
		if offers*100 < tried*85 {
			t.Errorf("%s: of %d tried %d are offered", name, tried, offers)
		}
	}
}

// prove looks why a card is not offered, changes that, and returns the reasons before and
// after, with the kind of the first: "" where it cannot be changed, or was tried before.
func (g *played) prove(t *testing.T, d *engine.Decision, seat engine.Seat, c engine.CardID, kinds map[string]bool) (
	was, now reason.Reason, kind string) {
	t.Helper()
	nothing := func(*engine.Editor) (bool, error) { return true, nil }
	was, ok := g.why(t, d, seat, c, nothing)
	if !ok || was.Kind != reason.Lacking && was.Kind != reason.Refused {
		return was, now, ""
	}
	if kind = kindOf(g, &was); kinds[kind] {
		return was, now, ""
	}
	kinds[kind] = true
	if now, ok = g.why(t, d, seat, c, func(e *engine.Editor) (bool, error) { return change(e, &was, seat, c) }); !ok {
		kind = ""
	}
	return was, now, kind
}

// kindOf is what a reason names.
func kindOf(g *played, r *reason.Reason) string {
	kind := ""
	for i := range r.Terms {
		kind += " " + g.table.Compiled.Filters.Of(&r.Terms[i]).Name
	}
	if r.Kind == reason.Refused {
		kind = fmt.Sprint(" refused ", r.Refusal.Reason)
	}
	return kind
}

// why is the reason for a card where the position before the question is edited; false
// where that cannot be, or something else is asked then.
func (g *played) why(t *testing.T, d *engine.Decision, seat engine.Seat, c engine.CardID,
	edit func(*engine.Editor) (bool, error)) (reason.Reason, bool) {
	var heard reason.Heard
	setup := g.setup(1)
	setup.Refused, setup.Selected = heard.Refused, heard.Selected
	of, changed := engine.Continue(setup, g.before.Position()), false
	err := of.Edit(func(e *engine.Editor) (err error) {
		changed, err = edit(e)
		return err
	})
	heard.Begin()
	if err == nil && changed {
		_, err = of.AdvanceStep(t.Context())
	}
	open := of.Open()
	if err != nil || !changed || open == nil || open.Prompt != d.Prompt || !open.Waits(seat) {
		return reason.Reason{}, false
	}
	return heard.Of(of.Position(), open, seat, engine.CardValue(c)), true
}

// change changes what a reason names; it reports whether it can.
func change(e *engine.Editor, r *reason.Reason, seat engine.Seat, c engine.CardID) (bool, error) {
	terms := r.Terms
	if r.Kind == reason.Refused {
		switch in := r.Refusal.In; r.Refusal.Reason {
		case engine.Elsewhere:
			for k := range e.Pack.Zones {
				if in.Zones().Has(engine.ZoneKindID(k)) && e.Pack.Zones[k].Of == engine.OfSeat {
					return true, cmp.Or(e.SetController(c, seat), e.SetOwner(c, seat),
						e.Put(c, e.ZoneOf(engine.ZoneKindID(k), seat, 0), 0))
				}
			}
			return false, nil
		case engine.Inactive:
			terms = in.Active().Terms[r.Refusal.Term : r.Refusal.Term+1]
		case engine.UsedUp:
			for s := range e.Layout.Seats + 1 {
				e.SetUses(in.ID, engine.Seat(s), 0)
			}
			return true, nil
		}
	}
	for i := range terms {
		switch t := &terms[i]; t.Op {
		case engine.TermZone, engine.TermInZone, engine.TermAt:
			if r.Like == 0 {
				return false, nil
			}
			if err := e.Put(c, e.ZoneAt(r.Like), 0); err != nil {
				return false, err
			}
		case engine.TermAttribute:
			if a := &e.Pack.Cards[t.Attr]; !a.State {
				return false, nil
			}
			v := engine.Num(int(t.Max))
			if t.Compare == engine.OneOf {
				v = t.Values[0]
			}
			if err := e.SetAttribute(c, t.Attr, v); err != nil {
				return false, err
			}
		case engine.TermSeat:
			if err := e.SetController(c, t.Operand(nil).Seat()); err != nil {
				return false, err
			}
		case engine.TermFriendly:
			if err := e.SetController(c, e.SeatOf(r.In)); err != nil {
				return false, err
			}
		default:
			return false, nil
		}
	}
	return len(terms) > 0, nil
}
