package scenario

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/source"
)

// given writes what the writer knows has to be written.
func (w *writer) given() *source.Node {
	g := w.want
	out := mapNode()
	w.place(out)
	if len(w.game) > 0 {
		game := mapNode()
		for i := range w.Compiled.Pack.Game {
			if a := &w.Compiled.Pack.Game[i]; slices.Contains(w.game, a.Name) {
				put(game, a.Name, w.valueNode(g.GamePrinted(engine.AttributeID(i))))
			}
		}
		put(out, "game", game)
	}
	w.loopNodes(out)
	for s := engine.Seat(0); int(s) <= w.Layout.Seats; s++ {
		block := mapNode()
		for i := range w.Compiled.Pack.Seats {
			if a := &w.Compiled.Pack.Seats[i]; w.seats[s][a.Name] {
				put(block, a.Name, w.valueNode(g.SeatPrinted(s, engine.AttributeID(i))))
			}
		}
		w.ownZones(block, s)
		switch {
		case len(block.Pairs) == 0:
		case s == 0:
			put(out, "table", block)
		default:
			put(out, fmt.Sprint(s), block)
		}
	}
	w.looseCards(out)
	w.rest(out)
	return out
}

// place writes where the game stands, unless it is where scenarios begin.
func (w *writer) place(out *source.Node) {
	at := w.want.FlowPosition()
	switch {
	case w.placeName(at) == "":
		put(out, "after", word(w.placeKey(at-1)))
	case at != w.defaultPlace():
		put(out, "at", word(w.placeKey(at)))
	}
}

// loopNodes writes turns and repetitions: the innermost turns in the short form
// where it says all.
func (w *writer) loopNodes(out *source.Node) {
	if !w.loops {
		return
	}
	g := w.want
	turns, repeats := mapNode(), mapNode()
	loops := w.Compiled.Pack.LoopsAround(g.FlowPosition())
	for i := range loops {
		in := &loops[i]
		loop := g.Loop(int(in.Loop))
		phase := w.Compiled.Pack.Phases[w.Compiled.Pack.LoopPhase(in.Loop)].Name
		if in.Op == engine.OpCountNext {
			if loop.Count > 0 {
				put(repeats, phase, number(loop.Count))
			}
			continue
		}
		n := mapNode()
		put(n, "seat", number(int(loop.Seat)))
		if loop.Passed != 0 {
			put(n, "passed", seatsNode(loop.Passed))
		}
		first := g.FirstTurn(in.Loop)
		if in.Once && loop.Count != (int(loop.Seat)-int(first)+w.Layout.Seats)%w.Layout.Seats+1 {
			put(n, "taken", number(loop.Count))
		}
		put(turns, phase, n)
	}
	if k := len(turns.Pairs); k == 1 && turns.Pairs[0].Value.Get("taken") == nil {
		n := turns.Pairs[0].Value
		put(out, "turn", n.Get("seat"))
		if passed := n.Get("passed"); passed != nil {
			put(out, "passed", passed)
		}
	} else if k > 0 {
		put(out, "turns", turns)
	}
	if len(repeats.Pairs) > 0 {
		put(out, "repeats", repeats)
	}
}

// ownZones writes the zones of a seat (0: the table) that have to be written.
func (w *writer) ownZones(block *source.Node, s engine.Seat) {
	boards := map[engine.ZoneKindID]*source.Node{}
	for z := engine.ZoneID(1); int(z) <= w.Layout.ZoneTotal(); z++ {
		if w.Layout.ZoneCard(z) != 0 || w.Layout.ZoneSeat(z) != s {
			continue
		}
		kind := w.Layout.KindOfZone(z)
		k := &w.Compiled.Pack.Zones[kind]
		if k.Rows == 0 {
			if w.zones[z] {
				put(block, k.Name, w.zoneNode(z))
			} else if cards := w.besides[z]; len(cards) > 0 {
				put(block, k.Name+".has", w.cardsNode(cards))
			}
			continue
		}
		if !w.boardWritten(kind) {
			continue
		}
		if boards[kind] == nil {
			boards[kind] = mapNode()
			put(block, k.Name, boards[kind])
		}
		if w.want.CountIn(z) > 0 {
			row, column := w.Layout.BoardPlace(z, 1)
			put(boards[kind], fmt.Sprintf("%d %d", row+1, column+1), w.zoneNode(z))
		}
	}
}

