// Package broker is a NATS server inside the program, with JetStream, for those who have
// none. It is the one package that knows the server; it imports disk and rights.
package broker

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster/rights"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
)

// largest is the largest message that is taken: a shard's result of a game with many
// cards.
const largest = 8 << 20

// mostKept bounds the bytes on disk. The sum of the bounds of all streams has to stay below it.
const mostKept = 64 << 30

// Server is a server that runs.
type Server struct {
	server  *server.Server
	held    *disk.Growing
	metrics *http.Server
}

// Settings say how a server is run.
type Settings struct {
	// Listen is the address to listen at, as 127.0.0.1:4222; port 0 takes a free one.
	Listen string `flag:"listen"`
	// Token is what servers that keep the same together show each other, Folder where what the
	// server is given is kept.
	Token  string
	Folder string `flag:"store"`
	// Roles are those who are let in.
	Roles []Role
	// Cert and Key are the files of the server's certificate, CA that of the authority for clients
	// and for the other servers. Without them the network carries everything in the open.
	Cert string `flag:"tls-cert"`
	Key  string `flag:"tls-key"`
	CA   string `flag:"tls-ca"`
	// Name is that of the server among those that keep the same together, Cluster the address
	// that they call it at, and Routes are theirs; "" where it is alone.
	Name    string `flag:"name"`
	Cluster string `flag:"cluster"`
	Routes  []string
	// Metrics is the address at which its figures can be read, "" for none.
	Metrics string `flag:"metrics"`
	// Log receives the errors of the running server.
	Log func(text string)
}

// Role is what one kind of client may do, and the token that it shows.
type Role struct {
	rights.Rights
	Token string
}

// admit lets in those who have a role. Accounts are written as a file of NATS has them, which
// alone gives them JetStream before the first client comes.
func admit(options *server.Options, roles []Role) error {
	var text strings.Builder
	for _, r := range roles {
		if !strings.Contains(text.String(), r.Account) {
			fmt.Fprintf(&text, "%s { jetstream: enabled }\n", r.Account)
		}
	}
	if err := options.ProcessConfigString("accounts {\n" + text.String() + "}"); err != nil {
		return err
	}
	for _, r := range roles {
		may := &server.Permissions{Publish: &server.SubjectPermission{Allow: r.Publish},
			Subscribe: &server.SubjectPermission{Allow: r.Subscribe}}
		for _, a := range options.Accounts {
			if a.Name == r.Account {
				options.Users = append(options.Users,
					&server.User{Username: r.Role, Password: r.Token, Account: a, Permissions: may})
			}
		}
	}
	return nil
}

// Start starts a server. An error says why it cannot run, for one that another server has
// the folder.
func Start(of Settings) (*Server, error) {
	if err := os.MkdirAll(of.Folder, 0o700); err != nil {
		return nil, err
	}
	options := &server.Options{
		ServerName: cmp.Or(of.Name, "ruledeck"), JetStream: true, StoreDir: of.Folder,
		JetStreamMaxStore: mostKept, MaxPayload: largest, NoSigs: true, DisableJetStreamBanner: true,
	}
	err := admit(options, of.Roles)
	if err != nil {
		return nil, err
	}
	err = of.reached(options)
	if err != nil {
		return nil, err
	}
	held, err := hold(filepath.Join(of.Folder, "held"))
	if err == nil {
		err = of.moved()
	}
	switch {
	case errors.Is(err, disk.ErrHeld):
		return nil, fmt.Errorf("another server keeps its work in %s", of.Folder)
	case err != nil:
		return nil, err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, errors.Join(err, held.Close())
	}
	heard := &logger{log: of.Log}
	s.SetLogger(heard, false, false)
	begin(s, &of)
	if !s.ReadyForConnections(10*time.Second) || !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.Join(fmt.Errorf("the server does not start: %s", heard.last), held.Close())
	}
	out := &Server{server: s, held: held}
	if of.Metrics == "" {
		return out, nil
	}
	if err := out.measured(of.Metrics); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out, nil
}

