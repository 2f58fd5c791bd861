// Package broker is a NATS server inside the program, with JetStream, for those who have
// none. It is the one package that may import the server.
package broker

import (
	"errors"
	"fmt"
	"net"
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
	server *server.Server
	held   *disk.Growing
}

// Start starts a server that listens at an address, as 127.0.0.1:4222 (port 0 takes a
// free one), lets those in who have the token, and keeps what it is given in a folder.
// What goes wrong later is told to talk. An error says why it cannot run, for one that
// another server has the folder.
func Start(listen, token, folder string, talk func(text string)) (*Server, error) {
	host, text, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("%q is no port", text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	held, err := hold(filepath.Join(folder, "held"))
	switch {
	case errors.Is(err, disk.ErrHeld):
		return nil, fmt.Errorf("another server keeps its work in %s", folder)
	case err != nil:
		return nil, err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "ruledeck", Host: host, Port: port, Authorization: token, JetStream: true, StoreDir: folder,
		MaxPayload: largest, NoSigs: true, DisableJetStreamBanner: true,
	})
	if err != nil {
		return nil, errors.Join(err, held.Close())
	}
	heard := &logger{talk: talk}
	s.SetLogger(heard, false, false)
	s.Start()
	if !s.ReadyForConnections(10*time.Second) || !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.Join(fmt.Errorf("the server does not start: %s", heard.last), held.Close())
	}
	return &Server{s, held}, nil
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
	s.server.Shutdown()
	s.server.WaitForShutdown()
	return s.held.Close()
}

// logger passes on what goes wrong; the rest is for those who look after servers.
type logger struct {
	talk func(text string)
	last string
}

func (l *logger) Noticef(string, ...any) {}
func (l *logger) Debugf(string, ...any)  {}
func (l *logger) Tracef(string, ...any)  {}

func (l *logger) Warnf(format string, args ...any)  { l.talk(fmt.Sprintf(format, args...)) }
func (l *logger) Errorf(format string, args ...any) { l.Fatalf(format, args...) }

func (l *logger) Fatalf(format string, args ...any) {
	l.last = fmt.Sprintf(format, args...)
	l.talk(l.last)
}
