package screen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// side is a part of a table: a head, and places, which stand on the head's line or below
// it.
type side struct {
	head   []string
	places []place
	strong bool
	// below is set where the head follows the places.
	below bool
}

// place is a place of a side, one card with everything at it, or a seat in a few words.
type place struct {
	need need
	// forms say more the later they come; the one at taken is drawn.
	forms []form
	taken int
}

// form is a way to draw a place: as a piece of the head of its side, in lines, or not
// at all.
type form struct {
	piece string
	lines []Line
}

// need is how much a question needs a place: those come first that it touches.
type need int

const (
	touched need = iota
	answer       // the answers say it too: in full only behind boards
	board
	inFull
	near
	aside
	needs
)

// sides are where the game stands, the table's places, the seats, and what lasts.
func (d *drawing) sides() []side {
	head := append([]string{strings.Join(d.scene.Where, " > ")}, briefs(d.scene.Facts)...)
	if len(head) > 1 {
		head = append([]string{head[0] + "   " + head[1]}, head[2:]...)
	}
	out := []side{{head: head, strong: true}, {places: d.places(d.scene.Table, 0, ""), below: true}}
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		if d.density == full || s.You || slices.ContainsFunc(s.Areas, func(a scene.Area) bool { return busy(&a) }) {
			out = append(out, *d.seat(s))
			continue
		}
		other := place{need: near, forms: []form{{piece: d.briefly(s)}}}
		if at := len(out) - 1; len(out[at].head) == 0 && !out[at].below {
			out[at].places = append(out[at].places, other)
		} else {
			out = append(out, side{places: []place{other}})
		}
	}
	var effects []string
	for _, e := range d.scene.Effects {
		if !slices.Contains(effects, e.Name) {
			effects = append(effects, e.Name)
		}
	}
	if len(effects) > 0 {
		out = append(out, side{head: []string{d.Say("effects") + " " + strings.Join(effects, ", ")}})
	}
	for _, text := range []string{d.scene.Failure, d.scene.Ended} {
		if text != "" {
			out = append(out, side{head: []string{sanitize.Line(text)}, strong: true})
		}
	}
	return out
}

// table draws sides, and with room for it how the game ends and what the signs mean.
func (d *drawing) table(sides []side) []Line {
	var out []Line
	for i := range sides {
		out = append(out, d.lines(&sides[i])...)
	}
	if d.density == full && d.scene.Ends != "" && d.scene.Over == nil {
		for _, text := range columns.Paragraph(sanitize.Line(d.scene.Ends), "", "  ", d.Width) {
			out = append(out, Line{Text: text, Faint: true})
		}
	}
	if d.density == full && len(d.scene.Signs) > 0 {
		signs := lists.Map(d.scene.Signs, func(s scene.Sign) string { return s.Sign + " " + s.Name })
		for _, text := range columns.Wrap(signs, ", ", d.Say("signs")+" ", "  ", d.Width) {
			out = append(out, Line{Text: text, Faint: true})
		}
	}
	return out
}

// lines draws a side with its places as they were chosen.
func (d *drawing) lines(s *side) []Line {
	var pieces []string
	for _, text := range s.head {
		if text != "" {
			pieces = append(pieces, text)
		}
	}
	var under, head []Line
	for i := range s.places {
		form := &s.places[i].forms[s.places[i].taken]
		under = append(under, form.lines...)
		if form.piece != "" {
			pieces = append(pieces, form.piece)
		}
	}
	if len(pieces) > 0 {
		for i, text := range columns.Wrap(pieces, " · ", "", "    ", d.Width) {
			head = append(head, Line{Text: text, Strong: s.strong && i == 0, Faint: s.below})
		}
	}
	if s.below {
		return append(under, head...)
	}
	return append(head, under...)
}

