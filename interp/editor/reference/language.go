package reference

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// New makes the reference of the language and of the games, their texts in a
// language.
func New(games []*interp.Pack, lang string) (*Document, error) {
	list, err := Examples()
	if err != nil {
		return nil, err
	}
	base, err := scaffold.Pack(Base)
	if err != nil {
		return nil, err
	}
	b := &builder{Document: &Document{Title: "ruledeck: the reference", Places: map[string]string{}}, examples: list, base: base, shown: map[string]*Section{}}
	if len(games) == 1 {
		b.Title = "ruledeck: the reference, with " + games[0].Title(lang)
	}
	b.intro()
	b.exampleList()
	b.files()
	b.functions()
	b.entities()
	b.library()
	b.messages()
	b.scenarios()
	b.findings()
	b.versions()
	b.bots()
	b.ways()
	for _, p := range games {
		b.game(p, lang)
	}
	return b.Document, nil
}

// builder writes the sections.
type builder struct {
	*Document
	examples []Example
	base     *scaffold.Plan
	// shown are the sections of the examples, by name.
	shown map[string]*Section
	// start is the first section.
	start *Section
}

func (b *builder) intro() {
	s := b.section(1, "Start here")
	s.say(fmt.Sprintf("Version %d of the language. A game is a pack: a folder of YAML, which says what exists, and of Lua, which says what happens. "+
		"Everything here is made from the registry that the loader, the checker and the editors' files are made from: `ruledeck docs` writes it.", keyword.API))
	s.code("sh", "A game of your own", "ruledeck new pack variety\nruledeck play variety --seats human,random\nruledeck test variety\nruledeck new card strongman in variety\nruledeck new ability applause in variety\nruledeck check variety\n")
	s.code("sh", "A change of a game that exists", "ruledeck new overlay marsh of bbtm\nruledeck new card bog_witch in marsh --set team=chaos\nruledeck test marsh\nruledeck studio marsh\n")
	b.start = s
}

// wants are what people come with, and the section that answers it.
var wants = []struct{ want, title string }{
	{"A whole small game, file by file; each idea as an example that runs", "Examples"},
	{"What stands in which file, key by key", "The files of a pack"},
	{"Change cards, words, rules and steps of a game without touching it", "Overlays"},
	{"What a script can call", "Functions of scripts"},
	{"What cards, seats, zones and moments know", "Values of scripts"},
	{"Which Lua it is", "Lua in scripts"},
	{"What people read: prompts, the transcript, names", "Sentences"},
	{"Test a rule in a few plain lines", "Scenarios"},
	{"What a finding of check means, and what to do about it", "Findings"},
}

// ways fills the first section with links to the others, now that they are there.
func (b *builder) ways() {
	for _, w := range wants {
		for _, s := range b.Sections {
			if s.Level == 1 && s.Title == w.title {
				b.start.link(w.want+":", s)
			}
		}
	}
}

// exampleList shows the game that the examples change, and the examples.
func (b *builder) exampleList() {
	s := b.section(1, "Examples")
	s.say("`ruledeck new pack variety` writes the first one. The others are overlays on it, each a folder with a pack.yaml that says `extends: ../variety`; a test runs the scenarios of all.")
	first := b.section(2, "A whole game")
	for _, f := range b.base.Files {
		first.code(languageOf(f.Path), f.Path, f.Text)
	}
	for i := range b.examples {
		e := &b.examples[i]
		section := b.section(2, e.Title)
		section.say(e.About)
		for _, f := range e.Files {
			section.code(languageOf(f.Path), f.Path, f.Text)
		}
		b.shown[e.Name] = section
	}
	b.shown[Base] = first
}

func languageOf(path string) string {
	if strings.HasSuffix(path, ".lua") {
		return "lua"
	}
	return "yaml"
}

// exampleOf finds the first example that calls a name.
func (b *builder) exampleOf(name string) *Section {
	whole := Example{Name: Base, Files: b.base.Files}
	if whole.shows(name) {
		return b.shown[Base]
	}
	for i := range b.examples {
		if b.examples[i].shows(name) {
			return b.shown[b.examples[i].Name]
		}
	}
	return nil
}

