package reference

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

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

// page writes sections as a page, with the elements that bring its look and its search.
func (d *Document) page(lang string, sections []*Section, look, scripts string) string {
	var out strings.Builder
	title := d.Title
	if len(sections) < len(d.Sections) {
		title = sections[0].Title + " - " + title
	}
	fmt.Fprintf(&out, "<!DOCTYPE html>\n<!-- made by ruledeck docs -->\n<html lang=\"%s\">\n<head>\n"+
		"<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"+
		"<title>%s</title>\n%s\n</head>\n<body>\n", html.EscapeString(lang), html.EscapeString(title), look)
	fmt.Fprintf(&out, "<header>\n<h1>%s</h1>\n<label>Search <input id=\"search\" "+
		"type=\"search\" autocomplete=\"off\"></label> <output id=\"found\" for=\"search\"></output>\n</header>\n",
		html.EscapeString(d.Title))
	d.contents(&out, sections[0])
	out.WriteString("<main>\n")
	level := 1
	for _, s := range sections {
		level = min(s.Level+1, level+1, 6)
		fmt.Fprintf(&out, "<section id=\"%s\" data-level=\"%d\">\n<h%d>%s</h%d>\n", s.Anchor, s.Level,
			level, s.heading(), level)
		for i := range s.Blocks {
			d.html(&out, &s.Blocks[i])
		}
		out.WriteString("</section>\n")
	}
	fmt.Fprintf(&out, "</main>\n%s\n</body>\n</html>\n", scripts)
	return sanitize.Text(out.String())
}

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

func (s *Section) heading() string {
	if s.Code {
		return "<code>" + html.EscapeString(s.Title) + "</code>"
	}
	return html.EscapeString(s.Title)
}

// contents writes the headings of the first two levels as links; on a site those of the
// second level only of the page that begins with first.
func (d *Document) contents(out *strings.Builder, first *Section) {
	out.WriteString("<nav aria-label=\"Contents\">\n<ul>\n")
	end := ""
	under := first
	for _, s := range d.Sections {
		item := fmt.Sprintf("<li><a href=\"%s\">%s</a></li>\n", d.at(s.Anchor), s.heading())
		switch {
		case s.Level == 2 && (d.files == nil || under == first):
			out.WriteString(item)
		case s.Level != 1:
		case d.files == nil:
			fmt.Fprintf(out, "%s<li><details><summary>%s</summary><ul>\n%s", end, s.heading(), item)
			end = "</ul></details></li>\n"
		default:
			out.WriteString(end + strings.TrimSuffix(item, "</li>\n") + "<ul>\n")
			end = "</ul></li>\n"
			under = s
		}
	}
	out.WriteString(end + "</ul>\n</nav>\n")
}

// at is the address of a section.
func (d *Document) at(anchor string) string { return d.files[anchor] + "#" + anchor }

func (d *Document) html(out *strings.Builder, b *Block) {
	switch {
	case b.Listing != "":
		out.WriteString("<figure>")
		if b.Name != "" {
			fmt.Fprintf(out, "<figcaption>%s</figcaption>", html.EscapeString(b.Name))
		}
		fmt.Fprintf(out, "<pre tabindex=\"0\"><code>%s</code></pre></figure>\n", html.EscapeString(b.Listing))
	case b.Head != nil:
		out.WriteString("<div class=\"wide\"><table>\n<thead><tr>")
		for _, cell := range b.Head {
			fmt.Fprintf(out, "<th scope=\"col\">%s</th>", html.EscapeString(cell))
		}
		out.WriteString("</tr></thead>\n<tbody>\n")
		for _, row := range b.Rows {
			out.WriteString("<tr>")
			for i, cell := range row {
				fmt.Fprintf(out, "<td data-head=\"%s\">%s</td>", html.EscapeString(b.Head[i]),
					strings.ReplaceAll(d.inline(cell), "\n", "<br>"))
			}
			out.WriteString("</tr>\n")
		}
		out.WriteString("</tbody></table></div>\n")
	default:
		fmt.Fprintf(out, "<p>%s</p>\n", d.inline(b.Text))
	}
}

// inline writes a text with its names as code, and its links.
func (d *Document) inline(text string) string {
	return d.linked(text, code, func(name, anchor string) string {
		return fmt.Sprintf("<a href=\"%s\">%s</a>", d.at(anchor), html.EscapeString(name))
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
