package engine

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine/rng"
)

var update = flag.Bool("update", false, "write what games give")

// Updating reports whether this run writes what games give.
func Updating() bool { return *update }

// golden compares a text with that of a file, which -update writes.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, wanted := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i, line := range lines {
		if i >= len(wanted) || line != wanted[i] {
			t.Fatalf("%s:%d: got %s\nwant %s", path, i+1, line, append(wanted, "", "")[min(i, len(wanted))])
		}
	}
	if len(lines) != len(wanted) {
		t.Fatalf("%s has %d lines, expected %d", path, len(wanted), len(lines))
	}
}

// tell writes a line of the transcript.
func (f *fair) tell(format string, args ...any) { fmt.Fprintf(&f.out, format+"\n", args...) }

// digest is a short number for much that is read.
func digest(args ...any) string { return fmt.Sprintf("%06x", rng.Name(fmt.Sprint(args...))>>40) }

// paid is a fake that counts what it does, and bounds what the engine looks at in a step.
type paid struct {
	*fake
	begun, ended, reads, spent, most int
	said                             Symbol
}

func (p *paid) BeginStep(r *Run) {
	p.begun++
	p.spent = 0
	if p.most > 0 {
		r.Allow(p.most)
	}
}

func (p *paid) EndStep() { p.ended++ }

func (p *paid) Because() Symbol { return p.said }

func (p *paid) Spent() int { return p.spent }

func (p *paid) Read(*Run) (done func()) {
	p.reads++
	spent := p.spent
	return func() { p.spent = spent }
}

func (p *paid) Step(r *Run, step StepID, args []Value) error {
	p.spent += 7
	return p.fake.Step(r, step, args)
}

func (p *paid) Pure(r *Run, step StepID, args []Value) (Value, string, error) {
	p.spent += 3
	return p.fake.Pure(r, step, args)
}

func (p *paid) Run(r *Run, in *Instance, ev *Raised) error {
	p.spent += 50
	return p.fake.Run(r, in, ev)
}

func (f *fair) start(t testing.TB, seed uint64) *Game {
	setup := f.setup(t, 2+int(seed%3))
	setup.Seed, setup.ContinueOnError, setup.CheckInvariants = seed, true, seed%3 == 0
	setup.AskChance = seed%7 == 3
	setup.Limits = Limits{Steps: 40, Decisions: 24, Quiet: 12}
	if seed%5 == 1 {
		setup.Rests, setup.Stops = Only(2), func(d *Decision) bool { return d.Number%3 == 0 }
		setup.Windowed = func(_ context.Context, d *Decision) { f.tell("  a window of seat %d", d.Seat) }
	}
	if seed%4 == 2 {
		setup.Deciders[1] = replies(seed)
	}
	setup.Noticed = func(a *Ability, of CardID) { f.noticed = f.noticed*31 + uint32(a.ID)*7 + uint32(of) }
	if seed%6 == 2 {
		f.paid = &paid{fake: f.fake, said: f.word("heads"), most: []int{0, 120, 300, 0}[seed/6%4]}
		setup.Scripts = f.paid
	}
	if seed%3 == 1 {
		setup.Refused = func(p *Position, why Refusal) {
			name := p.Key(why.Of)
			if why.In != nil {
				name = why.In.Ability.Name + " of " + fmt.Sprint(why.In.Card)
			}
			f.tell("  not %s: reason %d word %d trigger %d %v window %s at %d where %d term %d", name,
				why.Reason, why.Word,
				why.Trigger, why.Params, why.Window, why.At, why.Where, why.Term)
		}
		setup.Selected = func(_ *Position, s *Selection) { f.tell("  selects by %d terms", len(s.Filter.Terms)) }
	}
	return New(setup)
}

// asked tells a decision in a number.
func asked(d *Decision) string {
	if d == nil {
		return "nothing"
	}
	return digest(d.Number, d.Options, d.SecretOptions, d.About, d.Open)
}

