package scenario

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// expect checks what must be true; it tells all that is not.
func (r *runner) expect(then *source.Node) error { return position.EachPair(then, r.expectOne) }

func (r *runner) expectOne(pair source.Pair) error {
	switch pair.Key {
	case "game":
		return r.expectGame(pair.Value)
	case "table":
		return position.EachPair(pair.Value, func(p source.Pair) error { return r.expectZone("", 0, p) })
	case "events":
		return r.expectEvents(pair.Value)
	case "no events":
		return r.expectNoEvents(pair.Value)
	case "asked":
		return r.expectAsked(pair.Value)
	case "forced":
		return r.expectForced(pair.Value)
	case "offered", "offered exactly", "not offered":
		return r.offered(pair.Key, pair.Value)
	case "would":
		return r.expectWould(pair.Value)
	case "why not":
		return r.expectWhyNot(pair.Value)
	case "sees", "hidden":
		return r.expectKnown(pair.Value, pair.Key == "sees")
	case "turn":
		return r.expectTurn(pair.Value)
	case "winner":
		return r.expectEnd(pair.Value, "the winner", (*engine.Game).Winners)
	case "draw":
		return r.expectEnd(pair.Value, "the seats that share the game", (*engine.Game).Drawn)
	case "returns":
		return r.expectReturns(pair.Value)
	case "reason":
		return r.expectReason(pair.Value)
	case "error":
		return r.expectError(pair.Value)
	}
	if position.IsSeat(pair.Key) {
		return r.expectSeat(pair)
	}
	if r.IsCard(pair.Key) {
		return r.expectCard(pair)
	}
	return position.UnknownAt(pair, "card or key of an expectation", pair.Key,
		append(keyword.Lookup("then").Names(), r.AllCards...))
}

func (r *runner) expectTurn(n *source.Node) error {
	want, err := r.Seat(n.Text, n.Pos)
	if err != nil {
		return err
	}
	turn := cmp.Or(r.g.Position().Turn(), r.turn)
	if want == turn {
		return nil
	}
	return r.differs(n, "whose turn it is", fmt.Sprint(want), fmt.Sprint(turn), source.NewNumber(int(turn)))
}

func (r *runner) expectReason(n *source.Node) error {
	got := r.Compiled.Pack.Symbols[r.g.Position().Reason()]
	if got == n.Text {
		return nil
	}
	return r.differs(n, "the reason of the end", n.Text, got, source.NewWord(got))
}

// compare is the failure of one expectation, expected beside found.
func (r *runner) compare(at diag.Placed, what, expected, found string) error {
	return r.reportAbout(at, what, "%s\n  expected: %s\n  found:    %s", what, expected, found)
}

func (r *runner) expectGame(n *source.Node) error {
	return position.EachPair(n, func(p source.Pair) error {
		id, ok := r.Compiled.GameAttributes[p.Key]
		if !ok {
			return position.UnknownAt(p, "attribute of the game", p.Key,
				position.AttributeNames(r.Compiled.Pack.Game))
		}
		got, err := r.g.Position().GameAttribute(id)
		return r.expectValue(&r.Compiled.Pack.Game[id], p, got, err, p.Key+" of the game")
	})
}

// expectValue compares an attribute, a number also with a range {min, max}; wrong is why it has no
// value.
func (r *runner) expectValue(a *engine.Attribute, p source.Pair, got engine.Value, wrong error, what string) error {
	if wrong != nil {
		return r.report(p, "%s", wrong)
	}
	if a.Kind == engine.Number && p.Value.Kind == source.Map {
		return r.expectRange(p, got, what)
	}
	if a.Kind == engine.List && !a.IsSet() {
		return r.expectList(p, got, what)
	}
	want, err := r.Value(a, p.Value)
	if err != nil {
		return err
	}
	if want != got && !r.sameValue(want, p.Value.Text, got) {
		return r.differs(p.Value, what, r.Text(want), r.Text(got), r.valueNode(got, p.Value.Text))
	}
	return nil
}

// sameValue reports whether two values are the same; a card is meant whatever its
// number, unless the text has one.
func (r *runner) sameValue(want engine.Value, text string, got engine.Value) bool {
	if want.Kind == engine.Card && got.Kind == engine.Card {
		return r.Same(want.Card(), text, got.Card())
	}
	return want == got
}

func (r *runner) expectRange(p source.Pair, got engine.Value, what string) error {
	text := ""
	fits := true
	err := position.EachPair(p.Value, func(bound source.Pair) error {
		if bound.Value.Kind != source.Number || bound.Key != "min" && bound.Key != "max" {
			return position.FailAt(bound, "a range is written as {min: 1, max: 3}")
		}
		if bound.Key == "min" {
			text += fmt.Sprintf(" at least %d", bound.Value.Number)
			fits = fits && int(got.N) >= bound.Value.Number
		} else {
			text += fmt.Sprintf(" at most %d", bound.Value.Number)
			fits = fits && int(got.N) <= bound.Value.Number
		}
		return nil
	})
	if err != nil || fits {
		return err
	}
	return r.compare(p.Value, what, strings.TrimSpace(text), fmt.Sprint(got.N))
}

