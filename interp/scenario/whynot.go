package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/script"
)

// Why an ability that a case expects did not act. A case that fails is played once
// more, with the engine telling of each ability that listens and may not act.

// mostRaised is how many raisings of a trigger a report goes through, the last ones;
// mostAlike how many cards it names that are refused alike.
const (
	mostRaised = 3
	mostAlike  = 2
)

// doubt is an expectation that failed since an ability did not act: the abilities
// that were expected, of the cards of one definition or of any (-1).
type doubt struct {
	fault     *position.Failure
	abilities []engine.AbilityID
	def       int
}

// doubtAbility notes that a named ability was expected to act.
func (r *runner) doubtAbility(err error, name string) error {
	return r.doubt(err, r.Compiled.Abilities[name], -1)
}

// doubtCard notes that something a card can do was expected to be possible, if the
// words are those of a card.
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
	return r.doubt(err, ids, int(r.Layout.Def[c]))
}

func (r *runner) doubt(err error, ids []engine.AbilityID, def int) error {
	var f *position.Failure
	if errors.As(err, &f) && len(ids) > 0 && !r.reading {
		r.doubts = append(r.doubts, doubt{f, ids, def})
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
	headers := headersOf(r.Fixture)
	var told []refusal
	again := newRunner(r.ctx, r.Fixture, r.c, mode{})
	again.lines = r.lines
	setup.Refused = func(p *engine.Position, why engine.Refusal) {
		if wanted[why.In.Ability.ID] && why.Reason != engine.Accepted {
			one := *why.In
			why.In = &one
			told = append(told, refusal{why, one.Card, again.refusalText(p, &why, headers)})
		}
	}
	_ = again.run(setup) // fails as before
	for _, d := range r.doubts {
		for _, id := range d.abilities {
			if again.g != nil {
				d.fault.Message += again.whyNot(&r.Compiled.Pack.Abilities[id], d.def, told)
			}
		}
	}
}

// whyNot says why an ability did not act, below the message of what failed: at the
// last times that its trigger was raised, for the cards that were nearest to acting.
func (r *runner) whyNot(a *engine.Ability, def int, told []refusal) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n  %s did not act (%s:%d)", a.Name, a.File, a.Line)
	mine := slices.DeleteFunc(slices.Clone(told), func(t refusal) bool {
		return t.In.Ability.ID != a.ID || def >= 0 && t.card != 0 && int(r.Layout.Def[t.card]) != def
	})
	raised := r.raised(a)
	switch {
	case r.acted(a, def):
		return ""
	case r.offeredInVain(a):
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
func (r *runner) nearestTo(b *strings.Builder, told []refusal, indent string) {
	slices.SortStableFunc(told, func(x, y refusal) int { return cmp.Compare(y.Reason, x.Reason) })
	seen, more := map[engine.CardID]bool{}, 0
	if first := told[0]; first.Reason == engine.Elsewhere && len(told) > mostAlike {
		fmt.Fprintf(b, "%snone of the %d cards with it lies where it works: in %s", indent, len(told),
			r.Compiled.Filters.ZoneList(uint64(first.In.Zones())))
		return
	}
	for _, t := range told {
		if seen[t.card] {
			continue
		}
		if seen[t.card] = true; len(seen) > mostAlike {
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
func (r *runner) acted(a *engine.Ability, def int) bool {
	return slices.ContainsFunc(r.happened(), func(e view.Event) bool {
		return e.Kind == view.AbilityEvent && e.Name == a.Name &&
			(def < 0 || e.Card != nil && int(r.Layout.Def[e.Card.Raw.Card()]) == def)
	})
}

// offeredInVain reports whether an ability was offered, and left.
func (r *runner) offeredInVain(a *engine.Ability) bool { return r.declined[a] }

// refusalText says why an ability was refused, as the game stands.
func (r *runner) refusalText(p *engine.Position, why *engine.Refusal, headers map[string]*compile.Header) string {
	in, a := why.In, why.In.Ability
	name := "the effect"
	if in.Card != 0 {
		name = r.CardText(in.Card)
	}
	header := headers[headerKey(a.Name, a.Part)]
	switch why.Reason {
	case engine.Cancelled:
		return name + ": it was cancelled before"
	case engine.Elsewhere:
		return fmt.Sprintf("%s: it lies in %s; the ability works in %s", name, r.ZonePath(p.ZoneAt(in.Card)),
			r.Compiled.Filters.ZoneList(uint64(in.Zones())))
	case engine.Inactive:
		text := name + ": active does not hold"
		if f := in.Active(); f != nil && why.Term >= 0 {
			text += r.because(p, in, &f.Terms[why.Term], engine.CardValue(in.Card))
		}
		return text
	case engine.UsedUp:
		text := fmt.Sprintf("%s: its limit of %d is used up", name, a.Limit.Times)
		if a.Limit.Per >= 0 {
			text += ", until " + r.Compiled.Pack.Triggers[a.Limit.Per].Name
		}
		return text
	case engine.OutOfScope:
		return fmt.Sprintf("%s: it is at %s, and this happens elsewhere", name, r.CardText(p.Place(in.Card)))
	case engine.Unmatched:
		return name + ": " + r.unmatched(p, why, header)
	case engine.WhenFalse:
		return name + ": its when says no"
	}
	return name
}

// unmatched says which condition of where does not hold, for what.
func (r *runner) unmatched(p *engine.Position, why *engine.Refusal, header *compile.Header) string {
	c := &why.In.Ability.Where[why.Where]
	param, of := "self", engine.CardValue(why.In.Card)
	if c.Param >= 0 {
		param, of = r.Compiled.Pack.Triggers[why.Trigger].Params[c.Param].Name, why.Params[c.Param]
	}
	text := "where " + param
	if header != nil {
		tree := header.Where(param)
		if tree != nil && tree.Kind == ast.TreeMap && why.Term >= 0 && len(tree.Fields) == len(c.Filter.Terms) {
			tree = &ast.Tree{Kind: ast.TreeMap, Fields: tree.Fields[why.Term : why.Term+1], Pos: tree.Pos}
		}
		if tree != nil {
			text += " = " + tree.Inline()
		}
	}
	return text + " does not hold for " + r.Text(of) + r.because(p, why.In, &c.Filter.Terms[max(why.Term, 0)], of)
}

// because says what keeps a term from holding for a value.
func (r *runner) because(p *engine.Position, in *engine.Instance, t *engine.Term, of engine.Value) string {
	sayer := filter.Sayer{Keys: r.Compiled.Filters, At: p, In: in, Namer: r}
	if why := sayer.Why(t, of); why != "" {
		return " (" + why + ")"
	}
	return ""
}

// headersOf are the headers of a pack's abilities as they are written.
func headersOf(b *position.Fixture) map[string]*compile.Header {
	out := map[string]*compile.Header{}
	for _, h := range script.Read(b.Loaded.Scripts, nil, &diag.List{}).Headers() {
		out[headerKey(h.ID, h.Part)] = &h
	}
	return out
}

func headerKey(name string, part int) string { return fmt.Sprintf("%s %d", name, part) }
