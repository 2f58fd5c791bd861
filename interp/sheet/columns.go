package sheet

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// MapEnd and EditsEnd end the names of the files beside a sheet: what its columns mean, and what
// was changed since.
const (
	MapEnd   = ".columns.yaml"
	EditsEnd = ".edits.yaml"
)

// Columns say what the columns of a sheet mean: the map beside it.
type Columns struct {
	Reading
	Type string
	// Patch is set where the rows change cards of the base.
	Patch bool
	// ID are the headings that make the ids. Without them a column is the id as it is.
	ID      []string
	Columns []Column
	Ignore  []string
	// None are cells that say nothing.
	None []string
	// Markup is html where texts have tags, Icons are the names of the signs in them.
	Markup string
	Icons  []source.Pair
	// plain is set where ids are as the cells are.
	plain bool
}

// Column is what one column means: id, type, name.LANG, text.LANG, copies or an attribute.
type Column struct {
	Heading source.Pair `json:"heading"`
	To      string      `json:"to"`
	// Split stands between the items of a list.
	Split string
	Guess
}

// Guess is what a column is taken for: a name, text, copies, id, ignored, or the type of an
// attribute, with the words it has, and why. ID is set for one that makes the ids, Unsure for one
// that has little to go by.
type Guess struct {
	Kind   string `json:"kind"`
	Words  []string
	Filled int  `json:"filled"`
	Why    Note `json:"why"`
	ID     bool `json:"id"`
	Unsure bool `json:"unsure"`
}

// Own is the map of a table without one: each heading is what its column means.
func Own(t *Table) *Columns {
	c := &Columns{ID: []string{"id"}, plain: true}
	for _, h := range t.Head {
		to, _, _ := strings.Cut(h.Text, " (") // the second of a heading has its number there
		c.Columns = append(c.Columns, Column{Heading: source.Pair{Key: h.Text, Pos: h.Pos}, To: to})
	}
	return c
}

// Parse reads the map beside a sheet.
func Parse(n *source.Node) *Columns {
	c := &Columns{Type: text(n.Get("type")), Patch: text(n.Get("rows")) == "patch", Markup: text(n.Get("markup"))}
	read := n.Get("read")
	said := func(key string) string { return text(read.Get(key)) }
	c.Reading = Reading{Format: said("format"), Encoding: said("encoding"),
		Separator: said("separator"), Quotes: said("quotes"), Sheet: said("sheet"),
		Cards: said("cards"), Leave: read.Get("leave").Texts()}
	if h := read.Get("heading"); h != nil {
		c.Heading = h.Number
	}
	c.ID = n.Get("id").Texts()
	if len(c.ID) == 0 {
		c.ID = []string{"id"}
		c.plain = true
	}
	c.Ignore = n.Get("ignore").Texts()
	c.None = n.Get("none").Texts()
	c.Icons = n.Get("icons").Keys()
	for _, p := range n.Get("columns").Keys() {
		k := Column{Heading: p, To: p.Value.Text}
		if p.Value.Kind == source.Map {
			k.To = text(p.Value.Get("to"))
			k.Split = text(p.Value.Get("split"))
		}
		c.Columns = append(c.Columns, k)
	}
	return c
}

func text(n *source.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

// Slug is the short name of a text: small letters and digits of any script, with _ between.
func Slug(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
		case strings.ContainsRune("'’“”\".", r) || unicode.IsMark(r):
		default:
			gap = true
		}
	}
	return b.String()
}

var (
	tag    = lazy(`(?i)<(/?(?:b|strong|i|em|br|p|ul|ol|li|div|span|u|abbr|trait|small|sup|hr))\b[^<>]*>`)
	marked = map[string]string{"b": "**", "/b": "**", "strong": "**", "/strong": "**", "i": "_", "/i": "_", "em": "_",
		"/em": "_", "br": "\n", "/p": "\n", "/div": "\n", "hr": "\n", "li": "\n- "}
	manyBreaks = regexp.MustCompile(`\n\s*\n+`)
)

// Sentence is the text of a cell as a sentence has it. Tags of HTML become the marks of
// sentences, **bold**, _italic_ and lists of lines with -, where the map says that the texts have
// tags; the signs of the map become {icon}.
func (c *Columns) Sentence(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if c.Markup == "html" {
		text = tag().ReplaceAllStringFunc(text, func(t string) string {
			return marked[strings.ToLower(tag().FindStringSubmatch(t)[1])]
		})
		text = html.UnescapeString(manyBreaks.ReplaceAllString(text, "\n"))
	}
	for _, icon := range c.Icons {
		text = strings.ReplaceAll(text, icon.Key, "{"+icon.Value.Text+"}")
	}
	return strings.TrimSpace(text)
}

// IsAttribute reports whether a column is an attribute of cards.
func (k *Column) IsAttribute() bool { return slices.Contains(Kinds, k.Kind) }

// Languages are those that the names and texts of the columns are in.
func (c *Columns) Languages() []string {
	seen := map[string]bool{}
	for _, k := range c.Columns {
		if k.Kind == "name" || k.Kind == "text" {
			seen[full(k.To)[len("name."):]] = true
		}
	}
	return lists.Sorted(seen)
}
