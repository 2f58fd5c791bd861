package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/cli"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/broker"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/kept"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// tokenFile is the token of this machine's own server, in its folder.
const tokenFile = "token"

// talk says lines to who looks on, one at a time.
func talk(h cli.Host) func(text string) {
	var lock sync.Mutex
	return func(text string) {
		lock.Lock()
		defer lock.Unlock()
		fmt.Fprintln(h.Err, text)
	}
}

func readToken(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	token := string(bytes.TrimSpace(data))
	if token == "" {
		return "", fmt.Errorf("%s holds no token", file)
	}
	return token, nil
}

// madeToken reads the token of a file, or makes one that only the user may read.
func madeToken(file string) (string, error) {
	token, err := readToken(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	token = rand.Text()
	if err = os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		_ = os.Remove(file) // half of a token would be taken for one
	}
	return token, err
}

func serveCommand(h cli.Host) *cobra.Command {
	var listen, file, folder string
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the server that workers and submitters meet at",
		Long: `Run a NATS server with JetStream that workers and submitters meet at, until it is
stopped. The first line of standard output is its address. It listens to this machine
alone unless --listen says otherwise, and lets in who has the token: one is made, and kept
in a file that only you can read, unless --token names another. It keeps what it is given
in a folder, and goes on with that when it is started again.

A token travels as it is: across a network that others can read, use a NATS server with
TLS instead.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			ctx, stop := asked()
			defer stop()
			return serve(ctx, h, listen, file, folder)
		},
	}
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:4222", "the address to listen at; port 0 takes a free one")
	c.Flags().StringVar(&file, "token", "", "a file with the token (default: one in the program's own folder)")
	c.Flags().StringVar(&folder, "store", "",
		"the folder to keep work and results in (default: one in the program's own folder)")
	return c
}

func serve(ctx context.Context, h cli.Host, listen, file, folder string) error {
	own, err := kept.Place("cluster")
	if err != nil && (file == "" || folder == "") {
		return err
	}
	var token string
	if file == "" {
		file = filepath.Join(own, tokenFile)
		token, err = madeToken(file)
	} else {
		token, err = readToken(file)
	}
	if err != nil {
		return command.Usage("%s", err)
	}
	if folder == "" {
		folder = filepath.Join(own, "store")
	}
	server, err := broker.Start(listen, token, folder, talk(h))
	if err != nil {
		return err
	}
	fmt.Fprintln(h.Out, server.URL())
	if f, ok := h.Out.(interface{ Flush() error }); ok {
		if err := f.Flush(); err != nil {
			return err
		}
	}
	fmt.Fprintf(h.Err, "the token is in %s, the work in %s\n", file, folder)
	if host, _, err := net.SplitHostPort(listen); err == nil && !isLoopback(host) {
		fmt.Fprintln(h.Err,
			"it listens to other machines, and the token travels as it is: whoever reads the network can use the "+
				"workers")
	}
	<-ctx.Done()
	return server.Close()
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func workCommand(h cli.Host) *cobra.Command {
	var file string
	w := cluster.Worker{Player: func(ctx context.Context) (*exec.Cmd, error) {
		return isolate.Self(ctx, "play-shards")
	}}
	c := &cobra.Command{
		Use:   "work URL",
		Short: "Play for those who submit, until it is stopped",
		Long: `Play for those who submit, until it is stopped. Packs are played in processes of their
own, with limits of memory and processor time; what bounds them is not a sandbox: work for
a server whose users you trust as far as those who play a game on your machine.

A worker plays for submitters with the same build of the program; it refuses others, and
says so here and there.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if w.Jobs < 1 || w.Silence < time.Second {
				return command.Usage("--jobs is at least 1, and --silence at least 1s")
			}
			ctx, stop := asked()
			defer stop()
			at, err := connect(ctx, h, args[0], file)
			if errors.Is(err, cluster.ErrAway) {
				fmt.Fprintf(h.Err, "%s; waiting for it\n", err)
			}
			for errors.Is(err, cluster.ErrAway) && ctx.Err() == nil {
				select {
				case <-ctx.Done():
				case <-time.After(time.Second):
				}
				at, err = connect(ctx, h, args[0], file)
			}
			switch {
			case ctx.Err() != nil:
				return nil
			case err != nil:
				return err
			}
			defer at.Close()
			fmt.Fprintf(h.Err, "at work for %s, %d games at once, program %.12s\n", args[0], w.Jobs, lab.Program())
			return w.Work(ctx, at)
		},
	}
	c.Flags().StringVar(&file, "token", "",
		"a file with the token of the server (default: that of this machine's own server)")
	c.Flags().IntVar(&w.Jobs, "jobs", runtime.GOMAXPROCS(0), "games played at once")
	c.Flags().DurationVar(&w.Silence, "silence", 15*time.Second,
		"how long a worker may be silent before others get what it plays")
	return c
}

func submitCommand(h cli.Host) *cobra.Command {
	var file string
	var at *cluster.Cluster
	c := cli.Simulation(h, cli.Elsewhere{
		Refusal: cluster.Refusal,
		Play: func(ctx context.Context, plan *lab.Plan, config sim.Config) (*sim.Result, error) {
			return (&cluster.Submission{Plan: plan}).Run(ctx, at, config)
		},
	})
	run := c.RunE
	c.Use, c.Short = "submit URL GAME", "Let the workers play what sim plays, and print what it prints"
	c.Long = "Let the workers of a server play, and print what ruledeck sim prints, to the byte.\n" +
		"What has been played of a run stays on the server for a week: the same run again, by\n" +
		"anybody, is not played twice.\n\n" + c.Long
	c.Example = strings.ReplaceAll(c.Example, "ruledeck sim", "ruledeck-cluster submit nats://127.0.0.1:4222")
	c.Args = cobra.ExactArgs(2)
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if at, err = connect(c.Context(), h, args[0], file); err != nil {
			return err
		}
		defer at.Close()
		return run(c, args[1:])
	}
	c.Flags().StringVar(&file, "token", "",
		"a file with the token of the server (default: that of this machine's own server)")
	return c
}
