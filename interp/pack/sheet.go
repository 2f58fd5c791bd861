package pack

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sheet"
	"github.com/ruledeck/ruledeck/interp/source"
)

// said are the sentences that a table of a layer brings in a language.
type said struct {
	by    *layer
	lang  string
	texts *source.Node
}

// Beside is the place of a file that belongs to a sheet.
func Beside(at, end string) string { return strings.TrimSuffix(at, path.Ext(at)) + end }

// besideSheet reports whether a file is the map of a sheet of the pack, or has the changes to one.
func (s *Source) besideSheet(at string) bool {
	stem, isMap := strings.CutSuffix(at, sheet.MapEnd)
	stem, hasEdits := strings.CutSuffix(stem, sheet.EditsEnd)
	return (isMap || hasEdits) && slices.ContainsFunc(s.Files, func(f File) bool {
		return source.IsTable(f.Path) && Beside(f.Path, "") == stem
	})
}

// isSheet reports whether a file is read as a table of cards: one of text, or one with a map.
func (s *Source) isSheet(at string) bool {
	end := path.Ext(at)
	return end == ".csv" || end == ".tsv" || source.IsTable(at) && s.File(Beside(at, sheet.MapEnd)) != nil
}

// Sheet is a file of cards as a table, with what its columns mean.
type Sheet struct {
	*sheet.Table
	*sheet.Columns
}

// Sheet reads a table of cards of the pack by the map beside it; without one the headings are
// what the columns mean.
func (s *Source) Sheet(f *File, report *diag.List) (*Sheet, error) {
	var c *sheet.Columns
	reading := sheet.Reading{Format: "csv", Heading: 1}
	if beside := s.File(Beside(f.Path, sheet.MapEnd)); beside != nil {
		n := s.memo.Read(beside.Shown, beside.Data, report).Clone()
		record := keyword.RecordType("columns file")
		if n == nil || !ast.Check(n, record, "the map of a sheet", report) {
			return nil, sheet.Errorf(diag.At(beside.Shown, 1, 1), "the sheet is not read, since its map is wrong")
		}
		c = sheet.Parse(n)
		reading = c.Reading
	}
	t, err := source.Keep(s.memo, fmt.Sprint("sheet ", reading), f.Shown, string(f.Data), nil,
		func() (*sheet.Table, error) { return sheet.Read(f.Shown, f.Data, reading) })
	if err == nil && c == nil {
		c = sheet.Own(t)
	}
	return &Sheet{t, c}, err
}

// table reads a table as the card file that it stands for, nil if it cannot be read, and keeps
// its sentences for the locale.
func (c *cardMerger) table(s *Source, f *File) *source.Node {
	if utf8.Valid(f.Data) { // else no line of it can be shown
		c.out.texts[f.Shown] = f.Data
	}
	read, err := s.Sheet(f, c.report)
	if wrong, is := errors.AsType[*sheet.Error](err); is {
		c.report.Add(wrong.Finding)
		return nil
	}
	file, texts := read.Apply(read.Table, c.shared(s.File(Beside(f.Path, sheet.EditsEnd))), c.out.CardTypes, c.report)
	for _, lang := range lists.Sorted(texts) {
		c.said = append(c.said, said{c.laid, lang, &source.Node{Kind: source.Map, Pairs: texts[lang]}})
	}
	return file
}

// cardTypes are the attributes that a game file declares for cards, of all types together.
func cardTypes(game *source.Node) sheet.Types {
	out := sheet.Types{}
	words := game.Get("words")
	for _, t := range game.Get("types").Keys() {
		for _, a := range t.Value.Get("attributes").Keys() {
			kind, list := a.Value.Get("type"), a.Value.Get("of")
			if kind == nil || a.Value.Get("by") != nil {
				continue
			}
			one := sheet.Type{Kind: kind.Text, Declared: a.Value}
			if words.Get(kind.Text) != nil {
				one.Kind = "word"
				list = kind
			}
			if list != nil {
				named := words.Get(list.Text)
				one.Words = append(keysOf(named), named.Texts()...)
			}
			out[a.Key] = one
		}
	}
	return out
}
