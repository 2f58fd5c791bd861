package extbot

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// Playing one of the two worlds of a pair, and taking down what seats are told in it.

// frame is what a seat was told at one question, or pushed at a question of others.
type frame struct {
	sums   [channels]uint64
	given  int  // how many choices had been made
	closed bool // an exchanged card lay in another's closed zone
}

// The kinds of frames.
const (
	asked = iota
	pushed
)

const (
	theEvents = iota
	theView
	theQuestion
	theScene
	theLines
	theLine
	theUndo
	theWorlds
	theWould
	channels
)

var channelNames = [channels]string{"events", "view", "question", "scene", "transcript", "exec line", "undo",
	"sampled worlds", "preview"}

// course is one of the two worlds.
type course struct {
	*streams
	exchange
	session  *play.Session
	composer *scene.Composer
	thinking engine.Scripts
	seats    []*spectator
	public   *view.Reader // what everybody sees
	choices  []int        // real choices so far, by seat
	// mixed is set once chance has mixed the two cards.
	mixed bool
	// scripted is set where the results of chance are given.
	scripted bool
	// given are the choices that were made.
	given []string
	// stuck is set where somebody must name an exchanged card.
	stuck bool
	// text is that of the frame which is wanted.
	wanted wanted
	text   string
}

// wanted is a channel of a frame.
type wanted struct {
	seat                engine.Seat
	how, frame, channel int
}

// spectator is a seat while it knows neither card.
type spectator struct {
	seat  engine.Seat
	told  [2]*play.Watcher // for each kind of frame
	lines *play.Watcher
	// frames hold what it was told at its own questions, and was pushed at other questions.
	frames [2][]frame
	// held is what it was told at questions that it is not shown, by how many events it was told.
	held  map[int]held
	knows bool
}

// held is what a seat is told that is not shown the question.
type held struct {
	text  string
	given int
	// announced is set where something was announced that has not happened yet, vacant where nobody is
	// asked.
	announced, vacant bool
}

var sumSeed = maphash.MakeSeed()

// begin begins a course; with a script the results of chance are given.
func (s *streams) begin(seed uint64, x exchange, script *engine.Scripted) *course {
	s.Helper()
	start := func() (*interp.Table, *engine.Game, error) {
		m, err := s.table.Machine()
		if err != nil {
			return nil, nil, err
		}
		setup := s.table.Setup(m, seed)
		setup.Script = script
		return s.table, engine.New(setup), nil
	}
	seats := s.table.Settings.Seats
	session, err := play.New(start, play.Settings{Players: make([]play.Player, seats), Pause: time.Second,
		Rests: s.rests})
	if err != nil {
		s.Fatal(err)
	}
	return &course{streams: s, exchange: x, session: session, choices: make([]int, seats+1), scripted: script != nil}
}

// play plays a course as long as somebody is blind, and nobody must name a card that
// was exchanged.
func (w *course) play(seed uint64) *course {
	w.composer = scene.NewComposer(w.table.Compiled, w.table.Speaker("en"))
	thinking, err := w.table.Machine()
	if err != nil {
		w.Fatal(err)
	}
	w.thinking = thinking
	for n := engine.Seat(1); int(n) <= w.table.Settings.Seats; n++ {
		w.seats = append(w.seats, &spectator{seat: n, told: [2]*play.Watcher{w.session.Watch(n, "en"),
			w.session.Watch(n, "en")}, lines: w.session.Watch(n, "en"), held: map[int]held{}})
	}
	w.public = view.NewReader(w.session.Position(), 0)
	w.onward(seed, func() bool {
		w.look()
		return slices.ContainsFunc(w.seats, func(v *spectator) bool { return !v.knows })
	})
	return w
}

