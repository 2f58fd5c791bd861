package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/ruledeck/ruledeck/engine/sim"
)

// stateVersion is the version of the form of state.
const stateVersion = 5

// state is an experiment that is not over: the games of each arm so far, and their sums for the
// figures of a comparison. Its form is JSON.
type state struct {
	V         int      `json:"v"`
	Arms      []arm    `json:"arms"`
	Precision float64  `json:"precision,omitempty"`
	Unpaired  bool     `json:"unpaired,omitempty"`
	Figures   []summed `json:"figures,omitempty"`
}

// arm is the job of an arm, with the games that were played of it; Pairs counts the games that
// ended both there and in the first arm.
type arm struct {
	Job Job `json:"job"`
	sim.Played
	Pairs int `json:"pairs,omitempty"`
}

// summed is the sum of a figure over the games of an arm, each paired with a game of the first arm.
type summed struct {
	Arm int `json:"arm"`
	FigureName
	Sum change     `json:"sum"`
	Of  [2]*[3]int `json:"of"` // each side's seats, what they won and value
}

// head describes an experiment without its results.
func (e *Experiment) head() state {
	s := state{V: stateVersion, Precision: e.Precision, Unpaired: e.Unpaired}
	for _, plan := range e.Arms {
		s.Arms = append(s.Arms, arm{Job: plan.Job(e.Games)})
	}
	return s
}

// state writes down how far the experiment came.
func (e *Experiment) state() ([]byte, error) {
	s := e.head()
	for i, played := range e.played {
		of := &s.Arms[i]
		of.Played = *played
		sums := e.sums[i]
		of.Pairs = sums.pairs
		for _, f := range slices.SortedFunc(maps.Keys(sums.changes), FigureName.compare) {
			sum := summed{Arm: i, FigureName: f, Sum: *sums.changes[f]}
			for side := range sum.Of {
				if c := sums.sides[side][f]; c != nil {
					sum.Of[side] = &[3]int{c.n, c.won, c.value}
				}
			}
			s.Figures = append(s.Figures, sum)
		}
	}
	data, err := json.Marshal(s)
	return append(data, '\n'), err
}

// Resume lets the experiment go on from the state of another, as given to Keep: it then
// returns the same as without a break. An error says why this one cannot use it.
func (e *Experiment) Resume(data []byte) error {
	s, err := decodeState(data)
	if err != nil {
		return fmt.Errorf("it is no run of sim that can be resumed (%w)", err)
	}
	here := e.head()
	if len(s.Arms) != len(here.Arms) {
		return fmt.Errorf("it is another run: of %d games or bots beside each other, not %d", len(s.Arms),
			len(here.Arms))
	}
	if s.Precision != here.Precision || s.Unpaired != here.Unpaired {
		return errors.New("it is another run: --precision or --unpaired is another")
	}
	var played []*sim.Played
	var sums []*pairing
	for i := range s.Arms {
		p, err := s.Arms[i].played(&here.Arms[i].Job)
		if err != nil {
			if len(s.Arms) > 1 {
				err = fmt.Errorf("%w (%d of %d)", err, i+1, len(s.Arms))
			}
			return err
		}
		sum := newPairing()
		sum.pairs = s.Arms[i].Pairs
		played = append(played, p)
		sums = append(sums, sum)
	}
	for _, f := range s.Figures {
		if f.Arm < 0 || f.Arm >= len(sums) {
			return fmt.Errorf("it has figures of %d, and has no such games", f.Arm+1)
		}
		sums[f.Arm].take(f)
	}
	e.played = played
	e.sums = sums
	return nil
}

func decodeState(data []byte) (*state, error) {
	var of struct{ V int }
	if err := json.Unmarshal(data, &of); err != nil {
		return nil, err
	}
	if of.V != stateVersion {
		return nil, fmt.Errorf("it has the version %d, and this program reads %d", of.V, stateVersion)
	}
	s := &state{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return s, d.Decode(s)
}

// played are the games of an arm, if it is the one of a job.
func (a *arm) played(job *Job) (*sim.Played, error) {
	if other := a.Job.Differs(job); other != "" {
		return nil, fmt.Errorf("it is another run: %s", other)
	}
	if a.Result == nil || len(a.Result.Wins) != len(job.Bots) {
		return nil, fmt.Errorf("its result is not that of %d seats", len(job.Bots))
	}
	played := &sim.Played{Result: a.Result}
	for _, games := range a.Spans {
		if games.End() > job.Games || !played.Mark(games) {
			return nil, fmt.Errorf("it has no games %d to %d", games.First+1, games.End())
		}
	}
	if games := played.Games(); games != a.Result.Games || a.Pairs > games {
		return nil, fmt.Errorf("it names %d games, and its result has %d", games, a.Result.Games)
	}
	return played, nil
}

func (s *pairing) take(f summed) {
	s.changes[f.FigureName] = &f.Sum
	for side, c := range f.Of {
		if c != nil {
			s.sides[side][f.FigureName] = &contribution{c[0], c[1], c[2]}
		}
	}
}
