package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
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
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/tables"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/host"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// tokenFile is the token of this machine's own server, in its folder.
const tokenFile = "token"

// logTo returns a function that writes lines to standard error, one at a time.
func logTo(h cli.Host) func(text string) {
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

// madeToken reads the token of a file, or writes one there that only the user may read. Of several
// processes that find none at once one writes, and all have its token.
func madeToken(file, token string) (string, error) {
	there, err := readToken(file)
	if err == nil {
		return there, nil
	}
	f, err := disk.OS.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	defer f.Close()
	mine, err := f.Lock()
	if err == nil && !mine {
		err = fmt.Errorf("another process writes %s", file)
	}
	if err != nil {
		return "", err
	}
	there, err = readToken(file)
	if err == nil {
		return there, nil
	}
	_, err = f.Write([]byte(token + "\n"))
	if err != nil {
		_ = f.Truncate(0) // half of a token would be taken for one
	}
	return token, err
}

func serveCommand(h cli.Host) *cobra.Command {
	var of broker.Settings
	var file string
	c := pages.Command("serve", cobra.NoArgs, func(*cobra.Command, []string) error {
		switch {
		case (of.Cert == "") != (of.Key == "") || of.CA != "" && of.Cert == "":
			return command.Usage("--tls-cert and --tls-key go together, and --tls-ca with them")
		case (of.Cluster == "") != (len(of.Routes) == 0) || of.Cluster != "" && (of.Name == "" || file == ""):
			return command.Usage("servers that keep everything together have a --name, --cluster, --routes and a " +
				"--token each")
		}
		ctx, stop := asked()
		defer stop()
		return serve(ctx, h, of, file)
	}, &of, command.Flags{"token": &file})
	c.Flags().StringSliceVar(&of.Routes, "routes", nil, "the addresses of the other servers, as their --cluster says")
	return c
}

func serve(ctx context.Context, h cli.Host, of broker.Settings, file string) error {
	own, err := savedir.Place("cluster")
	if err != nil && (file == "" || of.Folder == "") {
		return err
	}
	if file == "" {
		file = filepath.Join(own, tokenFile)
		of.Token, err = madeToken(file, rand.Text())
	} else {
		of.Token, err = readToken(file)
	}
	if err != nil {
		return command.Usage("%s", err)
	}
	if of.Folder == "" {
		of.Folder = filepath.Join(own, "store", of.Name)
	}
	of.Log = logTo(h)
	of.Roles, err = rolesOf(file, of.Token)
	if err != nil {
		return command.Usage("%s", err)
	}
	server, err := broker.Start(of)
	if err != nil {
		return err
	}
	fmt.Fprintln(h.Out, server.URL())
	if f, ok := h.Out.(interface{ Flush() error }); ok {
		if err := f.Flush(); err != nil {
			return err
		}
	}
	go prepare(ctx, server, &of)
	fmt.Fprintf(h.Err, "the tokens are in %s.work, .submit and .tables, the work in %s\n", file, of.Folder)
	if of.Cluster != "" && of.CA == "" {
		fmt.Fprintf(h.Err, "what this server and the others say to each other at %s is not encrypted: whoever listens "+
			"on that network reads their token, packs, runs and results, and of tables when they change, as their "+
			"contents are sealed (--tls-cert with --tls-ca encrypts it)\n", of.Cluster)
	}
	if name, _, err := net.SplitHostPort(of.Listen); err == nil && !host.Local(name) && of.Cert == "" {
		fmt.Fprintln(h.Err,
			"it listens to other machines, and tokens are not encrypted: anyone who reads the network can use "+
				"the workers (--tls-cert encrypts them)")
	}
	<-ctx.Done()
	return server.Close()
}

// playing is the command of a process that plays shards.
func playing(ctx context.Context) (*exec.Cmd, error) { return isolate.Self(ctx, "play-shards") }

func workCommand(h cli.Host) *cobra.Command {
	of := as(workRole)
	w := cluster.Worker{Player: playing, Jobs: runtime.GOMAXPROCS(0)}
	return pages.Command("work", cobra.ExactArgs(1), func(_ *cobra.Command, args []string) error {
		if w.Jobs < 1 || w.Silence < time.Second {
			return command.Usage("--jobs is at least 1, and --silence at least 1s")
		}
		ctx, stop := asked()
		defer stop()
		at, err := of.connect(ctx, h, args[0])
		if errors.Is(err, cluster.ErrAway) {
			fmt.Fprintf(h.Err, "%s; waiting for it\n", err)
		}
		for errors.Is(err, cluster.ErrAway) && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
			at, err = of.connect(ctx, h, args[0])
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
	}, &of, of.secured(), &w)
}

// mostPriority bounds how much more one run gets than another.
const mostPriority = 100

// submitter are the flags of those who have games played.
type submitter struct {
	server
	at       *cluster.Cluster
	Priority int     `flag:"priority"`
	Verify   float64 `flag:"verify"`
}

func (s *submitter) submission(plan *lab.Plan) *cluster.Submission {
	return &cluster.Submission{Plan: plan, Priority: s.Priority, Verify: s.Verify / 100, Player: playing}
}

// asSubmitter makes a command that plays here one of those that have games played: its first
// argument is the server.
func (s *submitter) asSubmitter(h cli.Host, c *cobra.Command) *cobra.Command {
	name := c.Name()
	run := c.RunE
	c.Example = strings.ReplaceAll(c.Example, "ruledeck "+name,
		"ruledeck-cluster "+strings.ReplaceAll(name, "sim", "submit")+" nats://127.0.0.1:4222")
	c.Args = cobra.ExactArgs(2)
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		switch {
		case s.Priority < 1 || s.Priority > mostPriority:
			return command.Usage("--priority is a number from 1 to %d, not %d", mostPriority, s.Priority)
		case !(s.Verify >= 0 && s.Verify <= 100):
			return command.Usage("--verify is a percentage from 0 to 100, not %v", s.Verify)
		}
		s.at, err = s.connect(c.Context(), h, args[0])
		if err != nil {
			return err
		}
		defer s.at.Close()
		return run(c, args[1:])
	}
	pages.Add(c, s)
	pages.Add(c, s.secured())
	return c
}

