package view

import (
	"iter"
	"math"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
)

// EventKind is the kind of an Event.
type EventKind string

// The kinds of events, with the fields that each sets.
const (
	// SetEvent: Name (an attribute, or a card's "owner" or "seat"), Holder, Seat (for a
	// card its controller), Card, Old, New.
	SetEvent EventKind = "set"
	// TurnEvent: Seat whose turn it is now, 0 for none; Old and New.
	TurnEvent EventKind = "turn"
	// MoveEvent: Card, From, To, Place (in the new zone, 0 where cards do not lie
	// apart); Seat controls the card, 0 where the viewer may not know.
	MoveEvent EventKind = "move"
	// ShuffleEvent: Zone.
	ShuffleEvent EventKind = "shuffle"
	// RollEvent: Name (the die), Seats that see it, Faces if the viewer does.
	RollEvent EventKind = "roll"
	// DrawEvent: Zone, Card.
	DrawEvent EventKind = "draw"
	// RevealEvent: Card, Seats that know it now; Learned are the seats that did not know it
	// before.
	RevealEvent EventKind = "reveal"
	// AnswerEvent: Decision, Seat, Choices unless Secret, Forced.
	AnswerEvent EventKind = "answer"
	// SayEvent: Name (the message), Values.
	SayEvent EventKind = "say"
	// RaiseEvent and ApplyEvent: Name (the trigger), Values.
	RaiseEvent EventKind = "raise"
	ApplyEvent EventKind = "apply"
	// AbilityEvent: Name, Card, Seat.
	AbilityEvent EventKind = "ability"
	// EffectEvent and EffectEndEvent: Name (the ability), Card, Seat.
	EffectEvent    EventKind = "effect"
	EffectEndEvent EventKind = "effect_end"
	// FailedEvent: Name (the ability), Since (the first event that is undone).
	FailedEvent EventKind = "failed"
	// PhaseEvent: Name, Begins.
	PhaseEvent EventKind = "phase"
	// FinishEvent: Seats that won or, if Drawn, share the game, Name (the reason).
	FinishEvent EventKind = "finish"
	// StepEvent, ScheduleEvent and TakeEvent are for the referee alone: Name,
	// Values.
	StepEvent     EventKind = "step"
	ScheduleEvent EventKind = "schedule"
	TakeEvent     EventKind = "take"
)

// Event is what a seat sees of one event. Which fields are set follows from
// the kind.
type Event struct {
	// Number counts the events that the viewer sees; Cause is the number of
	// the nearest cause that it sees, -1 for none, and Depth how many there are.
	Number int       `json:"number"`
	Cause  int       `json:"cause"`
	Depth  int       `json:"depth,omitempty"`
	Kind   EventKind `json:"kind"`

	Name     string      `json:"name,omitempty"`
	Holder   Holder      `json:"holder,omitempty"`
	Seat     engine.Seat `json:"seat,omitempty"`
	Seats    Seats       `json:"seats,omitempty"`
	Learned  Seats       `json:"learned,omitempty"`
	Card     *Value      `json:"card,omitempty"`
	Zone     *Value      `json:"zone,omitempty"`
	From     *Value      `json:"from,omitempty"`
	To       *Value      `json:"to,omitempty"`
	Place    int         `json:"place,omitempty"`
	Old      *Value      `json:"old,omitempty"`
	New      *Value      `json:"new,omitempty"`
	Faces    []Value     `json:"faces,omitempty"`
	Values   []Named     `json:"values,omitempty"`
	Decision int         `json:"decision,omitempty"`
	Choices  [][]Value   `json:"choices,omitempty"`
	Secret   bool        `json:"secret,omitempty"`
	Forced   bool        `json:"forced,omitempty"`
	Begins   bool        `json:"begins,omitempty"`
	Drawn    bool        `json:"drawn,omitempty"`
	Since    int         `json:"since,omitempty"`

	// Index is the place of what Name names in the pack's list of its kind:
	// attributes of the Holder, dice, triggers, abilities, phases, words.
	Index int `json:"-"`
	// At is the event's position in the log, Raise that of an apply's raise, and
	// Reason why an ability failed: for the referee alone.
	At int `json:"-"`
	// Counted says of an answer that it counts its decision: for the referee too.
	Counted bool   `json:"-"`
	Raise   int    `json:"-"`
	Reason  string `json:"-"`
	// Joined says that the event is part of one change with the one before it, so that their
	// order tells nothing.
	Joined bool `json:"-"`
}