// onward plays on while look says so.
func (w *course) onward(seed uint64, look func() bool) {
	for !w.stuck {
		status, err := w.session.Advance(w.Context())
		if err != nil && w.scripted {
			return // it was played in another way, and what chance gave does not fit any more
		}
		if err != nil {
			w.Fatal(err)
		}
		if !look() || status == engine.Ended || w.session.Position().Decisions() > w.most {
			return
		}
		if w.session.Position().Open().Vacant {
			w.session.Pass()
			continue
		}
		w.answer(seed)
	}
}

// look takes down what those are told who still know neither card.
func (w *course) look() {
	p := w.session.Position()
	if w.mixed = w.mixed || mixed(p, w.exchange) > 0; !w.mixed {
		return // which is which is known to all
	}
	for _, v := range w.seats {
		v.knows = v.knows || view.Knows(p, v.seat, w.a) || view.Knows(p, v.seat, w.b)
		if open := p.Open(); v.knows {
			continue
		} else if open == nil || open.Waits(v.seat) {
			w.tell(v, asked)
		} else if open.ShownTo(v.seat) {
			w.tell(v, pushed)
		} else {
			w.hold(v)
		}
	}
}

// hold takes down what a seat is told that is not shown the question: its scene, with what the rules
// compute and what was announced.
func (w *course) hold(v *spectator) {
	p := w.session.Position()
	place := view.Told(p, v.seat)
	r := view.NewReader(p, v.seat)
	r.Until(place)
	for range r.Each() {
	}
	in := scene.Input{Announced: r.Announced(), Derived: w.session.Derived(w.Context(), v.seat, place)}
	in.View, _ = r.At(r.Count() - 1)
	shown := w.composer.Scene(in)
	text, err := json.Marshal(shown)
	if err != nil {
		w.Fatal(err)
	}
	v.held[r.Count()] = held{fmt.Sprint(visible(p, 0, place), string(text)), len(w.given), len(shown.Announced) > 0,
		p.Open().Vacant}
}

// tell takes down what a seat is told now.
func (w *course) tell(v *spectator, how int) {
	f := frame{given: len(w.given)}
	from, events := v.told[how].Events()
	whole := v.told[how].View()
	for range w.public.Each() { // the frames of a table say how many
	}
	what := [channels]any{theEvents: []any{from, events, w.public.Count()}, theView: whole,
		theQuestion: view.Awaited(w.session.Position(), w.session.Position().Open(), v.seat)}
	if what[theQuestion] != (*view.Question)(nil) {
		w.awaited++
	}
	if how == asked {
		at := w.session.Seat(v.seat)
		var q *view.Question
		var derived []belief.Estimate
		if question := at.Question(); question != nil {
			q, what[theQuestion] = question.Question, question
			if len(v.frames[how])%4 == 0 {
				what[theWorlds], derived = w.worlds(v.seat), w.session.Derived(w.Context(), v.seat, -1)
			}
			if len(v.frames[how])%16 == 1 {
				p, err := w.session.Preview(w.Context(), v.seat, "en")
				if err != nil {
					w.Fatal(err)
				}
				what[theWould] = p.Options(preview.Settings{First: 2, Worlds: 4, Pauses: 40})
			}
			what[theLine] = []any{lineOf(q, 1, view.NewActions(w.table.Compiled.Pack)), from, events, whole, derived}
		}
		what[theScene] = w.composer.Scene(scene.Input{View: whole, Question: q, News: events, Derived: derived})
		begin, lines := v.lines.Lines()
		what[theLines] = []any{begin, lines}
		undo, err := w.session.MayUndo(v.seat)
		what[theUndo] = []any{undo, fmt.Sprint(err)}
	}
	for i, one := range what {
		text, err := json.Marshal(one)
		if err != nil {
			w.Fatal(err)
		}
		f.sums[i] = maphash.Bytes(sumSeed, text)
		if w.wanted == (wanted{v.seat, how, len(v.frames[how]), i}) {
			w.text = string(text)
		}
	}
	for _, c := range []engine.CardID{w.a, w.b} {
		owner := closedTo(w.session.Position(), c)
		f.closed = f.closed || owner != 0 && owner != v.seat
	}
	v.frames[how] = append(v.frames[how], f)
}