// reads tells in a few numbers what can be read of a position.
func (f *fair) reads(p *Position) string {
	var cards, values, filters, known []any
	defer p.Read()()
	for c := CardID(1); int(c) <= p.Cards(); c++ {
		cards = append(cards, p.Place(c), p.Host(c), p.Controller(c), p.Owner(c), p.Life(c), len(p.Given(c)),
			p.HasAbility(c, f.word("banner")), p.Known(c), p.NextIn(c), p.PreviousIn(c))
		for _, u := range p.UsesOn(c) {
			cards = append(cards, u.Ability.Name, u.Instance, u.Times, u.Seats, u.Life)
		}
		for a := range p.Pack.Cards {
			if !p.Has(c, AttributeID(a)) {
				continue
			}
			v, err := p.Attribute(c, AttributeID(a))
			seen, _ := p.AttributeSeen(Only(1), c, AttributeID(a))
			values = append(values, v, err, seen, p.Printed(c, AttributeID(a)))
			for _, m := range p.Modifications(p.all, OfCard, CardValue(c), AttributeID(a)) {
				values = append(values, m.Ability.Name, m.Card, m.Op, m.Amount)
			}
		}
	}
	for s := Seat(1); int(s) <= p.Seats; s++ {
		for a := range p.Pack.Seats {
			v, err := p.SeatAttribute(s, AttributeID(a))
			seen, _ := p.SeatAttributeSeen(Only(2), s, AttributeID(a))
			values = append(values, v, err, seen, p.SeatPrinted(s, AttributeID(a)), p.Passed(s), p.NextSeat(s))
		}
		known = append(known, p.Groups(s), p.Unpeeked(s, 1<<20))
	}
	for _, eyes := range []SeatSet{Only(1), Only(2), p.all} {
		v, err := p.GameAttributeSeen(eyes, f.round)
		values = append(values, v, err, p.Modifications(eyes, OfTable, Value{}, f.round) == nil, len(p.LimitedUses()))
		for s := Seat(1); int(s) <= p.Seats; s++ {
			for _, m := range p.Modifications(eyes, OfSeat, SeatValue(s), f.points) {
				values = append(values, m.Ability.Name, m.Card, m.Op, m.Amount)
			}
		}
	}
	for z := ZoneID(1); int(z) <= p.ZoneTotal(); z++ {
		known = append(known, p.Sees(z), p.CountIn(z), p.state.known[p.common.counted[z]])
		for s := Seat(1); int(s) <= p.Seats; s++ {
			cards = append(cards, p.FreeSlots(z, s))
		}
	}
	known = append(known, p.log.peeks, p.Unpeeked(0, 1<<20), p.peeked())
	v, err := p.GameAttribute(f.round)
	values = append(values, v, err, p.GamePrinted(f.round), p.Turn(), p.Phase(), p.Effects(), p.Agenda(), p.Ages())
	for _, filter := range f.filters {
		for _, in := range []*Instance{nil, &p.Instances[0], &p.Instances[len(p.Instances)-1]} {
			filters = append(filters, p.Select(nil, &Selection{Filter: *filter, In: in}),
				p.Select(nil, &Selection{Filter: *filter, In: in, Most: 2}))
			for c := CardID(0); int(c) <= p.Cards(); c++ {
				filters = append(filters, p.Match(filter, CardValue(c), in, nil))
			}
			filters = append(filters, p.Match(filter, SeatValue(1), in, nil), p.Match(filter, ZoneValue(4),
				in, nil))
		}
	}
	values = append(values, p.fault)
	p.fault = nil
	return fmt.Sprintf("cards %s values %s filters %s known %s looked %d", digest(cards...), digest(values...),
		digest(filters...), digest(known...), p.Looked())
}

// question writes down a question with all that its seat reads of it.
func (f *fair) question(p *Position, d *Decision) {
	f.tell("%d.%d %s seat %d of %d %s about %v, %d to %d of %d, optional %v offer %v hidden %v vacant %v kept from %d",
		d.Number, d.Again, d.Kind, d.Seat, d.Seats, p.Pack.Symbols[d.Prompt], d.About, d.Min, d.Max, d.Total,
		d.Optional,
		d.Offer, d.Hidden, d.Vacant, d.KeptFrom)
	for s := Seat(0); int(s) <= p.Seats; s++ {
		if !d.Asks(s) && s > 0 {
			continue
		}
		var keys []string
		for _, c := range d.OptionsOf(s) {
			key := p.ChoiceKey(c)
			if back, err := p.ChoiceOf(key); err != nil || back != c {
				key += fmt.Sprintf(" (read as %v, %v)", back, err)
			}
			keys = append(keys, key)
		}
		f.tell("  %d: %s, first %v", s, strings.Join(keys, " | "), d.First(s))
	}
	for _, o := range d.Open {
		f.tell("  open: %v", o)
	}
	if d.Chance != nil {
		f.tell("  chance %v", *d.Chance)
	}
}

