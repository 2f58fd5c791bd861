package golden

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// TraceVersion is the version of the form of traces that this program writes and reads.
const TraceVersion = 1

// MaxStates is how many states a trace may have.
const MaxStates = 100_000

// TraceHead is the first line of a trace.
type TraceHead struct {
	Version int `json:"trace"`
	// Game is a shipped game's id, or the way to a pack from where the file lies.
	Game    string            `json:"game"`
	Packs   []string          `json:"packs,omitempty"`
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options,omitempty"`
	// Program says what wrote the trace.
	Program string `json:"program,omitempty"`
}

// State is a further line: a moment at which a seat or chance is asked, or the end, behind which
// another game may begin. What is left out is not compared.
type State struct {
	// Asked is the seat, 0 for chance; at a secret question its seats come one after another.
	Asked int `json:"asked"`
	// Legal are the options in the words of scenarios; none among them is the answer that takes
	// nothing. Of a number they are the least and the most.
	Legal []string `json:"legal,omitempty"`
	// Weights say how likely each of the options of chance is.
	Weights []int `json:"weights,omitempty"`
	// Took is the answer; of amounts an option stands in it as often as it gets one.
	Took []string `json:"took,omitempty"`
	// Knows has a key of what each seat knows. Keys of two programs are never compared: two
	// states are one for a seat here exactly where they are one there.
	Knows []string `json:"knows,omitempty"`
	// Returns are what the seats get, at the end.
	Returns []float64 `json:"returns,omitempty"`
}

// Trace is a game state by state.
type Trace struct {
	TraceHead
	States []State
}

// TraceError says which line of a trace is wrong, or which state differs.
type TraceError struct {
	Line int
	What string
}

// Error names the mistake or the difference.
func (e *TraceError) Error() string { return e.What }

// ReadTrace reads a trace: JSON, a line each for the head and the states.
func ReadTrace(data []byte) (*Trace, error) {
	t := &Trace{}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		into := any(&t.TraceHead)
		if n > 1 {
			t.States = append(t.States, State{})
			into = &t.States[len(t.States)-1]
		}
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		err := d.Decode(into)
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &kind):
			return nil, &TraceError{n, fmt.Sprintf("%s cannot be a %s", kind.Field, kind.Value)}
		case err != nil:
			return nil, &TraceError{n, "this line is no part of a trace: " + err.Error()}
		case n == 1 && t.Version != TraceVersion:
			return nil, &TraceError{n, fmt.Sprintf("a trace of version %d is read, and this one says %d", TraceVersion,
				t.Version)}
		case n > MaxStates:
			return nil, &TraceError{n, fmt.Sprintf("a trace has at most %d states", MaxStates)}
		}
	}
	if len(t.States) == 0 {
		return nil, &TraceError{n, "a trace has a head and at least one state, a line of JSON each"}
	}
	return t, nil
}

// Encode writes the trace.
func (t *Trace) Encode() []byte {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	_ = out.Encode(t.TraceHead) // memory takes all
	for i := range t.States {
		_ = out.Encode(&t.States[i])
	}
	return b.Bytes()
}

// tracer plays a game and describes its states.
type tracer struct {
	*record.Recorder
	g       *engine.Game
	recalls []*view.Recall
}

func newTracer(ctx context.Context, t *interp.Table) (*tracer, error) {
	g, err := t.NewGame()
	if err != nil {
		return nil, err
	}
	r := &tracer{Recorder: record.NewRecorder(ctx, position.NewFixture(t, nil)), g: g}
	for s := 1; s <= t.Layout.Seats; s++ {
		r.recalls = append(r.recalls, view.NewRecall(g.Position(), engine.Seat(s)))
	}
	return r, nil
}

