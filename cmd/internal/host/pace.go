package host

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// pace is how long the people of a table take to answer, so that a pause takes as long.
type pace struct {
	lock  sync.Mutex
	times []time.Duration
	// below draws a number from 0 to one below another; nil by chance.
	below func(n int64) int64
}

// lastTimes is of how many answers a pace knows the times.
const lastTimes = 16

// firstTimes are what people are taken to need before they have answered.
var firstTimes = []time.Duration{time.Second, 2 * time.Second, 3 * time.Second, 4 * time.Second}

// answered notes how long an answer took.
func (p *pace) answered(after time.Duration) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.times = append(p.times, after)
	if len(p.times) > lastTimes {
		p.times = p.times[1:]
	}
}

// wait waits until ctx ends or somewhat longer than the slower of two of the last answers took,
// drawn by chance, up to most. Who is asked, and is as fast as people here are, has answered
// by then; who is slower is like another draw.
func (p *pace) wait(ctx context.Context, most time.Duration) {
	p.lock.Lock()
	times := p.times
	if len(times) < len(firstTimes) {
		times = slices.Concat(times, firstTimes)
	}
	below := p.below
	if below == nil {
		below = rand.Int64N
	}
	one := times[below(int64(len(times)))]
	other := times[below(int64(len(times)))]
	slower := max(one, other)
	slower += time.Duration(below(int64(slower)/4 + 1))
	p.lock.Unlock()
	select {
	case <-ctx.Done():
	case <-time.After(min(most, slower)):
	}
}