// expectList compares a printed list.
func (r *runner) expectList(p source.Pair, got engine.Value, what string) error {
	want := strings.Join(p.Value.Texts(), ", ")
	found := strings.Join(lists.Map(r.Compiled.Pack.List(got).Items, r.Text), ", ")
	if want != found {
		return r.differs(p.Value, what, "["+want+"]", "["+found+"]", r.valueNode(got, ""))
	}
	return nil
}

// expectAsked checks the open decision: its seat and prompt.
func (r *runner) expectAsked(n *source.Node) error {
	return r.EachSeat(n, func(seat engine.Seat, p source.Pair) error {
		if r.reading {
			return r.promptNamed(p.Value)
		}
		if err := r.open(p); err != nil {
			return err
		}
		d := r.g.Open()
		if got := r.Compiled.Pack.Symbols[d.Prompt]; !d.Asks(seat) || got != p.Value.Text {
			return r.compare(p.Value, "the open decision", fmt.Sprintf("seat %d is asked %s", seat, p.Value.Text),
				strings.TrimSpace(r.question(d)))
		}
		return nil
	})
}

// offered checks options of the open decision: that they are offered, that no others
// are ("offered exactly"), or that they are not.
func (r *runner) offered(key string, n *source.Node) error {
	want := key != "not offered"
	return r.EachSeat(n, func(seat engine.Seat, p source.Pair) error {
		if r.reading && want {
			return nil
		} else if r.reading {
			return eachWord(p.Value, r.namable)
		}
		if err := r.open(p); err != nil {
			return err
		}
		d := r.g.Open()
		if !d.Asks(seat) {
			err := r.report(p, "seat %d is not asked; the open decision is:\n%s", seat, r.question(d))
			for _, item := range p.Value.Entries() {
				if want && item.IsScalar() {
					err = r.doubtCard(err, item.Text)
				}
			}
			return err
		}
		err := position.EachItem(p.Value.Entries(), func(item *source.Node) error {
			switch {
			case r.isOffered(d, seat, item) == want:
				return nil
			case want:
				return r.notOffered(d, seat, item)
			}
			return r.report(item, "%s is offered, but must not be:\n%s", wordsText(item), r.question(d))
		})
		if key == "offered exactly" && err == nil {
			err = r.nothingElse(d, seat, p.Value)
		}
		return err
	})
}

// nothingElse checks that the open decision offers no option that is not listed;
// options in equal words are listed as often as they are offered.
func (r *runner) nothingElse(d *engine.Decision, seat engine.Seat, n *source.Node) error {
	if d.Kind == engine.YesNo || d.Kind == engine.PickNumber {
		return r.report(n, "this decision offers no list of options:\n%s", r.question(d))
	}
	var listed engine.Reply
	none := false
	for _, item := range n.Entries() {
		if i := r.Find(r.g, d, seat, item, listed); i >= 0 {
			listed = append(listed, i)
		} else if position.IsNone(item) {
			none = true
		}
	}
	var more []string
	for i := range d.OptionsOf(seat) {
		if !slices.Contains(listed, i) {
			more = append(more, r.optionLine(d, seat, i))
		}
	}
	if d.Optional && !none {
		more = append(more, "none")
	}
	if len(more) == 0 {
		return nil
	}
	return r.report(n, "seat %d is offered more than is listed:\n    - %s", seat, strings.Join(more, "\n    - "))
}

// expectForced checks answers that gave themselves since the last answer.
func (r *runner) expectForced(n *source.Node) error {
	return r.EachSeat(n, func(seat engine.Seat, p source.Pair) error {
		if r.reading {
			return nil
		}
		r.steps(r.advance, func() bool { return r.forced(seat, p.Value) })
		switch {
		case r.failed != nil:
			return r.broken()
		case r.forced(seat, p.Value):
			return nil
		}
		if d := r.g.Open(); d != nil {
			return r.report(p.Value, "nothing was answered by itself as %s for seat %d; the open decision is:\n%s",
				wordsText(p.Value), seat, r.question(d))
		}
		return r.report(p.Value, "nothing was answered by itself as %s for seat %d since the last answer",
			wordsText(p.Value), seat)
	})
}

