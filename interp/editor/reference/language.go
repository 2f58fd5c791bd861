package reference

import (
	"cmp"
	_ "embed"
	"path"
	"strings"
	"text/template"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// botExample is a bot from outside that needs no package.
//
//go:embed bot.py
var botExample string

// New makes the reference of the language and of the games, their texts in a
// language, with the recipes of a book; nil leaves these out.
func New(games []*interp.Pack, lang string, book *cookbook.Book) (*Document, error) {
	base, err := scaffold.Pack(cookbook.Base, "")
	if err != nil {
		return nil, err
	}
	list, err := cookbook.Examples()
	if err != nil {
		return nil, err
	}
	l := language{append([]cookbook.Example{{Name: cookbook.Base, Title: "A whole game", Files: base.Files}},
		list...), filter.Standard}
	if len(games) > 0 {
		l.Filters = games[0].Compiled.Conditions()
	}
	title := "ruledeck: the reference"
	if len(games) == 1 {
		title += ", with " + games[0].Title(lang)
	}
	pages, err := l.pages()
	if err != nil {
		return nil, err
	}
	d := &Document{Title: title}
	data := l.data()
	data["Book"], data["Titles"] = book, lists.Map(games, func(p *interp.Pack) string { return p.Title(lang) })
	if err := d.add(pages, "language.md", data); err != nil {
		return nil, err
	}
	if err := d.add(pages, "bots.md", map[string]string{"Bot": botExample}); err != nil {
		return nil, err
	}
	for _, p := range games {
		if err := d.add(pages, "game.md", newGame(p, lang)); err != nil {
			return nil, err
		}
	}
	if book == nil {
		return d, nil
	}
	if err := d.add(pages, "cookbook.md", book); err != nil {
		return nil, err
	}
	texts := map[string][]cookbook.Text{}
	for i, text := range book.Texts() {
		r := &book.Recipes[i]
		if texts[r.ID] = text; r.File == "" {
			texts[r.Title] = text // an example, which stands under its heading
		}
	}
	for _, s := range d.Sections {
		s.Recipe = texts[s.Title]
	}
	return d, nil
}

// language is what the pages say of the language.
type language struct {
	// Examples begin with the game that the others change.
	Examples []cookbook.Example
	// Filters are the conditions that filters know.
	Filters filter.Table
}

// data is what the page of the language is filled with.
func (l *language) data() map[string]any {
	var functions, library []called
	for _, f := range keyword.Functions().Methods {
		functions = append(functions, l.called(&f, "", f.Name))
	}
	for _, f := range keyword.Library().Methods {
		library = append(library, l.called(&f, "", f.Name))
	}
	return map[string]any{
		"API": keyword.API, "Examples": l.Examples, "Files": keyword.Files(), "Contents": keyword.Contents(),
		"Overlays": keyword.Overlays(), "RemoveKey": keyword.RemoveKey, "Bounds": bounds(), "Functions": functions,
		"Tables":        l.Filters.Tables(),
		"Entities":      keyword.Entities(),
		"Library":       library,
		"LibraryValues": keyword.Library().Fields,
		"Messages":      keyword.Messages,
		"Scenarios":     keyword.Scenarios(),
		"Findings":      diag.Kinds(),
		"History":       keyword.History(),
	}
}

// pages reads the templates of the pages, with what they may call.
func (l *language) pages() (*template.Template, error) {
	return parsed(template.FuncMap{
		"prose": func(text string) paragraphs { return paragraphs(text) },
		"quote": quote, "quotes": quotes, "type": typeText, "article": keyword.Article,
		"upper": func(text string) string { return strings.ToUpper(text[:1]) + text[1:] },
		"language": func(file string) string {
			return cmp.Or(map[string]string{".lua": "lua"}[path.Ext(file)], "yaml")
		},
		"title": func(name string) string {
			for i := range l.Examples {
				if l.Examples[i].Name == name {
					return l.Examples[i].Title
				}
			}
			return ""
		},
		"placeholders": func(m keyword.Message) string {
			names := lists.Map(m.Names, func(n string) string { return quote("{" + n + "}") })
			if m.Open != "" {
				names = append(names, m.Open)
			}
			return strings.Join(names, ", ")
		},
		"methods": func(r *keyword.Record) []called {
			return lists.Map(r.Methods, func(m keyword.Func) called { return l.called(&m, r.Name, ":"+m.Name) })
		},
	})
}

// called is a function as a page shows it.
type called struct {
	*keyword.Func
	// Title is how it is called, Example the title of the first example that calls it.
	Title, Example string
}

// called makes a function of a value, or of none, ready for a page; call is how an
// example calls it.
func (l *language) called(f *keyword.Func, of, call string) called {
	c := called{Func: f, Title: call + signature(f)}
	if of != "" {
		c.Title = of + c.Title
	}
	for i := range l.Examples {
		if l.Examples[i].Shows(call) {
			c.Example = l.Examples[i].Title
			break
		}
	}
	return c
}

// Gives are the types of the results, "" for none that is known.
func (c called) Gives() string {
	var results []string
	for _, r := range c.Results {
		if r.Kind != keyword.Any {
			results = append(results, typeText(r))
		}
	}
	return strings.Join(results, ", ")
}

// Pays says what a call costs, "" for nothing.
func (c called) Pays() string {
	costs := lists.Map(c.Costs, func(cost keyword.Cost) string { return string(cost.Unit) + " for each " + cost.Of })
	return strings.Join(costs, "; ")
}

func signature(f *keyword.Func) string {
	if f.Table != "" {
		return "{...}"
	}
	var parts []string
	for _, p := range f.Params {
		name := p.Name
		switch {
		case p.Rest:
			name += "..."
		case p.Optional:
			name = "[" + name + "]"
		}
		parts = append(parts, name)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
