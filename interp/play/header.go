package play

import (
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"path"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Header describes the game for a journal: its pack with digests of the files, the
// cards and the scripts, so that later a changed one can be named. game and
// overlays are what the host calls them, from where the journal will lie.
func (s *Session) Header(game string, overlays []string) replay.Header {
	h := replay.HeaderOf(s.game, s.Kinds())
	h.Game = game
	h.Overlays = overlays
	h.API = keyword.API
	for _, o := range h.GameOptions {
		for i, value := range o.Values {
			o.Values[i] = s.table.Spelled(value)
		}
	}
	h.Files = FileDigests(s.table)
	h.Cards, h.Scripts = CardDigests(s.table), ScriptDigests(s.table)
	return h
}

// FileDigests digests the files of a pack and its overlays, by their places in
// them; an overlay's under its id.
func FileDigests(t *interp.Table) map[string]string {
	digests := map[string]string{}
	t.Loaded.Files(func(layer int, place string, data []byte) {
		if layer > 0 {
			place = path.Join(t.Loaded.Layers[layer].ID+":", place)
		}
		digests[place] = fmt.Sprintf("%x", sha256.Sum256(data))[:16]
	})
	return digests
}

// ScriptDigests digests the scripts by what they are: "rules/ball",
// "abilities/guard".
func ScriptDigests(t *interp.Table) map[string]string {
	digests := map[string]string{}
	for _, s := range t.Loaded.Scripts {
		sum := fnv.New32a()
		sum.Write([]byte(s.Text))
		name := "abilities/" + s.Name
		if s.Rules {
			name = "rules/" + s.Name
		}
		if s.Extends {
			name += " of " + s.File
		}
		digests[name] = fmt.Sprintf("%08x", sum.Sum32())
	}
	return digests
}

// CardDigests digests the definition of every card: copies, printed values and
// abilities, by name, so that it does not depend on other cards.
func CardDigests(t *interp.Table) map[string]string {
	p := t.Compiled.Pack
	digests := map[string]string{}
	for d := range p.Defs {
		def := &p.Defs[d]
		h := fnv.New32a()
		fmt.Fprintln(h, p.Types[def.Type].Name, def.Copies)
		for a := range p.Cards {
			if values := def.Printed.Of(engine.AttributeID(a)); len(values) > 0 {
				fmt.Fprintln(h, p.Cards[a].Name, valuesText(t, values))
			}
		}
		for _, carried := range def.Abilities {
			fmt.Fprintln(h, p.Abilities[carried.Ability].Name, valuesText(t, carried.Params))
		}
		digests[def.ID] = fmt.Sprintf("%08x", h.Sum32())
	}
	return digests
}

// valuesText writes values without numbers that other cards could move.
func valuesText(t *interp.Table, values []engine.Value) string {
	var parts []string
	for _, v := range values {
		if v.Kind == engine.List {
			list := t.Compiled.Pack.List(v)
			for i, item := range list.Items {
				if i < len(list.Keys) {
					parts = append(parts, t.Compiled.Pack.Symbols[list.Keys[i]])
				}
				parts = append(parts, t.Layout.Key(item))
			}
			continue
		}
		parts = append(parts, t.Layout.Key(v))
	}
	return strings.Join(parts, ",")
}
