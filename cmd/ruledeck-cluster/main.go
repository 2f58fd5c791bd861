// Command ruledeck-cluster plays the simulations of ruledeck on many machines: serve is
// where they meet, work plays, submit is ruledeck sim.
package main

import (
	"context"
	"embed"
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
	"github.com/ruledeck/ruledeck/cmd/internal/host"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func main() {
	pack.Register(cards.Files, scripts.Files)
	command.Begin()
	h := cli.Host{Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Walls: true}
	os.Exit(cli.RunTree(h, "ruledeck-cluster", commands))
}

func commands(h cli.Host) *cobra.Command {
	root := pages.Command("ruledeck-cluster", cobra.NoArgs,
		func(c *cobra.Command, _ []string) error { return c.Help() })
	root.AddCommand(serveCommand(h), workCommand(h), distributed(h, "submit", cli.Simulation),
		distributed(h, "tune", cli.Tuner), statusCommand(h),
		cancelCommand(h), tablesCommand(h), playCommand(h), pages.Command("operating", nil, nil))
	return root
}

// pages are the pages of help of the commands.
var pages = command.Pages{FS: helpTexts}

//go:embed help
var helpTexts embed.FS

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

// server are the flags that say how one is let in at a server.
type server struct {
	cluster.Server
	TokenFile string `flag:"token"`
}

// as returns the flags of who has a role at servers.
func as(role string) server { return server{Server: cluster.Server{Role: role}} }

// secured are further flags of those who show servers a certificate of their own.
func (s *server) secured() command.Flags {
	return command.Flags{"tls-cert": &s.Cert, "tls-key": &s.Key}
}

// connect connects to a server, or to several of a cluster, with commas between them.
func (s *server) connect(ctx context.Context, h cli.Host, addresses string) (*cluster.Cluster, error) {
	at, err := s.at(addresses)
	if err != nil {
		return nil, err
	}
	return cluster.Connect(ctx, at, logTo(h))
}

// at is where servers are, and how one is let in. Where nothing else is given, the token of
// this machine's own server is shown where that is meant.
func (s *server) at(addresses string) (at cluster.Server, err error) {
	at = s.Server
	own := true
	var urls []string
	for address := range strings.SplitSeq(addresses, ",") {
		if !strings.Contains(address, "://") {
			address = "nats://" + address
		}
		u, err := url.Parse(address)
		if err != nil || u.Host == "" {
			return at, command.Usage("%q is no address of a server, as nats://127.0.0.1:4222", address)
		}
		own = own && u.User == nil && host.Local(u.Hostname())
		urls = append(urls, address)
	}
	at.URL = strings.Join(urls, ",")
	if (at.Cert == "") != (at.Key == "") {
		return at, command.Usage("--tls-cert and --tls-key go together")
	}
	for _, file := range []string{at.Creds, at.CA, at.Cert, at.Key} {
		if _, err := os.Stat(file); file != "" && err != nil {
			return at, command.Usage("%s", err)
		}
	}
	switch {
	case s.TokenFile != "":
		at.Token, err = readToken(s.TokenFile)
		if err != nil {
			return at, command.Usage("%s", err)
		}
	case own && at.Creds == "" && at.Cert == "":
		if folder, err := savedir.Place("cluster"); err == nil {
			// Without one the server says that one is needed.
			at.Token, _ = readToken(filepath.Join(folder, tokenFile+"."+at.Role))
		}
	}
	return at, nil
}
