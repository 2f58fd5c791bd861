// Package keyword is the one registry of everything that a pack may contain:
// the keys of the YAML files, and the fields, filters and functions of the
// scripts, each with its type and a line that explains it. Readers look up keys
// in it, checkers the allowed names and the nearest one to a mistake; the JSON
// Schema and the reference are made from it.
//
// It is data and imports nothing. The tables are texts beside the code, which types.txt
// explains, and are complete: nothing is registered at run time.
//
//	types.txt      how tables are written, and types that have a name
//	files.txt      the YAML files of a pack; cards.txt those with cards, texts and rulings
//	kinds.txt      which YAML files there are
//	overlays.txt   keys that only overlays have
//	scripts.txt    the tables that scripts write
//	scenarios.txt  scenarios; positions.txt their keys that come from the game
//	entities.txt   the values that scripts get from the game
//	functions.txt  functions that scripts can call
//	library.txt    the functions of Lua that they have
//	messages.txt   the kinds of sentences of the locale files
//	versions.txt   changes of the language, by version
package keyword

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Kind is the kind of a Type.
type Kind uint8

// The kinds of types.
const (
	// Any value; only scripts and free data use it.
	Any Kind = iota
	// Text is any scalar read as text.
	Text
	// Word is a name: letters, digits and underscores, dots between parts.
	Word
	// Number is a whole number.
	Number
	// Flag is true or false.
	Flag
	// Scalar is a word, a number or a flag.
	Scalar
	// Texts is a text by language, {en: ..., fr: ..., ja: ...}, or one text.
	Texts
	// Choice is one of Words.
	Choice
	// Name is the name of something declared elsewhere: Ref says what.
	Name
	// ListOf holds values of type Item; one value alone stands for a list of
	// one where Single is set.
	ListOf
	// MapOf maps names that the designer chooses to values of type Item.
	MapOf
	// RecordOf is a map with the keys of the record Ref.
	RecordOf
	// Either is one of the types Of.
	Either
	// Filter is a condition on a card, a table with the keys of package filter.
	Filter

	// The rest are values of scripts.

	// Nothing is nil.
	Nothing
	// GameValue, SeatValue, CardValue and ZoneValue are the entities.
	GameValue
	SeatValue
	CardValue
	ZoneValue
	// Thing is whatever can be an option: a card, seat, zone, word, number or
	// offered action.
	Thing
	// ActionValue is an action that an ability offers.
	ActionValue
	// OptionsValue is a list built by options().
	OptionsValue
	// EventValue holds the parameters of a raised trigger.
	EventValue
	// Function is a function of the script.
	Function

	// Real is any number, whole or not: the game holds whole ones only, the
	// language more.
	Real
	// Same is what the first argument of the call is, once it is there; Element what
	// stands in the list that it is, Key what stands before that in a table.
	Same
	Element
	Key
)

// Narrowing names the argument of a call that narrows the type of its result: the types
// of a card, the word of a face.
type Narrowing uint8

// The narrowings: the first name in the call, the first value, which a method is called on,
// the filter, and the options of the question.
const (
	ByNothing Narrowing = iota
	ByName
	ByFirst
	ByFilter
	ByOptions
)

// Only says which of the things that a Name can name will do.
type Only uint8

// What they have to be: attributes that are numbers, boards, zones of cards with one for
// each seat.
const (
	OnlyAll Only = iota
	OnlyNumbers
	OnlyBoards
	OnlyPerSeat
)

// Effect is what a call does beside what it gives.
type Effect uint8

// The effects of functions.
const (
	// Acts changes the game, Asks a seat, Draws chance, Shows or hides what seats know.
	Acts Effect = 1 << iota
	Asks
	Draws
	Shows
	// Ends is set where nothing behind the call runs.
	Ends
	// Loses is set where seats lose sight of the cards among the values.
	Loses
	// Tells is set where the function tells of what kind any value is.
	Tells
	// Declares is set where the table is read before there is a game.
	Declares
)

// Ref says what kind of thing a Name names.
type Ref string

