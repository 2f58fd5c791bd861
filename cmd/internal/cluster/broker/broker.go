// Package broker is a NATS server inside the program, with JetStream, for those who have
// none. It is the one package that knows the server; it imports disk.
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
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
)

// largest is the largest message that is taken: a shard's result of a game with many
// cards.
const largest = 8 << 20

// Server is a server that runs.
type Server struct {
	server  *server.Server
	held    *disk.Growing
	metrics *http.Server
}

// Settings say how a server is run.
type Settings struct {
	// Listen is the address to listen at, as 127.0.0.1:4222; port 0 takes a free one.
	Listen string
	// Token lets in who has it, Folder is where what the server is given is kept.
	Token, Folder string
	// Cert and Key are files by which the server says who it is, CA that of who certifies
	// those that are let in; without them nothing is hidden on the way.
	Cert, Key, CA string
	// Name is that of the server among those that keep the same together, Cluster the address
	// that they call it at, and Routes are theirs; "" where it is alone.
	Name, Cluster string
	Routes        []string
	// Metrics is the address at which its figures can be read, "" for none.
	Metrics string
	// Log receives the errors of the running server.
	Log func(text string)
}

// Start starts a server. An error says why it cannot run, for one that another server has
// the folder.
func Start(of Settings) (*Server, error) {
	if err := os.MkdirAll(of.Folder, 0o700); err != nil {
		return nil, err
	}
	options := &server.Options{
		ServerName: cmp.Or(of.Name, "ruledeck"), Authorization: of.Token, JetStream: true, StoreDir: of.Folder,
		MaxPayload: largest, NoSigs: true, DisableJetStreamBanner: true,
	}
	var err error
	if options.Host, options.Port, err = address(of.Listen); err != nil {
		return nil, err
	}
	if of.Cert != "" {
		options.TLSTimeout = 5
		if options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: of.Cert, KeyFile: of.Key,
			CaFile: of.CA, Verify: of.CA != ""}); err != nil {
			return nil, err
		}
	}
	if of.Cluster != "" {
		options.Cluster.Name, options.Cluster.Username, options.Cluster.Password = "ruledeck", "ruledeck", of.Token
		if options.Cluster.Host, options.Cluster.Port, err = address(of.Cluster); err != nil {
			return nil, err
		}
		for _, route := range of.Routes {
			if _, _, err := address(route); err != nil {
				return nil, err
			}
			options.Routes = append(options.Routes,
				&url.URL{Scheme: "nats", User: url.UserPassword("ruledeck", of.Token), Host: route})
		}
	}
	held, err := hold(filepath.Join(of.Folder, "held"))
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
	if of.Metrics != "" {
		if err := out.measured(of.Metrics); err != nil {
			return nil, errors.Join(err, out.Close())
		}
	}
	return out, nil
}

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
