package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/reason"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
)

// Why an ability that a case expects did not act. A case that fails is played once
// more, with the engine telling of each ability that listens and may not act.

// mostRaised is how many raisings of a trigger a report goes through, the last ones;
// mostAlike how many cards it names that are refused for the same reason.
const (
	mostRaised = 3
	mostAlike  = 2
)

// doubt is an expectation that failed because an ability did not act, or a card was not
// offered: the expected abilities, of the card and of its definition, or of any card (0).
type doubt struct {
	fault     *position.Failure
	abilities []engine.AbilityID
	card      engine.CardID
}

// doubtCard notes that an action of a card was expected to be possible, if the words name a
// card.
func (r *runner) doubtCard(err error, words string) error {
	if !r.IsCard(words) {
		return err
	}
	c, wrong := r.Card(words, diag.Pos{})
	if wrong != nil {
		return err
	}
	var ids []engine.AbilityID
	for _, a := range r.Layout.AbilitiesOf(c) {
		if a.Form == engine.Hook && a.May || a.Form == engine.Action {
			ids = append(ids, a.ID)
		}
	}
	return r.doubt(err, ids, c)
}

func (r *runner) doubt(err error, ids []engine.AbilityID, c engine.CardID) error {
	var f *position.Failure
	if errors.As(err, &f) && (len(ids) > 0 || c != 0) && !r.reading {
		r.doubts = append(r.doubts, doubt{f, ids, c})
	}
	return err
}

// refusal is one time that an ability was refused, told while the game stood so.
type refusal struct {
	engine.Refusal
	card engine.CardID
	text string
}

// explain plays the case again and adds to each expectation that failed for want of
// an ability why it did not act.
func (r *runner) explain(setup engine.Setup) {
	if len(r.doubts) == 0 {
		return
	}
	wanted := map[engine.AbilityID]bool{}
	for _, d := range r.doubts {
		for _, id := range d.abilities {
			wanted[id] = true
		}
	}
	var refusals []refusal
	again := newRunner(r.ctx, r.Fixture, r.c, mode{})
	again.lines = r.lines
	var heard reason.Heard
	setup.Selected = heard.Selected
	setup.Refused = func(p *engine.Position, why engine.Refusal) {
		heard.Refused(p, why)
		if why.Reason != engine.LeftOut && why.Reason != engine.Accepted && wanted[why.In.Ability.ID] {
			one := *why.In
			why.In = &one
			refusals = append(refusals, refusal{why, one.Card, again.refusalText(p, &why)})
		}
	}
	_ = again.run(setup)
	if again.g == nil { // fails as before
		return
	}
	for _, d := range r.doubts {
		d.fault.Message += again.notAmong(&heard, d.card)
		for _, id := range d.abilities {
			d.fault.Message += again.whyNot(&r.Compiled.Pack.Abilities[id], d.card, refusals)
		}
	}
}

// notAmong says why a card is not among the options of the open question, where that is
// for another reason than those that the header of an ability has.
func (r *runner) notAmong(heard *reason.Heard, c engine.CardID) string {
	d := r.g.Open()
	if d == nil || c == 0 {
		return ""
	}
	for s := range r.Layout.AllSeats().Each() {
		if !d.Asks(s) {
			continue
		}
		why := heard.Of(r.g.Position(), d, s, engine.CardValue(c))
		if why.Kind == reason.Lacking || why.Kind == reason.Copy ||
			why.Kind == reason.Refused && why.Refusal.Reason == engine.LeftOut {
			return fmt.Sprintf("\n  %s: %s", r.CardText(c), r.sayer(r.g.Position()).Reason(&why))
		}
	}
	return ""
}

// whyNot says why an ability did not act, below the message of what failed: at the
// last times that its trigger was raised, for the cards that were nearest to acting.
func (r *runner) whyNot(a *engine.Ability, c engine.CardID, refusals []refusal) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n  %s did not act (%s:%d)", a.Name, a.File, a.Line)
	mine := slices.DeleteFunc(slices.Clone(refusals), func(t refusal) bool {
		return t.In.Ability.ID != a.ID || c != 0 && t.card != 0 && r.Layout.Def[t.card] != r.Layout.Def[c]
	})
	raised := r.raised(a)
	switch {
	case r.acted(a, c):
		return ""
	case r.declined[a]:
		return b.String() + ": it was offered, and not chosen"
	case a.Form == engine.Hook && len(raised) == 0:
		return b.String() + fmt.Sprintf(": %s was never raised", r.Compiled.Pack.Triggers[a.Trigger].Name)
	case len(mine) == 0 && a.Form == engine.Action:
		return b.String() + ": nobody was asked for an action of its kind, " + r.Compiled.Pack.Symbols[a.ActionKind]
	case len(mine) == 0:
		return b.String() + ": no card of this game has it"
	}
	if a.Form == engine.Action {
		r.nearestTo(&b, mine, "\n    ")
		return b.String()
	}
	for _, e := range raised[max(0, len(raised)-mostRaised):] {
		here := slices.DeleteFunc(slices.Clone(mine), func(t refusal) bool { return t.At != e.At })
		if len(here) > 0 {
			fmt.Fprintf(&b, "\n    at %s%s", e.Name, record.ParamsText(r.Fixture, &e))
			r.nearestTo(&b, here, "\n      ")
		}
	}
	return b.String()
}