// boardWritten tells whether a place of a board has to be written: then all are.
func (w *writer) boardWritten(kind engine.ZoneKindID) bool {
	for z := range w.zones {
		if w.Layout.KindOfZone(z) == kind {
			return true
		}
	}
	return false
}

// zoneNode writes the cards of a zone, first to last.
func (w *writer) zoneNode(z engine.ZoneID) *source.Node { return w.cardsNode(w.want.CardsIn(nil, z)) }

func (w *writer) cardsNode(cards []engine.CardID) *source.Node {
	out := &source.Node{Kind: source.List}
	for _, c := range cards {
		if more := w.cardNode(c, true); len(more.Pairs) > 0 {
			one := mapNode()
			put(one, w.cardText(c), more)
			out.Items = append(out.Items, one)
			continue
		}
		out.Items = append(out.Items, word(w.cardText(c)))
	}
	return out
}

// cardNode writes what has to be said of a card: attributes, and its zones, of
// a listed card all that hold something.
func (w *writer) cardNode(c engine.CardID, all bool) *source.Node {
	out := mapNode()
	g, names := w.want, w.cards[c]
	if names["owner"] {
		put(out, "owner", seatNode(g.Owner(c)))
	}
	if names["seat"] || names["owner"] {
		put(out, "seat", seatNode(g.Controller(c)))
	}
	for _, id := range w.Compiled.Pack.Types[w.Layout.TypeOf(c)].Attributes {
		if a := &w.Compiled.Pack.Cards[id]; a.State && names[a.Name] {
			put(out, a.Name, w.valueNode(g.Printed(c, id)))
		}
	}
	for _, z := range w.Layout.ZonesOf(c) {
		if w.zones[z] || all && g.CountIn(z) > 0 {
			name := w.Compiled.Pack.Zones[w.Layout.KindOfZone(z)].Name
			if s := w.Layout.ZoneSeat(z); s != 0 {
				name = fmt.Sprintf("%s of %d", name, s)
			}
			put(out, name, w.zoneNode(z))
		}
	}
	return out
}

// looseCards writes what is said of cards that lie in no zone that is written.
func (w *writer) looseCards(out *source.Node) {
	cards := mapNode()
	listed := map[engine.CardID]bool{}
	for z := engine.ZoneID(1); int(z) <= w.Layout.ZoneTotal(); z++ {
		kind := w.Layout.KindOfZone(z)
		if w.zones[z] || w.Compiled.Pack.Zones[kind].Rows > 0 && w.boardWritten(kind) {
			w.list(w.want.CardsIn(nil, z), listed)
		}
		w.list(w.besides[z], listed)
	}
	for c := engine.CardID(1); int(c) <= w.Layout.Cards(); c++ {
		if listed[c] {
			continue
		}
		if more := w.cardNode(c, false); len(more.Pairs) > 0 {
			put(cards, w.cardText(c), more)
		}
	}
	if len(cards.Pairs) > 0 {
		put(out, "cards", cards)
	}
}

// list notes cards of a zone that is written, and those on them.
func (w *writer) list(cards []engine.CardID, listed map[engine.CardID]bool) {
	for _, c := range cards {
		listed[c] = true
		for _, on := range w.Layout.ZonesOf(c) {
			w.list(w.want.CardsIn(nil, on), listed)
		}
	}
}

// rest writes effects, uses, knowledge and the agenda.
func (w *writer) rest(out *source.Node) {
	if w.effects {
		effects := &source.Node{Kind: source.List}
		for _, e := range w.want.Effects() {
			effects.Items = append(effects.Items, w.effectNode(&e))
		}
		put(out, "lasting", effects)
	}
	if len(w.uses) > 0 {
		put(out, "used", w.usesNode())
	}
	known := mapNode()
	for s := engine.Seat(1); int(s) <= w.Layout.Seats; s++ {
		cards := &source.Node{Kind: source.List}
		for _, k := range w.knowings {
			if k.seat == s {
				cards.Items = append(cards.Items, word(w.cardText(k.card)))
			}
		}
		if len(cards.Items) > 0 {
			put(known, fmt.Sprint(s), cards)
		}
	}
	if len(known.Pairs) > 0 {
		put(out, "known", known)
	}
	agenda := &source.Node{Kind: source.List}
	calls := w.want.Agenda()
	for i := len(calls) - 1; i >= 0; i-- {
		agenda.Items = append(agenda.Items, w.callNode(&calls[i]))
	}
	if len(agenda.Items) > 0 {
		put(out, "agenda", agenda)
	}
}

