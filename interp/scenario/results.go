package scenario

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/source"
)

// results reads dice, draws and shuffles: random results that come in order.
func (b *Book) results(c *Case) (*engine.Scripted, error) {
	s := &engine.Scripted{
		Dice: map[engine.DieID][]engine.Value{}, Draws: map[engine.ZoneID][]engine.CardID{},
		Shuffles: map[engine.ZoneID][][]engine.CardID{}, Strict: c.Strict,
	}
	var wrong faults
	if c.Dice != nil {
		wrong.add(eachPair(c.Dice, func(p source.Pair) error { return b.die(s, p) }))
	}
	if c.Draws != nil {
		wrong.add(eachPair(c.Draws, func(p source.Pair) error {
			z, err := b.zone(p.Key, p.Pos)
			if err != nil {
				return err
			}
			s.Draws[z], err = b.cardList(p.Value)
			return err
		}))
	}
	if c.Shuffle != nil {
		wrong.add(eachPair(c.Shuffle, func(p source.Pair) error { return b.shuffle(s, p) }))
	}
	return s, wrong.err()
}

func (b *Book) die(s *engine.Scripted, p source.Pair) error {
	id, ok := b.Compiled.Dice[p.Key]
	if !ok {
		var known []string
		for i := range b.Compiled.Pack.Dice {
			known = append(known, b.Compiled.Pack.Dice[i].Name)
		}
		return unknownAt(p.Pos, "die", p.Key, known)
	}
	die := &b.Compiled.Pack.Dice[id]
	var wrong faults
	for _, item := range list(p.Value) {
		face, ok := b.face(die, item)
		if !ok {
			var known []string
			for _, f := range die.Faces {
				if name := b.text(f); !slices.Contains(known, name) {
					known = append(known, name)
				}
			}
			wrong.add(unknownAt(item.Pos, "face of the die "+die.Name, item.Text, known))
		}
		s.Dice[id] = append(s.Dice[id], face)
	}
	return wrong.err()
}

// face finds a face of a die by its word or number.
func (b *Book) face(die *engine.Die, item *source.Node) (engine.Value, bool) {
	for _, f := range die.Faces {
		if fold(b.text(f)) == fold(item.Text) || f.Kind == engine.Word && fold(b.speaker.Word(engine.Symbol(f.N))) == fold(item.Text) {
			return f, true
		}
	}
	return engine.Value{}, false
}

// shuffle reads the orders after each shuffle of a zone; one order may stand
// without a list around it.
func (b *Book) shuffle(s *engine.Scripted, p source.Pair) error {
	z, err := b.zone(p.Key, p.Pos)
	if err != nil {
		return err
	}
	orders := list(p.Value)
	if len(orders) > 0 && orders[0].Kind != source.List {
		orders = []*source.Node{p.Value}
	}
	var wrong faults
	for _, order := range orders {
		cards, err := b.cardList(order)
		wrong.add(err)
		s.Shuffles[z] = append(s.Shuffles[z], cards)
	}
	return wrong.err()
}

// cardList reads names of cards; equal names take one copy after another.
func (b *Book) cardList(n *source.Node) ([]engine.CardID, error) {
	var cards []engine.CardID
	var wrong faults
	for _, item := range list(n) {
		d, number, err := b.def(item.Text, item.Pos)
		if err != nil {
			wrong.add(err)
			continue
		}
		c := b.Layout.FirstCard(d) + engine.CardID(max(number, 1)-1)
		for number == 0 && slices.Contains(cards, c) && b.Layout.Copy[c] < b.Compiled.Pack.Defs[d].Copies {
			c++
		}
		cards = append(cards, c)
	}
	return cards, wrong.err()
}

// unused fails a case whose scripted results did not all come up.
func (r *runner) unused() error {
	var wrong faults
	left := func(n *source.Node, what string, given, came int) {
		if given > came {
			pos := n.Pos
			if n.Kind == source.List && came < len(n.Items) {
				pos = n.Items[came].Pos
			}
			were := "were"
			if given == 1 {
				were = "was"
			}
			wrong.add(r.report(pos, "%s: %d %s given, but %s", what, given, were, cameText(came)))
		}
	}
	if r.c.Dice != nil {
		for _, p := range r.c.Dice.Pairs {
			id := r.Compiled.Dice[p.Key]
			left(p.Value, "unused results of the die "+p.Key, len(r.script.Dice[id]), r.g.Results(engine.EvRoll, int32(id)))
		}
	}
	if r.c.Draws != nil {
		for _, p := range r.c.Draws.Pairs {
			if z, err := r.zone(p.Key, p.Pos); err == nil {
				left(p.Value, "unused draws from "+p.Key, len(r.script.Draws[z]), r.g.Results(engine.EvDraw, int32(z)))
			}
		}
	}
	if r.c.Shuffle != nil {
		for _, p := range r.c.Shuffle.Pairs {
			if z, err := r.zone(p.Key, p.Pos); err == nil {
				left(p.Value, "unused shuffles of "+p.Key, len(r.script.Shuffles[z]), r.g.Results(engine.EvShuffle, int32(z)))
			}
		}
	}
	return wrong.err()
}

func cameText(n int) string {
	switch n {
	case 0:
		return "none came up"
	case 1:
		return "1 came up"
	}
	return fmt.Sprintf("%d came up", n)
}
