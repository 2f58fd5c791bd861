// Package interp is the face of the interpreter: it loads a pack from a folder,
// from memory or from the program, checks it as far as playing it needs, and
// starts games.
//
//	p, err := interp.Load("my-game", interp.With{})   // a folder with a pack.yaml
//	t, err := p.Table(interp.Settings{Seats: 3, Seed: 7})
//	g, err := t.NewGame()                     // *engine.Game; call Advance
//
// Its stages stand below it, each a package that imports only earlier ones:
// diag, source, keyword, ast, pack, compile, script, locale, transcript.
//
// # Names
//
// Where the field has a word, the code uses it; what designers write keeps theirs:
//
//	diag.Finding         a diagnostic: a message with a place in a file
//	diag.FixHint         what a code action of an editor offers for it
//	source.Node          a node of a YAML syntax tree, with its position
//	ast                  the abstract syntax tree of a pack: its declarations by name
//	keyword              the registry: the schema of the language that packs are written in
//	pack.Layer           one pack of a stack; an overlay is merged over its base
//	pack.Register        hands in the built-in packs of a program
//	filter               a predicate on cards: one grammar for headers, scripts and checks
//	script.Machine       the virtual machine that runs the scripts of a pack
//	syntax.Repair        completes half-typed text so that it parses
//	upvalues             the captured variables of a closure (package language)
//	completion           how a statement ends: normally, by break, return or continue
//	lattice, inference   abstract interpretation of scripts, for check
//	sanitize             escapes control characters in texts of strangers
//	costtest             tests that scripts are charged for the work that they cause
//	play.Session         a game in progress with its players
//	table.Table          a game in progress that several clients share
//	browserhost          a host of tables in a worker of a browser
//	scene.Scene          a view model: what a screen shows of a position
//	scene.TimeSeries     an attribute of a seat over a game
//	preview              look-ahead in sampled worlds, told in sentences
//	reason               why an option is not offered, or an ability did not act
//	golden               a recorded game with the log that it must produce again
//	evidence.Observation what games showed of a place in a script
package interp

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Pack is a loaded game: immutable, and safe to share between goroutines.
type Pack struct {
	// Name is the name it was loaded by: a shipped game's id or a folder.
	Name     string
	Compiled *compile.Compiled
	Program  *script.Program
	Messages *locale.Catalogue
	// Loaded is the text of the pack, for findings.
	Loaded *pack.Loaded
	// Findings are the notes and warnings that loading gave.
	Findings []diag.Finding
	// Print, if not nil, receives what the scripts print, with the place, in all
	// games of the pack; set it before tables are laid. It must be safe for as many
	// goroutines as games run on. A step that is run again prints nothing twice. What
	// they printed while they were loaded, Tell tells it.
	Print func(file string, line int, text string)
	// Count, if not nil, gives counters to what scripts ask in all games of the pack,
	// for reports; see language.Config. Set it in a copy of the pack, before tables are
	// laid; it must be safe for as many goroutines as games run on.
	Count func(what language.Counted) *language.Counter
	// files are the card files that options name, with the ids of their cards.
	files map[string]string
	// reading is what the pack was made of.
	reading *Reading
	layouts *layouts
}

// Reading is what the pack was made of, for checks.
func (p *Pack) Reading() *Reading { return p.reading }

// BrokenError says that a pack cannot be played; it carries all findings.
type BrokenError struct {
	Name     string
	Findings []diag.Finding
	// Lines gives the text of a line, for printing.
	Lines func(file string, line int) string
}

// Error counts the errors and shows the first.
func (e *BrokenError) Error() string {
	n := 0
	first := ""
	for _, f := range e.Findings {
		if f.Severity == diag.Error {
			if n == 0 {
				first = f.Pos.String() + ": " + f.Text()
			}
			n++
		}
	}
	if n == 1 {
		return fmt.Sprintf("%s has an error: %s", e.Name, first)
	}
	return fmt.Sprintf("%s has %d errors; the first: %s", e.Name, n, first)
}

// UsageError is a wrong setting: an unknown option, value, number of seats.
type UsageError struct{ Message string }

// Error returns the message, which says what exists.
func (e *UsageError) Error() string { return e.Message }

