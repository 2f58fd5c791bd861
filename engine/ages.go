package engine

import (
	"cmp"
	"slices"
)

// Ages: which abilities and effects came first.

// ageOf returns the age of an ability.
func (p *Position) ageOf(in *Instance) age {
	if in.lasting {
		return age{in.since, int32(len(p.rank)) - in.ID}
	}
	since := p.state.links[in.Card].since
	if in.by != nil {
		since = max(since, p.state.links[in.by.Card].since)
	}
	return age{since, p.rank[in.Card]}
}

// Ages returns, the oldest first, the cards whose age may decide something where they are,
// and the lasting effects.
func (p *Position) Ages() []Aged {
	var out []Aged
	for _, c := range p.written {
		at := p.livesAt(c, p.zoneKind[p.state.links[c].zone])
		ordered := func(id int32) bool {
			in := &p.Instances[id]
			return in.zones&at != 0 && (in.Ability.Form == Modifier || in.Ability.Form == Hook && !in.Ability.May)
		}
		if slices.ContainsFunc(p.carried[c], ordered) {
			out = append(out, Aged{Card: c})
		}
	}
	for i := range p.state.effects {
		out = append(out, Aged{Effect: i})
	}
	slices.SortStableFunc(out, func(a, b Aged) int { return cmp.Compare(p.sinceOf(a), p.sinceOf(b)) })
	return out
}

func (p *Position) sinceOf(a Aged) int32 {
	if a.Card != 0 {
		return p.state.links[a.Card].since
	}
	return p.state.effects[a.Effect].Since
}
