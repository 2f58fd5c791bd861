package reference

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

//go:embed page.css
var style string

//go:embed page.js
var search string

// HTML writes the document as one page that needs nothing else: no network, no
// other file. A few lines of JavaScript search it; without them it reads all the
// same.
func (d *Document) HTML(lang string) string {
	return d.page(lang, d.Sections, "<style>\n"+style+"</style>", "<script>\n"+d.index(nil)+search+"</script>")
}

// page is what a page of the document is made of.
type page struct {
	*Document
	Lang, Called, Look, Scripts string
	// Shown are the sections that it has.
	Shown []*Section
	level int
}

//go:embed page.html
var frame string

var framed = sync.OnceValue(func() *template.Template { return template.Must(template.New("").Parse(frame)) })

// page writes sections as a page, with the elements that bring its look and its search.
func (d *Document) page(lang string, sections []*Section, look, scripts string) string {
	p := &page{d, lang, d.Title, look, scripts, sections, 1}
	if len(sections) < len(d.Sections) {
		p.Called = sections[0].Title + " - " + d.Title
	}
	var out strings.Builder
	if err := framed().Execute(&out, p); err != nil {
		panic(err) // the template is the program's own
	}
	return sanitize.Text(out.String())
}

// Alone reports whether the page is the whole document.
func (p *page) Alone() bool { return p.files == nil }

// Deeper is the level of the heading of the next section.
func (p *page) Deeper(level int) int {
	p.level = min(level+1, p.level+1, 6)
	return p.level
}

// Cell is a cell of a table.
func (p *page) Cell(text string) string { return strings.ReplaceAll(p.Inline(text), "\n", "<br>") }

// index is what a search reads, as a script; of a site it has the places that are found: the
// address of a section, its title and that of its page, and what it says in short.
func (d *Document) index(places [][4]string) string {
	index, err := json.Marshal(struct {
		*cookbook.Index
		Places [][4]string `json:"places,omitempty"`
	}{cookbook.NewIndex(lists.Map(d.Sections, (*Section).searched)), places})
	if err != nil {
		panic(err) // it holds words and numbers alone
	}
	return "const index = " + string(index) + ";\n"
}

// searched are the texts that a search looks at.
func (s *Section) searched() []cookbook.Text {
	if s.Recipe != nil {
		return s.Recipe
	}
	texts := []cookbook.Text{{Weight: 3, Text: s.Title}}
	for i := range s.Blocks {
		b := &s.Blocks[i]
		texts = append(texts, cookbook.Text{Weight: 1, Text: b.Text}, cookbook.Text{Weight: 0.4, Text: b.Listing})
		for _, row := range b.Rows {
			texts = append(texts, cookbook.Text{Weight: 1, Text: strings.Join(row, " ")})
		}
	}
	return texts
}

// inShort is how the text of a section begins, without marks.
func (s *Section) inShort() string {
	const most = 160
	i := slices.IndexFunc(s.Blocks, func(b Block) bool { return b.Text != "" })
	if i < 0 {
		return ""
	}
	text := []rune(strings.NewReplacer("`", "", "[[", "", "]]", "", "**", "").Replace(s.Blocks[i].Text))
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// at is the address of a section.
func (d *Document) At(anchor string) string { return d.files[anchor] + "#" + anchor }

// inline writes a text with its names as code, and its links.
func (d *Document) Inline(text string) string {
	return d.linked(text, code, func(name, anchor string) string {
		return fmt.Sprintf("<a href=\"%s\">%s</a>", d.At(anchor), html.EscapeString(name))
	})
}

var strong = regexp.MustCompile(`\*\*([^*]+)\*\*`)

// code writes a text with its names as code, and what is strong.
func code(text string) string {
	parts := strings.Split(text, "`")
	for i, part := range parts {
		parts[i] = html.EscapeString(part)
		if i%2 == 1 {
			parts[i] = "<code>" + parts[i] + "</code>"
		} else {
			parts[i] = strong.ReplaceAllString(parts[i], "<strong>$1</strong>")
		}
	}
	return strings.Join(parts, "")
}
