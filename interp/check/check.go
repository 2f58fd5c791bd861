// Package check finds mistakes in a pack before it is played: what loading
// reports, what the scripts do that cannot be right (package rules), and what in
// the whole of the pack does not fit: sentences that belong to nothing, texts
// that are missing, abilities that no card has, functions that nobody calls.
//
// Errors and warnings are mistakes. Notes are advice: a missing translation, an
// ability that no scenario tests, a trigger that nothing raises.
//
// It imports package interp (to read packs), its stages, check/inference and check/rules.
package check

import (
	"errors"
	"slices"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/rules"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script"
)

// Settings list the inputs of a check other than the pack.
type Settings struct {
	// Scenarios are the texts of the pack's scenario files. Without them, where
	// HasScenarios is not set, nothing is said of abilities that none tests.
	Scenarios    [][]byte
	HasScenarios bool
}

// checker checks one pack.
type checker struct {
	*interp.Reading
	Settings
	report *diag.List
	// used is what the scripts use.
	used *rules.Names
	// languages are the languages of the texts, English first.
	languages []string
	// families are the names that keys of sentences may have, by kind and what the key begins with.
	families map[[2]string]*family
	// words are the word families, once they were asked for; see wordFamilies.
	words []map[string]bool
	// cardTexts are the sentences that cards name as their own.
	cardTexts map[string]bool
	// told are the sentences that a finding is about, by language and key or by the key alone
	// for all: nothing more is said of them.
	told map[string]bool
	// mute says that a file of sentences could not be read: which there are is not known.
	mute bool
	// judged is what the scripts are judged by.
	judged *judged
	// wrong is set where reading or the scripts have errors.
	wrong bool
	// made is the game, once it was asked for; see game.
	made *interp.Pack
	// overlays and scenarios are the texts that may name parts of the pack.
	overlays, scenarios *shelf
}

// Studied holds the findings of a pack, and the results of inference on its scripts.
type Studied struct {
	// Findings are those that Pack returns.
	Findings []diag.Finding
	// Scripts answers what stands where; it knows nothing where the pack is too broken
	// for its scripts to be looked at.
	Scripts *inference.Inference
}

// Scripts finds out about the scripts of a pack that was read, and says nothing of what
// is wrong with it.
func Scripts(r *interp.Reading) *inference.Inference {
	c := &checker{Reading: r, report: &diag.List{}}
	if _, stop := pack.Readable(r.Report.Sorted()); stop {
		return &inference.Inference{}
	}
	_, scripts := c.scripts(r.Scripts.Scripts())
	return scripts
}

// Pack checks a pack that was read and returns all findings, those of reading
// included, in the order of the files.
func Pack(r *interp.Reading, s Settings) []diag.Finding { return Study(r, s).Findings }

// Study checks a pack as Pack does, and also returns the results of inference.
func Study(r *interp.Reading, s Settings) Studied {
	c := &checker{Reading: r, Settings: s, report: &diag.List{},
		families: map[[2]string]*family{}, told: map[string]bool{}}
	all, stop := pack.Readable(r.Report.Sorted())
	c.mute = slices.ContainsFunc(all, pack.Mute)
	c.report.Add(all...)
	if stop {
		return Studied{c.report.Sorted(), &inference.Inference{}}
	}
	c.report.Account = r.Report.Account
	read := slices.DeleteFunc(r.Scripts.Scripts(), func(s script.Script) bool {
		return slices.ContainsFunc(all,
			func(d diag.Finding) bool { return d.Code == "lua-ability" && d.File == s.File })
	})
	used, scripts := c.scripts(read)
	if slices.ContainsFunc(all, func(d diag.Finding) bool { return d.Code == "older-api" && c.own(d.File) }) {
		rules.Differs(read, c.report)
	}
	if !r.Report.HasErrors() && len(c.Compiled.Checks) > 0 {
		c.kept("the cards", c.checkCards, func() uint64 { return digest(nil, c.files(), c.judged.version) })
	}
	c.used = used
	c.wrong = c.report.HasErrors()
	c.kept("the rest", c.rest, func() uint64 {
		return digest(nil, c.files(), c.HasScenarios, c.Compiled.Headers, c.Scripts.Replaced(), *used,
			len(c.Loaded.Scripts), all, c.wrong)
	})
	if !c.report.HasErrors() {
		c.kept("the start", c.starts, func() uint64 {
			return digest(nil, c.judged.pack, c.judged.parts, c.judged.version, c.Loaded.Tree.GamePos)
		})
	}
	found := c.report.Sorted()
	if c.report.Account.Over() {
		found, _ = pack.Readable(found)
		return Studied{found, &inference.Inference{}}
	}
	return Studied{slices.DeleteFunc(slices.Clone(found), func(d diag.Finding) bool {
		return d.Severity != diag.Error && !c.own(d.File) || d.Code == "lone-word" && c.mute ||
			(d.Code == "lone-word" || d.Code == "lua-load") && otherwise(found, d)
	}), scripts}
}