// worlds tells what sampled worlds come to, and whether a seat could be in them.
func (f *fair) worlds(ctx context.Context, g *Game, d *Decision) {
	for s := Seat(1); s <= 2; s++ {
		t := NewDeterminizer(f.fake, replies(3))
		t.At(ctx, g.Position(), d, s)
		if why := t.Refusal(); why != "" {
			f.tell("  no world for %d: %s", s, why)
			continue
		}
		for salt := range uint64(3) {
			if !t.Sample(salt) {
				f.tell("  world %d of %d: none", salt, s)
				continue
			}
			err := t.Reopen()
			text := fmt.Sprintf("  world %d of %d: %x, %v", salt, s, t.Game().Position().Hash()>>40, err)
			if err == nil && !d.Secret && d.Asks(s) && t.Sample(salt) {
				t.Future(salt + 5)
				status, err := t.Try(d.First(s), Until{Decisions: 2})
				text += fmt.Sprintf("; tried %d %x %v, reached %v", status, t.Game().Position().Hash()>>40,
					err, t.Reached())
			}
			f.tell("%s", text)
		}
		f.apartWorlds(t, s)
	}
}

// apartWorlds tells what worlds that stand for themselves come to, and their forks.
func (f *fair) apartWorlds(t *Determinizer, s Seat) {
	end := func(w *World, until Until) string {
		d := w.game.open
		for s := Seat(1); d != nil && w.game.open == d && int(s) <= w.game.run.Seats; s++ {
			if d.Waits(s) {
				if err := w.game.Answer(d.Number, s, replies(9)(w.ctx, w.game.Position(), d, s)); err != nil {
					return err.Error()
				}
			}
		}
		status, err := w.Play(replies(9), until)
		return fmt.Sprintf("%d %x %v", status, w.Game().Position().Hash()>>40, err)
	}
	if t.Sample(2) && t.Reopen() == nil {
		w, err := t.Open()
		if err != nil {
			f.tell("  no own world for %d: %v", s, err)
			return
		}
		fork := w.Fork()
		fork.Future(7)
		far := end(fork, Until{Decisions: 3})
		f.tell("  own world of %d: %s, near %s, whole %s", s, far, end(w.Fork(), Until{}), end(w, Until{End: true}))
	}
	if w := t.Begin(5); w != nil && s == 1 {
		enough := 0
		f.tell("  from the beginning: %s", end(w, Until{Enough: func() bool { enough++; return enough > 3 }}))
	}
}

