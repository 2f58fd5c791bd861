package interp

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/source"
)

// fileOptions lays the files that options of cards, and decks, name over the pack: a value that
// is no card or list of the pack, but a file, or the text of a list. It returns the sources.
func (r *Reading) fileOptions(options map[string]string, sealed bool) ([]*pack.Source, error) {
	var sources []*pack.Source
	r.Files = map[string]string{}
	r.shown = map[string]string{}
	for _, o := range r.Loaded.Tree.GameOptions {
		given, is := options[o.Name.Text]
		if !is || !named(o) {
			continue
		}
		for i, value := range perSeat(o.PerSeat, given) {
			if has(o, value) || r.Files[value] != "" {
				continue
			}
			s, err := r.fileOption(o, value, fmt.Sprintf("%s list %d", o.Name, i+1), sealed)
			if err != nil {
				return nil, err
			}
			if s == nil {
				continue // checkOptions says what the values are
			}
			r.Files[value] = o.Name.Text
			r.shown[value] = s.Shown
			if o.PerSeat && o.Deck == nil {
				s.Seats = r.Loaded.Tree.MaxSeats
			}
			sources = append(sources, s)
		}
	}
	return sources, nil
}

// fileOption returns the source that a value of an option lays over the pack, nil where it names no
// file and no list.
// Shown is what a text is known by.
func (r *Reading) fileOption(o *ast.GameOption, value, shown string, sealed bool) (*pack.Source, error) {
	id := r.Compiled.Pack.ID
	file := false
	if !sealed {
		info, err := os.Stat(value)
		file = err == nil && !info.IsDir()
	}
	switch {
	case !file && o.Deck != nil && strings.ContainsAny(value, ": \n"):
		return pack.DeckText(id, o.Name.Text, shown, []byte(value)), nil
	case !file:
		return nil, nil
	case o.Deck != nil && filepath.Ext(value) == ".txt":
		data, err := source.File(value, source.MaxSize)
		return pack.DeckText(id, o.Name.Text, value, data), err
	}
	s, game, err := pack.CardFile(value, &diag.List{})
	if err != nil {
		return nil, usage("%s", err)
	}
	if game != id {
		return nil, usage("%s is for the game %s, not for %s", value, game, id)
	}
	return s, nil
}

// named reports whether the values of an option are cards, or lists of a deck, of which files
// bring more.
func named(o *ast.GameOption) bool { return o.Card.Given() || o.Deck != nil }

// has reports whether a value is one of the pack's.
func has(o *ast.GameOption, value string) bool {
	return slices.ContainsFunc(o.Values, func(v ast.Word) bool { return v.Text == value })
}

// nameFiles finds the card or the list that each file brings.
func (r *Reading) nameFiles() error {
	for path, option := range r.Files {
		var found []string
		i := slices.IndexFunc(r.Loaded.Tree.GameOptions, func(o *ast.GameOption) bool { return o.Name.Text == option })
		o := r.Loaded.Tree.GameOptions[i]
		for _, v := range o.Values {
			if v.Pos.File == r.shown[path] {
				found = append(found, v.Text)
			}
		}
		if len(found) != 1 {
			what := "card of type " + o.Card.Text
			if o.Deck != nil {
				what = "list of the deck " + option + ", with id and cards"
			}
			return usage("%s must bring one %s, not %d", path, what, len(found))
		}
		r.Files[path] = found[0]
	}
	return nil
}

