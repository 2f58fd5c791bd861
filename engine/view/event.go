package view

import "github.com/ruledeck/ruledeck/engine"

// Event is what a seat sees of one event. Which fields are set follows from
// the kind:
//
//	set         Name (an attribute, or a card's "owner" or "seat"), Holder, Seat or Card, Old, New
//	turn        Seat whose turn it is now, 0 for nobody's
//	move        Card, From, To, Place (in the new zone, 0 where cards do not lie apart)
//	shuffle     Zone
//	roll        Name (the die), Seats that see it, Faces if the viewer does
//	draw        Zone, Card
//	reveal      Card, Seats that know it now
//	answer      Decision, Seat, Choices unless Secret, Forced
//	say         Name (the message), Values
//	raise, apply  Name (the trigger), Values
//	ability     Name, Card, Seat
//	effect, effect_end  Name (the ability), Card, Seat
//	failed      Name (the ability)
//	phase       Name, Begins
//	finish      Seats that won, Name (the reason)
//
// The referee also sees step (Name, Values), schedule and take (Name, Values).
type Event struct {
	// Number counts the events that the viewer sees; Cause is the number of
	// the nearest cause that it sees, -1 for none, and Depth how many there are.
	Number int    `json:"number"`
	Cause  int    `json:"cause"`
	Depth  int    `json:"depth,omitempty"`
	Kind   string `json:"kind"`

	Name     string        `json:"name,omitempty"`
	Holder   string        `json:"holder,omitempty"`
	Seat     engine.Seat   `json:"seat,omitempty"`
	Seats    []engine.Seat `json:"seats,omitempty"`
	Card     *Value        `json:"card,omitempty"`
	Zone     *Value        `json:"zone,omitempty"`
	From     *Value        `json:"from,omitempty"`
	To       *Value        `json:"to,omitempty"`
	Place    int           `json:"place,omitempty"`
	Old      *Value        `json:"old,omitempty"`
	New      *Value        `json:"new,omitempty"`
	Faces    []Value       `json:"faces,omitempty"`
	Values   []Named       `json:"values,omitempty"`
	Decision int           `json:"decision,omitempty"`
	Choices  [][]Value     `json:"choices,omitempty"`
	Secret   bool          `json:"secret,omitempty"`
	Forced   bool          `json:"forced,omitempty"`
	Begins   bool          `json:"begins,omitempty"`
}

// Reader reads the log of a game through the eyes of one seat, from what the
// log still keeps on. After an undo make a new one.
type Reader struct {
	looker
	game  *engine.Position
	past  *engine.Past
	first int
	count int
	// seen has, by log position from first on, the number of the event itself if it
	// is shown, else of its nearest cause that is shown, and that one's depth.
	seen []mark
}

type mark struct {
	number, depth int
	shown         bool
}

// NewReader returns a reader at the beginning of the log.
func NewReader(g *engine.Position, seat engine.Seat) *Reader {
	return newReader(g, seat, g.Log().Base)
}

func newReader(g *engine.Position, seat engine.Seat, position int) *Reader {
	past := g.Past(position)
	return &Reader{looker: looker{past.Position(), seat}, game: g, past: past, first: past.At()}
}

// Next returns the events since the last call.
func (r *Reader) Next() []Event {
	var out []Event
	log := r.game.Log()
	for r.past.At() < log.Len() {
		at := r.past.At()
		e := log.At(at)
		if e.Kind == engine.EvAsk && at == log.Len()-1 {
			// It stands there only while the decision is open.
			break
		}
		under := mark{number: -1, depth: -1}
		if cause := log.Cause(at); cause >= r.first {
			under = r.seen[cause-r.first]
			under.shown = false
		}
		if shown, ok := r.project(e, log); ok {
			shown.Number, shown.Cause, shown.Depth = r.count, under.number, under.depth+1
			under = mark{r.count, shown.Depth, true}
			r.count++
			out = append(out, shown)
		} else {
			r.past.Follow()
		}
		r.seen = append(r.seen, under)
	}
	return out
}

// Events returns the events that a seat has seen, but for the first from ones.
func Events(g *engine.Position, seat engine.Seat, from int) []Event {
	all := NewReader(g, seat).Next()
	return all[min(max(from, 0), len(all)):]
}

// Since returns the events that a seat has seen since a position of the log,
// counted from there; see engine.Position.Checkpoint.
func Since(g *engine.Position, seat engine.Seat, position int) []Event {
	return newReader(g, seat, position).Next()
}
