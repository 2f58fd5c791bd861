package engine

import (
	"cmp"
	"math/bits"
	"slices"
)

// What a seat still knows when it has lost track of single cards: a card it knew, and that
// was moved or shuffled out of its sight, lies in one of some zones. Cards about which it
// knows the same form a group. Groups are computed from the log on demand; games that drop
// their log follow them step by step if Setup.Follow is set.

// group is a set of cards; a seat knows that each of them lies in one of some zones. It
// never changes: places of a game share it.
type group struct {
	// shares say how likely each of the cards lies where, by zone; together certain.
	shares []share
	cards  cardSet
}

type share struct {
	zone   ZoneID
	weight int32
}

const certain = 1 << 20

// cardSet is a set of cards, a bit each.
type cardSet []uint64

func (l *Layout) newCardSet() cardSet { return make(cardSet, len(l.Def)/64+1) }

func (s cardSet) has(c CardID) bool { return s[c/64]>>(c%64)&1 != 0 }

func (s cardSet) add(c CardID) { s[c/64] |= 1 << (c % 64) }

// list returns the cards in their order.
func (s cardSet) list() (out []CardID) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			out = append(out, CardID(i*64+bits.TrailingZeros64(word)))
		}
	}
	return out
}

// in returns the weight of a zone.
func (g *group) in(z ZoneID) int32 {
	for _, s := range g.shares {
		if s.zone == z {
			return s.weight
		}
	}
	return 0
}

// shifted returns the group with some weight taken from one zone and given to another.
func (g *group) shifted(from, to ZoneID, weight int32) *group {
	shares := make([]share, 0, len(g.shares)+1)
	for _, s := range g.shares {
		if s.zone == from {
			s.weight -= weight
		}
		if s.zone == to {
			s.weight += weight
			to = 0
		}
		if s.weight > 0 {
			shares = append(shares, s)
		}
	}
	if to != 0 {
		at, _ := slices.BinarySearchFunc(shares, to, func(s share, z ZoneID) int { return cmp.Compare(s.zone, z) })
		shares = slices.Insert(shares, at, share{to, weight})
	}
	return &group{shares, g.cards}
}

// leaves is the weight that goes with a card, one of so many that it could be, which was
// moved out of a zone: something stays and something goes, as either may be true.
func (g *group) leaves(from ZoneID, unknown int) int32 {
	weight := g.in(from)
	if unknown == 1 {
		return weight
	}
	return min(max(weight/int32(unknown), 1), weight-1)
}

// without returns the group of those that lie elsewhere than in a zone, nil if there is
// no other.
func (g *group) without(z ZoneID) *group {
	rest := int64(certain - g.in(z))
	if rest == 0 {
		return nil
	}
	out := &group{cards: g.cards}
	left := int32(certain)
	most := 0
	for _, s := range g.shares {
		if s.zone == z {
			continue
		}
		s.weight = max(int32(int64(s.weight)*certain/rest), 1)
		left -= s.weight
		out.shares = append(out.shares, s)
		if n := len(out.shares) - 1; s.weight > out.shares[most].weight {
			most = n
		}
	}
	out.shares[most].weight += left
	return out
}

// less returns the group without a card, nil if there is no other.
func (g *group) less(c CardID) *group {
	cards := slices.Clone(g.cards)
	cards[c/64] &^= 1 << (c % 64)
	if !slices.ContainsFunc(cards, func(word uint64) bool { return word != 0 }) {
		return nil
	}
	return &group{g.shares, cards}
}

// with returns the group with other cards too.
func (g *group) with(more cardSet) *group {
	cards := slices.Clone(g.cards)
	for i, word := range more {
		cards[i] |= word
	}
	return &group{g.shares, cards}
}

// groups holds the groups that each seat knows at a place of the log.
type groups [MaxSeats + 1][]*group

// change replaces the groups of some seats by others, nil by none.
func (k *groups) change(seats SeatSet, by func(s Seat, g *group) *group) {
	for s := Seat(1); int(s) < len(k); s++ {
		if !seats.Has(s) {
			continue
		}
		var out []*group
		for i, g := range k[s] {
			now := by(s, g)
			if now != g && out == nil {
				out = append(make([]*group, 0, len(k[s])), k[s][:i]...)
			}
			if now != nil && out != nil {
				out = join(out, now)
			}
		}
		if out != nil {
			k[s] = out
		}
	}
}

// lieIn reports whether cards of some group may lie in a zone.
func (k *groups) lieIn(z ZoneID) bool {
	for s := range k {
		if slices.ContainsFunc(k[s], func(g *group) bool { return g.in(z) > 0 }) {
			return true
		}
	}
	return false
}

// scatter makes a group of cards that a seat loses out of sight in a zone.
func (k *groups) scatter(s Seat, z ZoneID, cards cardSet) {
	k[s] = join(slices.Clone(k[s]), &group{[]share{{z, certain}}, cards})
}

// join appends a group, or makes it one with another that has the same shares.
func join(to []*group, g *group) []*group {
	for i, h := range to {
		if slices.Equal(g.shares, h.shares) {
			to[i] = h.with(g.cards)
			return to
		}
	}
	return append(to, g)
}
