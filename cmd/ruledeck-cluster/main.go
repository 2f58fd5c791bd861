// Command ruledeck-cluster plays the simulations of ruledeck on many machines: serve is
// where they meet, work plays, submit is ruledeck sim.
package main

import (
	"context"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/cli"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/kept"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

// memoryLimit is what the program takes at most while garbage can be collected instead;
// GOMEMLIMIT in the environment wins, and so do the limits of a process that plays.
const memoryLimit = 4 << 30

func main() {
	pack.Carry(cards.Files, scripts.Files)
	if os.Getenv("GOMEMLIMIT") == "" && !isolate.Confined() {
		debug.SetMemoryLimit(memoryLimit)
	}
	// Whoever is told of a closed pipe gets an error from the write and lives on
	// to end as commands end.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(cli.RunTree(cli.Host{Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, commands))
}

func commands(h cli.Host) *cobra.Command {
	root := &cobra.Command{
		Use:   "ruledeck-cluster",
		Short: "Simulations of ruledeck on many machines",
		Long: `Simulations of ruledeck on many machines.

    ruledeck-cluster serve                        # where they meet; prints its address
    ruledeck-cluster work nats://127.0.0.1:4222   # plays; as many as there are machines
    ruledeck-cluster submit nats://127.0.0.1:4222 bbtm --games 1000000

All need the same build of the program, and the token of the server. Any NATS server
with JetStream will do instead of serve. Workers may come, go and be killed at any time,
and the server may be restarted: what comes out is what ruledeck sim prints, to the byte.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.AddCommand(serveCommand(h), workCommand(h), submitCommand(h), playCommand(h))
	return root
}

// playCommand is what a worker starts to play shards.
func playCommand(h cli.Host) *cobra.Command {
	return &cobra.Command{
		Use: "play-shards", Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(400) // as sim does
			}
			return cluster.PlayShards(context.Background(), h.In, os.Stdout)
		},
	}
}

// asked returns a context that ends when the program is asked to stop.
func asked() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// connect connects to a server with the token of a file; without one, with the token
// of this machine's own server where that is meant.
func connect(ctx context.Context, h cli.Host, address, file string) (*cluster.Cluster, error) {
	if !strings.Contains(address, "://") {
		address = "nats://" + address
	}
	at, err := url.Parse(address)
	if err != nil {
		return nil, command.Usage("%q is no address of a server, as nats://127.0.0.1:4222", address)
	}
	token := ""
	switch ip := net.ParseIP(at.Hostname()); {
	case file != "":
		if token, err = readToken(file); err != nil {
			return nil, command.Usage("%s", err)
		}
	case at.User == nil && (at.Hostname() == "localhost" || ip != nil && ip.IsLoopback()):
		if folder, err := kept.Place("cluster"); err == nil {
			// Without one the server says that one is needed.
			token, _ = readToken(filepath.Join(folder, tokenFile))
		}
	}
	return cluster.Connect(ctx, address, token, talk(h))
}
