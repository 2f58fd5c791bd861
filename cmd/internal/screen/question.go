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

// Prompt draws the question in short, without the table.
func (s *Screen) Prompt(of *scene.Scene, m *Menu) []Line { return s.drawing(of, m, short).question() }

// causes are why the question is asked.
func (d *drawing) causes(a *scene.Ask) []Line {
	because := lists.Map(a.Because, func(b scene.Because) string { return b.Text })
	if len(because) == 0 {
		return nil
	}
	return plain(columns.Wrap(because, " > ", "  "+d.Say("because")+" ", "    ", d.Width))
}

// about are the cards that the question is about, with what decides; those with
// sentences take a line each, unless room is scarce and they stand on the table.
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
		facts := append(d.reasoned(x.Facts, "left", "right", "middle"), slotted(x.Facts)...)
		if x.Key == "" || len(facts)+len(x.Says) == 0 {
			continue
		}
		text := x.Role + " " + x.Name
		if x.Seat != 0 && x.Seat != a.Seat {
			text = x.Role + " " + d.marks[int(x.Seat)] + " " + x.Name
		}
		text = strings.Join(append([]string{text}, facts...), " ")
		if len(x.Says) == 0 || d.density == tight && x.Open {
			short = append(short, text)
			continue
		}
		flush()
		out = append(out, d.spoken(first+text, x.Says, x.Short, "    ")...)
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
		out = append(out, d.spoken("  "+d.described(&common), m.Common.Says, m.Common.Short, "    ")...)
	}
	out = append(out, d.rows(m)...)
	if m.shared != "" {
		out = append(out, d.foretold([]string{m.shared}, "  ")...)
	}
	switch {
	case m.Depth() > 0:
		out = append(out, Line{Text: fmt.Sprintf("%3d %s", 0, d.Say("back"))})
	case a.Optional:
		out = append(out, Line{Text: fmt.Sprintf("%3d %s", 0, a.None)})
	}
	return out
}

// rows are the rows of a menu with their sentences, in two columns where all are short,
// and where room is scarce those without sentences on one line. What a row before says
// of the same thing is not said again.
func (d *drawing) rows(m *Menu) []Line {
	var out []Line
	var texts []string
	said := map[string]int{}
	open := false // whether the last line takes another row
	for i, next := 0, 0; i < len(m.Rows); i = next {
		r := &m.Rows[i]
		described, number := d.described(r), fmt.Sprint(i+1)
		for next = i + 1; d.density > full && next < len(m.Rows) && d.described(&m.Rows[next]) == described; next++ {
			number = fmt.Sprintf("%d,%d", i+1, next+1)
			if next > i+1 {
				number = fmt.Sprintf("%d-%d", i+1, next+1)
			}
		}
		text, says, brief := fmt.Sprintf("%3s %s", number, described), r.Says, r.Short
		if m.values {
			text = fmt.Sprintf("%3s", r.Text)
		}
		if d.mute || d.bare && len(r.parts) > 0 && d.open(r.parts[0].Key) {
			says, brief = nil, nil
		}
		key := strings.Join(says, " ")
		if n, twice := said[key]; twice {
			same := d.Say("same", "number", fmt.Sprint(n))
			before, _ := speaker(&m.Rows[n-1])
			switch now, alone := speaker(r); {
			case alone && now == before:
				text, says, brief = fmt.Sprintf("%3d %s %s", i+1, r.Text, same), nil, nil
			case d.density == full:
				text, says = text+"   "+same, nil
			case columns.Width(key) > shortMention:
				says, brief = []string{same}, nil
			}
		} else if key != "" {
			said[key] = i + 1
		}
		lines := append(d.spoken(text, says, brief, "      "), d.foretold(m.would(r), "      ")...)
		alone := d.density > full && len(says) == 0 && len(lines) == 1
		texts = append(texts, text)
		if at := len(out) - 1; open && alone &&
			columns.Width(out[at].Text)+len(besides)+columns.Width(lines[0].Text) <= d.Width {
			out[at].Text += besides + lines[0].Text
			continue
		}
		out, open = append(out, lines...), alone
	}
	if lines, ok := d.columns(texts); ok && len(said) == 0 && m.outcomes == nil {
		return plain(lines)
	}
	return out
}

