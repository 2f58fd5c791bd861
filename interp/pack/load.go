package pack

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sheet"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Loaded is a pack with its overlays laid over it.
type Loaded struct {
	Tree    *ast.Pack
	Scripts []Script
	// Hash is the digest of all files.
	Hash [32]byte
	// Layers are the pack and its overlays, the base first.
	Layers []Layer
	// Earlier are the values that overlays took the place of, the first laid
	// first.
	Earlier []Earlier
	// Removed are the places where overlays remove cards, by id.
	Removed map[string]diag.Pos
	// Baseless is set when the pack that the game extends is not there: what the
	// game seems to lack, its base would bring.
	Baseless bool
	// Languages are the languages with files of sentences.
	Languages []string
	// CardTypes are the attributes that the game declares for cards.
	CardTypes sheet.Types
	texts     map[string][]byte
	// sources are the files of the layers. The first ones, chained in number, belong to
	// the game itself; below has the pack that each extends, if it was opened.
	sources []*Source
	chained int
	below   map[*Source]*Source
}

// Layer names one pack that took part.
type Layer struct {
	ID, Version, Shown string
	// Label is the name, by language.
	Label ast.Texts
	// Languages are those that it is written in, nil for all that the game has.
	Languages []ast.Word
	// Carried is set for an overlay that another layer brings along.
	Carried bool
	// API is the version of the language it states, if HasAPI, at APIPos.
	API    int
	HasAPI bool
	APIPos diag.Pos
}

// Earlier is a value that an overlay took the place of.
type Earlier struct {
	// Path names the value's place: "card / ant / power".
	Path string
	// Text is the value as a file would have it in one line.
	Text string
	Pos  diag.Pos
}

// Script is one Lua file.
type Script struct {
	// Rules is set for rules/<Name>.lua; else it is an ability's file.
	Rules bool
	// Extends is set for a file of rules that adds functions to a module of a layer
	// below, or takes the place of some; it stands behind that one.
	Extends bool
	// Overlay is the pack.yaml of the overlay that has it, "" of the base; Priority is that of
	// its layer.
	Overlay  string
	Priority int
	// Name is the module, or the id of the ability.
	Name string
	// File is the file as people know it.
	File string
	Text string
}

// Line returns the text of a line of a file, for the printer of findings.
func (l *Loaded) Line(file string, line int) string {
	for text := range bytes.Lines(l.texts[file]) {
		line--
		if line == 0 {
			return strings.TrimRight(string(text), "\r\n")
		}
	}
	return ""
}

// Places are the folders and files on disk that the pack was read from, none of
// which a shipped game has.
func (l *Loaded) Places() []string {
	var places []string
	for _, s := range l.sources {
		switch {
		case s.Folder != "":
			places = append(places, s.Folder)
			if s.Scripts != "" {
				places = append(places, s.Scripts)
			}
		case s.alone:
			places = append(places, s.Shown)
		}
	}
	return places
}

// Sources are the files of the layers, the base first.
func (l *Loaded) Sources() []*Source { return l.sources }

// Files visits the files of all layers, each with the number of its layer; overlays that a
// layer carries count as that layer.
func (l *Loaded) Files(visit func(layer int, path string, data []byte)) {
	for i, s := range l.sources {
		for _, f := range s.Files {
			if !inOverlay(f.Path) {
				visit(i, f.Path, f.Data)
			}
		}
	}
}

// Load reads a pack, lays the overlays over it in the order of their priority, and returns
// the whole. Mistakes go to report; the result is usable as far as the files were.
//
// language is set for a game that is only played: then only the sentences in that
// language and in English are read, if there are English ones, and no rulings. If it is
// "", all are read.
//
// A memo keeps the results of reading files; it may be nil.
func Load(base *Source, overlays []*Source, language string, memo *source.Memo, report *diag.List) *Loaded {
	l := &loader{report: report, memo: memo, language: language, out: &Loaded{
		texts: map[string][]byte{}, Removed: map[string]diag.Pos{}, below: map[*Source]*Source{},
	}}
	memo.Begin()
	l.chain(base)
	l.out.chained = len(l.layers)
	l.overlay(overlays)
	l.unreadNames()
	files := l.merge()
	l.out.Scripts = l.scripts()
	l.out.Hash = l.digest()
	files.Hash = l.out.Hash
	if l.out.Baseless {
		report = &diag.List{Account: report.Account}
	}
	l.out.Tree = ast.Read(files, report)
	names := l.out.carried()
	for _, option := range l.out.Tree.GameOptions {
		for _, o := range option.Overlays {
			if o.Overlay.Given() && !slices.Contains(names, o.Overlay.Text) {
				l.report.Unknown("unknown-overlay", o.Overlay, o.Overlay.Text, names,
					"there is no folder overlays/%s with a pack.yaml", o.Overlay)
			}
		}
	}
	return l.out
}

