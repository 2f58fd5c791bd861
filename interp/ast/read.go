package ast

import (
	"slices"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Files are the nodes of a pack's files, overlays laid over them. A file that
// is missing is nil.
type Files struct {
	// ManifestName and GameName name the files for what is missing.
	ManifestName, GameName string
	Manifest, Game         *source.Node
	// Cards are the cards of all files, defaults filled in.
	Cards  []*source.Node
	Locale []LocaleFile
	// Rulings is a list of rulings.
	Rulings *source.Node
	Hash    [32]byte
}

// LocaleFile is the sentences of one language.
type LocaleFile struct {
	Lang string
	Node *source.Node
}

// Read checks the shape of the nodes and makes the typed tree of them. The tree
// is usable whatever was reported: what is wrong is left out of it.
func Read(files Files, report *diag.List) *Pack {
	r := &reader{checker: checker{report}}
	return r.pack(files)
}

type reader struct {
	checker
	asked map[string]bool
}

func (r *reader) fields(n *source.Node, name string) fields {
	return fields{keyword.Lookup(name), n, r.asked}
}

func (r *reader) pack(files Files) *Pack {
	p := &Pack{
		Hash: files.Hash,
		Pos:  diag.Pos{File: files.ManifestName}, GamePos: diag.Pos{File: files.GameName},
	}
	if files.Manifest == nil {
		r.report.Errorf("missing-file", p.Pos, "the pack has no pack.yaml, or it is empty")
	} else {
		r.record(files.Manifest, keyword.Lookup("pack"), "pack.yaml")
		r.manifest(files.Manifest, p)
	}
	if files.Game == nil {
		r.report.Errorf("missing-file", p.GamePos, "the pack has no game.yaml, or it is empty")
	} else {
		r.record(files.Game, keyword.Lookup("game file"), "game.yaml")
		r.game(files.Game, p)
	}
	for _, n := range files.Cards {
		if card := r.card(n); card != nil {
			p.Cards = append(p.Cards, card)
		}
	}
	r.messages(files.Locale, p)
	r.rulings(files.Rulings, p)
	return p
}

// Manifest is what pack.yaml says, read before the rest to find overlays.
type Manifest struct {
	ID, Extends Word
	Label       Texts
	Priority    int
	Languages   []Word
}

// ReadManifest reads a manifest alone, without a report.
func ReadManifest(n *source.Node) Manifest {
	if n == nil {
		return Manifest{}
	}
	return new(reader).layer(n)
}

// layer reads what a manifest says about laying packs over each other.
func (r *reader) layer(n *source.Node) Manifest {
	f := r.fields(n, "pack")
	return Manifest{f.word("id"), f.word("extends"), f.texts("name"), f.number("priority"), f.words("languages")}
}

func (r *reader) manifest(n *source.Node, p *Pack) {
	f := r.fields(n, "pack")
	p.ID = f.word("id")
	p.Version = f.word("version")
	p.API = f.number("api")
	p.Label = f.texts("name")
	p.Pos = n.Pos
	seats := f.get("seats")
	if seats != nil {
		p.SeatsPos = seats.Pos
	}
	if seats != nil && seats.Kind == source.Map {
		s := r.fields(seats, "seats")
		p.MinSeats, p.MaxSeats = s.number("min"), s.number("max")
	}
}

func (r *reader) game(n *source.Node, p *Pack) {
	f := r.fields(n, "game file")
	p.GamePos = n.Pos
	for _, pair := range f.pairs("options") {
		p.GameOptions = append(p.GameOptions, r.option(pair))
	}
	for _, item := range f.items("refuse") {
		p.Refusals = append(p.Refusals, r.refusal(item))
	}
	for _, pair := range f.pairs("words") {
		words, labels := wordList(pair.Value)
		e := &Enumeration{keyOf(pair), words, labels, make([]Word, len(words)), make([]Word, len(words))}
		if pair.Value.Kind == source.Map {
			for i, p := range pair.Value.Pairs {
				if p.Value.Kind == source.Map {
					fields := r.fields(p.Value, "word")
					e.Does[i], e.Abilities[i] = fields.word("does"), fields.word("ability")
				}
			}
		}
		p.Words = append(p.Words, e)
	}
	for _, pair := range f.pairs("dice") {
		die := &Die{Name: keyOf(pair)}
		for _, face := range itemsOf(pair.Value) {
			die.Faces = append(die.Faces, FromNode(face))
		}
		p.Dice = append(p.Dice, die)
	}
	p.Game = r.attributes(f.pairs("game"))
	p.Seat = r.attributes(f.pairs("seat"))
	for _, pair := range f.pairs("types") {
		p.Types = append(p.Types, r.cardType(pair))
	}
	for _, pair := range f.pairs("sizes") {
		if pair.Value.Kind == source.Number {
			p.Sizes = append(p.Sizes, Size{keyOf(pair), FromNode(pair.Value)})
		}
	}
	for _, pair := range f.pairs("zones") {
		p.Zones = append(p.Zones, r.zone(pair))
	}
	for _, pair := range f.pairs("groups") {
		p.Groups = append(p.Groups, &Group{keyOf(pair), wordsOf(pair.Value)})
	}
	for _, pair := range f.pairs("triggers") {
		p.Triggers = append(p.Triggers, r.trigger(pair))
	}
	if n := f.get("order"); n != nil {
		o := r.fields(n, "order")
		p.Order = &Order{o.word("from"), o.flag("rounds")}
	}
	if n := f.get("position"); n != nil {
		o := r.fields(n, "position")
		p.Position = &Position{Start: o.word("start"), Clear: o.words("clear")}
		for _, pair := range o.pairs("rest") {
			p.Position.Rest = append(p.Position.Rest, RestZone{keyOf(pair), wordOf(pair.Value)})
		}
	}
	if n := f.get("layout"); n != nil {
		p.Layout = r.layout(n)
	}
	p.Flow = r.flow(f.items("flow"))
	p.Standing = f.word("standing")
	p.Returns = f.word("returns")
	if n := f.get("search"); n != nil {
		s := r.fields(n, "search depth")
		p.Search = &Search{s.numberTree("depth"), s.numberTree("rollout"), s.flag("bluff")}
	}
	p.Undo = f.word("undo")
	p.UsualSeats = f.numberTree("usual_seats")
	p.Invariants = f.words("invariants")
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
		texts := textsOf(p.Value)
		labels = append(labels, slices.DeleteFunc(texts, func(t Text) bool { _, key := keyword.Lookup("word").Field(t.Lang); return key }))
	}
	return words, labels
}

