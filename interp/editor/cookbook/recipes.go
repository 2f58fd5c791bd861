// Package cookbook finds a rule by what it does: abilities and rules of the games that the
// program carries, of the starters, of the worked mods and of the examples. All of them come
// from packs that are checked and played by the tests, so that each works as it stands.
//
//	recipes.go   what there is
//	examples.go  the examples: small overlays on a game of forty lines
//	rank.go      the search, which the reference and the pages use too
//
// synonyms.txt has words that mean the same, a group a line; topics.txt what people call
// rules that call themselves otherwise.
package cookbook

import (
	"cmp"
	_ "embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// Recipe is a rule that a game has: an ability, a function of its rules, or an example.
type Recipe struct {
	// ID is PACK/ABILITY, PACK/FILE.FUNCTION or examples/EXAMPLE.
	ID string `json:"id"`
	// Title is what people call it, Says what it does, in a sentence or a few.
	Title string `json:"title"`
	Says  string `json:"says"`
	// File is the file as people know it, Code its text, or the part of it that is meant.
	File string `json:"file"`
	Code string `json:"code"`
	// On are the triggers that an ability answers; Ability is set for one.
	On      []string `json:"on,omitempty"`
	Ability bool     `json:"ability,omitempty"`

	// sentences are those of the pack that the code names, by key.
	sentences map[string]string
}

// Book is all recipes, with an index.
type Book struct {
	Recipes []Recipe
	// index is made by the first search: a recipe that is named needs none.
	index func() *Index
}

//go:embed topics.txt
var topics string

// New collects the recipes: of the games that the program carries, of the starters, the
// examples, and the packs below the folders of lessons, of which nil has none.
func New(lessons fs.FS) (*Book, error) {
	b := &Book{}
	list, err := Examples()
	if err != nil {
		return nil, err
	}
	for i := range list {
		b.Recipes = append(b.Recipes, list[i].recipe())
	}
	for _, genre := range scaffold.Genres() {
		plan, err := scaffold.Pack(genre, genre)
		if err != nil {
			return nil, err
		}
		b.read(genre, lists.Map(plan.Files, func(f scaffold.File) pack.File {
			return pack.File{Path: f.Path, Shown: genre + "/" + f.Path, Data: []byte(f.Text)}
		}))
	}
	if err := b.lessons(lessons); err != nil {
		return nil, err
	}
	for _, game := range pack.Shipped() {
		source, err := pack.Open(game)
		if err != nil {
			return nil, err
		}
		b.read(game, source.Files)
	}
	b.index = sync.OnceValue(func() *Index { return NewIndex(b.Texts()) })
	return b, nil
}

// lessons reads the packs of a tree.
func (b *Book) lessons(files fs.FS) error {
	if files == nil {
		return nil
	}
	return fs.WalkDir(files, ".", func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "pack.yaml" {
			return err
		}
		sub, err := fs.Sub(files, path.Dir(at))
		if err != nil {
			return err
		}
		source, err := pack.FromFS(sub, "testdata/"+path.Dir(at))
		if err == nil {
			b.read(path.Base(path.Dir(at)), source.Files)
		}
		return err
	})
}

var (
	functions = regexp.MustCompile(`(?m)^((?:--.*\n)*)(?:local )?function ([\w.]+)(?:.* end\n|(?s:.*?)\nend\n)`)
	leading   = regexp.MustCompile(`^(?:--.*\n)+`)
	answers   = regexp.MustCompile(`\bon\s*=\s*"([^"]+)"`)
	called    = regexp.MustCompile(`^-- [^:\n]+: `)
	raised    = regexp.MustCompile(`\bon(\s*)=\s*"[^"]+"`)
	names     = regexp.MustCompile(`name(\s*)=\s*{[^}]*}`)
	named     = regexp.MustCompile(`name\s*=\s*{\s*en = "([^"]+)"`)
)

// read takes the recipes of a pack from its files.
func (b *Book) read(name string, files []pack.File) {
	sentences := map[string]string{}
	for _, f := range files {
		if path.Dir(f.Path) == "locale" && strings.HasPrefix(path.Base(f.Path), "en") {
			for line := range strings.Lines(string(f.Data)) {
				if key, text, ok := strings.Cut(line, ": "); ok {
					sentences[key] = strings.Trim(strings.TrimSpace(text), `"`)
				}
			}
		}
	}
	for _, f := range files {
		text, base := string(f.Data), strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))
		switch {
		case strings.HasPrefix(f.Path, "scripts/abilities/"):
			r := Recipe{ID: name + "/" + base, Title: base, Says: sentencesOf(leading.FindString(text)),
				File: f.Shown, Code: text, Ability: true, sentences: map[string]string{}}
			for key, sentence := range sentences {
				_, word, _ := strings.Cut(key, ".")
				if key == "ability."+base ||
					strings.Contains(text, `"`+word+`"`) && !strings.HasPrefix(key, "ability.") {
					r.sentences[key] = sentence
				}
			}
			if m := named.FindStringSubmatch(text); m != nil {
				r.Title = m[1]
			}
			for _, m := range answers.FindAllStringSubmatch(text, -1) {
				r.On = append(r.On, m[1])
			}
			b.Recipes = append(b.Recipes, r)
		case strings.HasPrefix(f.Path, "scripts/rules/"):
			for _, m := range functions.FindAllStringSubmatch(text, -1) {
				title := base + "." + m[2][strings.LastIndex(m[2], ".")+1:]
				b.Recipes = append(b.Recipes,
					Recipe{ID: name + "/" + title, Title: title, Says: sentencesOf(m[1]), File: f.Shown, Code: m[0]})
			}
		}
	}
}

