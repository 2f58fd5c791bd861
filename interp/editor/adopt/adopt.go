// Package adopt takes a file of cards, as another program wrote it, into a pack: the sheet as it
// is, a map of its columns beside it, and what the game has to declare for them. It writes no
// file; it says what would stand in which, and what each column was taken for.
//
// It imports interp, compile, pack, script/syntax, sheet, keyword, diag, lists and source.
package adopt

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
	"github.com/ruledeck/ruledeck/interp/sheet"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Request is a file to take, with what is said of it.
type Request struct {
	// Name is the file's own, with its ending.
	Name string
	Data []byte
	sheet.Reading
	// Columns say by heading what a column is.
	Columns        map[string]string
	Type, Language string
	// Patch takes the rows as changes of cards that there are.
	Patch bool
	// Into is the pack that gets the cards, nil for a new one, ID the id of that.
	Into *interp.Reading
	ID   string
	// Catalogue holds the language of findings.
	diag.Catalogue
}

// Change is a file of the pack as it would be; Was is what stands there now, nil for nothing.
type Change struct {
	Path      string
	Text, Was []byte
}

// Plan is what taking a file comes to.
type Plan struct {
	Changes []Change `json:"-"`
	// Cards is how many there are, Reading how the file is written.
	Cards   int            `json:"cards"`
	Reading string         `json:"reading"`
	Columns []sheet.Column `json:"columns"`
	Notes   []sheet.Note   `json:"notes"`
	// Findings are the cells and columns that do not fit.
	Findings []diag.Finding `json:"findings"`
	table    *sheet.Table
	sheet    string
}

//go:embed templates
var files embed.FS

// values are what the templates name.
type values struct {
	*sheet.Columns
	Pack, Title string
	Types       []string
	API         int
	// Attributes are the columns that the game does not declare yet.
	Attributes []*sheet.Column
}

// Read says what taking a file comes to. A file that is no table is a *sheet.Error.
func Read(r Request) (*Plan, error) {
	end := strings.ToLower(path.Ext(r.Name))
	if !source.IsTable(end) {
		end = ".csv"
	}
	p := &Plan{sheet: "cards/" + sheet.Slug(path.Base(pack.Beside(r.Name, ""))) + end}
	own := &pack.Source{}
	types := sheet.Types{}
	if r.Into != nil {
		own = r.Into.Base
		types = maps.Clone(r.Into.Loaded.CardTypes)
	}
	types["type"] = sheet.Type{} // is no attribute
	columns, err := p.known(own, &r)
	if err == nil && columns == nil {
		columns, err = p.infer(&r, own, types)
	}
	if wrong, is := errors.AsType[*sheet.Error](err); is {
		err = &sheet.Error{Finding: wrong.In(r.Catalogue)}
	}
	if err != nil {
		return nil, err
	}
	p.change(own, p.sheet, r.Data)
	report := &diag.List{}
	columns.Apply(p.table, nil, types, report)
	for _, f := range report.Sorted() {
		p.Findings = append(p.Findings, f.In(r.Catalogue))
	}
	p.Cards = len(p.table.Rows)
	p.Columns = columns.Columns
	p.Notes = append(p.table.Notes, p.Notes...)
	p.Reading = strings.TrimSpace(p.table.Format + " " + p.table.Encoding)
	return p, nil
}

// mostNear is for how many cards that are gone a new one is looked for: a sheet that has lost more has
// become another one.
const mostNear = 100

// known reads the sheet by the map that the pack has of it, nil where it has none. It tells of cards that are
// gone, with the new one that has nearly the id.
func (p *Plan) known(own *pack.Source, r *Request) (*sheet.Columns, error) {
	beside := pack.Beside(p.sheet, sheet.MapEnd)
	if own.File(beside) == nil {
		return nil, nil
	}
	for _, f := range own.Files {
		if f.Path != p.sheet && source.IsTable(f.Path) && pack.Beside(f.Path, sheet.MapEnd) == beside {
			return nil, sheet.Errorf(diag.At(f.Shown, 0, 0), "a sheet of another kind has this name here, and the "+
				"map beside it; give the new one another name, or remove both first")
		}
	}
	now := pack.File{Path: p.sheet, Shown: path.Join(own.Shown, p.sheet), Data: r.Data}
	read, err := own.Sheet(&now, &diag.List{})
	if err != nil {
		return nil, err
	}
	p.table = read.Table
	if len(r.Columns) > 0 {
		p.Notes = append(p.Notes, sheet.Remark("mapped", "file", beside))
	}
	if was := own.File(p.sheet); was != nil {
		if before, err := own.Sheet(was, &diag.List{}); err == nil {
			old, _ := before.IDs(before.Table)
			now, _ := read.IDs(read.Table)
			there := map[string]bool{}
			for _, id := range now {
				there[id] = true
			}
			gone := slices.DeleteFunc(old, func(id string) bool { return there[id] })
			for i, id := range gone {
				if i == mostNear {
					now = nil
				}
				note := sheet.Remark("gone", "card", id)
				if near := diag.Nearest(id, now); near != "" {
					note = sheet.Remark("near", "card", id, "near", near)
				}
				p.Notes = append(p.Notes, note)
			}
		}
	}
	return read.Columns, nil
}

