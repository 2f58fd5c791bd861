package reason

import (
	"reflect"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
)

// Heard is what scripts have selected and refused in the step that runs, up to its open
// question. It is a belief.Witness, and what it hears may be set in an engine.Setup.
type Heard struct {
	selections []heard[engine.Selection]
	refusals   []heard[engine.Refusal]
}

// heard is something with its place in the log, and the number of answers before it.
type heard[T any] struct {
	at, answered int
	what         T
}

// Begin forgets all records.
func (h *Heard) Begin() {
	h.selections = h.selections[:0]
	h.refusals = h.refusals[:0]
}

// add appends a record. It keeps the records that come before it in the same step, which
// runs again after each answer, and drops the others.
func add[T any](p *engine.Position, to []heard[T], what T) []heard[T] {
	begin, at := p.Checkpoint(), p.Log().Len()
	to = slices.DeleteFunc(to, func(h heard[T]) bool { return h.at < begin || h.at > at })
	return append(to, heard[T]{at, p.Decisions(), what})
}

// Refused hears of a refusal.
func (h *Heard) Refused(p *engine.Position, why engine.Refusal) {
	why.In = kept(why.In)
	h.refusals = add(p, h.refusals, why)
}

// Selected hears of a selection.
func (h *Heard) Selected(p *engine.Position, s *engine.Selection) {
	h.selections = add(p, h.selections, engine.Selection{Filter: *s.Filter.Clone(), In: kept(s.In)})
}

func kept(in *engine.Instance) *engine.Instance {
	if in == nil {
		return nil
	}
	out := *in
	return &out
}

// Kind is the kind of a reason.
type Kind uint8

// The kinds: what is asked about is offered; nobody tells why it is not; an ability of the
// card, or a script, is Refused; it is Lacking something that a selection asks for from which
// options came; a Copy of it is offered; it is Foreign, of another seat than the one whose
// abilities are offered; its own act at Another moment, or it has none (Idle); the question
// offers no card at all (Cardless), or is about it (Subject).
const (
	Unknown Kind = iota
	Offered
	Refused
	Lacking
	Copy
	Foreign
	Another
	Idle
	Cardless
	Subject
)

// Reason is why a card is not among the options of a question.
type Reason struct {
	Kind Kind
	Of   engine.Value
	// Refusal is that of Refused; Terms are the conditions of a selection that do not hold
	// for the card, seen from In.
	Refusal *engine.Refusal
	Terms   []engine.Term
	In      *engine.Instance
	// Aim is the kind of cards that an ability acts on, where the selection finds these.
	Aim string
	// Like is a card that was selected, and is offered.
	Like engine.CardID
}

// judging is one look at a question.
type judging struct {
	*Heard
	*engine.Position
	offered []engine.CardID
	// acts is set where abilities are offered, raised is the trigger that they answer, -1 for
	// none.
	acts   bool
	raised engine.TriggerID
}

// Of says why a thing is not among the options of an open question to a seat.
func (h *Heard) Of(p *engine.Position, d *engine.Decision, seat engine.Seat, v engine.Value) Reason {
	defer p.Read()()
	j := judging{Heard: h, Position: p, raised: -1}
	if n := len(d.Open); n > 0 && d.Offer {
		j.raised = d.Open[n-1].Trigger
	}
	for _, o := range d.OptionsOf(seat) {
		for _, part := range o.V[:o.N] {
			if part.Kind == engine.Handle {
				in, _ := p.InstanceOf(part)
				j.acts = true
				part = engine.CardValue(in.Card)
			}
			if part == v {
				return Reason{Kind: Offered, Of: v}
			}
			if part.Kind == engine.Card {
				j.offered = append(j.offered, part.Card())
			}
		}
	}
	out := j.refused(v)
	if v.Kind == engine.Card && (out.Kind == Unknown || out.Refusal.Reason == engine.Elsewhere) {
		lacking := j.lacking(v.Card())
		if lacking.Kind == Lacking && slices.ContainsFunc(d.About, func(n engine.Named) bool { return n.Value == v }) {
			lacking = Reason{Kind: Subject}
		}
		if lacking.Kind != Unknown {
			out = lacking
		} else if out.Kind == Unknown && j.acts {
			out.Kind = j.idle(v.Card(), seat)
		} else if out.Kind == Unknown && len(j.offered) == 0 {
			out.Kind = Cardless
		}
	}
	out.Of = v
	return out
}

