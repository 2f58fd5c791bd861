package cards_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/assist"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
)

// written lays a pack into a folder of its own: a game as it lies in the tree, a starter, or a
// pack of testdata. It returns the folder, below root.
func written(t *testing.T, root, name string) string {
	t.Helper()
	put := func(dir string, from string) {
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	if kind, name, ok := strings.Cut(name, "/"); ok && kind == "testdata" {
		put(filepath.Join(root, name), filepath.Join("..", "testdata", name))
		return filepath.Join(root, name)
	} else if ok {
		plan, err := scaffold.Pack(name, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range plan.Files {
			path := filepath.Join(root, name, filepath.FromSlash(f.Path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return filepath.Join(root, name)
	}
	put(filepath.Join(root, "cards", name), name)
	put(filepath.Join(root, "scripts", name), filepath.Join("..", "scripts", name))
	return filepath.Join(root, "cards", name)
}

// ids are the names of cards and abilities in a pack, with the edits that give them others; a
// card and an ability of one name have one.
type ids struct {
	names, fresh []string
	files        [][]string
	edits        []map[string][]assist.Edit
}

// idsOf finds where the cards and abilities of the pack in a folder are named, and gives them ids
// in another order.
func idsOf(t *testing.T, folder string, seed uint64) *ids {
	t.Helper()
	w := workspace.New(folder)
	f, ok := assist.Open(w, filepath.Join(folder, "pack.yaml"))
	if !ok {
		t.Fatal("the pack cannot be opened")
	}
	out := &ids{}
	var seen []assist.Symbol
	for _, thing := range f.Things() {
		s := assist.Symbol{Kind: thing.Kind, Name: thing.Name}
		if s.Kind != "card" && s.Kind != "ability" || slices.Contains(seen, s) {
			continue
		}
		seen = append(seen, s)
		i := slices.Index(out.names, s.Name)
		if i < 0 {
			i = len(out.names)
			out.names = append(out.names, s.Name)
			out.files = append(out.files, nil)
			out.edits = append(out.edits, map[string][]assist.Edit{})
		}
		out.files[i] = append(out.files[i], w.File(thing.At.File))
		for _, use := range f.Uses(s) {
			if path := w.File(use.File); use.Written == s.Name {
				out.edits[i][path] = append(out.edits[i][path], assist.Edit{Span: use.Span})
			}
		}
	}
	for _, n := range rand.New(rand.NewPCG(seed, 1)).Perm(len(out.names)) {
		out.fresh = append(out.fresh, fmt.Sprintf("z%03d", n))
	}
	return out
}

// texts goes over the files of packs below a folder.
func texts(t *testing.T, root string, visit func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || ext != ".yaml" && ext != ".lua" {
			return err
		}
		text, err := os.ReadFile(path)
		visit(path, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ambiguous are the ids that scripts use as words that may mean something else.
func (all *ids) ambiguous(t *testing.T, root string) map[string]bool {
	t.Helper()
	stay := map[string]bool{}
	texts(t, root, func(path, text string) {
		for i, name := range all.names {
			if filepath.Ext(path) == ".lua" && !strings.ContainsAny(name, "_0123456789") &&
				strings.Count(text, `"`+name+`"`) > len(all.edits[i][path]) {
				stay[name] = true
			}
		}
	})
	return stay
}

// rename gives the cards and abilities of the pack in a folder their other ids, except the ids that
// stay, and returns the former ones.
func (all *ids) rename(t *testing.T, root string, stay map[string]bool) map[string]string {
	t.Helper()
	former := map[string]string{}
	edits := map[string][]assist.Edit{}
	for i, id := range all.fresh {
		if stay[all.names[i]] {
			continue
		}
		former[id] = all.names[i]
		for path, list := range all.edits[i] {
			for _, e := range list {
				e.Text = id
				if !slices.ContainsFunc(edits[path], func(other assist.Edit) bool { return other.Pos == e.Pos }) {
					edits[path] = append(edits[path], e)
				}
			}
		}
	}
	other := map[string]string{}
	for id, was := range former {
		if strings.ContainsAny(was, "_0123456789") {
			other[was] = id // nothing else is called so, and lists of words name it
		}
	}
	texts(t, root, func(path, text string) {
		text = word.ReplaceAllStringFunc(assist.Apply(text, edits[path]), func(w string) string {
			return cmp.Or(other[w], w)
		})
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	})
	for i, files := range all.files {
		for _, file := range files {
			if id := all.fresh[i]; former[id] != "" && filepath.Base(file) == former[id]+".lua" {
				if err := os.Rename(file, filepath.Join(filepath.Dir(file), id+".lua")); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return former
}

// mostStaying: one in so many ids may keep theirs, since another part of the pack has the
// same word.
const mostStaying = 3

// otherwise is a pack with other ids, and the former ones.
func otherwise(t *testing.T, name string, seed uint64) (*interp.Pack, map[string]string) {
	t.Helper()
	root := t.TempDir()
	all := idsOf(t, written(t, root, name), seed)
	stay := all.ambiguous(t, root)
	for {
		if err := os.RemoveAll(root); err != nil {
			t.Fatal(err)
		}
		folder := written(t, root, name)
		former := all.rename(t, root, stay)
		r, err := interp.Read(folder, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Report.HasErrors() {
			t.Logf("%d of %d ids are others; %d stay: %v", len(former), len(all.names), len(stay),
				slices.Sorted(maps.Keys(stay)))
			if len(stay)*mostStaying > len(all.names) {
				t.Errorf("%d ids stay of %d", len(stay), len(all.names))
			}
			p, err := r.Pack()
			if err != nil {
				t.Fatal(err)
			}
			return p, former
		}
		before := len(stay)
		for _, d := range r.Report.Sorted() {
			for _, w := range word.FindAllString(d.Message, -1) {
				if slices.Contains(all.names, w) {
					stay[w] = true
				}
				if was := former[w]; was != "" {
					stay[was] = true
				}
			}
		}
		if len(stay) == before {
			t.Fatal(r.Report.Sorted()[0])
		}
	}
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)

// player picks an option by its name, not by its place in the list.
type player struct {
	tbl    *interp.Table
	former map[string]string
	seed   uint64
}

// was is a text with the former ids.
func (p *player) was(text string) string {
	return word.ReplaceAllStringFunc(text, func(w string) string { return cmp.Or(p.former[w], w) })
}

// keys are the options of a question, by the former ids, and the order of the keys.
func (p *player) keys(options []engine.Choice) (keys []string, order []int) {
	for i, c := range options {
		keys = append(keys, p.was(p.tbl.Layout.ChoiceKey(c)))
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(keys[a], keys[b]) })
	return keys, order
}

// chance picks what chance decides by the cards.
func (p *player) chance(d *engine.Decision) int {
	keys, order := p.keys(d.Options)
	h := fnv.New64a()
	fmt.Fprint(h, p.seed, d.Number, len(keys))
	return order[h.Sum64()%uint64(len(order))]
}

// play plays a game, and returns a line for each question with its options and the answer.
func (p *player) play(t *testing.T, pack *interp.Pack) []string {
	t.Helper()
	tbl, err := pack.Table(interp.Settings{Seats: pack.UsualSeats(), Seed: p.seed, Chance: p.chance})
	if err != nil {
		t.Fatal(err)
	}
	p.tbl = tbl
	g, err := tbl.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for random := bot.NewRandom(1, p.seed); len(lines) < mostLines; {
		d, seat := asked(t, g)
		if d == nil {
			break
		}
		q := view.ShapeOf(d, seat)
		options := d.OptionsOf(seat)
		keys, order := p.keys(options)
		reply := slices.Clone(random.Reply(&q))
		switch q.Form() {
		case view.Quantity:
		case view.Amounts:
			amounts := slices.Clone(reply)
			for i, n := range amounts {
				reply[order[i]] = n
			}
		default:
			for i, n := range reply {
				reply[i] = order[n]
			}
			if !q.Ordered() {
				slices.Sort(reply)
			}
		}
		slices.Sort(keys)
		prompt := p.was(pack.Compiled.Pack.Symbols[d.Prompt])
		lines = append(lines, fmt.Sprint(d.Number, " ", seat, " ", prompt, " ", keys))
		if err := g.Answer(d.Number, seat, reply); err != nil {
			t.Fatal(err)
		}
	}
	for i := g.Log().Base; i < g.Log().Len(); i++ {
		e := g.Log().At(i)
		line := fmt.Sprint("event ", e.Kind)
		if e.Kind == engine.EvAbility {
			card := tbl.Layout.Key(engine.Value{Kind: engine.Card, N: e.B})
			line += " " + p.was(pack.Compiled.Pack.Abilities[e.A].Name+" "+card)
		}
		lines = append(lines, line)
	}
	return lines
}

// mostLines bounds a game.
const mostLines = 3000

// TestOtherIDs gives all cards and abilities ids in another order. Chance and the seats pick options
// by name, so the games are the same but for the names.
func TestOtherIDs(t *testing.T) {
	names := games(t)
	for _, like := range scaffold.Genres() {
		names = append(names, "starter/"+like)
	}
	for _, small := range []string{"draft", "hanabi", "kuhn", "leduc", "roundcards", "skirmish", "laws", "trials"} {
		names = append(names, "testdata/"+small)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			plain := load(t, written(t, t.TempDir(), name), nil)
			other, former := otherwise(t, name, 7)
			for seed := range uint64(3) {
				a := (&player{seed: seed + 1}).play(t, plain)
				b := (&player{seed: seed + 1, former: former}).play(t, other)
				for i := range max(len(a), len(b)) {
					if i >= len(a) || i >= len(b) || a[i] != b[i] {
						t.Fatalf("seed %d, line %d of %d:\n%s\nand with other ids\n%s", seed+1, i, len(a),
							a[min(i, len(a)-1)], b[min(i, len(b)-1)])
					}
				}
			}
		})
	}
}