// CheckCards runs the pack's own checks on its cards (all of them, or those
// given), in a fresh game of the table before its first step, and returns what
// they say, each at the entry that it is about.
func (t *Table) CheckCards(only ...engine.DefID) ([]diag.Finding, error) {
	var report diag.List
	var machine *script.Machine
	var checked []engine.DefID
	for d := range t.Compiled.Pack.Defs {
		def := engine.DefID(d)
		if (len(only) == 0 || slices.Contains(only, def)) && slices.ContainsFunc(t.Compiled.Checks,
			func(c compile.Check) bool { return c.Type == t.Compiled.Pack.Defs[d].Type }) {
			checked = append(checked, def)
		}
	}
	t, err := t.WithCards(checked...)
	if err != nil {
		return nil, err
	}
	for _, check := range t.Compiled.Checks {
		for _, def := range checked {
			if t.Compiled.Pack.Defs[def].Type != check.Type {
				continue
			}
			if machine == nil {
				m, err := t.Machine()
				if err != nil {
					return nil, err
				}
				machine = m
			}
			g := engine.New(t.Setup(machine, t.Settings.Seed))
			var found []script.CardFinding
			if err := g.Purely(func(r *engine.Run) (err error) {
				found, err = machine.CheckCard(r, check.Step, t.Layout.CardsOf(def)[0])
				return err
			}); err != nil {
				return nil, err
			}
			for _, p := range found {
				report.Add(t.cardFinding(t.Speaker("en"), g, def, p))
			}
		}
	}
	return report.Sorted(), nil
}

// cardFinding turns what a check of a card found into a finding at the entry's place.
func (t *Table) cardFinding(speaker *locale.Speaker, g *engine.Game, def engine.DefID,
	p script.CardFinding) diag.Finding {
	args := locale.Args{"rule": p.Rule, "by": p.By, "entry": p.Entry}
	out := diag.Finding{Code: "card-check", Severity: diag.Error}
	written := ""
	out.Pos, written = t.entryAt(def, p.Entry)
	_, there := t.Compiled.Defs[written]
	for name, v := range p.Values {
		said := view.Project(g.Position(), v, view.Referee)
		args[name] = speaker.At(view.Players(g.Position(), view.Referee)).Value(&said)
		if !there && v.Kind == engine.Word && t.Compiled.Pack.Symbols[v.N] == written {
			args[name] = fmt.Sprintf("%q, which is the id of no card,", written)
			out.Suggestion = diag.Nearest(written, slices.Collect(maps.Keys(t.Compiled.Defs)))
		}
	}
	maps.Copy(args, p.Texts)
	text, ok := speaker.Message("check."+p.Text, args)
	if !ok {
		text = locale.Plain(strings.ReplaceAll(p.Text, ".", " "))
	}
	out.Message = text
	return out
}

// entryAt finds the place of an entry such as starters[4] or deck.r03, and what is written
// there; "" where there is no such entry.
func (t *Table) entryAt(def engine.DefID, entry string) (at diag.Pos, written string) {
	card := t.Compiled.Cards[def]
	field := entry
	if i := strings.IndexAny(entry, "[."); i >= 0 {
		field = entry[:i]
	}
	for _, v := range card.Values {
		if v.Name.Text != field {
			continue
		}
		pos := v.Name.Pos
		if key, ok := strings.CutPrefix(entry, field+"."); ok {
			for _, f := range v.Value.Fields {
				if f.Name == key {
					return f.Pos, f.Name
				}
			}
		}
		var n int
		if _, err := fmt.Sscanf(strings.TrimPrefix(entry, field), "[%d]", &n); err == nil && n >= 1 &&
			n <= len(v.Value.Items) {
			return v.Value.Items[n-1].Pos, v.Value.Items[n-1].Text
		}
		return pos, ""
	}
	return card.Pos, ""
}

// checkNamedCards runs the pack's checks on the cards that options name, so
// that no game begins with one that is not legal.
func (t *Table) checkNamedCards() error {
	var named []engine.DefID
	for i, o := range t.Loaded.Tree.GameOptions {
		if !o.Card.Given() {
			continue
		}
		for _, value := range t.given[t.Compiled.Pack.GameOptions[i].Name] {
			if d, ok := t.Compiled.Defs[value]; ok {
				named = append(named, d)
			}
		}
	}
	if len(named) == 0 {
		return nil
	}
	found, err := t.CheckCards(named...)
	if err != nil || len(found) == 0 {
		return err
	}
	return &BrokenError{Name: t.Name, Findings: found, Lines: t.Loaded.Line}
}
