package screen

import (
	"fmt"
	"slices"
	"strings"

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
	for i, text := range paragraph(name+": "+a.Text, "", "  ", d.Width) {
		out = append(out, Line{Text: text, Strong: i == 0})
	}
	out = append(out, d.causes(a)...)
	return append(out, d.options(m, a)...)
}

// Again draws the question without the table.
func (s *Screen) Again(of *scene.Scene, m *Menu) []Line {
	d := &drawing{Screen: s, scene: of, marks: marks(of)}
	return d.question(m)
}

// causes are why the question is asked, and what it is about.
func (d *drawing) causes(a *scene.Ask) []Line {
	var out []Line
	var because, about []string
	for _, b := range a.Because {
		because = append(because, b.Text)
	}
	if len(because) > 0 {
		out = append(out, plain(wrap(because, " > ", "  "+d.Say("because")+" ", "    ", d.Width))...)
	}
	for i := range a.About {
		x := &a.About[i]
		facts := briefs(x.Facts, "left", "right", "middle")
		if x.Key == "" || len(facts) == 0 {
			continue
		}
		text := x.Role + " " + x.Name
		if x.Seat != 0 && x.Seat != a.Seat {
			text = x.Role + " " + d.marks[int(x.Seat)] + " " + x.Name
		}
		about = append(about, text+" "+strings.Join(facts, " "))
	}
	if len(about) > 0 {
		out = append(out, plain(wrap(about, "; ", "  "+d.Say("about")+" ", "    ", d.Width))...)
	}
	return out
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
	var texts []string
	for i := range m.Rows {
		texts = append(texts, d.option(i+1, &m.Rows[i]))
	}
	if lines, ok := d.columns(texts, m); ok && (d.unsaid && !d.talks(m) || len(m.Rows) > 8) {
		out = append(out, plain(lines)...)
	} else {
		for i, text := range texts {
			if d.unsaid && len(m.Rows[i].Says) > 0 {
				text += "   " + m.Rows[i].Says[0]
				out = append(out, Line{Text: cut(text, d.Width)})
				continue
			}
			out = append(out, plain(paragraph(text, "", "      ", d.Width))...)
			out = append(out, d.says(&m.Rows[i])...)
		}
	}
	switch {
	case m.Depth() > 0:
		out = append(out, Line{Text: fmt.Sprintf("%3d %s", 0, d.Say("back"))})
	case a.Optional:
		out = append(out, Line{Text: fmt.Sprintf("%3d %s", 0, a.None)})
	}
	return out
}

func (d *drawing) option(number int, r *Row) string {
	text := fmt.Sprintf("%3d %s", number, r.Text)
	facts := briefs(r.Facts)
	if d.terse {
		facts = slices.DeleteFunc(facts, func(f string) bool {
			return slices.ContainsFunc(r.Facts, func(x scene.Fact) bool { return x.Key == "here" && x.Brief == f })
		})
	}
	if len(facts) > 0 {
		text += "   " + strings.Join(facts, " ")
	}
	return text
}

// talks reports whether what is offered has sentences, and there are few enough
// rows for them.
func (d *drawing) talks(m *Menu) bool {
	return len(m.Rows) <= 8 && slices.ContainsFunc(m.Rows, func(r Row) bool { return len(r.Says) > 0 })
}

// says are the sentences of what is offered.
func (d *drawing) says(r *Row) []Line {
	var out []Line
	for _, sentence := range r.Says {
		for _, text := range paragraph(sentence, "      ", "      ", d.Width) {
			out = append(out, Line{Text: text, Faint: true})
		}
	}
	return out
}

// columns puts short texts into two columns, if there are several.
func (d *drawing) columns(texts []string, m *Menu) ([]string, bool) {
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
	switch a.Kind {
	case "some":
		if a.Min == a.Max {
			return s.Say("ask.exactly", "count", fmt.Sprint(a.Min))
		}
		return s.Say("ask.some", "min", fmt.Sprint(a.Min), "max", fmt.Sprint(a.Max))
	case "order":
		return s.Say("ask.order")
	case "number":
		return s.Say("ask.number", "min", fmt.Sprint(a.Min), "max", fmt.Sprint(a.Max))
	case "split":
		return s.Say("ask.split", "count", count, "total", fmt.Sprint(a.Total))
	}
	return ""
}