// worlds says which of some sampled worlds were rejected: who counts that must not learn
// from it what is true.
func (w *course) worlds(seat engine.Seat) string {
	p := w.session.Position()
	sampler := belief.NewSampler(w.thinking, nil)
	sampler.At(w.Context(), p, p.Open(), seat)
	first := p.Open().First(seat)
	for seed := range uint64(3) {
		sampler.World(seed)
		if _, err := sampler.Play(first, belief.Until{}); err != nil {
			return err.Error()
		}
	}
	return fmt.Sprint(sampler.Counts())
}

// closedTo is the seat in whose closed zone a card lies, 0 for none.
func closedTo(p *engine.Position, c engine.CardID) engine.Seat {
	z := p.ZoneAt(c)
	if p.Pack.Zones[p.KindOfZone(z)].Seen != engine.SeenByOwner {
		return 0
	}
	return p.ZoneSeat(z)
}

// answer answers the open decision for all whom it waits for.
func (w *course) answer(seed uint64) {
	d := w.session.Position().Open()
	for seat := engine.Seat(1); int(seat) <= w.table.Settings.Seats; seat++ {
		if w.session.Position().Open() != d || !d.Waits(seat) {
			continue
		}
		reply := w.reply(d, seat, seed)
		if reply == nil {
			w.stuck = true
			return
		}
		if err := w.session.Seat(seat).Reply(d.Number, reply); err != nil {
			w.Fatal(err)
		}
	}
}

// reply chooses among the replies that name neither card; nil if there is none. It
// depends on nothing but the seat and how often it has had a choice.
func (w *course) reply(d *engine.Decision, seat engine.Seat, seed uint64) engine.Reply {
	options := d.OptionsOf(seat)
	var free []int
	for i := range options {
		if v := options[i].V[0]; v.Kind == engine.Handle {
			in, _ := w.session.Position().InstanceOf(v)
			if slices.Contains(w.uses, in.Ability.Name) {
				return engine.Reply{i}
			}
		}
		if !w.names(&options[i]) {
			free = append(free, i)
		}
	}
	shape := d.ShapeOf(seat)
	low, high := shape.Bounds()
	shape.Options = len(free)
	switch form := shape.Form(); {
	case form == engine.Quantity:
	case form == engine.Amounts && len(free) < len(options) && high*len(free) < shape.Total,
		form != engine.Amounts && (low > len(free) || shape.Ordered() && len(free) < len(options)):
		return nil
	}
	picked := shape.First()
	if !shape.IsForced() && !w.first {
		w.choices[seat]++
		q := view.Shape{Shape: shape, Number: w.choices[seat], Seat: seat}
		picked = bot.NewRandom(seat, rng.Derive(seed, 7)).Reply(&q)
	}
	reply := all(picked, free, shape.Form(), len(options))
	if !shape.IsForced() && !w.first {
		w.given = append(w.given, fmt.Sprint(seat, d.ChoicesOf(seat, reply)))
	}
	return reply
}

// all is a reply to the free ones among some options as one to all of them.
func all(picked engine.Reply, free []int, form engine.Form, options int) engine.Reply {
	if form == engine.Quantity || len(free) == options {
		return picked
	}
	reply := engine.Reply{}
	if form == engine.Amounts {
		reply = make(engine.Reply, options)
	}
	for i, n := range picked {
		if form == engine.Amounts {
			reply[free[i]] = n
		} else {
			reply = append(reply, free[n])
		}
	}
	return reply
}

// names reports whether an option names one of the cards.
func (w *course) names(c *engine.Choice) bool {
	p := w.session.Position()
	for _, v := range c.V[:c.N] {
		card := v.Card()
		switch v.Kind {
		case engine.Handle:
			if in, ok := p.InstanceOf(v); ok {
				card = in.Card
			}
		case engine.Zone:
			card = p.ZoneCard(v.Zone())
		}
		if w.mixed && (card == w.a || card == w.b) {
			return true
		}
	}
	return false
}
