package cluster

import (
	"context"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Stream is a run whose games are taken one batch after another, by a consumer that may
// stop before its end.
type Stream struct {
	asks chan want
	// ended is closed when the run has ended, how says how.
	ended chan struct{}
	how   error
	// parts are the results not yet taken, by their first games; wanted is the pending
	// request.
	parts  map[int]piece
	wanted want
}

type piece struct {
	games sim.Span
	*lab.Part
}

// want is a request for games; without any, for the end.
type want struct {
	games sim.Span
	to    chan *lab.Part
}

// ahead is how many games are played before they are asked for: they are played for nothing
// where the comparison has enough.
const ahead = 10 * lab.Batch

// Side begins to play games for one side of a comparison, with the figures of each;
// unpaired games of B have different seeds.
func (s *Submission) Side(ctx context.Context, c *Cluster, games sim.Span, unpaired bool) (*Stream, error) {
	s.order.Compared, s.order.Unpaired = true, unpaired
	before := sim.NewPlayed(len(s.Plan.Bots))
	before.Mark(sim.Span{Games: games.First})
	config := sim.Config{Games: games.End(), Seed: (&lab.Shards{Plan: s.Plan, Unpaired: unpaired}).Seed(),
		Seats: len(s.Plan.Bots), Played: before}
	if err := s.begin(c, config); err != nil {
		return nil, err
	}
	st := &Stream{asks: make(chan want), ended: make(chan struct{}), parts: map[int]piece{},
		wanted: want{games: sim.Span{First: games.First}}}
	s.stream = st
	go func() {
		defer close(st.ended)
		st.how = s.collect(ctx)
		if st.how == nil {
			s.audit.sum(s)
		}
		s.takeBack()
	}()
	return st, nil
}

// Play returns what games came to, once they are played. An error is that of ctx, or that
// the run cannot be played.
func (st *Stream) Play(ctx context.Context, games sim.Span) (*lab.Part, error) {
	w := want{games, make(chan *lab.Part, 1)}
	select {
	case st.asks <- w:
	case <-st.ended:
		return nil, st.how
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case part := <-w.to:
		return part, nil
	case <-st.ended:
		return nil, st.how
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close stops the playing of further games. An error says that results were found wrong, or
// that ctx has ended before they were verified.
func (st *Stream) Close(ctx context.Context) error {
	_, err := st.Play(ctx, sim.Span{})
	return err
}

// The run calls the methods below; the stream of a run that has none is nil.

func (st *Stream) wants() chan want {
	if st == nil {
		return nil
	}
	return st.asks
}

// over reports whether no more games are wanted.
func (st *Stream) over() bool { return st != nil && st.wanted.to != nil && st.wanted.games.Games == 0 }

// limit is up to where games are put before the workers.
func (st *Stream) limit(games int) int {
	switch {
	case st == nil:
		return games
	case st.over():
		return 0
	}
	return min(games, st.wanted.games.End()+ahead)
}

func (st *Stream) take(games sim.Span, part *lab.Part) {
	if st != nil {
		st.parts[games.First] = piece{games, part}
	}
}

// give hands the wanted games over, if all have come.
func (st *Stream) give(s *Submission) {
	if st == nil || st.wanted.to == nil || st.over() || len(s.played.Missing(st.wanted.games)) > 0 {
		return
	}
	out := &lab.Part{Result: sim.NewResult(s.config.Seats)}
	for at := st.wanted.games.First; at < st.wanted.games.End(); {
		p := st.parts[at]
		delete(st.parts, at)
		out.Result.Merge(p.Result)
		out.Figures = append(out.Figures, p.Figures...)
		at = p.games.End()
	}
	st.wanted.to <- out
	st.wanted.to = nil
}