func (r *reader) option(pair source.Pair) *GameOption {
	f := r.fields(pair.Value, "option")
	o := &GameOption{
		Name: keyOf(pair), Seat: f.flag("seat"), PerSeat: f.flag("per_seat"), Distinct: f.flag("distinct"), Card: f.word("card"),
		Default: f.tree("default"), Label: f.texts("name"), Doc: f.text("doc"),
	}
	o.Values, o.Labels = wordList(f.get("values"))
	if n := f.get("number"); n != nil {
		bounds := r.fields(n, "range")
		o.Number, o.Min, o.Max = true, bounds.number("min"), bounds.number("max")
	}
	for _, p := range f.pairs("overlays") {
		o.Overlays = append(o.Overlays, OptionOverlay{keyOf(p), wordOf(p.Value)})
	}
	return o
}

func (r *reader) refusal(n *source.Node) *Refusal {
	f := r.fields(n, "refusal")
	refusal := &Refusal{Because: f.word("because"), Pos: n.Pos}
	for _, p := range f.pairs("when") {
		term := RefusalTerm{Option: keyOf(p)}
		for _, v := range itemsOf(p.Value) {
			term.Values = append(term.Values, FromNode(v))
		}
		refusal.When = append(refusal.When, term)
	}
	return refusal
}

func (r *reader) attributes(pairs []source.Pair) []*Attribute {
	var attributes []*Attribute
	for _, pair := range pairs {
		f := r.fields(pair.Value, "attribute")
		attributes = append(attributes, &Attribute{
			Name: keyOf(pair), Type: f.word("type"), Of: f.word("of"), By: f.word("by"),
			State: f.flag("state"), Start: f.tree("start"), KeepsIn: f.words("keeps_in"),
			Min: f.numberTree("min"), Max: f.numberTree("max"), Seen: f.word("seen"),
			Internal: f.flag("internal"), Label: f.texts("name"), Doc: f.text("doc"),
		})
	}
	return attributes
}

func (r *reader) cardType(pair source.Pair) *Type {
	f := r.fields(pair.Value, "type")
	return &Type{
		Name: keyOf(pair), Start: f.word("start"), Active: f.tree("active"), Check: f.word("check"),
		Attributes: r.attributes(f.pairs("attributes")), Label: f.texts("name"), Doc: f.text("doc"),
	}
}

func (r *reader) zone(pair source.Pair) *Zone {
	f := r.fields(pair.Value, "zone")
	z := &Zone{
		Name: keyOf(pair), Of: f.word("of"), Types: f.words("types"), PerSeat: f.flag("per_seat"),
		Ordered: f.flag("ordered"), Bag: f.flag("bag"), Seen: f.word("seen"), Accepts: f.words("accepts"),
		Capacity: f.numberTree("capacity"), CapacityEach: f.numberTree("capacity_each"),
		Label: f.texts("name"), Doc: f.text("doc"),
	}
	if n := f.get("board"); n != nil {
		b := r.fields(n, "board")
		z.Board = &Board{b.number("rows"), b.number("columns"), n.Pos}
	}
	return z
}

func (r *reader) trigger(pair source.Pair) *Trigger {
	f := r.fields(pair.Value, "trigger")
	t := &Trigger{
		Name: keyOf(pair), Doc: f.text("doc"), Windows: f.words("windows"), Cancel: f.flag("cancel"),
		Scope: f.word("scope"), OrderFrom: f.word("order_from"), Label: f.texts("name"),
	}
	for _, p := range f.pairs("params") {
		pf := r.fields(p.Value, "parameter")
		t.Params = append(t.Params, &Param{
			Name: keyOf(p), Type: pf.word("type"), Of: pf.word("of"), Write: pf.flag("write"), Doc: pf.text("doc"),
		})
	}
	return t
}

func (r *reader) flow(items []*source.Node) []*PhaseNode {
	var nodes []*PhaseNode
	for _, n := range items {
		if n.Kind != source.Map {
			if step := wordOf(n); step.Given() {
				nodes = append(nodes, &PhaseNode{Step: step})
			}
			continue
		}
		f := r.fields(n, "phase")
		phase := &PhaseNode{Name: f.word("phase"), Label: f.texts("name"), Doc: f.text("doc")}
		if n := f.get("repeat"); n != nil {
			repeat := r.fields(n, "repeat")
			phase.Repeat, phase.Until, phase.Times = true, repeat.word("until"), repeat.numberTree("times")
		}
		if n := f.get("turns"); n != nil {
			turns := r.fields(n, "turns")
			phase.Turns = &Turns{turns.word("from"), turns.word("until")}
		}
		phase.Do = r.flow(f.items("do"))
		nodes = append(nodes, phase)
	}
	return nodes
}