// foretold is what a row would do, faint under it: where room is scarce in one line.
func (d *drawing) foretold(would []string, indent string) []Line {
	var out []Line
	text := strings.Join(would, "; ")
	switch {
	case len(would) == 0:
	case d.density > full:
		out = []Line{{Text: columns.Cut(indent+sanitize.Line(text), d.Width)}}
	default:
		out = plain(columns.Paragraph(indent+sanitize.Line(text), "", indent, d.Width))
	}
	for i := range out {
		out[i].Faint = true
	}
	return out
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

// spoken is a text and its sentences: under it, or where room is scarce on its line, at
// whose end they are cut if they must be.
func (d *drawing) spoken(text string, says, brief []string, indent string) []Line {
	if d.density > full {
		says = scene.Brief(says, brief)
	}
	sentences := strings.Join(says, " ")
	switch {
	case sentences == "", d.density == tight && columns.Width(text+"   …") > d.Width:
		return plain(columns.Paragraph(text, "", indent, d.Width))
	case d.density == tight:
		return []Line{{Text: columns.Cut(text+"   "+sentences, d.Width)}}
	case d.density == short:
		return plain(columns.Paragraph(text+"   "+sentences, "", indent, d.Width))
	}
	return append(plain(columns.Paragraph(text, "", indent, d.Width)), d.says(says)...)
}

// reasoned are the short forms of facts, with what modifies them where there is
// room.
func (d *drawing) reasoned(facts []scene.Fact, skip ...string) []string {
	if d.density > full {
		return briefs(facts, skip...)
	}
	return explained(facts, skip...)
}

// described is a row with its facts, but for those that stand on the table: of the card
// of an ability, and where room is scarce of a card.
func (d *drawing) described(r *Row) string {
	var facts []scene.Fact
	for i := range r.parts {
		p := &r.parts[i]
		_, of, ability := strings.Cut(p.Key, " of ")
		switch {
		case ability && d.open(of), d.bare && d.open(p.Key):
		default:
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
	var in func(a scene.Area) bool
	is := func(c scene.Card) bool { return c.Key == key || slices.ContainsFunc(c.Areas, in) }
	in = func(a scene.Area) bool {
		return !a.Held && a.Form != scene.Pile && (slices.ContainsFunc(a.Areas, in) || slices.ContainsFunc(a.Cards, is))
	}
	return slices.ContainsFunc(d.scene.Table, in) ||
		slices.ContainsFunc(d.scene.Seats, func(s scene.Seat) bool { return slices.ContainsFunc(s.Areas, in) })
}

const (
	// shortMention is how long something is that several options say each, and not one
	// for all.
	shortMention = 16
	// besides stands between short options on one line.
	besides = "  "
)

// says are the sentences of the things offered or asked about.
func (d *drawing) says(sentences []string) []Line {
	var out []Line
	for _, sentence := range sentences {
		for _, text := range columns.Paragraph(sentence, "      ", "      ", d.Width) {
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
		if columns.Width(text) > half {
			return nil, false
		}
	}
	rows := (len(texts) + 1) / 2
	var out []string
	for i := range rows {
		line := texts[i]
		if i+rows < len(texts) {
			line = columns.Pad(line, half) + "  " + texts[i+rows]
		}
		out = append(out, line)
	}
	return out, true
}

// Expects says in a few words what kind of answer is wanted.
func (s *Screen) Expects(a *scene.Ask) string {
	count := fmt.Sprint(len(a.Options))
	form := a.Kind.Form()
	switch {
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
