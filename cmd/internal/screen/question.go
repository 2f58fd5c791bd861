package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// question draws the question: its causes, what it is about, and the options with
// what decides them.
func (d *drawing) question(m *Menu) []Line {
	a := d.scene.Ask
	if a == nil {
		return nil
	}
	name := ""
	for i := range d.scene.Seats {
		if d.scene.Seats[i].Seat == a.Seat {
			name = d.scene.Seats[i].Name
		}
	}
	var out []Line
	for i, text := range paragraph(d.Label(name)+a.Text, "", "  ", d.Width) {
		out = append(out, Line{Text: text, Strong: i == 0})
	}
	out = append(out, d.causes(a, m)...)
	return append(out, d.options(m, a)...)
}

// Again draws the question without the table.
func (s *Screen) Again(of *scene.Scene, m *Menu) []Line {
	d := s.drawing(of, nil)
	return d.question(m)
}

// causes are why the question is asked, and what it is about.
func (d *drawing) causes(a *scene.Ask, m *Menu) []Line {
	var out []Line
	var because []string
	for _, b := range a.Because {
		because = append(because, b.Text)
	}
	if len(because) > 0 {
		out = append(out, plain(wrap(because, " > ", "  "+d.Say("because")+" ", "    ", d.Width))...)
	}
	return append(out, d.about(a, d.counts || d.mute && m != nil && d.talks(m))...)
}

// about are the cards that the question is about, with what decides; those with
// sentences take a line each, unless those on the table are mute.
func (d *drawing) about(a *scene.Ask, mute bool) []Line {
	var out []Line
	var short []string
	first := "  " + d.Say("about") + " "
	flush := func() {
		if len(short) > 0 {
			out = append(out, plain(wrap(short, "; ", first, "    ", d.Width))...)
			first, short = strings.Repeat(" ", width(first)), nil
		}
	}
	for i := range a.About {
		x := &a.About[i]
		facts := append(d.reasoned(x.Facts, "left", "right", "middle"), slotted(x.Facts)...)
		if x.Key == "" || len(facts)+len(x.Says) == 0 {
			continue
		}
		text := x.Role + " " + x.Name
		if x.Seat != 0 && x.Seat != a.Seat {
			text = x.Role + " " + d.marks[int(x.Seat)] + " " + x.Name
		}
		text = strings.Join(append([]string{text}, facts...), " ")
		if len(x.Says) == 0 || mute && x.Open {
			short = append(short, text)
			continue
		}
		flush()
		out = append(out, d.spoken(first+text, x.Says, x.Short, d.counts, "    ")...)
		first = strings.Repeat(" ", width(first))
	}
	flush()
	return out
}

// slotted are the facts at the left, in the middle and at the right of a face.
func slotted(facts []scene.Fact) []string {
	var places []string
	for _, slot := range []string{"left", "middle", "right"} {
		var texts []string
		for i := range facts {
			if f := &facts[i]; f.Slot == slot && !f.Quiet {
				texts = append(texts, f.Brief)
			}
		}
		if len(texts) > 0 {
			places = append(places, strings.Join(texts, "/"))
		}
	}
	if len(places) == 0 {
		return nil
	}
	return []string{strings.Join(places, " | ")}
}

// options are the rows of the menu, in two columns where all are short.
func (d *drawing) options(m *Menu, a *scene.Ask) []Line {
	if m == nil {
		return nil
	}
	var out []Line
	if m.Depth() > 0 {
		out = append(out, Line{Text: "  " + m.Title})
	}
	if m.Common != nil {
		common := Row{Text: called(m.Common)}
		common.add(m.Common)
		out = append(out, d.spoken("  "+d.described(&common), m.Common.Says, m.Common.Short, false, "    ")...)
	}
	var texts []string
	for i := range m.Rows {
		if m.values {
			texts = append(texts, fmt.Sprintf("%3s", m.Rows[i].Text))
			continue
		}
		texts = append(texts, d.option(i+1, &m.Rows[i]))
	}
	wordless := d.wordless && len(m.Rows) > shortMenu && len(m.Rows) <= longList
	if lines, ok := d.columns(texts); ok && (wordless || !d.talks(m)) {
		out = append(out, plain(lines)...)
	} else {
		out = append(out, d.rows(m, texts)...)
	}
	switch {
	case m.Depth() > 0:
		out = append(out, Line{Text: fmt.Sprintf("%3d %s", 0, d.Say("back"))})
	case a.Optional:
		out = append(out, Line{Text: fmt.Sprintf("%3d %s", 0, a.None)})
	}
	return out
}

// rows are the rows of a menu with their sentences, those without on one line where room
// is scarce. What a row before says of the same thing is not said again.
func (d *drawing) rows(m *Menu, texts []string) []Line {
	var out []Line
	said := map[string]int{}
	open := false // whether the last line takes another row
	for i, text := range texts {
		r := &m.Rows[i]
		key := strings.Join(r.Says, " ")
		says, short := r.Says, r.Short
		if n, twice := said[key]; d.run && twice {
			same := d.Say("same", "number", fmt.Sprint(n))
			if before := &m.Rows[n-1]; last(before) != nil && last(r) != nil && last(before).Key == last(r).Key {
				text, says = fmt.Sprintf("%3d %s %s", i+1, r.Text, same), nil
				short = nil
			} else if width(key) > shortMention {
				says, short = []string{same}, nil
			}
		} else if key != "" {
			said[key] = i + 1
		}
		lines := d.spoken(text, says, short, d.clipped && !d.entire[i], "      ")
		if at := len(out) - 1; open && len(says) == 0 && len(lines) == 1 && width(out[at].Text)+len(besides)+width(lines[0].Text) <= d.Width {
			out[at].Text += besides + lines[0].Text
			continue
		}
		out, open = append(out, lines...), d.run && len(says) == 0 && len(lines) == 1
	}
	return out
}

