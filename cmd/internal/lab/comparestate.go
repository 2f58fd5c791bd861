package lab

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/ruledeck/ruledeck/engine/sim"
)

// comparing is how far a comparison came, as JSON.
type comparing struct {
	V         int         `json:"v"`
	Compares  [2]Job      `json:"compares"`
	Precision float64     `json:"precision"`
	Unpaired  bool        `json:"unpaired"`
	Begun     int         `json:"begun"`
	Pairs     int         `json:"pairs"`
	A         *sim.Result `json:"a"`
	B         *sim.Result `json:"b"`
	Sums      []keptSum   `json:"sums"`
}

// keptSum is what pairs have added to a figure.
type keptSum struct {
	By   string     `json:"by"`
	Key  string     `json:"key"`
	What string     `json:"what"`
	Sum  change     `json:"sum"`
	Of   [2]*[3]int `json:"of"` // each side's seats, what they won and value
}

// head is what a comparison is, without what came out.
func (c *Comparison) head() comparing {
	return comparing{V: stateVersion, Compares: [2]Job{c.A.Job(c.Pairs), c.B.Job(c.Pairs)},
		Precision: c.Precision, Unpaired: c.Unpaired}
}

// state writes down how far the comparison came.
func (c *Comparison) state() ([]byte, error) {
	k := c.head()
	k.Begun = c.begun
	k.Pairs = c.sums.pairs
	k.A, k.B = c.out.A, c.out.B
	for _, f := range slices.SortedFunc(maps.Keys(c.sums.changes), figure.compare) {
		sum := keptSum{By: f.by, Key: f.key, What: f.what, Sum: *c.sums.changes[f]}
		for side := range sum.Of {
			if of := c.sums.sides[side][f]; of != nil {
				sum.Of[side] = &[3]int{of.n, of.won, of.value}
			}
		}
		k.Sums = append(k.Sums, sum)
	}
	data, err := json.Marshal(k)
	return append(data, '\n'), err
}

func (f figure) compare(other figure) int {
	return cmp.Or(cmp.Compare(f.by, other.by), cmp.Compare(f.key, other.key), cmp.Compare(f.what, other.what))
}

// Resume lets the comparison go on from the state of another, as given to Keep: Run then
// returns the same as without a break. An error says why this comparison cannot use it.
func (c *Comparison) Resume(data []byte) error {
	var k comparing
	if err := decodeState(data, &k); err != nil {
		return fmt.Errorf("it is no comparison of sim that can be resumed (%w)", err)
	}
	here := c.head()
	for side := range here.Compares {
		if other := k.Compares[side].Differs(&here.Compares[side]); other != "" {
			return fmt.Errorf("it is another comparison, on the side %s: %s", []string{"A", "B"}[side], other)
		}
	}
	switch {
	case k.Precision != here.Precision || k.Unpaired != here.Unpaired:
		return errors.New("it is another comparison: --precision or --unpaired is another")
	case k.A == nil || k.B == nil || len(k.A.Wins) != len(c.A.Bots) || len(k.B.Wins) != len(c.B.Bots):
		return fmt.Errorf("its results are not for %d seats", len(c.A.Bots))
	case k.Begun != k.A.Games || k.Begun != k.B.Games || k.Begun > c.Pairs ||
		k.Begun < c.Pairs && k.Begun%Batch != 0 || k.Pairs > k.Begun:
		return errors.New("its numbers of games do not fit each other")
	}
	c.begun, c.shown = k.Begun, 2*k.Begun
	c.out = &Compared{A: k.A, B: k.B}
	c.sums = &pairing{pairs: k.Pairs, changes: map[figure]*change{}, sides: [2]map[figure]*contribution{{}, {}}}
	for _, sum := range k.Sums {
		f := figure{sum.By, sum.Key, sum.What}
		c.sums.changes[f] = &sum.Sum
		for side, of := range sum.Of {
			if of != nil {
				c.sums.sides[side][f] = &contribution{of[0], of[1], of[2]}
			}
		}
	}
	return nil
}