// nearestTo writes the refusals that came nearest to acting, each card once.
func (r *runner) nearestTo(b *strings.Builder, refusals []refusal, indent string) {
	slices.SortStableFunc(refusals, func(x, y refusal) int { return cmp.Compare(y.Reason, x.Reason) })
	seen := map[engine.CardID]bool{}
	more := 0
	if first := refusals[0]; first.Reason == engine.Elsewhere && len(refusals) > mostAlike {
		fmt.Fprintf(b, "%snone of the %d cards with it lies where it works: in %s", indent, len(refusals),
			r.Compiled.Filters.ZoneList(uint64(first.In.Zones())))
		return
	}
	for _, t := range refusals {
		if seen[t.card] {
			continue
		}
		seen[t.card] = true
		if len(seen) > mostAlike {
			more++
			continue
		}
		fmt.Fprint(b, indent, t.text)
	}
	switch {
	case more == 1:
		fmt.Fprint(b, indent, "and one more card with it")
	case more > 1:
		fmt.Fprintf(b, "%sand %d more cards with it", indent, more)
	}
}

// raised are the events that raised the trigger of an ability.
func (r *runner) raised(a *engine.Ability) []view.Event {
	if a.Form != engine.Hook {
		return nil
	}
	name := r.Compiled.Pack.Triggers[a.Trigger].Name
	return slices.DeleteFunc(r.happened(),
		func(e view.Event) bool { return e.Kind != view.RaiseEvent || e.Name != name })
}

// acted reports whether a part of an ability did act, of a definition's cards.
func (r *runner) acted(a *engine.Ability, c engine.CardID) bool {
	return slices.ContainsFunc(r.happened(), func(e view.Event) bool {
		return e.Kind == view.AbilityEvent && e.Name == a.Name &&
			(c == 0 || e.Card != nil && r.Layout.Def[e.Card.Raw.Card()] == r.Layout.Def[c])
	})
}

// ids names things as scenarios do.
type ids struct{ *position.Fixture }

func (n ids) Text(v engine.Value) string {
	switch {
	case v.Kind != engine.SeatKind:
		return n.Fixture.Text(v)
	case v.N == 0:
		return "no seat"
	}
	return fmt.Sprintf("seat %d", v.N)
}

func (n ids) Type(t engine.TypeID) string         { return n.Compiled.Pack.Types[t].Name }
func (n ids) ZoneKind(z engine.ZoneKindID) string { return n.Compiled.Pack.Zones[z].Name }
func (n ids) Def(d engine.DefID) string           { return n.Compiled.Pack.Defs[d].ID }
func (n ids) CardAttribute(a engine.AttributeID) (string, bool) {
	return n.Compiled.Pack.Cards[a].Name, true
}
func (n ids) SeatAttribute(a engine.AttributeID) (string, bool) {
	return n.Compiled.Pack.Seats[a].Name, true
}
func (n ids) Ability(name string) string { return name }
func (n ids) Kind(name string) string    { return n.English.Kind(name) }
func (n ids) Join(texts []string) string { return strings.Join(texts, ", ") }
func (n ids) Say(keys []string, pairs ...string) string {
	return reason.Sentence(n.English, "", keys, pairs)
}

// sayer says reasons as the game stands.
func (r *runner) sayer(p *engine.Position) *reason.Sayer {
	return &reason.Sayer{Keys: r.Compiled.Filters, Namer: ids{r.Fixture}, At: p}
}

// refusalText says why an ability was refused, as the game stands.
func (r *runner) refusalText(p *engine.Position, why *engine.Refusal) string {
	name := "the effect"
	a := why.In.Ability
	sayer := r.sayer(p)
	if why.In.Card != 0 {
		name = r.CardText(why.In.Card)
	}
	text, because := "", sayer.Because(why)
	switch why.Reason {
	case engine.Inactive:
		text = "active does not hold"
	case engine.Unmatched:
		ev := &engine.Raised{}
		copy(ev.Params[:], why.Params)
		of := p.Subject(&a.Where[why.Where], why.In, ev)
		text, _ = reason.Condition(r.Compiled.Pack, &r.Compiled.Headers[a.ID], a, why.Where, why.Term)
		text += " does not hold for " + r.Text(of)
	case engine.WhenFalse:
		text = "its when says no"
		if !r.Compiled.Headers[a.ID].HasWhen {
			text = sayer.Refusal(why)
		} else if why.Word != 0 {
			because = sayer.Refusal(why)
		}
	default:
		text = sayer.Refusal(why)
	}
	if because != "" {
		text += " (" + because + ")"
	}
	return name + ": " + text
}
