package extbot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/table"
)

// reads are where a generated pack reads what nobody knows, between two questions, and asks
// another one behind that.
var reads = map[string]string{
	"never":         "",
	"first":         `if act == "play" then`,
	"in the middle": "move(card, seat.discard)",
	"last":          acted,
}

const acted = "raise(\"day.acted\", {seat = seat})\n"

// reading is a generated pack that reads what nobody knows before a line of a turn.
func reading(t *testing.T, number int, before string) *interp.Pack {
	const read = "local held = game.box.top.rank == 3\n"
	const ask = `choose.one{seat = seat, prompt = "act", from = {"give", "wait"}}` + "\n"
	switch before {
	case "":
		return generate(t, number)
	case acted:
		return generate(t, number, "scripts/rules/day.lua", acted, acted+read+ask)
	}
	return generate(t, number, "scripts/rules/day.lua", before, read+before, "scripts/rules/day.lua", acted, acted+ask)
}

// TestToldAtOnce: behind each answer every seat of a table has it in its frame, with all that
// followed before scripts first read what the seat does not know.
func TestToldAtOnce(t *testing.T) {
	for _, game := range []string{"football-champions", "seven-missions", "bbtm"} {
		p, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		if behind := toldAtOnce(t, game, p); behind > 0 {
			t.Errorf("%s: seats are behind at %d decisions", game, behind)
		}
	}
	for _, like := range scaffold.Genres() {
		if behind := toldAtOnce(t, like, started(t, like)); behind > 0 {
			t.Errorf("%s: seats are behind at %d decisions", like, behind)
		}
	}
	for where, line := range reads {
		for number := 0; number < generated; number += many(29, 1) {
			toldAtOnce(t, fmt.Sprintf("%d, read %s", number, where), reading(t, number, line))
		}
	}
}

