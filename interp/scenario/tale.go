package scenario

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Tale is a part of a game that is written as a scenario: a position between
// two steps and what was played from there.
type Tale struct {
	Name, Note string
	// Game, Packs, Seats and Options say what is played.
	Game    string
	Packs   []string
	Seats   int
	Options map[string]string
	// From is the log position of the step boundary where the scenario begins.
	From int
	// Last, if not nil, is a last line of do, in place of those that play on as
	// far as the game went; what it leaves to chance is Random.
	Last   *source.Node
	Random uint64
}

// Tell writes a tale of a game as a scenario: its position, the random results
// in order, the answers in words, and where it plays on to. The second result
// is a game that stands at the end of the scenario, played from what was
// written; it is nil when the game fails there.
//
// The position is written short if the game can be played so from there.
func (b *Book) Tell(g *engine.Game, t Tale) (*source.Node, *engine.Game, error) {
	node, end, err := b.tell(g, t, true)
	if err != nil || end == nil {
		return b.tell(g, t, false)
	}
	return node, end, nil
}

func (b *Book) tell(g *engine.Game, t Tale, short bool) (*source.Node, *engine.Game, error) {
	m, err := b.take()
	if err != nil {
		return nil, nil, err
	}
	defer b.give(m)
	start := engine.Continue(b.Setup(m, 0), g.Past(t.From).Game)
	given, err := b.given(start, short)
	if err != nil {
		return nil, nil, err
	}
	script := resultsSince(g, t.From)
	setup := b.Setup(m, 0)
	setup.Script = script
	told, _, err := b.load(setup, given)
	if err != nil {
		return nil, nil, err
	}
	node := b.head(t)
	put(node, "given", given)
	b.scriptNodes(node, script)
	if t.Random != 0 {
		put(node, "random", word(fmt.Sprintf("seed %d", t.Random)))
	}
	do, failed := b.lines(told, g, t)
	if len(do.Items) > 0 {
		put(node, "do", do)
	}
	if failed != nil {
		return node, nil, nil
	}
	return node, told, nil
}

// head writes the keys before given.
func (b *Book) head(t Tale) *source.Node {
	node := mapNode()
	put(node, "game", word(t.Game))
	if len(t.Packs) > 0 {
		packs := &source.Node{Kind: source.List}
		for _, p := range t.Packs {
			packs.Items = append(packs.Items, word(p))
		}
		put(node, "pack", packs)
	}
	put(node, "seats", number(b.Layout.Seats))
	if len(t.Options) > 0 {
		options := mapNode()
		for _, name := range slices.Sorted(maps.Keys(t.Options)) {
			if value := t.Options[name]; !b.isDefault(name, value) {
				put(options, name, optionNode(value))
			}
		}
		if len(options.Pairs) > 0 {
			put(node, "options", options)
		}
	}
	put(node, "name", word(t.Name))
	if t.Note != "" {
		put(node, "note", word(t.Note))
	}
	return node
}

// isDefault tells whether an option has a value that need not be given.
func (b *Book) isDefault(name, value string) bool {
	return slices.ContainsFunc(b.Compiled.Pack.Options, func(o engine.Option) bool { return o.Name == name && o.Default == value })
}

// optionNode writes an option's value, a list for one per seat.
func optionNode(value string) *source.Node {
	parts := engine.SplitKeys(value, ",")
	if len(parts) == 1 {
		return scalar(value, diag.Pos{})
	}
	out := &source.Node{Kind: source.List}
	for _, p := range parts {
		out.Items = append(out.Items, scalar(p, diag.Pos{}))
	}
	return out
}

