package source

import (
	"path"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Tables are the endings of files that hold tables of cards.
var Tables = []string{".csv", ".tsv", ".txt", ".xlsx", ".json", ".xml"}

// IsTable reports whether a file is a table of cards by its name.
func IsTable(name string) bool { return slices.Contains(Tables, strings.ToLower(path.Ext(name))) }

// ReadCell reads the text of a cell as a file would have the value; nil where it cannot be read.
func ReadCell(text string, at diag.Pos, report *diag.List) *Node {
	found := &diag.List{Account: report.Account}
	n := Read(at.File, []byte(text), found)
	for _, d := range found.Sorted() {
		d.Pos = at
		report.Add(d)
	}
	n.place(at)
	return n
}

// place moves a node that was read from the text of a cell to where the cell stands.
func (n *Node) place(at diag.Pos) {
	if n == nil {
		return
	}
	n.Pos = at
	for _, item := range n.Items {
		item.place(at)
	}
	for i := range n.Pairs {
		n.Pairs[i].Pos = at
		n.Pairs[i].Value.place(at)
	}
}
