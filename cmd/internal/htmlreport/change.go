package htmlreport

import (
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
)

// Change is the page of a comparison: what another form of a game does to it.
type Change struct {
	Experiment *lab.Experiment
	Compared   *lab.Compared
	Lang       string
	// Again is the command that makes the page again.
	Again string
}

// moved is a figure of both sides, with the difference on a scale.
type moved struct {
	Name string
	*lab.Figure
	*moves
}

// moves are figures on one scale.
type moves struct {
	Title string
	Ticks []tick
	Rows  []moved
	Rest  []moved
	// Wide is set for cards: the list is long.
	Wide bool
	scale
	// times is 100 where values are shares.
	times float64
}

// Show writes a value of n.
func (m *moves) Show(x float64, n int) string {
	switch {
	case n == 0:
		return "–" // a share of nothing is none
	case m.times == 1:
		return one(x)
	}
	return percent(x)
}

// Sign writes a difference.
func (m *moves) Sign(x float64) string { return signed(m.times*x, 1) }

type changeContent struct {
	Change
	CSS template.CSS
	// Failed counts games, Moved and MovedCards figures.
	Failed, Moved, MovedCards int
	Groups                    []*moves
}

// Write writes the page.
func (p Change) Write(w io.Writer) error {
	s := newSay(&p.Lang)
	return s.write(w, "change.html", p.content(s))
}

func (p Change) content(s say) *changeContent {
	out := p.Compared
	page := &changeContent{Change: p, CSS: template.CSS(Style), Failed: out.A.Failed + out.B.Failed}
	sheet := lab.Analyze(p.Experiment.Arms[0], out.A, p.Lang)
	for i := range out.Figures {
		f := &out.Figures[i]
		switch {
		case !f.Moved:
		case f.By == "card":
			page.MovedCards++
		default:
			page.Moved++
		}
	}
	for _, head := range heads(s, sheet) {
		if g := p.group(s, head); len(g.Rows) > 0 {
			page.Groups = append(page.Groups, g)
		}
	}
	return page
}

// head is a list of figures: those that are under By, and what they are called.
type head struct {
	by, key, what, title string
}

func heads(s say, sheet *lab.Analysis) []head {
	list := []head{{"bot", "", "won", s.Say("won.by", "group", s.Say("bots"))}}
	for i := range sheet.Shares {
		if g := &sheet.Shares[i]; g.By == "option" {
			list = append(list, head{"option", g.Key, "won", s.Say("won.by", "group", g.Name)})
		}
	}
	return append(list, head{"seat", "", "won", s.Say("won.by", "group", s.Say("seats"))},
		head{"game", "", "decisions", s.Say("length")},
		head{"card", "", "won", s.Say("change.won")}, head{"card", "", "used", s.Say("change.used")})
}

// folded is how many cards are shown before those that did not move are folded away.
const folded = 12

func (p Change) group(s say, h head) *moves {
	var list []*lab.Figure
	values := []float64{-0.02, 0.02}
	for i := range p.Compared.Figures {
		f := &p.Compared.Figures[i]
		if option, _, _ := strings.Cut(f.Key, "="); f.By != h.by || f.What != h.what || h.key != "" && option != h.key {
			continue
		}
		list = append(list, f)
		values = append(values, f.Difference)
		if f.Low != nil && (f.By != "card" || f.Moved) {
			values = append(values, *f.Low, *f.High)
		}
	}
	return p.moves(s, h, list, values)
}

// moves are figures of a head on one scale, which shows the values.
func (p Change) moves(s say, h head, list []*lab.Figure, values []float64) *moves {
	name := lab.Names(p.Experiment.Arms[0], p.Experiment.Arms[1], p.Lang)
	times := 100.0
	if h.what == "decisions" {
		values[0], values[1] = -1, 1
		times = 1
	}
	reach := max(-slices.Min(values), slices.Max(values)) * 1.1
	out := &moves{Title: h.title, Wide: h.by == "card", scale: scale{-reach, reach}, times: times}
	for _, x := range []float64{-0.75, 0, 0.75} {
		digits := 0
		if x != 0 && times*reach < 10 {
			digits = 1
		}
		out.Ticks = append(out.Ticks, tick{out.At(x * reach), signed(times*x*reach, digits)})
	}
	for _, f := range list {
		row := moved{named(s, f, name(f)), f, out}
		if out.Wide && !f.Moved && len(out.Rows) >= folded {
			out.Rest = append(out.Rest, row)
		} else {
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

// named is what a figure is called, by its name where nothing else is known of it.
func named(s say, f *lab.Figure, name string) string {
	_, who, _ := strings.Cut(f.Key, "=")
	switch {
	case f.By == "seat":
		return s.Say("seat", "n", f.Key)
	case f.By == "game":
		return s.Say("change.game")
	case who == "own" || who == "other":
		return s.Say(who)
	}
	return name
}
