package record

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// given writes what the writer knows has to be written.
func (w *writer) given() *source.Node {
	out := source.NewMap()
	w.place(out)
	game := source.NewMap()
	for i := range w.Compiled.Pack.Game {
		if a := &w.Compiled.Pack.Game[i]; w.attributes[attribute{name: a.Name}] {
			game.Put(a.Name, w.valueNode(w.want.GamePrinted(engine.AttributeID(i))))
		}
	}
	out.PutSome("game", game)
	w.loopNodes(out)
	for s := engine.Seat(0); int(s) <= w.Layout.Seats; s++ {
		block := source.NewMap()
		for i := range w.Compiled.Pack.Seats {
			if a := &w.Compiled.Pack.Seats[i]; s > 0 && w.attributes[attribute{seat: s, name: a.Name}] {
				block.Put(a.Name, w.valueNode(w.want.SeatPrinted(s, engine.AttributeID(i))))
			}
		}
		w.ownZones(block, s)
		key := "table"
		if s > 0 {
			key = fmt.Sprint(s)
		}
		out.PutSome(key, block)
	}
	w.looseCards(out)
	w.rest(out)
	return out
}

// place writes where the game stands, unless it is where scenarios begin.
func (w *writer) place(out *source.Node) {
	at := w.want.FlowPosition()
	switch {
	case w.PlaceName(at) == "":
		out.Put("after", source.NewWord(w.PlaceKey(at-1)))
	case at != w.DefaultPlace():
		out.Put("at", source.NewWord(w.PlaceKey(at)))
	}
}

// loopNodes writes turns and repetitions: the innermost turns in the short form
// where it says all.
func (w *writer) loopNodes(out *source.Node) {
	if !w.loops {
		return
	}
	turns, repeats := source.NewMap(), source.NewMap()
	loops := w.Compiled.Pack.LoopsAround(w.want.FlowPosition())
	for i := range loops {
		in := &loops[i]
		loop := w.want.Loop(int(in.Loop))
		phase := w.Compiled.Pack.Phases[w.Compiled.Pack.LoopPhase(in.Loop)].Name
		if in.Op == engine.OpCountNext {
			if loop.Count > 0 {
				repeats.Put(phase, source.NewNumber(loop.Count))
			}
			continue
		}
		n := source.NewMap()
		n.Put("seat", source.NewNumber(int(loop.Seat)))
		if loop.Passed != 0 {
			n.Put("passed", SeatsNode(loop.Passed))
		}
		first := w.want.FirstTurn(in.Loop)
		if in.Once && loop.Count != (int(loop.Seat)-int(first)+w.Layout.Seats)%w.Layout.Seats+1 {
			n.Put("taken", source.NewNumber(loop.Count))
		}
		turns.Put(phase, n)
	}
	if k := len(turns.Pairs); k == 1 && turns.Pairs[0].Value.Get("taken") == nil {
		n := turns.Pairs[0].Value
		out.Put("turn", n.Get("seat"))
		if passed := n.Get("passed"); passed != nil {
			out.Put("passed", passed)
		}
	} else if k > 0 {
		out.Put("turns", turns)
	}
	out.PutSome("repeats", repeats)
}

// ownZones writes the zones of a seat (0: the table) that have to be written.
func (w *writer) ownZones(block *source.Node, s engine.Seat) {
	boards := map[engine.ZoneKindID]*source.Node{}
	for z := range w.Layout.AllZones() {
		if w.Layout.ZoneCard(z) != 0 || w.Layout.ZoneSeat(z) != s {
			continue
		}
		kind := w.Layout.KindOfZone(z)
		k := &w.Compiled.Pack.Zones[kind]
		if k.Rows == 0 {
			if w.zones[z] {
				block.Put(k.Name, w.zoneNode(z))
			} else {
				block.PutSome(k.Name+".has", w.cardsNode(w.besides[z]))
			}
			continue
		}
		if !w.boardWritten(kind) {
			continue
		}
		if boards[kind] == nil {
			boards[kind] = source.NewMap()
			block.Put(k.Name, boards[kind])
		}
		if w.want.CountIn(z) > 0 {
			row, column := w.Layout.BoardPlace(z, 1)
			boards[kind].Put(fmt.Sprintf("%d %d", row+1, column+1), w.zoneNode(z))
		}
	}
}

