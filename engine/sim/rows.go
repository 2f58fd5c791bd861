package sim

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Row holds the counts of one thing: a seat, a value of an option, a card or an ability.
// Every number counts games (of one seat), never the times within one.
type Row struct {
	// By is what the thing is: "seat", "bot", "option", "card" or "ability"; Key names
	// it, an option's value as "team=chaos". The value of an option that is a seat is
	// "own" for that seat and "other" for the rest.
	By  string `json:"by"`
	Key string `json:"key"`
	// Seat is the seat that it is counted for.
	Seat int `json:"seat"`
	// Games are the finished games in which the thing came up. First counts, for a bot or
	// an option, those in which it came up for no earlier seat: summed over the seats they
	// are independent games, while the seats of one game are not independent.
	Games int `json:"games"`
	First int `json:"first,omitempty"`
	Outcomes
	UsageCounts
	// After are the wins among the games of each usage.
	After UsageCounts `json:"after"`
}

// Whole is what a win counts in a Part: every number of seats divides it.
const Whole = 840

// Outcomes sum up how games ended for a seat: Won counts its wins, where a shared win
// counts for each winner, Draws its shared draws, and Part its share of them, an n-th of
// Whole from a draw of n seats.
type Outcomes struct {
	Won   int `json:"won"`
	Draws int `json:"draws,omitempty"`
	Part  int `json:"part,omitempty"`
}

// OutcomeOf is how a finished game ended for a seat.
func OutcomeOf(p *engine.Position, seat engine.Seat) Outcomes {
	drawn := p.Drawn()
	switch {
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

// UsageCounts counts games by the usages in them; see view.Usage.
type UsageCounts struct {
	Offered int `json:"offered"`
	Taken   int `json:"taken"`
	Drawn   int `json:"drawn"`
	Played  int `json:"played"`
	Acted   int `json:"acted"`
}

func (d *UsageCounts) of(usage view.Usage) *int {
	return [view.Usages]*int{&d.Offered, &d.Taken, &d.Drawn, &d.Played, &d.Acted}[usage]
}

// Add adds the games of others.
func (d *UsageCounts) Add(other *UsageCounts) {
	for usage := range view.Usages {
		*d.of(usage) += *other.of(usage)
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

// rows are counted by one worker, and added to those of others.
type rows struct {
	made map[place]*Row
	// came are the bots and options of the seats of one game.
	came             map[place]bool
	cards, abilities things
}

// things finds the rows of a pack's cards or abilities without their names.
type things struct {
	pack *engine.Pack
	// first is, for each thing, the first one of its name: the hooks of an ability count as
	// one. rows and usages are indexed by it; rows by seat first, and usages are those of
	// one game and seat, as bits.
	first  []int
	rows   [][]*Row
	usages []uint8
}

// of prepares for the things of a pack, n of them.
func (t *things) of(p *engine.Position, n int, name func(i int) string) {
	if t.pack == p.Pack {
		return
	}
	*t = things{pack: p.Pack, first: make([]int, n), rows: make([][]*Row, p.Seats), usages: make([]uint8, n)}
	for seat := range t.rows {
		t.rows[seat] = make([]*Row, n)
	}
	known := map[string]int{}
	for i := range n {
		if _, ok := known[name(i)]; !ok {
			known[name(i)] = i
		}
		t.first[i] = known[name(i)]
	}
}

func (r *rows) at(by, key string, seat int) *Row {
	where := place{by, key, seat}
	row := r.made[where]
	if row == nil {
		row = &Row{By: by, Key: key, Seat: seat}
		r.made[where] = row
	}
	return row
}

// list returns the rows in their order.
func (r *rows) list() []Row {
	out := make([]Row, 0, len(r.made))
	for _, where := range slices.SortedFunc(maps.Keys(r.made), place.compare) {
		out = append(out, *r.made[where])
	}
	return out
}

func (r *rows) add(list []Row) {
	for i := range list {
		from := &list[i]
		to := r.at(from.By, from.Key, from.Seat)
		to.Games += from.Games
		to.First += from.First
		to.Outcomes.Add(from.Outcomes)
		to.UsageCounts.Add(&from.UsageCounts)
		to.After.Add(&from.After)
	}
}

// game counts a finished game in.
func (r *rows) game(p *engine.Position, bots []string, t *view.Tally) {
	card := func(i int) string { return p.Pack.Defs[i].ID }
	ability := func(i int) string { return p.Pack.Abilities[i].Name }
	r.cards.of(p, len(p.Pack.Defs), card)
	r.abilities.of(p, len(p.Pack.Abilities), ability)
	clear(r.came)
	for seat := range p.AllSeats().Each() {
		end := OutcomeOf(p, seat)
		r.at("seat", strconv.Itoa(int(seat)), int(seat)).ended(end)
		if int(seat) <= len(bots) {
			r.first("bot", bots[seat-1], seat, end)
		}
		for i := range p.Pack.GameOptions {
			r.first("option", OptionKey(p, i, seat), seat, end)
		}
		r.done("card", &r.cards, &t.Cards, seat, end, card)
		r.done("ability", &r.abilities, &t.Abilities, seat, end, ability)
	}
}

// first counts a game for a seat, and as independent if no earlier seat had the same.
func (r *rows) first(by, key string, seat engine.Seat, end Outcomes) {
	row := r.at(by, key, int(seat))
	of := place{by: by, key: key}
	row.ended(end)
	if !r.came[of] {
		r.came[of] = true
		row.First++
	}
}

// OptionKey names the value that an option has for a seat.
func OptionKey(p *engine.Position, option int, seat engine.Seat) string {
	o := &p.Pack.GameOptions[option]
	v := p.GameOption(option, seat)
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

// ended counts a game in that ended so for the seat of the row.
func (r *Row) ended(end Outcomes) {
	r.Games++
	r.Outcomes.Add(end)
}

// done counts what a seat did in a game with the things of a pack.
func (r *rows) done(by string, all *things, did *view.UsageSets, seat engine.Seat, end Outcomes,
	name func(i int) string,
) {
	clear(all.usages)
	for usage := range view.Usages {
		for i, seats := range did[usage] {
			if !seats.Has(seat) {
				continue
			}
			at := all.first[i]
			row := all.rows[seat-1][at]
			if row == nil {
				row = r.at(by, name(at), int(seat))
				all.rows[seat-1][at] = row
			}
			was := all.usages[at]
			if was == 0 {
				row.ended(end)
			}
			all.usages[at] |= 1 << usage
			if all.usages[at] != was {
				*row.of(usage)++
				*row.After.of(usage) += end.Won
			}
		}
	}
}
