package screen

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/deciding"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
)

const root = "../../.."

// TestDecidingFacts: each fact that decides a question, by the files in
// testdata/facts, is on the screen of a scenario in which it is asked.
func TestDecidingFacts(t *testing.T) {
	for _, game := range shipped {
		t.Run(game.id, func(t *testing.T) {
			deciding.Check(t, root, game.id, func(t *testing.T, p *deciding.Position) deciding.Screen { return newReading(p) })
		})
	}
}

// reading is a screen as one text, to look for facts in.
type reading struct {
	text  string
	flat  string
	ask   string
	marks map[int]string
	// names are those of all cards and seats: what follows one of them belongs to it.
	names []string
	// line are the labels of the values in the cells of boards.
	line []string
}

func newReading(p *deciding.Position) *reading {
	composer := scene.NewComposer(p.Compiled, p.Speaker("en"))
	of := composer.Scene(scene.Input{View: p.View, Question: p.Question})
	s := New("en")
	m := NewMenu(of.Ask)
	r := &reading{marks: marks(of)}
	var b strings.Builder
	draw := func() {
		for _, l := range s.All(of, m) {
			b.WriteString(l.Text + "\n")
		}
	}
	draw()
	for i := range m.Rows { // lists that come part by part
		if len(m.Rows[i].options) > 1 {
			m.Pick(i + 1)
			draw()
			m.Pick(0)
		}
	}
	r.text = b.String()
	if at := regexp.MustCompile(`(?m)^section \(([A-Za-z/]+)\)`).FindStringSubmatch(r.text); at != nil {
		r.line = strings.Split(at[1], "/")
	}
	r.flat = flatten(r.text)
	for _, screen := range strings.Split(r.text, strings.Repeat("-", s.Width)+"\n")[1:] {
		r.ask += flatten(screen) + " "
	}
	var walk func(zones []view.Zone)
	walk = func(zones []view.Zone) {
		for _, z := range zones {
			for _, c := range z.Cards {
				if name := p.Speaker("en").At(nil).Value(&c.Is); !slices.Contains(r.names, name) {
					r.names = append(r.names, name)
				}
				walk(c.Zones)
			}
		}
	}
	walk(p.View.Table)
	for i := range p.View.Players {
		walk(p.View.Players[i].Zones)
	}
	for i := range of.Seats {
		r.names = append(r.names, of.Seats[i].Name)
	}
	return r
}

var spaces = regexp.MustCompile(`\s+`)

func flatten(text string) string { return spaces.ReplaceAllString(text, " ") }

// Shows reports whether a fact stands with what it belongs to.
func (r *reading) Shows(f *deciding.Fact) bool {
	for _, text := range f.Texts {
		found := false
		switch {
		case f.Name == "owner":
			found = r.owned(text, f.Seat)
		case f.Name == "whole":
			found = strings.Contains(r.flat, text)
		case f.Long:
			found = strings.Contains(r.flat, string([]rune(text)[:min(24, len([]rune(text)))]))
		case f.Key == "question":
			found = strings.Contains(r.ask, text)
		case f.Of == "" || f.Name == "name":
			found = strings.Contains(r.flat, text)
		case f.Name == "holder":
			found = r.near(text, f.Of, false)
		case f.Name == "ball" || f.Name == "on":
			found = r.near(f.Of, text, false) || strings.Contains(r.flat, text+f.Of)
		default:
			found = r.near(f.Of, text, !f.Slotted) || r.inRow(f, text)
		}
		if found {
			return true
		}
	}
	return false
}

// owned reports whether the last mark or name of a seat before a card somewhere is
// that of its own.
func (r *reading) owned(name string, seat engine.Seat) bool {
	for at := 0; ; {
		i := strings.Index(r.flat[at:], name)
		if i < 0 {
			return false
		}
		before := strings.ReplaceAll(" "+r.flat[max(0, at+i-160):at+i], "|", " ")
		last, whose := -1, 0
		for s, mark := range r.marks {
			if j := strings.LastIndex(before, " "+mark+" "); j > last {
				last, whose = j, s
			}
		}
		if whose == int(seat) {
			return true
		}
		at += i + len(name)
	}
}

// near reports whether a text follows a name, before the next name if it must.
func (r *reading) near(name, text string, own bool) bool {
	for at := 0; ; {
		i := strings.Index(r.flat[at:], name)
		if i < 0 {
			return false
		}
		at += i + len(name)
		rest := r.flat[at:min(len(r.flat), at+400)]
		for _, other := range r.names {
			if j := strings.Index(rest, other); own && j >= 0 && !strings.Contains(text, other) {
				rest = rest[:j]
			}
		}
		if strings.Contains(rest, text) {
			return true
		}
	}
}

// inRow reports whether a value stands in the row of numbers at a card of a
// board, whose heading names them.
func (r *reading) inRow(f *deciding.Fact, text string) bool {
	for i, label := range r.line {
		value, ok := strings.CutPrefix(text, label+" ")
		if !ok {
			continue
		}
		rows := regexp.MustCompile(regexp.QuoteMeta(f.Of)+` ([0-9]+(/[0-9]+)*)`).FindAllStringSubmatch(r.flat, -1)
		for _, row := range rows {
			if values := strings.Split(row[1], "/"); i < len(values) && values[i] == value {
				return true
			}
		}
	}
	return false
}
