// Command ruledeck plays, simulates, checks and tests card games that are
// written as data.
package main

import (
	"os"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/cli"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func main() {
	pack.Register(cards.Files, scripts.Files)
	command.Begin()
	os.Exit(cli.Run(cli.Host{Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Walls: true}))
}
