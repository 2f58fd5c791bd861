package scenario

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/source"
)

// MostSteps bounds how long a game is played on without a decision, mostPlayed
// how long one is played to its end.
const (
	MostSteps  = 1000
	mostPlayed = 5000
)

// runner runs one case.
type runner struct {
	*position.Fixture
	// ctx ends the run.
	ctx      context.Context
	recorder *record.Recorder
	c        *Case
	g        *engine.Game
	// machine is the Lua state of the game, spare that of one that was left, whose
	// question may still be looked at; nil if there is none.
	machine, spare *script.Machine
	setup          engine.Setup
	script         *engine.Scripted
	mode           mode
	// answered receives answers; may be nil.
	answered func(p *engine.Position, d *engine.Decision, seat engine.Seat, reply engine.Reply)
	// held is what games are held to, whatever their pack says.
	held Validator
	// reading: expectations are read, not compared.
	reading bool
	// checked: the case failed, its story is told.
	checked bool
	story   []string
	// mute keeps neither the story nor the questions.
	mute bool
	// from is the log position behind the last answer, for reports; begun that where
	// the first line of do is played.
	from, begun int
	// failed is the error of the last answer, while "error" may expect it; doing
	// is the line of do that is played, and failedAt the one that failed.
	failed          error
	doing, failedAt diag.Pos
	// lines is the last line of do that is played, 0 for all.
	lines int
	// noticed are abilities that changed a value or were asked for, declined those
	// that were offered and not used.
	noticed, declined map[*engine.Ability]bool
	// met has the options that were offered, in the words of Negative; nil if no caller asks.
	met map[string]bool
	// doubts are the expectations that failed since an ability did not act.
	doubts []doubt
	// changes are the expectations that failed and could be written anew.
	changes []Change
	// turn was the turn at the last step that ran in one; uses are those of the position, and stop
	// is the prompt that the game is to stand at, 0 for none.
	turn engine.Seat
	uses []engine.LimitedUse
	stop *engine.Symbol
	// edited: the position was changed between answers, or the game stopped where no seat is
	// asked. Its journal does not lead there.
	edited bool
	// asked counts the answers in mode save; the game is saved before number saves.
	asked, saves int
	// worlds is where the mode rules plays steps again, leak the first that told something.
	worlds *belief.Worlds
	leak   error
}

func newRunner(ctx context.Context, b *position.Fixture, c *Case, m mode) *runner {
	return &runner{Fixture: b, ctx: ctx, recorder: record.NewRecorder(ctx, b), c: c, mode: m, held: Valid,
		doing: c.begins(), stop: new(engine.Symbol),
		noticed: map[*engine.Ability]bool{}, declined: map[*engine.Ability]bool{}}
}

// run plays the case; an error says all that is wrong.
func (r *runner) run(setup engine.Setup) error {
	if err := errors.Join(r.begin(setup), r.names()); err != nil {
		return err
	}
	r.begun = r.g.Log().Len()
	r.uses = r.g.Position().LimitedUses()
	if err := r.play(); err != nil {
		return err
	}
	if r.failed != nil && r.c.Then.Get("error") == nil {
		return r.broken()
	}
	if err := r.left(); err != nil {
		return err
	}
	if err := r.expect(r.c.Then); err != nil {
		return err
	}
	if r.failed != nil {
		return r.broken()
	}
	if err := r.unused(); err != nil {
		return err
	}
	if r.mode.finish == nil {
		return r.leak
	}
	return r.mode.finish(r)
}

// begin makes the game in which the scenario begins: from the very start when
// it has a seed and no position, else in its position.
func (r *runner) begin(setup engine.Setup) error {
	script, wrong := r.Results(r.c.Dice, r.c.Draws, r.c.Shuffle, r.c.Strict)
	r.script = script
	r.setup = setup
	r.setup.Seed = r.c.Random
	r.setup.Stops = func(d *engine.Decision) bool { return *r.stop != 0 && d.Prompt == *r.stop }
	r.setup.Script = script
	if r.c.Given == nil && !r.c.Strict {
		if wrong != nil {
			return wrong
		}
		r.setup.CheckInvariants = true
		r.setup.GameOptions = r.OptionValues(r.c.Random)
		r.g = engine.New(r.setup)
		return nil
	}
	given := r.c.Given
	if given == nil {
		given = &source.Node{Kind: source.Map, Pos: r.c.Pos}
	}
	g, watched, err := r.Load(r.ctx, r.setup, given)
	if err := errors.Join(wrong, err); err != nil {
		return err
	}
	r.setup.CheckInvariants = true
	r.setup.Invariants = watched
	r.g = g
	return nil
}

// play carries out "do" and its consequences.
func (r *runner) play() error {
	for _, item := range r.c.Do {
		if r.lines > 0 && item.Pos.Line > r.lines {
			return nil
		}
		if err := r.do(item); err != nil {
			return err
		}
	}
	if n := len(r.c.Do); n == 0 || r.c.Do[n-1].Get("until") == nil { // it stops where it says
		r.settle()
	}
	if r.failed == nil {
		r.fails(r.held.Check(r.g))
	}
	return nil
}