// Holder says what has the attribute that a SetEvent changes.
type Holder string

// The holders of attributes.
const (
	OfGame Holder = "game"
	OfSeat Holder = "seat"
	OfCard Holder = "card"
)

// Reader reads the log of a game through the eyes of one seat, from what the
// log still keeps on. After an undo make a new one.
type Reader struct {
	looker
	game  *engine.Position
	past  *engine.Past
	first int
	count int
	// end is the place of the log that the reader reads up to.
	end int
	// seen has, by log position from first on, the number of the event itself if it
	// is shown, else of its nearest cause that is shown, and that one's depth.
	seen []mark
	// joins is set once the viewer has seen something of the present change.
	joins bool
}

type mark struct {
	number int32
	depth  int16 // MaxNesting bounds it
	shown  bool
}

// NewReader returns a reader at the beginning of the log.
func NewReader(g *engine.Position, seat engine.Seat) *Reader {
	return ReaderAt(g, seat, g.Log().Base)
}

// ReaderAt returns a reader at a position of the log; see engine.Position.Checkpoint.
// It counts the events from there. Of a card of which the pack has more than 32 copies,
// on which more than 256 cards lie, or which lies in a row of more than 256, events do not
// say which copy it is; and a card has no place in a zone where more than 256 lie on both
// sides of it.
func ReaderAt(g *engine.Position, seat engine.Seat, position int) *Reader {
	past := g.Past(position)
	return &Reader{looker: looker{g: past.Position(), seat: seat, brief: true}, game: g, past: past, first: past.At(),
		end: math.MaxInt}
}

// Until makes the reader stop at a place of the log, which is one that Position gave.
func (r *Reader) Until(position int) { r.end = position }

// Place is the end of the log: the place up to which a reader reads everything so far.
func Place(g *engine.Position) int {
	log := g.Log()
	place := log.Len()
	if place > log.Base && log.At(place-1).Kind == engine.EvAsk {
		place-- // it stands there only while the decision is open
	}
	return place
}

// Told is the place of the log up to which a host may tell a viewer the game while it rests:
// its end where the open decision may be shown, else the place where the step that asks first
// read, since the last answer, what the viewer does not know.
//
// The place itself tells nothing: it is at the same event in any two worlds that the viewer
// cannot tell apart. A step of the flow begins with nothing but its arguments and the game,
// since scripts keep nothing between calls; what it does up to its first read of something
// hidden, and where that read stands, follows from what the viewer knows. Where a later read
// stands may follow from the first one, and so it does not count. What an earlier step of the
// flow read is only in what it wrote: what all see of that is told anyway, and the rest has to
// be read again. A card that was read counts no more once the viewer knows it: in worlds with
// another card there it has seen another one. A step that is run again, up to the answer that is
// there now, reads the same again: the log takes back with a run what was read in it. Rules that
// read before an answer and go by it only behind that tell it themselves, by what they do then.
func Told(g *engine.Position, viewer engine.Seat) int {
	d := g.Open()
	if d == nil || viewer == Referee || d.ShownTo(viewer) {
		return Place(g)
	}
	return g.Unpeeked(viewer, Place(g))
}

// Position is the place of the log that the reader has read up to.
func (r *Reader) Position() int { return r.past.At() }

// Start returns what those need to know who tell the events that come next: the
// turn, and the attributes of the table and the seats before modifiers.
func (r *Reader) Start() *View {
	l := r.looker
	l.printed = true
	return &View{Seat: r.seat, Seats: r.g.Seats, Turn: r.g.Turn(), Game: l.gameAttributes(), Players: l.players()}
}