// play plays the game to its end, and calls visit with each question to a seat or chance and the
// state there, at the end without a question. Where that returns no reply the game stops. All
// answer while their step runs, so that no step is run again.
func (r *tracer) play(ctx context.Context,
	visit func(d *engine.Decision, seat engine.Seat, s *State) (engine.Reply, error)) error {
	var wrong error
	stopped := false
	decide := func(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) (reply engine.Reply) {
		if stopped { // the other seats of a secret question
			return nil
		}
		s, err := r.state(d, seat)
		if err == nil {
			reply, err = visit(d, seat, &s)
		}
		wrong = err
		stopped = reply == nil
		return reply
	}
	for seat := range r.Layout.Seats + 1 {
		r.g.SetDecider(engine.Seat(seat), decide)
	}
	status, err := r.g.Advance(ctx)
	switch {
	case wrong != nil:
		return wrong
	case err != nil:
		return fmt.Errorf("the game fails: %w", err)
	case status != engine.Ended:
		return nil
	}
	s, err := r.state(nil, 0)
	if err == nil {
		_, err = visit(nil, 0, &s)
	}
	return err
}

// state describes where the game stands.
func (r *tracer) state(d *engine.Decision, seat engine.Seat) (State, error) {
	s := State{Asked: int(seat)}
	for i, recall := range r.recalls {
		key := recall.Key(view.Asked(r.g.Position(), d, engine.Seat(i+1)))
		s.Knows = append(s.Knows, strconv.FormatUint(uint64(key), 16))
	}
	if d == nil {
		returns, err := r.g.Returns()
		s.Returns = returns
		return s, err
	}
	shape := d.ShapeOf(seat)
	low, high := shape.Bounds()
	if shape.Form() == engine.Quantity {
		s.Legal = []string{strconv.Itoa(low), strconv.Itoa(high)}
		return s, nil
	}
	for i := range d.OptionsOf(seat) {
		word := r.word(d, seat, i)
		at := slices.Index(s.Legal, word)
		if at < 0 {
			at = len(s.Legal)
			s.Legal = append(s.Legal, word)
			s.Weights = append(s.Weights, 0)
		}
		if d.Chance != nil {
			s.Weights[at] += d.Chance.Weights[i]
		}
	}
	if d.Chance == nil {
		s.Weights = nil
		if low == 0 && shape.Form() != engine.Amounts {
			s.Legal = append(s.Legal, "none")
		}
	}
	return s, nil
}

// word names an option: copies are one.
func (r *tracer) word(d *engine.Decision, seat engine.Seat, i int) string {
	words := r.Wordings(r.g, d, &d.OptionsOf(seat)[i])[0]
	if words.Text == "" {
		return words.Inline()
	}
	return words.Text
}

// reply is the answer in words to a decision, each an option that is not taken.
func (r *tracer) reply(d *engine.Decision, seat engine.Seat, took []string) (engine.Reply, error) {
	reply := engine.Reply{}
	taken := &reply
	form := d.ShapeOf(seat).Form()
	if form == engine.Amounts {
		reply = make(engine.Reply, len(d.OptionsOf(seat)))
		taken = &engine.Reply{}
	}
	for _, word := range took {
		i := r.option(d, seat, word, *taken)
		n, err := strconv.Atoi(word)
		switch {
		case form == engine.Quantity && err == nil:
			reply = append(reply, n)
		case form == engine.Quantity || i < 0 && word != "none":
			return nil, fmt.Errorf("%q is not offered here", word)
		case form == engine.Amounts:
			reply[i]++
		case i >= 0:
			reply = append(reply, i)
		}
	}
	return reply, d.Check(seat, reply)
}

// option is the first option that a word names and that is not taken, -1 for none.
func (r *tracer) option(d *engine.Decision, seat engine.Seat, word string, taken engine.Reply) int {
	return r.Find(r.g, d, seat, source.NewWord(word), taken)
}

