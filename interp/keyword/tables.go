package keyword

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The texts of the tables.
var (
	//go:embed types.txt
	typesText string
	//go:embed files.txt
	filesText string
	//go:embed kinds.txt
	kindsText string
	//go:embed cards.txt
	cardsText string
	//go:embed overlays.txt
	overlaysText string
	//go:embed scripts.txt
	scriptsText string
	//go:embed scenarios.txt
	scenariosText string
	//go:embed positions.txt
	positionsText string
	//go:embed entities.txt
	entitiesText string
	//go:embed functions.txt
	functionsText string
	//go:embed library.txt
	libraryText string
)

// The tables, each read when it is first asked for. Callers must not change them.
var (
	// Files are the records of the YAML files of a pack.
	Files = table("files.txt", filesText)
	// FileKinds is a record with the kinds of YAML files as fields.
	FileKinds = table("kinds.txt", kindsText)
	// Contents are the records of the files with cards, texts and rulings.
	Contents = table("cards.txt", cardsText)
	// Overlays are the records that only overlays have: changes to the parts of the pack below. A
	// patch of a card has the fields of cards before its own.
	Overlays = sync.OnceValue(func() []*Record {
		all := read("overlays.txt", overlaysText, types)
		all[0].Fields = append(patched(find(Contents(), "card").Fields, "id"), all[0].Fields...)
		return all
	})
	// Tables are the records of tables that scripts write, beside the filters on cards and
	// seats, which package filter has.
	Tables = table("scripts.txt", scriptsText)
	// Scenarios are the records of scenario files, the tests that designers write.
	Scenarios = table("scenarios.txt", scenariosText)
	// Positions are the records of positions and expectations whose keys come from the game.
	Positions = table("positions.txt", positionsText)
	// Entities are the values that scripts get from the game: what can be read, written and
	// called on each.
	Entities = table("entities.txt", entitiesText)

	functions = table("functions.txt", functionsText)
	library   = table("library.txt", libraryText)
)

// Functions are the functions of the game, as methods of a record; scripts call them beside the
// methods of entities and the library of the language.
func Functions() *Record { return functions()[0] }

// Library is what scripts have of Lua's own functions, and a few more, as methods, with the
// values that it brings as fields; package interp/script/library says how they work, and what
// it leaves out.
func Library() *Record { return library()[0] }

func table(file, text string) func() []*Record {
	return sync.OnceValue(func() []*Record { return read(file, text, types) })
}

// types are the types that have a name.
var types = read("types.txt", typesText, nil)[0]

// The closed lists of words that the program goes by.
var (
	// AttributeTypes are the types of attributes.
	AttributeTypes = words("attribute_types")
	// ItemTypes are the types of the items of lists and maps, and of the parameters of
	// abilities.
	ItemTypes = words("item_types")
	// ParameterTypes are the types of the parameters of triggers.
	ParameterTypes = words("parameter_types")
	// SeenWords say who may see something.
	SeenWords = words("seen")
	// UndoWords say when an answer may be taken back; the first is the default.
	UndoWords = words("undo")
	// WindowNames are where at a trigger an ability acts, in their order.
	WindowNames = words("window")
	// FaceSizes are the sizes of cards that have a name.
	FaceSizes = words("face_sizes")
)

func words(name string) []string {
	f, _ := types.Field(name)
	return f.Type.Words
}

// reader reads a table line by line.
type reader struct {
	file, text string
	types      *Record
	// shared are the lines of the blocks that others take in.
	shared map[string]string
	// line is the line that is read, rest the part of it that is left, doc the explanation in the
	// lines under it.
	line, rest string
	doc        *string
	records    []*Record
	record     *Record
	function   *Func
}

// read reads a table. The types that it names are the fields of a record: of its own first
// one, where none is given.
func read(file, text string, types *Record) []*Record {
	r := &reader{file: file, text: text, types: types, shared: map[string]string{}}
	for block := range strings.SplitSeq(text, "\n\n") {
		head, lines, _ := strings.Cut(block, "\n")
		if name, ok := strings.CutPrefix(head, "shared "); ok {
			r.shared[name] = lines
			continue
		}
		r.lines(block)
	}
	return r.records
}

// fail ends the program: a mistake in a table is one in the program.
func (r *reader) fail(format string, args ...any) {
	before, _, _ := strings.Cut(r.text, r.line)
	panic(fmt.Sprintf("keyword: %s:%d: ", r.file, 1+strings.Count(before, "\n")) + fmt.Sprintf(format, args...))
}