// reached says where a server is reached, by clients and by the servers that it keeps the same with,
// which talk over TLS where they know who certifies them.
func (of *Settings) reached(options *server.Options) (err error) {
	options.Host, options.Port, err = address(of.Listen)
	if err == nil && of.Cert != "" {
		options.TLSTimeout = 5
		options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: of.Cert, KeyFile: of.Key,
			CaFile: of.CA, Verify: of.CA != ""})
	}
	if err != nil || of.Cluster == "" {
		return err
	}
	to := &options.Cluster
	if of.CA != "" {
		to.TLSConfig = options.TLSConfig.Clone()
		to.TLSConfig.RootCAs = options.TLSConfig.ClientCAs
		to.TLSTimeout = options.TLSTimeout
	}
	to.Name = "ruledeck"
	to.Username = "ruledeck"
	to.Password = of.Token
	to.Host, to.Port, err = address(of.Cluster)
	for _, route := range of.Routes {
		if err == nil {
			_, _, err = address(route)
		}
		options.Routes = append(options.Routes,
			&url.URL{Scheme: "nats", User: url.UserPassword("ruledeck", of.Token), Host: route})
	}
	return err
}

// moved moves the streams of a version without roles into the accounts. Several servers agree on a
// stream under the name of its account, so their streams stay in place.
func (of *Settings) moved() error {
	for _, r := range of.Roles {
		for _, stream := range r.Streams {
			kept := filepath.Join(of.Folder, "jetstream")
			former := filepath.Join(kept, server.DEFAULT_GLOBAL_ACCOUNT, "streams", stream)
			if _, err := os.Stat(former); err != nil || of.Cluster != "" {
				continue
			}
			to := filepath.Join(kept, r.Account, "streams")
			err := os.MkdirAll(to, 0o700)
			if err == nil {
				err = os.Rename(former, filepath.Join(to, stream))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// InProcessConn connects without the network; so the server can be its own client.
func (s *Server) InProcessConn() (net.Conn, error) { return s.server.InProcessConn() }

// begin starts a server. At some files that the disk has spoilt it stays for ever, and at large
// ones for long.
func begin(s *server.Server, of *Settings) {
	defer time.AfterFunc(slow, func() {
		of.Log(fmt.Sprintf("the server is still reading what it keeps in %s; where that does not end, it is damaged: "+
			"put it back from a copy", of.Folder))
	}).Stop()
	s.Start()
}

// slow is how long a server may take to start until that is said.
const slow = 10 * time.Second

// address reads an address.
func address(text string) (host string, port int, err error) {
	host, number, err := net.SplitHostPort(text)
	if err != nil {
		return "", 0, err
	}
	port, err = strconv.Atoi(number)
	switch {
	case err != nil || port < 0 || port > 65535:
		return "", 0, fmt.Errorf("%q is no port", number)
	case port == 0:
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// hold takes a file that only one process has at a time.
func hold(path string) (*disk.Growing, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	held, _, err := disk.OS.Continue(path)
	return held, err
}

// URL is the address for those who connect.
func (s *Server) URL() string { return s.server.ClientURL() }

// Close ends the server; what it keeps stays.
func (s *Server) Close() error {
	if s.metrics != nil {
		_ = s.metrics.Close() // it only reads
	}
	s.server.Shutdown()
	s.server.WaitForShutdown()
	return s.held.Close()
}

// logger passes on what goes wrong; the rest is for those who look after servers.
type logger struct {
	log  func(text string)
	last string
}

func (l *logger) Noticef(string, ...any) {}
func (l *logger) Debugf(string, ...any)  {}
func (l *logger) Tracef(string, ...any)  {}

func (l *logger) Warnf(format string, args ...any)  { l.log(fmt.Sprintf(format, args...)) }
func (l *logger) Errorf(format string, args ...any) { l.Fatalf(format, args...) }

func (l *logger) Fatalf(format string, args ...any) {
	l.last = fmt.Sprintf(format, args...)
	l.log(l.last)
}
