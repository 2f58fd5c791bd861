package reference

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// Markdown writes the document as Markdown.
func (d *Document) Markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n", escape(d.Title))
	for _, s := range d.Sections {
		title := escape(s.Title)
		if s.Code {
			title = inCode(s.Title)
		}
		fmt.Fprintf(&out, "\n<a id=\"%s\"></a>\n%s %s\n", s.Anchor, strings.Repeat("#", s.Level+1), title)
		for i := range s.Blocks {
			out.WriteString("\n")
			d.markdown(&out, &s.Blocks[i])
		}
	}
	return sanitize.Text(out.String())
}

func (d *Document) markdown(out *strings.Builder, b *Block) {
	switch {
	case b.Listing != "":
		if b.Name != "" {
			fmt.Fprintf(out, "%s\n\n", inCode(b.Name))
		}
		fence := strings.Repeat("`", max(3, longest(b.Listing)+1))
		fmt.Fprintf(out, "%s%s\n%s%s\n", fence, b.Language, withNewline(b.Listing), fence)
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
	default:
		fmt.Fprintf(out, "%s\n", d.escaped(b.Text))
	}
}

func withNewline(text string) string { return strings.TrimSuffix(text, "\n") + "\n" }

// escaped is a text with its links.
func (d *Document) escaped(text string) string {
	return d.linked(text, escape,
		func(name, anchor string) string { return fmt.Sprintf("[%s](#%s)", escape(name), anchor) })
}

// markup are the signs that mean something in Markdown wherever they stand.
var markup = strings.NewReplacer(`\`, `\\`, "&", "&amp;", "<", "&lt;", "*", `\*`, "_", `\_`, "[",
	`\[`, "]", `\]`, "~", `\~`)

// escape keeps a text from being read as markup, outside of backquotes; a
// backquote that is never closed is a sign as any other.
func escape(text string) string {
	text = strings.ReplaceAll(text, "\n", " ")
	rest := ""
	if strings.Count(text, "`")%2 == 1 {
		last := strings.LastIndexByte(text, '`')
		text, rest = text[:last], "\\`"+markup.Replace(text[last+1:])
	}
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = markup.Replace(parts[i])
	}
	return atStart(strings.Join(parts, "`")) + rest
}

// atStart escapes what means something at the start of a line only.
func atStart(text string) string {
	if text != "" && strings.IndexByte("#>+-=|", text[0]) >= 0 {
		return `\` + text
	}
	return text
}

// inCode writes a name as code, whatever backquotes it has.
func inCode(name string) string {
	name = strings.ReplaceAll(name, "\n", " ")
	if !strings.Contains(name, "`") {
		return quote(name)
	}
	fence := strings.Repeat("`", longest(name)+1)
	return fence + " " + name + " " + fence
}

// longest is the length of the longest row of backquotes in a text.
func longest(text string) int {
	most, row := 0, 0
	for i := range len(text) {
		row++
		if text[i] != '`' {
			row = 0
		}
		most = max(most, row)
	}
	return most
}