// Next returns the events since the last call.
func (r *Reader) Next() []Event { return r.Some(math.MaxInt) }

// Some returns the events since the last call, at most so many: for those who keep
// less of them than they are. There are no more where it returns none.
func (r *Reader) Some(most int) []Event {
	var out []Event
	log := r.game.Log()
	for end := min(Place(r.game), r.end); r.past.At() < end && len(out) < most; {
		at := r.past.At()
		e := log.At(at)
		under := mark{number: -1, depth: -1}
		if cause := log.Cause(at); cause >= r.first {
			under = r.seen[cause-r.first]
			under.shown = false
		}
		r.joins = r.joins && e.Joined
		if shown, ok := r.project(e, log); ok {
			shown.Number, shown.Cause, shown.Depth = r.count, int(under.number), int(under.depth)+1
			shown.Joined = r.joins
			r.joins = true
			if r.seat == Referee {
				shown.At = at
			}
			under = mark{int32(r.count), int16(shown.Depth), true}
			r.count++
			out = append(out, shown)
		} else {
			r.follow()
		}
		r.seen = append(r.seen, under)
	}
	return out
}

// Each goes through the events since the last call, of which it holds few at once: a game of
// many cards has more than one would keep for a look at each.
func (r *Reader) Each() iter.Seq[*Event] {
	const few = 64
	return func(yield func(*Event) bool) {
		for events := r.Some(few); len(events) > 0; events = r.Some(few) {
			for i := range events {
				if !yield(&events[i]) {
					return
				}
			}
		}
	}
}

// follow moves on to behind the next event.
func (r *Reader) follow() {
	kept := r.once.after(r.game.Log().At(r.past.At()))
	r.past.Follow()
	r.once = kept
}

// Count is the number of events that the reader has read and the seat has seen.
func (r *Reader) Count() int { return r.count }

// Before is how many of the events that the seat has seen stand before a position of the log;
// see engine.Log.
func (r *Reader) Before(position int) (n int) {
	for _, m := range r.seen[:min(max(position-r.first, 0), len(r.seen))] {
		if m.shown {
			n++
		}
	}
	return n
}

// Announced are the triggers that were announced and have not happened yet behind the last event
// that the seat has seen, outermost first: those under which that event stands. So it tells no more
// than the events do, whether somebody is asked there or not.
func (r *Reader) Announced() []Trigger {
	var out []Trigger
	log := r.game.Log()
	for at := r.first + r.place(r.count-1); at >= r.first; at = log.Cause(at) {
		if e := log.At(at); e.Kind == engine.EvRaise {
			out = slices.Insert(out, 0, r.trigger(engine.TriggerID(e.A), log.Values(e), r.value))
		}
	}
	return out
}

// At returns the view as it was right behind an event that the reader has read,
// and whether there is one with that number; -1 is before the first.
func (r *Reader) At(event int) (*View, bool) {
	i := r.place(event)
	if i < 0 && event != -1 {
		return nil, false
	}
	return Of(r.game.Past(r.first+i+1).Position(), r.seat), true
}

// Again returns an event that the reader has read, without its causes, and whether there is
// one with that number, so that callers need not keep events. For a failed ability it has
// the kind alone, since the rest depends on earlier events.
func (r *Reader) Again(event int) (Event, bool) {
	i := r.place(event)
	if i < 0 {
		return Event{}, false
	}
	again := ReaderAt(r.game, r.seat, r.first+i)
	again.Until(r.first + i + 1)
	e := Event{Kind: FailedEvent}
	if events := again.Next(); len(events) > 0 {
		e = events[0]
	}
	e.Number, e.Cause = event, -1
	return e, true
}

// place is where in seen an event stands; -1 where there is none with that number.
func (r *Reader) place(event int) int {
	return slices.IndexFunc(r.seen, func(m mark) bool { return m.shown && int(m.number) == event })
}