// files writes the records of the files of a pack.
func (b *builder) files() {
	s := b.section(1, "The files of a pack")
	s.list([]string{"file", "what it holds"}, [][]string{
		{"`pack.yaml`", "what the pack is"},
		{"`game.yaml`", "everything that exists in the game"},
		{"`cards/**/*.yaml`", "the cards"},
		{"`scripts/rules/<file>.lua`", "a table of functions: the steps, `<file>.<function>`"},
		{"`scripts/abilities/**/<ability>.lua`", "`ability{...}`, once or several times: together the ability of the file's name"},
		{"`locale/<language>.yaml`", "the sentences, by key"},
		{"`rulings.yaml`", "how the pack reads what the rules leave open"},
		{"`scenarios/**/*.yaml`", "tests of rules"},
		{"`overlays/<name>/`", "overlays that values of options lay over the pack"},
	})
	for _, r := range keyword.Files {
		b.record(r)
	}
	for _, r := range keyword.Contents {
		b.record(r)
	}
	o := b.section(1, "Overlays")
	o.say("A pack whose pack.yaml has `extends` is laid over another. Its game.yaml is laid over the base's: maps key by key, lists whole, or in part with `add` and `remove`; " +
		"`" + keyword.RemoveKey + "` takes parts of the base out. Two overlays that change the same thing are an error unless one has the larger `priority`.")
	o.link("See", b.shown["overlay"])
	for _, r := range keyword.Overlays {
		b.record(r)
	}
}

// record writes the keys of a record.
func (b *builder) record(r *keyword.Record) *Section {
	s := b.section(2, upper(r.Name))
	b.Places[r.Name] = s.Anchor
	s.say(r.Doc)
	var rows [][]string
	for _, f := range r.Fields {
		rows = append(rows, []string{quote(f.Name), typeText(f.Type) + required(f.Required), f.Doc + since(f.Since)})
	}
	s.list([]string{"key", "value", "meaning"}, rows)
	if r.Open != "" {
		s.say("Further keys: " + r.Open + ".")
	}
	if len(r.Marks) > 0 {
		s.say("It has at least one of " + quotes(r.Marks) + ".")
	}
	return s
}

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func required(yes bool) string {
	if yes {
		return " (required)"
	}
	return ""
}

func since(api int) string {
	if api > 1 {
		return fmt.Sprintf(" Since version %d.", api)
	}
	return ""
}

// functions writes what scripts can call, and the tables they take.
func (b *builder) functions() {
	s := b.section(1, "Functions of scripts")
	s.say("What changes the game, rolls or asks cannot be called by `when`, `amount` and the other functions that only look.")
	s.say("What a script makes the program do is counted, the same on every machine, and a step that goes beyond its share is stopped with the card, the ability and the line. A step, with all that it brings about, has " + shares() + ". A function says what it pays beside the few instructions that each call is.")
	for i := range keyword.Functions {
		b.function(&keyword.Functions[i], keyword.Functions[i].Name, keyword.Functions[i].Name)
	}
	t := b.section(1, "Tables of scripts")
	t.say("The tables that functions take, and those inside them. A card filter is also what `active` in game.yaml is.")
	for _, r := range keyword.Tables {
		b.record(r)
	}
}

// function writes one function; call is how an example calls it.
func (b *builder) function(f *keyword.Func, shown, call string) {
	s := b.name(2, shown+signature(f))
	text := f.Doc
	if f.Changes {
		text += " It changes the game."
	}
	s.say(text + since(f.Since))
	if f.Table != "" {
		s.say("It takes a table: [[" + f.Table + "]].")
	}
	var rows [][]string
	for _, p := range f.Params {
		what := typeText(p.Type)
		if p.Optional {
			what += ", may be left out"
		}
		rows = append(rows, []string{quote(p.Name), what, p.Doc})
	}
	s.list([]string{"parameter", "value", "meaning"}, rows)
	var results []string
	for _, r := range f.Results {
		if r.Kind != keyword.Any {
			results = append(results, typeText(r))
		}
	}
	if len(results) > 0 {
		s.say("It gives " + strings.Join(results, ", ") + ".")
	}
	if len(f.Costs) > 0 {
		costs := make([]string, len(f.Costs))
		for i, c := range f.Costs {
			costs[i] = string(c.Unit) + " for each " + c.Of
		}
		s.say("It pays " + strings.Join(costs, "; ") + ".")
	}
	s.link("Example:", b.exampleOf(call))
}

