// Command ruledeck plays, simulates, checks and tests card games that are
// written as data.
package main

import (
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/cli"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

// memoryLimit is what the program takes at most while garbage can be collected
// instead; GOMEMLIMIT in the environment wins.
const memoryLimit = 4 << 30

func main() {
	pack.Register(cards.Files, scripts.Files)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	// Whoever is told of a closed pipe gets an error from the write and lives on
	// to end as commands end.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(cli.Run(cli.Host{Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Walls: true}))
}
