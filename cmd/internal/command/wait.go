package command

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"
)

// PauseFlag adds --pause to a command: see play.Settings.
func PauseFlag(c *cobra.Command, pause *time.Duration) {
	c.Flags().DurationVar(pause, "pause", 0,
		"with several people: how long to wait at most where the time would tell who holds what (default: what the "+
			"pack says; -1s: never)")
}

// Wait waits a drawn time up to most, or until ctx ends.
func Wait(ctx context.Context, most time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(most/4 + rand.N(most-most/4+1)):
	}
}
