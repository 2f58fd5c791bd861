package scene

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// openCards is how many different cards lie open side by side; more are a pile.
const openCards = 24

// areas are the zones of a holder, in the order of the layout: boards as grids, and without
// places that no player needs to see.
func (s *composing) areas(zones []view.Zone, order []string) []Area {
	out := []Area{}
	touched := func(key string) bool { return len(s.options[key])+len(s.roles[key]) > 0 }
	of := map[string][]*view.Zone{}
	kinds := slices.Clone(order)
	for i := range zones {
		kind := zones[i].Kind
		of[kind] = append(of[kind], &zones[i])
		kinds = append(kinds, kind)
	}
	for _, kind := range kinds {
		same := of[kind]
		delete(of, kind)
		if len(same) > 0 && s.IsBoard(s.compiled.Zones[kind]) {
			out = append(out, s.board(same))
			continue
		}
		for _, z := range same {
			// A place that is empty and no pile, hidden by the layout, or for cards that have not come into
			// play is left out, unless the question touches it.
			pile := z.Count == 0 && s.bare(z)
			if (z.Count > 0 || pile) && !s.layout.Hide[kind] && !s.isBox(kind) || touched(z.Key) ||
				slices.ContainsFunc(z.Cards, func(c view.Card) bool { return touched(c.Key + c.Handle) }) {
				out = append(out, s.area(z))
				if pile {
					out[len(out)-1].Form = Pile
				}
			}
		}
	}
	return out
}

// bare reports whether a place tells something without a card: a draw pile, an open pile of a seat, or a hand
// that the layout sorts.
func (s *composing) bare(z *view.Zone) bool {
	switch s.seen(z.Kind) {
	case engine.SeenByOwner:
		return len(s.layout.Sort[z.Kind]) > 0
	case engine.SeenByNobody:
		return z.Ordered
	}
	return z.Seat != 0 && s.layout.Piles[z.Kind]
}

// seen is who sees the cards in zones of a kind.
func (s *composing) seen(kind string) engine.Visibility {
	return s.compiled.Pack.Zones[s.compiled.Zones[kind]].Seen
}

// different counts how often another card follows than the one before.
func different(cards []view.Card) int {
	n := 0
	for i := range cards {
		if i == 0 || cards[i].Is.Def != cards[i-1].Is.Def {
			n++
		}
	}
	return n
}

// isBox reports whether a zone is where cards begin that lie in no order: the
// box that the game came in.
func (s *composing) isBox(kind string) bool {
	id := s.compiled.Zones[kind]
	z := &s.compiled.Pack.Zones[id]
	return !z.Ordered && !z.Bag && !slices.Contains(s.layout.Table, kind) &&
		slices.ContainsFunc(s.compiled.Pack.Types, func(t engine.CardType) bool { return t.Start == id })
}

// board lays its zones out, the farthest row first.
func (s *composing) board(zones []*view.Zone) Area {
	first := zones[0]
	kind := &s.compiled.Pack.Zones[s.compiled.Zones[first.Kind]]
	name := s.ZoneKind(s.compiled.Zones[first.Kind])
	out := Area{Key: first.Kind, Kind: first.Kind, Name: name, Title: name, Form: Board,
		Rows: kind.Rows, Columns: kind.Columns}
	slices.SortStableFunc(zones, func(a, b *view.Zone) int { return cmp.Or(b.Row-a.Row, a.Column-b.Column) })
	for _, z := range zones {
		out.Areas = append(out.Areas, s.area(z))
		out.Count += z.Count
	}
	return out
}

// area is one zone with its cards. Where the layout names no piles, copies of one card on
// the table are one.
func (s *composing) area(z *view.Zone) Area {
	out := Area{
		Key: z.Key, Kind: z.Kind, Name: s.ZoneKind(s.compiled.Zones[z.Kind]), Title: s.voice.Zone(&z.At),
		Form: Row, Seat: z.Seat,
		Count: z.Count, Hidden: z.Hidden, Options: s.options[z.Key], Changed: s.changed[z.Key],
		About: len(s.roles[z.Key]) > 0,
		Texts: s.layout.Texts[z.Kind],
		Held:  z.Seat != 0 && s.seen(z.Kind) == engine.SeenByOwner,
	}
	if n := different(z.Cards); n > 0 {
		out.Cards = make([]Card, 0, n)
	}
	for i := range z.Cards {
		s.put(&out, s.card(&z.Cards[i]), z.Ordered)
	}
	s.sort(&out, z.Ordered)
	covered := slices.ContainsFunc(out.Cards, func(c Card) bool { return c.Hidden }) &&
		!slices.ContainsFunc(out.Cards, func(c Card) bool { return len(c.Areas) > 0 || c.Hidden && len(c.Facts) > 0 })
	stack := len(s.layout.Piles) == 0 && z.Seat == 0 && len(out.Cards) == 1 && z.Count > 2 &&
		len(out.Cards[0].Options)+len(out.Cards[0].Roles) == 0
	if s.layout.Piles[z.Kind] || stack || z.Count > 0 && len(out.Cards) == 0 || z.Ordered && covered ||
		len(out.Cards) > openCards {
		out.Form = Pile
	}
	return out
}

// put adds a card; one that reads like another, or like its neighbour where
// cards have an order, is one copy more.
func (s *composing) put(a *Area, c Card, ordered bool) {
	for i := len(a.Cards) - 1; i >= 0 && len(c.Areas) == 0; i-- {
		if sameText(&a.Cards[i], &c) {
			a.Cards[i].Copies++
			return
		}
		if ordered {
			break
		}
	}
	a.Cards = append(a.Cards, c)
}