// Played is the trace of the game of a session, as far as that has come, or up to MaxStates. game
// and packs are what the game is called from where the trace will lie.
func Played(ctx context.Context, s *play.Session, game string, packs []string) (*Trace, error) {
	t := *s.Table()
	t.Settings.AskChance = true
	r, err := newTracer(ctx, &t)
	if err != nil {
		return nil, err
	}
	out := &Trace{TraceHead: TraceHead{Version: TraceVersion, Game: game, Packs: packs, Seats: t.Layout.Seats,
		Options: scenario.Settled(&t, t.Settings.Seed), Program: "ruledeck"}}
	type asked struct {
		number, again int
		seat          engine.Seat
	}
	given := map[asked][]engine.Choice{}
	p := s.Position()
	for _, a := range p.Answers() {
		for _, reply := range a.Replies {
			given[asked{a.Number, a.Again, reply.Seat}] = reply.Choices
		}
	}
	results := view.ResultsSince(p, p.Log().Base)
	// uncounted are the picks of chance so far, which have no numbers where the seed decides.
	uncounted := 0
	err = r.play(ctx, func(d *engine.Decision, seat engine.Seat, here *State) (reply engine.Reply, err error) {
		var choices []engine.Choice
		known := false
		switch {
		case d == nil:
		case d.Chance != nil:
			choices = outcome(r.g.Position(), d, results)
			known = choices != nil
			if !p.AsksChance() {
				uncounted++
			}
		default:
			choices, known = given[asked{d.Number - uncounted, d.Again, seat}]
		}
		if known {
			reply, err = d.ReplyOf(seat, choices)
			here.Took = r.took(d, seat, reply)
		}
		out.States = append(out.States, *here)
		if len(out.States) == MaxStates {
			return nil, err
		}
		return reply, err
	})
	return out, err
}

// outcome is what a game with these results comes to where chance is asked; nil behind their end.
func outcome(p *engine.Position, d *engine.Decision, results *engine.Scripted) []engine.Choice {
	c := d.Chance
	var all []engine.Value
	cards := func(list []engine.CardID) { all = lists.Map(list, engine.CardValue) }
	at := 0
	switch c.Kind {
	case engine.Rolled:
		all = results.Dice[c.Die]
		at = view.Results(p, view.RollEvent, int32(c.Die))
	case engine.Drawn:
		cards(results.Draws[c.Zone])
		at = view.Results(p, view.DrawEvent, int32(c.Zone)) + p.CountIn(c.Zone) - len(d.Options)
	case engine.Shuffled:
		orders := results.Shuffles[c.Zone]
		if n := view.Results(p, view.ShuffleEvent, int32(c.Zone)); n < len(orders) {
			cards(orders[n])
		}
		at = p.CountIn(c.Zone) - len(d.Options)
	}
	if at >= len(all) {
		return nil
	}
	return []engine.Choice{engine.One(all[at])}
}

// took writes a reply in words, a copy by its number where another one is named by the plain words.
func (r *tracer) took(d *engine.Decision, seat engine.Seat, reply engine.Reply) []string {
	out := []string{}
	for i, n := range reply {
		switch d.ShapeOf(seat).Form() {
		case engine.Quantity:
			out = append(out, strconv.Itoa(n))
		case engine.Amounts:
			out = append(out, slices.Repeat([]string{r.exactly(d, seat, i, nil)}, n)...)
		default:
			out = append(out, r.exactly(d, seat, n, reply[:i]))
		}
	}
	return out
}

// exactly names an option so that no other is found by that.
func (r *tracer) exactly(d *engine.Decision, seat engine.Seat, i int, taken engine.Reply) string {
	word := r.word(d, seat, i)
	if r.option(d, seat, word, taken) == i {
		return word
	}
	if exact := r.OptionWords(r.g, d, seat, i); exact.Text != "" {
		return exact.Text
	}
	return "key " + r.Layout.ChoiceKey(d.OptionsOf(seat)[i])
}

// Against plays a table's game along a trace, and behind its end, where states follow, another
// one. A *TraceError names the first state that differs.
func (t *Trace) Against(ctx context.Context, table *interp.Table) error {
	same := partition{}
	for n := 0; n < len(t.States); {
		r, err := newTracer(ctx, table)
		if err != nil {
			return err
		}
		err = r.play(ctx, func(d *engine.Decision, seat engine.Seat, here *State) (engine.Reply, error) {
			there := &t.States[n]
			what := r.differs(d, seat, here, there)
			if what == "" {
				what = same.add(n+1, here.Knows, there.Knows)
			}
			last := n == len(t.States)-1
			switch {
			case what != "":
				return nil, errors.New(what)
			case d == nil || last && there.Took == nil:
				n++
				return nil, nil
			}
			reply, err := r.reply(d, seat, there.Took)
			if err != nil {
				return nil, fmt.Errorf("the answer %s: %w", strings.Join(there.Took, ", "), err)
			}
			n++
			if last {
				return nil, nil
			}
			return reply, nil
		})
		if err != nil {
			return &TraceError{n + 2, fmt.Sprintf("state %d: %s", n+1, err)}
		}
	}
	return nil
}

