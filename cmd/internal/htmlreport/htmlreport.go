// Package htmlreport writes what a run of the laboratory says as a page: one HTML file
// that carries all it needs, readable on a screen, a phone and paper, in the languages
// of the program. The studio serves the same page with the stylesheet beside it.
//
// It may import lab, engine/sim, interp/lists, and interp/locale for its words; what it shows is computed there.
package htmlreport

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
)

//go:embed page.html change.html
var files embed.FS

// Style is the stylesheet of the page, for hosts that serve it beside the page.
//
//go:embed style.css
var Style []byte

// pages are parsed when the first one is written.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"say": func(string, ...any) string { return "" }, // each page has that of its language
		"one": one, "percent": percent, "grouped": grouped, "short": lab.Short, "share": share, "join": strings.Join,
		"part":   func(share float64) string { return one(100 * share) },
		"points": func(share float64) string { return signed(100*share, 1) },
	}).ParseFS(files, "*.html"))
})

// Page is what a page is made of.
type Page struct {
	Analysis *lab.Analysis
	// Lang is the language of the page; that of the sheet's names.
	Lang string
	// Stylesheet is the address of Style; "" puts it into the page.
	Stylesheet string
	// Command is the command that makes the page again.
	Again string
}

// Write writes the page.
func (p Page) Write(w io.Writer) error {
	s := newSay(&p.Lang)
	return s.write(w, "page.html", p.content(s))
}

// say are the words of the page.
type say struct{ *locale.Words }

// write fills a page in.
func (s say) write(w io.Writer, name string, content any) error {
	t, err := pages().Clone()
	if err != nil {
		return err
	}
	return t.Funcs(template.FuncMap{"say": s.Say}).ExecuteTemplate(w, name, content)
}

// newSay makes a language one that the program speaks, and returns its words.
func newSay(lang *string) say {
	if !slices.Contains(locale.Languages, *lang) {
		*lang = "en"
	}
	return say{locale.NewWords(*lang, locale.InReports)}
}

// content is what the template fills in; places in charts are in percent of their
// width.
type content struct {
	Page
	CSS template.CSS
	// Verdict stands before the names of what is certain, and After behind them: Shares, and
	// Cards, which lead to the cards.
	Verdict, Shares, After string
	Cards                  []*lab.Effect
	Spread                 *figure
	Groups                 []group
	Bars                   []bar
	Lead                   *lead
	Grids                  []grid
	Effects                []effects
}

type figure struct{ Value, Text string }

// group is a list of shares on one scale.
type group struct {
	Title string
	scale
	// Signed is set where differences are shown.
	Signed bool
	Even   string
	Ticks  []tick
	Rows   []row
	// Rare counts the shares that are too rare to tell.
	Rare int
}

// tick is a place on a scale.
type tick struct{ At, Text string }

// row is a share, or a trial of a card, with its whisker.
type row struct {
	// Card is the id of a card, "" for what is none.
	Card, Name string
	lab.Tried
	Won string
}

type bar struct {
	X, Width, Y, Height, Middle string
	Label, Under, Games         string
	Half                        bool
}

type lead struct {
	// Changes says how often the lead changes in a game.
	Changes string
	// Lines are the segments of the curve, Points its places.
	Lines  [][4]string
	Points []point
	Even   string
}

type point struct{ X, Y, Label, Share string }

type grid struct {
	Title string
	// Least and Most are the numbers of games of its cells.
	Least, Most string
	Names       []string
	Short       []string
	Rows        []gridRow
}

type gridRow struct {
	Name  string
	Cells []cell
}

type cell struct{ Text, Class, Title string }

type effects struct {
	Title       string
	First, Rest []lab.Effect
	Unused      string
}

// listed is how many cards are shown before the rest is folded away.
const listed = 30

// verdict says what is certain, but of bots whose strength is asked for.
func (c *content) verdict(s say) {
	sheet := c.Analysis
	if len(sheet.Against) > 0 {
		return
	}
	certain := sheet.Certain()
	if certain == nil {
		reach, _ := sheet.Reach(sheet.Finished)
		c.Verdict = s.Say("verdict.none", "points", one(100*reach), "needed", grouped(sheet.Needed()), "aim",
			100*lab.Aim)
		return
	}
	c.Verdict, c.After, _ = strings.Cut(s.Say("verdict.certain", "names", "\x00"), "\x00")
	c.Shares = strings.Join(certain.Shares, ", ")
	c.Cards = certain.Cards
}

