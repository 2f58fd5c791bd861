package scene

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
)

// derived are the derived values of the game, a seat, a card, or of seats at a card: in one
// number where there is one, else from the least to the greatest. One that is 0 goes
// without saying.
func (s *composing) derived(seat engine.Seat, card string) []Fact {
	var out []Fact
	for i := range s.in.Derived {
		e := &s.in.Derived[i]
		if key := e.CardKey(); key != card || card == "" && e.Seat != seat {
			continue
		}
		f := Fact{Key: e.Name, Name: s.Derived(e.Index), Text: strconv.Itoa(e.Low())}
		f.Brief = f.Text
		if len(e.Values) == 1 {
			f.Number = s.number(e.Low())
			f.Quiet = e.Low() == 0
		} else {
			f.Brief += "–" + strconv.Itoa(e.High())
			f.Text = fmt.Sprintf("%s (≈%d)", f.Brief, e.Mean())
		}
		if card != "" && e.Seat != 0 {
			f.Seat = e.Seat
			f.Text, f.Brief = s.voice.Seat(e.Seat)+" "+f.Text, s.marked[e.Seat-1]+" "+f.Brief
		}
		loud := func(o Fact) bool { return !o.Quiet && o.Key == f.Key }
		if !slices.ContainsFunc(out, loud) {
			f.Brief = f.Name + " " + f.Brief
		}
		out = append(out, f)
	}
	return out
}