// apart tells of changes to games that stand where one does: cards that change roles, positions
// set up by hand, and games that go on from here.
func (f *fair) apart(ctx context.Context, g *Game, n int) {
	p := g.Position()
	asks, hash := asked(g.open), g.log.Hash()
	defer func() {
		if now := asked(g.open); now != asks || g.log.Hash() != hash {
			f.tell("  the question has changed")
		}
	}()
	var ways []any
	swapped, shown := 0, 0
	for a := CardID(1); int(a) <= p.Cards(); a++ {
		for b := a + 1; int(b) <= p.Cards(); b++ {
			for s := Seat(1); int(s) <= p.Seats; s++ {
				other, ok := p.Exchanged(a, b, s)
				if !ok {
					continue
				}
				swapped++
				log := &other.run.game.log
				ways = append(ways, a, b, s, other.Hash(), log.Base, log.Hash(), asked(other.run.game.open),
					other.Groups(s))
				if log.Base < log.Len() && shown < 3 {
					shown++
					f.tell("  %d for %d: %x, log from %d %x", a, b, other.Hash()>>40, log.Base, log.Hash()>>40)
				}
			}
		}
	}
	f.tell("  %d exchanges %s", swapped, digest(ways...))
	c := p.Canonical()
	f.tell("  canonical %x, valid %v", c.Hash()>>40, p.Validate())
	if g.open != nil || g.step.active {
		return
	}
	other := Continue(g.setup, p)
	status, err := other.Advance(ctx)
	f.tell("  shuffled together %s, %s", digest(g.shuffled.up), digest(other.shuffled.up))
	f.tell("  continued %d %v %x log %x", status, err, other.Position().Hash()>>40, other.Log().Hash()>>40)
	edited := g.Fork(f.fake)
	err = edited.Edit(func(e *Editor) error {
		for i := range e.Instances {
			if e.Instances[i].use >= 0 && i%2 == n%2 {
				e.SetUses(int32(i), 1, 1)
			}
		}
		e.Renew(Aged{Card: CardID(n%e.Cards() + 1)})
		if effects := len(e.Effects()); effects > 0 {
			e.Renew(Aged{Effect: n % effects})
		}
		e.Renew(Aged{Card: CardID(n%3 + 1)})
		f.tell("  ages %v", e.Ages())
		f.tell("  watches %v", e.Watch())
		if n%2 == 0 {
			e.EndEffects()
		}
		e.Jump(n % len(e.Pack.Flow))
		return must(e.Put(CardID(n%e.Cards()+1), ZoneID(n%8+1), Top), e.Seek())
	})
	f.tell("  edited %v %x at %d, turn %d, loop %v", err, edited.Position().Hash()>>40,
		edited.Position().FlowPosition(),
		edited.Position().Turn(), edited.Position().Loop(0))
	status, err = edited.Advance(ctx)
	f.tell("  plays on %d %v %x", status, err, edited.Position().Hash()>>40)
	turned := g.Fork(f.fake)
	err = turned.Exchange(CardID(n%3+1), CardID(n%2+4))
	f.tell("  exchanged %v %x %v", err, turned.Position().Hash()>>40, turned.Position().Validate())
}

// aside plays a fork of a game on by other answers and tells what it comes to. The game, whose
// memory it shares, stands as before.
func (f *fair) aside(t *testing.T, g *Game, seed uint64) {
	stands := func(g *Game) string {
		p := g.Position()
		return digest(g.log.Hash(), g.log.peeks, p.Hash(), asked(g.open), g.counts, g.pace, len(g.failures),
			p.Groups(1), p.Groups(2), g.Past((g.log.Base+g.log.Len())/2).Position().Hash(), p.Answers(),
			p.run.Registers())
	}
	before := stands(g)
	fork := g.Fork(f.fake)
	for s := range fork.setup.Deciders {
		fork.setup.Deciders[s] = replies(seed + 77)
	}
	if d := fork.open; d != nil {
		for s := Seat(0); int(s) <= g.run.Seats && fork.open == d; s++ {
			if d.Asks(s) && (s > 0 || d.Chance != nil) {
				if err := fork.Answer(d.Number, s, replies(seed+77)(t.Context(), fork.Position(), d, s)); err != nil {
					f.tell("  aside %v", err)
				}
			}
		}
	}
	for range 2 {
		status, err := fork.AdvanceStep(t.Context())
		f.tell("  aside %d %v %s", status, err, stands(fork))
		if status != Going || err != nil {
			break
		}
	}
	f.interrupted(t, g, seed)
	if after := stands(g); after != before {
		t.Errorf("game %d stands elsewhere since a fork of it went on from decision %d", seed, g.run.Decisions())
	}
}