// refused is the refusal that came nearest to being none.
func (j *judging) refused(v engine.Value) Reason {
	var best *engine.Refusal
	for i := range j.refusals {
		why := &j.refusals[i].what
		if j.refusals[i].answered != j.Decisions() {
			continue
		}
		own := why.Of == v || why.In != nil && engine.CardValue(why.In.Card) == v
		asked := why.Reason == engine.LeftOut || why.Reason != engine.Accepted && j.acts && why.Trigger == j.raised
		if own && asked && (best == nil || why.Reason >= best.Reason) {
			best = why
		}
	}
	if best == nil {
		return Reason{}
	}
	return Reason{Kind: Refused, Refusal: best, In: best.In}
}

// lacking is what a card lacks of the selection that it comes nearest to, of those from
// which options came, or nothing at all.
func (j *judging) lacking(c engine.CardID) Reason {
	found := make([]cards, len(j.selections))
	for i := range found {
		found[i] = j.Select(nil, &j.selections[i].what)
	}
	best := Reason{}
	least := 0
	for i := range slices.Backward(found) {
		at := slices.IndexFunc(found[i], j.offers)
		if at >= 0 && slices.Contains(found[i], c) { // the rules have left it out behind the selection
			return j.copied(c, found[i])
		}
		of := func(all cards) bool { return found[i].within(all) && !slices.ContainsFunc(all, j.keeps) }
		stale := len(found[i]) > 0 || j.selections[i].answered != j.Decisions()
		if at < 0 && stale || slices.ContainsFunc(found, of) {
			continue
		}
		s := &j.selections[i].what
		terms, weight := j.terms(s, c)
		if at < 0 {
			weight += 2
		}
		now := (Reason{Kind: Lacking, Terms: terms, In: s.In, Aim: aimOf(s)})
		switch {
		case best.Kind == Unknown || weight < least:
			best = now
			least = weight
			if at >= 0 {
				best.Like = found[i][at]
			}
		case weight == least && at >= 0 && inZones(best.Terms) && inZones(terms):
			best.Terms[0].Values = append(best.Terms[0].Values, terms[0].Values...)
		}
	}
	return best
}

// aimOf is the kind of the cards that an ability acts on, where a selection finds these.
func aimOf(s *engine.Selection) string {
	if s.In == nil || s.In.Ability.Aim() == "" || !reflect.DeepEqual(&s.Filter, s.In.Ability.Target.Filter) {
		return ""
	}
	return s.In.Ability.Aim()
}

func (j *judging) offers(c engine.CardID) bool { return slices.Contains(j.offered, c) }
func (j *judging) keeps(c engine.CardID) bool  { return !j.offers(c) }

// cards are the cards that a selection finds.
type cards []engine.CardID

// within reports whether there are others beside all of these.
func (c cards) within(all cards) bool {
	lacks := func(one engine.CardID) bool { return !slices.Contains(all, one) }
	return len(c) < len(all) && !slices.ContainsFunc(c, lacks)
}

// inZones reports whether a card lacks nothing but lying in certain zones.
func inZones(terms []engine.Term) bool { return len(terms) == 1 && terms[0].Op == engine.TermInZone }

// copied is why a card is left out that was selected: because an equal one is offered.
func (j *judging) copied(c engine.CardID, found []engine.CardID) Reason {
	for _, other := range found {
		if j.Nth[other] == j.Nth[c] && j.ZoneAt(other) == j.ZoneAt(c) && slices.Contains(j.offered, other) {
			return Reason{Kind: Copy, Like: other}
		}
	}
	return Reason{}
}

// terms are the conditions of a selection that do not hold for a card, first what it is,
// then where it lies, and without those that follow from that. weight is how far the card is
// from being selected.
func (j *judging) terms(s *engine.Selection, c engine.CardID) (terms []engine.Term, weight int) {
	var is, lies, at []engine.Term
	for i, holds := range j.Holding(&s.Filter, engine.CardValue(c), s.In, nil) {
		if holds {
			continue
		}
		weight++
		switch t := s.Filter.Terms[i]; t.Op {
		case engine.TermType, engine.TermDef:
			is = append(is, t)
			weight += len(s.Filter.Terms)
		case engine.TermZone, engine.TermInZone:
			lies = append(lies, t)
			weight++
		case engine.TermAt, engine.TermBeside, engine.TermHost:
			at = append(at, t)
		default:
			terms = append(terms, t)
		}
	}
	if is != nil {
		return is, weight
	}
	if lies == nil {
		lies = at
	}
	return append(lies, terms...), weight
}

// idle says why no ability of a card is offered where others are: none is there, or they
// are another seat's, or for other moments.
func (j *judging) idle(c engine.CardID, seat engine.Seat) Kind {
	if of := j.Controller(c); of != 0 && of != seat {
		return Foreign
	}
	for _, a := range j.AbilitiesOf(c) {
		if a.Form == engine.Action || a.Form == engine.Hook && a.May {
			return Another
		}
	}
	return Idle
}