// resultsSince gathers the random results of a game from a position of its log
// on. Those of an ability that failed come again, so they are there once.
func resultsSince(g *engine.Game, from int) *engine.Scripted {
	s := &engine.Scripted{
		Dice: map[engine.DieID][]engine.Value{}, Draws: map[engine.ZoneID][]engine.CardID{},
		Shuffles: map[engine.ZoneID][][]engine.CardID{}, Strict: true,
	}
	log := g.Log()
	type stream struct {
		kind engine.EventKind
		of   int32
	}
	// count is how many results a stream has given that still hold.
	count := map[stream]int{}
	for at := from; at < log.Len(); at++ {
		e := log.At(at)
		key := stream{e.Kind, e.A}
		switch e.Kind {
		case engine.EvFailed:
			for i := max(int(e.A), from); i < at; i++ {
				if undone := log.At(i); random(undone.Kind) {
					count[stream{undone.Kind, undone.A}]--
				}
			}
		case engine.EvRoll:
			s.Dice[engine.DieID(e.A)] = place(s.Dice[engine.DieID(e.A)], count[key], log.Values(e)[0])
		case engine.EvDraw:
			z := engine.ZoneID(e.A)
			s.Draws[z] = place(s.Draws[z], count[key], engine.CardID(log.Data(e)[0]))
		case engine.EvShuffle:
			z := engine.ZoneID(e.A)
			data := log.Data(e)
			var order []engine.CardID
			for _, c := range data[2*len(data)/3:] {
				order = append(order, engine.CardID(c))
			}
			s.Shuffles[z] = place(s.Shuffles[z], count[key], order)
		}
		if random(e.Kind) {
			count[key]++
		}
	}
	return s
}

func random(k engine.EventKind) bool {
	return k == engine.EvRoll || k == engine.EvDraw || k == engine.EvShuffle
}

// place puts a value at a place of a list, or at its end.
func place[T any](list []T, at int, v T) []T {
	if at < len(list) {
		list[at] = v
		return list
	}
	return append(list, v)
}

// scriptNodes writes dice, draws and shuffles.
func (b *Book) scriptNodes(node *source.Node, s *engine.Scripted) {
	dice, draws, shuffles := mapNode(), mapNode(), mapNode()
	for i := range b.Compiled.Pack.Dice {
		if faces := s.Dice[engine.DieID(i)]; len(faces) > 0 {
			n := &source.Node{Kind: source.List}
			for _, f := range faces {
				n.Items = append(n.Items, b.valueNode(f))
			}
			put(dice, b.Compiled.Pack.Dice[i].Name, n)
		}
	}
	for z := engine.ZoneID(1); int(z) <= b.Layout.ZoneTotal(); z++ {
		if cards := s.Draws[z]; len(cards) > 0 {
			put(draws, b.zonePath(z), b.cardNodes(cards))
		}
		if orders := s.Shuffles[z]; len(orders) > 0 {
			n := &source.Node{Kind: source.List}
			for _, order := range orders {
				n.Items = append(n.Items, b.cardNodes(order))
			}
			put(shuffles, b.zonePath(z), n)
		}
	}
	for _, part := range []struct {
		key string
		n   *source.Node
	}{{"dice", dice}, {"draws", draws}, {"shuffles", shuffles}} {
		if len(part.n.Pairs) > 0 {
			put(node, part.key, part.n)
		}
	}
}

func (b *Book) cardNodes(cards []engine.CardID) *source.Node {
	n := &source.Node{Kind: source.List}
	for _, c := range cards {
		n.Items = append(n.Items, word(b.cardText(c)))
	}
	return n
}

// lines plays the answers that a game was given since a position of its log,
// and writes them in words; then it plays on as far as that game went.
func (b *Book) lines(told, g *engine.Game, t Tale) (*source.Node, error) {
	do := &source.Node{Kind: source.List}
	log := g.Log()
	length := log.Len() - t.From
	first := g.Counts().Decisions - countedSince(log, t.From) + 1
	for _, a := range g.Answers() {
		if a.Number < first {
			continue
		}
		for told.Open() == nil {
			if status, err := told.AdvanceStep(); err != nil || status == engine.Ended {
				return do, fmt.Errorf("the game does not come to decision %d again", a.Number)
			}
		}
		d := told.Open()
		for _, given := range a.Replies {
			reply, err := d.ReplyOf(given.Seat, given.Choices)
			if err != nil {
				return do, err
			}
			line := mapNode()
			put(line, fmt.Sprint(given.Seat), b.replyWords(told, d, given.Seat, reply))
			do.Items = append(do.Items, line)
			if err := told.Answer(d.Number, given.Seat, reply); err != nil {
				return do, err
			}
		}
		if _, err := told.AdvanceStep(); err != nil {
			return do, err
		}
	}
	if t.Last != nil {
		do.Items = append(do.Items, t.Last)
		return do, nil
	}
	for told.Open() == nil && told.Busy() && told.Log().Len() < length {
		if status, err := told.AdvanceStep(); err != nil || status == engine.Ended {
			return do, err
		}
	}
	return b.playOn(do, told, g, length)
}

