// Package record writes games in the words of the test language of rules: a
// position and what was played from it as a scenario that passes, and the events
// of a log line by line.
//
//	record.go   what is played, and the scenario as a whole
//	given.go    the position: what has to be written; write.go writes it
//	words.go    answers in words that pick the same options when they are read
//	yaml.go     the text of the file
//	events.go   events in plain words
//	outcome.go  what is true at the end
//
// A position is written by trying: what is written is read back, and what differs
// then is written too, until nothing does. So the invariant holds by construction
// that reading what was written gives the same position, and little is written.
//
// It imports the engine, diag, lists, package position (which reads what this writes) and
// package source.
package record

import (
	"context"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Recorder writes games of a table in the words of scenarios.
type Recorder struct {
	*position.Fixture
	ctx context.Context
}

// NewRecorder returns the recorder of a table; when ctx ends, the games it plays in order
// to write a scenario end too.
func NewRecorder(ctx context.Context, b *position.Fixture) *Recorder { return &Recorder{b, ctx} }

// Export is a part of a game to be written as a scenario: a position between two steps and
// the game from there on.
type Export struct {
	Name, Note string
	// Game, Packs and GameOptions are the settings of the game.
	Game        string
	Packs       []string
	GameOptions map[string]string
	// From is the log position of the step boundary where the scenario begins.
	From int
	// Last, if not nil, is a last line of do that replaces those that play on to the end of
	// the game; Random is the seed of its random results.
	Last   *source.Node
	Random uint64
}

// Tell writes an export of a game as a scenario: its position, the random results
// in order, the answers in words, and where it plays on to. The second result
// is a game that stands at the end of the scenario, played from what was
// written; it is nil when the game fails there.
//
// The position is written short if the game can be played so from there.
func (r *Recorder) Tell(p *engine.Position, t Export) (*source.Node, *engine.Game, error) {
	node, end, err := r.tell(p, t, true)
	if err != nil || end == nil {
		return r.tell(p, t, false)
	}
	return node, end, nil
}

// TellExactly writes an export with all that the position holds, the order too in
// which cards have come to zones that keep none.
func (r *Recorder) TellExactly(p *engine.Position, t Export) (*source.Node, *engine.Game, error) {
	return r.tell(p, t, false)
}

func (r *Recorder) tell(p *engine.Position, t Export, short bool) (*source.Node, *engine.Game, error) {
	m, err := r.Take()
	if err != nil {
		return nil, nil, err
	}
	defer r.Give(m)
	start := engine.Continue(r.Setup(m, 0), p.Past(t.From).Position())
	given, err := r.given(start, short)
	if err != nil {
		return nil, nil, err
	}
	script := view.ResultsSince(p, t.From)
	setup := r.Setup(m, 0)
	setup.Script = script
	game, _, err := r.Load(r.ctx, setup, given)
	if err != nil {
		return nil, nil, err
	}
	node := r.head(t)
	given.PutSome("printed", r.printed())
	node.Put("given", given)
	r.scriptNodes(node, script)
	if t.Random != 0 {
		node.Put("random", source.NewWord(fmt.Sprintf("seed %d", t.Random)))
	}
	do, failed := r.lines(game, p, t)
	node.PutSome("do", do)
	if failed != nil {
		return node, nil, nil
	}
	return node, game, nil
}

// printed writes the values that single cards have in place of their definitions'.
func (r *Recorder) printed() *source.Node {
	out := source.NewMap()
	for c := range r.Layout.AllCards() {
		values := source.NewMap()
		for _, a := range r.Compiled.Pack.Types[r.Layout.TypeOf(c)].Attributes {
			now := r.Layout.PrintedOn(c, a)
			if !slices.Equal(now, r.Layout.Definition(c).Printed.Of(a)) {
				values.Put(r.Compiled.Pack.Cards[a].Name, r.valueNode(now[0]))
			}
		}
		out.PutSome(r.CardText(c), values)
	}
	return out
}

// head writes the keys before given.
func (r *Recorder) head(t Export) *source.Node {
	node := source.NewMap()
	node.Put("game", source.NewWord(t.Game))
	node.PutSome("pack", source.NewList(lists.Map(t.Packs, source.NewWord)...))
	node.Put("seats", source.NewNumber(r.Layout.Seats))
	options := source.NewMap()
	for _, name := range lists.Sorted(t.GameOptions) {
		value := t.GameOptions[name]
		if !slices.ContainsFunc(r.Compiled.Pack.GameOptions,
			func(o engine.GameOption) bool { return o.Name == name && o.Default == value }) {
			options.Put(name, optionNode(value))
		}
	}
	node.PutSome("options", options)
	node.Put("name", source.NewWord(t.Name))
	if t.Note != "" {
		node.Put("note", source.NewWord(t.Note))
	}
	return node
}

// optionNode writes an option's value, a list for one per seat.
func optionNode(value string) *source.Node {
	parts := engine.SplitKeys(value, ",")
	if len(parts) == 1 {
		return source.NewScalar(value, diag.Pos{})
	}
	out := source.NewList()
	for _, p := range parts {
		out.Add(source.NewScalar(p, diag.Pos{}))
	}
	return out
}

// scriptNodes writes dice, draws and shuffles.
func (r *Recorder) scriptNodes(node *source.Node, s *engine.Scripted) {
	dice, draws, shuffles := source.NewMap(), source.NewMap(), source.NewMap()
	for i := range r.Compiled.Pack.Dice {
		dice.PutSome(r.Compiled.Pack.Dice[i].Name,
			source.NewList(lists.Map(s.Dice[engine.DieID(i)], r.valueNode)...))
	}
	for z := range r.Layout.AllZones() {
		draws.PutSome(r.ZonePath(z), r.cardNodes(s.Draws[z]))
		shuffles.PutSome(r.ZonePath(z), source.NewList(lists.Map(s.Shuffles[z], r.cardNodes)...))
	}
	node.PutSome("dice", dice)
	node.PutSome("draws", draws)
	node.PutSome("shuffles", shuffles)
}

func (r *Recorder) cardNodes(cards []engine.CardID) *source.Node {
	return source.NewList(lists.Map(cards,
		func(c engine.CardID) *source.Node { return source.NewWord(r.CardText(c)) })...)
}

// lines plays the answers that a game was given since a position of its log,
// and writes them in words; then it plays on as far as that game went.
func (r *Recorder) lines(game *engine.Game, p *engine.Position, t Export) (*source.Node, error) {
	do := source.NewList()
	length := p.Log().Len() - t.From
	first := p.Past(t.From).Position().Decisions() + 1
	for _, a := range p.Answers() {
		if a.Number < first {
			continue
		}
		for game.Open() == nil {
			if status, err := game.AdvanceStep(r.ctx); err != nil || status == engine.Ended {
				return do, fmt.Errorf("the game does not come to decision %d again", a.Number)
			}
		}
		d := game.Open()
		for _, given := range a.Replies {
			reply, err := d.ReplyOf(given.Seat, given.Choices)
			if err != nil {
				return do, err
			}
			do.Add(source.NewPair(fmt.Sprint(given.Seat), r.replyWords(game, d, given.Seat, reply)))
			if err := game.Answer(d.Number, given.Seat, reply); err != nil {
				return do, err
			}
		}
		if _, err := game.AdvanceStep(r.ctx); err != nil {
			return do, err
		}
	}
	if t.Last != nil {
		do.Add(t.Last)
		return do, nil
	}
	for game.Open() == nil && game.Position().Busy() && game.Log().Len() < length {
		if status, err := game.AdvanceStep(r.ctx); err != nil || status == engine.Ended {
			return do, err
		}
	}
	return r.playOn(do, game, length)
}

// playOn writes the lines that play further steps of the flow without questions: the last
// one implies those before it, unless it comes twice.
func (r *Recorder) playOn(do *source.Node, game *engine.Game, length int) (*source.Node, error) {
	var failed error
	var passed []string
	through := func() { do.Add(source.NewPair("through", source.NewWord(passed[len(passed)-1]))) }
	for game.Open() == nil && !game.Over() && game.Log().Len() < length && failed == nil {
		if !game.Position().Busy() {
			here := r.PlaceKey(r.next(game))
			if slices.Contains(passed, here) {
				through()
				passed = nil
			}
			passed = append(passed, here)
		}
		_, failed = game.AdvanceStep(r.ctx)
		for failed == nil && game.Open() == nil && game.Position().Busy() && !game.Over() {
			_, failed = game.AdvanceStep(r.ctx)
		}
	}
	switch {
	case len(passed) == 0:
	case game.Over():
		do.Add(source.NewPair("until", source.NewWord("end")))
	default:
		through()
	}
	return do, failed
}

// sought is the position of a game between two steps, with the next one found.
func (r *Recorder) sought(g *engine.Game) (*engine.Position, error) {
	m, err := r.Take()
	if err != nil {
		return nil, err
	}
	defer r.Give(m)
	ahead := engine.Continue(r.Setup(m, 0), g.Position())
	err = ahead.Edit(func(p *engine.Editor) error { return p.Seek() })
	return ahead.Position(), err
}

// next is the place of the flow whose scripts run next.
func (r *Recorder) next(g *engine.Game) int {
	ahead, err := r.sought(g)
	if err != nil {
		ahead = g.Position()
	}
	return ahead.FlowPosition()
}

// Write writes an export of a game as the text of a scenario that passes: at its
// end the decision that is open is asked for, or what changed for the seats is.
func (r *Recorder) Write(p *engine.Position, t Export) (string, error) {
	node, end, err := r.Tell(p, t)
	if err != nil {
		return "", err
	}
	if end != nil {
		node.Put("then", Then(r.outcomes(end)))
	}
	return Text(node), nil
}