func usage(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// With says what a game is loaded with; the zero With is the game as it is.
type With struct {
	// Files are the files of the pack, where it is not on disk: the name that it is
	// loaded by is then what people know it by.
	Files fs.FS
	// Unsaved is text that replaces files on disk, including those of overlays and of packs
	// below.
	Unsaved pack.Unsaved
	// Base are those files, where they have been opened already.
	Base *pack.Source
	// Laid are overlays that have been opened already; they are laid first.
	Laid []*pack.Source
	// Overlays are laid over the game: names of its own overlays, or folders.
	Overlays []string
	// GameOptions are the values that a table will give to the game's options: some name
	// overlays or files of cards, which are laid over it too.
	GameOptions map[string]string
	// Sealed is set where strangers give the options: no value is taken for the path of a file.
	Sealed bool
	// Language is the language of a game that is only played: sentences in other languages than
	// it and English, rulings, and any mistakes in them are not read then. If empty,
	// everything is read.
	Language string
	// Filters are the conditions that filters know; nil for those of the language.
	Filters filter.Table
	// Memo, if not nil, keeps what files are read as, for the next time.
	Memo *source.Memo
	// Bundle, if not nil, is the game with all that is laid over it, as another process
	// has loaded it; nothing else is opened then.
	Bundle *Bundle
}

// Load loads a game by its folder, from files in memory, or by the id of one
// that the program carries (see pack.Register). It returns a *pack.NotFoundError or
// a *UsageError for names that do not exist, and a *BrokenError with all findings
// for a pack that cannot be played.
func Load(name string, with With) (*Pack, error) {
	r, err := Read(name, with)
	if err != nil {
		return nil, err
	}
	return r.Pack()
}

// Without returns the pack in which a card does not have the abilities of a name, to see what
// they do.
func (p *Pack) Without(d engine.DefID, name string) *Pack {
	compiled := *p.Compiled
	rules := *compiled.Pack
	rules.Defs = slices.Clone(rules.Defs)
	def := &rules.Defs[d]
	def.Abilities = slices.DeleteFunc(slices.Clone(def.Abilities),
		func(a engine.CardAbility) bool { return rules.Abilities[a.Ability].Name == name })
	compiled.Pack = &rules
	less := *p
	less.Compiled = &compiled
	return &less
}

// Tell makes a function receive what the scripts print, beginning with what they printed
// while they were loaded.
func (p *Pack) Tell(to func(file string, line int, text string)) {
	p.Program.Printed(to)
	p.Print = to
}

// ownWords are words that the engine itself puts into games.
var ownWords = []string{"use", "random", "target", "card"}

// Seats returns the numbers of seats that the game is played with.
func (p *Pack) Seats() (least, most int) { return p.Compiled.Pack.MinSeats, p.Compiled.Pack.MaxSeats }

// UsualSeats is the number of seats that the game is usually played with.
func (p *Pack) UsualSeats() int {
	if usual := p.Compiled.Tree.UsualSeats; usual != nil {
		return usual.Number
	}
	return p.Compiled.Pack.MinSeats
}

// Unimplemented counts the texts of cards that no script covers yet.
func (p *Pack) Unimplemented() int {
	n := 0
	for i := range p.Compiled.Pack.Defs {
		n += p.Compiled.Pack.Defs[i].Unimplemented
	}
	return n
}

// Settings are what a game is started with.
type Settings struct {
	Seats int
	// Seed is the game's seed; Drawn comes with a seed that the program drew.
	Seed  uint64
	Drawn rng.Drawn
	// GameOptions are the values given, by option: one word, or for options per
	// seat several with commas between.
	GameOptions map[string]string
	// ContinueOnError lets games go on after an ability failed.
	ContinueOnError bool
	// CheckInvariants runs the pack's invariants after every step.
	CheckInvariants bool
	// DropLog forgets events at each step: for simulations. Follow keeps what seats know
	// of cards whose places they do not know: for players that look ahead there.
	DropLog, Follow bool
	// Limits bound the scripts; zero values mean the defaults.
	Limits language.Config
	// Script gives random results in order instead of the seed; for tests.
	Script *engine.Scripted
	// AskChance makes what chance decides decisions of seat 0, which the host answers; with
	// Chance this answers them at once: the place of an option, as engine.Decision.Outcome
	// draws it from a seed. A step is then not run again for each result.
	AskChance bool
	Chance    func(d *engine.Decision) int
}

// Table is a pack laid out for a number of seats, with checked options: what
// games of one kind share.
type Table struct {
	*Pack
	Layout   *engine.Layout
	Settings Settings
	given    map[string][]string
}

// Table checks the settings. Errors are *UsageError and list what exists.
func (p *Pack) Table(s Settings) (*Table, error) {
	least, most := p.Seats()
	if s.Seats < least || s.Seats > most {
		played := fmt.Sprintf("%d to %d", least, most)
		if least == most {
			played = fmt.Sprint(least)
		}
		return nil, usage("%s is played by %s seats, not %d", p.Compiled.Pack.ID, played, s.Seats)
	}
	given, err := p.checkOptions(s)
	if err != nil {
		return nil, err
	}
	t := &Table{Pack: p, Settings: s, given: given}
	t.Layout, err = p.layouts.of(p.Compiled.Pack, s.Seats, p.Compiled.Pack.DeckListsOf(t.OptionValues(s.Seed)))
	if err != nil {
		return nil, usage("%s", err)
	}
	if because, refused := p.Compiled.Refused(t.given); refused {
		text, ok := p.Messages.Speaker("en").Message("rule."+because, nil)
		if !ok {
			text = locale.Plain(because)
		}
		return nil, usage("these options cannot be played together: %s", text)
	}
	return t, t.checkNamedCards()
}

// Machine makes the Lua state for games of the table; one serves one game at
// a time, and any number one after another.
func (t *Table) Machine() (*script.Machine, error) {
	limits := t.Settings.Limits
	limits.Count = t.Count
	m, err := script.NewMachine(t.Program, t.Layout, limits)
	if err != nil {
		return nil, err
	}
	m.Print(t.Print)
	return m, nil
}

// NewGame starts a game in a Lua state of its own.
func (t *Table) NewGame() (*engine.Game, error) {
	return t.Deal(rng.Seed{Low: t.Settings.Seed, Drawn: t.Settings.Drawn})
}

// Deal is NewGame with another seed.
func (t *Table) Deal(seed rng.Seed) (*engine.Game, error) {
	m, err := t.Machine()
	if err != nil {
		return nil, err
	}
	setup := t.Setup(m, seed.Low)
	setup.Drawn = seed.Drawn
	return engine.New(setup), nil
}

// Setup is what engine.New needs for a game with a seed.
func (t *Table) Setup(m engine.Scripts, seed uint64) engine.Setup {
	setup := engine.Setup{
		Layout: t.Layout, Scripts: m, Seed: seed, Drawn: t.Settings.Drawn, GameOptions: t.OptionValues(seed),
		DropLog: t.Settings.DropLog, Follow: t.Settings.Follow,
		ContinueOnError: t.Settings.ContinueOnError, CheckInvariants: t.Settings.CheckInvariants,
		Script: t.Settings.Script, AskChance: t.Settings.AskChance || t.Settings.Chance != nil,
	}
	if t.Settings.Chance != nil {
		setup.Deciders[0] = t.chance
	}
	return setup
}

// chance answers for chance as the settings say.
func (t *Table) chance(_ context.Context, _ *engine.Position, d *engine.Decision, _ engine.Seat) engine.Reply {
	return engine.Reply{t.Settings.Chance(d)}
}

// Speaker speaks for games of the table.
func (t *Table) Speaker(lang string) *locale.Speaker { return t.Messages.Speaker(lang) }

// Title is the name of the game in a language, followed by the names of its overlays,
// "Chess + Three Queens". Overlays that others bring along are not named.
func (p *Pack) Title(lang string) string {
	var names []string
	for i := range p.Loaded.Layers {
		layer := &p.Loaded.Layers[i]
		if layer.Carried {
			continue
		}
		names = append(names, layer.Label.Or(lang, layer.ID))
	}
	return strings.Join(names, " + ")
}

// Languages are the languages that the pack has texts in, and the program's.
func (p *Pack) Languages() []string {
	names := slices.Clone(locale.Languages)
	for _, lang := range p.Loaded.Languages {
		if !slices.Contains(names, lang) {
			names = append(names, lang)
		}
	}
	slices.Sort(names)
	return names
}

// Untold are the languages in which the pack itself has no texts.
func (p *Pack) Untold() []string {
	return slices.DeleteFunc(p.Languages(), func(lang string) bool { return len(p.Compiled.Texts[lang]) > 0 })
}

// Speaks reports whether the pack has a language.
func (p *Pack) Speaks(lang string) bool { return slices.Contains(p.Languages(), lang) }