// do carries out one line of "do".
func (r *runner) do(item *source.Node) error {
	pair, seat, err := r.line(item)
	if err != nil {
		return err
	}
	if r.failed != nil {
		return r.broken()
	}
	r.doing = item.Pos
	if pair.Key != "expect" {
		r.g.Pass()
	}
	switch pair.Key {
	case "given":
		return r.edit(pair)
	case "stop":
		return r.stopAt(pair)
	case "until", "through":
		return r.until(pair)
	case "rest":
		return r.rest(pair.Value)
	case "play":
		return r.playOut(pair.Value)
	case "expect":
		err := r.expect(pair.Value)
		if err != nil && r.g.Log().Len() == r.begun && r.c.Given == nil {
			err = errors.Join(err, r.report(pair,
				"nothing has happened yet: - until: PLACE before this line plays the game to a place of its flow"))
		}
		return err
	case "forced":
		return r.expectForced(pair.Value)
	case "offered", "offered exactly", "not offered":
		if err := r.open(pair); err != nil {
			return err
		}
		return r.offered(pair.Key, pair.Value)
	}
	return r.answer(seat, pair)
}

// advance runs a step.
func (r *runner) advance() (engine.Status, error) {
	r.turn = cmp.Or(r.g.Position().Turn(), r.turn)
	status, err := r.g.AdvanceStep(r.ctx)
	if err == nil && r.mode.step != nil && r.leak == nil {
		r.leak = r.mode.step(r)
	}
	return status, err
}

// edit changes the position between two steps.
func (r *runner) edit(pair source.Pair) error {
	if r.g.Open() != nil {
		return r.report(pair, "a question is open, whose step would run again from its beginning; given stands "+
			"between steps, before a line that plays on to the question:\n%s", r.question(r.g.Open()))
	}
	r.skipResults()
	err := r.Edit(r.g, pair.Value)
	r.edited = true
	r.from = 0
	r.begun = 0
	r.uses = r.g.Position().LimitedUses()
	return err
}

// stopAt plays on to the next question of a prompt, whether it leaves a choice or not.
func (r *runner) stopAt(pair source.Pair) error {
	if err := r.promptNamed(pair.Value); err != nil {
		return err
	}
	*r.stop = r.Compiled.Symbols[pair.Value.Text]
	r.edited = true
	err := r.open(pair)
	if err == nil && r.g.Open().Prompt != *r.stop {
		err = r.report(pair, "before %s a decision is open that no line answers:\n%s", pair.Value.Text,
			r.question(r.g.Open()))
	}
	*r.stop = 0
	return err
}

// givenBack fails a case if a use of its position was given back before the first answer: then
// the case looks at another turn than it means. A card that began another life, or changed its
// seat, does not count.
func (r *runner) givenBack(at diag.Placed) error {
	for i, now := range r.g.Position().LimitedUses() {
		if i < len(r.uses) && now.Life == r.uses[i].Life && slices.Compare(now.Seats, r.uses[i].Seats) < 0 {
			return r.report(at, "the game passed on by itself to here, and a use of %s by %s that the position has "+
				"was given back on the way", now.Ability.Name, r.CardText(now.Card))
		}
	}
	return nil
}

// open plays on until a decision is open.
func (r *runner) open(at diag.Placed) error {
	r.steps(r.advance, func() bool { return r.g.Open() != nil })
	switch {
	case r.failed != nil:
		return r.broken()
	case r.g.Open() == nil:
		return r.report(at, "the game is over, nobody is asked any more")
	}
	r.meet(r.g.Open())
	if r.from == 0 {
		return r.givenBack(at)
	}
	return nil
}

// settle plays what the last answer caused to its end; the next step of the
// flow is not begun.
func (r *runner) settle() {
	r.steps(r.advance, func() bool { return r.g.Open() != nil || !r.g.Position().Busy() })
}

// steps runs steps until it is done, a question is open or the game is over; how it ended is the
// status of the last one.
func (r *runner) steps(step func() (engine.Status, error), done func() bool) engine.Status {
	status := engine.Going
	for n := 0; r.failed == nil && status == engine.Going && !done(); n++ {
		var err error
		status, err = step()
		if err == nil && n == MostSteps {
			err = Endless(r.g, n, true)
		}
		r.fails(err)
	}
	return status
}

// left fails a case at whose end a decision is open that it does not name.
func (r *runner) left() error {
	d := r.g.Open()
	if d == nil || d.Vacant {
		return nil
	}
	for _, key := range []string{"asked", "offered", "offered exactly", "not offered", "would", "why not"} {
		if r.c.Then.Get(key) != nil {
			return nil
		}
	}
	return r.report(r.endPos(), "a decision is left without an answer:\n%s%s", r.question(d), r.leaving(d))
}