// fill takes as many places as fit, first those that the question touches, and of others
// perhaps none. It reports whether all touched places are whole.
func (d *drawing) fill(sides []side, room int) bool {
	for i := range sides {
		for j := range sides[i].places {
			if p := &sides[i].places[j]; p.need != touched {
				p.forms = append([]form{{}}, p.forms...)
			}
		}
	}
	sizes := make([]int, len(sides))
	size := 0
	for i := range sides {
		sizes[i] = len(d.lines(&sides[i]))
		size += sizes[i]
	}
	all := size <= room
	for need := range needs {
		for grown := size <= room; grown; {
			grown = false
			for i := range slices.Backward(sides) { // the viewer's own side is the last
				for j := range sides[i].places {
					p := &sides[i].places[j]
					now := p.need
					if now == answer && p.taken+2 == len(p.forms) {
						now = inFull
					}
					if now != need || p.taken+1 == len(p.forms) {
						continue
					}
					// A piece that goes saves a line of the head at most.
					if more := len(p.forms[p.taken+1].lines) - len(p.forms[p.taken].lines); size+more > room+1 {
						continue
					}
					p.taken++
					if n := len(d.lines(&sides[i])); size-sizes[i]+n <= room {
						grown = true
						size = size - sizes[i] + n
						sizes[i] = n
					} else {
						p.taken--
					}
				}
			}
		}
		all = all && (need != touched || !slices.ContainsFunc(sides, lacking))
	}
	return all
}

// lacking reports whether a side has a place that the question touches and that is not
// whole.
func lacking(s side) bool {
	return slices.ContainsFunc(s.places, func(p place) bool { return p.need == touched && p.taken+1 < len(p.forms) })
}

// drawn reports whether the question touches a place of a side that is drawn with its cards.
func drawn(s side) bool {
	return slices.ContainsFunc(s.places, func(p place) bool { return p.need == touched && len(p.forms) > 1 })
}

// whole takes the last form of all places of a side.
func whole(s *side) *side {
	for i := range s.places {
		s.places[i].taken = len(s.places[i].forms) - 1
	}
	return s
}