// sentencesOf joins the lines of comments to one.
func sentencesOf(comments string) string {
	lines := syntax.CommentAbove(comments, strings.Count(comments, "\n")+1)
	return strings.ReplaceAll(lines, "\n", " ")
}

// recipe makes a recipe of an example: all of its files.
func (e *Example) recipe() Recipe {
	r := Recipe{ID: "examples/" + e.Name, Title: e.Title, Says: e.About}
	for _, f := range e.Files {
		mark := map[string]string{".lua": "--"}[path.Ext(f.Path)]
		r.Code += fmt.Sprintf("%s %s\n%s\n", cmp.Or(mark, "#"), f.Path, f.Text)
	}
	return r
}

// Texts are what a search of a recipe looks at, in the order of the recipes.
func (b *Book) Texts() [][]Text {
	known := map[string][]string{}
	for line := range strings.Lines(topics) {
		if id, phrases, ok := strings.Cut(line, ": "); ok {
			for id := range strings.FieldsSeq(id) {
				known[id] = append(known[id], phrases)
			}
		}
	}
	return lists.Map(b.Recipes, func(r Recipe) []Text {
		var effects []string
		for i := range keyword.Functions().Methods {
			if f := &keyword.Functions().Methods[i]; callIn(r.Code, f.Name) {
				effects = append(effects, f.Doc)
			}
		}
		return []Text{
			{3, strings.ReplaceAll(r.Title, "_", " ")}, {3, r.Says},
			{2, r.sentences["ability."+r.ID[strings.Index(r.ID, "/")+1:]]}, {3, strings.Join(known[r.ID], " ")},
			{1, strings.Join(r.On, " ")}, {0.4, r.Code}, {0.3, strings.Join(effects, " ")},
		}
	})
}

// Find returns the most recipes that fit a search, the best first, and the words of the search
// that no recipe has; all recipes where nothing is searched for.
func (b *Book) Find(search string) (found []*Recipe, unknown []string) {
	fitting, unknown := b.index().Find(search)
	fitting = fitting[:min(Most, len(fitting))]
	for i := 0; search == "" && i < len(b.Recipes); i++ {
		fitting = append(fitting, i)
	}
	return lists.Map(fitting, func(i int) *Recipe { return &b.Recipes[i] }), unknown
}

// Most is how many recipes are shown to who searches.
const Most = 6

// None says in a language that no recipe fits a search, and which of its words none has.
func None(lang, search string, unknown []string) string {
	key := "recipes.none"
	if len(unknown) > 0 {
		key = "recipes.unknown"
	}
	return locale.NewWords(lang, locale.OnPage).Say(key, "search", search, "words", strings.Join(unknown, ", "))
}

// Named returns the recipe of an ID, or of its last part where no other ends so. A
// *scaffold.NameError says which are near.
func (b *Book) Named(id string) (*Recipe, error) {
	var found []*Recipe
	var known []string
	for i := range b.Recipes {
		r := &b.Recipes[i]
		short := r.ID[strings.Index(r.ID, "/")+1:]
		if r.ID == id {
			return r, nil
		}
		known = append(known, r.ID)
		if short == id {
			found = append(found, r)
		}
		if !slices.Contains(known, short) {
			known = append(known, short)
		}
	}
	switch len(found) {
	case 0:
		return nil, &scaffold.NameError{Message: fmt.Sprintf("there is no recipe %q; %s", id, diag.There(id, known))}
	case 1:
		return found[0], nil
	}
	ids := lists.Map(found, func(r *Recipe) string { return r.ID })
	return nil, &scaffold.NameError{Message: fmt.Sprintf("%q is one of %s", id, strings.Join(ids, ", "))}
}

// Model makes of the recipe of an ability what another of a name begins with, which answers
// the trigger on instead, if one is given; texts are the sentences that its pack has already.
func (r *Recipe) Model(name, on string, texts map[string]*ast.Message) (*scaffold.Model, error) {
	if !r.Ability {
		return nil, &scaffold.NameError{Message: fmt.Sprintf(
			"%s is no ability; its code is printed by: ruledeck cookbook %s", r.ID, r.ID)}
	}
	m := &scaffold.Model{Script: r.Code}
	if len(r.On) > 0 {
		m.On = r.On[0]
	}
	title := scaffold.Title(name)
	m.Script = names.ReplaceAllString(m.Script, fmt.Sprintf("name${1}= {en = %q}", title))
	m.Script = called.ReplaceAllString(m.Script, "-- "+title+": ")
	if on != "" {
		m.Script = raised.ReplaceAllString(m.Script, fmt.Sprintf("on${1}= %q", on))
	}
	_, own, _ := strings.Cut(r.ID, "/")
	for _, key := range lists.Sorted(r.sentences) {
		to := key
		if key == "ability."+own {
			to = "ability." + name
		}
		if _, told := texts[to]; !told {
			m.Sentences = append(m.Sentences, fmt.Sprintf("%s: %q", to, r.sentences[key]))
		}
	}
	return m, nil
}
