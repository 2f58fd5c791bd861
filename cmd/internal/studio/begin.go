package studio

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Begin is something new, as ruledeck new begins it.
type Begin struct {
	// Kind is a kind of scaffold, Name the new thing's name.
	Kind, Name string
	// In is the folder of the pack that gets it, Of what an overlay extends.
	In, Of string
	// Like is its model: a card, or a kind of game for a pack.
	Like string
	// Type and Set are about a card, On is the trigger that an ability answers.
	Type, On string
	Set      map[string]string
	// Mine is set for what the pack has below: it goes into the folder to be changed.
	Mine bool
}

// Begun is the result: the folder of the pack, the written files, and the choices made.
type Begun struct {
	Folder string   `json:"folder"`
	Places []string `json:"places"`
	Chosen []string `json:"chosen"`
}

// getForms is what the forms of new things choose from, by the files as they are.
func (s *server) getForms(q *query) (any, error) {
	type attribute struct {
		Name   string   `json:"name"`
		Number bool     `json:"number"`
		Words  []string `json:"words"`
	}
	type kind struct {
		Name       string      `json:"name"`
		Attributes []attribute `json:"attributes"`
	}
	var out struct {
		Kinds    []string `json:"kinds"`
		Genres   []string `json:"genres"`
		Types    []kind   `json:"types"`
		Triggers []string `json:"triggers"`
	}
	with := interp.With{Memo: &s.memo}
	if q.branch != nil {
		with.Overlays = q.branch.game.Packs
	}
	now, err := interp.Read(s.game(), with)
	if err != nil {
		return nil, err
	}
	compiled := now.Compiled
	out.Kinds, out.Genres, out.Types = scaffold.Kinds, scaffold.Genres(), []kind{}
	out.Triggers = append([]string{}, slices.Sorted(maps.Keys(compiled.Triggers))...)
	for _, t := range compiled.Pack.Types {
		one := kind{t.Name, []attribute{}}
		for _, id := range t.Attributes {
			a := &compiled.Pack.Cards[id]
			if !a.State && a.Kind != engine.List && a.By < 0 {
				words := append([]string{}, compiled.Pack.Spell(a.Words)...)
				one.Attributes = append(one.Attributes, attribute{a.Name, a.Kind == engine.Number, words})
			}
		}
		out.Types = append(out.Types, one)
	}
	return out, nil
}

