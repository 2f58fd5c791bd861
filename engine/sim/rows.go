package sim

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Row is what was counted of one thing: a seat, a value of an option, a card or an
// ability. Every number counts games (of one seat), never the times within one, so
// that an interval of a rate may take them for independent.
type Row struct {
	// By is what the thing is: "seat", "bot", "option", "card" or "ability"; Key names
	// it, an option's value as "team=chaos". The value of an option that is a seat is
	// "own" for that seat and "other" for the rest.
	By  string `json:"by"`
	Key string `json:"key"`
	// Seat is the seat that it is counted for.
	Seat int `json:"seat"`
	// Games are the finished games in which the thing came up.
	Games int `json:"games"`
	Outcomes
	Deeds
	// After are the wins among the games of each deed.
	After Deeds `json:"after"`
}

// Whole is what a win counts in a Part: every number of seats divides it.
const Whole = 840

// Outcomes are how games ended for a seat, added up: Won counts those that it won, where
// a shared win counts for each winner, Draws those that it shares as drawn, and Part is
// what it got of these, an n-th of Whole from a draw of n seats.
type Outcomes struct {
	Won   int `json:"won"`
	Draws int `json:"draws,omitempty"`
	Part  int `json:"part,omitempty"`
}

// OutcomeOf is how a finished game ended for a seat.
func OutcomeOf(p *engine.Position, seat engine.Seat) Outcomes {
	switch drawn := p.Drawn(); {
	case p.Winners().Has(seat):
		return Outcomes{Won: 1}
	case drawn.Has(seat):
		return Outcomes{Draws: 1, Part: Whole / drawn.Count()}
	}
	return Outcomes{}
}

// Add adds the games of others.
func (o *Outcomes) Add(others Outcomes) {
	o.Won += others.Won
	o.Draws += others.Draws
	o.Part += others.Part
}

// Parts is what the games are worth, in parts of a win.
func (o Outcomes) Parts() int { return o.Won*Whole + o.Part }

// Wins is what the games are worth, in wins.
func (o Outcomes) Wins() float64 { return float64(o.Parts()) / Whole }

// Deeds counts games by what was done in them; see view.Deed.
type Deeds struct {
	Offered int `json:"offered"`
	Taken   int `json:"taken"`
	Drawn   int `json:"drawn"`
	Played  int `json:"played"`
	Acted   int `json:"acted"`
}

func (d *Deeds) of(deed view.Deed) *int {
	return [view.Deeds]*int{&d.Offered, &d.Taken, &d.Drawn, &d.Played, &d.Acted}[deed]
}

func (d *Deeds) add(other *Deeds) {
	for deed := range view.Deeds {
		*d.of(deed) += *other.of(deed)
	}
}

// place is what a row is about.
type place struct {
	by, key string
	seat    int
}

func (a place) compare(b place) int {
	return cmp.Or(cmp.Compare(order[a.by], order[b.by]), cmp.Compare(a.key, b.key), a.seat-b.seat)
}

// order is that of the rows by what they are about.
var order = map[string]int{"seat": 0, "bot": 1, "option": 2, "card": 3, "ability": 4}

// rows are counted in one worker, and added to those of others.
type rows map[place]*Row

func (r rows) at(by, key string, seat int) *Row {
	where := place{by, key, seat}
	row := r[where]
	if row == nil {
		row = &Row{By: by, Key: key, Seat: seat}
		r[where] = row
	}
	return row
}

// list returns the rows in their order.
func (r rows) list() []Row {
	places := make([]place, 0, len(r))
	for where := range r {
		places = append(places, where)
	}
	slices.SortFunc(places, place.compare)
	out := make([]Row, len(places))
	for i, where := range places {
		out[i] = *r[where]
	}
	return out
}

func (r rows) add(list []Row) {
	for i := range list {
		from := &list[i]
		to := r.at(from.By, from.Key, from.Seat)
		to.Games += from.Games
		to.Outcomes.Add(from.Outcomes)
		to.add(&from.Deeds)
		to.After.add(&from.After)
	}
}

// game counts a finished game in.
func (r rows) game(p *engine.Position, bots []string, t *view.Tally) {
	for seat := engine.Seat(1); int(seat) <= p.Seats; seat++ {
		end := OutcomeOf(p, seat)
		r.came("seat", strconv.Itoa(int(seat)), seat, end)
		if int(seat) <= len(bots) {
			r.came("bot", bots[seat-1], seat, end)
		}
		for i := range p.Pack.GameOptions {
			r.came("option", OptionKey(p, i, seat), seat, end)
		}
		r.done("card", &t.Cards, seat, end, func(i int) string { return p.Pack.Defs[i].ID })
		r.done("ability", &t.Abilities, seat, end, func(i int) string { return p.Pack.Abilities[i].Name })
	}
}

// OptionKey names the value that an option has for a seat.
func OptionKey(p *engine.Position, option int, seat engine.Seat) string {
	o, v := &p.Pack.GameOptions[option], p.GameOption(option, seat)
	switch {
	case o.Seat && v == engine.SeatValue(seat):
		return o.Name + "=own"
	case o.Seat:
		return o.Name + "=other"
	case v.Kind == engine.Word:
		return o.Name + "=" + p.Pack.Symbols[v.N]
	}
	return o.Name + "=" + p.Key(v)
}

func (r rows) came(by, key string, seat engine.Seat, end Outcomes) *Row {
	row := r.at(by, key, int(seat))
	row.Games++
	row.Outcomes.Add(end)
	return row
}

// done counts what was done in a game; things of one name (the hooks of an
// ability) are one.
func (r rows) done(by string, done *view.Done, seat engine.Seat, end Outcomes, name func(i int) string) {
	seen := map[string]*[view.Deeds]bool{}
	for deed := range view.Deeds {
		for i, seats := range done[deed] {
			if !seats.Has(seat) {
				continue
			}
			key := name(i)
			was := seen[key]
			if was == nil {
				was = new([view.Deeds]bool)
				seen[key] = was
				r.came(by, key, seat, end)
			}
			if was[deed] {
				continue
			}
			was[deed] = true
			row := r.at(by, key, int(seat))
			*row.of(deed)++
			*row.After.of(deed) += end.Won
		}
	}
}