func (w *writer) effectNode(e *engine.Effect) *source.Node {
	a := &w.Compiled.Pack.Abilities[e.Ability]
	n := mapNode()
	put(n, "ability", word(a.Name))
	if len(w.Compiled.Abilities[a.Name]) > 1 {
		put(n, "part", number(a.Part+1))
	}
	if e.Card != 0 {
		put(n, "on", word(w.cardText(e.Card)))
	}
	if e.Seat != 0 {
		put(n, "seat", number(int(e.Seat)))
	}
	if e.Until >= 0 {
		put(n, "until", word(w.Compiled.Pack.Triggers[e.Until].Name))
	}
	if e.UntilSeat != 0 {
		put(n, "until_seat", number(int(e.UntilSeat)))
	}
	params := mapNode()
	for i := range int(e.N) {
		if e.Params[i] != a.Params[i].Default {
			put(params, a.Params[i].Name, w.valueNode(e.Params[i]))
		}
	}
	if len(params.Pairs) > 0 {
		put(n, "params", params)
	}
	return n
}

func (w *writer) usesNode() *source.Node {
	out := mapNode()
	var known []string
	last := engine.CardID(0)
	for _, u := range w.want.LimitedUses() {
		if u.Card != last {
			last, known = u.Card, nil
		}
		name := useName(known, u.Ability.Name)
		known = append(known, name)
		if !slices.ContainsFunc(w.uses, func(x engine.LimitedUse) bool { return x.Instance == u.Instance }) {
			continue
		}
		key := w.cardText(u.Card)
		if out.Get(key) == nil {
			put(out, key, mapNode())
		}
		put(out.Get(key), name, number(u.Times))
	}
	return out
}

func (w *writer) callNode(c *engine.Call) *source.Node {
	args := &source.Node{Kind: source.List}
	for _, v := range c.Args[:c.N] {
		args.Items = append(args.Items, w.argument(v))
	}
	n := mapNode()
	put(n, w.Compiled.Pack.Steps[c.Step], args)
	return n
}

// argument writes a value whose kind must follow from how it is written.
func (w *writer) argument(v engine.Value) *source.Node {
	switch v.Kind {
	case engine.SeatKind:
		return word(fmt.Sprintf("seat %d", v.N))
	case engine.Word:
		text := w.Compiled.Pack.Symbols[v.N]
		if got, err := w.anyValue(word(text)); err != nil || got != v {
			text = "word " + text
		}
		return word(text)
	}
	return w.valueNode(v)
}

// valueNode writes a value whose kind the reader knows.
func (b *Book) valueNode(v engine.Value) *source.Node {
	switch v.Kind {
	case engine.Nil:
		return word("nothing")
	case engine.Number:
		return number(int(v.N))
	case engine.Flag:
		return &source.Node{Kind: source.Flag, Text: b.text(v), Flag: v.N != 0}
	case engine.SeatKind:
		return number(int(v.N))
	}
	return word(b.text(v))
}

func mapNode() *source.Node { return &source.Node{Kind: source.Map} }

func put(n *source.Node, key string, value *source.Node) {
	n.Pairs = append(n.Pairs, source.Pair{Key: key, Value: value})
}

func seatNode(s engine.Seat) *source.Node {
	if s == 0 {
		return word("nobody")
	}
	return number(int(s))
}

func seatsNode(set engine.SeatSet) *source.Node {
	out := &source.Node{Kind: source.List}
	for s := engine.Seat(1); s <= engine.MaxSeats; s++ {
		if set.Has(s) {
			out.Items = append(out.Items, number(int(s)))
		}
	}
	return out
}
