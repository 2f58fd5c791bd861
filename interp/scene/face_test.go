package scene_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// faces are the faces of a game by id.
func faces(t *testing.T, game, lang string) (*interp.Pack, map[string]scene.Face) {
	t.Helper()
	p, err := interp.Load(game, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]scene.Face{}
	for _, f := range scene.NewComposer(p.Compiled, p.Messages.Speaker(lang)).Faces() {
		out[f.Def] = f
	}
	return p, out
}

// TestValuesOnFaces: each printed value that has a name, and so decides something, stands on the face of its card,
// those of other states too.
func TestValuesOnFaces(t *testing.T) {
	for _, id := range pack.Shipped() {
		p, all := faces(t, id, "en")
		composer := scene.NewComposer(p.Compiled, p.Messages.Speaker("en"))
		shown := 0
		for d := range p.Compiled.Pack.Defs {
			card := composer.Definition(engine.DefID(d))
			f, drawn := all[card.Def]
			if !drawn {
				continue
			}
			data, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, fact := range card.Facts {
				if fact.Quiet || fact.Number != nil && *fact.Number == 0 {
					continue
				}
				shown++
				if !strings.Contains(string(data), `"`+fact.Key+`"`) && f.Title != fact.Text {
					t.Errorf("%s: the face of %s has no %s: %s", id, card.Name, fact.Key, data)
				}
			}
			power := p.Compiled.CardAttributes["power"]
			if values := p.Compiled.Pack.Defs[d].Printed.Of(power); card.Type == "player" && len(values) > 1 &&
				f.Corner.Other != composer.Plain(values[1]) {
				t.Errorf("%s: %s is worth %v, its face says %+v", id, card.Name, values, f.Corner)
			}
		}
		if shown < 100 {
			t.Errorf("%s: only %d values were looked at", id, shown)
		}
	}
}

// TestFace: a face has what the pack says of it, in its language.
func TestFace(t *testing.T) {
	_, all := faces(t, "bbtm", "fr")
	orc := all["orc_blitzer_1"]
	if orc.Def == "" {
		for id := range all {
			if strings.Contains(id, "blitzer") {
				orc = all[id]
			}
		}
	}
	switch {
	case orc.Width != 63.5 || orc.Height != 88.9 || orc.Frame != "portrait" || orc.Art.Drawn != "bust":
		t.Errorf("form: %+v", orc)
	case orc.Corner == nil || orc.Corner.Key != "power" || orc.Corner.Other == "":
		t.Errorf("corner: %+v", orc.Corner)
	case len(orc.Line) == 0 || orc.Line[0].Icon == "" || orc.Foot[1].Key != "subdivision":
		t.Errorf("line %+v, foot %+v", orc.Line, orc.Foot)
	}
	ways := 0
	for _, f := range all {
		for _, c := range f.Columns {
			ways = max(ways, len(c.Ways))
		}
	}
	if ways != 2 {
		t.Errorf("an either/or centre has two ways, not %d", ways)
	}
}

// TestFacesOfOthers: a pack changes an entry of a face; one without faces has them by its layout and its attributes,
// and so has a pack that says nothing at all.
func TestFacesOfOthers(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("pack.yaml", "id: league\nversion: 0.1.0\napi: 3\nname: {en: League}\nextends: bbtm\n")
	write("game.yaml", "faces:\n  player: {frame: full, colour: {chaos: \"#123456\"}, foot: {add: [star]}}\n")
	_, all := faces(t, dir, "en")
	f := all["minotaur"]
	if f.Frame != "full" || f.Colour != "#123456" || f.Corner == nil || len(f.Foot) < 2 {
		t.Errorf("patched: %+v", f)
	}
	_, plain := faces(t, "../../testdata/broken/base", "en")
	if f := plain["clown"]; f.Colour == "" || len(f.Stats) != 1 || f.Stats[0].Name != "applause" ||
		len(f.Line) != 1 || f.Line[0].Text != "sad" || f.Frame != "plain" || len(f.Text) != 1 {
		t.Errorf("by itself: %+v", f)
	}
}