// sameText reports whether two cards read the same.
func sameText(a, b *Card) bool {
	if a.Hidden && b.Hidden && len(a.Options)+len(b.Options)+len(a.Facts)+len(b.Facts) == 0 {
		return a.Seat == b.Seat && len(a.Areas) == 0
	}
	if a.Def != b.Def || a.Seat != b.Seat || a.Changed != b.Changed || len(a.Areas) != len(b.Areas) {
		return false // most are, and without a look at all there is
	}
	alike := *b
	alike.Key = a.Key
	alike.Copies = a.Copies
	alike.From = a.From
	return reflect.DeepEqual(a, &alike)
}

// sort orders the cards by the layout's attributes, where the rules keep no
// order: larger numbers first, words by their texts.
func (s *composing) sort(a *Area, ordered bool) {
	keys := s.layout.Sort[a.Kind]
	if ordered || len(keys) == 0 {
		return
	}
	slices.SortStableFunc(a.Cards, func(x, y Card) int {
		for _, key := range keys {
			f, g := factOf(x.Facts, key), factOf(y.Facts, key)
			switch {
			case f == nil && g == nil:
			case f == nil:
				return 1
			case g == nil:
				return -1
			case f.Number != nil && g.Number != nil && *f.Number != *g.Number:
				return *g.Number - *f.Number
			case f.Text != g.Text:
				return strings.Compare(f.Text, g.Text)
			}
		}
		return 0
	})
}

func factOf(facts []Fact, key string) *Fact {
	if i := slices.IndexFunc(facts, func(f Fact) bool { return f.Key == key }); i >= 0 {
		return &facts[i]
	}
	return nil
}

// card is one card with the cards that lie on it.
func (s *composing) card(c *view.Card) Card {
	if c.Handle != "" {
		out := Card{Key: c.Handle, Name: s.Hidden(), Copies: 1, Hidden: true, Options: s.options[c.Handle],
			Roles: s.roles[c.Handle]}
		for i := range c.Zones {
			out.Areas = append(out.Areas, s.slot(&c.Zones[i]))
		}
		out.Facts, _ = s.facts(c)
		return out
	}
	out := Card{
		Key: c.Key, Def: s.compiled.Pack.Defs[c.Is.Def].ID, Name: s.voice.Value(&c.Is), Type: c.Type,
		TypeName: s.Type(s.compiled.Types[c.Type]),
		Copies:   1, Seat: c.Seat, Roles: s.roles[c.Key], Options: s.options[c.Key], Changed: s.changed[c.Key],
		From: s.from[c.Key],
	}
	out.Text = s.says(c.Is.Def)
	out.Sign = s.icon(c.Type)
	if out.Sign != "" && !s.printed {
		s.signs[c.Type] = true
	}
	out.Facts, out.Turned = s.facts(c)
	out.Areas = s.on(c, out.Facts)
	return out
}

func (s *composing) slot(z *view.Zone) Area {
	out := s.area(z)
	if out.Form == Row {
		out.Form = Slot
	}
	return out
}

// on are the places on a card: those of the layout, even if empty, where the question or
// the card says something about them, then the rest.
func (s *composing) on(c *view.Card, facts []Fact) []Area {
	var out []Area
	hinted := s.layout.Slots[c.Type]
	for i, kind := range hinted {
		with := slotFacts(facts, i, len(hinted))
		first, last := engine.Seat(0), engine.Seat(0)
		if s.compiled.Pack.Zones[s.compiled.Zones[kind]].PerSeat {
			first, last = 1, engine.Seat(s.view.Seats)
		}
		for seat := first; seat <= last; seat++ {
			if j := slices.IndexFunc(c.Zones,
				func(z view.Zone) bool { return z.Kind == kind && z.Seat == seat }); j >= 0 {
				a := s.slot(&c.Zones[j])
				a.Facts = with
				out = append(out, a)
			} else if a, ok := s.empty(c, kind, seat, with); ok {
				out = append(out, a)
			}
		}
	}
	for j := range c.Zones {
		if !slices.Contains(hinted, c.Zones[j].Kind) {
			out = append(out, s.slot(&c.Zones[j]))
		}
	}
	return out
}

// empty is a slot in which nothing lies, if the card or the question says
// something of it.
func (s *composing) empty(c *view.Card, kind string, seat engine.Seat, with []Fact) (Area, bool) {
	id := s.compiled.Zones[kind]
	key := fmt.Sprintf("%s.%s", c.Key, kind)
	if seat != 0 {
		key = fmt.Sprintf("%d.%s", seat, key)
	}
	if len(with)+len(s.options[key]) == 0 {
		return Area{}, false
	}
	is := view.Value{Kind: view.ZoneValue, Text: key, Names: view.Names{ZoneKind: id, Owner: seat}, Of: &c.Is}
	return Area{
		Key: key, Kind: kind, Name: s.ZoneKind(id), Title: s.voice.Zone(&is), Form: Slot, Seat: seat, Facts: with,
		Options: s.options[key],
		About:   len(s.roles[key]) > 0,
	}, true
}

// slotFacts are the facts at the left edge for the first slot, at the right for
// the last, and in the middle for those between.
func slotFacts(facts []Fact, i, n int) []Fact {
	slot := "middle"
	switch {
	case i == 0:
		slot = "left"
	case i == n-1:
		slot = "right"
	}
	var out []Fact
	for _, f := range facts {
		if f.Slot == slot {
			out = append(out, f)
		}
	}
	return out
}