// layer is one pack while it is laid.
type layer struct {
	source   *Source
	manifest *source.Node
	id       string
	extends  ast.Word
	label    ast.Texts
	priority int
	// laid numbers overlays from 1, in the order in which they are given.
	laid int
	// languages are those that it says it is written in.
	languages []ast.Word
	// overlay is set for packs laid over the game.
	overlay bool
}

type loader struct {
	language string
	// locks are the locks of the layers above, the uppermost first.
	locks  []Lock
	memo   *source.Memo
	report *diag.List
	out    *Loaded
	layers []*layer
	// said are the sentences that tables bring.
	said []said
	// turns are overlays whose steps stand at one place, in their order.
	turns []string
}

// own is a node that may be changed.
func (l *loader) own(n *source.Node) *source.Node {
	if l.memo != nil {
		n = n.Clone()
	}
	return n
}

// shared reads a file of a layer, nil if there is none. Its nodes must not be changed: see
// own.
func (l *loader) shared(f *File) *source.Node {
	if f == nil {
		return nil
	}
	l.out.texts[f.Shown] = f.Data
	return l.memo.Read(f.Shown, f.Data, l.report)
}

func (l *loader) newLayer(s *Source) *layer {
	n := l.shared(s.File("pack.yaml"))
	m := ast.ReadManifest(n)
	return &layer{source: s, manifest: n, id: m.ID.Text, extends: m.Extends, label: m.Label, priority: m.Priority,
		languages: m.Languages}
}

// MaxChain bounds how many packs extend each other.
const MaxChain = 8

// chain finds the packs that the game itself stands on: a pack with extends is
// laid over the pack it names.
func (l *loader) chain(base *Source) {
	at := l.newLayer(base)
	l.layers = []*layer{at}
	for at.extends.Given() {
		if len(l.layers) >= MaxChain {
			l.circle(at.extends, fmt.Sprintf("packs extend each other more than %d deep", MaxChain), l.layers)
			return
		}
		at.manifest = l.own(at.manifest)
		ast.Check(at.manifest, keyword.RecordType("pack"), "pack.yaml", l.report)
		below, err := l.openExtended(at)
		if err != nil {
			wrong := diag.Finding{Code: "unknown-pack", Pos: at.extends.Pos, Message: err.Error()}
			if _, is := err.(*RefusedError); is {
				wrong.Code = "locked-pack"
			} else {
				wrong.Suggestion = besides(at)
			}
			l.report.Add(wrong)
			l.out.Baseless = true
			return
		}
		if i := slices.IndexFunc(l.layers, func(above *layer) bool { return sameFolder(above.source, below) }); i >= 0 {
			l.circle(at.extends, "packs extend each other in a circle",
				append(l.layers[i:i+1:i+1], l.layers[:i+1]...))
			return
		}
		at = l.newLayer(below)
		l.layers = slices.Insert(l.layers, 0, at)
	}
}

// circle tells of packs without a base below them, the lowest first: what the game seems
// to lack is not told besides.
func (l *loader) circle(at diag.Placed, what string, packs []*layer) {
	var steps []string
	for i := len(packs) - 1; i > 0; i-- {
		steps = append(steps, packs[i].source.Shown+" extends "+packs[i-1].source.Shown)
	}
	l.report.Errorf("extends-itself", at, "%s: %s", what, strings.Join(steps, ", "))
	l.out.Baseless = true
}

// sameFolder reports whether two packs were read from one folder.
func sameFolder(a, b *Source) bool {
	one, err := filepath.Abs(a.Folder)
	if err != nil || a.Folder == "" || b.Folder == "" {
		return false
	}
	other, err := filepath.Abs(b.Folder)
	return err == nil && one == other
}

// openExtended opens the pack that a layer extends: by id, or by a folder
// given from the layer's own.
func (l *loader) openExtended(at *layer) (s *Source, err error) {
	name := at.extends.Text
	if at.source.Below != nil {
		l.out.below[at.source] = at.source.Below
		return at.source.Below, nil
	}
	if at.source.sealed {
		return nil, &NotFoundError{"game", name, nil}
	}
	if at.source.Folder == "" || IsShipped(name) {
		s, err = at.source.unsaved.Open(name, l.memo)
	} else {
		s, err = l.below(at, name)
	}
	if missing, ok := err.(*NotFoundError); ok {
		missing.Name = at.extends.Text
	}
	if err == nil {
		l.out.below[at.source] = s
	}
	return s, err
}

