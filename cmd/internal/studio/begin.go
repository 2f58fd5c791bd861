package studio

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Begin is something new, as ruledeck new begins it.
type Begin struct {
	// Kind is a kind of scaffold, Name the new thing's name.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// In is the folder of the pack that gets it, Of what an overlay extends.
	In string `json:"in,omitempty"`
	Of string `json:"of,omitempty"`
	// Like is its model: a card, or a kind of game for a pack.
	Like string `json:"like,omitempty"`
	// Type and Set are about a card, On is the trigger that an ability answers.
	Type string            `json:"type,omitempty"`
	On   string            `json:"on,omitempty"`
	Set  map[string]string `json:"set,omitempty"`
	// Mine is set for what the pack has below: it goes into the folder to be changed.
	Mine bool `json:"mine,omitempty"`
}

// Begun is the result: the folder of the pack, the written files, and the choices made.
type Begun struct {
	Folder string   `json:"folder"`
	Places []string `json:"places"`
	Chosen []string `json:"chosen"`
}

// Attribute is one of a card that is printed: a number, or words, of these where there are any.
type Attribute struct {
	Name   string   `json:"name"`
	Number bool     `json:"number"`
	Words  []string `json:"words"`
}

// CardType is a type of cards with its printed attributes.
type CardType struct {
	Name       string      `json:"name"`
	Attributes []Attribute `json:"attributes"`
}

// Forms is what the forms of new things choose from.
type Forms struct {
	Kinds    []string   `json:"kinds"`
	Genres   []string   `json:"genres"`
	Types    []CardType `json:"types"`
	Triggers []string   `json:"triggers"`
}

// forms is what the forms of new things choose from, by the files as they are.
func (s *server) forms(v house.Viewer, _ table.None) (*Forms, error) {
	with := interp.With{Memo: &s.memo}
	if v.Game != nil {
		with.Overlays = own(v.Game).game.Packs
	}
	now, err := interp.Read(s.game(), with)
	if err != nil {
		return nil, err
	}
	compiled := now.Compiled
	out := &Forms{scaffold.Kinds, scaffold.Genres(), []CardType{},
		append([]string{}, lists.Sorted(compiled.Triggers)...)}
	for _, t := range compiled.Pack.Types {
		one := CardType{t.Name, []Attribute{}}
		for _, id := range t.Attributes {
			a := &compiled.Pack.Cards[id]
			if !a.State && a.Kind != engine.List && a.By < 0 {
				words := append([]string{}, compiled.Pack.Spell(a.Words)...)
				one.Attributes = append(one.Attributes, Attribute{a.Name, a.Kind == engine.Number, words})
			}
		}
		out.Types = append(out.Types, one)
	}
	return out, nil
}

// BeginCall begins something new.
type BeginCall struct {
	Begin Begin `json:"begin"`
}

// BeginAnswer is what was begun, and the game that is open then where it is a pack.
type BeginAnswer struct {
	*Begun
	Branch int `json:"branch,omitempty"`
}

// postBegin creates something: in the folder of the pack that was laid last, or a pack in a
// new folder, which is then opened.
func (s *server) postBegin(_ house.Viewer, in BeginCall) (*BeginAnswer, error) {
	b := in.Begin
	b.In = "."
	if b.Kind != "pack" {
		folders := s.folders()
		if len(folders) == 0 {
			return nil, table.Refuse(403, "the game is inside the program or an archive; make it yours first")
		}
		b.In = folders[0]
	}
	begun, err := s.begun(b)
	if err != nil {
		return nil, err
	}
	out := &BeginAnswer{Begun: begun}
	if b.Kind == "pack" {
		out.Branch, err = s.enter(begun.Folder)
	}
	s.retest()
	return out, err
}

// begun writes the new files.
func (s *server) begun(b Begin) (*Begun, error) {
	if s.config.Begin == nil {
		return nil, errors.New("nothing can be begun here")
	}
	begun, err := s.config.Begin(b)
	if err != nil {
		return nil, err
	}
	begun.Folder, err = filepath.Abs(begun.Folder)
	if err != nil {
		return nil, err
	}
	for i, place := range begun.Places {
		begun.Places[i], err = filepath.Abs(place)
		if err != nil {
			return nil, err
		}
	}
	begun.Chosen = append([]string{}, begun.Chosen...)
	return begun, nil
}

// mine starts an overlay of the game that is inside the program, in a folder, and
// goes on with the games over it.
func (s *server) mine(_ house.Viewer, in house.NameCall) (*Begun, error) {
	if !fileName.MatchString(in.Name) {
		return nil, fmt.Errorf("a folder is named with small letters, digits, - and _, not %q", in.Name)
	}
	begun, err := s.begun(Begin{Kind: "overlay", Name: in.Name, In: ".", Of: s.game()})
	if err != nil {
		return nil, err
	}
	s.lock.Lock()
	s.config.Game = begun.Folder
	s.lock.Unlock()
	s.reload()
	s.retest()
	return begun, nil
}

// Start is with what one can begin: kinds of games, packs that lie here, and games that the
// program has.
type Start struct {
	Genres []string   `json:"genres"`
	Packs  []nearPack `json:"packs"`
	Games  []nearPack `json:"games"`
}

// Beginning is what a page is told beside State until a game is open; Bench is the pack whose
// mistakes prevent one, Can what may be called then.
type Beginning struct {
	Start *Start   `json:"start,omitempty"`
	Bench string   `json:"bench,omitempty"`
	Can   []string `json:"can,omitempty"`
}

