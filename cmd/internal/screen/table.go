package screen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/visible"
)

// drawing is a table in the making.
type drawing struct {
	*Screen
	squeeze
	scene *scene.Scene
	// menu is what is asked now, nil for nothing.
	menu  *Menu
	marks map[int]string
	// lost counts the values of cards that are left out for want of room.
	lost *int
	// narrow leaves names of values out, as on a board; cornered shows the corner of
	// the face alone, nameless no value; said is set where an answer says them.
	narrow, cornered, nameless, said bool
}

// table draws the table: where the game stands, the table's places, the seats.
func (d *drawing) table() []Line {
	var out []Line
	head := strings.Join(d.scene.Where, " > ")
	if facts := briefs(d.scene.Facts); len(facts) > 0 {
		head += "   " + strings.Join(facts, " · ")
	}
	places, seats := d.areas(d.scene.Table, 0, ""), d.seats()
	if n := len(places); d.joined && n > 0 && places[n-1].Faint && width(head)+3+width(places[n-1].Text) <= d.Width && !strings.HasPrefix(places[n-1].Text, " ") {
		head, places = head+" · "+places[n-1].Text, places[:n-1]
	}
	if d.joined && len(seats) > 1 && !seats[0].Strong && width(head)+3+width(seats[0].Text) <= d.Width {
		head, seats = head+" · "+seats[0].Text, seats[1:]
	}
	if head = strings.TrimSpace(head); head != "" {
		for _, text := range wrap(strings.Split(head, " · "), " · ", "", "  ", d.Width) {
			out = append(out, Line{Text: text, Strong: true})
		}
	}
	out = append(out, places...)
	out = append(out, seats...)
	if !d.unsigned {
		out = append(out, d.notes()...)
	}
	if d.scene.Failure != "" {
		out = append(out, Line{Text: visible.Line(d.scene.Failure), Strong: true})
	}
	return out
}

// seats draws the sides, those of others on one line where room is scarce.
func (d *drawing) seats() []Line {
	var out []Line
	var joined []string
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		if d.joined && !s.You && !slices.ContainsFunc(s.Areas, func(a scene.Area) bool { return busy(&a) }) {
			joined = append(joined, strings.Join(d.aside(s), " "))
			continue
		}
		if len(joined) > 0 {
			out, joined = append(out, plain(wrap(joined, " · ", "", "  ", d.Width))...), nil
		}
		out = append(out, d.seat(s)...)
	}
	if len(joined) > 0 {
		out = append(out, plain(wrap(joined, " · ", "", "  ", d.Width))...)
	}
	return out
}

// aside is a side in a few words: its name and values, single cards, and how many
// lie elsewhere.
func (d *drawing) aside(s *scene.Seat) []string {
	out := append([]string{d.called(s)}, briefs(s.Facts)...)
	for i := range s.Areas {
		switch a := &s.Areas[i]; {
		case single(a):
			out = append(out, d.beside(a, s.Seat))
		case a.Form != scene.Pile || a.Held:
			out = append(out, d.count(a))
		}
	}
	return out
}

// single reports whether one open card is all that lies in a place.
func single(a *scene.Area) bool {
	return a.Form == scene.Row && a.Count == 1 && len(a.Cards) == 1 && !a.Cards[0].Hidden && !stage(a)
}

// beside is a place with its single card, to stand on a line with others.
func (d *drawing) beside(a *scene.Area, of engine.Seat) string {
	return numbers(a.Options) + a.Name + " " + d.brief(&a.Cards[0], of)
}

// called is a seat's name, with its mark and whether it is the viewer's.
func (d *drawing) called(s *scene.Seat) string {
	name := numbers(s.Options) + s.Name
	if s.Mark != s.Name {
		name += " " + s.Mark
	}
	if s.You {
		name += " (" + d.Say("you") + ")"
	}
	if s.Turn {
		name = "> " + name
	}
	return name
}