// last is what the last part of a row is about.
func last(r *Row) *scene.Part {
	if len(r.parts) == 0 {
		return nil
	}
	return &r.parts[len(r.parts)-1]
}

// spoken is a text and its sentences: under it, or on its line where room is scarce,
// cut at its end if they must be.
func (d *drawing) spoken(text string, says, short []string, clipped bool, indent string) []Line {
	if d.short {
		says = scene.Brief(says, short)
	}
	switch sentences := strings.Join(says, " "); {
	case sentences == "":
		return plain(paragraph(text, "", indent, d.Width))
	case clipped:
		if width(text+"   "+sentences) > d.Width {
			*d.lost++
		}
		return []Line{{Text: cut(text+"   "+sentences, d.Width)}}
	case d.run:
		return plain(paragraph(text+"   "+sentences, "", indent, d.Width))
	}
	return append(plain(paragraph(text, "", indent, d.Width)), d.says(says)...)
}

func (d *drawing) option(number int, r *Row) string {
	return fmt.Sprintf("%3d %s", number, d.described(r))
}

// reasoned are the short forms of facts, with what modifies them where there is
// room.
func (d *drawing) reasoned(facts []scene.Fact, skip ...string) []string {
	if d.run {
		return briefs(facts, skip...)
	}
	return explained(facts, skip...)
}

// described is a row with its facts. Where room is scarce an ability is offered
// without those of its card that stand on the table.
func (d *drawing) described(r *Row) string {
	facts := r.Facts
	if d.run {
		facts = nil
		for i := range r.parts {
			p := &r.parts[i]
			if _, of, ability := strings.Cut(p.Key, " of "); ability && d.open(of) || d.terse && strings.HasPrefix(p.Key, "zone ") {
				continue
			}
			facts = append(facts, p.Facts...)
		}
	}
	if briefs := d.reasoned(facts); len(briefs) > 0 {
		return r.Text + "   " + strings.Join(briefs, " ")
	}
	return r.Text
}

// open reports whether a card lies on the table, with its values beside its name.
func (d *drawing) open(key string) bool {
	in := func(a scene.Area) bool {
		return !a.Held && a.Form != scene.Pile && slices.ContainsFunc(a.Cards, func(c scene.Card) bool { return c.Key == key })
	}
	return slices.ContainsFunc(d.scene.Table, in) ||
		slices.ContainsFunc(d.scene.Seats, func(s scene.Seat) bool { return slices.ContainsFunc(s.Areas, in) })
}

// shortMenu is how many rows keep their sentences when the table gives way; those of
// more than longList do not fit on a screen either way, and keep theirs. What several
// say is said each time where it is no longer than shortMention.
const (
	shortMenu    = 3
	longList     = 18
	shortMention = 16
	// besides stands between short options on one line.
	besides = "  "
)

// talks reports whether what is offered has sentences.
func (d *drawing) talks(m *Menu) bool {
	return slices.ContainsFunc(m.Rows, func(r Row) bool { return len(r.Says) > 0 })
}

// says are the sentences of what is offered or asked about.
func (d *drawing) says(sentences []string) []Line {
	var out []Line
	for _, sentence := range sentences {
		for _, text := range paragraph(sentence, "      ", "      ", d.Width) {
			out = append(out, Line{Text: text, Faint: true})
		}
	}
	return out
}

// columns puts short texts into two columns, if there are several.
func (d *drawing) columns(texts []string) ([]string, bool) {
	half := (d.Width - 2) / 2
	if len(texts) < 5 {
		return nil, false
	}
	for _, text := range texts {
		if width(text) > half {
			return nil, false
		}
	}
	rows := (len(texts) + 1) / 2
	var out []string
	for i := range rows {
		line := texts[i]
		if i+rows < len(texts) {
			line = pad(line, half) + "  " + texts[i+rows]
		}
		out = append(out, line)
	}
	return out, true
}

// Expects says in a few words what kind of answer is wanted.
func (s *Screen) Expects(a *scene.Ask) string {
	count := fmt.Sprint(len(a.Options))
	switch form := a.Kind.Form(); {
	case a.Kind.Ordered():
		return s.Say("ask.order")
	case form == view.Picks && a.Min == a.Max:
		return s.Say("ask.exactly", "count", fmt.Sprint(a.Min))
	case form == view.Picks:
		return s.Say("ask.some", "min", fmt.Sprint(a.Min), "max", fmt.Sprint(a.Max))
	case form == view.Quantity:
		return s.Say("ask.number", "min", fmt.Sprint(a.Min), "max", fmt.Sprint(a.Max))
	case form == view.Amounts:
		return s.Say("ask.split", "count", count, "total", fmt.Sprint(a.Total))
	}
	return ""
}
