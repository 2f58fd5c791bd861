package inference

import (
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/lists"
)

func numbered(kind, chunk, ordinal int) int { return kind<<40 | chunk<<20 | ordinal }

// digest is the same in every run: numbers are made of it, and things are sorted by these.
func digest(text string) uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

// named is the number of something that a name tells from all others of its kind.
func named(kind int, name string) int { return kind<<40 | int(digest(name)>>25) }

func mix(a, b uint64) uint64 {
	a ^= b + 0x9e3779b97f4a7c15 + a<<6 + a>>2
	a *= 0xff51afd7ed558ccd
	return a ^ a>>32
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func digestOf(t lattice.Type) uint64 {
	h := mix(uint64(t.Kinds), t.Cards)
	h = mix(h, t.Zones)
	if t.Bounded {
		h = mix(h, uint64(t.Low)<<32^uint64(uint32(t.High)))
	}
	h = mix(h, bit(t.Declared)|bit(t.Bounded)<<1|bit(t.Frozen)<<2|bit(t.Keyed)<<3|bit(t.Words == nil)<<4)
	words := uint64(0)
	for w := range t.Words {
		words += digest(w)
	}
	h = mix(h, words)
	for _, r := range t.Refs {
		h = mix(h, uint64(r.Number()))
	}
	if t.Item != nil {
		h = mix(h, digestOf(*t.Item))
	}
	return h
}

func Sorted[V any](m map[string]V) []string { return lists.Sorted(m) }