// notes are what lasts, and what the signs mean.
func (d *drawing) notes() []Line {
	var out []Line
	var effects, signs []string
	for _, e := range d.scene.Effects {
		if !slices.Contains(effects, e.Name) {
			effects = append(effects, e.Name)
		}
	}
	if len(effects) > 0 {
		out = append(out, plain(wrap(effects, ", ", d.Say("effects")+" ", "  ", d.Width))...)
	}
	for _, s := range d.scene.Signs {
		signs = append(signs, s.Sign+" "+s.Name)
	}
	if len(signs) > 0 {
		for _, text := range wrap(signs, ", ", d.Say("signs")+" ", "  ", d.Width) {
			out = append(out, Line{Text: text, Faint: true})
		}
	}
	return out
}

// seat draws one side: its name with values, and its places.
func (d *drawing) seat(s *scene.Seat) []Line {
	head := append([]string{d.called(s)}, briefs(d.unmarked(s.Facts))...)
	var rest []scene.Area
	for i := range s.Areas {
		a := &s.Areas[i]
		switch idle := !busy(a); {
		case single(a) && !a.Held && (d.inline && s.You && !d.piled || d.folded && !s.You):
			head = append(head, d.beside(a, s.Seat))
		case a.Form == scene.Pile && d.few && idle && (s.You || !d.folded):
		case d.piled && !d.counts && idle && a.Held && s.You && a.Hidden == 0:
			head = append(head, d.named(a, s.Seat))
		case !s.You && d.folded && idle:
			head = append(head, d.count(a))
		case a.Form == scene.Pile, d.piled && idle:
			head = append(head, d.left(a))
		case d.listed && d.told(a):
			head = append(head, d.ranged(a))
		case a.Form != scene.Pile:
			rest = append(rest, *a)
		}
	}
	out := plain(wrap(head, " · ", "", "    ", d.Width))
	out[0].Strong = s.You
	return append(out, d.areas(rest, s.Seat, "  ")...)
}

// unmarked are the values of a side without those that name a card which is marked
// as that, where room is scarce.
func (d *drawing) unmarked(facts []scene.Fact) []scene.Fact {
	if !d.listed {
		return facts
	}
	return slices.DeleteFunc(slices.Clone(facts), func(f scene.Fact) bool {
		return f.Number == nil && marked(d.scene.Table, f.Text, strings.ToLower(f.Name))
	})
}

// marked reports whether a card with a name has a role somewhere in places.
func marked(areas []scene.Area, name, role string) bool {
	return slices.ContainsFunc(areas, func(a scene.Area) bool {
		return marked(a.Areas, name, role) || slices.ContainsFunc(a.Cards, func(c scene.Card) bool {
			return c.Name == name && slices.Contains(c.Roles, role) || marked(c.Areas, name, role)
		})
	})
}

// named is a place as its name and those of its cards.
func (d *drawing) named(a *scene.Area, of engine.Seat) string {
	short := *d
	short.nameless = true
	var cards []string
	for i := range a.Cards {
		cards = append(cards, short.brief(&a.Cards[i], of))
	}
	return a.Name + " " + strings.Join(cards, ", ")
}

// leave counts the values of a card that are left out.
func (d *drawing) leave(c *scene.Card) { *d.lost += len(briefs(c.Facts)) * c.Copies }

// left is a place as a count, for want of room.
func (d *drawing) left(a *scene.Area) string {
	if a.Form != scene.Pile {
		for i := range a.Cards {
			d.leave(&a.Cards[i])
		}
	}
	return d.count(a)
}

// count is a place as its name and how many cards lie there, and what lies on them.
func (d *drawing) count(a *scene.Area) string {
	text := numbers(a.Options) + a.Name + " " + fmt.Sprint(a.Count)
	if a.Form != scene.Pile && slices.ContainsFunc(a.Cards, func(c scene.Card) bool { return c.Hidden && len(c.Areas) > 0 }) {
		text += " ("
		for i := range a.Cards {
			c := &a.Cards[i]
			var on []string
			for j := range c.Areas {
				on = append(on, d.on(&c.Areas[j], a.Seat))
			}
			if len(on) == 0 {
				on = slices.Repeat([]string{"–"}, c.Copies)
			}
			if i > 0 {
				text += " | "
			}
			text += strings.Join(on, " | ")
		}
		text += ")"
	}
	if a.Changed {
		text += "*"
	}
	return text
}