// postBegin creates something: in the folder of the pack that was laid last, or a pack in a
// new folder, which is then opened.
func (s *server) postBegin(q *query) (any, error) {
	b := q.body.Begin
	if b.In = "."; b.Kind != "pack" {
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
	out := struct {
		*Begun
		Branch int `json:"branch,omitempty"`
	}{Begun: begun}
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
	if begun.Folder, err = filepath.Abs(begun.Folder); err != nil {
		return nil, err
	}
	for i, place := range begun.Places {
		if begun.Places[i], err = filepath.Abs(place); err != nil {
			return nil, err
		}
	}
	begun.Chosen = append([]string{}, begun.Chosen...)
	return begun, nil
}

// postMine starts an overlay of the game that is inside the program, in a folder, and
// goes on with the games over it.
func (s *server) postMine(q *query) (any, error) {
	if !fileName.MatchString(q.body.Name) {
		return nil, fmt.Errorf("a folder is named with small letters, digits, - and _, not %q", q.body.Name)
	}
	begun, err := s.begun(Begin{Kind: "overlay", Name: q.body.Name, In: ".", Of: s.game()})
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

// untrusted is the game, or a pack that it extends, if the user does not trust it.
func (s *server) untrusted() string { return pack.Untrusted(s.game()) }

// postTrust keeps that the user trusts the game.
func (s *server) postTrust(*query) (any, error) {
	name := s.untrusted()
	if s.config.Trust == nil || name == "" {
		return nil, table.Refuse(403, "the game is read without limits as it is")
	}
	return map[string]string{"trusted": name}, s.config.Trust(name)
}

// starts says with what one can begin until a game is open: kinds of games, packs that lie here,
// and games that the program has.
func (s *server) starts(w http.ResponseWriter, q *query) {
	for len(s.all()) == 0 {
		next := s.changes.last()
		start := map[string]any{"genres": scaffold.Genres(), "packs": near(q.viewer.Lang, "."),
			"games": carriedPacks(q.viewer.Lang)}
		host := map[string]any{"languages": locale.Languages, "untold": []string{}, "games": []string{}, "start": start}
		bench := s.draft()
		s.lock.Lock()
		if host["saved"] = s.saved; bench != nil {
			host["bench"], host["can"], start["packs"] = filepath.Base(s.config.Game), atFirst, []nearPack{}
			host["findings"] = append([]finding{},
				lists.Map(s.findings, func(d diag.Finding) finding { return s.finding(&d) })...)
		}
		s.lock.Unlock()
		data, _ := json.Marshal(map[string]any{"host": host})
		// A page comes back at once for the game that begins.
		_, err := fmt.Fprintf(w, "retry: 100\ndata: %s\n\n", data)
		if err != nil || http.NewResponseController(w).Flush() != nil {
			return
		}
		select {
		case <-q.Context().Done():
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
	_, refused := bench.Pack()
	s.lock.Lock()
	s.bench, s.findings = bench, errorsIn(refused)
	s.lock.Unlock()
	s.changes.happened()
	return nil
}

// postEnter opens a game that the program has, or the pack of a folder that lies here.
func (s *server) postEnter(q *query) (any, error) {
	name := q.body.Name
	if !slices.Contains(pack.Shipped(), name) &&
		!slices.ContainsFunc(near(q.viewer.Lang, "."), func(p nearPack) bool { return p.Name == name }) {
		return nil, table.Refuse(404, "there is no pack %q here", name)
	}
	id, err := s.enter(name)
	s.retest()
	return map[string]int{"branch": id}, err
}

// enter opens a game in place of the one that is open.
func (s *server) enter(game string, packs ...string) (int, error) {
	p, err := interp.Load(game, interp.With{Overlays: packs, Memo: &s.memo})
	var broken *interp.BrokenError
	if errors.As(err, &broken) && len(s.all()) == 0 {
		s.lock.Lock()
		s.config.Game, s.config.First.Packs = game, packs
		s.lock.Unlock()
		return 0, s.mend(packs...)
	}
	if err != nil {
		return 0, err
	}
	least, _ := p.Seats()
	seats := append([]string{play.Human}, slices.Repeat([]string{"random"}, least-1)...)
	s.lock.Lock()
	before, was := s.branches, s.config.Game
	s.config.Game, s.config.First.Packs = game, packs
	s.lock.Unlock()
	first, err := s.begin(&branch{name: p.Compiled.Pack.ID, game: NewGame{Seats: seats, Packs: packs,
		Seed: s.config.First.Seed}})
	s.lock.Lock()
	if err != nil {
		s.config.Game = was
	} else {
		s.branches, s.bench = []*branch{first}, nil
		s.findings = check(first.shown.Load().table.Reading())
		s.shown, s.tests, s.reached, s.reloaded = nil, nil, nil, nil
	}
	s.lock.Unlock()
	if err != nil {
		return 0, err
	}
	for _, b := range before {
		err = errors.Join(err, b.leave(s))
	}
	return first.id, err
}

// getStructure lists the parts of the pack: each with its description, its place, and the
// abilities that hook it.
func (s *server) getStructure(q *query) (any, error) {
	type thing struct {
		explained
		Kind  string      `json:"kind"`
		Label string      `json:"label,omitempty"`
		Facts []explained `json:"facts"`
		Hooks []explained `json:"hooks"`
		Cards int         `json:"cards,omitempty"`
	}
	out := []thing{}
	e := q.branch.atlas().Explainer()
	for _, kind := range []string{"type", "zone", "phase", "step", "trigger", "ability"} {
		for _, name := range e.Names(kind) {
			things, err := e.Explain(kind + ":" + name)
			if err != nil {
				return nil, err
			}
			for _, t := range things {
				one := thing{explained: s.explained(t.Name, t.Doc, t.At),
					Kind: kind, Label: t.Label, Cards: len(t.Cards),
					Hooks: []explained{}}
				one.Facts = append([]explained{},
					lists.Map(t.Facts, func(f explain.Fact) explained { return s.explained(f.Name, f.Value, f.At) })...)
				for i := range t.Hooks {
					one.Hooks = append(one.Hooks, s.explained(t.Hooks[i].Ability, t.Hooks[i].Says(), t.Hooks[i].At))
				}
				out = append(out, one)
			}
		}
	}
	return out, nil
}
