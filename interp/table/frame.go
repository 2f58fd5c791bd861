package table

import (
	"context"
	"fmt"
	"slices"
	"weak"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// FrameVersion is the version of the form of frames.
const FrameVersion = 3

// Frame is the game as shown to one viewer, with the news since the frame before.
type Frame struct {
	// V is FrameVersion.
	V      int         `json:"v"`
	Viewer engine.Seat `json:"viewer"`
	// ID counts how often the shown past was replaced, and the events the viewer has seen
	// since: Listen goes on from there.
	ID string `json:"id"`
	// From is the number of the first of Lines, FromMark that of the first of Marks; what
	// the viewer has from there on holds no more.
	From     int               `json:"from"`
	Lines    []transcript.Line `json:"lines"`
	FromMark int               `json:"from_mark"`
	Marks    []Mark            `json:"marks"`
	// Event numbers the last event among the events that the viewer sees, Last the last one among
	// the events that everybody sees. Last is alike for all viewers who are shown the game up to
	// the same place; a viewer with a smaller one is behind.
	Event int          `json:"event"`
	Last  int          `json:"last"`
	Scene *scene.Scene `json:"scene"`
	// Can is what the viewer may call now.
	Can []string `json:"can"`
	// Undo is the decision that an undo leads to, NoUndo why there is none; Agree are
	// those who would have to agree to it.
	Undo   int        `json:"undo,omitempty"`
	NoUndo string     `json:"no_undo,omitempty"`
	Agree  view.Seats `json:"agree,omitempty"`
	// Consent is a request to the viewer's seat.
	Consent    *Consent    `json:"consent,omitempty"`
	Failure    string      `json:"failure,omitempty"`
	Difference *Difference `json:"difference,omitempty"`
}

// Mark is a place on the rail of time.
type Mark struct {
	Event    int    `json:"event"`
	Kind     string `json:"kind"` // phase, answer or roll
	Text     string `json:"text,omitempty"`
	Depth    int    `json:"depth,omitempty"`
	Seat     int    `json:"seat,omitempty"`
	Decision int    `json:"decision,omitempty"`
	Forced   bool   `json:"forced,omitempty"`
}

// Difference is where a game first differs for a viewer since it was given another start:
// the line that was told, the line that is told now, and its event; Line counts the
// lines before.
type Difference struct {
	Was   string `json:"was"`
	Is    string `json:"is"`
	Line  int    `json:"line"`
	Event int    `json:"event"`
}

// after is the frame for a reader that has not taken the one before it.
func (f *Frame) after(before *Frame) *Frame {
	out := *f
	if f.From >= before.From && f.FromMark >= before.FromMark {
		out.From, out.FromMark = before.From, before.FromMark
		out.Lines = slices.Concat(before.Lines[:f.From-before.From], f.Lines)
		out.Marks = slices.Concat(before.Marks[:f.FromMark-before.FromMark], f.Marks)
	}
	return &out
}

// feed is the game as it is told to one viewer.
type feed struct {
	Viewer
	past     int
	reader   *view.Reader
	printer  *transcript.Printer
	composer *scene.Composer
	// lines and marks count those that were told.
	lines, marks int
	// news are the changes after the viewer's last answer or, for a viewer who gives none,
	// after the last one.
	news []view.Event
	// frame is the last one, without its lines and marks.
	frame *Frame
	// whole is frame with all lines and marks, if somebody has it.
	whole     weak.Pointer[Frame]
	listeners []*listener
}

// open reports whether a viewer is told how the game stands now.
func (t *Table) open(seat engine.Seat) bool {
	d := t.decision()
	switch {
	case t.Open, seat == view.Referee:
		return true
	case d == nil:
		return !t.held()
	}
	return d.ShownTo(seat)
}

// tell is the telling of a viewer, from its beginning if the past was replaced.
func (t *Table) tell(v Viewer) *feed {
	f := t.feeds[v]
	if f == nil || f.past != t.pasts[v.Seat] {
		anew := t.begin(v)
		if f != nil {
			anew.listeners = f.listeners
		}
		f = anew
		t.feeds[v] = f
	}
	return f
}

// begin returns a telling at its beginning. Tellings of one language share a composer.
func (t *Table) begin(v Viewer) *feed {
	table := t.session.Table()
	if t.speaking != table {
		t.speaking = table
		t.composers = map[string]*scene.Composer{}
	}
	if t.composers[v.Lang] == nil {
		t.composers[v.Lang] = scene.NewComposer(table.Compiled, table.Speaker(v.Lang))
	}
	out := &feed{Viewer: v, past: t.pasts[v.Seat], reader: view.NewReader(t.session.Position(), v.Seat),
		composer: t.composers[v.Lang]}
	out.printer = transcript.New(out.composer.Speaker, out.reader.Start())
	return out
}

// standing is the telling of a viewer with a frame.
func (t *Table) standing(v Viewer) *feed {
	f := t.tell(v)
	if f.frame == nil {
		f.next(t, true)
	}
	return f
}

// read reads on, up to a place of the log, and returns the new lines and marks.
func (to *feed) read(place int) ([]transcript.Line, []Mark) {
	marks := []Mark{}
	to.reader.Until(place)
	lines := to.printer.Hear(to.reader, func(events []view.Event) {
		for i := range events {
			switch e := &events[i]; e.Kind {
			case view.AnswerEvent:
				marks = append(marks,
					Mark{Event: e.Number, Kind: "answer", Seat: int(e.Seat), Decision: e.Decision, Forced: e.Forced})
				if e.Seat == to.Seat || to.Seat == view.Referee || to.Seat == 0 {
					to.news = nil
				}
			case view.RollEvent:
				marks = append(marks, Mark{Event: e.Number, Kind: "roll"})
			case view.MoveEvent, view.SetEvent, view.TurnEvent:
				to.news = append(to.news, *e)
			}
		}
	})
	for _, l := range lines {
		if l.Heading > 0 {
			marks = append(marks, Mark{Event: l.Event, Kind: "phase", Text: l.Text, Depth: l.Heading})
		}
	}
	slices.SortStableFunc(marks, func(a, b Mark) int { return a.Event - b.Event })
	to.lines, to.marks = to.lines+len(lines), to.marks+len(marks)
	return append([]transcript.Line{}, lines...), marks
}

// next reads on up to where the game may be shown, and makes the frame of it; nil where that
// is nothing new and none is due.
func (to *feed) next(t *Table, due bool) *Frame {
	seen := to.reader.Count()
	lines, marks := to.read(t.shown[to.Seat])
	if !due && to.reader.Count() == seen {
		return nil
	}
	to.frame = to.show(t)
	to.whole = weak.Pointer[Frame]{}
	f := *to.frame
	f.From = to.lines - len(lines)
	f.Lines = append(lines, to.printer.Pending()...)
	f.FromMark = to.marks - len(marks)
	f.Marks = marks
	return &f
}

// scene is the table as the viewer sees it: now, or where the game may not be shown now,
// as it stood when scripts first read what the viewer does not know.
func (to *feed) scene(t *Table) *scene.Scene {
	in := scene.Input{News: to.news, Announced: to.reader.Announced()}
	place := to.reader.Position()
	d := t.decision()
	if p := t.session.Position(); t.open(to.Seat) {
		in.View = view.Of(p, to.Seat)
		in.Question = view.Asked(p, d, to.Seat)
		in.Awaited = view.Awaited(p, d, to.Seat)
		if d != nil {
			place = -1
		}
	} else {
		in.View, _ = to.reader.At(to.reader.Count() - 1)
	}
	in.Derived = t.session.Derived(context.Background(), to.Seat, place) // whole where the table closes, too
	return to.composer.Scene(in)
}

// show is the frame of how the game is shown now, without lines and marks.
func (to *feed) show(t *Table) *Frame {
	if t.public == nil {
		t.public = view.NewReader(t.session.Position(), 0)
	}
	for range t.public.Each() { // it counts them
	}
	f := &Frame{
		V:      FrameVersion,
		Viewer: to.Seat, ID: fmt.Sprintf("%d.%d", to.past, to.reader.Count()), Event: to.reader.Count() - 1,
		Last: t.public.Before(to.reader.Position()) - 1, Scene: to.scene(t), Difference: t.difference(to.Viewer),
	}
	if t.failure != nil && t.Open { // its places and reasons are the host's
		f.Failure = t.failure.Error()
	}
	seat := t.person(to.Seat)
	if seat != 0 && t.open(to.Seat) {
		way, err := t.session.MayUndo(seat)
		f.Undo = way.Decision
		f.Agree = way.Ask
		if err != nil {
			f.NoUndo = err.Error()
		}
	}
	if c := t.consent; c != nil && slices.Contains(c.missing, seat) {
		f.Consent = c
	}
	f.Can = slices.DeleteFunc(slices.Clone(t.Offers(to.Seat)), func(call string) bool {
		asked := f.Scene.Ask != nil && slices.Contains(t.session.People(), f.Scene.Ask.Seat)
		return call == "answer" && !asked || call == "consent" && f.Consent == nil
	})
	return f
}

// person is the person for whom a viewer acts: the viewer or, at a table where everybody
// may look from every seat, the first person asked, or the first at all; 0 for none.
func (t *Table) person(viewer engine.Seat) engine.Seat {
	people := t.session.People()
	if slices.Contains(people, viewer) {
		return viewer
	}
	if len(people) == 0 || !t.Open {
		return 0
	}
	for _, seat := range people {
		if d := t.decision(); d != nil && d.Asks(seat) {
			return seat
		}
	}
	return people[0]
}

// publish tells those who listen what has changed for them.
func (t *Table) publish() {
	if !t.held() {
		for seat := range t.shown { // moves on to where the game may be shown now
			of := seat
			if t.Open {
				of = view.Referee
			}
			t.shown[seat] = view.Told(t.session.Position(), of)
		}
	}
	for v, told := range t.feeds {
		if len(told.listeners) == 0 && !t.held() && !t.aloud { // who comes back cannot tell what came
			delete(t.feeds, v)
			continue
		}
		// Who was asked knows what he has answered, whoever is asked next.
		due := t.aloud || t.open(v.Seat) || told.past != t.pasts[v.Seat] || told.frame.Scene.Ask != nil
		told = t.tell(v)
		if f := told.next(t, due); f != nil {
			for _, l := range told.listeners {
				l.give(f)
			}
		}
	}
	t.aloud = false
}

// difference is where the game differs for a viewer since it was given another start.
func (t *Table) difference(v Viewer) *Difference {
	if t.replayed == nil || !t.Open {
		return nil
	}
	out, known := t.differences[v]
	if !known {
		if sides := t.replayed.Compare(v.Seat, v.Lang); len(sides.Was) > 0 || len(sides.Is) > 0 {
			out = &Difference{first(sides.Was), first(sides.Is), sides.At, sides.Event}
		}
		t.differences[v] = out
	}
	return out
}
