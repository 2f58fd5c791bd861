package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/source"
)

// runner runs one case.
type runner struct {
	*names
	c       *Case
	g       *engine.Game
	speaker *locale.Speaker
	script  *engine.Scripted
	// from is the log position behind the last answer, for reports.
	from    int
	mode    mode
	machine engine.Scripts
	// failed is the error of the last answer, while "error" may expect it.
	failed error
}

func newRunner(n *names, c *Case, m mode) *runner {
	return &runner{names: n, c: c, speaker: n.Speaker("en"), mode: m}
}

func (r *runner) givenPos(key string) diag.Pos {
	if r.c.Given != nil {
		if n := r.c.Given.Get(key); n != nil {
			return n.Pos
		}
		return r.c.Given.Pos
	}
	return r.c.Pos
}

// run plays the case; an error says why it does not pass.
func (r *runner) run(newGame func(engine.Setup) *engine.Game, setup engine.Setup) error {
	if err := r.readScript(); err != nil {
		return err
	}
	if err := r.start(newGame, setup); err != nil {
		return err
	}
	for i, item := range r.c.Do {
		if err := r.do(item, i == len(r.c.Do)-1); err != nil {
			return err
		}
	}
	if err := r.settle(); err != nil {
		return err
	}
	if err := r.expect(r.c.Then, true); err != nil {
		return err
	}
	return r.unused()
}

// do carries out one line of "do".
func (r *runner) do(item *source.Node, last bool) error {
	if item.Kind != source.Map || len(item.Pairs) != 1 {
		return failAt(item.Pos, "a line of do has one key: a seat with its answer (1: pass), until, expect, offered or not offered")
	}
	pair := item.Pairs[0]
	if r.failed != nil {
		return r.broken(item.Pos)
	}
	switch pair.Key {
	case "until":
		return r.until(pair.Value)
	case "expect":
		return r.expect(pair.Value, false)
	case "offered", "not offered":
		if err := r.open(pair.Pos); err != nil {
			return err
		}
		return r.offered(pair.Value, pair.Key == "offered")
	}
	if !isSeat(pair.Key) {
		return unknownAt(pair.Pos, "line of do", pair.Key, []string{"until", "expect", "offered", "not offered"})
	}
	seat, err := r.seat(pair.Key, pair.Pos)
	if err != nil {
		return err
	}
	return r.answer(seat, pair)
}

// open plays on until a decision is open.
func (r *runner) open(pos diag.Pos) error {
	for r.g.Open() == nil {
		status, err := r.g.AdvanceStep()
		switch {
		case err != nil:
			return failAt(pos, "%s", err)
		case status == engine.Ended:
			return r.report(pos, "the game is over, nobody is asked any more")
		}
	}
	return nil
}

// settle plays what the last answer caused to its end; the next step of the
// flow is not begun.
func (r *runner) settle() error {
	if len(r.c.Do) == 0 && r.c.Given == nil {
		return nil
	}
	for r.failed == nil && r.g.Open() == nil && r.g.Busy() {
		status, err := r.g.AdvanceStep()
		if err != nil {
			r.failed = err
		}
		if status == engine.Ended {
			break
		}
	}
	if r.failed != nil && (r.c.Then == nil || r.c.Then.Get("error") == nil) {
		return r.broken(r.c.Pos)
	}
	return nil
}

func (r *runner) broken(pos diag.Pos) error {
	return r.report(pos, "the game failed: %s", r.failed)
}

// until plays on, without answers, to a step of the flow.
func (r *runner) until(node *source.Node) error {
	place, err := r.place(node)
	if err != nil {
		return err
	}
	status, err := r.g.AdvanceTo(func(at int) bool { return at == place })
	switch {
	case err != nil:
		r.failed = err
		return nil
	case status == engine.Waiting:
		return r.report(node.Pos, "before %s a decision is open that no line answers:\n%s", node.Text, r.question(r.g.Open()))
	case status == engine.Ended:
		return r.report(node.Pos, "the game ended before %s", node.Text)
	}
	return nil
}

// answer gives one answer and plays what follows from it within the step.
func (r *runner) answer(seat engine.Seat, pair source.Pair) error {
	if err := r.open(pair.Pos); err != nil {
		return err
	}
	d := r.g.Open()
	if !d.Waits(seat) {
		return r.report(pair.Pos, "seat %d is not asked; the open decision is:\n%s", seat, r.question(d))
	}
	reply, err := r.reply(d, seat, pair.Value)
	if err != nil {
		return err
	}
	if err := d.Check(seat, reply); err != nil {
		return r.report(pair.Value.Pos, "%s; the decision is:\n%s", err, r.question(d))
	}
	r.from = r.g.Log().Len()
	if err := r.mode.around(r, d, seat, reply); err != nil {
		return err
	}
	if err := r.g.Answer(d.Number, seat, reply); err != nil {
		return r.report(pair.Value.Pos, "%s", err)
	}
	if r.g.Open() == nil {
		if _, err := r.g.AdvanceStep(); err != nil {
			r.failed = err
		}
	}
	return nil
}

