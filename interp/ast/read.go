package ast

import (
	"slices"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Files are the nodes of a pack's files, overlays laid over them. A file that
// is missing is nil.
type Files struct {
	// ManifestName and GameName name the files in findings about missing keys.
	ManifestName, GameName string
	Manifest, Game         *source.Node
	// Cards are the cards of all files, defaults filled in.
	Cards []*source.Node
	// Decks are the lists of decks.
	Decks  []*source.Node
	Locale []LocaleFile
	// Rulings is a list of rulings.
	Rulings  *source.Node
	Pictures map[string]Picture
	Hash     [32]byte
	// Memo keeps what nodes were read as; it may be nil. Nodes that it keeps are not changed.
	Memo *source.Memo
}

// LocaleFile is the sentences of one language.
type LocaleFile struct {
	Lang string
	Node *source.Node
}

// Read checks the shape of the nodes and makes the typed tree of them. The tree
// is usable in spite of findings: it leaves out the wrong parts.
func Read(files Files, report *diag.List) *Pack {
	r := &reader{checker: checker{report: report}, memo: files.Memo}
	return r.pack(files)
}

type reader struct {
	checker
	asked map[string]bool
	memo  *source.Memo
}

func (r *reader) pack(files Files) *Pack {
	p := r.kept(files)
	p.Hash = files.Hash
	p.Pictures = files.Pictures
	p.Nodes = FileNodes{files.Manifest, files.Game, files.Rulings}
	for _, n := range files.Cards {
		if card := r.card(n); card != nil {
			p.Cards = append(p.Cards, card)
		}
	}
	for _, n := range files.Decks {
		r.is(n, "deck file", "a list of a deck")
		list := &DeckList{}
		r.decode(n, "deck file", list)
		p.DeckLists = append(p.DeckLists, list)
	}
	for _, d := range p.Decks {
		p.GameOptions = append(p.GameOptions, &GameOption{Name: d.Name, Default: d.Default, Label: d.Label, Doc: d.Doc,
			Deck: d})
	}
	r.messages(files.Locale, p)
	r.rulings(files.Rulings, p)
	return p
}

// kept is what the manifest and the game file say, read once as long as their nodes are the
// same and nothing is wrong in them.
func (r *reader) kept(files Files) *Pack {
	if r.memo == nil || files.Game == nil || files.Manifest == nil {
		return r.top(files)
	}
	p := source.Made(r.memo, files.Game, files.Manifest, func() (*Pack, bool) {
		before := r.report.Len()
		own := files
		own.Manifest, own.Game = files.Manifest.Clone(), files.Game.Clone()
		return r.top(own), r.report.Len() == before
	})
	out := *p
	out.GameOptions = lists.Map(p.GameOptions, func(o *GameOption) *GameOption { // to which the compiler adds cards
		own := *o
		own.Values = slices.Clip(o.Values)
		own.Labels = slices.Clip(o.Labels)
		return &own
	})
	return &out
}

// top reads the manifest and the game file.
func (r *reader) top(files Files) *Pack {
	p := &Pack{Pos: diag.Pos{File: files.ManifestName}, GamePos: diag.Pos{File: files.GameName}}
	if files.Manifest == nil {
		r.report.Errorf("missing-file", p.Pos, "the pack has no pack.yaml, or it is empty")
	} else {
		r.is(files.Manifest, "pack", "pack.yaml")
		r.decode(files.Manifest, "pack", p)
	}
	manifest := p.Pos
	if files.Game == nil {
		r.report.Errorf("missing-file", p.GamePos, "the pack has no game.yaml, or it is empty")
	} else {
		r.is(files.Game, "game file", "game.yaml")
		r.decode(files.Game, "game file", p)
		p.Pos, p.GamePos = manifest, files.Game.Pos
	}
	return p
}

// Manifest is what pack.yaml says, read before the rest to find overlays.
type Manifest struct {
	ID, Extends Word
	Label       Texts `key:"name"`
	Priority    int
	Languages   []Word
	// Version, API, Licence and Authors are what an archive of the pack says too.
	Version, Licence string
	API              int
	Authors          []Word
}

// ReadManifest reads a manifest alone, without a report.
func ReadManifest(n *source.Node) Manifest {
	if n == nil {
		return Manifest{}
	}
	return new(reader).layer(n)
}

// layer reads what a manifest says about laying packs over each other.
func (r *reader) layer(n *source.Node) (m Manifest) {
	r.decode(n, "pack", &m)
	return m
}

func (e *Enumeration) read(r *reader, n *source.Node) {
	e.Words, e.Labels = wordList(given(n))
	e.Does, e.Abilities = make([]Word, len(e.Words)), make([]Word, len(e.Words))
	for i, p := range n.Pairs {
		if p.Value.Kind == source.Map {
			e.Does[i], e.Abilities[i] = wordOf(r.get(p.Value, "word", "does")),
				wordOf(r.get(p.Value, "word", "ability"))
		}
	}
}

// wordList reads words as a list, or as a map with a name by language for each.
func wordList(n *source.Node) ([]Word, []Texts) {
	if n == nil || n.Kind != source.Map {
		words := wordsOf(n)
		return words, make([]Texts, len(words))
	}
	var words []Word
	var labels []Texts
	for _, p := range n.Pairs {
		words = append(words, keyOf(p))
		texts := TextsOf(p.Value)
		labels = append(labels,
			slices.DeleteFunc(texts, func(t Text) bool {
				_, key := keyword.Lookup("word").Field(t.Lang)
				return key
			}))
	}
	return words, labels
}

func (o *GameOption) read(r *reader, n *source.Node) {
	o.Values, o.Labels = wordList(r.get(n, "option", "values"))
}

func (f *CardFace) read(_ *reader, n *source.Node) {
	f.given = map[string]diag.Pos{}
	for _, p := range n.Pairs {
		f.given[p.Key] = p.Pos
	}
}

func (f *FaceColour) read(_ *reader, n *source.Node) {
	f.One = wordOf(n)
	for _, p := range n.Pairs {
		if w := wordOf(p.Value); p.Key != "by" && w.Given() {
			f.Of = append(f.Of, NamedWord{keyOf(p), w})
		}
	}
}

func (f *FaceMark) read(_ *reader, n *source.Node) {
	if n.IsScalar() {
		f.Value = wordOf(n)
	}
}

func (f *FaceArt) read(_ *reader, n *source.Node) { f.File = wordOf(n) }

func (n *PhaseNode) read(_ *reader, node *source.Node) {
	if node.Kind != source.Map {
		n.Step = wordOf(node)
	}
}