func (r *reader) lines(text string) {
	for line := range strings.Lines(text) {
		r.line = line
		r.rest = strings.TrimSpace(line)
		margin := strings.Index(line, r.rest)
		switch {
		case r.rest == "" || r.rest[0] == '#':
		case margin == 0:
			r.head()
		case r.record == nil || margin != 2 && margin != 4:
			r.fail("a line stands under a head, 2 or 4 letters in")
		case margin == 4:
			r.explain()
		case r.rest[0] == '+':
			shared, ok := r.shared[r.rest[2:]]
			if !ok {
				r.fail("nothing shared has the name %q", r.rest[2:])
			}
			r.lines(shared)
		case r.rest[0] != '@':
			r.entry()
		case r.function != nil:
			r.ofFunction()
		default:
			r.ofRecord()
		}
	}
}

func (r *reader) explain() {
	if *r.doc != "" {
		*r.doc += " "
	}
	*r.doc += r.rest
}

// head reads the first line of a block: its kind, its name and its explanation.
func (r *reader) head() {
	title, doc, _ := strings.Cut(r.rest, ": ")
	kind, name, _ := strings.Cut(title, " ")
	switch {
	case kind == "record":
		r.record = &Record{Name: name, Doc: doc}
		r.records = append(r.records, r.record)
		r.function = nil
		r.doc = &r.record.Doc
		r.types = cmp.Or(r.types, r.record)
	case kind == "function" && r.record != nil:
		r.record.Methods = append(r.record.Methods, Func{Name: name, Doc: doc})
		r.function = &r.record.Methods[len(r.record.Methods)-1]
		r.doc = &r.function.Doc
	default:
		r.fail("%q is no head: shared, or record, and function under a record", r.rest)
	}
}

// entry reads a field of a record or a parameter of a function.
func (r *reader) entry() {
	name, rest, _ := strings.Cut(r.rest, ": ")
	r.rest = rest
	typ := r.either()
	flags := strings.Split(r.rest, ", ")
	if flags[0] != "" {
		r.fail("%q is left behind the type", r.rest)
	}
	if r.function != nil {
		r.function.Params = append(r.function.Params, Param{Name: name, Type: typ})
		p := &r.function.Params[len(r.function.Params)-1]
		r.doc = &p.Doc
		r.set(flags[1:], map[string]*bool{"optional": &p.Optional, "rest": &p.Rest, "own": &p.Own})
		return
	}
	r.record.Fields = append(r.record.Fields, Field{Name: name, Type: typ})
	f := &r.record.Fields[len(r.record.Fields)-1]
	r.doc = &f.Doc
	if last := flags[len(flags)-1]; strings.HasPrefix(last, "default ") {
		f.Default = strings.Fields(last)[1:]
		flags = flags[:len(flags)-1]
	}
	r.set(flags[1:], map[string]*bool{"required": &f.Required, "in rules": &f.InRules, "write": &f.Write})
}

func (r *reader) set(flags []string, known map[string]*bool) {
	for _, flag := range flags {
		if known[flag] == nil {
			r.fail("%q is none of %q", flag, slices.Sorted(maps.Keys(known)))
		}
		*known[flag] = true
	}
}

// ofRecord reads a line with @ of a record.
func (r *reader) ofRecord() {
	what := r.next()
	switch all := strings.TrimSpace(r.rest); what {
	case "@open":
		r.record.Open = all
		r.doc = &r.record.Open
	case "@keys":
		r.record.OpenKeys = all
	case "@texts":
		r.record.OpenTexts = true
	case "@nulls":
		r.record.Nulls = true
	case "@marks":
		r.record.Marks = strings.Fields(all)
	case "@gone":
		key, why, _ := strings.Cut(all, ": ")
		r.record.Gone = map[string]string{key: why}
	case "@adds":
		r.record.Adds = append(r.record.Adds, r.added())
	default:
		r.fail("a record has no %s", what)
	}
}

func (r *reader) added() Added {
	a := Added{Names: r.one().Ref}
	if r.take("of") {
		a.Holder = r.next()
	}
	if r.take("as") {
		a.As = As(r.index("said state printed compared paid"))
	}
	if r.take("with") {
		a.Parts = r.one().Words
	}
	if r.take("->") {
		a.Item = r.either()
	}
	return a
}

