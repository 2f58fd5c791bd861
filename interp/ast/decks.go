package ast

import (
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Deck says where the cards of a list begin, and to which limits its lists are held.
type Deck struct {
	Name    Word `key:""`
	Zone    Word
	Default *Tree
	Label   Texts `key:"name"`
	Doc     string
	// Limits begin with the limit of all its cards; the key limits adds further ones.
	Limits []*DeckLimit
}

// DeckLimit bounds the cards of a list that pass a filter: all of them where Cards is nil.
type DeckLimit struct {
	Pos          diag.Pos
	Rule         string
	Cards        *Tree
	Size, Copies *Bounds
	By           Word
	Sum          []Sum
}

// Bounds are the smallest and the largest number; nil for none.
type Bounds struct{ Min, Max *Tree }

// Sum bounds the sum of an attribute.
type Sum struct {
	Of       Word `key:""`
	Min, Max *Tree
}

// DeckList is a list of cards that a deck may be.
type DeckList struct {
	ID, Deck Word
	Label    Texts `key:"name"`
	Cards    []Listed
	Pos      diag.Pos
}

// Listed is how many there are of a card.
type Listed struct {
	Card   Word
	Copies *Tree
}

func (d *Deck) read(r *reader, n *source.Node) {
	all := &DeckLimit{}
	r.decode(n, "deck", all)
	d.Limits = append([]*DeckLimit{all}, d.Limits...)
}