// distributed is a command of the program whose games a cluster plays; the page of name stands
// above its own help.
func distributed(h cli.Host, name string, command func(cli.Host, cli.Remote) *cobra.Command) *cobra.Command {
	s := &submitter{server: as(submitRole), Priority: cluster.Usual, Verify: 100 * cluster.Verified}
	c := s.asSubmitter(h, command(h, cli.Remote{ // plays on the workers
		Refusal: cluster.Refusal,
		Play: func(ctx context.Context, plan *lab.Plan, config sim.Config) (*sim.Result, error) {
			return s.submission(plan).Run(ctx, s.at, config)
		},
		Compared: func(ctx context.Context, plan *lab.Plan, games sim.Span, unpaired bool) (lab.Side, error) {
			return s.submission(plan).Side(ctx, s.at, games, unpaired)
		},
	}))
	here := c.Long
	pages.Describe(c, name)
	c.Long += "\n\n" + here
	return c
}

func statusCommand(h cli.Host) *cobra.Command {
	of := as(submitRole)
	var form string
	return pages.Command("status", cobra.ExactArgs(1), func(c *cobra.Command, args []string) error {
		if form != "text" && form != "json" {
			return command.Usage("--format cannot be %q; it can be text, json", form)
		}
		at, err := of.connect(c.Context(), h, args[0])
		if err != nil {
			return err
		}
		defer at.Close()
		status, err := at.Status(c.Context())
		if err != nil {
			return err
		}
		if form == "json" {
			return json.NewEncoder(h.Out).Encode(status)
		}
		status.Text(h.Out, time.Now())
		return nil
	}, &of, of.secured(), command.Flags{"format": &form})
}

func cancelCommand(h cli.Host) *cobra.Command {
	of := as(submitRole)
	return pages.Command("cancel", cobra.ExactArgs(2), func(c *cobra.Command, args []string) error {
		at, err := of.connect(c.Context(), h, args[0])
		if err != nil {
			return err
		}
		defer at.Close()
		run, err := at.Cancel(c.Context(), args[1])
		var unknown *cluster.NoRunError
		if errors.As(err, &unknown) {
			return command.Usage("%s", err)
		}
		if err == nil {
			fmt.Fprintf(h.Out, "cancelled: %s\n", run)
		}
		return err
	}, &of, of.secured())
}

func tablesCommand(h cli.Host) *cobra.Command {
	of := as(tablesRole)
	var address, node, secret string
	c := cli.Serving(h, func(ctx context.Context, c host.Config) error {
		at, err := of.at(address)
		if err != nil {
			return err
		}
		secrets, err := secretsOf(secret)
		if err != nil {
			return command.Usage("%s", err)
		}
		return serveTables(ctx, at, secrets, node, c)
	})
	run := c.RunE
	pages.Describe(c, "tables")
	c.Args = cobra.MinimumNArgs(1)
	c.RunE = func(c *cobra.Command, args []string) error {
		address = args[0]
		return run(c, args[1:])
	}
	pages.Add(c, &of)
	pages.Add(c, command.Flags{"secret": &secret, "node": &node})
	return c
}

// serveTables serves tables that are kept at a server, sealed by secrets.
func serveTables(ctx context.Context, at cluster.Server, secrets []string, node string, c host.Config) error {
	origin, err := url.Parse(c.Origin)
	if err != nil || origin.Host == "" {
		return command.Usage("--origin must be the address that browsers use for all servers, as " +
			"https://games.example.org")
	}
	scheme, transport, err := transportTo(origin, c.Cert)
	if err != nil {
		return err
	}
	conn, js, replicas, err := cluster.Dial(at)
	if err != nil {
		return err
	}
	defer conn.Close()
	err = cluster.Settled(ctx, conn, func() (err error) {
		c.Store, c.Secret, err = tables.Open(ctx, js, secrets, replicas, c.Err)
		if err == nil {
			c.Nodes, err = tables.Join(ctx, js, replicas, cmp.Or(node, scheme+c.Listen), transport)
		}
		return err
	})
	if err != nil {
		return err
	}
	return host.Serve(ctx, c)
}

// transportTo reaches the other servers of tables, whose addresses begin with the scheme.
// Their certificate, in a file, names the host of origin; without one nothing is encrypted.
func transportTo(origin *url.URL, cert string) (scheme string, transport *http.Transport, err error) {
	transport = &http.Transport{DialContext: (&net.Dialer{Timeout: time.Second}).DialContext,
		MaxIdleConnsPerHost: 1000}
	if cert == "" {
		return "http://", transport, nil
	}
	data, err := os.ReadFile(cert)
	if err != nil {
		return "", nil, err
	}
	known, err := x509.SystemCertPool()
	if err != nil {
		known = x509.NewCertPool()
	}
	known.AppendCertsFromPEM(data)
	transport.TLSClientConfig = &tls.Config{RootCAs: known, ServerName: origin.Hostname()}
	return "https://", transport, nil
}
