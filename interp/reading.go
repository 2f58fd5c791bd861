package interp

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Reading is a pack read as far as it goes, whole or broken, with all that was
// said about it: what Load makes a game of, and what checks look at.
type Reading struct {
	// Name is the name it was read by. Overlays were laid over it: those asked for, then
	// those that the options' values name.
	Name     string
	Overlays []string
	// Base is the files of the pack itself.
	Base     *pack.Source
	Loaded   *pack.Loaded
	Compiled *compile.Compiled
	Scripts  *script.Source
	// Files are the card files that options name, with the ids of their cards.
	Files map[string]string
	// shown are the places of what they bring.
	shown  map[string]string
	Report *diag.List
	// Memo keeps what the files were read as, for the next reading; nil keeps nothing.
	Memo *source.Memo
	// filters are the conditions that filters know, language is With.Language.
	filters  filter.Table
	language string
}

// Read reads a game as Load does, whole or broken. It returns a *pack.NotFoundError or a
// *UsageError for names that do not exist; mistakes in the files go to the report.
func Read(name string, with With) (*Reading, error) {
	if b := with.Bundle; b != nil {
		if b.Pack == nil {
			return nil, usage("a pack is missing")
		}
		r := &Reading{Name: name, Base: b.Pack.Base, Files: b.Files, filters: filter.Standard}
		r.stages(b.Pack.Laid)
		return r, nil
	}
	base, err := with.open(name)
	if err != nil {
		return nil, err
	}
	r := &Reading{Name: name, Base: base, filters: filter.Standard, Memo: with.memo(base), language: with.Language,
		Overlays: slices.Clone(with.Overlays)}
	if with.Filters != nil {
		r.filters = with.Filters
	}
	sources := slices.Clone(with.Laid)
	for _, o := range with.Overlays {
		s, err := with.overlay(base, o)
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	r.stages(sources)
	files, err := r.fileOptions(with.GameOptions, with.Sealed)
	if err != nil {
		return nil, err
	}
	sources = append(sources, files...)
	more := r.optionOverlays(with.GameOptions)
	if len(more)+len(files) == 0 {
		return r, nil
	}
	for _, o := range more {
		s, err := r.Loaded.Overlay(o)
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
		r.Overlays = append(r.Overlays, o)
	}
	r.stages(sources)
	return r, r.nameFiles()
}

// kept is the memo for readings of shipped packs that are given none.
var kept *source.Memo

// Keep keeps what the files of shipped packs are read as for the rest of the process, where With
// names no Memo: tests read these packs hundreds of times, and a folder of their own a few
// times. Call it before any reading.
func Keep() { kept = &source.Memo{} }

func (w With) memo(base *pack.Source) *source.Memo {
	if w.Memo == nil && base.Folder == "" {
		return kept
	}
	return w.Memo
}

// Bundle is a game as it was loaded, in one piece that can be sent elsewhere as JSON: to
// be loaded there, it needs nothing of the place where it comes from.
type Bundle struct {
	Pack *pack.Bundle `json:"pack"`
	// Files are the card files that options name, with the ids of their cards.
	Files map[string]string `json:"files,omitempty"`
}

// Bundle gathers what was read.
func (r *Reading) Bundle() *Bundle { return &Bundle{r.Loaded.Bundle(), r.Files} }

// open finds the files of the game itself.
func (w With) open(name string) (*pack.Source, error) {
	switch {
	case w.Base != nil:
		return w.Base, nil
	case w.Files != nil:
		return pack.FromFS(w.Files, name)
	}
	return w.Unsaved.Open(name, w.Memo)
}

// ReadSource reads a pack from files at hand.
func ReadSource(base *pack.Source, overlays ...*pack.Source) *Reading {
	r := &Reading{Name: base.Shown, Base: base, filters: filter.Standard}
	r.stages(overlays)
	return r
}

// Below reads the game without what changes it: without the overlays that were laid
// over it, or, of a pack that extends another, without the pack itself. It is nil for
// a game that stands alone.
func (r *Reading) Below() *Reading {
	if len(r.Overlays) > 0 {
		return ReadSource(r.Base)
	}
	if below := r.Loaded.Below(); len(below) > 0 {
		return ReadSource(below[0], below[1:]...)
	}
	return nil
}

// Pack makes a game of the reading, or returns a *BrokenError with all its mistakes.
func (r *Reading) Pack() (*Pack, error) {
	p := &Pack{Name: r.Name, Loaded: r.Loaded, Compiled: r.Compiled, Findings: r.Report.Sorted(), files: r.Files,
		layouts: &layouts{pack: r.Compiled.Pack, made: map[string]*engine.Layout{}}, reading: r}
	if r.Report.HasErrors() {
		found, _ := pack.Readable(p.Findings)
		return nil, &BrokenError{Name: r.Name, Findings: found, Lines: p.Loaded.Line}
	}
	p.Compiled.Pack.UsePrompt = p.Compiled.Symbols["use"]
	p.Program = r.Scripts.Program(p.Compiled)
	p.Messages = locale.New(p.Compiled)
	return p, nil
}

// overlay opens an overlay that the game ships, or a folder.
func (w With) overlay(base *pack.Source, name string) (*pack.Source, error) {
	if s, err := base.Overlay(name); err == nil {
		return s, nil
	}
	return w.Unsaved.Open(name, w.Memo)
}

// stages runs the stages of reading.
func (r *Reading) stages(overlays []*pack.Source) {
	r.Report = &diag.List{Account: diag.NewAccount()}
	r.Loaded = pack.Load(r.Base, overlays, r.language, r.Memo, r.Report)
	report := r.Report
	if r.Loaded.Baseless {
		report = &diag.List{Account: report.Account}
	}
	compiler := compile.New(r.Loaded.Tree, r.filters, report)
	r.Scripts = script.Read(r.Loaded.Scripts, r.Loaded.Tree.FormNames(), r.Memo, report)
	words := r.Scripts.Words()
	compiler.AddSymbols(slices.Concat(words, ownWords))
	compiler.Unread(r.Scripts.Broken())
	compiler.AddSteps(r.Scripts.Steps())
	r.Compiled = compiler.Finish(r.Scripts.Headers())
	r.Compiled.Pack.Alike = !slices.Contains(words, "copy") && !slices.Contains(words, "life")
	r.Loaded.PlaceMends(r.Report)
	r.Loaded.Versions(r.Report)
}

// optionOverlays returns the overlays that the values of the options name and
// that are not laid yet; an option that is not given has its default.
func (r *Reading) optionOverlays(options map[string]string) []string {
	var names []string
	for _, o := range r.Loaded.Tree.GameOptions {
		value, given := options[o.Name.Text]
		if !given && o.Default != nil {
			value = o.Default.Text
		}
		for _, overlay := range o.Overlays {
			name := overlay.Overlay.Text
			if overlay.Value.Text == value && r.Loaded.HasOverlay(name) && !slices.Contains(r.Overlays, name) &&
				!slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
