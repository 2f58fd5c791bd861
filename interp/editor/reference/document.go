package reference

import "strings"

// Document is what the reference says, without a format: sections in order,
// each with a level from 1.
type Document struct {
	Title    string
	Sections []*Section
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
}

// Block is a paragraph, a table, or a listing.
type Block struct {
	// Text is a paragraph; `names` stand in backquotes.
	Text string
	// Head and Rows are a table; cells are paragraphs.
	Head []string
	Rows [][]string
	// Listing is code in a language, under a name.
	Listing, Language, Name string
	// Link is a place in the document that the paragraph ends on.
	Link, LinkText string
}

// section begins a section.
func (d *Document) section(level int, title string) *Section {
	s := &Section{Title: title, Level: level, Anchor: d.anchor(title)}
	d.Sections = append(d.Sections, s)
	return s
}

// name begins a section whose title is a name in files.
func (d *Document) name(level int, title string) *Section {
	s := d.section(level, title)
	s.Code = true
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

// list adds a table, unless it has no rows.
func (s *Section) list(head []string, rows [][]string) {
	if len(rows) > 0 {
		s.Blocks = append(s.Blocks, Block{Head: head, Rows: rows})
	}
}

func (s *Section) code(language, name, text string) {
	s.Blocks = append(s.Blocks, Block{Listing: text, Language: language, Name: name})
}

func (s *Section) link(text string, to *Section) {
	if to != nil {
		s.Blocks = append(s.Blocks, Block{Text: text, Link: to.Anchor, LinkText: to.Title})
	}
}

// quote marks a name in a text.
func quote(name string) string { return "`" + name + "`" }

// quotes marks several names.
func quotes(names []string) string {
	marked := make([]string, len(names))
	for i, n := range names {
		marked[i] = quote(n)
	}
	return strings.Join(marked, ", ")
}