// shares are what a step has of what is counted.
func shares() string {
	budget := limits.New(limits.Limits{})
	list := make([]string, limits.Count)
	for r := range limits.Count {
		list[r] = fmt.Sprintf("%d %s", budget.Limit(limits.Resource(r)), limits.Resource(r))
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
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

// entities writes the values that scripts get.
func (b *builder) entities() {
	s := b.section(1, "Values of scripts")
	s.say("What scripts get from the game. Reading a field that does not exist is an error; fields marked so can be assigned.")
	for _, r := range keyword.Entities {
		section := b.section(2, upper(keyword.Article(r.Name)))
		section.say(r.Doc)
		var rows [][]string
		for _, f := range r.Fields {
			what := typeText(f.Type)
			if f.Write {
				what += ", can be assigned"
			}
			rows = append(rows, []string{quote(f.Name), what, f.Doc})
		}
		section.list([]string{"field", "value", "meaning"}, rows)
		if r.Open != "" {
			section.say("Further fields: " + r.Open + ".")
		}
		for i := range r.Methods {
			b.function(&r.Methods[i], r.Name+":"+r.Methods[i].Name, ":"+r.Methods[i].Name)
		}
	}
}

// library writes what there is of Lua itself.
func (b *builder) library() {
	s := b.section(1, "Lua in scripts")
	s.say("A small Lua: whole numbers where the game is concerned, no clock, no files, no chance but the game's own. Scripts have no memory: globals and the tables of modules are frozen once the scripts are loaded.")
	for i := range keyword.Library {
		b.function(&keyword.Library[i], keyword.Library[i].Name, keyword.Library[i].Name)
	}
	var rows [][]string
	for _, v := range keyword.LibraryValues {
		rows = append(rows, []string{quote(v.Name), v.Doc})
	}
	s = b.section(2, "Numbers of the language")
	s.list([]string{"name", "meaning"}, rows)
}

// messages writes the keys of sentences.
func (b *builder) messages() {
	s := b.section(1, "Sentences")
	s.say("The keys of locale files. Placeholders stand in braces, {name}; a sentence with {count} may have plural forms.")
	var rows [][]string
	for _, m := range keyword.Messages {
		var names []string
		for _, n := range m.Names {
			names = append(names, quote("{"+n+"}"))
		}
		if m.Open != "" {
			names = append(names, m.Open)
		}
		rows = append(rows, []string{quote(m.Key), strings.Join(names, ", "), m.Doc})
	}
	s.list([]string{"key", "placeholders", "when it is said"}, rows)
}

func (b *builder) scenarios() {
	s := b.section(1, "Scenarios")
	s.say("A scenario is a test that a designer writes: a position, answers in the words a player sees, and what must be true. `ruledeck test` runs those in folders named scenarios.")
	for _, r := range keyword.Scenarios {
		b.record(r)
	}
}

// findings writes the codes of what check and test find.
func (b *builder) findings() {
	s := b.section(1, "Findings")
	s.say("What `ruledeck check`, `ruledeck test` and the editors find, by code. `--format json` and `--format github` give the code of each finding, editors show it beside the message, and at a terminal a report ends with those it has; `ruledeck explain CODE` prints its line of this table.")
	var rows [][]string
	for _, k := range diag.Kinds() {
		rows = append(rows, []string{quote(k.Code), k.Doc, k.Do})
	}
	s.list([]string{"code", "what it means", "what to do"}, rows)
}

func (b *builder) versions() {
	s := b.section(1, "Versions")
	s.say(fmt.Sprintf("pack.yaml states as `api` the version of the language that a pack is written for; this is version %d. An older pack in which nothing is wrong runs as it is.", keyword.API))
	var rows [][]string
	for _, c := range keyword.History {
		rows = append(rows, []string{fmt.Sprint(c.API), c.What, c.Mend})
	}
	s.list([]string{"version", "change", "what to write"}, rows)
}
