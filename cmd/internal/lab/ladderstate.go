package lab

import (
	"encoding/json"
	"fmt"

	"github.com/ruledeck/ruledeck/engine/sim"
)

// state writes down how far the ladder came: the state of each bot's games.
func (l *Ladder) state() ([]byte, error) {
	var all []json.RawMessage
	for i, kind := range l.Bots {
		data, err := EncodeState(l.plan(kind).Job(l.Games), l.played[i])
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	data, err := json.Marshal(all)
	return append(data, '\n'), err
}

// Resume lets the ladder go on from the state of another, as given to Keep: Run then
// returns the same as without a break. An error says why this ladder cannot use it.
func (l *Ladder) Resume(data []byte) error {
	var all []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return fmt.Errorf("it is no run of sim --bots that can be resumed (%w)", err)
	}
	if len(all) != len(l.Bots) {
		return fmt.Errorf("it is another run: of %d bots, not %d", len(all), len(l.Bots))
	}
	var played []*sim.Played
	for i, kind := range l.Bots {
		p, err := DecodeState(all[i], l.plan(kind).Job(l.Games))
		if err != nil {
			return err
		}
		played = append(played, p)
	}
	l.played = played
	return nil
}
