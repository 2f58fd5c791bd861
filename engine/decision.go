package engine

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// DecisionKind is the kind of a decision. The set is closed.
type DecisionKind uint8

// The kinds of decisions.
const (
	// PickOne: one option; none if Optional.
	PickOne DecisionKind = iota
	// PickSome: Min to Max different options.
	PickSome
	// PickOrder: all options, in an order.
	PickOrder
	// YesNo: two options, yes and no.
	YesNo
	// PickNumber: a number from Min to Max.
	PickNumber
	// Split: Total distributed over the options, at most Max each.
	Split
)

var decisionNames = [...]string{"one", "some", "order", "yes", "number", "split"}

// String returns the name of the kind, as choose has it.
func (k DecisionKind) String() string { return decisionNames[k] }

// MaxParts is the largest number of values that make up one option.
const MaxParts = 3

// Choice is one option of a decision: one value, or several that belong
// together (a card and the zone it goes to).
type Choice struct {
	N uint8
	V [MaxParts]Value
}

// One returns an option of one value.
func One(v Value) Choice { return Choice{N: 1, V: [MaxParts]Value{v}} }

// Named is a value with a name, for the placeholders of messages.
type Named struct {
	Name  Symbol
	Value Value
}

// Decision is one question, as data, to one seat or (Secret) to several seats
// that answer without seeing each other's answers.
type Decision struct {
	Number int
	Kind   DecisionKind
	Seat   Seat
	// Secret decisions go to Seats at once; each has its own options in
	// SecretOptions, by seat.
	Secret        bool
	Seats         SeatSet
	SecretOptions [][]Choice

	Prompt  Symbol
	About   []Named
	Options []Choice
	// Optional lets PickOne pick nothing.
	Optional        bool
	Min, Max, Total int

	// Open are the triggers that are being raised while the decision is open,
	// outermost first, with their parameters as they are now.
	Open []OpenTrigger
	// Given are the replies that a secret decision has so far, by seat; nil
	// for a seat that has not answered.
	Given []Reply
}

// Reply is a seat's answer: positions in its options (for yes or no, 0 is
// yes), the number, or for Split an amount for each option.
type Reply []int

// OptionsOf returns the options of a seat.
func (d *Decision) OptionsOf(seat Seat) []Choice {
	if d.Secret {
		return d.SecretOptions[seat]
	}
	return d.Options
}

// Asks tells whether the decision is put to a seat.
func (d *Decision) Asks(seat Seat) bool {
	if d.Secret {
		return d.Seats.Has(seat)
	}
	return d.Seat == seat
}

// Waits tells whether the decision still waits for a seat.
func (d *Decision) Waits(seat Seat) bool {
	return d.Asks(seat) && (!d.Secret || d.Given == nil || d.Given[seat] == nil)
}

// forced returns the only legal reply, if there is just one.
func (d *Decision) forced(seat Seat) (Reply, bool) {
	n := len(d.OptionsOf(seat))
	switch d.Kind {
	case PickOne:
		if n == 0 {
			return Reply{}, true
		}
		return Reply{0}, n == 1 && !d.Optional
	case PickSome:
		if d.Max == 0 || n == 0 {
			return Reply{}, true
		}
		return every(n), d.Min == n
	case PickOrder:
		return every(n), n < 2
	case PickNumber:
		return Reply{d.Min}, d.Min == d.Max
	case Split:
		switch {
		case n == 0:
			return Reply{}, true
		case n == 1:
			return Reply{d.Total}, true
		}
		return make(Reply, n), d.Total == 0
	}
	return nil, false
}