// toldAtOnce plays a game, and returns at how many decisions a seat was shown less than another of what all see.
func toldAtOnce(t *testing.T, name string, p *interp.Pack) (behind int) {
	t.Helper()
	least, _ := p.Seats()
	seats := max(2, least)
	laid, err := p.Table(interp.Settings{Seats: seats, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	game, err := table.New(t.Context(), table.Settings{Settings: play.Settings{Players: make([]play.Player, seats)}},
		func(s play.Settings) (*play.Session, error) { return play.New(play.From(laid), s) })
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	game.Play()
	bots := map[engine.Seat]*bot.Random{}
	for seat := engine.Seat(1); int(seat) <= seats; seat++ {
		bots[seat] = bot.NewRandom(seat, 7)
	}
	answers, unaware := 0, 0
	for by := engine.Seat(1); by != 0 && answers < many(60, 600); answers++ {
		frames := map[engine.Seat]*table.Frame{}
		for seat := range bots {
			if frames[seat], err = game.Frame(table.Viewer{Seat: seat, Lang: "en"}); err != nil {
				t.Fatal(err)
			}
		}
		var answer table.Answer
		_ = game.Look(func(s *play.Session) error {
			unaware += framed(t, name, s.Position(), frames)
			for _, f := range frames {
				if f.Last < frames[1].Last || f.Last > frames[1].Last {
					behind++
					break
				}
			}
			by = 0
			for _, at := range s.Seats() {
				if q := at.Asked(); q != nil {
					by, answer = at.Number(), table.Answer{Number: q.Number, Again: q.Again,
						Reply: bots[at.Number()].Reply(&view.Shape{Shape: q.Shape(), Number: q.Number, Seat: q.Seat})}
				}
			}
			return nil
		})
		if by != 0 {
			if _, err := game.Answer(table.Viewer{Seat: by, Lang: "en"}, answer); err != nil {
				t.Fatal(name, err)
			}
		}
	}
	t.Logf("%s: %d answers, %d frames of seats that do not know who is asked; somebody was behind at %d decisions",
		name, answers, unaware, behind)
	if answers < 5 {
		t.Errorf("%s: only %d answers", name, answers)
	}
	return behind
}

// framed checks the frames of the seats, and counts those that do not say who is asked.
func framed(t *testing.T, name string, p *engine.Position, frames map[engine.Seat]*table.Frame) (unaware int) {
	t.Helper()
	log := p.Log()
	answered := log.Len() - 1
	for answered >= 0 && log.At(answered).Kind != engine.EvAnswer {
		answered--
	}
	for seat, f := range frames {
		all := view.Place(p)
		least := all
		if peeked, found := log.PeekSince(answered+1, seat); found {
			least = min(least, peeked)
		}
		if d := p.Open(); d == nil || d.ShownTo(seat) {
			least = all
		} else if unaware++; f.Scene.Waiting != nil || f.Scene.Ask != nil {
			t.Fatalf("%s, decision %d: seat %d is told who is asked", name, d.Number, seat)
		}
		if n := f.Event + 1; n < visible(p, seat, least) || n > visible(p, seat, all) {
			t.Fatalf("%s, behind %d answers: seat %d is told %d events, not %d to %d", name, p.Decisions(), seat, n,
				visible(p, seat, least), visible(p, seat, all))
		}
		for i := range p.Pack.Derived {
			of := &p.Pack.Derived[i]
			if of.OfCard || of.WhatIf {
				continue
			}
			for _, player := range f.Scene.Seats {
				if !slices.ContainsFunc(player.Facts, func(f scene.Fact) bool { return f.Key == of.Name }) {
					t.Errorf("%s, behind %d answers: seat %d is not told the %s of seat %d", name, p.Decisions(), seat,
						of.Name, player.Seat)
				}
			}
		}
		if n := visible(p, 0, view.Told(p, seat)); f.Last != n-1 {
			t.Fatalf("%s, behind %d answers: seat %d is told %d events of all, not %d", name, p.Decisions(), seat,
				f.Last+1, n)
		}
	}
	return unaware
}

// visible counts the events that a seat sees before a place of the log.
func visible(p *engine.Position, seat engine.Seat, place int) int {
	r := view.NewReader(p, seat)
	r.Until(place)
	r.Next()
	return r.Count()
}

// answered is the position of a game whose first question seat 1 has answered.
func answered(t *testing.T, laid *interp.Table, seed uint64, option func(q *view.Question) int) *engine.Position {
	t.Helper()
	s := (&streams{TB: t, table: laid}).begin(seed, exchange{}, nil).session
	_, err := s.Advance(t.Context())
	if err == nil {
		err = s.Seat(1).Reply(1, engine.Reply{option(s.Seat(1).Asked())})
	}
	if err == nil {
		_, err = s.Advance(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s.Position()
}

// TestToldOfRows: what scripts read of cards in a row holds nothing back once all of them are shown, whatever is asked
// then; of one that stays hidden it does, and of cards of a hand, of which nobody sees which of them was there.
func TestToldOfRows(t *testing.T) {
	const row, hand = "game.box", "seat.hand"
	for _, c := range []struct {
		zone, shown, options string
		atOnce               bool
	}{
		{row, "", hand, true}, {row, "if card ~= game.box.top then", hand, false}, {hand, "", row, false},
	} {
		end := ""
		if c.shown != "" {
			end = " end"
		}
		read := fmt.Sprintf("local read = cards{zone = %s, rank = 3}\n"+
			"for _, card in ipairs(%s:cards()) do %s reveal(card)%s end\n"+
			"choose.one{seat = seat, prompt = \"play\", from = %s:cards()}\n", c.zone, c.zone, c.shown, end, c.options)
		p := generate(t, 0, "scripts/rules/day.lua", acted, read+acted)
		laid, err := p.Table(interp.Settings{Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		pos := answered(t, laid, 1, func(*view.Question) int { return 3 })
		if d := pos.Open(); d == nil || d.ShownTo(2) {
			t.Fatalf("%+v: the others see that %+v is open", c, d)
		}
		if told := view.Told(pos, 2) == view.Place(pos); told != c.atOnce {
			t.Errorf("%+v: told at once: %v", c, told)
		}
	}
}

// TestAwaited: who waits is told what others are asked, where the step has read nothing hidden; one that has may ask
// something else in another world, behind an answer too.
func TestAwaited(t *testing.T) {
	const read = "local held = game.box.top.rank == 3\n"
	const ask = `choose.one{seat = seat, prompt = "again", from = {"give", "wait"}}` + "\n"
	for _, c := range []struct {
		step string
		told []bool
	}{
		{ask + ask, []bool{true, true}}, {ask + read + ask, []bool{true, false}},
		{read + ask + ask, []bool{false, false}},
	} {
		laid, err := generate(t, 0, "scripts/rules/day.lua", acted, c.step+acted).Table(interp.Settings{Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		s := (&streams{TB: t, table: laid}).begin(1, exchange{}, nil).session
		var told []bool
		for len(told) < len(c.told) {
			if _, err := s.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
			p := s.Position()
			d := p.Open()
			if laid.Compiled.Pack.Symbols[d.Prompt] == "again" {
				q := view.Awaited(p, d, 3-d.Seat)
				told = append(told, q != nil)
				if q != nil && (q.Prompt != "again" || q.Seat != 0 || len(q.Options) > 0) {
					t.Errorf("%q: who waits is told %+v", c.step, q)
				}
			}
			if err := s.Seat(d.Seat).Reply(d.Number, engine.Reply{0}); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(told, c.told) {
			t.Errorf("%q: who waits is told the questions %v, not %v", c.step, told, c.told)
		}
	}
}

// TestBeside: a hint about a card that its owner does not see stands beside it, for him and for all others; a script
// that reads it reads nothing hidden, and the hint tells nothing else of the card.
func TestBeside(t *testing.T) {
	const turn = "function hanabi.turn()\n"
	p := laid(t, "../../../testdata/hanabi", "scripts/rules/hanabi.lua", turn, turn+
		"  for _, card in ipairs(game.player.next.hand:cards()) do\n"+
		"    if card.told_rank == 3 then game.left = -1 end\n  end\n")
	table, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	pos := answered(t, table, 3, func(q *view.Question) int {
		return slices.IndexFunc(q.Options, func(o view.Option) bool { return o.Key == "seat 2 / 1" })
	})
	if told := view.Told(pos, 1); told != view.Place(pos) {
		t.Errorf("the read of what all see holds back %d events", view.Place(pos)-told)
	}
	for seat := engine.Seat(1); seat <= 2; seat++ {
		marked := 0
		composer := scene.NewComposer(table.Compiled, table.Speaker("en"))
		for _, player := range composer.Scene(scene.Input{View: view.Of(pos, seat)}).Seats {
			for _, area := range player.Areas {
				for _, card := range area.Cards {
					for _, f := range card.Facts {
						if f.Key == "told_rank" && f.Text == "1" && player.Seat == 2 && card.Hidden == (seat == 2) {
							marked += card.Copies
						}
					}
				}
			}
		}
		events := 0
		for e := range view.NewReader(pos, seat).Each() {
			if e.Kind == view.SetEvent && e.Name == "told_rank" && e.New.Number == 1 &&
				(e.Card.Kind == view.HiddenCard) == (seat == 2) {
				events++
			}
		}
		if marked == 0 || events != marked {
			t.Errorf("seat %d: %d cards bear what was told of them, in %d events", seat, marked, events)
		}
	}
}

// TestStreamsOfSealed plays pairs of worlds in which cards of closed hands bear seals that all see.
func TestStreamsOfSealed(t *testing.T) {
	for number := range many(2, generated) {
		p := generate(t, number,
			"game.yaml", "hand: {of: seat, seen: owner}", "hand: {of: seat, ordered: true, seen: owner}",
			"game.yaml", "rank: {type: number, name: {en: rank}}", "rank: {type: number, name: {en: rank}}\n"+
				"      seal: {type: number, state: true, start: 0, keeps_in: hand, name: {en: seal}}",
			"scripts/rules/day.lua", acted, "for _, other in ipairs(game.seats) do\n  local top = other.hand.top\n"+
				"  if top then top.seal = top.seal + 1 end\nend\n"+acted)
		table, err := p.Table(interp.Settings{Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		s := &streams{TB: t, table: table, most: 60}
		s.sample(many(12, 60))
		if s.differ != [2]int{} || s.pairs == 0 || s.closed < s.pairs {
			t.Error(s.leak)
		}
	}
}

// TestAnnounced: who has cast a spell is told that it waits, in the same words whether the other seat holds an answer
// or not.
func TestAnnounced(t *testing.T) {
	p := started(t, "stack")
	answerable := map[bool]int{}
	for seed := uint64(1); seed <= 12; seed++ {
		laid, err := p.Table(interp.Settings{Seats: 2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		over := make(chan struct{})
		game, err := table.New(t.Context(), table.Settings{Settings: play.Settings{Players: make([]play.Player, 2),
			Pause: time.Minute, Wait: func(ctx context.Context, _ time.Duration) {
				select {
				case <-over:
				case <-ctx.Done():
				}
			}}}, func(s play.Settings) (*play.Session, error) { return play.New(play.From(laid), s) })
		if err != nil {
			t.Fatal(err)
		}
		game.Play()
		caster := table.Viewer{Seat: 1, Lang: "en"}
		frames, _, err := game.Listen(caster, "")
		if err != nil {
			t.Fatal(err)
		}
		now := (<-frames).Scene
		for _, o := range now.Ask.Options {
			if card, bolt := strings.CutPrefix(o.Text, "Bolt ("); bolt {
				over <- struct{}{}
				answer := table.Answer{Number: now.Ask.Number, Reply: engine.Reply{o.Positions[0]}}
				if _, err := game.Answer(caster, answer); err != nil {
					t.Fatal(err)
				}
				for len(now.Announced) == 0 {
					now = (<-frames).Scene
				}
				want := []scene.Because{{Trigger: "spell.cast",
					Text: "Seat 1 casts " + strings.TrimSuffix(card, ")") + " on Seat 2"}}
				if !slices.Equal(now.Announced, want) || now.Ask != nil || now.Waiting != nil {
					t.Errorf("seed %d: who waits is told %+v, not %+v", seed, now.Announced, want)
				}
				_ = game.Look(func(s *play.Session) error {
					holds := false
					for _, z := range view.Of(s.Position(), 2).Players[1].Zones {
						holds = holds || z.Kind == "hand" && slices.ContainsFunc(z.Cards,
							func(c view.Card) bool { return strings.HasPrefix(c.Key, "counter") })
					}
					answerable[holds]++
					return nil
				})
				break
			}
		}
		game.Close()
	}
	if answerable[true] == 0 || answerable[false] == 0 {
		t.Errorf("spells that may be answered, or not: %v", answerable)
	}
}

// TestAimed: the log of the game of spells says on which spell a response is cast, and on whom another spell.
func TestAimed(t *testing.T) {
	laid, err := started(t, "stack").Table(interp.Settings{Seats: 2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	s, err := play.New(play.From(laid), play.Settings{Players: make([]play.Player, 2)})
	if err != nil {
		t.Fatal(err)
	}
	bots := []*bot.Random{nil, bot.NewRandom(1, 7), bot.NewRandom(2, 7)}
	for {
		status, err := s.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status == engine.Ended {
			break
		}
		for _, at := range s.Seats() {
			if q := at.Asked(); q != nil {
				reply := bots[at.Number()].Reply(&view.Shape{Shape: q.Shape(), Number: q.Number, Seat: q.Seat})
				if err := at.Reply(q.Number, reply); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	aimed := map[bool]int{}
	for _, line := range play.Transcript(s, 1, "en") {
		if _, cast, ok := strings.Cut(line, " casts "); ok {
			spell, on, _ := strings.Cut(cast, " on ")
			response := spell == "Counterspell" || spell == "Mirror"
			aimed[response]++
			if strings.HasPrefix(on, "Seat ") == response {
				t.Error(line)
			}
		}
	}
	if aimed[true] == 0 || aimed[false] == 0 {
		t.Errorf("spells that respond, or not: %v", aimed)
	}
}

// TestAskedAgain: a seat that is asked again, since nobody saw what it used, tells the others nothing by that: in the
// other world it cannot use another one, and the game goes on.
func TestAskedAgain(t *testing.T) {
	table, err := generate(t, votes).Table(interp.Settings{Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	s := &streams{TB: t, table: table, most: 300, uses: []string{"note", "blot"},
		rests: engine.Only(1) | engine.Only(2) | engine.Only(3)}
	s.pair(9, exchange{9, 20})
	if s.differ != [2]int{} || s.unmet > 0 || s.held == 0 {
		t.Error(s.leak)
	}
}
