package fuzz

import (
	"context"
	"errors"
	"regexp"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// shrinker makes a failing scenario smaller: it leaves parts out as long as the
// scenario fails the same way.
type shrinker struct {
	*position.Fixture
	ctx  context.Context // nothing fails any more when it ends
	held scenario.Validator
	want string
	// tries bounds the work; last is how the last try ended.
	tries int
	last  string
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

func newShrinker(ctx context.Context, b *position.Fixture, held scenario.Validator, want string) *shrinker {
	return &shrinker{Fixture: b, ctx: ctx, held: held, want: want, tries: mostTries}
}

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
	if endless := (*scenario.EndlessError)(nil); errors.As(err, &endless) {
		text = endless.Long() // where in its cycle it is stopped says nothing
	}
	return digits.ReplaceAllString(firstLine(text), "N")
}

// fails reports whether a scenario fails as it should.
func (s *shrinker) fails(node *source.Node) bool {
	s.tries--
	if s.tries < 0 || s.ctx.Err() != nil {
		return false
	}
	c := scenario.CaseOf(node)
	if len(c.Findings) > 0 {
		s.last = c.Findings[0].Message
		return false
	}
	m, err := s.Take()
	if err != nil {
		return false
	}
	defer s.Give(m)
	r := scenario.Try(s.ctx, s.Fixture, c, s.Setup(m, 0), s.held)
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

// shrink leaves out what it can: lines of do, random results, and parts of the
// position, larger ones first.
func (s *shrinker) shrink(node *source.Node) *source.Node {
	for before := -1; before != size(node) && s.tries > 0; {
		before = size(node)
		node = s.answers(node)
		for _, key := range []string{"dice", "draws", "shuffles", "given"} {
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
		smaller := edit(node, []string{"do"}, func(do *source.Node) *source.Node {
			if len(do.Items) == 1 {
				return nil
			}
			out := *do
			out.Items = append(append([]*source.Node{}, do.Items[:i]...), do.Items[i+1:]...)
			return &out
		})
		if s.fails(smaller) {
			node = smaller
		}
	}
	return node
}

// without leaves a key out, if the scenario still fails.
func (s *shrinker) without(node *source.Node, path ...string) *source.Node {
	smaller := edit(node, path, func(*source.Node) *source.Node { return nil })
	if s.fails(smaller) {
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
		inner := append(append([]string{}, path...), p.Key)
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
			smaller := edit(node, path, func(l *source.Node) *source.Node {
				out := *l
				out.Items = append(append([]*source.Node{}, l.Items[:from]...),
					l.Items[min(from+chunk, len(l.Items)):]...)
				return &out
			})
			if s.fails(smaller) {
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
			smaller := edit(node, path, func(l *source.Node) *source.Node {
				out := *l
				out.Items = append([]*source.Node{}, l.Items...)
				out.Items[i] = source.NewWord(name)
				if len(pairs.Pairs) > 0 {
					out.Items[i] = source.NewMap()
					out.Items[i].Put(name, pairs)
				}
				return &out
			})
			if s.fails(smaller) {
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
		less.Pairs = append(append([]source.Pair{}, n.Pairs[:i]...), n.Pairs[i+1:]...)
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

// edit returns a copy of a node in which the value at a path is what change
// makes of it; nil leaves its key out.
func edit(n *source.Node, path []string, change func(*source.Node) *source.Node) *source.Node {
	if len(path) == 0 {
		return change(n)
	}
	out := *n
	out.Pairs = nil
	for _, p := range n.Pairs {
		if p.Key == path[0] {
			p.Value = edit(p.Value, path[1:], change)
			if p.Value == nil {
				continue
			}
		}
		out.Pairs = append(out.Pairs, p)
	}
	return &out
}
