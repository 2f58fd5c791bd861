package ast

import "github.com/ruledeck/ruledeck/interp/source"

func (r *reader) layout(n *source.Node) *Layout {
	f := r.fields(n, "layout")
	out := &Layout{
		Table: f.words("table"), Seat: f.words("seat"), Hide: f.words("hide"), Piles: f.words("piles"), Texts: f.words("texts"),
		Slots: namedWords(f.pairs("slots")), Sort: namedWords(f.pairs("sort")),
		Turn: f.words("turn"), Quiet: namedValues(f.pairs("quiet")), Pos: n.Pos,
	}
	for _, pair := range f.pairs("icons") {
		out.Icons = append(out.Icons, Icon{keyOf(pair), textsOf(pair.Value)})
	}
	for _, pair := range f.pairs("face") {
		out.Faces = append(out.Faces, r.face(pair))
	}
	return out
}

func (r *reader) face(pair source.Pair) *Face {
	f := r.fields(pair.Value, "face")
	return &Face{
		Type: keyOf(pair), Corner: f.words("corner"), Line: f.words("line"), Left: f.words("left"), Middle: f.words("middle"),
		Right: f.words("right"), Hide: f.words("hide"), Turned: namedValues(f.pairs("turned")), Quiet: namedValues(f.pairs("quiet")),
	}
}

func namedWords(pairs []source.Pair) []NamedWords {
	var out []NamedWords
	for _, p := range pairs {
		out = append(out, NamedWords{keyOf(p), wordsOf(p.Value)})
	}
	return out
}

func namedValues(pairs []source.Pair) []NamedValues {
	var out []NamedValues
	for _, p := range pairs {
		named := NamedValues{Name: keyOf(p)}
		for _, v := range itemsOf(p.Value) {
			named.Values = append(named.Values, FromNode(v))
		}
		out = append(out, named)
	}
	return out
}
