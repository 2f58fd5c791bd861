package outside

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// Two worlds: a game is played twice, the second time with two cards exchanged in all
// that chance deals from their first common shuffle on. Nobody may name the two from
// there on, so that all choose alike in both worlds. A seat that knows neither of them must be told
// the same then, at every question and at the end: events, numbers, views, questions,
// scenes, lines, what a program as a bot reads, and whether it may take back.

// exchange is two cards that change places in the second world.
type exchange struct{ a, b engine.CardID }

// streams plays the pairs of worlds of a table's games.
type streams struct {
	testing.TB
	table *interp.Table
	// uses are the abilities that seats use whenever they may, those of the exchanged
	// cards too: nothing must be seen of them.
	uses []string
	// first lets seats take the first option: where it is the only one in one of the
	// worlds, who picks at random would be another player.
	first bool
	// most bounds the decisions of a game.
	most int

	// pairs were played, frames compared of each kind, of which closed with a card in
	// another's closed zone; differ are the pairs told apart in a frame of each kind,
	// published those told apart by the rules, otherwise those that were played in another
	// way from some place on, since other replies were legal.
	pairs, closed, published, otherwise int
	frames, differ                      [2]int
	leak                                string
}

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
	channels
)

var channelNames = [channels]string{"events", "view", "question", "scene", "transcript", "exec line", "undo",
	"sampled worlds"}

// course is one of the two worlds.
type course struct {
	*streams
	exchange
	session  *play.Session
	composer *scene.Composer
	thinking engine.Scripts
	seats    []*spectator
	choices  []int // real choices so far, by seat
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
	// frames are what it was told at its own questions, and pushed at those of others.
	frames [2][]frame
	knows  bool
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
	session, err := play.New(start, play.Settings{Players: make([]play.Player, seats)})
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
			w.session.Watch(n, "en")}, lines: w.session.Watch(n, "en")})
	}
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
		}
	}
}

