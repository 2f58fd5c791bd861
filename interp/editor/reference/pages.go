package reference

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
)

// pages are the prose of the reference: templates of Markdown, of which read knows what
// they use.
//
//go:embed pages
var pageFiles embed.FS

// parsed reads the pages. What they print of games and the registry comes into the text as
// itself, and is never read as a heading, a table or the end of a listing.
func parsed(functions template.FuncMap) (*template.Template, error) {
	functions["inert"] = func(v any) string {
		if text, ok := v.(paragraphs); ok {
			return string(text)
		}
		return guarded.Replace(fmt.Sprint(v))
	}
	t, err := template.New("").Funcs(functions).ParseFS(pageFiles, "pages/*.md")
	if err != nil {
		return nil, err
	}
	for _, page := range t.Templates() {
		if page.Tree != nil {
			guard(page.Tree, page.Root)
		}
	}
	return t, nil
}

// paragraphs is text of the program's own that is read as a page is.
type paragraphs string

// structure are the signs that a page is read by, in what is printed into one, and the
// signs that stand for them until it is read.
var (
	guarded   = strings.NewReplacer("\n", "\ue000", "|", "\ue001", "#", "\ue002", "```", "\ue003")
	unguarded = strings.NewReplacer("\ue000", "\n", "\ue001", "|", "\ue002", "#", "\ue003", "```")
)

// guard makes all that a template prints inert.
func guard(tree *parse.Tree, n parse.Node) {
	branch := func(b *parse.BranchNode) {
		guard(tree, b.List)
		if b.ElseList != nil {
			guard(tree, b.ElseList)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, inner := range n.Nodes {
			guard(tree, inner)
		}
	case *parse.ActionNode:
		if len(n.Pipe.Decl) == 0 {
			inert := parse.NewIdentifier("inert").SetTree(tree).SetPos(n.Pos)
			call := &parse.CommandNode{NodeType: parse.NodeCommand, Pos: n.Pos, Args: []parse.Node{inert}}
			n.Pipe.Cmds = append(n.Pipe.Cmds, call)
		}
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	}
}

// add fills a page and reads it into the document.
func (d *Document) add(pages *template.Template, name string, data any) error {
	var page strings.Builder
	if err := pages.ExecuteTemplate(&page, name, data); err != nil {
		return err
	}
	d.read(strings.Split(page.String(), "\n"))
	return nil
}

// read adds the sections of a page: headings, paragraphs, tables, and listings in a
// language under a name.
func (d *Document) read(lines []string) {
	var s *Section
	var words []string
	for len(lines) > 0 {
		line := strings.TrimSpace(lines[0])
		lines = lines[1:]
		kind := line[:min(len(line), 1)]
		if strings.HasPrefix(line, "```") {
			kind = "```"
		}
		switch kind {
		case "", "#", "|", "```":
			if len(words) > 0 {
				s.say(unguarded.Replace(strings.Join(words, " ")))
				words = nil
			}
		}
		switch kind {
		case "":
		case "#":
			title := strings.TrimLeft(line, "#")
			s = d.section(len(line)-len(title), unguarded.Replace(strings.TrimSpace(title)))
		case "|":
			rows := [][]string{cells(line)}
			for ; strings.HasPrefix(lines[0], "|"); lines = lines[1:] {
				rows = append(rows, cells(lines[0]))
			}
			s.list(rows[0], rows[2:]) // a line of dashes is between them
		case "```":
			language, name, _ := strings.Cut(line[3:], " ")
			end := slices.Index(lines, "```")
			s.code(language, unguarded.Replace(name), withNewline(unguarded.Replace(strings.Join(lines[:end], "\n"))))
			lines = lines[end+1:]
		default:
			words = append(words, line)
		}
	}
}

// cells parts a row of a table.
func cells(line string) []string {
	parts := strings.Split(strings.TrimSuffix(strings.TrimSpace(line)[1:], "|"), "|")
	for i, part := range parts {
		parts[i] = unguarded.Replace(strings.TrimSpace(part))
	}
	return parts
}