func (p Page) content(s say) *content {
	sheet := p.Analysis
	c := &content{Page: p}
	if p.Stylesheet == "" {
		c.CSS = template.CSS(Style)
	}
	c.verdict(s)
	c.spread(s)
	for i := range sheet.Shares {
		c.Groups = append(c.Groups, s.group(sheet, &sheet.Shares[i]))
	}
	for question := range lab.Questions {
		if g := s.tried(sheet, question); len(g.Rows)+g.Rare > 0 {
			c.Groups = append(c.Groups, g)
		}
	}
	c.bars()
	c.lead()
	for i := range sheet.Grids {
		c.Grids = append(c.Grids, gridOf(sheet, &sheet.Grids[i]))
	}
	c.effects(s.Say("cards"), sheet.Cards, true)
	c.effects(s.Say("abilities"), sheet.Abilities, false)
	return c
}

// spread says how far apart the first and the last of the first group are.
func (c *content) spread(s say) {
	sheet := c.Analysis
	if len(sheet.Shares) == 0 || sheet.Shares[0].By == "seat" || len(sheet.Against) > 0 {
		return
	}
	g := &sheet.Shares[0]
	if n := len(g.Shares); n > 1 {
		apart := g.Shares[0].Value - g.Shares[n-1].Value
		c.Spread = &figure{one(100 * apart), s.Say("fig.spread", "group", s.name(g))}
	}
}

func (s say) name(g *lab.Group) string {
	switch g.By {
	case "seat":
		return s.Say("seats")
	case "bot":
		return s.Say("bots")
	case "strength":
		return s.Say("strength")
	}
	return g.Name
}

// scale is the part of a line from low to high, in percent.
type scale struct{ low, high float64 }

// At is where a value lies, at an end where it lies beyond.
func (s scale) At(x float64) string {
	return one(100*(min(max(x, s.low), s.high)-s.low)/(s.high-s.low)) + "%"
}

// around is a scale that holds all values and whose ends are round.
func around(values ...float64) (scale, float64) {
	low, high := slices.Min(values), slices.Max(values)
	step := 0.01
	for _, wider := range []float64{0.02, 0.05, 0.1, 0.2, 0.25, 0.5} {
		if (high-low)/step > 5 {
			step = wider
		}
	}
	s := scale{step * float64(int(low/step)), step * math.Ceil(high/step-0.001)}
	if low < 0 {
		s.low = step * float64(int(low/step)-1)
	}
	return s, step
}

// mostTicks and mostLabels are how many words fit below a scale and below a chart, on a
// phone too.
const mostTicks, mostLabels = 4, 6

// fitting says of which of n words each one is written so that no more than most are.
func fitting(n, most int) int { return (n + most - 1) / most }

func (s scale) ticks(step float64, text func(x float64) string) []tick {
	var out []tick
	every := fitting(int((s.high-s.low)/step+1.5), mostTicks)
	for x := s.low; x <= s.high+step/4; x += step {
		t := tick{At: s.At(x)}
		if len(out)%every == 0 {
			t.Text = text(x)
		}
		out = append(out, t)
	}
	return out
}

func (s say) group(sheet *lab.Analysis, g *lab.Group) group {
	values := []float64{sheet.Even}
	for _, share := range g.Shares {
		values = append(values, share.Low, share.High)
	}
	scale, step := around(values...)
	out := group{Title: s.Say("won.by", "group", s.name(g)), scale: scale, Even: scale.At(sheet.Even)}
	out.Ticks = scale.ticks(step, func(x float64) string { return strconv.Itoa(int(100*x+0.5)) + " %" })
	for i := range g.Shares {
		x := &g.Shares[i]
		won := grouped(x.Won)
		if x.Draws > 0 {
			won = s.Say("won.drawn", "won", won, "drawn", grouped(x.Draws))
		}
		name := x.Name
		switch {
		case g.By == "seat":
			name = s.Say("seat", "n", x.Key)
		case x.Key == "own" || x.Key == "other":
			name = s.Say(x.Key)
		}
		out.Rows = append(out.Rows,
			row{Name: name, Tried: lab.Tried{N: x.Games, Interval: x.Interval, Certain: x.Off}, Won: won})
	}
	return out
}

// Heights of charts, in pixels.
const barsHigh, leadHigh = 130, 150

func (c *content) bars() {
	l := c.Analysis.Length
	most := 1
	for _, b := range l.Bars {
		most = max(most, b.Games)
	}
	wide := 100 / float64(max(len(l.Bars), 1))
	every := fitting(len(l.Bars), mostLabels)
	for i, b := range l.Bars {
		under := ""
		if i%every == 0 {
			under = strconv.Itoa(b.Low)
		}
		high := float64(barsHigh) * share(b.Games, most)
		c.Bars = append(c.Bars, bar{
			X: one(wide*float64(i)+wide*0.06) + "%", Width: one(wide*0.88) + "%",
			Middle: one(wide*(float64(i)+0.5)) + "%",
			Y:      one(20 + barsHigh - high), Height: one(high), Label: strconv.Itoa(b.Low), Under: under,
			Games: grouped(b.Games),
			Half:  b.Low <= l.Half && l.Half <= b.High,
		})
	}
}