// The kinds of names.
const (
	RefZone        Ref = "zone"
	RefZones       Ref = "zone or group"
	RefType        Ref = "type"
	RefCard        Ref = "card"
	RefAttribute   Ref = "attribute"
	RefGameSeat    Ref = "game attribute of type seat"
	RefEnumeration Ref = "list of words"
	RefTrigger     Ref = "trigger"
	RefForm        Ref = "form"
	RefKind        Ref = "kind"
	RefParameter   Ref = "parameter"
	RefAbility     Ref = "ability"
	RefStep        Ref = "step"
	RefPlace       Ref = "step or phase of the flow"
	RefDie         Ref = "die"
	RefOverlay     Ref = "overlay"
	RefPack        Ref = "pack"
	RefText        Ref = "text key"
	RefOption      Ref = "option"
	RefPhase       Ref = "phase"
	RefGroup       Ref = "group"
	RefWord        Ref = "word"
	RefDerived     Ref = "derived value"
	RefRuling      Ref = "ruling"
	RefSeat        Ref = "seat"
	RefLanguage    Ref = "language"
	RefFace        Ref = "card type, or all"
	RefFoot        Ref = "attribute, type or id"
	RefPrompt      Ref = "prompt"
	RefAction      Ref = "kind of action"
	// RefCardName is a card by what people call it, RefStop a place of the flow where a
	// scenario stands, RefAnswer an option of an open decision.
	RefCardName Ref = "name of a card"
	RefStop     Ref = "place where a scenario stands"
	RefAnswer   Ref = "answer"
)

// Thing is the kind of thing that a name of the kind is declared as, "" where names of it are
// declared nowhere, or as things of several kinds.
func (r Ref) Thing() string {
	switch r {
	case RefGameSeat, RefFoot:
		return "attribute"
	case RefFace:
		return "type"
	case RefEnumeration:
		return "words"
	case RefPlace:
		return "step"
	case RefText:
		return "text"
	case RefZone, RefType, RefCard, RefAttribute, RefTrigger, RefAbility, RefStep, RefDie, RefOverlay, RefPack,
		RefOption, RefPhase, RefGroup, RefWord, RefDerived, RefRuling, RefForm, RefKind:
		return string(r)
	}
	return ""
}

// Type is the type of a field, a parameter or a result.
type Type struct {
	Kind Kind
	// Words are the words of a Choice, or the allowed words of a kind.
	Words []string
	// Ref is what a Name names, or the record of a RecordOf.
	Ref Ref
	// Item is the type of the items of a list or a map.
	Item *Type
	// Single lets one value stand for a list of one.
	Single bool
	// Set is set for a list whose order means nothing.
	Set bool
	// One makes a map have exactly one key.
	One bool
	// Keys says what the keys of a map are names of, "" for free ones; New is set
	// where they may be new names of that: the map declares them.
	Keys Ref
	New  bool
	// Least and Most bound a Number; nil for no bound.
	Least, Most *int
	// Of are the alternatives of Either; of a Function what it is called with.
	Of []Type
	// By is what in a call says more of a result.
	By Narrowing
	// Only says which of what a Name can name will do.
	Only Only
	// Under is what stands before a key of a sentence: "say" where a script writes the
	// rest of say.goal.
	Under string
	// Like is what editors offer where the check asks for less, as a later reader knows
	// the rest; nil for the type itself.
	Like *Type
}

// RecordType is a map with the keys of a record.
func RecordType(name string) Type { return Type{Kind: RecordOf, Ref: Ref(name)} }

// Field is one key of a record, or one field of an entity.
type Field struct {
	Name     string
	Type     Type
	Required bool
	// InRules says that it must be there in the rules, and in an ability has a usual value.
	InRules bool
	// Write is set for fields of entities that scripts may assign.
	Write bool
	// Default is what holds where the key is left out: a word, or the items of a list.
	Default []string
	// Doc explains the field in one line.
	Doc string
	// Names is what a key that comes from a game names, "" for a key of the language.
	Names Ref
}

// Added are keys that a record has from a game.
type Added struct {
	// Names is what the keys name: attributes, zones, parameters, triggers, seats or cards.
	Names Ref
	// Holder is whose attributes or zones they are: "table", "seat" or "card".
	Holder string
	// As says how values of attributes and parameters are written.
	As As
	// Parts are the suffixes that names of zones may have; Item is the type of values that
	// belong to no attribute.
	Parts []string
	Item  Type
}

// As is a way in which values are written.
type As uint8

// The ways: as scenarios say them, and of state attributes alone; as cards have them
// printed; as filters compare with them; as costs take them, of numbers and flags alone.
const (
	AsSaid As = iota
	AsState
	AsPrinted
	AsCompared
	AsPaid
)

// Record is a map with known keys.
type Record struct {
	Name string
	Doc  string
	// Fields are the known keys in the order in which people write them.
	Fields []Field
	// Open says what other keys a record takes, in a few words; "" means none.
	Open string
	// OpenKeys is a regular expression that the other keys match; "" for any.
	OpenKeys string
	// OpenTexts is set where the other keys hold texts.
	OpenTexts bool
	// Adds are the keys from the game, of a record that is open.
	Adds []Added
	// Nulls lets a key stand without a value, as if it were not there.
	Nulls bool
	// Gone are keys that earlier versions read, each with why none reads it any more.
	Gone map[string]string
	// Marks are keys; a new entry of this kind has at least one of them. An overlay's
	// entry without any changes an entry of the base.
	Marks []string
	// Methods are the functions of an entity, called with a colon.
	Methods []Func
}

