package reference

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Document is what the reference says, without a format: sections in order,
// each with a level from 1.
type Document struct {
	Title    string
	Sections []*Section
	// Places are the anchors of what texts link to by name, as [[name]].
	Places map[string]string
	// files are the files of a site by the anchors of the sections in them.
	files map[string]string
}

// Section is a heading with what stands under it.
type Section struct {
	Title string
	Level int
	// Anchor is the name by which links find it, the only one of its kind.
	Anchor string
	// Code is set for titles that are names in files.
	Code   bool
	Blocks []Block
	// Recipe is what a search of a recipe looks at, nil for other sections.
	Recipe []cookbook.Text
}

// Block is a paragraph, a table, or a listing.
type Block struct {
	// Text is a paragraph; `names` stand in backquotes, [[links]] in brackets.
	Text string
	// Head and Rows are a table; cells are paragraphs, or lines of their own.
	Head []string
	Rows [][]string
	// Listing is code in a language, under a name.
	Listing, Language, Name string
}

// section begins a section. A title in backquotes is a name in files; what stands in it
// behind the name, as the parameters of a function, is no part of its anchor. Any other
// is a place that texts link to, with a capital or without.
func (d *Document) section(level int, title string) *Section {
	s := &Section{Title: title, Level: level}
	if name, rest, ok := strings.Cut(strings.TrimPrefix(title, "`"), "`"); ok && title[0] == '`' && rest == "" {
		s.Title = name
		s.Code = true
		if i := strings.IndexAny(name, "({"); i > 0 {
			name = name[:i]
		}
		s.Anchor = d.anchor(name)
	} else {
		s.Anchor = d.anchor(title)
		if d.Places == nil {
			d.Places = map[string]string{}
		}
		first := min(1, len(title))
		for _, name := range []string{title, strings.ToLower(title[:first]) + title[first:]} {
			if d.Places[name] == "" {
				d.Places[name] = s.Anchor
			}
		}
	}
	d.Sections = append(d.Sections, s)
	return s
}

// anchor makes a name for a section that no other has.
func (d *Document) anchor(title string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == ' ', r == '.', r == '_', r == ':', r == '-':
			return '-'
		}
		return -1
	}, title)
	for anchor := plain; ; anchor += "-" {
		taken := anchor == ""
		for _, s := range d.Sections {
			taken = taken || s.Anchor == anchor
		}
		if !taken {
			return anchor
		}
	}
}

func (s *Section) say(text string) {
	if text != "" {
		s.Blocks = append(s.Blocks, Block{Text: text})
	}
}

// list adds a table, unless it has no rows. A column in which nothing stands is
// left out.
func (s *Section) list(head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	b := Block{Rows: make([][]string, len(rows))}
	for i, title := range head {
		if !slices.ContainsFunc(rows, func(row []string) bool { return row[i] != "" }) {
			continue
		}
		b.Head = append(b.Head, title)
		for r := range rows {
			b.Rows[r] = append(b.Rows[r], rows[r][i])
		}
	}
	s.Blocks = append(s.Blocks, b)
}

func (s *Section) code(language, name, text string) {
	s.Blocks = append(s.Blocks, Block{Listing: text, Language: language, Name: name})
}

// linked puts a text together: what stands between links, and [[links]] to
// places of the document; what is no place is no link.
func (d *Document) linked(text string, plain func(string) string, link func(name, anchor string) string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "[[")
		name, after, closed := strings.Cut(rest, "]]")
		if !found || !closed {
			out.WriteString(plain(text))
			return out.String()
		}
		out.WriteString(plain(before))
		if anchor, ok := d.Places[name]; ok {
			out.WriteString(link(name, anchor))
		} else {
			out.WriteString(plain("[[" + name + "]]"))
		}
		text = after
	}
}

// quote marks a name in a text.
func quote(name string) string { return "`" + name + "`" }

// quotes marks several names.
func quotes(names []string) string { return strings.Join(lists.Map(names, quote), ", ") }