// reply turns the words of an answer into the positions of options.
func (r *runner) reply(d *engine.Decision, seat engine.Seat, node *source.Node) (engine.Reply, error) {
	switch d.Kind {
	case engine.PickNumber:
		if node.Kind != source.Number {
			return nil, r.report(node.Pos, "a number from %d to %d is asked for, not %s", d.Min, d.Max, node.Describe())
		}
		return engine.Reply{node.Number}, nil
	case engine.YesNo:
		switch {
		case fold(node.Text) == "yes" || node.Kind == source.Flag && node.Flag:
			return engine.Reply{0}, nil
		case fold(node.Text) == "no" || node.Kind == source.Flag:
			return engine.Reply{1}, nil
		}
		return nil, r.report(node.Pos, "yes or no is asked for, not %s:\n%s", node.Describe(), r.question(d))
	case engine.Split:
		return r.split(d, seat, node)
	case engine.PickOne:
		if d.Optional && fold(node.Text) == "none" && node.IsScalar() {
			return engine.Reply{}, nil
		}
		n, err := r.option(d, seat, node)
		if err != nil {
			return nil, err
		}
		return engine.Reply{n}, nil
	}
	items := []*source.Node{node}
	switch {
	case node.Kind == source.List:
		items = node.Items
	case fold(node.Text) == "none" && node.IsScalar():
		items = nil
	}
	reply := engine.Reply{}
	for _, item := range items {
		n, err := r.pick(d, seat, item, reply)
		if err != nil {
			return nil, err
		}
		reply = append(reply, n)
	}
	return reply, nil
}

func (r *runner) split(d *engine.Decision, seat engine.Seat, node *source.Node) (engine.Reply, error) {
	if node.Kind != source.Map {
		return nil, r.report(node.Pos, "an amount for each option is asked for, as {A: 2, B: 1}, not %s:\n%s", node.Describe(), r.question(d))
	}
	reply := make(engine.Reply, len(d.OptionsOf(seat)))
	for _, pair := range node.Pairs {
		n, err := r.option(d, seat, &source.Node{Kind: source.Word, Text: pair.Key, Pos: pair.Pos})
		if err != nil {
			return nil, err
		}
		reply[n] = pair.Value.Number
	}
	return reply, nil
}

// option finds the option that an answer names.
func (r *runner) option(d *engine.Decision, seat engine.Seat, node *source.Node) (int, error) {
	return r.pick(d, seat, node, nil)
}

// pick finds an option that is not picked yet, so that equal words name one
// option after another.
func (r *runner) pick(d *engine.Decision, seat engine.Seat, node *source.Node, picked engine.Reply) (int, error) {
	options := d.OptionsOf(seat)
	for i := range options {
		if !slices.Contains(picked, i) && r.matches(d, &options[i], node) {
			return i, nil
		}
	}
	return 0, r.report(node.Pos, "%s is not offered:\n%s", node.Describe(), r.question(d))
}

// matches tells whether the words of an answer name an option: its label, or
// the names of its parts as a list.
func (r *runner) matches(d *engine.Decision, c *engine.Choice, node *source.Node) bool {
	if node.Kind == source.List {
		if len(node.Items) != int(c.N) {
			return false
		}
		for i, item := range node.Items {
			if !r.part(d, c.V[i], item.Text) {
				return false
			}
		}
		return true
	}
	if c.N == 1 {
		return r.part(d, c.V[0], node.Text)
	}
	return fold(r.speaker.OptionText(r.g, d, c, nil)) == fold(node.Text)
}

// part tells whether a text names one part of an option.
func (r *runner) part(d *engine.Decision, v engine.Value, text string) bool {
	want := fold(text)
	if fold(r.speaker.OptionPart(r.g, d, v, nil)) == want {
		return true
	}
	switch v.Kind {
	case engine.Card:
		c := v.Card()
		key := r.Layout.CardKey(c)
		name, _, numbered := strings.Cut(key, "#")
		label := fold(r.speaker.Card(c))
		if numbered {
			copyNumber := fmt.Sprintf("#%d", r.Layout.Copy[c])
			return want == fold(key) || want == label+copyNumber || want == label || want == fold(name)
		}
		return want == label || want == fold(key)
	case engine.Word:
		return want == fold(r.Compiled.Pack.Symbols[v.N])
	case engine.SeatKind:
		return want == fmt.Sprint(v.N) || want == fmt.Sprintf("seat %d", v.N)
	case engine.Zone:
		if z, err := r.zone(zonePath(text), diag.Pos{}); err == nil {
			return z == v.Zone()
		}
	case engine.Handle:
		if in, ok := r.g.InstanceOf(v); ok {
			return want == fold(in.Ability.Name) || want == fold(r.speaker.Ability(in.Ability.Name)) ||
				in.Card != 0 && (want == fold(r.Layout.CardKey(in.Card)) || want == fold(r.speaker.Card(in.Card)))
		}
	}
	return false
}

