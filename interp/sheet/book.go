//go:build !js

package sheet

import (
	"bytes"
	"errors"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// readBook reads a sheet of a workbook, as its cells are shown.
func (t *Table) readBook(data []byte) (rows [][]Cell, err error) {
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: mostUnpacked,
		UnzipXMLSizeLimit: mostUnpacked, ShortDatePattern: "yyyy-mm-dd"})
	if err != nil {
		return nil, t.errorf(1, 1, "this is no workbook that can be read (save it as .xlsx or as CSV UTF-8): %s", err)
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
		return nil, t.errorf(1, 1, "there is no sheet %q; there are %s", t.Sheet, strings.Join(names, ", "))
	}
	for line := 1; lines.Next(); line++ {
		texts, wrong := lines.Columns()
		err = errors.Join(err, wrong, t.spend(line, 1, len(texts)))
		if err != nil {
			return nil, t.errorf(line, 1, "this row cannot be read: %s", err)
		}
		var row []Cell
		for i, text := range texts {
			row = append(row, Cell{Text: text, Pos: diag.Pos{File: t.name, Line: line, Column: i + 1}})
		}
		rows = append(rows, row)
	}
	return rows, nil
}