func (c *content) lead() {
	l := c.Analysis.Lead
	if l == nil {
		return
	}
	y := func(share float64) string { return one(10 + leadHigh*(1-share)) }
	out := &lead{Even: y(c.Analysis.Even), Changes: one(float64(l.Changes.Sum) / float64(l.Games))}
	for i, n := range l.Led {
		led := share(n, l.Games)
		pt := point{X: one(4+92*float64(i)/(sim.Tenths-1)) + "%", Y: y(led), Label: strconv.Itoa(10*(i+1)) + " %",
			Share: strconv.Itoa(int(100*led+0.5)) + " %"}
		if i%2 == 0 {
			pt.Label = ""
		}
		if k := len(out.Points); k > 0 {
			out.Lines = append(out.Lines, [4]string{out.Points[k-1].X, out.Points[k-1].Y, pt.X, pt.Y})
		}
		out.Points = append(out.Points, pt)
	}
	c.Lead = out
}

// tints is how many shades of more and of less a grid has, each of tintStep.
const tints, tintStep = 4, 0.03

func gridOf(sheet *lab.Analysis, g *lab.Grid) grid {
	out := grid{Title: g.Name, Names: g.Names}
	var games []int
	out.Short = lists.Map(g.Names, abbreviated)
	for i, cells := range g.Cells {
		row := gridRow{Name: g.Names[i]}
		for k, x := range cells {
			if x.N == 0 {
				row.Cells = append(row.Cells, cell{Text: "·", Class: "same"})
				continue
			}
			games = append(games, x.N)
			off := int((x.Value - sheet.Even) / tintStep)
			class := "even"
			switch {
			case off > 0:
				class = "more" + strconv.Itoa(min(off, tints))
			case off < 0:
				class = "less" + strconv.Itoa(min(-off, tints))
			}
			row.Cells = append(row.Cells, cell{
				Text: strconv.Itoa(int(100*x.Value + 0.5)), Class: class,
				Title: fmt.Sprintf("%s / %s: %s (%s – %s), n = %s", g.Names[i], g.Names[k], percent(x.Value),
					one(100*x.Low), one(100*x.High), grouped(x.N)),
			})
		}
		out.Rows = append(out.Rows, row)
	}
	out.Least, out.Most = grouped(slices.Min(games)), grouped(slices.Max(games))
	return out
}

// abbreviated is a name for the narrow columns of a grid: the first letters of its
// words, or the first signs of the one word.
func abbreviated(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" ・-_", r) })
	if len(words) < 2 {
		signs := []rune(name)
		most := 3
		if len(signs) > 0 && unicode.In(signs[0], unicode.Han, unicode.Hiragana, unicode.Katakana) {
			most = 2 // they are twice as wide
		}
		return string(signs[:min(len(signs), most)])
	}
	text := ""
	for _, w := range words {
		text += string([]rune(w)[:1])
	}
	return text
}

// tried is what was found of the cards by one question.
func (s say) tried(sheet *lab.Analysis, question int) group {
	g := group{Title: s.Say("tried." + lab.Questions[question]), Signed: true}
	values := []float64{-0.1, 0.1}
	effects, rare := sheet.Tried(question)
	for _, e := range effects {
		values = append(values, e.Tried[question].Low, e.Tried[question].High)
	}
	scale, step := around(values...)
	g.scale = scale
	g.Even = scale.At(0)
	g.Ticks = scale.ticks(step, func(x float64) string { return signed(100*x, 0) })
	for _, e := range effects {
		g.Rows = append(g.Rows, row{e.Key, e.Name, e.Tried[question], ""})
	}
	g.Rare = rare
	return g
}

// effects adds how often things came up and did something; only cards lead somewhere.
func (c *content) effects(title string, all []lab.Effect, cards bool) {
	out := effects{Title: title}
	var unused []string
	for _, e := range all {
		if !cards {
			e.Key = ""
		}
		switch {
		case e.Used() == 0:
			unused = append(unused, e.Name)
		case len(out.First) < listed:
			out.First = append(out.First, e)
		default:
			out.Rest = append(out.Rest, e)
		}
	}
	out.Unused = strings.Join(unused, ", ")
	if len(all) > 0 {
		c.Effects = append(c.Effects, out)
	}
}

func share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

func one(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

func percent(share float64) string { return one(100*share) + " %" }

// signed is a number with its sign, and a minus as wide as the plus.
func signed(x float64, digits int) string {
	text := strconv.FormatFloat(max(x, -x), 'f', digits, 64)
	switch {
	case strings.Trim(text, "0.") == "":
		return text
	case x < 0:
		return "−" + text
	}
	return "+" + text
}

// grouped is a whole number with narrow spaces between its thousands, which every
// language reads.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}
