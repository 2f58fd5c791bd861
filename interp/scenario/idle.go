package scenario

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// A scenario that would pass whatever the rules do tests nothing. Two kinds can be
// told for certain: one that expects nothing, and one in which nothing happens and
// whose expectations repeat its position. What holds from the beginning is no sign of
// it where something is played: that a rule leaves things alone is worth a test.

// codeIdle is the code of such scenarios.
const codeIdle = "passes-anyway"

func idle(at diag.Placed, message string) error {
	return &position.Failure{Pos: at.Place(), Code: codeIdle,
		Message: message + ": the scenario passes whatever the rules do"}
}

// idle says why a case would pass whatever happens. Of one that was not played it
// tells by its text whether anything happens.
func (r *runner) idle() error {
	expects, plays := r.c.Then != nil && len(r.c.Then.Pairs) > 0, r.c.Given.Get("step") != nil ||
		r.c.Given.Get("agenda") != nil
	for _, item := range r.c.Do {
		if len(item.Pairs) != 1 {
			return nil // told elsewhere
		}
		switch item.Pairs[0].Key {
		case "expect", "forced", "offered", "offered exactly", "not offered":
			expects = true
		case "rest", "play":
			return nil // that the game goes on without a fault is what such a line shows
		}
		plays = plays || item.Pairs[0].Key != "expect"
	}
	if r.begun > 0 {
		plays = r.g.Log().Len() > r.begun
	}
	switch {
	case !expects && plays && !r.c.Strict: // that a game by chance does not fail is what it shows
	case !expects:
		return idle(r.endPos(), "nothing is expected under then, nor in do")
	case !plays && r.c.Given != nil && r.c.Then != nil && r.repeats(r.c.Then) && r.allRepeat():
		return idle(r.c.Then, "nothing happens, and all that is expected stands in given")
	}
	return nil
}

// allRepeat reports whether the lines of do expect nothing else either.
func (r *runner) allRepeat() bool {
	return !slices.ContainsFunc(r.c.Do, func(item *source.Node) bool {
		p := item.Pairs[0]
		return p.Key != "until" && p.Key != "through" && (p.Key != "expect" || !r.repeats(p.Value))
	})
}

// repeats reports whether an expectation repeats the position.
func (r *runner) repeats(then *source.Node) bool {
	for _, p := range then.Pairs {
		var ok bool
		given := r.c.Given.Get(p.Key)
		switch {
		case p.Key == "no events":
			ok = true
		case p.Key == "turn":
			ok = given != nil
		case p.Key == "game":
			ok = r.repeated(p.Value, given, engine.OfTable, r.Compiled.GameAttributes)
		case p.Key == "table":
			ok = r.repeated(p.Value, given, engine.OfTable, nil)
		case position.IsSeat(p.Key):
			ok = r.repeated(p.Value, given, engine.OfSeat, r.Compiled.SeatAttributes)
		case r.IsCard(p.Key):
			ok = r.repeated(p.Value, r.c.Given.Get("cards").Get(p.Key), engine.OfCard, r.Compiled.CardAttributes)
		}
		if !ok {
			return false
		}
	}
	return true
}

// repeated reports whether each attribute and zone of an expectation stands in the
// position too; one that abilities modify is worked out and says more.
func (r *runner) repeated(expected, given *source.Node, of engine.Holder,
	attributes map[string]engine.AttributeID) bool {
	for _, p := range expected.Pairs {
		name, _, _ := strings.Cut(p.Key, ".")
		if given.Get(name) == nil {
			return false
		}
		id, ok := attributes[name]
		if ok && slices.ContainsFunc(r.Compiled.Pack.Abilities, func(a engine.Ability) bool {
			return a.Form == engine.Modifier && a.OfHolder == of && a.Of == id
		}) {
			return false
		}
	}
	return true
}
