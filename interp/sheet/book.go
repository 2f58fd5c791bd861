//go:build !js

package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"path"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// readBook reads a sheet of a workbook, as its cells are shown.
func (t *Table) readBook(data []byte) (rows [][]Cell, err error) {
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: mostUnpacked,
		UnzipXMLSizeLimit: mostUnpacked, ShortDatePattern: "yyyy-mm-dd"})
	if err != nil {
		return nil, t.errorf(1, "this is no workbook that can be read (save it as .xlsx or as CSV UTF-8): %s", err)
	}
	defer f.Close()
	names := f.GetSheetList()
	if t.Sheet == "" {
		t.Sheet = names[f.GetActiveSheetIndex()]
		if len(names) > 1 {
			t.remark("unsure.sheet", "sheet", t.Sheet, "all", strings.Join(names, ", "))
		}
	}
	lines, err := f.Rows(t.Sheet)
	if err != nil {
		return nil, t.errorf(1, "there is no sheet %q; there are %s", t.Sheet, strings.Join(names, ", "))
	}
	for line := 1; lines.Next(); line++ {
		texts, wrong := lines.Columns()
		err = errors.Join(err, wrong, t.spend(line, 1, len(texts)))
		if err != nil {
			return nil, t.errorf(line, "this row cannot be read: %s", err)
		}
		var row []Cell
		for i, text := range texts {
			row = append(row, Cell{Text: text, Pos: diag.At(t.name, line, i+1)})
		}
		rows = append(rows, row)
	}
	t.marks(part(f, t.Sheet), rows)
	return rows, nil
}

// part is the file of a sheet in a workbook.
func part(f *excelize.File, sheet string) []byte {
	var links struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	file := func(at string) []byte {
		data, _ := f.Pkg.Load(at)
		text, _ := data.([]byte)
		return text
	}
	_ = xml.Unmarshal(file("xl/_rels/workbook.xml.rels"), &links)
	for _, s := range f.WorkBook.Sheets.Sheet {
		for _, link := range links.All {
			if s.Name == sheet && s.ID == link.ID {
				return file("xl/worksheets/" + path.Base(link.Target))
			}
		}
	}
	return nil
}

// marks reads what excelize tells of a sheet only after it has filled up all rows, for which a small file can take
// any memory: formulas without a value, told once a column, and cells that are one. A title over columns is no row.
func (t *Table) marks(data []byte, rows [][]Cell) {
	told := map[int]bool{}
	in := xml.NewDecoder(bytes.NewReader(data))
	for token, err := in.Token(); err == nil; token, err = in.Token() {
		start, _ := token.(xml.StartElement)
		if start.Name.Local != "c" && start.Name.Local != "mergeCell" {
			continue
		}
		var c struct {
			At      string  `xml:"r,attr"`
			Type    string  `xml:"t,attr"`
			Area    string  `xml:"ref,attr"`
			Formula *string `xml:"f"`
			Value   *string `xml:"v"`
		}
		_ = in.DecodeElement(&c, &start)
		first, last, _ := strings.Cut(c.Area, ":")
		column, line, _ := excelize.CellNameToCoordinates(first + c.At)
		_, end, _ := excelize.CellNameToCoordinates(last)
		at := diag.At(t.name, line, column)
		switch {
		case c.Formula != nil && (c.Value == nil || *c.Value == "" && c.Type != "str") && !told[column]:
			told[column] = true
			t.warn(at, "the formula in this cell has no stored value, and others of the column may have none: they "+
				"are read as empty; open the workbook in a spreadsheet program and save it once")
		case last == "" || line > len(rows) || column > len(rows[line-1]):
		case end == line && filled(rows[line-1]) == 1:
			t.remark("notes", "line", line, "cell", plain(rows[line-1][column-1]))
			rows[line-1] = nil
		default:
			t.warn(at, "the cells %s are one, and only the first of them has the value; split them in the "+
				"spreadsheet program, and give each row and column its own", c.Area)
		}
	}
}