// differs names the difference between the state of a trace and the game's; "" for none.
func (r *tracer) differs(d *engine.Decision, seat engine.Seat, here, there *State) string {
	switch {
	case d == nil && there.Returns == nil:
		return "the game is over here, and goes on there"
	case d != nil && there.Returns != nil:
		return "the game is over there, and goes on here"
	case d == nil:
		for i, x := range there.Returns {
			if i >= len(here.Returns) || here.Returns[i]-x > 1e-9 || x-here.Returns[i] > 1e-9 {
				return fmt.Sprintf("returns %v here, %v there", here.Returns, there.Returns)
			}
		}
		return ""
	case here.Asked != there.Asked:
		return fmt.Sprintf("asked is %s here, %s there", asked(here.Asked), asked(there.Asked))
	case there.Legal == nil:
		return ""
	case len(there.Weights) != 0 && len(there.Weights) != len(there.Legal):
		return fmt.Sprintf("there are %d options there, and %d weights", len(there.Legal), len(there.Weights))
	}
	return r.legal(d, seat, here, there)
}

// legal names the difference between the options, or their weights.
func (r *tracer) legal(d *engine.Decision, seat engine.Seat, here, there *State) string {
	weights := make([]int, len(here.Legal))
	var more []string
	for i, word := range there.Legal {
		at := slices.Index(here.Legal, word)
		if at < 0 { // it may be written otherwise there
			if found := r.option(d, seat, word, nil); found >= 0 {
				at = slices.Index(here.Legal, r.word(d, seat, found))
			}
		}
		switch {
		case at < 0:
			more = append(more, word)
		case i < len(there.Weights):
			weights[at] += there.Weights[i]
		default:
			weights[at]++
		}
	}
	var less []string
	for i, n := range weights {
		if n == 0 {
			less = append(less, here.Legal[i])
		}
	}
	if len(more)+len(less) > 0 {
		return fmt.Sprintf("legal here and not there: [%s]; there and not here: [%s]", strings.Join(less, ", "),
			strings.Join(more, ", "))
	}
	for i := range there.Weights {
		if i < len(here.Weights) && here.Weights[i]*weights[0] != here.Weights[0]*weights[i] {
			return fmt.Sprintf("chance weighs %v here, %v there, for [%s]", here.Weights, weights,
				strings.Join(here.Legal, ", "))
		}
	}
	return ""
}

func asked(seat int) string {
	if seat == 0 {
		return "chance"
	}
	return fmt.Sprintf("seat %d", seat)
}

// partition has the state in which a key first came up.
type partition map[knownKey]int

// knownKey is a key of what a seat knows, here or there.
type knownKey struct {
	seat  int
	there bool
	key   string
}

// add takes in a state, and says for whom it is one with an earlier state on one side alone.
func (p partition) add(state int, here, there []string) string {
	for i := range min(len(here), len(there)) {
		mine := knownKey{i, false, here[i]}
		its := knownKey{i, true, there[i]}
		a, known := p[mine]
		b, knew := p[its]
		switch {
		case a != b && known && (!knew || a < b):
			return fmt.Sprintf("seat %d cannot tell it from state %d here, and can there", i+1, a)
		case a != b && knew:
			return fmt.Sprintf("seat %d cannot tell it from state %d there, and can here", i+1, b)
		case !known:
			p[mine] = state
			p[its] = state
		}
	}
	return ""
}

// readTrace reads a trace from the data of a file, as read does a golden.
func readTrace(path string, data []byte, err error, r *Result) (compare func(context.Context, *Result) error) {
	r.Name = "a trace"
	var t *Trace
	if err == nil {
		t, err = ReadTrace(data)
	}
	if err != nil {
		r.refuse(err)
		return nil
	}
	r.Name = fmt.Sprintf("%s state by state, with %d seats", t.Game, t.Seats)
	return func(ctx context.Context, r *Result) error {
		table, err := lay(path, t.Game, t.Packs,
			interp.Settings{Seats: t.Seats, GameOptions: t.Options, AskChance: true})
		if err == nil {
			err = t.Against(ctx, table)
		}
		r.refuse(err)
		return nil
	}
}