// boardWritten reports whether a place of a board has to be written: then all are.
func (w *writer) boardWritten(kind engine.ZoneKindID) bool {
	for z := range w.zones {
		if w.Layout.KindOfZone(z) == kind {
			return true
		}
	}
	return false
}

// zoneNode writes the cards of a zone, first to last.
func (w *writer) zoneNode(z engine.ZoneID) *source.Node {
	return w.cardsNode(w.want.CardsIn(nil, z))
}

func (w *writer) cardsNode(cards []engine.CardID) *source.Node {
	out := source.NewList()
	for _, c := range cards {
		if more := w.cardNode(c, true); len(more.Pairs) > 0 {
			out.Add(source.NewPair(w.CardText(c), more))
			continue
		}
		out.Add(source.NewWord(w.CardText(c)))
	}
	return out
}

// cardNode writes what has to be said of a card: attributes, and its zones, of
// a listed card all that hold something.
func (w *writer) cardNode(c engine.CardID, all bool) *source.Node {
	out := source.NewMap()
	said := func(name string) bool { return w.attributes[attribute{card: c, name: name}] }
	if said("owner") {
		out.Put("owner", seatNode(w.want.Owner(c)))
	}
	if said("seat") || said("owner") {
		out.Put("seat", seatNode(w.want.Controller(c)))
	}
	for _, id := range w.Compiled.Pack.Types[w.Layout.TypeOf(c)].Attributes {
		if a := &w.Compiled.Pack.Cards[id]; a.State && said(a.Name) {
			out.Put(a.Name, w.valueNode(w.want.Printed(c, id)))
		}
	}
	for _, z := range w.Layout.ZonesOf(c) {
		if w.zones[z] || all && w.want.CountIn(z) > 0 {
			name := w.Compiled.Pack.Zones[w.Layout.KindOfZone(z)].Name
			if s := w.Layout.ZoneSeat(z); s != 0 {
				name = fmt.Sprintf("%s of %d", name, s)
			}
			out.Put(name, w.zoneNode(z))
		}
	}
	return out
}

// looseCards writes statements about cards whose zones are not written.
func (w *writer) looseCards(out *source.Node) {
	cards := source.NewMap()
	listed := map[engine.CardID]bool{}
	for z := range w.Layout.AllZones() {
		kind := w.Layout.KindOfZone(z)
		if w.zones[z] || w.Compiled.Pack.Zones[kind].Rows > 0 && w.boardWritten(kind) {
			w.list(w.want.CardsIn(nil, z), listed)
		}
		w.list(w.besides[z], listed)
	}
	for c := range w.Layout.AllCards() {
		if listed[c] {
			continue
		}
		cards.PutSome(w.CardText(c), w.cardNode(c, false))
	}
	out.PutSome("cards", cards)
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
		effects := source.NewList()
		for _, e := range w.want.Effects() {
			effects.Add(w.effectNode(&e))
		}
		out.Put("lasting", effects)
	}
	ages := source.NewList()
	for _, a := range w.ages {
		name := fmt.Sprint(position.AgeOfEffect, a.Effect+1)
		if a.Card != 0 {
			name = w.CardText(a.Card)
		}
		ages.Add(source.NewWord(name))
	}
	out.PutSome("age", ages)
	out.PutSome("used", w.usesNode())
	known := source.NewMap()
	for s := range w.Layout.AllSeats().Each() {
		cards := source.NewList()
		for c := range w.Layout.AllCards() {
			if w.knowings[knowing{s, c}] {
				cards.Add(source.NewWord(w.CardText(c)))
			}
		}
		known.PutSome(fmt.Sprint(s), cards)
	}
	out.PutSome("known", known)
	agenda := source.NewList()
	calls := w.want.Agenda()
	for i := len(calls) - 1; i >= 0; i-- {
		agenda.Add(source.NewPair(w.Compiled.Pack.Steps[calls[i].Step],
			source.NewList(lists.Map(calls[i].Args[:calls[i].N], w.argument)...)))
	}
	out.PutSome("agenda", agenda)
}