// TestWritten: a text stands on its card as its author wrote it, whatever its letters, and its
// markup is that of its author alone.
func TestWritten(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pack.yaml":               "id: texts\nversion: 0.1.0\napi: 3\nname: {en: Texts}\nseats: {min: 2, max: 2}\n",
		"scripts/rules/rules.lua": "return {go = function(game) game:finish(nil) end}\n",
		"game.yaml": "types:\n  card:\n    start: box\n    attributes: {cost: {type: number, name: {en: Cost}}, " +
			"credit: {type: text, name: {en: Credit}}, knot: {type: text, name: {en: Knot}}, " +
			"loot: {type: list, of: text, name: {en: Loot}}}\n" +
			"faces: {card: {stats: cost, foot: [credit, loot], " +
			"reverse: {title: knot, text: [credit, knot], frame: full}}}\nzones: {box: {of: table}}\n" +
			"flow: [{phase: play, turns: {until: once}, do: [rules.go]}]\n",
		"cards/cards.yaml": "defaults: {type: card, cost: 0}\ncards:\n" +
			"  - {id: imp, credit: see rules_v2 (_twice_), loot: [a_b]}\n" +
			"  - {id: rope, cost: 0, credit: imp, knot: \"**A** knot\"}\n" +
			"  - {id: ratio, name: {en: \"\u200fשלום\"}}\n",
		"locale/en.yaml": `card.imp: "-1 ⚔️"` + "\n" +
			`card.rope: "Draw.\n\nThen **discard** {cost}.\n- or _pass_"` + "\n" +
			`card.ratio: "Score 2:1, then stop: all lose."` + "\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, all := faces(t, dir, "en")
	for id, want := range map[string]string{
		"imp":   "imp: -1 ⚔️; Credit=see rules_v2 (_twice_) Loot=a_b",
		"rope":  "rope: Draw.[paragraph]Then (discard) 0.[item]or (pass); Cost=0 Credit=imp",
		"ratio": "\u200fשלום: Score 2:1, then stop: all lose.;",
	} {
		f := all[id]
		got := f.Title + ": "
		for _, m := range f.Text[0] {
			if m.Break != "" {
				got += "[" + string(m.Break) + "]"
			}
			if m.Bold || m.Italic {
				m.Text = "(" + m.Text + ")"
			}
			got += m.Text
		}
		got += ";"
		for _, m := range append(f.Stats, f.Foot...) {
			got += " " + m.Name + "=" + m.Text
		}
		if got != want {
			t.Errorf("%s is\n%q, not\n%q", id, got, want)
		}
	}
	second := all["rope"].Back.Reverse
	if second == nil || second.Title != "**A** knot" || second.Frame != "full" || len(second.Stats) != 0 ||
		len(second.Text) != 2 || !second.Text[1][0].Bold || second.Text[1][1].Text != " knot" {
		t.Errorf("the second face is %+v", second)
	}
	if back := all["imp"].Back; back.Reverse != nil || back.Title != "card" {
		t.Errorf("a card without a title for a second face has the back %+v", back)
	}
	texts := p.Messages.Speaker("en").CardText(p.Compiled.Defs["rope"])
	if len(texts) != 1 || texts[0] != "Draw.\n\nThen discard 0.\n- or pass" {
		t.Errorf("the terminal says %q", texts)
	}
}

// TestIconsInText: a sentence has its icons apart for those who draw them, and signs for those who do not.
func TestIconsInText(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/broken/base")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"icons/glad.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2V22"/></svg>`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	en := filepath.Join(dir, "locale/en.yaml")
	data, err := os.ReadFile(en)
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Replace(string(data), "More applause.", "Be {glad} for {more}.", 1)
	if err := os.WriteFile(en, []byte(said), 0o644); err != nil {
		t.Fatal(err)
	}
	p, all := faces(t, dir, "en")
	var got []string
	for _, m := range all["clown"].Text[0] {
		got = append(got, m.Icon+"|"+m.Text)
	}
	if !strings.HasSuffix(strings.Join(got, ","), "Be ,glad|glad,| for 2.") {
		t.Errorf("the face says %q", got)
	}
	texts := p.Messages.Speaker("en").CardText(p.Compiled.Defs["clown"])
	if !strings.HasSuffix(texts[0], "Be glad for 2.") {
		t.Errorf("the terminal says %q", texts)
	}
}