// interrupted plays a fork of a game on until its host wants it back: it stands as before then,
// and goes on from there as if nothing had been.
func (f *fair) interrupted(t *testing.T, g *Game, seed uint64) {
	fork := g.Fork(f.fake)
	answers, n := replies(seed+5), 0
	var stop context.CancelFunc
	for s := range fork.setup.Deciders {
		fork.setup.Deciders[s] = func(ctx context.Context, p *Position, d *Decision, s Seat) Reply {
			if n++; n == 2 {
				stop()
			}
			return answers(ctx, p, d, s)
		}
	}
	if d := fork.open; d != nil {
		for s := Seat(0); int(s) <= g.run.Seats && fork.open == d; s++ {
			if d.Asks(s) && (s > 0 || d.Chance != nil) {
				if err := fork.Answer(d.Number, s, answers(t.Context(), fork.Position(), d, s)); err != nil {
					f.tell("  interrupted: %v", err)
				}
			}
		}
	}
	for range 2 {
		var ctx context.Context
		ctx, stop = context.WithCancel(t.Context())
		kept := func() string { return digest(fork.log.Hash(), fork.Position().Hash(), asked(fork.open), fork.counts) }
		before := kept()
		status, err := fork.AdvanceStep(ctx)
		after := kept()
		if err == context.Canceled && after != before {
			t.Errorf("game %d: an interrupted step leaves something behind at decision %d", seed, g.run.Decisions())
		}
		f.tell("  interrupted %d %v %s", status, err, after)
		stop()
	}
}

// laidOut tells in numbers what a layout calls its parts, and where they lie.
func (f *fair) laidOut(l *Layout, s *State) string {
	var names, places []any
	for cell := range s.cells {
		names = append(names, l.CellName(cell), l.CellWord(cell), l.Cell(cell).Card, l.Cell(cell).Seat)
	}
	for c := CardID(1); int(c) <= l.Cards(); c++ {
		names = append(names, l.CardKey(c), c, l.ZonesOf(c), l.TypeOf(c))
		for _, a := range l.AbilitiesOf(c) {
			names = append(names, a.Name)
		}
	}
	for z := ZoneID(1); int(z) <= l.ZoneTotal(); z++ {
		row, column := l.BoardPlace(z, 2)
		v, err := l.ValueOf(l.Key(ZoneValue(z)))
		places = append(places, l.ZoneKey(z), row, column, v, err, l.KindOfZone(z), l.ZoneSeat(z), l.ZoneCard(z))
		for d := range directionSteps {
			places = append(places, l.BoardStep(z, d, 1), l.BoardStep(z, d, 2))
		}
		places = append(places, l.BoardZone(f.field, row, column, 1), l.ZoneOf(f.field, 0, 0))
	}
	for i := range l.Instances {
		in := &l.Instances[i]
		v, err := l.ValueOf(l.Key(Value{Handle, in.ID}))
		names = append(names, v, err, in.Zones(), in.Active() != nil, l.PhaseAround(0))
	}
	return fmt.Sprintf("names %s places %s state %s", digest(names...), digest(places...), digest(l.Dump(s)))
}

// play plays a game and tells all of it.
func (f *fair) play(t *testing.T, seed uint64) string {
	g := f.start(t, seed)
	f.tell("layout %s", f.laidOut(g.Layout(), g.Position().State()))
	answers := replies(seed)
	told, n := 0, 0
	for {
		status, err := g.AdvanceStep(t.Context())
		for ; told < g.log.Len(); told++ {
			e := g.log.At(told)
			f.tell("%d <%d %s %d %d %d %d old %b new %b %v", told, g.log.Cause(told), e.Kind, e.A, e.B, e.C,
				e.D, e.Old,
				e.New, g.log.Data(e))
		}
		if n++; status == Ended || err != nil {
			f.tell("status %d %v", status, err)
			break
		}
		p := g.Position()
		f.tell("state %x %s registers %v", p.Hash()>>40, f.reads(p), p.run.Registers())
		f.aside(t, g, seed)
		d := g.Open()
		if n%2 == 0 {
			f.derived(g)
		}
		if d == nil {
			if n%3 == 0 {
				f.apart(t.Context(), g, n)
			}
			continue
		}
		f.question(p, d)
		if d.Number%2 == 0 && g.setup.Refused == nil && d.Chance == nil {
			f.worlds(t.Context(), g, d)
			f.apart(t.Context(), g, n)
		}
		if d.Vacant {
			g.Pass()
			continue
		}
		fork := g.Fork(f.fake)
		for s := Seat(0); int(s) <= p.Seats; s++ {
			if d.Asks(s) && g.Open() == d && (s > 0 || d.Chance != nil) {
				reply := answers(t.Context(), p, d, s)
				if err := must(g.Answer(d.Number, s, reply), fork.Answer(d.Number, s, reply)); err != nil {
					f.tell("%v", err)
				}
			}
		}
		if !fork.Position().State().Equal(p.State()) || fork.Log().Hash() != g.Log().Hash() {
			t.Errorf("seed %d: a fork stands elsewhere at decision %d", seed, d.Number)
		}
		told = min(told, g.log.Len())
	}
	f.end(t, g)
	return f.out.String()
}

