package engine

import "slices"

// What a seat sees must be the same in a sampled world as in the real game; else
// it is not a world that the seat could be in.

func (t *Determinizer) differs(d *Decision) string {
	real := t.decision
	if d.Number != real.Number || d.Again != real.Again || d.Kind != real.Kind || d.Seat != real.Seat ||
		d.Secret != real.Secret || d.Seats != real.Seats {
		return "another seat was asked something else"
	}
	options, expected := d.OptionsOf(t.seat), t.renamed(real.OptionsOf(t.seat))
	if !real.Asks(t.seat) {
		options, expected = nil, nil
	}
	if d.Prompt != real.Prompt || d.Optional != real.Optional || d.Min != real.Min || d.Max != real.Max ||
		d.Total != real.Total ||
		len(options) != len(expected) {
		return "another question was asked"
	}
	if !slices.Equal(options, expected) {
		return "other options were offered"
	}
	for i, n := range real.About {
		if i >= len(d.About) || d.About[i].Value != t.rename(&t.now, n.Value) {
			return "the question was about something else"
		}
	}
	return t.happened()
}

// happened tells what the seat would have seen otherwise of the step so far, or "".
func (t *Determinizer) happened() string {
	for ; t.cursor < t.end; t.cursor++ {
		if kind := t.real.log.At(t.cursor).Kind; kind == EvRoll || kind == EvDraw || kind == EvShuffle {
			return "fewer random results were asked for before it"
		}
	}
	k, what := t.compare(t.begin, t.begin, t.end)
	switch {
	case what != "":
		return what
	case t.nextShown(&t.real.log, k, t.end) < t.end:
		return "more or less had happened"
	}
	return t.stateDiff()
}

// compare compares what the seat sees of the events of the sampled world from a
// place on with the real ones from another place to an end. It returns the place
// in the real log behind those that were there.
func (t *Determinizer) compare(from, k, end int) (int, string) {
	here, there := &t.game.log, &t.real.log
	for i := t.nextShown(here, from, here.Len()); i < here.Len(); i = t.nextShown(here, i+1, here.Len()) {
		k = t.nextShown(there, k, end)
		if k >= end {
			return k, "more or less had happened"
		}
		a, b := here.At(i), there.At(k)
		if a.Kind != b.Kind || !t.indistinguishable(a, b) {
			return k, "something else had happened: " + a.Kind.String() + ", not " + b.Kind.String()
		}
		k++
	}
	return k, ""
}

// nextShown is the next place from one on where the seat sees something.
func (t *Determinizer) nextShown(log *Log, at, end int) int {
	for at < end && !t.shows(log.At(at)) {
		at++
	}
	return at
}

// shows reports whether an event is one that the seat sees whatever it knows.
func (t *Determinizer) shows(e *Event) bool {
	switch e.Kind {
	case EvMove, EvShuffle, EvRoll, EvDraw, EvFinish, EvPhase, EvRaise, EvApply:
		return true
	case EvAnswer:
		return !e.Unseen() || Seat(e.B) == t.seat && !e.Forced()
	case EvSay:
		return e.New.Has(t.seat)
	case EvSet:
		m := t.real.run.Cell(int(e.A))
		return m.Attribute != nil && (m.Card == 0 || t.real.run.beside[m.Index]) && t.mayRead(m.Attribute, m.Seat)
	}
	return false
}

// indistinguishable reports whether two events of one kind that the seat sees tell it the
// same.
func (t *Determinizer) indistinguishable(a, b *Event) bool {
	here, there := t.game.log.Data(a), t.real.log.Data(b)
	switch a.Kind {
	case EvMove:
		same := func(a, b int32) bool { // a card that lay beneath may be exchanged since
			return a == b || a == t.rename(&t.now, Value{Zone, b}).N
		}
		return same(a.B, b.B) && same(a.C, b.C)
	case EvShuffle, EvDraw:
		return true // the sampled world itself repeated them
	case EvSet:
		of, was := t.real.run.Cell(int(a.A)), t.real.run.Cell(int(b.A))
		was.Card = t.now.image[was.Card]
		return of == was && (a.B == b.B && a.C == b.C || of.Attribute.Kind == Card || of.Attribute.Kind == Zone)
	}
	if a.A != b.A {
		return false
	}
	switch a.Kind {
	case EvAnswer:
		return a.B == b.B
	case EvFinish:
		return a.C == b.C
	case EvSay:
		return sameValues(here, there, 1)
	case EvRoll:
		return a.New == b.New && (!a.New.Has(t.seat) || sameValues(here, there, 0))
	}
	return sameValues(here, there, 0)
}