// ofFunction reads a line with @ of a function.
func (r *reader) ofFunction() {
	what := r.next()
	switch f := r.function; what {
	case "@does":
		for r.rest != "" {
			f.Does |= 1 << r.index("acts asks draws shows ends loses tells declares")
		}
	case "@takes":
		f.Table = string(r.one().Ref)
	case "@gives":
		f.Results = append(f.Results, r.either())
	case "@more":
		f.Open = true
	case "@nothing":
		f.Nothing = strings.TrimSpace(r.rest)
	case "@each":
		f.Each = append(f.Each, r.either())
	case "@costs":
		unit, of, _ := strings.Cut(strings.TrimSpace(r.rest), ": ")
		f.Costs = append(f.Costs, Cost{Unit(unit), of})
		if !slices.Contains([]Unit{Instructions, Memory, Looks, Options, Events, Said}, Unit(unit)) {
			r.fail("%q is no unit", unit)
		}
	default:
		r.fail("a function has no %s", what)
	}
}

// either reads a type, of which there may be several with | between.
func (r *reader) either() Type {
	all := []Type{r.one()}
	for r.take("|") {
		all = append(all, r.one())
	}
	if len(all) == 1 {
		return all[0]
	}
	return Type{Kind: Either, Of: all}
}

// one reads a type and the words behind it.
func (r *reader) one() Type {
	t := r.alone()
	for {
		switch {
		case r.take("by"):
			t.By = Narrowing(1 + r.index("name first filter options"))
		case r.take("only"):
			t.Only = Only(1 + r.index("numbers boards per_seat"))
		case r.take("least"):
			t.Least = r.number()
		case r.take("like"):
			like := r.one()
			t.Like = &like
		default:
			return t
		}
	}
}

func (r *reader) number() *int {
	word := r.next()
	n, err := strconv.Atoi(word)
	if err != nil {
		r.fail("least needs a number, not %q", word)
	}
	return &n
}

// alone reads a type up to what may stand behind it.
func (r *reader) alone() (t Type) {
	word := r.next()
	if i := strings.IndexAny(word, "<{["); i == 0 {
		return bracketed(word[0], word[1:len(word)-1])
	}
	switch word {
	case "(":
		t = r.either()
		r.expect(")")
	case "list", "some", "set":
		t = Type{Kind: ListOf, Single: word != "list", Set: word == "set"}
		item := r.one()
		t.Item = &item
	case "map", "new", "one":
		t = Type{Kind: MapOf, New: word == "new", One: word == "one"}
		item := r.one()
		if r.take("->") {
			t.Keys = item.Ref
			item = r.one()
		}
		t.Item = &item
	case "sentence":
		t = Type{Kind: Name, Ref: RefText, Under: r.next()}
	default:
		t = r.word(word)
	}
	return t
}

// bracketed is a name of <something>, the {record} of a name, or one of [some words].
func bracketed(bracket byte, inside string) Type {
	switch bracket {
	case '<':
		return Type{Kind: Name, Ref: Ref(inside)}
	case '{':
		return Type{Kind: RecordOf, Ref: Ref(inside)}
	}
	return Type{Kind: Choice, Words: strings.Fields(inside)}
}

// kinds are the words for types, in the order of the constants.
var kinds = strings.Fields("any text word number flag scalar texts [] <> list map {} | filter nothing game seat " +
	"card zone thing action options event function real same element key")

// word is the type that a word stands for.
func (r *reader) word(word string) Type {
	if f, ok := r.types.Field(word); ok {
		return f.Type
	}
	kind := slices.Index(kinds, word)
	if kind < 0 {
		r.fail("%q is no type", word)
	}
	t := Type{Kind: Kind(kind)}
	switch {
	case t.Kind == Word && strings.HasPrefix(r.rest, " <"):
		t.Ref = r.one().Ref
	case t.Kind == Function && r.take("("):
		t.Of = append(t.Of, r.one())
		for r.take(",") {
			t.Of = append(t.Of, r.one())
		}
		r.expect(")")
	}
	return t
}

// next reads a word, something in brackets, or a sign.
func (r *reader) next() string {
	r.rest = strings.TrimLeft(r.rest, " ")
	end := strings.IndexAny(r.rest, " ,|()")
	switch {
	case strings.IndexAny(r.rest, "<{[") == 0:
		end = 1 + strings.IndexAny(r.rest, ">}]")
	case end == 0:
		end = 1
	case end < 0:
		end = len(r.rest)
	}
	word := r.rest[:end]
	r.rest = r.rest[end:]
	return word
}

// take reads a word if it is the next one.
func (r *reader) take(word string) bool {
	rest := r.rest
	if r.next() == word {
		return true
	}
	r.rest = rest
	return false
}

func (r *reader) expect(word string) {
	if !r.take(word) {
		r.fail("expected %s before %q", word, r.rest)
	}
}

// index reads a word that is one of some, and says which.
func (r *reader) index(words string) int {
	word := r.next()
	i := slices.Index(strings.Fields(words), word)
	if i < 0 {
		r.fail("%q is none of: %s", word, words)
	}
	return i
}
