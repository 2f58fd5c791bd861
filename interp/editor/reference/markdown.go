package reference

import (
	"fmt"
	"strings"
)

// Markdown writes the document as Markdown.
func (d *Document) Markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n", d.Title)
	for _, s := range d.Sections {
		title := escape(s.Title)
		if s.Code {
			title = quote(s.Title)
		}
		fmt.Fprintf(&out, "\n<a id=\"%s\"></a>\n%s %s\n", s.Anchor, strings.Repeat("#", s.Level+1), title)
		for i := range s.Blocks {
			out.WriteString("\n")
			d.markdown(&out, &s.Blocks[i])
		}
	}
	return out.String()
}

func (d *Document) markdown(out *strings.Builder, b *Block) {
	switch {
	case b.Listing != "":
		if b.Name != "" {
			fmt.Fprintf(out, "`%s`\n\n", b.Name)
		}
		fmt.Fprintf(out, "```%s\n%s```\n", b.Language, withNewline(b.Listing))
	case b.Head != nil:
		fmt.Fprintf(out, "| %s |\n|%s\n", strings.Join(b.Head, " | "), strings.Repeat("---|", len(b.Head)))
		for _, row := range b.Rows {
			cells := make([]string, len(row))
			for i, cell := range row {
				lines := strings.Split(cell, "\n")
				for n := range lines {
					lines[n] = strings.ReplaceAll(d.escaped(lines[n]), "|", `\|`)
				}
				cells[i] = strings.Join(lines, "<br>")
			}
			fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
		}
	case b.Link != "":
		fmt.Fprintf(out, "%s [%s](#%s).\n", d.escaped(b.Text), escape(b.LinkText), b.Link)
	default:
		fmt.Fprintf(out, "%s\n", d.escaped(b.Text))
	}
}

func withNewline(text string) string { return strings.TrimSuffix(text, "\n") + "\n" }

// escaped is a text with its links.
func (d *Document) escaped(text string) string {
	return d.linked(text, escape, func(name, anchor string) string { return fmt.Sprintf("[%s](#%s)", escape(name), anchor) })
}

// escape keeps a text from being read as markup, outside of backquotes.
func escape(text string) string {
	parts := strings.Split(strings.ReplaceAll(text, "\n", " "), "`")
	replacer := strings.NewReplacer("<", "&lt;", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = replacer.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}
