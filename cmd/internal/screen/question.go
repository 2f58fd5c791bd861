package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// question draws the question: its causes, its subject, and the options with the facts that
// decide between them.
func (d *drawing) question() []Line {
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
	for i, text := range columns.Paragraph(d.Label(name)+a.Text, "", "  ", d.Width) {
		out = append(out, Line{Text: text, Strong: i == 0})
	}
	return slices.Concat(out, d.causes(a), d.about(a), d.options(d.menu, a))
}

// Prompt draws the question without the table.
func (s *Screen) Prompt(of *scene.Scene, m *Menu) []Line { return s.drawing(of, m).question() }

// causes are why the question is asked.
func (d *drawing) causes(a *scene.Ask) []Line {
	because := lists.Map(a.Because, func(b scene.Because) string { return b.Text })
	if len(because) == 0 {
		return nil
	}
	return plain(columns.Wrap(because, " > ", "  "+d.Say("because")+" ", "    ", d.Width))
}

// about are the cards that the question is about, with what decides; those with
// sentences take a line each.
func (d *drawing) about(a *scene.Ask) []Line {
	var out []Line
	var short []string
	first := "  " + d.Say("about") + " "
	flush := func() {
		if len(short) > 0 {
			out = append(out, plain(columns.Wrap(short, "; ", first, "    ", d.Width))...)
			first = strings.Repeat(" ", columns.Width(first))
			short = nil
		}
	}
	for i := range a.About {
		x := &a.About[i]
		facts := append(explained(x.Facts, "left", "right", "middle"), slotted(x.Facts)...)
		if x.Key == "" || len(facts)+len(x.Says) == 0 {
			continue
		}
		text := x.Role + " " + x.Name
		if x.Seat != 0 && x.Seat != a.Seat {
			text = x.Role + " " + d.marks[int(x.Seat)] + " " + x.Name
		}
		text = strings.Join(append([]string{text}, facts...), " ")
		if len(x.Says) == 0 {
			short = append(short, text)
			continue
		}
		flush()
		out = append(out, d.spoken(first+text, x.Says, "    ")...)
		first = strings.Repeat(" ", columns.Width(first))
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

// options are the rows of the menu.
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
		out = append(out, d.spoken("  "+d.described(&common), m.Common.Says, "    ")...)
	}
	out = append(out, d.rows(m)...)
	out = append(out, d.foretold(m.shared, "  ")...)
	switch {
	case m.Depth() > 0:
		out = append(out, Line{Text: fmt.Sprintf("%3d %s", 0, d.Say("back"))})
	case a.Optional:
		out = append(out, Line{Text: fmt.Sprintf("%3d %s", 0, a.None)})
	}
	return out
}

// rows are the rows of a menu with their sentences. What a row before says of the same thing
// is not said again.
func (d *drawing) rows(m *Menu) []Line {
	var out []Line
	said := map[string]int{}
	for i := range m.Rows {
		r := &m.Rows[i]
		text := fmt.Sprintf("%3d %s", i+1, d.described(r))
		if m.values {
			text = fmt.Sprintf("%3s", r.Text)
		}
		says := r.Says
		key := strings.Join(says, " ")
		if n, twice := said[key]; twice {
			same := d.Say("same", "number", n)
			before, _ := speaker(&m.Rows[n-1])
			if now, alone := speaker(r); alone && now == before {
				text = fmt.Sprintf("%3d %s %s", i+1, r.Text, same)
			} else {
				text += "   " + same
			}
			says = nil
		} else if key != "" {
			said[key] = i + 1
		}
		out = append(out, d.spoken(text, says, "      ")...)
		out = append(out, d.foretold(strings.Join(m.would(r), "; "), "      ")...)
	}
	return out
}

// foretold draws the foreseen effects of rows, faint under them.
func (d *drawing) foretold(would, indent string) []Line {
	if would == "" {
		return nil
	}
	return faint(columns.Paragraph(indent+sanitize.Line(would), "", indent, d.Width))
}

// speaker is the part of a row that has sentences, and whether it alone has values.
func speaker(r *Row) (key string, alone bool) {
	alone = true
	for i := range r.parts {
		p := &r.parts[i]
		switch {
		case len(p.Says) > 0:
			key = p.Key
		case len(p.Facts) > 0:
			alone = false
		}
	}
	return key, alone
}

// spoken is a text, and under it its sentences.
func (d *drawing) spoken(text string, says []string, indent string) []Line {
	out := plain(columns.Paragraph(text, "", indent, d.Width))
	for _, sentence := range says {
		out = append(out, faint(columns.Paragraph(sentence, "      ", "      ", d.Width))...)
	}
	return out
}

// described is a row with its facts. It leaves out the facts of an ability's card that lies on
// the table, where they stand already.
func (d *drawing) described(r *Row) string {
	text := r.Text
	var facts []scene.Fact
	for i := range r.parts {
		p := &r.parts[i]
		if _, of, ability := strings.Cut(p.Key, " of "); !ability || !d.open(of) {
			facts = append(facts, p.Facts...)
		}
	}
	if briefs := explained(facts); len(briefs) > 0 {
		text += "   " + strings.Join(briefs, " ")
	}
	return text
}

// open reports whether a card lies on the table, with its values beside its name.
func (d *drawing) open(key string) bool {
	var in func(a scene.Area) bool
	is := func(c scene.Card) bool { return c.Key == key || slices.ContainsFunc(c.Areas, in) }
	in = func(a scene.Area) bool {
		return !a.Held && a.Form != scene.Pile && (slices.ContainsFunc(a.Areas, in) || slices.ContainsFunc(a.Cards, is))
	}
	return slices.ContainsFunc(d.scene.Table, in) ||
		slices.ContainsFunc(d.scene.Seats, func(s scene.Seat) bool { return slices.ContainsFunc(s.Areas, in) })
}

// Expects says in a few words what kind of answer is wanted.
func (s *Screen) Expects(a *scene.Ask) string {
	form := a.Kind.Form()
	switch {
	case a.Kind.Ordered():
		return s.Say("ask.order")
	case form == view.Picks && a.Min == a.Max:
		return s.Say("ask.exactly", "count", a.Min)
	case form == view.Picks:
		return s.Say("ask.some", "min", a.Min, "max", a.Max)
	case form == view.Quantity:
		return s.Say("ask.number", "min", a.Min, "max", a.Max)
	case form == view.Amounts:
		return s.Say("ask.split", "count", len(a.Options), "total", a.Total)
	}
	return ""
}
