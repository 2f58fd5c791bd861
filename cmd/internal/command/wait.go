package command

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"
)

// PauseFlag adds --pause to a command, with what it is by default: see play.Settings.
func PauseFlag(c *cobra.Command, pause *time.Duration, usual string) {
	c.Flags().DurationVar(pause, "pause", 0,
		"with several people: the longest wait at questions whose timing would reveal hidden cards (default: "+
			usual+"; -1s: never)")
}

// Wait waits a drawn time up to most, or until ctx ends.
func Wait(ctx context.Context, most time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(most/4 + rand.N(most-most/4+1)):
	}
}
