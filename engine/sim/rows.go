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
	// Games are the finished games in which the thing came up, Won those of them
	// that the seat won; a shared win counts for each winner.
	Games int `json:"games"`
	Won   int `json:"won"`
	Deeds
	// After are the wins among the games of each deed.
	After Deeds `json:"after"`
}

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
		to.Won += from.Won
		to.add(&from.Deeds)
		to.After.add(&from.After)
	}
}

// game counts a finished game in.
func (r rows) game(p *engine.Position, bots []string, t *view.Tally) {
	for seat := engine.Seat(1); int(seat) <= p.Seats; seat++ {
		won := 0
		if p.Winners().Has(seat) {
			won = 1
		}
		r.came("seat", strconv.Itoa(int(seat)), seat, won)
		if int(seat) <= len(bots) {
			r.came("bot", bots[seat-1], seat, won)
		}
		for i := range p.Pack.GameOptions {
			r.came("option", OptionKey(p, i, seat), seat, won)
		}
		r.done("card", &t.Cards, seat, won, func(i int) string { return p.Pack.Defs[i].ID })
		r.done("ability", &t.Abilities, seat, won, func(i int) string { return p.Pack.Abilities[i].Name })
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

func (r rows) came(by, key string, seat engine.Seat, won int) *Row {
	row := r.at(by, key, int(seat))
	row.Games++
	row.Won += won
	return row
}

// done counts what was done in a game; things of one name (the hooks of an
// ability) are one.
func (r rows) done(by string, done *view.Done, seat engine.Seat, won int, name func(i int) string) {
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
				r.came(by, key, seat, won)
			}
			if was[deed] {
				continue
			}
			was[deed] = true
			row := r.at(by, key, int(seat))
			*row.of(deed)++
			*row.After.of(deed) += won
		}
	}
}