// leaving is what a case says under then that means to end at a decision.
func (r *runner) leaving(d *engine.Decision) string {
	var asked, exactly []string
	for s := range r.Layout.AllSeats().Each() {
		if !d.Waits(s) {
			continue
		}
		asked = append(asked, fmt.Sprintf("%d: %s", s, r.Compiled.Pack.Symbols[d.Prompt]))
		words := source.NewList()
		for i := range min(len(d.OptionsOf(s)), mostOptions+1) {
			words.Add(r.recorder.OptionWords(r.g, d, s, i))
		}
		if d.Optional {
			words.Add(source.NewWord("none"))
		}
		if d.Kind != engine.YesNo && d.Kind != engine.PickNumber && len(words.Items) <= mostOptions {
			exactly = append(exactly, fmt.Sprintf("%d: %s", s, words.Inline()))
		}
	}
	text := "\n  answer it under do, or say under then that it is asked:\n    asked: {" +
		strings.Join(asked, ", ") + "}"
	if len(exactly) > 0 {
		text += "\n    offered exactly: {" + strings.Join(exactly, ", ") + "}"
	}
	return text
}

// endPos is where the case ends: its last line of do, or where it begins.
func (r *runner) endPos() diag.Pos {
	if n := len(r.c.Do); n > 0 {
		return r.c.Do[n-1].Pos
	}
	return r.c.Pos
}

// fails keeps that the game failed in the line of do that is played.
func (r *runner) fails(err error) {
	if r.failed == nil && err != nil {
		r.failed = err
		r.failedAt = r.doing
	}
}

func (r *runner) broken() error {
	text := r.failed.Error()
	if strings.Contains(text, "has no scripted result left") {
		// There is no seed that anybody could use.
		text = strings.Replace(text, "; seed 0,", ";", 1) +
			"\n  script it under dice, draws or shuffles, or leave it to a seed with random: seed 7"
	}
	what := "the game failed"
	if slices.ContainsFunc([]string{"winner", "draw", "reason"},
		func(key string) bool { return r.c.Then.Get(key) != nil }) {
		what = "the game went on where then says that it ends, and failed"
	}
	return r.report(r.failedAt, "%s: %s", what, text)
}

// until plays on, without answers, to a place of the flow or to a scheduled step, to the
// end of the game ("end"), or through a step with all that it schedules.
func (r *runner) until(pair source.Pair) error {
	node := pair.Value
	place, step, err := r.Stop(node)
	if err != nil {
		return err
	}
	status := r.steps(func() (engine.Status, error) {
		return r.g.AdvanceStepTo(r.ctx, func(at int, scheduled engine.StepID) bool {
			return at >= 0 && at == place || at < 0 && scheduled == step
		})
	}, func() bool { return false })
	r.uses = nil // so far it was meant to play
	last := place == len(r.Compiled.Pack.Flow)-1
	switch {
	case r.failed != nil:
	case status == engine.Waiting:
		return r.report(node, "before %s a decision is open that no line answers:\n%s", node.Text,
			r.question(r.g.Open()))
	case status == engine.Ended && !last:
		return r.report(node, "the game ended before %s", node.Text)
	case status == engine.Paused && (pair.Key == "through" || last):
		r.through()
	}
	return nil
}

// through runs the next step, and the steps it schedules.
func (r *runner) through() {
	left, place := len(r.g.Position().Agenda())-1, r.g.Position().FlowPosition()
	r.steps(r.advance, func() bool {
		p := r.g.Position()
		return left >= 0 && len(p.Agenda()) <= left || left < 0 && !p.Busy() && p.FlowPosition() != place
	})
}

// answer gives one answer and plays what follows from it within the step. One that
// gave itself is no mistake of the rules: the report says so.
func (r *runner) answer(seat engine.Seat, pair source.Pair) error {
	err := r.answerOpen(seat, pair)
	if err == nil || !r.forced(seat, pair.Value) {
		return err
	}
	return r.report(pair, "seat %d is not asked for %s: that was answered by itself, as nothing else was left\n "+
		" leave the line out, or write forced: {%d: %s}", seat, wordsText(pair.Value), seat, pair.Value.Inline())
}

func (r *runner) answerOpen(seat engine.Seat, pair source.Pair) error {
	if err := r.open(pair); err != nil {
		return err
	}
	d := r.g.Open()
	if !d.Waits(seat) {
		err := r.report(pair, "seat %d is not asked; the open decision is:\n%s", seat, r.question(d))
		if pair.Value.IsScalar() {
			return r.doubtCard(err, pair.Value.Text)
		}
		return err
	}
	reply, err := r.reply(d, seat, pair.Value)
	if err != nil {
		return err
	}
	if err := d.Check(seat, reply); err != nil {
		return r.report(pair.Value, "%s; the decision is:\n%s", err, r.question(d))
	}
	if err := r.mode.before(r, d, seat, reply); err != nil {
		return err
	}
	r.noteDeclined(d, seat, reply)
	if r.answered != nil {
		r.answered(r.g.Position(), d, seat, reply)
	}
	r.from = r.g.Log().Len()
	if err := r.g.Answer(d.Number, seat, reply); err != nil {
		return r.report(pair.Value, "%s", err)
	}
	if r.g.Open() == nil {
		_, err := r.advance()
		r.fails(err)
	}
	return nil
}