func every(n int) Reply {
	all := make(Reply, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Check tells why a reply is not legal, or nil.
func (d *Decision) Check(seat Seat, r Reply) error {
	n := len(d.OptionsOf(seat))
	switch d.Kind {
	case PickNumber:
		if len(r) != 1 || r[0] < d.Min || r[0] > d.Max {
			return fmt.Errorf("the answer must be a number from %d to %d", d.Min, d.Max)
		}
		return nil
	case Split:
		return d.checkSplit(n, r)
	case YesNo:
		n = 2
	}
	low, high := 1, 1
	switch {
	case d.Kind == PickOne && d.Optional:
		low = 0
	case d.Kind == PickSome:
		low, high = d.Min, d.Max
	case d.Kind == PickOrder:
		low, high = n, n
	}
	if len(r) < low || len(r) > high {
		return fmt.Errorf("the answer must name %d to %d options, not %d", low, high, len(r))
	}
	for i, pick := range r {
		if pick < 0 || pick >= n {
			return fmt.Errorf("there is no option %d; there are %d", pick+1, n)
		}
		if slices.Contains(r[:i], pick) {
			return fmt.Errorf("option %d is named twice", pick+1)
		}
	}
	return nil
}

func (d *Decision) checkSplit(n int, r Reply) error {
	if len(r) != n {
		return fmt.Errorf("the answer must give an amount for each of the %d options", n)
	}
	sum := 0
	for _, amount := range r {
		if amount < 0 || d.Max > 0 && amount > d.Max {
			return fmt.Errorf("an amount must be from 0 to %d", d.Max)
		}
		sum += amount
	}
	if sum != d.Total {
		return fmt.Errorf("the amounts must add up to %d, not %d", d.Total, sum)
	}
	return nil
}

// Choose puts a decision to its seat and returns the reply. When nobody in
// process knows the answer it returns ErrWaiting, and the run is abandoned; it
// comes back with the answer when the step is run again.
func (g *Game) Choose(d *Decision) (Reply, error) {
	replies, err := g.ask(d)
	if err != nil {
		return nil, err
	}
	return replies[0], nil
}

// ChooseSecretly puts a decision to several seats at once and returns their
// replies in seat order.
func (g *Game) ChooseSecretly(d *Decision) ([]Reply, error) {
	d.Secret = true
	return g.ask(d)
}

func (d *Decision) seats() SeatSet {
	if d.Secret {
		return d.Seats
	}
	return Only(d.Seat)
}

// fit bounds the decision's limits by its options, or tells why nothing is legal.
func (d *Decision) fit() error {
	most := len(d.Options)
	for _, options := range d.SecretOptions {
		most = max(most, len(options))
	}
	switch {
	case d.Kind == PickSome:
		d.Max = min(d.Max, most)
		if d.Min > d.Max {
			return fmt.Errorf("choose: at least %d must be picked, but there are %d options", d.Min, most)
		}
	case d.Kind == PickNumber && d.Min > d.Max:
		return fmt.Errorf("choose: there is no number from %d to %d", d.Min, d.Max)
	case d.Kind == Split && most > 0 && d.Max > 0 && d.Max*most < d.Total:
		return fmt.Errorf("choose: %d cannot be split over %d options of at most %d", d.Total, most, d.Max)
	}
	return nil
}

func (g *Game) ask(d *Decision) ([]Reply, error) {
	if err := g.guard("choose"); err != nil {
		return nil, err
	}
	if d.Seat == 0 && !d.Secret {
		return nil, fmt.Errorf("choose: a decision needs a seat")
	}
	if err := d.fit(); err != nil {
		return nil, err
	}
	if replies, ok := g.allForced(d); ok {
		g.logAnswers(d, replies, 1)
		return replies, nil
	}
	d.Number = int(g.state.cells[cellDecisions]) + 1
	if g.step.next < len(g.step.answers) {
		return g.replay(d)
	}
	replies, open := g.decide(d)
	if open {
		d.Open = g.openTriggers()
		kept := *d
		kept.Options = slices.Clone(d.Options)
		kept.About = slices.Clone(d.About)
		g.open = &kept
		g.emit(Event{Kind: EvAsk, A: int32(d.Number), B: int32(d.Prompt), New: d.seats()})
		g.hashAnswers()
		return nil, ErrWaiting
	}
	g.record(d, replies)
	g.logAnswers(d, replies, 0)
	return replies, nil
}

func (g *Game) allForced(d *Decision) ([]Reply, bool) {
	var replies []Reply
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if !d.Asks(s) {
			continue
		}
		r, ok := d.forced(s)
		if !ok {
			return nil, false
		}
		replies = append(replies, r)
	}
	return replies, true
}

// decide asks the deciders. A decision stays open while a seat without one
// has not answered; the others then answer from the view at opening.
func (g *Game) decide(d *Decision) (replies []Reply, open bool) {
	if d.Secret {
		d.Given = make([]Reply, g.Seats+1)
	}
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if !d.Asks(s) {
			continue
		}
		reply, ok := d.forced(s)
		if !ok {
			decider := g.setup.Deciders[s]
			if decider == nil {
				open = true
				continue
			}
			reply = decider(g, d, s)
		}
		if d.Secret {
			d.Given[s] = reply
		}
		replies = append(replies, reply)
	}
	return replies, open
}