// infer guesses what the sheet is, and what the pack has to declare for it.
func (p *Plan) infer(r *Request, own *pack.Source, types sheet.Types) (*sheet.Columns, error) {
	t, err := sheet.Read(r.Name, r.Data, r.Reading)
	if err != nil {
		return nil, err
	}
	p.table = t
	if err := refuse(r.Columns, t.Head, types); err != nil {
		return nil, err
	}
	v := &values{Pack: r.ID, API: keyword.API, Title: path.Base(pack.Beside(r.Name, ""))}
	if r.Type == "" {
		r.Type = "card"
		if r.Into != nil && len(r.Into.Loaded.Tree.Types) > 0 {
			r.Type = r.Into.Loaded.Tree.Types[0].Name.Text
		}
	}
	// What cards have anyway, and types of values, are names that no attribute can have.
	v.Columns = sheet.Infer(t, sheet.Wanted{Columns: r.Columns, Type: r.Type, Language: r.Language, Types: types,
		Taken: slices.Concat(keyword.Lookup("card").Names(), keyword.Entity("card").AllNames(),
			keyword.AttributeTypes, keyword.ParameterTypes, syntax.ReservedWords(), []string{"box"})})
	v.Patch = r.Patch
	v.Types = []string{r.Type}
	if _, told := v.IDs(t); len(told) > 0 {
		p.Notes = append(p.Notes, sheet.Remark("numbered", "cards", strings.Join(told, ", ")))
	}
	for i := range v.Columns.Columns {
		k := &v.Columns.Columns[i]
		if _, there := types[k.To]; !there && k.IsAttribute() {
			types[k.To] = sheet.Type{Kind: k.Kind}
			v.Attributes = append(v.Attributes, k)
		}
		if k.To == "type" {
			v.Types = slices.Compact(lists.Map(k.Words, sheet.Slug))
		}
	}
	p.change(own, pack.Beside(p.sheet, sheet.MapEnd), fill("columns.yaml", v))
	if r.Into != nil {
		return v.Columns, p.declare(own, v, r.Into.Compiled, types)
	}
	p.change(own, "pack.yaml", fill("pack.yaml", v))
	p.change(own, "game.yaml", fill("game.yaml", v))
	return v.Columns, nil
}

// refuse finds a heading that the sheet lacks, and a meaning that no column has. A
// text may name its language, as name.fr does.
func refuse(columns map[string]string, head []sheet.Cell, types sheet.Types) error {
	headings := lists.Map(head, func(c sheet.Cell) string { return c.Text })
	meanings := slices.Concat(sheet.Fields, sheet.Kinds, lists.Sorted(types))
	for _, heading := range lists.Sorted(columns) {
		i := slices.Index(headings, heading)
		if i < 0 {
			return sheet.Errorf(head[0], "no column has the heading %q; there is, for example, %q", heading,
				cmp.Or(diag.Nearest(heading, headings), headings[0]))
		}
		meaning, _, _ := strings.Cut(columns[heading], ".")
		if !slices.Contains(meanings, meaning) {
			return sheet.Errorf(head[i], "%q is no meaning of a column; there are %s", columns[heading],
				strings.Join(meanings, ", "))
		}
	}
	return nil
}

// fill fills a template of the folder, or a part of one.
func fill(name string, v any) []byte {
	var b bytes.Buffer
	t := template.New("").Delims("<<", ">>").Funcs(template.FuncMap{"quoted": source.Quoted, "short": short})
	if err := template.Must(t.ParseFS(files, "templates/*")).ExecuteTemplate(&b, name, v); err != nil {
		panic(err) // a template is part of the program
	}
	return b.Bytes()
}

// short are words by their short names.
func short(words []string) map[string]string {
	out := map[string]string{}
	for _, w := range words {
		if name := sheet.Slug(w); out[name] == "" && name != "" {
			out[name] = w
		}
	}
	return out
}

// declare writes what the sheet needs into the game file of a pack that is there. A type of cards
// that the game lacks begins in a box, as in a new pack, and gets attributes of other types as they
// are.
func (p *Plan) declare(own *pack.Source, v *values, game *compile.Compiled, types sheet.Types) error {
	var text []byte
	if f := own.File("game.yaml"); f != nil {
		text = f.Data
	}
	var err error
	enter := func(value, key string, way ...string) {
		if err == nil {
			text, err = source.Enter(path.Join(own.Shown, "game.yaml"), text, key, value, way...)
		}
	}
	_, boxed := game.Zones["box"]
	for _, name := range v.Types {
		for _, a := range slices.Backward(v.Attributes) {
			enter(string(fill("attribute", a)), a.To, "types", name, "attributes")
		}
		if _, there := game.Types[name]; there || v.Patch {
			continue
		}
		for _, k := range slices.Backward(v.Columns.Columns) {
			if as := types[k.To].Declared; as != nil {
				enter(as.Inline(), k.To, "types", name, "attributes")
			}
		}
		enter("box", "start", "types", name)
		if !boxed {
			enter("{of: table}", "box", "zones")
			boxed = true
		}
	}
	for _, a := range slices.Backward(v.Attributes) {
		if a.Kind == "word" || a.Kind == "list" {
			enter(string(fill("words", a)), a.To, "words")
		}
	}
	p.change(own, "game.yaml", text)
	return err
}

// change notes a file that would be another.
func (p *Plan) change(own *pack.Source, at string, text []byte) {
	c := Change{Path: at, Text: text}
	if f := own.File(at); f != nil {
		c.Was = f.Data
	}
	if !bytes.Equal(c.Was, text) {
		p.Changes = append(p.Changes, c)
	}
}
