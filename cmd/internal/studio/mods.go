package studio

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// mostNear is how many folders beside a pack are looked at.
const mostNear = 400

// nearPack is a pack described by its pack.yaml: its name for opening, its title, and what
// it extends.
type nearPack struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	extends string
}

func nearOf(name, lang string, m ast.Manifest) nearPack {
	return nearPack{name, m.Label.Or(lang, name), m.Extends.Text}
}

// carriedPacks are the games that the program has.
func carriedPacks(lang string) []nearPack {
	return lists.Map(pack.Shipped(), func(id string) nearPack {
		carried, err := pack.Open(id)
		if err != nil {
			return nearPack{Name: id, Title: id}
		}
		return nearOf(id, lang, carried.Manifest())
	})
}

// near are the packs in the folders below some.
func near(lang string, folders ...string) []nearPack {
	out := []nearPack{}
	seen := map[string]bool{}
	for _, folder := range folders {
		entries, _ := os.ReadDir(folder) // what cannot be read offers nothing
		for _, e := range entries[:min(mostNear, len(entries))] {
			at := filepath.Join(folder, e.Name())
			data, err := source.File(filepath.Join(at, "pack.yaml"), source.MaxSize)
			if err == nil && !seen[pack.Absolute(at)] {
				seen[pack.Absolute(at)] = true
				out = append(out, nearOf(at, lang, ast.ReadManifest(source.Read(at, data, &diag.List{}))))
			}
		}
	}
	return out
}

// mods are the packs that can be laid over the game: those laid already, overlays that it
// carries, and packs in folders beside it that extend it.
func (s *server) mods() []string {
	out := slices.Clone(s.config.First.Packs)
	places := []string{"."}
	has := map[string]bool{}
	var below []string
	for _, g := range s.Games() {
		loaded := g.Shown().Table.Loaded
		for i, layer := range loaded.Sources() {
			out = append(out, layer.OverlayNames()...)
			below = append(below, loaded.Layers[i].ID)
			if layer.Folder != "" {
				at := pack.Absolute(layer.Folder)
				places = append(places, filepath.Dir(layer.Folder))
				below = append(below, at)
				has[at] = true
			}
		}
		out = append(out, own(g).game.Packs...)
	}
	for _, p := range near("en", places...) {
		way := pack.Absolute(filepath.Join(p.Name, p.extends))
		if p.extends != "" && !has[pack.Absolute(p.Name)] &&
			(slices.Contains(below, p.extends) || slices.Contains(below, way)) {
			out = append(out, p.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// layable refuses packs that the page does not offer.
func (s *server) layable(packs []string) error {
	offered := s.mods()
	for _, p := range packs {
		if !slices.Contains(offered, p) {
			return table.Refuse(404, "there is no pack %q beside the game; %s", p, diag.There(p, offered))
		}
	}
	return nil
}

// Setup is what the form of a new game asks.
type Setup struct {
	table.Setup
	Mods []string `json:"mods"`
}

// setup is what the form of a new game asks that is played with the packs that are
// named; an error says why they cannot be laid over each other.
func (s *server) setup(v house.Viewer, in NewCall) (*Setup, error) {
	packs := in.Game.Packs
	if err := s.layable(packs); err != nil {
		return nil, err
	}
	p, err := interp.Load(s.game(), interp.With{Overlays: packs, Memo: &s.memo})
	if err != nil {
		return nil, err
	}
	least, _ := p.Seats()
	t, err := p.Table(interp.Settings{Seats: least})
	if err != nil {
		return nil, err
	}
	return &Setup{table.SetupOf(p, t.Speaker(v.Lang)), append([]string{}, s.mods()...)}, nil
}