// forced reports whether an answer in these words gave itself for a seat since the
// last answer of the case.
func (r *runner) forced(seat engine.Seat, n *source.Node) bool {
	items := n.Entries()
	switch {
	case n.Kind == source.Map:
		items = nil
		for _, p := range n.Pairs {
			items = append(items, source.NewScalar(p.Key, p.Pos), p.Value)
		}
	case position.IsNone(n):
		items = nil
	}
	return slices.ContainsFunc(r.happened(), func(e view.Event) bool {
		if e.Kind != view.AnswerEvent || !e.Forced || e.At < r.from || e.Seat != seat {
			return false
		}
		values := slices.Concat(e.Choices...)
		if len(values) != len(items) {
			return false
		}
		for i, v := range values {
			if !r.Part(r.g, seat, v.Raw, items[i].Text) {
				return false
			}
		}
		return true
	})
}

func (r *runner) isOffered(d *engine.Decision, seat engine.Seat, item *source.Node) bool {
	shape := d.ShapeOf(seat)
	low, high := shape.Bounds()
	form := shape.Form()
	switch {
	case form == engine.Quantity:
		return item.Kind == source.Number && item.Number >= low && item.Number <= high
	case form != engine.Amounts && low == 0 && position.IsNone(item):
		return true
	}
	return slices.ContainsFunc(d.OptionsOf(seat), func(c engine.Choice) bool {
		return r.Matches(r.g, d, seat, &c, item) || r.partly(seat, &c, item)
	})
}

// partly reports whether a card or word is a part of an option of several parts.
func (r *runner) partly(seat engine.Seat, c *engine.Choice, item *source.Node) bool {
	if !item.IsScalar() || c.N < 2 {
		return false
	}
	return slices.ContainsFunc(c.V[:c.N], func(v engine.Value) bool { return r.Part(r.g, seat, v, item.Text) })
}

func (r *runner) expectKnown(n *source.Node, want bool) error {
	return r.EachSeat(n, func(seat engine.Seat, p source.Pair) error {
		return position.EachItem(p.Value.Entries(), func(item *source.Node) error {
			c, err := r.Card(item.Text, item.Pos)
			if err != nil || view.Knows(r.g.Position(), seat, c) == want {
				return err
			}
			word := map[bool]string{true: "knows it", false: "does not know it"}
			return r.compare(item, fmt.Sprintf("seat %d and %s, which lies in %s", seat, item.Text,
				r.ZonePath(r.g.Position().ZoneAt(c))), word[want], word[!want])
		})
	})
}

// expectEnd checks which seats have won the game, or share it.
func (r *runner) expectEnd(n *source.Node, what string, of func(*engine.Game) engine.SeatSet) error {
	want, err := r.Seats(n)
	if err != nil {
		return err
	}
	got := of(r.g)
	switch {
	case !r.g.Over():
		return r.compare(n, what, r.SeatsText(want), "the game is not over")
	case got != want:
		found := r.SeatsText(got)
		if winners, drawn := r.g.Winners(), r.g.Drawn(); got == 0 && winners != 0 {
			found += "; winner: " + r.SeatsText(winners)
		} else if got == 0 && drawn != 0 {
			found += "; draw: " + r.SeatsText(drawn)
		}
		return r.differs(n, what, r.SeatsText(want), found, seatsNode(got))
	}
	return nil
}

// expectReturns checks what seats get out of the finished game.
func (r *runner) expectReturns(n *source.Node) error {
	if r.reading {
		return r.EachSeat(n, func(engine.Seat, source.Pair) error { return nil })
	}
	returns, err := r.g.Returns()
	if err != nil {
		return r.report(n, "%s", err)
	}
	return r.EachSeat(n, func(seat engine.Seat, p source.Pair) error {
		want, isNumber := new(big.Rat).SetString(p.Value.Text)
		if !p.Value.IsScalar() || !isNumber {
			return position.FailAt(p.Value, "a seat gets a number out of a game, such as 2, -0.5 or 1/3, not %s",
				p.Value.Describe())
		}
		x, _ := want.Float64()
		got := returns[seat-1]
		if math.Abs(got-x) <= roughly*max(1, math.Abs(x)) {
			return nil
		}
		found := strconv.FormatFloat(got, 'g', -1, 64)
		return r.differs(p.Value, fmt.Sprintf("what seat %d gets out of the game", seat), p.Value.Text, found,
			source.NewScalar(found, diag.Pos{}))
	})
}

// roughly is how near numbers with fractions are that were added up in another order.
const roughly = 1e-9

// expectError checks the error with which the last answer or step failed; that
// failure then is as it should be.
func (r *runner) expectError(n *source.Node) error {
	if r.reading {
		return nil
	}
	failed := r.failed
	r.failed = nil
	if failed == nil {
		return r.compare(n, "the error", n.Text, "no error")
	}
	if !strings.Contains(failed.Error(), n.Text) {
		return r.compare(n, "the error", n.Text, failed.Error())
	}
	return nil
}