// besides returns the pack that a layer probably means to extend: a shipped one,
// or a folder where it looks for one.
func besides(at *layer) string {
	name := at.extends.Text
	known := known()
	if at.source.Folder != "" {
		parent := path.Dir(name)
		entries, err := os.ReadDir(filepath.Join(at.source.Folder, filepath.FromSlash(parent)))
		for _, e := range entries {
			if err == nil &&
				at.source.unsaved.isPack(filepath.Join(at.source.Folder, filepath.FromSlash(parent), e.Name())) {
				known = append(known, path.Join(parent, e.Name()))
			}
		}
	}
	return diag.Nearest(name, known)
}

// overlay adds the overlays by priority, then by id, so that the order in
// which they were given means nothing but to steps that several put at one place.
func (l *loader) overlay(sources []*Source) {
	var laid []*layer
	for i, s := range sources {
		o := l.newLayer(s)
		o.overlay = true
		o.laid = i + 1
		l.checkOverlay(o)
		laid = append(laid, o)
	}
	slices.SortStableFunc(laid, func(a, b *layer) int {
		return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.id, b.id),
			cmp.Compare(a.source.Shown, b.source.Shown))
	})
	l.layers = append(l.layers, laid...)
	for _, at := range l.layers {
		version := at.manifest.Get("version")
		out := Layer{ID: at.id, Shown: at.source.Shown, Label: at.label, Languages: at.languages,
			Carried: at.source.Carried}
		l.out.sources = append(l.out.sources, at.source)
		if version != nil {
			out.Version = version.Text
		}
		if api := at.manifest.Get("api"); api != nil && api.Kind == source.Number {
			out.API = api.Number
			out.HasAPI = true
			out.APIPos = api.Pos
		}
		l.out.Layers = append(l.out.Layers, out)
	}
}

// checkOverlay tells when something laid over a pack is not made for it.
func (l *loader) checkOverlay(o *layer) {
	pos := diag.Pos{File: path.Join(o.source.Shown, "pack.yaml")}
	if o.manifest != nil {
		o.manifest = l.own(o.manifest)
		pos = o.manifest.Pos
		ast.Check(o.manifest, keyword.RecordType("pack"), "pack.yaml", l.report)
	}
	if !o.extends.Given() {
		l.report.Errorf("not-an-overlay", pos, "this pack is laid over another, but its pack.yaml has no extends")
		return
	}
	ids := lists.Map(l.layers, func(at *layer) string { return at.id })
	if !slices.Contains(ids, path.Base(o.extends.Text)) && !slices.Contains(ids, l.extendedID(o)) {
		l.report.Unknown("wrong-base", o.extends, o.extends.Text, ids,
			"this overlay extends %q and cannot be laid over %q", o.extends, ids[len(ids)-1])
	}
}

// extendedID is the id of the pack in the folder that a layer extends, or "".
func (l *loader) extendedID(o *layer) string {
	below, err := l.openExtended(o)
	if err != nil {
		return ""
	}
	return below.Manifest().ID.Text
}

// unreadNames tells of files that look like a part of the pack and are not
// read because of their names.
func (l *loader) unreadNames() {
	for _, at := range l.layers {
		for _, f := range at.source.Files {
			if inOverlay(f.Path) {
				continue
			}
			wanted, top := ".yaml", strings.SplitN(f.Path, "/", 2)[0]
			if isPicture(f.Path) {
				continue
			}
			switch top {
			case "scripts":
				wanted = ".lua"
			case "cards":
				wanted = ".yaml or .csv"
			}
			_, spoken := language(f.Path)
			switch {
			case at.source.alone, top == "cards" && at.source.isSheet(f.Path):
			case top == "cards" && source.IsTable(f.Path):
				l.report.Warnf("unread-file", f.whole(),
					"this sheet is not read, since it has no %s beside it; ruledeck import writes that",
					path.Base(Beside(f.Path, sheet.MapEnd)))
			case !slices.Contains(strings.Split(wanted, " or "), path.Ext(f.Path)):
				l.report.Warnf("unread-file", f.whole(),
					"this file is not read; files in %s end in %s", top, wanted)
			case top == "locale" && !spoken:
				l.report.Warnf("unread-file", f.whole(),
					"this file is not read; the name of a locale file begins with the code of its language, as in "+
						"fr.yaml")
			}
		}
	}
}

// digest hashes the paths and the bytes of all files that take part in games: pictures do not.
func (l *loader) digest() [32]byte {
	h := sha256.New()
	var size [8]byte
	part := func(data []byte) {
		binary.LittleEndian.PutUint64(size[:], uint64(len(data)))
		h.Write(size[:])
		h.Write(data)
	}
	for _, at := range l.layers {
		for _, f := range at.source.Files {
			if !inOverlay(f.Path) && !isPicture(f.Path) {
				part([]byte(f.Path))
				part(f.Data)
			}
		}
		part(nil)
	}
	for _, id := range l.turns {
		part([]byte(id))
	}
	return [32]byte(h.Sum(nil))
}
