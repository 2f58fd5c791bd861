package evidence

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/reason"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
)

// abilities tells of abilities that never acted.
func (w *witness) abilities() {
	never := map[string]bool{}
	for _, item := range w.games.Report(w.Pack, w.base).Missing {
		never[item.Name] = never[item.Name] || item.Kind == "ability"
	}
	each(w.Pack, func(name string, a *engine.Ability, h *compile.Header) {
		if never[name] && w.own(h.Place()) && w.carried(a) {
			w.idle(name, a, h, w.cases.Hits[coverage.Item{Kind: "ability", Name: name}] > 0)
		}
	})
}

// each visits the abilities of a pack with their headers.
func each(p *interp.Pack, visit func(name string, a *engine.Ability, h *compile.Header)) {
	for i := range p.Compiled.Headers {
		a := &p.Compiled.Pack.Abilities[i]
		visit(coverage.AbilityName(p.Compiled.Pack, a), a, &p.Compiled.Headers[i])
	}
}

// carried reports whether a card has an ability that is not told of itself.
func (w *witness) carried(a *engine.Ability) bool {
	return slices.ContainsFunc(w.Pack.Compiled.Pack.Defs, func(d engine.CardDef) bool {
		return !w.still[d.ID] &&
			slices.ContainsFunc(d.Abilities, func(u engine.CardAbility) bool { return u.Ability == a.ID })
	})
}

// idle tells of an ability that never acted: as a warning where the counts say why. Of one
// that acts in scenarios it tells only then, as a note: it can happen.
func (w *witness) idle(name string, a *engine.Ability, h *compile.Header, staged bool) {
	judged := w.games.Judged[name]
	stages, lay := heard(a, judged)
	certain := len(stages) > 0 && judged[stages[0]] >= enough && plain(a, stages[0])
	p := w.Pack.Compiled.Pack
	at := h.Place()
	text := ""
	switch {
	case staged && !certain:
		return
	case a.Form == engine.Modifier:
		text = "it changed no value"
	case a.Form == engine.Hook && !w.reached("trigger", p.Triggers[a.Trigger].Name):
		return // which the trigger is told of
	case len(stages) == 0 && lay == 0 && a.Form == engine.Action:
		text = "nobody was asked for actions of the kind " + p.Symbols[a.ActionKind]
	case len(stages) == 0 && lay == 0: // no card of the pack has it: a script would give it, or an overlay
		return
	case len(stages) == 0:
		text = fmt.Sprintf("its card lay elsewhere %s", times(lay))
	default:
		last, place := w.refused(a, h, stages[0])
		text = w.told(a, h, judged, stages, last)
		if certain {
			at = place
		}
	}
	say := w.found.Notef
	how := "never acted"
	if staged {
		how = "acts in scenarios, and never"
	} else if certain {
		say = w.found.Warnf
	}
	say("play-never-acts", at, "the ability %q %s in %s: %s", name, how, w.silent(), text)
}

// Why says why an ability of a card acted in none of the games that a tally counts.
func Why(games *coverage.Tally, a *engine.Ability) string {
	w := &witness{Player: &Player{Pack: games.Pack}, games: games, cases: games, found: &diag.List{}}
	w.idle(coverage.AbilityName(games.Pack.Compiled.Pack, a), a, &games.Pack.Compiled.Headers[a.ID], false)
	text := "nothing raised its trigger"
	for _, d := range w.found.Sorted() {
		text = d.Message
	}
	return text
}

// told says how often judging an ability came to each stage, the last first.
func (w *witness) told(a *engine.Ability, h *compile.Header, judged map[coverage.Stage]int, stages []coverage.Stage,
	last string) string {
	text := fmt.Sprintf("%s %s that nothing else kept it from acting", last, times(judged[stages[0]]))
	if stages[0].Reason == engine.OutOfScope {
		text += " (anywhere = true would let it hear that)"
	}
	for i, s := range stages[1:] {
		why, _ := w.refused(a, h, s)
		often := "once"
		if n := judged[s]; n != 1 {
			often = fmt.Sprintf("%d times", n)
		}
		text += []string{"; before that, ", ", "}[min(i, 1)] + often + " " + why
	}
	return text
}

// heard are the stages of an ability that could hear, the last first, and how often it could not.
// Another one of its name, under another form, may have further conditions: those say nothing.
func heard(a *engine.Ability, judged map[coverage.Stage]int) (stages []coverage.Stage, lay int) {
	for s, n := range judged {
		switch {
		case s.Reason == engine.Elsewhere || s.Reason == engine.Inactive:
			lay += n
		case s.Where < 0 || s.Where < len(a.Where) && s.Term < len(a.Where[s.Where].Filter.Terms):
			stages = append(stages, s)
		}
	}
	// By how far judging came: the last first.
	slices.SortFunc(stages, func(x, y coverage.Stage) int {
		return cmp.Or(cmp.Compare(rank(y), rank(x)), y.Where-x.Where, y.Term-x.Term)
	})
	return stages, lay
}

// times says how often, of times that were all alike.
func times(n int) string {
	if n == 1 {
		return "the one time"
	}
	return fmt.Sprintf("each of the %d times", n)
}

// rank is the place of a stage in the order in which a header is judged.
func rank(s coverage.Stage) int {
	if s.Reason == engine.Accepted {
		return int(engine.WhenFalse) + 1
	}
	return int(s.Reason)
}

// plain reports whether a stage that an ability never passed says why it never acted.
// That it was another card's turn, that an event was cancelled, or a limit reached is
// chance.
func plain(a *engine.Ability, s coverage.Stage) bool {
	switch s.Reason {
	case engine.Accepted, engine.OutOfScope, engine.WhenFalse:
		return true
	case engine.Unmatched:
		return s.Term >= 0 && a.Where[s.Where].Filter.Terms[s.Term].Op != engine.TermSelf
	}
	return false
}

// refused says where judging an ability ended, in words, and the place of what says so.
func (w *witness) refused(a *engine.Ability, h *compile.Header, s coverage.Stage) (string, diag.Pos) {
	switch s.Reason {
	case engine.Accepted:
		return "it was never among what a seat could choose", h.Place()
	case engine.Cancelled:
		return "the event was cancelled", h.Place()
	case engine.UsedUp:
		return "its limit was reached", h.Place()
	case engine.OutOfScope:
		return "the event was at another place", h.Place()
	case engine.WhenFalse:
		if !h.HasWhen {
			return "there was nothing for it to act on", h.Place()
		}
		return "its when said no", h.Place()
	}
	text, at := reason.Condition(w.Pack.Compiled.Pack, h, a, s.Where, s.Term)
	return text + " did not hold", at
}
