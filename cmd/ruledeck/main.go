// Command ruledeck plays, simulates, checks and tests card games that are
// written as data.
package main

import (
	"os"

	"github.com/ruledeck/ruledeck/cmd/internal/cli"
)

func main() {
	os.Exit(cli.Run(cli.Host{Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