// sameValues reports whether values in event data are the same but for what names
// cards; skip numbers stand before each value.
func sameValues(a, b []int32, skip int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+skip+2 <= len(a); i += skip + 2 {
		if !slices.Equal(a[i:i+skip+1], b[i:i+skip+1]) {
			return false
		}
		if kind := Kind(a[i+skip]); kind != Card && kind != Zone && kind != Handle && a[i+skip+1] != b[i+skip+1] {
			return false
		}
	}
	return true
}

// stateDiff tells what the seat would see of the state that is not as it is
// in the real game, or "".
func (t *Determinizer) stateDiff() string {
	g, real := &t.game, t.real
	for z := 1; z < len(real.run.state.zones); z++ {
		// A card of another type may not have that zone; then it must be empty.
		here, there := 0, real.run.CountIn(ZoneID(z))
		if same := t.rename(&t.now, Value{Zone, int32(z)}).Zone(); same != 0 {
			here = g.run.CountIn(same)
		}
		if here != there {
			return "another number of cards lay in " + real.run.ZoneKey(ZoneID(z))
		}
	}
	for cell := range real.run.state.cells[:g.run.gameBase] {
		if cell < cellSerial && g.run.state.cells[cell] != real.run.state.cells[cell] {
			return "the game stood elsewhere: " + g.run.CellName(cell)
		}
	}
	for i := range g.run.Pack.Game {
		if a := &g.run.Pack.Game[i]; a.Seen == SeenByAll && t.cellDiffers(a.Kind, g.run.gameBase+i) {
			return "another value of " + a.Name
		}
	}
	for s := Seat(1); int(s) <= g.run.Seats; s++ {
		for i := range g.run.Pack.Seats {
			a := &g.run.Pack.Seats[i]
			if t.mayRead(a, s) && t.cellDiffers(a.Kind, g.run.seatCell(s, AttributeID(i))) {
				return "another value of " + a.Name
			}
		}
	}
	for c := CardID(1); int(c) < len(g.run.Def); c++ {
		if real.run.Knows(t.seat, c) && t.now.image[c] == c && t.cardDiffers(c) {
			return real.run.CardKey(c) + " was not as it is"
		}
	}
	return ""
}

// mayRead reports whether the seat may know an attribute of another.
func (t *Determinizer) mayRead(a *Attribute, of Seat) bool {
	return t.real.run.allowed(a, of).Has(t.seat)
}

func (t *Determinizer) cellDiffers(kind Kind, cell int) bool {
	v := t.rename(&t.now, Stored(kind, t.real.run.state.cells[cell]))
	return v.N != t.game.run.state.cells[cell]
}

// cardDiffers reports whether a card that the seat knows is another one, or
// another in a value, than in the real game.
func (t *Determinizer) cardDiffers(c CardID) bool {
	g := &t.game
	here, there := g.run.state.links[c], t.real.run.state.links[c]
	zone := t.rename(&t.now, ZoneValue(there.zone)).Zone()
	if here.zone != zone || !here.known.Has(t.seat) {
		return true
	}
	if g.run.Pack.Zones[g.run.zoneKind[zone]].Ordered && g.run.PreviousIn(c) != t.now.image[t.real.run.PreviousIn(c)] {
		return true
	}
	base := int(g.run.cardBase[c])
	if t.cellDiffers(Number, base+cardOwner) || t.cellDiffers(Number, base+cardSeat) {
		return true
	}
	for a, slot := range g.run.slots[g.run.TypeOf(c)] {
		if slot >= 0 && t.mayRead(&g.run.Pack.Cards[a], t.real.run.Controller(c)) &&
			t.cellDiffers(g.run.Pack.Cards[a].Kind, base+int(slot)) {
			return true
		}
	}
	return false
}
