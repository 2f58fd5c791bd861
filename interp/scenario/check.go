package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// names reads all that a case says in do and then before it is played, so that a
// misspelt name is told with the other mistakes, not when the game comes to it.
// Whether an expectation holds does not matter yet.
func (r *runner) names() error {
	dry := *r
	dry.reading, dry.checked = true, true
	if dry.g == nil {
		surrounding, err := r.Base(r.ctx, r.DefaultPlace())
		if err != nil {
			return nil // told by whoever sets the game up
		}
		dry.g = engine.Continue(r.setup, surrounding.Position())
	}
	var wrong position.Failures
	wrong.Add(r.ruleNamed())
	for _, item := range r.c.Do {
		wrong.Add(dry.readLine(item))
	}
	wrong.Add(dry.expect(r.c.Then))
	var failures position.Failures
	for _, one := range position.Flatten(wrong.Err()) {
		var f *position.Failure
		if !errors.As(one, &f) || f.Code != position.CodeFailed {
			failures.Add(one)
		}
	}
	return failures.Err()
}

// line takes a line of do apart: one key with its value.
func (r *runner) line(item *source.Node) (pair source.Pair, seat engine.Seat, err error) {
	if item.Kind != source.Map || len(item.Pairs) != 1 {
		return pair, 0, position.FailAt(item,
			"a line of do has one key: a seat with its answer (1: pass), until, through, rest, play, expect, "+
				"offered, offered exactly, not offered, forced, given or stop")
	}
	pair = item.Pairs[0]
	words := keyword.Lookup("line of do").Names() // that are no answers
	if slices.Contains(words, pair.Key) {
		return pair, 0, nil
	}
	if pair.Key == "then" {
		return pair, 0, position.FailAt(pair, "then stands once, beside do; what must be true between answers is "+
			"a line - expect: %s", pair.Value.Inline())
	}
	if _, known := keyword.Lookup("then").Field(pair.Key); known {
		return pair, 0, position.FailAt(pair, "%q is no line of do of its own; what must be true between answers "+
			"stands below expect: - expect: {%s: %s}", pair.Key, pair.Key, pair.Value.Inline())
	}
	if !position.IsSeat(pair.Key) {
		return pair, 0, position.UnknownAt(pair, "line of do", pair.Key, words)
	}
	seat, err = r.Seat(pair.Key, pair.Pos)
	return pair, seat, err
}

// readLine reads a line of do without playing it.
func (r *runner) readLine(item *source.Node) error {
	pair, _, err := r.line(item)
	switch {
	case err != nil:
	case pair.Key == "until", pair.Key == "through":
		_, _, err = r.Stop(pair.Value)
	case pair.Key == "stop":
		err = r.promptNamed(pair.Value)
	case pair.Key == "rest":
		err = restWord(pair.Value)
	case pair.Key == "play":
		err = r.playWord(pair.Value)
	case pair.Key == "expect":
		err = r.expect(pair.Value)
	case pair.Key == "forced":
		err = r.expectForced(pair.Value)
	case strings.Contains(pair.Key, "offered"):
		err = r.offered(pair.Key, pair.Value)
	}
	return err
}

// misspelt doubts each answer that names nothing of the game and comes near to the name
// of a card: what will be offered is not known before the game is played, but nothing
// that is offered is called so.
func (r *runner) misspelt() error {
	var wrong position.Failures
	for _, item := range r.c.Do {
		if pair, seat, err := r.line(item); err == nil && seat > 0 {
			wrong.Add(eachWord(pair.Value, r.spelling))
		}
	}
	return wrong.Err()
}

func (r *runner) spelling(n *source.Node) error {
	if r.IsCard(n.Text) || r.Called(n.Text) {
		return nil
	}
	name, copied, _ := strings.Cut(n.Text, "#")
	f := position.UnknownAt(n, "card", strings.TrimSpace(name), r.AllCards)
	if !nearly(name, f.Hint) {
		return nil
	}
	if copied != "" {
		f.Hint += "#" + copied
	}
	return f
}

// eachWord collects the mistakes in the words of an answer or of an offer.
func eachWord(n *source.Node, wrong func(*source.Node) error) error {
	var all position.Failures
	each := func(n *source.Node) error { return eachWord(n, wrong) }
	all.Add(position.EachItem(n.Items, each))
	for _, p := range n.Pairs {
		all.Add(each(source.NewScalar(p.Key, p.Pos)))
	}
	if n.Kind == source.Word {
		all.Add(wrong(n))
	}
	return all.Err()
}

// ruleNamed doubts a rule that comes near to the name of an ability, a card or a ruling and is
// none: what else a rule says is a remark, and a number that of some printed rule.
func (r *runner) ruleNamed() error {
	n := r.c.Rule
	if n == nil || n.Kind != source.Word || r.Namable(n.Text) || strings.ContainsAny(n.Text, "0123456789") {
		return nil
	}
	known := slices.Concat(r.AbilityNames(), r.AllCards,
		lists.Map(r.Loaded.Tree.Rulings, func(ruling *ast.Ruling) string { return ruling.ID.Text }))
	f := position.UnknownAt(n, "ability, card or ruling", n.Text, known)
	if !nearly(n.Text, f.Hint) {
		return nil
	}
	return f
}

// nearly reports whether a name is another one of more than three letters, but for two.
func nearly(given, near string) bool {
	return len([]rune(near)) > 3 && diag.Distance([]rune(position.Fold(given)), []rune(position.Fold(near))) <= 2
}

// namable refuses words of a negative that no option can have: the game never offers such an
// option, so the negative could not fail.
func (r *runner) namable(n *source.Node) error {
	if r.Namable(n.Text) {
		return nil
	}
	return &position.Failure{Pos: n.Pos, Code: position.CodeUnknown, Hint: r.NearestOption(n.Text),
		Message: fmt.Sprintf("there is no card and no option %q, so this could never fail", n.Text)}
}

// promptNamed refuses a prompt that no script asks with.
func (r *runner) promptNamed(n *source.Node) error {
	if _, known := r.Compiled.Symbols[n.Text]; known {
		return nil
	}
	var prompts []string
	for _, word := range r.Compiled.Pack.Symbols {
		if r.English.Has("prompt." + word) {
			prompts = append(prompts, word)
		}
	}
	return position.UnknownAt(n, "prompt", n.Text, prompts)
}

// begins is the place of a case's first action before its do: a step of its position, or
// the case.
func (c *Case) begins() diag.Pos {
	for _, key := range []string{"step", "agenda"} {
		if n := c.Given.Get(key); n != nil && n.Pos.Line >= c.Pos.Line {
			return n.Pos
		}
	}
	return c.Pos
}
