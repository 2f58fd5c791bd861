package cards_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// The numbers of positions at which cards are exchanged, for each game.
const (
	fewPositions = 20
	allPositions = 1000
)

// TestExchanges: a seat is shown the same, byte by byte, when two cards that it
// cannot tell apart have changed their parts in state, log and decision: view,
// question, events, scene, transcript, prompt and labels. Some of the cards are
// mixed in a bag, some were known before they went where the seat cannot follow
// them. The suite looks at a few positions; 1,000 of each game:
//
//	RULEDECK_FULL=1 go test ./cards -run TestExchanges -v -timeout 2h
func TestExchanges(t *testing.T) {
	for _, game := range games(t) {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			positions := fewPositions
			if full {
				positions = allPositions
			}
			p := load(t, game, nil)
			least, most := p.Seats()
			e := exchanger{t: t, left: positions}
			for seed := uint64(1); e.left > 0; seed++ {
				tbl, err := p.Table(interp.Settings{Seats: max(2, least+int(seed)%(most-least+1)), Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				e.play(tbl, seed)
			}
			t.Logf("%d positions, %d exchanges (%d of copies, %d in bags, %d of cards known before), %d leaks",
				e.positions, e.exchanges, e.copies, e.bagged, e.known, e.leaks)
			if e.leaks > 0 || e.exchanges < positions || e.known == 0 {
				t.Error(e.first)
			}
		})
	}
}

// exchanger exchanges cards at positions of games.
type exchanger struct {
	t                            *testing.T
	left, positions, exchanges   int
	copies, bagged, known, leaks int
	first                        string
}

func (e *exchanger) play(tbl *interp.Table, seed uint64) {
	m, err := tbl.Machine()
	if err != nil {
		e.t.Fatal(err)
	}
	g := engine.New(tbl.Setup(m, seed))
	bots := make([]*bot.Random, tbl.Settings.Seats+1)
	for s := range bots {
		bots[s] = bot.NewRandom(engine.Seat(s), seed)
	}
	teller := teller{speaker: tbl.Speaker("en")}
	teller.composer = scene.NewComposer(tbl.Compiled, teller.speaker)
	for {
		status, err := g.Advance(context.Background())
		if err != nil {
			e.t.Fatal(err)
		}
		if status == engine.Ended || e.left == 0 {
			return
		}
		d := g.Open()
		if rng.Derive(seed, d.Number)%5 == 0 {
			e.left--
			e.positions++
			e.exchange(g.Position(), &teller,
				engine.Seat(1+rng.Derive(seed, d.Number)/8%uint64(tbl.Settings.Seats)), seed)
		}
		for s := engine.Seat(1); int(s) <= tbl.Settings.Seats; s++ {
			if g.Open() == d && d.Waits(s) {
				if err := g.Answer(d.Number, s, bots[s].Decide(context.Background(), g.Position(), d, s)); err != nil {
					e.t.Fatal(err)
				}
			}
		}
	}
}

// exchange tries some pairs of cards: any two, and two in a zone.
func (e *exchanger) exchange(p *engine.Position, teller *teller, seat engine.Seat, seed uint64) {
	var source rng.Source
	source.Seed(seed, rng.Name("pairs"), uint32(p.Decisions()))
	done := 0
	before := map[int]string{} // what the game itself shows, by the place of the log
	for tries := 0; tries < 30 && done < 4; tries++ {
		a := engine.CardID(1 + source.Below(p.Cards()))
		b := engine.CardID(1 + source.Below(p.Cards()))
		if tries%2 == 0 {
			beside := p.CardsIn(nil, p.ZoneAt(a))
			b = beside[source.Below(len(beside))]
		}
		world, ok := p.Exchanged(a, b, seat)
		if !ok {
			continue
		}
		done++
		e.exchanges++
		if p.Def[a] == p.Def[b] {
			e.copies++
		}
		from := world.Log().Base
		if p.Pack.Zones[p.KindOfZone(p.ZoneAt(a))].Bag {
			e.bagged++
		}
		if from > p.Log().Base {
			e.known++
		}
		if before[from] == "" {
			before[from] = teller.shown(p, seat, from, json.Marshal)
		}
		if before[from] != teller.shown(world, seat, from, json.Marshal) {
			if e.leaks++; e.first == "" {
				want, have := teller.shown(p, seat, from, byLine), teller.shown(world, seat, from, byLine)
				e.first = fmt.Sprintf("seed %d, decision %d: seat %d tells %s from %s\n%s", seed, p.Open().Number, seat,
					p.CardKey(a), p.CardKey(b), differing(want, have))
			}
		}
	}
}

// teller tells a seat what it may know, in words.
type teller struct {
	speaker  *locale.Speaker
	composer *scene.Composer
}

// byLine encodes a value over many lines, to show where two differ.
func byLine(v any) ([]byte, error) { return json.MarshalIndent(v, "", " ") }

// shown is all that a seat is shown at an open decision, with what it has seen
// happen since a place of the log.
func (t *teller) shown(p *engine.Position, seat engine.Seat, from int, encode func(any) ([]byte, error)) string {
	var b strings.Builder
	q := view.Asked(p, p.Open(), seat)
	events := view.ReaderAt(p, seat, from)
	start := events.Start()
	all, whole := events.Next(), view.Of(p, seat)
	lines := transcript.New(t.speaker, start).Lines(all)
	table := t.composer.Scene(scene.Input{View: whole, Question: q, News: all})
	for _, v := range []any{whole, q, all, lines, table} {
		data, err := encode(v)
		if err != nil {
			return err.Error()
		}
		b.Write(append(data, '\n'))
	}
	voice := t.speaker.At(view.Players(p, seat))
	if q != nil {
		fmt.Fprintln(&b, voice.Question(q))
		for i := range q.Options {
			fmt.Fprintln(&b, voice.OptionText(q.Prompt, q.Options[i].Parts))
		}
	}
	for _, line := range lines {
		fmt.Fprintln(&b, line.String())
	}
	return b.String()
}

// differing shows the first lines that differ.
func differing(want, have string) string {
	ws, hs := strings.Split(want, "\n"), strings.Split(have, "\n")
	for i := range ws {
		if i >= len(hs) || ws[i] != hs[i] {
			from := max(0, i-8)
			return strings.Join(ws[from:min(i+4, len(ws))], "\n") + "\n--- but\n" +
				strings.Join(hs[min(from, len(hs)):min(i+4, len(hs))], "\n")
		}
	}
	return "one is longer"
}
