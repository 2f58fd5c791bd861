package position

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Results reads dice, draws and shuffles: random results that come in order, of
// which none may be missing if strict.
func (b *Fixture) Results(dice, draws, shuffles *source.Node, strict bool) (*engine.Scripted, error) {
	s := &engine.Scripted{
		Dice: map[engine.DieID][]engine.Value{}, Draws: map[engine.ZoneID][]engine.CardID{},
		Shuffles: map[engine.ZoneID][][]engine.CardID{}, Strict: strict,
	}
	var wrong Failures
	wrong.Add(EachPair(dice, func(p source.Pair) error { return b.die(s, p) }))
	wrong.Add(EachPair(draws, func(p source.Pair) error {
		z, err := b.Zone(p.Key, p.Pos)
		if err != nil {
			return err
		}
		s.Draws[z], err = b.cardList(p.Value)
		return err
	}))
	wrong.Add(EachPair(shuffles, func(p source.Pair) error { return b.shuffle(s, p) }))
	return s, wrong.Err()
}

func (b *Fixture) die(s *engine.Scripted, p source.Pair) error {
	id, ok := b.Compiled.Dice[p.Key]
	if !ok {
		known := lists.Map(b.Compiled.Pack.Dice, func(d engine.Die) string { return d.Name })
		return UnknownAt(p, "die", p.Key, known)
	}
	die := &b.Compiled.Pack.Dice[id]
	return EachItem(p.Value.Entries(), func(item *source.Node) error {
		face, ok := b.face(die, item)
		if !ok { // it may be rolled over a list
			other, err := b.AnyValue(item)
			face = other
			ok = err == nil
		}
		if ok {
			s.Dice[id] = append(s.Dice[id], face)
			return nil
		}
		var known []string
		for _, f := range die.Faces {
			if name := b.Text(f); !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
		return UnknownAt(item, "face of the die "+die.Name, item.Text, known)
	})
}

// face finds a face of a die by its word or number.
func (b *Fixture) face(die *engine.Die, item *source.Node) (engine.Value, bool) {
	for _, f := range die.Faces {
		if Fold(b.Text(f)) == Fold(item.Text) || f.Kind == engine.Word &&
			Fold(b.English.Word(engine.Symbol(f.N))) == Fold(item.Text) {
			return f, true
		}
	}
	return engine.Value{}, false
}

// shuffle reads the orders after each shuffle of a zone; one order may stand
// without a list around it.
func (b *Fixture) shuffle(s *engine.Scripted, p source.Pair) error {
	z, err := b.Zone(p.Key, p.Pos)
	if err != nil {
		return err
	}
	orders := p.Value.Entries()
	if len(orders) > 0 && orders[0].Kind != source.List {
		orders = []*source.Node{p.Value}
	}
	return EachItem(orders, func(order *source.Node) error {
		cards, err := b.cardList(order)
		s.Shuffles[z] = append(s.Shuffles[z], cards)
		return err
	})
}

// cardList reads names of cards; equal names take one copy after another.
func (b *Fixture) cardList(n *source.Node) ([]engine.CardID, error) {
	var cards []engine.CardID
	err := EachItem(n.Entries(), func(item *source.Node) error {
		d, number, err := b.def(item.Text, item.Pos)
		if err != nil {
			return err
		}
		copies := b.Layout.CardsOf(d)
		k := max(number, 1) - 1
		for number == 0 && slices.Contains(cards, copies[k]) && k < len(copies)-1 {
			k++
		}
		cards = append(cards, copies[k])
		return nil
	})
	return cards, err
}