// countedSince counts the decisions that were answered from a position on.
func countedSince(log *engine.Log, from int) int {
	n := 0
	for at := from; at < log.Len(); at++ {
		if e := log.At(at); e.Kind == engine.EvAnswer && e.D == 0 {
			n++
		}
	}
	return n
}

// playOn writes the lines that play further steps of the flow, in which nobody
// is asked: the last of them names those before it, unless it comes twice.
func (b *Book) playOn(do *source.Node, told, g *engine.Game, length int) (*source.Node, error) {
	var failed error
	var passed []string
	through := func() {
		line := mapNode()
		put(line, "through", word(passed[len(passed)-1]))
		do.Items = append(do.Items, line)
	}
	for told.Open() == nil && !told.Over() && told.Log().Len() < length && failed == nil {
		if !told.Busy() {
			here := b.placeKey(b.next(told))
			if slices.Contains(passed, here) {
				through()
				passed = nil
			}
			passed = append(passed, here)
		}
		_, failed = told.AdvanceStep()
		for failed == nil && told.Open() == nil && told.Busy() && !told.Over() {
			_, failed = told.AdvanceStep()
		}
	}
	switch {
	case len(passed) == 0:
	case told.Over():
		line := mapNode()
		put(line, "until", word("end"))
		do.Items = append(do.Items, line)
	default:
		through()
	}
	return do, failed
}

// next is the place of the flow whose scripts run next.
func (b *Book) next(g *engine.Game) int {
	m, err := b.take()
	if err != nil {
		return g.FlowPosition()
	}
	defer b.give(m)
	ahead := engine.Continue(b.Setup(m, 0), g)
	if err := ahead.Edit(func(p *engine.Position) error { return p.Seek() }); err != nil {
		return g.FlowPosition()
	}
	return ahead.FlowPosition()
}

// Write writes a tale of a game as the text of a scenario that passes: at its
// end the decision that is open is asked for, or what changed for the seats is.
func (b *Book) Write(g *engine.Game, t Tale) (string, error) {
	node, end, err := b.Tell(g, t)
	if err != nil {
		return "", err
	}
	if end != nil {
		put(node, "then", b.outcome(end))
	}
	return Text(node), nil
}

// outcome writes what is true of a game: who is asked, or who has won, and the
// numbers of the seats.
func (b *Book) outcome(g *engine.Game) *source.Node {
	then := mapNode()
	if d := g.Open(); d != nil {
		asked := mapNode()
		for s := engine.Seat(1); int(s) <= b.Layout.Seats; s++ {
			if d.Waits(s) {
				put(asked, fmt.Sprint(s), word(b.Compiled.Pack.Symbols[d.Prompt]))
			}
		}
		put(then, "asked", asked)
	}
	if g.Over() {
		winners := word("nobody")
		if g.Winners() != 0 {
			winners = seatsNode(g.Winners())
		}
		put(then, "winner", winners)
	}
	for s := engine.Seat(1); int(s) <= b.Layout.Seats; s++ {
		block := mapNode()
		for i := range b.Compiled.Pack.Seats {
			a := &b.Compiled.Pack.Seats[i]
			if v, err := g.SeatAttribute(s, engine.AttributeID(i)); err == nil && a.Kind == engine.Number && v != a.Start {
				put(block, a.Name, b.valueNode(v))
			}
		}
		if len(block.Pairs) > 0 {
			put(then, fmt.Sprint(s), block)
		}
	}
	return then
}
