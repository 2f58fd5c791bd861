package reference

import (
	_ "embed"
	"fmt"
	"html"
	"strings"

	"github.com/ruledeck/ruledeck/interp/visible"
)

//go:embed page.css
var style string

//go:embed page.js
var search string

// HTML writes the document as one page that needs nothing else: no network, no
// other file. A few lines of JavaScript search it; without them it reads all the
// same.
func (d *Document) HTML(lang string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, "+
		"initial-scale=1\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n",
		html.EscapeString(lang), html.EscapeString(d.Title), style)
	fmt.Fprintf(&out, "<header>\n<h1>%s</h1>\n<label for=\"search\">Search</label> <input id=\"search\" "+
		"type=\"search\" autocomplete=\"off\"> <output id=\"found\" for=\"search\"></output>\n</header>\n",
		html.EscapeString(d.Title))
	d.contents(&out)
	out.WriteString("<main>\n")
	for _, s := range d.Sections {
		level := min(s.Level+1, 6)
		fmt.Fprintf(&out, "<section id=\"%s\" data-level=\"%d\">\n<h%d>%s</h%d>\n", s.Anchor, s.Level,
			level, s.heading(), level)
		for i := range s.Blocks {
			d.html(&out, &s.Blocks[i])
		}
		out.WriteString("</section>\n")
	}
	fmt.Fprintf(&out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", search)
	return visible.Text(out.String())
}

func (s *Section) heading() string {
	if s.Code {
		return "<code>" + html.EscapeString(s.Title) + "</code>"
	}
	return html.EscapeString(s.Title)
}

// contents writes the headings of the first two levels as links.
func (d *Document) contents(out *strings.Builder) {
	out.WriteString("<nav aria-label=\"Contents\">\n<ul>\n")
	for i, s := range d.Sections {
		if s.Level > 2 {
			continue
		}
		if s.Level == 1 {
			if i > 0 {
				out.WriteString("</ul></details></li>\n")
			}
			fmt.Fprintf(out, "<li><details><summary><a href=\"#%s\">%s</a></summary><ul>\n", s.Anchor, s.heading())
			continue
		}
		fmt.Fprintf(out, "<li><a href=\"#%s\">%s</a></li>\n", s.Anchor, s.heading())
	}
	out.WriteString("</ul></details></li>\n</ul>\n</nav>\n")
}

func (d *Document) html(out *strings.Builder, b *Block) {
	switch {
	case b.Listing != "":
		out.WriteString("<figure>")
		if b.Name != "" {
			fmt.Fprintf(out, "<figcaption>%s</figcaption>", html.EscapeString(b.Name))
		}
		fmt.Fprintf(out, "<pre><code>%s</code></pre></figure>\n", html.EscapeString(b.Listing))
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
		return fmt.Sprintf("<a href=\"#%s\">%s</a>", anchor, html.EscapeString(name))
	})
}

// code writes a text with its names as code.
func code(text string) string {
	parts := strings.Split(text, "`")
	for i, part := range parts {
		parts[i] = html.EscapeString(part)
		if i%2 == 1 {
			parts[i] = "<code>" + parts[i] + "</code>"
		}
	}
	return strings.Join(parts, "")
}
