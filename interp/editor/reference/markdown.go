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
			s.Blocks[i].markdown(&out)
		}
	}
	return out.String()
}

func (b *Block) markdown(out *strings.Builder) {
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
				cells[i] = strings.ReplaceAll(escape(cell), "|", `\|`)
			}
			fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
		}
	case b.Link != "":
		fmt.Fprintf(out, "%s [%s](#%s).\n", escape(b.Text), escape(b.LinkText), b.Link)
	default:
		fmt.Fprintf(out, "%s\n", escape(b.Text))
	}
}

func withNewline(text string) string { return strings.TrimSuffix(text, "\n") + "\n" }

// escape keeps a text from being read as markup, outside of backquotes.
func escape(text string) string {
	parts := strings.Split(strings.ReplaceAll(text, "\n", " "), "`")
	replacer := strings.NewReplacer("<", "&lt;", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = replacer.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}