// tell takes down what a seat is told now.
func (w *course) tell(v *spectator, how int) {
	f := frame{given: len(w.given)}
	from, events := v.told[how].Events()
	whole := v.told[how].View()
	what := [channels]any{theEvents: []any{from, events}, theView: whole}
	if how == asked {
		at := w.session.Seat(v.seat)
		var q *view.Question
		var derived []view.Estimate
		if question := at.Question(); question != nil {
			q, what[theQuestion] = question.Question, question
			if len(v.frames[how])%4 == 0 {
				what[theWorlds], derived = w.worlds(v.seat), w.session.Derived(w.Context(), v.seat)
			}
			what[theLine] = lineOf(q, whole, derived, from, events)
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
	sampler := view.NewSampler(w.thinking, nil)
	sampler.At(w.Context(), p, p.Open(), seat)
	first := p.Open().First(seat)
	for seed := range uint64(3) {
		sampler.World(seed)
		if _, err := sampler.Play(first, view.Until{}); err != nil {
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

// sighting says where the cards lay when a game waited, and who knew them.
type sighting struct {
	closed []engine.Seat
	known  []engine.SeatSet
}

// find plays a game freely and chooses pairs of cards that stay unknown long.
func (s *streams) find(seed uint64, most int) []exchange {
	var stops []sighting
	var at []int
	w := s.begin(seed, exchange{}, nil)
	p := w.session.Position()
	w.onward(seed, func() bool {
		now := sighting{make([]engine.Seat, p.Cards()+1), make([]engine.SeatSet, p.Cards()+1)}
		for c := engine.CardID(1); int(c) <= p.Cards(); c++ {
			now.closed[c], now.known[c] = closedTo(p, c), p.Known(c)
		}
		stops, at = append(stops, now), append(at, p.Log().Len())
		return true
	})
	return choose(p, stops, at, seed, most)
}

// choose takes of each card that was mixed with others the best partner: both long
// unknown to a seat while the first lies in another's hand. Where cards have abilities
// that ask their seat, it is one of them.
func choose(p *engine.Position, stops []sighting, at []int, seed uint64, most int) []exchange {
	type candidate struct {
		exchange
		score int
	}
	var found []candidate
	ask := false
	for c := engine.CardID(1); int(c) <= p.Cards(); c++ {
		ask = ask || asks(p, c)
	}
	seen := map[engine.CardID]bool{}
	for place, cards := range mixings(p) {
		from, _ := slices.BinarySearch(at, cards.at)
		for n, a := range cards.cards {
			if seen[a] || from >= len(stops) || ask && !asks(p, a) {
				continue
			}
			seen[a] = true
			best := candidate{exchange{a, a}, 0}
			for viewer := engine.Seat(1); int(viewer) <= p.Seats; viewer++ {
				held, blind := unknown(stops[from:], a, viewer)
				if held <= best.score {
					continue
				}
				for k := range cards.cards {
					b := cards.cards[(k+n+place+int(seed))%len(cards.cards)]
					if _, as := unknown(stops[from:], b, viewer); p.Def[a] != p.Def[b] && as*2 >= blind {
						best = candidate{exchange{a, b}, held}
						break
					}
				}
			}
			if best.score > 0 {
				found = append(found, best)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return b.score - a.score })
	var out []exchange
	for _, c := range found[:min(most, len(found))] {
		out = append(out, c.exchange)
	}
	return out
}

// unknown counts the stops at which a card lay in another's hand, and at which it was
// unknown to a seat, up to the first at which the seat knew it.
func unknown(stops []sighting, c engine.CardID, viewer engine.Seat) (held, blind int) {
	for _, s := range stops {
		if s.known[c].Has(viewer) {
			break
		}
		blind++
		if s.closed[c] != 0 && s.closed[c] != viewer {
			held++
		}
	}
	return held, blind
}

// asks reports whether a card has an ability that asks its seat.
func asks(p *engine.Position, c engine.CardID) bool {
	for _, carried := range p.Pack.Defs[p.Def[c]].Abilities {
		if a := &p.Pack.Abilities[carried.Ability]; a.Form == engine.Hook && a.May {
			return true
		}
	}
	return false
}

// mixing is cards that a shuffle, or a draw, has mixed.
type mixing struct {
	at    int
	cards []engine.CardID
}

func mixings(p *engine.Position) []mixing {
	var out []mixing
	for at := 0; at < p.Log().Len(); at++ {
		if e := p.Log().At(at); e.Kind == engine.EvShuffle || e.Kind == engine.EvDraw {
			before := p.Past(at).Position()
			out = append(out, mixing{at, before.CardsIn(nil, engine.ZoneID(e.A))})
		}
	}
	return out
}

// mixed is where chance first mixes both cards, 0 if it has not.
func mixed(p *engine.Position, x exchange) int {
	for _, m := range mixings(p) {
		if slices.Contains(m.cards, x.a) && slices.Contains(m.cards, x.b) {
			return m.at
		}
	}
	return 0
}

// exchanged are the results of a world with the two cards exchanged from there on.
func exchanged(p *engine.Position, x exchange) *engine.Scripted {
	script, tail := view.ResultsSince(p, 0), view.ResultsSince(p, mixed(p, x))
	script.Strict = false
	swap := func(cards []engine.CardID) {
		for i, c := range cards {
			switch c {
			case x.a:
				cards[i] = x.b
			case x.b:
				cards[i] = x.a
			}
		}
	}
	for z, drawn := range script.Draws {
		swap(drawn[len(drawn)-len(tail.Draws[z]):])
	}
	for z, orders := range script.Shuffles {
		for _, order := range orders[len(orders)-len(tail.Shuffles[z]):] {
			swap(order)
		}
	}
	return script
}

// pair plays both worlds and compares them.
func (s *streams) pair(seed uint64, x exchange) {
	one := s.begin(seed, x, nil).play(seed)
	script := exchanged(one.session.Position(), x)
	other := s.begin(seed, x, script).play(seed)
	s.pairs++
	for how := range 2 {
		for i, v := range one.seats {
			here, there := v.frames[how], other.seats[i].frames[how]
			for n := range min(len(here), len(there)) {
				if s.frames[how]++; here[n].closed {
					s.closed++
				}
				if !slices.Equal(one.given[:here[n].given], other.given[:there[n].given]) {
					s.otherwise++
					return
				}
				for channel := range channels {
					if here[n].sums[channel] != there[n].sums[channel] {
						s.report(seed, x, script, wanted{v.seat, how, n, channel})
						return
					}
				}
			}
		}
	}
}

// report says what was told otherwise. What the rules told, in a value or a line that
// they made of what is hidden, is their own affair.
func (s *streams) report(seed uint64, x exchange, script *engine.Scripted, what wanted) {
	one, other := s.begin(seed, x, nil), s.begin(seed, x, script)
	one.wanted, other.wanted = what, what
	one.play(seed)
	other.play(seed)
	if what.channel == theEvents && published(one.text, other.text) {
		s.published++
		return
	}
	if s.differ[what.how]++; s.leak == "" {
		p := one.session.Position()
		s.leak = fmt.Sprintf("seed %d, %s for %s: seat %d tells them apart at its frame %d by the %s\n%s", seed,
			p.CardKey(x.a), p.CardKey(x.b), what.seat, what.frame+1, channelNames[what.channel],
			apart(one.text, other.text))
	}
}

// published reports whether the first event that differs is one by which rules tell.
func published(a, b string) bool {
	var as, bs [2]json.RawMessage
	var one, other []json.RawMessage
	if json.Unmarshal([]byte(a), &as) != nil || json.Unmarshal([]byte(b), &bs) != nil ||
		json.Unmarshal(as[1], &one) != nil || json.Unmarshal(bs[1], &other) != nil {
		return false
	}
	at := 0
	for at < min(len(one), len(other)) && bytes.Equal(one[at], other[at]) {
		at++
	}
	for _, events := range [][]json.RawMessage{one, other} {
		var e view.Event
		if at < len(events) && json.Unmarshal(events[at], &e) == nil &&
			(e.Kind == view.SetEvent || e.Kind == view.SayEvent || e.Kind == view.FinishEvent) {
			return true
		}
	}
	return false
}

// apart shows the lines at which two JSON texts part.
func apart(a, b string) string {
	lines := func(text string) []string {
		var out bytes.Buffer
		if json.Indent(&out, []byte(text), "", " ") != nil {
			return []string{text}
		}
		return strings.Split(out.String(), "\n")
	}
	as, bs := lines(a), lines(b)
	for i := range as {
		if i >= len(bs) || as[i] != bs[i] {
			from := max(0, i-12)
			return strings.Join(as[from:min(i+8, len(as))], "\n") + "\n--- but\n" +
				strings.Join(bs[min(from, len(bs)):min(i+8, len(bs))], "\n")
		}
	}
	return "one is longer"
}

// sample plays pairs of a table's games until there are enough.
func (s *streams) sample(pairs int) {
	s.Helper()
	for seed := uint64(1); s.pairs < pairs && seed < uint64(10*pairs); seed++ {
		for _, x := range s.find(seed, 3) {
			s.pair(seed, x)
		}
	}
	s.Logf("%d pairs, %d frames and %d pushed (%d with the card in another's closed zone); "+
		"told apart: %v, by the rules %d, by play %d",
		s.pairs, s.frames[asked], s.frames[pushed], s.closed, s.differ, s.published, s.otherwise)
}

// many is how many pairs are played: few, or with RULEDECK_FULL all.
func many(few, all int) int {
	if os.Getenv("RULEDECK_FULL") != "" {
		return all
	}
	return few
}

// TestStreamsOfShippedGames plays pairs of worlds of the shipped games.
func TestStreamsOfShippedGames(t *testing.T) {
	for game, few := range map[string]int{"football-champions": 4, "seven-missions": 2, "bbtm": 2} {
		t.Run(game, func(t *testing.T) {
			p, err := interp.Load(game, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			least, _ := p.Seats()
			table, err := p.Table(interp.Settings{Seats: max(2, least)})
			if err != nil {
				t.Fatal(err)
			}
			s := &streams{TB: t, table: table, most: many(150, 1000)}
			s.sample(many(few, 48))
			if s.differ != [2]int{} || s.closed < 12*s.pairs {
				t.Error(s.leak)
			}
		})
	}
}

// laid loads a pack of a folder with texts exchanged in its files: file, old, new and
// so on.
func laid(t testing.TB, folder string, changes ...string) *interp.Pack {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	for c := range slices.Chunk(changes, 3) {
		path := filepath.Join(dir, filepath.FromSlash(c[0]))
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), c[1]) {
			t.Fatalf("%s: no %q (%v)", c[0], c[1], err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(data), c[1], c[2])), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestStreamsOfPoker plays pairs of worlds of two small games, in which the cards come
// out of a bag or off a shuffled deck, questions leave no choice, and cards bear marks
// that only who knows them may see.
func TestStreamsOfPoker(t *testing.T) {
	deck := []string{"game.yaml", "bag: true", "ordered: true", "scripts/rules/betting.lua", "draw_from(game.deck)",
		"game.deck.top", "scripts/rules/betting.lua", "function betting.deal()",
		"function betting.deal()\n  shuffle(game.deck)"}
	marked := []string{"game.yaml", "rank: {type: number, name: {en: Rank}}",
		"rank: {type: number, name: {en: Rank}}\n      mark: {type: number, state: true, start: 0, name: {en: Mark}}",
		"scripts/rules/betting.lua", "function betting.deal()", "local function mark()\n" +
			"  for _, seat in ipairs(game.seats) do\n" +
			"    for _, card in ipairs(cards{zone = seat.hand}) do card.mark = card.rank end\n  end\nend\n\n" +
			"function betting.deal()",
		"scripts/rules/betting.lua", "local function ends", "local function ends"}
	for _, game := range []string{"kuhn", "leduc"} {
		act := "function betting.act()\n"
		if game == "leduc" {
			act = "function betting.open() "
		}
		for name, changes := range map[string][]string{
			"bag": nil, "shuffled": deck, "forced": nil,
			"marked": slices.Concat(marked, []string{"scripts/rules/betting.lua", act, act + " mark() "}),
		} {
			if name == "forced" && game == "leduc" {
				changes = []string{"scripts/rules/betting.lua", "if raises < 2 then",
					"if raises < 2 and not any{zone = seat.hand, rank = 12} then"}
			}
			t.Run(game+" "+name, func(t *testing.T) {
				settings := interp.Settings{Seats: 2}
				if name == "forced" && game == "kuhn" {
					settings.GameOptions = map[string]string{"jack": "timid"}
				}
				table, err := laid(t, "../../../testdata/"+game, changes...).Table(settings)
				if err != nil {
					t.Fatal(err)
				}
				s := &streams{TB: t, table: table, most: 1000, first: name == "forced"}
				s.sample(many(12, 400))
				if s.differ != [2]int{} || s.closed < s.pairs {
					t.Error(s.leak)
				}
			})
		}
	}
}