// choices turns a reply into the values chosen.
func (d *Decision) choices(seat Seat, r Reply) []Choice {
	options := d.OptionsOf(seat)
	out := make([]Choice, len(r))
	for i, n := range r {
		switch d.Kind {
		case PickNumber, Split, YesNo:
			out[i] = One(Num(n))
		default:
			out[i] = options[n]
		}
	}
	return out
}

// reply finds values that were chosen among the options that are offered now.
func (d *Decision) reply(seat Seat, choices []Choice) (Reply, error) {
	options := d.OptionsOf(seat)
	out := make(Reply, len(choices))
	for i, c := range choices {
		switch d.Kind {
		case PickNumber, Split, YesNo:
			out[i] = int(c.V[0].N)
		default:
			out[i] = slices.Index(options, c)
			if out[i] < 0 {
				return nil, fmt.Errorf("the recorded answer is no longer offered")
			}
		}
	}
	return out, d.Check(seat, out)
}

// record keeps the answers of a decision for running the step again. The
// hashes are made only when the step is abandoned: bots in process never pay.
func (g *Game) record(d *Decision, replies []Reply) {
	rec := recorded{number: d.Number, at: g.log.Len() - g.step.begin}
	rec.question = d.hash()
	i := 0
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if d.Asks(s) {
			rec.replies = append(rec.replies, SeatReply{s, d.choices(s, replies[i])})
			i++
		}
	}
	g.step.answers = append(g.step.answers, rec)
	g.step.next = len(g.step.answers)
}

// hashAnswers completes the records of the running step with the hash of the
// events before each answer.
func (g *Game) hashAnswers() {
	for i := range g.step.answers {
		rec := &g.step.answers[i]
		if rec.trace == 0 {
			rec.trace = g.trace(g.step.begin + rec.at)
		}
	}
}

// trace hashes the events of the step up to a position.
func (g *Game) trace(to int) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for at := g.step.begin; at < to; at++ {
		e := g.log.At(at)
		h = rng.Mix(h ^ uint64(e.Kind)<<56 ^ uint64(e.New)<<48 ^ uint64(uint32(e.A)) ^ uint64(uint32(e.B))<<24)
		h = rng.Mix(h ^ uint64(uint32(e.C))<<32 ^ uint64(uint32(e.D)))
		for _, v := range g.log.Data(e) {
			h = rng.Mix(h ^ uint64(uint32(v)))
		}
	}
	return h | 1
}

// hash is the digest of a question: what is asked of whom, and what is offered.
func (d *Decision) hash() uint64 {
	h := rng.Mix(uint64(d.Kind) | uint64(d.Seat)<<8 | uint64(d.Seats)<<16 | uint64(d.Prompt)<<24)
	h = rng.Mix(h ^ uint64(d.Min)<<40 ^ uint64(d.Max)<<20 ^ uint64(d.Total))
	h = hashOptions(h, d.Options)
	for _, options := range d.SecretOptions {
		h = hashOptions(h, options)
	}
	return h
}

func hashOptions(h uint64, options []Choice) uint64 {
	for i := range options {
		for _, v := range options[i].V[:options[i].N] {
			h = rng.Mix(h ^ uint64(v.Kind)<<32 ^ uint64(uint32(v.N)))
		}
	}
	return h
}

// replay answers from the record, after checking that everything is as it was.
func (g *Game) replay(d *Decision) ([]Reply, error) {
	rec := &g.step.answers[g.step.next]
	switch {
	case rec.number != d.Number:
		return nil, g.diverged(rec.number, fmt.Sprintf("decision %d was asked instead", d.Number))
	case rec.question != 0 && rec.question != d.hash():
		return nil, g.diverged(d.Number, "another question or other options were offered")
	case rec.trace != 0 && rec.trace != g.trace(g.log.Len()):
		return nil, g.diverged(d.Number, "other events had happened before it")
	}
	var replies []Reply
	for _, given := range rec.replies {
		if !d.Asks(given.Seat) {
			return nil, g.diverged(d.Number, "another seat was asked")
		}
		r, err := d.reply(given.Seat, given.Choices)
		if err != nil {
			return nil, g.diverged(d.Number, err.Error())
		}
		replies = append(replies, r)
	}
	rec.at = g.log.Len() - g.step.begin
	g.step.next++
	g.logAnswers(d, replies, 0)
	return replies, nil
}