// briefly is a seat in a few words: its name and values, single cards, and how many lie
// elsewhere.
func (d *drawing) briefly(s *scene.Seat) string {
	out := append([]string{d.called(s)}, briefs(s.Facts)...)
	for i := range s.Areas {
		a := &s.Areas[i]
		switch {
		case single(a):
			out = append(out, d.beside(a, s.Seat))
		case a.Form != scene.Pile || a.Held:
			out = append(out, d.count(a))
		}
	}
	return strings.Join(out, " ")
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

// seat is the side of a seat: its name with values, and its places.
func (d *drawing) seat(s *scene.Seat) *side {
	return &side{
		head: append([]string{d.called(s)}, briefs(s.Facts)...), places: d.places(s.Areas, s.Seat, "  "), strong: s.You,
	}
}

// places are the places of a list in their forms.
func (d *drawing) places(list []scene.Area, of engine.Seat, indent string) []place {
	var out []place
	for i := range list {
		a := &list[i]
		p := place{need: near, forms: []form{{piece: d.count(a)}}}
		if busy(a) {
			p.need = touched
		}
		switch {
		case a.Form == scene.Pile && p.need == near:
			p.need = aside
		case a.Form == scene.Pile:
		case a.Form == scene.Board:
			p.need = min(p.need, board)
			p.forms = append(p.forms, form{lines: d.board(a)})
		case stage(a):
			for j := range a.Cards {
				out = append(out, d.stages(a, &a.Cards[j]))
			}
			continue
		case d.density > full && single(a) && !a.Held && of != 0:
			p.forms[0].piece = d.beside(a, of)
		default:
			if p.need == touched {
				p = d.touched(a, of)
			}
			p.forms = append(p.forms, form{lines: plain(d.row(a, of, indent))})
		}
		out = append(out, p)
	}
	return out
}

// count is a place as its name, its number of cards, and the cards on those face down.
func (d *drawing) count(a *scene.Area) string {
	text := numbers(a.Options) + a.Name + " " + fmt.Sprint(a.Count)
	var on []string
	for i := range a.Cards {
		for j := range a.Cards[i].Areas {
			if c := &a.Cards[i]; c.Hidden && a.Form != scene.Pile {
				on = append(on, d.on(&c.Areas[j], a.Seat))
			}
		}
	}
	if len(on) > 0 {
		text += " (" + strings.Join(on, " | ") + ")"
	}
	if a.Changed {
		text += "*"
	}
	return text
}

// touched is a place as its name and the cards that the question touches: their numbers
// where the answers are those cards, which is enough.
func (d *drawing) touched(a *scene.Area, of engine.Seat) place {
	p := place{need: answer}
	var cards []string
	var options []int
	rest := a.Hidden
	for i := range a.Cards {
		c := &a.Cards[i]
		switch {
		case d.answered(c):
			options = append(options, c.Options...)
		case asked(c):
			cards = append(cards, d.brief(c, of))
			p.need = touched
		default:
			rest += c.Copies
		}
	}
	text := numbers(a.Options) + a.Name
	if len(options) > 0 {
		slices.Sort(options)
		text += " " + strings.TrimSpace(numbers(slices.Compact(options)))
	}
	if rest > 0 {
		cards = append(cards, fmt.Sprintf("+%d", rest))
	}
	p.forms = []form{{piece: strings.TrimSpace(text + " " + strings.Join(cards, ", "))}}
	return p
}

// answered reports whether answers name a card, with its values.
func (d *drawing) answered(c *scene.Card) bool {
	if d.menu == nil || len(c.Options) == 0 || len(c.Areas) > 0 {
		return false
	}
	open := d.open(c.Key)
	return !slices.ContainsFunc(c.Options, func(n int) bool {
		return d.bare && open || !slices.ContainsFunc(d.menu.Rows[n-1].parts, func(p scene.Part) bool {
			return p.Key == c.Key || !open && touches(p.Key, c.Key)
		})
	})
}

// busy reports whether the question touches a place, or something new is there.
func busy(a *scene.Area) bool {
	if len(a.Options) > 0 || a.About {
		return true
	}
	return slices.ContainsFunc(a.Cards, func(c scene.Card) bool { return asked(&c) }) ||
		slices.ContainsFunc(a.Areas, func(a scene.Area) bool { return busy(&a) })
}

// asked reports whether the question touches a card, or a card that lies on it.
func asked(c *scene.Card) bool {
	return len(c.Options) > 0 || len(c.Roles) > 0 ||
		slices.ContainsFunc(c.Areas, func(a scene.Area) bool { return busy(&a) })
}

// text are the sentences of a card, to stand after it where they do.
func (d *drawing) text(a *scene.Area, c *scene.Card) string {
	if !a.Texts || len(c.Text) == 0 {
		return ""
	}
	says := c.Text
	if d.density > full {
		says = scene.Brief(c.Text, c.Short)
	}
	return " – " + strings.Join(says, " ")
}

// row draws a place with its cards side by side.
func (d *drawing) row(a *scene.Area, of engine.Seat, indent string) []string {
	var cards []string
	for i := range a.Cards {
		cards = append(cards, d.brief(&a.Cards[i], of)+d.text(a, &a.Cards[i]))
	}
	if a.Hidden > 0 {
		cards = append(cards, d.Say("face_down", "count", fmt.Sprint(a.Hidden)))
	}
	if len(cards) == 0 {
		cards = append(cards, d.Say("empty"))
	}
	return columns.Wrap(cards, ", ", indent+d.Label(numbers(a.Options)+a.Name), indent+"    ", d.Width)
}

// stage reports whether cards in a place have places with their own values, or of seats:
// each card takes a line then, with everything at it.
func stage(a *scene.Area) bool {
	return slices.ContainsFunc(a.Cards, func(c scene.Card) bool {
		return slices.ContainsFunc(c.Areas, func(on scene.Area) bool {
			return len(on.Facts) > 0 || on.Seat != 0 || len(on.Options) > 0
		})
	})
}

// stages is such a card with its places from left to right: first with how many are there.
func (d *drawing) stages(a *scene.Area, c *scene.Card) place {
	bare := *c
	var totals []scene.Fact
	bare.Areas = nil
	bare.Facts = nil
	for _, f := range c.Facts {
		if f.Seat != 0 {
			totals = append(totals, f)
		} else {
			bare.Facts = append(bare.Facts, f)
		}
	}
	label := d.brief(&bare, 0) + d.text(a, c)
	p := place{need: near}
	if asked(c) {
		p.need = touched
	}
	if len(c.Areas) == 0 {
		label = d.Label(a.Name) + label
		p.forms = []form{{piece: label}, {lines: plain(columns.Paragraph(label, "", "    ", d.Width))}}
		return p
	}
	for _, few := range []bool{true, false} {
		pieces := []string{strings.Join(briefs(totals), " ")}
		if pieces[0] == "" {
			pieces = nil
		}
		for j := range c.Areas {
			pieces = append(pieces, d.place(&c.Areas[j], few))
		}
		p.forms = append(p.forms, form{lines: plain(columns.Wrap(pieces, " | ", d.Label(label), "    ", d.Width))})
	}
	return p
}

// place draws a place on a card: what the card pays there, and the cards there, or, if that
// must be short, how many each seat has.
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
	out := lists.Map(slices.Sorted(maps.Keys(count)),
		func(seat engine.Seat) string { return fmt.Sprintf("%s x%d", d.marks[int(seat)], count[seat]) })
	return strings.Join(out, " ")
}