// zonePath turns "Bad Snap left" into "Bad Snap.left".
func zonePath(text string) string {
	if strings.Contains(text, ".") {
		return text
	}
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		return text[:i] + "." + text[i+1:]
	}
	return text
}

// readScript reads the scripted results.
func (r *runner) readScript() error {
	r.script = &engine.Scripted{
		Dice: map[engine.DieID][]engine.Value{}, Draws: map[engine.ZoneID][]engine.CardID{},
		Shuffles: map[engine.ZoneID][][]engine.CardID{}, Strict: r.c.Strict,
	}
	if r.c.Dice != nil {
		for _, pair := range r.c.Dice.Pairs {
			if err := r.readDie(pair); err != nil {
				return err
			}
		}
	}
	if r.c.Draws != nil {
		for _, pair := range r.c.Draws.Pairs {
			z, err := r.zone(pair.Key, pair.Pos)
			if err != nil {
				return err
			}
			cards, err := r.cardList(pair.Value)
			if err != nil {
				return err
			}
			r.script.Draws[z] = cards
		}
	}
	if r.c.Shuffle != nil {
		for _, pair := range r.c.Shuffle.Pairs {
			z, err := r.zone(pair.Key, pair.Pos)
			if err != nil {
				return err
			}
			for _, item := range pair.Value.Items {
				cards, err := r.cardList(item)
				if err != nil {
					return err
				}
				r.script.Shuffles[z] = append(r.script.Shuffles[z], cards)
			}
		}
	}
	return nil
}

func (r *runner) readDie(pair source.Pair) error {
	id, ok := r.Compiled.Dice[pair.Key]
	if !ok {
		var known []string
		for i := range r.Compiled.Pack.Dice {
			known = append(known, r.Compiled.Pack.Dice[i].Name)
		}
		return unknownAt(pair.Pos, "die", pair.Key, known)
	}
	die := &r.Compiled.Pack.Dice[id]
	items := pair.Value.Items
	if pair.Value.IsScalar() {
		items = []*source.Node{pair.Value}
	}
	for _, item := range items {
		face, ok := r.face(die, item)
		if !ok {
			var known []string
			for _, f := range die.Faces {
				known = append(known, r.faceName(f))
			}
			return unknownAt(item.Pos, "face of the die "+die.Name, item.Text, slices.Compact(known))
		}
		r.script.Dice[id] = append(r.script.Dice[id], face)
	}
	return nil
}

func (r *runner) faceName(f engine.Value) string {
	if f.Kind == engine.Word {
		return r.Compiled.Pack.Symbols[f.N]
	}
	return fmt.Sprint(f.N)
}

func (r *runner) face(die *engine.Die, item *source.Node) (engine.Value, bool) {
	for _, f := range die.Faces {
		if fold(r.faceName(f)) == fold(item.Text) || f.Kind == engine.Word && fold(r.speaker.Word(engine.Symbol(f.N))) == fold(item.Text) {
			return f, true
		}
	}
	return engine.Value{}, false
}

// cardList reads names of cards; equal names take one copy after another.
func (r *runner) cardList(n *source.Node) ([]engine.CardID, error) {
	if n.Kind != source.List {
		return nil, failAt(n.Pos, "a list of cards is expected, not %s", n.Describe())
	}
	var cards []engine.CardID
	for _, item := range n.Items {
		d, number, err := r.def(item.Text, item.Pos)
		if err != nil {
			return nil, err
		}
		c := r.Layout.FirstCard(d) + engine.CardID(max(number, 1)-1)
		for number == 0 && slices.Contains(cards, c) && int(c-r.Layout.FirstCard(d)) < r.Compiled.Pack.Defs[d].Copies-1 {
			c++
		}
		cards = append(cards, c)
	}
	return cards, nil
}

// unused fails a case whose scripted results were not all used.
func (r *runner) unused() error {
	for i := range r.Compiled.Pack.Dice {
		id := engine.DieID(i)
		if left := len(r.script.Dice[id]) - r.g.Results(engine.EvRoll, int32(id)); left > 0 {
			return r.report(r.c.Dice.Pos, "%d scripted results of the die %s were not rolled", left, r.Compiled.Pack.Dice[i].Name)
		}
	}
	if r.c.Draws != nil {
		for _, pair := range r.c.Draws.Pairs {
			if z, err := r.zone(pair.Key, pair.Pos); err == nil {
				if left := len(r.script.Draws[z]) - r.g.Results(engine.EvDraw, int32(z)); left > 0 {
					return r.report(pair.Pos, "%d scripted draws from %s were not drawn", left, pair.Key)
				}
			}
		}
	}
	return nil
}
