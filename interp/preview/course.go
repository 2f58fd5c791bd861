package preview

import (
	"fmt"
	"slices"
	"unicode"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// course is what followed in one world.
type course struct {
	lines []courseLine
	// moves are the cards that move, for options without any other line.
	moves  []courseLine
	values []change
	next   Next
	// sure says that all of it was.
	sure bool
}

// courseLine is a line of one world.
type courseLine struct {
	text string
	// what identifies a line across worlds: the kind and name of the event, the first card
	// that it names, and how many such lines came before it. kind is the same without the
	// card.
	what, kind line
	sure       bool
	cards      []string
}

type line struct {
	event view.EventKind
	name  string
	of    engine.DefID
	nth   int
}

// change is an attribute that one world changed.
type change struct {
	of            holding
	name, whose   string
	before, after string
}

type holding struct{ key, holder string }

// courseOf reads the events of a world, up to where the preview ends.
func (p *Previewer) courseOf(f belief.Followed, taken taken) (course, *locale.Voice) {
	events := f.Events
	i := slices.IndexFunc(events, func(e view.Event) bool {
		return e.Kind == view.PhaseEvent && e.Begins || e.Kind == view.TurnEvent
	})
	if i >= 0 {
		events = events[:i+1]
	}
	printer := transcript.New(p.speaker, f.Start)
	lines := printer.Lines(events)
	out := course{sure: f.Sure >= len(f.Events)}
	voice := printer.Voice()
	out.next = p.next(f, voice)
	seen := map[line]int{}
	for i := range lines {
		e := &events[lines[i].Event]
		switch {
		case lines[i].Heading > 0:
			out.next = Next{Text: lines[i].Text}
		case i > 0 || !repeats(lines[i].Text, taken.label):
			out.lines = append(out.lines, lineOf(e, lines[i].Text, e.Number < f.Sure, seen))
		}
	}
	for i := range events {
		e := &events[i]
		if e.Kind == view.MoveEvent && e.From.Key() != e.To.Key() && !repeats(taken.label, voice.Zone(e.To)) {
			text := voice.Value(e.Card) + " → " + voice.Zone(e.To)
			out.moves = append(out.moves, lineOf(e, text, e.Number < f.Sure, seen))
		}
	}
	if len(lines) == 0 {
		out.lines = out.moves // the pack has no words for what happened
	}
	out.values = slices.DeleteFunc(p.changes(events, voice), func(c change) bool {
		return c.of.holder != "" && slices.Contains(taken.parts, c.after)
	})
	return out, voice
}

// hear notes a line where an ability of a card that the reply names finds nothing to act on, behind
// the reply in the step that asks.
func (p *Previewer) hear(pos *engine.Position, in *engine.Instance) {
	of := view.Project(pos, engine.CardValue(in.Card), p.seat)
	if !slices.Contains(p.trying.cards, of.Key()) || pos.Checkpoint() != p.step || pos.Decisions() == p.answered {
		return
	}
	voice := p.voice()
	key := "not.target"
	kind := p.speaker.Kind(in.Ability.Aim())
	if kind != "" {
		key = "not.target.none"
	}
	text := say(voice, "not.line", "is", voice.Value(&of), "name", say(voice, key, "asked", kind))
	what := line{name: text}
	p.vain = append(p.vain, courseLine{text: text, what: what, kind: what, cards: []string{of.Key()}})
}

// lineOf is the line of an event; seen counts the lines before it that are like it.
func lineOf(e *view.Event, text string, sure bool, seen map[line]int) courseLine {
	out := courseLine{text: text, sure: sure, cards: []string{}}
	cards := named(e)
	for _, c := range cards {
		if key := c.Key(); !slices.Contains(out.cards, key) {
			out.cards = append(out.cards, key)
		}
	}
	out.kind = line{event: e.Kind, name: e.Name}
	out.what = out.kind
	if len(cards) > 0 {
		out.what.of = cards[0].Def
	}
	out.kind.nth, out.what.nth = seen[out.kind], seen[out.what]
	seen[line{event: e.Kind, name: e.Name}]++
	if out.what.of != 0 {
		seen[line{event: e.Kind, name: e.Name, of: out.what.of}]++
	}
	return out
}

// derived are the derived values that have changed.
func (p *Previewer) derived(was, is []belief.Derived, voice *locale.Voice) []change {
	var out []change
	before := map[holding]string{}
	for i := range was {
		d := &was[i]
		before[holding{d.Name, d.Holder()}] = "–"
		if d.Value.Kind != view.NothingValue {
			before[holding{d.Name, d.Holder()}] = voice.Value(&d.Value)
		}
	}
	for i := range is {
		d := &is[i]
		of := holding{d.Name, d.Holder()}
		text, known := before[of]
		if !known || d.Value.Kind == view.NothingValue || voice.Value(&d.Value) == text {
			continue
		}
		var whose []string
		if d.Seat != 0 {
			whose = append(whose, voice.Seat(d.Seat))
		}
		if d.Card != nil {
			whose = append(whose, voice.Value(d.Card))
		}
		out = append(out, change{of: of, name: p.speaker.Derived(d.Index), whose: p.speaker.Join(whose),
			before: text, after: voice.Value(&d.Value)})
	}
	return out
}

// next is the step after what followed.
func (p *Previewer) next(f belief.Followed, voice *locale.Voice) Next {
	switch {
	case f.Over:
		return Next{Over: true}
	case f.Next == nil:
		return Next{}
	case f.Next.Given != nil: // a secret question that waits for others now
		waits := func(s engine.Seat) bool { return s != p.seat && !slices.Contains(f.Next.Answered, s) }
		return Next{Seat: f.Next.Seats[slices.IndexFunc(f.Next.Seats, waits)]}
	case f.Next.Seat != p.seat:
		return Next{Seat: f.Next.Seat}
	}
	return Next{Seat: p.seat, Text: voice.Question(f.Next)}
}

// repeats reports whether a line says no more than that the option was taken: it has all
// words of the option's label, and no number that the label lacks.
func repeats(text, label string) bool {
	line, taken := tokens(text), tokens(label)
	for _, w := range taken {
		if isWord(w) && !slices.Contains(line, w) {
			return false
		}
	}
	return len(taken) > 0 && !slices.ContainsFunc(line, func(w string) bool {
		return unicode.IsDigit([]rune(w)[0]) && !slices.Contains(taken, w)
	})
}

// named are the known cards that an event names.
func named(e *view.Event) []*view.Value {
	var out []*view.Value
	add := func(v *view.Value) {
		if v != nil && v.Kind == view.CardValue {
			out = append(out, v)
		}
	}
	add(e.Card)
	for i := range e.Values {
		add(&e.Values[i].Value)
	}
	return out
}

// changes are the attributes that have another value behind the events, in the order
// in which they were first set; of those that the game has a name for.
func (p *Previewer) changes(events []view.Event, voice *locale.Voice) []change {
	var out []change
	for i := range events {
		e := &events[i]
		if e.Kind != view.SetEvent || e.Index < 0 || e.Old == nil || e.New == nil {
			continue
		}
		c := change{of: holding{key: e.Name}}
		known := false
		switch {
		case e.Holder == view.OfGame:
			c.name, known = p.speaker.GameAttribute(engine.AttributeID(e.Index))
		case e.Card != nil:
			c.name, known = p.speaker.CardAttribute(engine.AttributeID(e.Index))
			c.of.holder, c.whose = e.Card.Key(), voice.Value(e.Card)
		default:
			c.name, known = p.speaker.SeatAttribute(engine.AttributeID(e.Index))
			c.of.holder, c.whose = fmt.Sprintf("seat %d", e.Seat), voice.Seat(e.Seat)
		}
		if !known {
			continue
		}
		at := slices.IndexFunc(out, func(o change) bool { return o.of == c.of })
		if at < 0 {
			c.before = voice.Value(e.Old)
			out, at = append(out, c), len(out)
		}
		out[at].after = voice.Value(e.New)
	}
	return slices.DeleteFunc(out, func(c change) bool { return c.before == c.after })
}

// like reports whether two worlds went the same way.
func (c *course) like(o *course) bool {
	return c.next == o.next && slices.Equal(c.values, o.values) &&
		slices.EqualFunc(c.lines, o.lines, func(a, b courseLine) bool { return a.text == b.text && a.what == b.what })
}
