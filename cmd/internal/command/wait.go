package command

import (
	"context"
	"math/rand/v2"
	"time"
)

// Wait waits a drawn time up to most, or until ctx ends.
func Wait(ctx context.Context, most time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(most/4 + rand.N(most-most/4+1)):
	}
}
