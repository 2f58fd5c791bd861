package sheet

// readBook refuses: what reads workbooks would make each published page a third larger.
func (t *Table) readBook([]byte) ([][]Cell, error) {
	return nil, t.errorf(1, "a page does not read workbooks; save the sheet as CSV")
}