// end writes down the results of a game that has ended, and goes back in it.
func (f *fair) end(t *testing.T, g *Game) {
	returns, err := g.Returns()
	worth, _ := g.Evaluation(1)
	f.tell("winners %b drawn %b reason %d returns %v %v worth %d whole %v counts %+v", g.Winners(), g.Drawn(),
		g.Position().Reason(), returns, err, worth, g.Whole(), g.Counts())
	for _, failure := range g.Failures() {
		f.tell("failed: %v", failure)
	}
	chance := g.Log().ResultsSince(g.Log().Base)
	f.tell("chance %s, cycle %v", digest(chance.Dice, chance.Draws, chance.Shuffles), g.Cycle())
	for at := 0; at < g.Log().Len(); at += 1 + g.Log().Len()/9 {
		past := g.Past(at)
		f.tell("at %d %x %s", at, past.Position().Hash()>>40, f.reads(past.Position()))
	}
	f.tell("noticed %x", f.noticed)
	if f.paid != nil {
		f.tell("paid %d begun %d ended %d reads", f.paid.begun, f.paid.ended, f.paid.reads)
	}
	step, work := g.Dearest()
	f.tell("dearest %s %d, spent %d", step, work, g.Spent())
	setup := g.setup
	setup.DropLog, setup.Follow, setup.Windowed, setup.Refused, setup.Selected = true, true, nil, nil, nil
	for s := range setup.Deciders {
		setup.Deciders[s] = replies(1)
	}
	setup.Deciders[1], setup.Rests, setup.Stops = nil, 0, nil // not all are answered for
	half := New(setup)
	halfErr := answerAll(half, replies(1), -1)
	f.tell("without a log, asked %v %x %+v", halfErr, half.Position().Hash()>>40, half.Counts())
	setup.Deciders[1] = replies(1)
	quiet := New(setup)
	status, err := quiet.Advance(t.Context())
	f.tell("without a log %d %v %x %+v known %s", status, err, quiet.Position().Hash()>>40, quiet.Counts(),
		digest(quiet.Position().Groups(1), quiet.Position().Groups(2)))
	setup.DropLog, setup.Script = false, chance
	again := New(setup)
	status, err = again.Advance(t.Context())
	f.tell("with its chance %d %v %x log %x", status, err, again.Position().Hash()>>40, again.Log().Hash()>>40)
	answered := g.Position().Answers()
	for i := len(answered) - 1; i >= 0; i -= 1 + len(answered)/4 {
		err := g.Undo(t.Context(), answered[i].Number)
		f.tell("back to %d: %v %x log %x failures %d", answered[i].Number, err, g.Position().Hash()>>40,
			g.Log().Hash()>>40,
			len(g.Failures()))
	}
}

// TestTranscripts: games of the fair that are played by seeds give, event by event, question
// by question, what they have always given: what seats are asked and may read, which worlds
// they may be in, and where forks, changed positions and games gone back in stand.
//
// One game stands there in full, of the others a digest of each state and of what led to it;
// RULEDECK_GAME=N prints the game N.
func TestTranscripts(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(28) {
		text := newFair(seed).play(t, seed)
		if os.Getenv("RULEDECK_GAME") == fmt.Sprint(seed) {
			t.Log(text)
		}
		fmt.Fprintf(&b, "==== game %d\n", seed)
		if seed < 1 {
			b.WriteString(text)
			continue
		}
		for i, part := range strings.Split(text, "\nstate ") {
			head, _, _ := strings.Cut(part, "\n")
			fmt.Fprintf(&b, "%d: %d lines %s, %.40s\n", i, strings.Count(part, "\n"), digest(part), head)
		}
	}
	golden(t, "transcripts.txt", b.String())
}
