package lattice

// Need is what the uses of a parameter need: the kinds and the words that every
// use takes. A use that nothing of it would satisfy is an error of the caller.
type Need struct {
	// Set tells that there is a use with a need.
	Set   bool
	Kinds Kinds
	Words map[string]bool
	// Always is set when one of the uses is not behind a condition that looks
	// at a parameter.
	Always bool
}

// Meet takes in the need of one more use, and reports whether it said anything
// new.
func (n *Need) Meet(k Kinds, words map[string]bool, always bool) bool {
	was := *n
	if !n.Set {
		*n = Need{Set: true, Kinds: k, Words: words, Always: always}
		return true
	}
	n.Kinds &= k
	n.Always = n.Always || always
	switch {
	case words == nil:
	case n.Words == nil:
		n.Words = words
	case !subset(n.Words, words):
		both := map[string]bool{}
		for w := range n.Words {
			if words[w] {
				both[w] = true
			}
		}
		n.Words = both
	}
	return was.Kinds != n.Kinds || was.Always != n.Always || len(was.Words) != len(n.Words) ||
		(was.Words == nil) != (n.Words == nil)
}