func (w *writer) effectNode(e *engine.Effect) *source.Node {
	a := &w.Compiled.Pack.Abilities[e.Ability]
	n := source.NewMap()
	n.Put("ability", source.NewWord(a.Name))
	if len(w.Compiled.Abilities[a.Name]) > 1 {
		n.Put("part", source.NewNumber(a.Part+1))
	}
	if e.Card != 0 {
		n.Put("on", source.NewWord(w.CardText(e.Card)))
	}
	if e.Seat != 0 {
		n.Put("seat", source.NewNumber(int(e.Seat)))
	}
	if e.Until >= 0 {
		n.Put("until", source.NewWord(w.Compiled.Pack.Triggers[e.Until].Name))
	}
	if e.Uses != 0 {
		n.Put("uses", source.NewNumber(int(e.Uses)))
	}
	if e.While != 0 {
		n.Put("while", source.NewWord(w.CardText(e.While)))
	}
	params := source.NewMap()
	for i := range int(e.N) {
		if e.Params[i] != a.Params[i].Default {
			params.Put(a.Params[i].Name, w.valueNode(e.Params[i]))
		}
	}
	n.PutSome("params", params)
	return n
}

func (w *writer) usesNode() *source.Node {
	out := source.NewMap()
	var known []string
	last := engine.CardID(0)
	for _, u := range w.want.LimitedUses() {
		if u.Card != last {
			last = u.Card
			known = nil
		}
		name := position.UseName(known, u.Ability.Name)
		known = append(known, name)
		if !w.uses[u.Instance] {
			continue
		}
		key := w.CardText(u.Card)
		if out.Get(key) == nil {
			out.Put(key, source.NewMap())
		}
		out.Get(key).Put(name, w.timesNode(&u))
	}
	return out
}

// timesNode writes how often an ability was used: by its seat, or by seats if others did.
func (w *writer) timesNode(u *engine.LimitedUse) *source.Node {
	bySeat := source.NewMap()
	total := 0
	for s := 1; s < len(u.Seats); s++ {
		if u.Seats[s] > 0 {
			bySeat.Put(fmt.Sprint(s), source.NewNumber(u.Seats[s]))
			total += u.Seats[s]
		}
	}
	if total == 0 || total == u.Times {
		return source.NewNumber(u.Times)
	}
	return bySeat
}

// argument writes a value whose kind must follow from how it is written.
func (w *writer) argument(v engine.Value) *source.Node {
	switch v.Kind {
	case engine.SeatKind:
		return source.NewWord(fmt.Sprintf("seat %d", v.N))
	case engine.Word:
		text := w.Compiled.Pack.Symbols[v.N]
		if got, err := w.AnyValue(source.NewWord(text)); err != nil || got != v {
			text = "word " + text
		}
		return source.NewWord(text)
	}
	return w.valueNode(v)
}

// valueNode writes a value whose kind the reader knows.
func (r *Recorder) valueNode(v engine.Value) *source.Node {
	switch v.Kind {
	case engine.Nil:
		return source.NewWord("nothing")
	case engine.Number:
		return source.NewNumber(int(v.N))
	case engine.Flag:
		return &source.Node{Kind: source.Flag, Text: r.Text(v), Flag: v.N != 0}
	case engine.SeatKind:
		return source.NewNumber(int(v.N))
	case engine.List:
		return r.ListNode(v)
	}
	return source.NewWord(r.Text(v))
}

func seatNode(s engine.Seat) *source.Node {
	if s == 0 {
		return source.NewWord("nobody")
	}
	return source.NewNumber(int(s))
}

// SeatsNode writes seats as a list.
func SeatsNode(set engine.SeatSet) *source.Node {
	out := source.NewList()
	for s := range set.Each() {
		out.Add(source.NewNumber(int(s)))
	}
	return out
}
