// Command ruledeck plays, simulates, checks and tests card games that are
// written as data.
package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/ruledeck/ruledeck/cmd/internal/cli"
)

func main() {
	// Whoever is told of a closed pipe gets an error from the write and lives on
	// to end as commands end.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(cli.Run(cli.Host{Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