// rest checks all but the scripts and the start of a game.
func (c *checker) rest() {
	c.replaced()
	c.report.Add(Unwritten(c.Reading)...)
	c.texts()
	c.translations()
	// Unused names cannot be reported while parts of the pack are missing, or while an
	// unknown name may be a misspelling of one.
	if !c.wrong && !c.report.HasErrors() {
		c.overflow()
		c.leftOut()
		c.unused()
		c.unusedAttributes()
		c.unusedOptions()
		c.unusedZones()
		c.plainNumbers()
		c.ends()
		c.unshownAttributes()
		c.unshownValues()
		c.lonely()
		c.wordless()
		c.namesakes()
		c.unsaid()
		c.triggers()
		c.tested()
	}
}

// replaced notes the parts of the base that overlays replace: designers who look for a
// reason read the base, and the base may change.
func (c *checker) replaced() {
	for _, r := range c.Scripts.Replaced() {
		c.report.Notef("replaced", r.At, "this takes the place of %s, at %s", r.Step, r.Was)
	}
}

// otherwise reports whether something else is said of the place of a word: then
// that nothing knows the word, or that the script stopped there, needs no saying.
func otherwise(found []diag.Finding, word diag.Finding) bool {
	return slices.ContainsFunc(found, func(d diag.Finding) bool { return d.Pos == word.Pos && d.Code != word.Code })
}

// checkCards runs the pack's own checks of its cards, in a game with the
// fewest seats and the options as they are by default.
func (c *checker) checkCards() {
	p, err := c.game()
	if err != nil {
		return // it has errors, which are reported
	}
	least, _ := p.Seats()
	table, _ := p.Table(interp.Settings{Seats: least}) // it may have findings of cards, which come below
	if table == nil {
		return
	}
	found, err := table.CheckCards()
	if err != nil {
		c.report.Errorf("card-check", c.Loaded.Tree.GamePos, "the pack's checks of its cards could not run: %s", err)
	}
	c.report.Add(found...)
}

// game is the pack that was read, or a *interp.BrokenError.
func (c *checker) game() (p *interp.Pack, err error) {
	if c.made == nil {
		c.made, err = c.Pack()
	}
	return c.made, err
}

// starts begins a game at the largest table, as play does: what keeps it from
// beginning is a mistake of the pack.
func (c *checker) starts() {
	p, err := c.game()
	if err != nil {
		return // it has errors, which are reported
	}
	_, most := p.Seats()
	table, err := p.Table(interp.Settings{Seats: most})
	if err == nil {
		_, err = table.NewGame()
	}
	var broken *interp.BrokenError
	if err != nil && !errors.As(err, &broken) { // what is wrong with cards is said above
		c.report.Errorf("cannot-start", c.Loaded.Tree.GamePos, "no game with %d seats can begin: %s", most, err)
	}
}

// own reports whether warnings of a file are given: where a pack is laid over
// another, only those of the files that it brings. The files below have their
// own check, and what they bring may be unused because of the overlay.
func (c *checker) own(file string) bool {
	return len(c.Loaded.Layers) < 2 || c.Loaded.Laid(file)
}

func (c *checker) add(severity diag.Severity, code string, at diag.Placed, name string, allowed []string,
	format string, args ...any) {
	if !c.own(at.Place().File) { // others are not told
		allowed = nil
	}
	d := diag.Unknown(code, at, name, allowed, format, args...)
	d.Severity = severity
	c.report.Add(d)
}