// busy reports whether the question touches a place, or something new is there.
func busy(a *scene.Area) bool {
	if len(a.Options) > 0 || a.About {
		return true
	}
	return slices.ContainsFunc(a.Cards, func(c scene.Card) bool { return asked(&c) }) ||
		slices.ContainsFunc(a.Areas, func(a scene.Area) bool { return busy(&a) })
}

// asked reports whether the question touches a card, or what lies on it.
func asked(c *scene.Card) bool {
	return len(c.Options) > 0 || len(c.Roles) > 0 || slices.ContainsFunc(c.Areas, func(a scene.Area) bool { return busy(&a) })
}

// runningOut is how few cards of a pile on the table are said in any case.
const runningOut = 2

// areas draws places one under the other; piles share a line.
func (d *drawing) areas(list []scene.Area, of engine.Seat, indent string) []Line {
	var out []Line
	var piles []string
	for i := 0; i < len(list); i++ {
		a := &list[i]
		idle := !busy(a)
		if lines, n := d.together(list[i:], of, indent); n > 0 {
			out = append(out, lines...)
			i += n - 1
			continue
		}
		switch {
		case a.Form == scene.Board:
			out = append(out, d.board(a)...)
		case a.Form == scene.Pile && d.few && idle && a.Count > runningOut:
		case a.Form == scene.Pile, d.counts && idle && !stage(a):
			piles = append(piles, d.left(a))
		case d.listed && d.told(a):
			piles = append(piles, d.ranged(a))
		case stage(a):
			out = append(out, d.stages(a)...)
		default:
			out = append(out, plain(d.row(a, of, indent))...)
		}
	}
	if len(piles) > 0 {
		for _, text := range wrap(piles, " · ", indent, indent+"  ", d.Width) {
			out = append(out, Line{Text: text, Faint: true})
		}
	}
	return out
}

// text are the sentences of a card, to stand after it where they do.
func (d *drawing) text(a *scene.Area, c *scene.Card) string {
	if !a.Texts || len(c.Text) == 0 {
		return ""
	}
	says := c.Text
	if d.short {
		says = scene.Brief(c.Text, c.Short)
	}
	return " – " + strings.Join(says, " ")
}

// told reports whether each card of a place is an answer, which says all that the
// place would: its name, how many there are, its values.
func (d *drawing) told(a *scene.Area) bool {
	if d.menu == nil || a.Form != scene.Row || a.Hidden > 0 || len(a.Options) > 0 || len(a.Cards) < 2 || stage(a) {
		return false
	}
	return !slices.ContainsFunc(a.Cards, func(c scene.Card) bool { return c.Hidden || !d.answered(a, &c) })
}

// answered reports whether answers name a card, with its values.
func (d *drawing) answered(a *scene.Area, c *scene.Card) bool {
	return d.menu != nil && len(c.Options) > 0 && len(c.Areas) == 0 && (a.Held || !d.run || a.Seat == 0) &&
		!slices.ContainsFunc(c.Options, func(n int) bool { return !strings.Contains(d.menu.Rows[n-1].Text, c.Name) })
}