func (g *Game) diverged(number int, what string) error {
	return &DivergenceError{Step: g.Pack.Steps[g.step.what], Decision: number, What: what}
}

// logAnswers writes the answers to the log, in seat order.
func (g *Game) logAnswers(d *Decision, replies []Reply, forced int32) {
	i := 0
	count := forced
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if !d.Asks(s) {
			continue
		}
		g.ints = g.ints[:0]
		width := int32(1)
		options := d.OptionsOf(s)
		for _, n := range replies[i] {
			switch d.Kind {
			case PickNumber, Split, YesNo:
				g.ints = append(g.ints, int32(Number), int32(n))
			default:
				c := &options[n]
				width = int32(c.N)
				g.ints = encodeValues(g.ints, c.V[:c.N])
			}
		}
		g.emitData(Event{Kind: EvAnswer, A: int32(d.Number), B: int32(s), C: width, D: count, New: Only(s)}, g.ints)
		// Only the first of several answers to one decision counts it.
		count = 1
		i++
	}
}

// Answer gives a seat's reply to the open decision; number must be the
// decision's, so that a late answer cannot hit another question. A secret
// decision keeps the reply, changeable, until the last one is there.
func (g *Game) Answer(number int, seat Seat, reply Reply) error {
	d := g.open
	switch {
	case d == nil:
		return fmt.Errorf("no decision is open")
	case d.Number != number:
		return fmt.Errorf("decision %d is open, not %d", d.Number, number)
	case !d.Asks(seat):
		return fmt.Errorf("decision %d is not put to seat %d", number, seat)
	}
	if err := d.Check(seat, reply); err != nil {
		return err
	}
	replies := []Reply{reply}
	if d.Secret {
		d.Given[seat] = slices.Clone(reply)
		replies = replies[:0]
		for s := Seat(1); int(s) <= g.Seats; s++ {
			if d.Waits(s) {
				return nil
			}
			if d.Asks(s) {
				replies = append(replies, d.Given[s])
			}
		}
	}
	g.open = nil
	rec := recorded{number: d.Number, question: d.hash(), at: g.log.Len() - 1 - g.step.begin}
	rec.trace = g.trace(g.log.Len() - 1)
	i := 0
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if d.Asks(s) {
			rec.replies = append(rec.replies, SeatReply{s, d.choices(s, replies[i])})
			i++
		}
	}
	g.step.answers = append(g.step.answers, rec)
	return nil
}

// Undo goes back to an earlier decision, which is then open again; all
// answers from it on are forgotten. Decision 1 is the first.
func (g *Game) Undo(number int) error {
	last := int(g.state.cells[cellDecisions])
	if g.open != nil {
		last = g.open.Number - 1
	}
	if number < 1 || number > last {
		return fmt.Errorf("there is no answered decision %d to go back to; answered so far: %d", number, last)
	}
	if g.setup.DropLog {
		return fmt.Errorf("a game without a log cannot go back")
	}
	answers, begin := g.step.answers, g.step.begin
	if !g.step.active || len(answers) == 0 || answers[0].number > number {
		i := len(g.history) - 1
		for i >= 0 && g.history[i].first > number {
			i--
		}
		answers, begin = g.history[i].answers, g.history[i].begin
		g.history = g.history[:i]
	}
	keep := slices.IndexFunc(answers, func(r recorded) bool { return r.number >= number })
	deciders := g.setup.Deciders
	g.setup.Deciders = [MaxSeats + 1]Decider{}
	defer func() { g.setup.Deciders = deciders }()
	g.open = nil
	g.rollBack(begin)
	g.failures = g.failures[:g.failuresBefore(begin)]
	g.step = stepRun{begin: begin, active: true, answers: slices.Clone(answers[:keep]), failures: len(g.failures)}
	_, err := g.Advance()
	return err
}

// failuresBefore counts the failures reported before a position.
func (g *Game) failuresBefore(position int) int {
	n := 0
	for at := g.log.Base; at < min(position, g.log.Len()); at++ {
		if g.log.At(at).Kind == EvFailed {
			n++
		}
	}
	return n
}