// Param is one parameter of a function.
type Param struct {
	Name     string
	Type     Type
	Optional bool
	// Rest takes any number of values.
	Rest bool
	// Own is set for a table that the call changes: it has to be the script's.
	Own bool
	Doc string
}

// Func is a function that scripts can call.
type Func struct {
	// Name is the name as called: "move", "choose.one".
	Name    string
	Params  []Param
	Results []Type
	// Open tells that it may give more values than Results says.
	Open bool
	// Table functions take one table with named fields, the record's.
	Table string
	// Nothing says when a result that may be nil is.
	Nothing string
	// Each is what a loop over the call gets each time.
	Each []Type
	// Does are its effects.
	Does Effect
	// Costs are what a call pays for the work behind it.
	Costs []Cost
	Doc   string
}

// Field returns the field of the name.
func (r *Record) Field(name string) (*Field, bool) {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i], true
		}
	}
	return nil, false
}

// Takes reports whether a record that is open takes a key that it does not name.
func (r *Record) Takes(key string) bool {
	if r.OpenKeys == "" {
		return r.Open != ""
	}
	pattern, ok := openKeys.Load(r.OpenKeys)
	if !ok {
		pattern, _ = openKeys.LoadOrStore(r.OpenKeys, regexp.MustCompile(r.OpenKeys))
	}
	return pattern.(*regexp.Regexp).MatchString(key)
}

// openKeys are the expressions of records, compiled when they are first asked for.
var openKeys sync.Map

// Method returns the method of the name.
func (r *Record) Method(name string) (*Func, bool) {
	for i := range r.Methods {
		if r.Methods[i].Name == name {
			return &r.Methods[i], true
		}
	}
	return nil, false
}

// Names returns the names of the fields in order.
func (r *Record) Names() []string {
	names := make([]string, len(r.Fields))
	for i := range r.Fields {
		names[i] = r.Fields[i].Name
	}
	return names
}

// AllNames returns the names of the fields and the methods in order.
func (r *Record) AllNames() []string {
	names := r.Names()
	for i := range r.Methods {
		names = append(names, r.Methods[i].Name)
	}
	return names
}

// Lookup returns the record of a file or of a table that scripts write; it
// panics when there is none, for asking for one is a mistake in the program.
func Lookup(name string) *Record {
	if r := recordsByName()[name]; r != nil {
		return r
	}
	panic("keyword: no record " + name)
}

var recordsByName = sync.OnceValue(func() map[string]*Record {
	byName := map[string]*Record{}
	for _, r := range slices.Backward(Records()) {
		byName[r.Name] = r
	}
	return byName
})

// Records returns the records of files, and of tables that scripts write.
func Records() []*Record {
	return slices.Concat(Files(), Contents(), Overlays(), Tables(), Scenarios(), Positions())
}

// Entity returns the record of an entity, "game" or "card"; it panics when
// there is none.
func Entity(name string) *Record { return find(Entities(), name) }

func find(all []*Record, name string) *Record {
	i := slices.IndexFunc(all, func(r *Record) bool { return r.Name == name })
	if i < 0 {
		panic("keyword: no record " + name)
	}
	return all[i]
}

// Changes reports whether a function changes the game, asks, draws chance or shows: pure
// functions may not call it.
func (f *Func) Changes() bool { return f.Does&(Acts|Asks|Draws|Shows) != 0 }

// Counts returns how many values a function takes at least and at most; with Rest
// there is no most, which is -1.
func (f *Func) Counts() (least, most int) {
	most = len(f.Params)
	for _, p := range f.Params {
		if p.Rest {
			return least, -1
		}
		if !p.Optional {
			least++
		}
	}
	return least, most
}

// Given returns the parameters that n values stand for: an optional one in front of
// a required one is left out first.
func (f *Func) Given(n int) []Param {
	given := f.Params
	for i := 0; i+1 < len(given) && len(given) > n; i++ {
		if p := given[i]; p.Optional && !given[i+1].Optional && !given[i+1].Rest {
			given = slices.Delete(slices.Clone(given), i, i+1)
		}
	}
	return given
}

// Article puts a or an before a name.
func Article(name string) string {
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// ItemAt is the type of what stands under a key of a map of names.
func (t Type) ItemAt(key string) Type {
	if t.New && t.Keys == RefType && key == Together {
		return RecordType("types together")
	}
	return *t.Item
}

// Record is the record that a type is, or that one of its alternatives is; nil for none.
func (t Type) Record() *Record {
	if t.Kind == RecordOf {
		return Lookup(string(t.Ref))
	}
	for _, o := range t.Of {
		if record := o.Record(); record != nil {
			return record
		}
	}
	return nil
}