// ranged is a place as its name and the numbers of the answers that are its cards.
func (d *drawing) ranged(a *scene.Area) string {
	var all []int
	copies := map[int]string{}
	for i := range a.Cards {
		c := &a.Cards[i]
		all = append(all, c.Options...)
		if text := fmt.Sprintf(" x%d", c.Copies); c.Copies > 1 && !strings.Contains(d.menu.Rows[c.Options[0]-1].Text, text) {
			copies[c.Options[0]] = text
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	var parts []string
	for i := 0; i < len(all); {
		last := i
		for last+1 < len(all) && all[last+1] == all[last]+1 && copies[all[i]]+copies[all[last+1]] == "" {
			last++
		}
		text := fmt.Sprint(all[i]) + copies[all[i]]
		if last > i {
			text += fmt.Sprintf("-%d", all[last])
		}
		parts, i = append(parts, text), last+1
	}
	return a.Name + " (" + strings.Join(parts, ",") + ")"
}

// row draws a place with its cards side by side.
func (d *drawing) row(a *scene.Area, of engine.Seat, indent string) []string {
	var cards []string
	short := *d
	short.cornered = d.corner && !busy(a) && of == 0
	rest := 0
	for i := range a.Cards {
		said := d.listed && d.answered(a, &a.Cards[i])
		short.said, short.nameless = said, d.names && !asked(&a.Cards[i])
		if short.nameless && busy(a) && !said && of == 0 {
			d.leave(&a.Cards[i])
			rest += a.Cards[i].Copies
			continue
		}
		cards = append(cards, short.brief(&a.Cards[i], of)+short.text(a, &a.Cards[i]))
	}
	if rest > 0 {
		cards = append(cards, fmt.Sprintf("+%d", rest))
	}
	if a.Hidden > 0 {
		cards = append(cards, d.Say("face_down", "count", fmt.Sprint(a.Hidden)))
	}
	if len(cards) == 0 {
		cards = append(cards, d.Say("empty"))
	}
	return wrap(cards, ", ", indent+d.Label(numbers(a.Options)+a.Name), indent+"    ", d.Width)
}

// stage reports whether cards in a place have places with values of their own, or of
// seats: each takes a line then, with what stands at it.
func stage(a *scene.Area) bool {
	return slices.ContainsFunc(a.Cards, func(c scene.Card) bool {
		return slices.ContainsFunc(c.Areas, func(on scene.Area) bool { return len(on.Facts) > 0 || on.Seat != 0 || len(on.Options) > 0 })
	})
}

// stages draws such cards, each with its places from left to right.
func (d *drawing) stages(a *scene.Area) []Line {
	var out []Line
	for i := range a.Cards {
		c := &a.Cards[i]
		bare := *c
		bare.Areas = nil
		pieces := []string{}
		idle := len(c.Roles) == 0 && !slices.ContainsFunc(c.Areas, func(on scene.Area) bool { return busy(&on) })
		for j := range c.Areas {
			pieces = append(pieces, d.place(&c.Areas[j], d.heads && idle))
		}
		if len(pieces) == 0 {
			out = append(out, plain(paragraph(d.Label(a.Name)+d.brief(&bare, 0)+d.text(a, c), "", "    ", d.Width))...)
			continue
		}
		lines := wrap(pieces, " | ", d.Label(d.brief(&bare, 0)+d.text(a, c)), "    ", d.Width)
		out = append(out, plain(lines)...)
	}
	return out
}

// place draws a place on a card: what the card pays there, and who is there, or, where
// that must be short, how many of each seat.
func (d *drawing) place(a *scene.Area, short bool) string {
	parts := []string{}
	if text := numbers(a.Options); text != "" {
		parts = append(parts, strings.TrimSpace(text))
	}
	parts = append(parts, strings.Join(briefs(a.Facts), "/"))
	there := d.on(a, 0)
	if there == "" {
		there = "–"
	} else if heads := d.headcount(a); short && heads != "" {
		there = heads
	}
	parts = append(parts, there)
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// headcount is how many cards of each seat are in a place; "" where others are there.
func (d *drawing) headcount(a *scene.Area) string {
	count := map[engine.Seat]int{}
	for i := range a.Cards {
		if a.Cards[i].Seat == 0 {
			return ""
		}
		count[a.Cards[i].Seat] += a.Cards[i].Copies
	}
	var out []string
	for _, seat := range slices.Sorted(maps.Keys(count)) {
		out = append(out, fmt.Sprintf("%s x%d", d.marks[int(seat)], count[seat]))
	}
	return strings.Join(out, " ")
}