// AtStart is all that a page is told until a game is open.
type AtStart struct {
	Languages []string  `json:"languages"`
	Untold    []string  `json:"untold"`
	Games     []string  `json:"games"`
	Saved     int       `json:"saved"`
	Findings  []Finding `json:"findings,omitempty"`
	Beginning
}

// starts says with what one can begin until a game is open: kinds of games, packs that lie here,
// and games that the program has.
func (s *server) starts(w http.ResponseWriter, r *http.Request, lang string) {
	for len(s.Games()) == 0 {
		next := s.Next()
		start := &Start{scaffold.Genres(), near(lang, "."), carriedPacks(lang)}
		host := AtStart{Languages: locale.Languages, Untold: []string{}, Games: []string{},
			Beginning: Beginning{Start: start}}
		bench := s.draft()
		s.lock.Lock()
		host.Saved = s.saved
		if bench != nil {
			host.Bench = filepath.Base(s.config.Game)
			host.Can = atFirst
			start.Packs = []nearPack{}
			host.Findings = []Finding{}
			for _, d := range s.findings {
				host.Findings = append(host.Findings, s.finding(&d))
			}
		}
		s.lock.Unlock()
		data, _ := json.Marshal(map[string]AtStart{"host": host})
		// A page comes back at once for the game that begins.
		_, err := fmt.Fprintf(w, "retry: 100\ndata: %s\n\n", data)
		if err != nil || http.NewResponseController(w).Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-next:
		}
	}
}

// draft is the pack that cannot be played yet; nil for none.
func (s *server) draft() *interp.Reading {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.bench
}

// mend opens only the files of the pack, if mistakes in them prevent a game.
func (s *server) mend(packs ...string) error {
	bench, err := interp.Read(s.game(), interp.With{Overlays: packs, Memo: &s.memo})
	if err != nil {
		return err
	}
	opened := reads(bench.Loaded.Places())
	_, refused := bench.Pack()
	s.lock.Lock()
	s.bench = bench
	s.opened = opened
	s.findings = errorsIn(refused)
	s.lock.Unlock()
	s.Happened()
	return nil
}

// postEnter opens a game that the program has, or the pack of a folder that lies here.
func (s *server) postEnter(v house.Viewer, in house.NameCall) (house.Opened, error) {
	name := in.Name
	if !pack.IsShipped(name) &&
		!slices.ContainsFunc(near(v.Lang, "."), func(p nearPack) bool { return p.Name == name }) {
		return house.Opened{}, table.Refuse(404, "there is no pack %q here", name)
	}
	id, err := s.enter(name)
	s.retest()
	return house.Opened{Branch: id}, err
}

// enter opens a game in place of the one that is open.
func (s *server) enter(game string, packs ...string) (int, error) {
	p, err := interp.Load(game, interp.With{Overlays: packs, Memo: &s.memo})
	var broken *interp.BrokenError
	mends := errors.As(err, &broken) && len(s.Games()) == 0
	if err != nil && !mends {
		return 0, err
	}
	s.lock.Lock()
	was := s.config.Game
	s.config.Game = game
	s.config.First.Packs = packs
	s.lock.Unlock()
	if mends {
		return 0, s.mend(packs...)
	}
	opened := reads(p.Loaded.Places()) // before the game is read, so that no later save is missed
	least, _ := p.Seats()
	seats := append([]string{play.Human}, slices.Repeat([]string{"random"}, least-1)...)
	first, err := s.begin(p.Compiled.Pack.ID, &branch{game: NewGame{Seats: seats, Packs: packs,
		Seed: s.config.First.Seed}})
	s.lock.Lock()
	if err != nil {
		s.config.Game = was
	} else {
		s.bench = nil
		s.opened = opened
		s.findings = check(first.Shown().Table.Reading())
		s.shown = nil
		s.tests = nil
		s.reached = nil
		s.reloaded = nil
	}
	s.lock.Unlock()
	if err != nil {
		return 0, err
	}
	return first.ID, s.CloseOthers(first)
}

// Thing is a part of the pack: its description, its place, and the abilities that hook it.
type Thing struct {
	Explained
	Kind  string      `json:"kind"`
	Label string      `json:"label,omitempty"`
	Facts []Explained `json:"facts"`
	Hooks []Explained `json:"hooks"`
	Cards int         `json:"cards,omitempty"`
}

// elsewhere are the kinds of things that have a page of their own, stand with others, or
// belong to the language.
var elsewhere = []string{"card", "word", "function", "key"}

// structure lists what the pack declares: each thing with its description, its place, and the
// abilities that hook it.
func (s *server) structure(v house.Viewer, in table.None) ([]Thing, error) {
	out := []Thing{}
	e := atlas(v.Game).Explainer()
	for _, kind := range explain.Kinds() {
		if slices.Contains(elsewhere, kind) {
			continue
		}
		for _, name := range e.Names(kind) {
			things, err := e.Explain(kind + ":" + name)
			if err != nil {
				return nil, err
			}
			for _, t := range things {
				one := Thing{Explained: s.explained(t.Name, t.Doc, t.At),
					Kind: kind, Label: t.Label, Cards: len(t.Cards),
					Hooks: s.hooks(t)}
				one.Facts = append([]Explained{},
					lists.Map(t.Facts, func(f explain.Fact) Explained { return s.explained(f.Name, f.Value, f.At) })...)
				out = append(out, one)
			}
		}
	}
	return out, nil
}
