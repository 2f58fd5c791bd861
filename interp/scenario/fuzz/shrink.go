package fuzz

import (
	"context"
	"errors"
	"regexp"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// failing is the failure that a scenario is to have.
type failing struct {
	*position.Fixture
	ctx  context.Context // nothing fails any more when it ends
	held scenario.Validator
	want string
	// last is how the last try ended.
	last string
	// decisions, unless it is 0, is how many decisions a try may have at most, so
	// that it does not begin further away from the failure; had is how many the
	// last one had.
	decisions, had int
}

// mostTries bounds how many smaller scenarios are run; of games that go on
// without a decision mostQuietTries, of those that go on with them mostLongTries:
// each of these plays thousands of steps.
const (
	mostTries      = 3000
	mostQuietTries = 100
	mostLongTries  = 20
)

var digits = regexp.MustCompile(`[0-9]+`)

// signature says how something failed, without what differs from game to game:
// the ability, step and trigger, and the error with its numbers left out.
func signature(err error) string {
	var failure *engine.Failure
	if errors.As(err, &failure) {
		return failure.Ability + "|" + failure.Trigger + "|" + failure.Step + "|" +
			digits.ReplaceAllString(firstLine(failure.Err.Error()), "N")
	}
	text := err.Error()
	if endless, is := errors.AsType[*scenario.EndlessError](err); is {
		text = endless.Long() // where in its cycle it is stopped says nothing
	}
	return digits.ReplaceAllString(firstLine(text), "N")
}

// fails reports whether a scenario fails as it should.
func (s *failing) fails(node *source.Node) bool {
	if s.ctx.Err() != nil {
		return false
	}
	c := scenario.CaseOf(node)
	if len(c.Findings) > 0 {
		s.last = c.Findings[0].Message
		return false
	}
	r := scenario.Try(s.ctx, s.Fixture, c, s.held, nil)
	if r.Game != nil {
		s.had = r.Game.Counts().Decisions
	}
	switch {
	case s.decisions > 0 && s.had > s.decisions:
		s.last = "it takes more answers"
	case r.Failed != nil:
		s.last = r.Failed.Error()
		return signature(r.Failed) == s.want
	case r.Err != nil:
		s.last = r.Err.Error()
	default:
		s.last = "it passes"
	}
	return false
}

// Shrink makes a scenario smaller: it leaves out answers, and parts of the keys, as long as holds is
// true of the rest. It makes so many tries at most.
func Shrink(node *source.Node, tries int, holds func(*source.Node) bool,
	keys ...string) *source.Node {
	return (&shrinker{tries, holds, keys}).shrink(node)
}

// shrinker makes a scenario smaller.
type shrinker struct {
	tries int
	holds func(*source.Node) bool
	// keys are the parts besides the answers.
	keys []string
}

// fits reports whether a smaller scenario will do.
func (s *shrinker) fits(node *source.Node) bool {
	s.tries--
	return s.tries >= 0 && s.holds(node)
}

// shrink leaves out what it can: lines of do, random results, and parts of the
// position, larger ones first.
func (s *shrinker) shrink(node *source.Node) *source.Node {
	for before := -1; before != size(node) && s.tries > 0; {
		before = size(node)
		node = s.answers(node)
		for _, key := range s.keys {
			if part := node.Get(key); part != nil {
				node = s.without(node, key)
				if part := node.Get(key); part != nil {
					node = s.parts(node, []string{key})
				}
			}
		}
	}
	return node
}

// size counts the nodes below a node.
func size(n *source.Node) int {
	count := 1
	for _, item := range n.Items {
		count += size(item)
	}
	for _, p := range n.Pairs {
		count += size(p.Value)
	}
	return count
}

// answers leaves lines of do out, from the last on.
func (s *shrinker) answers(node *source.Node) *source.Node {
	for i := len(node.Get("do").Entries()) - 1; i >= 0; i-- {
		smaller := Edit(node, []string{"do"}, func(do *source.Node) *source.Node {
			if len(do.Items) == 1 {
				return nil
			}
			out := *do
			out.Items = slices.Delete(slices.Clone(do.Items), i, i+1)
			return &out
		})
		if s.fits(smaller) {
			node = smaller
		}
	}
	return node
}

// without leaves a key out, if the scenario will still do.
func (s *shrinker) without(node *source.Node, path ...string) *source.Node {
	smaller := Edit(node, path, func(*source.Node) *source.Node { return nil })
	if s.fits(smaller) {
		return smaller
	}
	return node
}

// parts leaves out what it can below a path: keys of maps, items of lists.
func (s *shrinker) parts(node *source.Node, path []string) *source.Node {
	here := below(node, path)
	if here == nil || s.tries <= 0 {
		return node
	}
	if here.Kind == source.List {
		return s.items(node, path)
	}
	for _, p := range here.Pairs {
		inner := append(slices.Clone(path), p.Key)
		smaller := s.without(node, inner...)
		if smaller == node {
			smaller = s.parts(node, inner)
		}
		node = smaller
	}
	return node
}

// items leaves items of a list out: half of them, a quarter, and so on.
func (s *shrinker) items(node *source.Node, path []string) *source.Node {
	for chunk := len(below(node, path).Items); chunk > 0; chunk /= 2 {
		for from := 0; from < len(below(node, path).Items); {
			smaller := Edit(node, path, func(l *source.Node) *source.Node {
				out := *l
				out.Items = slices.Delete(slices.Clone(l.Items), from, min(from+chunk, len(l.Items)))
				return &out
			})
			if s.fits(smaller) {
				node = smaller
			} else {
				from += chunk
			}
		}
	}
	return s.cards(node, path)
}

// cards leaves out what is said of listed cards.
func (s *shrinker) cards(node *source.Node, path []string) *source.Node {
	for i := range below(node, path).Items {
		item := below(node, path).Items[i]
		if item.Kind != source.Map || len(item.Pairs) != 1 {
			continue
		}
		name := item.Pairs[0].Key
		more := item.Pairs[0].Value
		for _, pairs := range reduced(more) {
			smaller := Edit(node, path, func(l *source.Node) *source.Node {
				out := *l
				out.Items = slices.Clone(l.Items)
				out.Items[i] = source.NewWord(name)
				if len(pairs.Pairs) > 0 {
					out.Items[i] = source.NewPair(name, pairs)
				}
				return &out
			})
			if s.fits(smaller) {
				node = smaller
				break
			}
		}
	}
	return node
}

// reduced lists a map without all of its keys, and without each of them.
func reduced(n *source.Node) []*source.Node {
	out := []*source.Node{source.NewMap()}
	for i := range n.Pairs {
		less := *n
		less.Pairs = slices.Delete(slices.Clone(n.Pairs), i, i+1)
		out = append(out, &less)
	}
	return out
}

// below returns the node at a path of keys, or nil.
func below(n *source.Node, path []string) *source.Node {
	for _, key := range path {
		n = n.Get(key)
	}
	return n
}

// Edit returns a copy of a node in which the value at a path is what change
// makes of it; nil leaves its key out.
func Edit(n *source.Node, path []string, change func(*source.Node) *source.Node) *source.Node {
	if len(path) == 0 {
		return change(n)
	}
	out := *n
	out.Pairs = nil
	for _, p := range n.Pairs {
		if p.Key == path[0] {
			p.Value = Edit(p.Value, path[1:], change)
			if p.Value == nil {
				continue
			}
		}
		out.Pairs = append(out.Pairs, p)
	}
	return &out
}
