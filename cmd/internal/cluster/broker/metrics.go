package broker

import (
	_ "embed"
	"io"
	"net"
	"net/http"
	"sync"
	"text/template"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// measured lets the figures of the server be read at an address, under /metrics, in the text
// form that Prometheus reads.
func (s *Server) measured(at string) error {
	l, err := net.Listen("tcp", at)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		if err := s.figures(w); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	})
	s.metrics = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.metrics.Serve(l) }() // it ends with the server
	return nil
}

//go:embed metrics.txt
var figures string

var metrics = sync.OnceValue(func() *template.Template { return template.Must(template.New("").Parse(figures)) })

// figures writes what the server does.
func (s *Server) figures(w io.Writer) error {
	all, err := s.server.Varz(nil)
	if err != nil {
		return err
	}
	kept, err := s.server.Jsz(&server.JSzOptions{Accounts: true, Streams: true})
	if err != nil {
		return err
	}
	return metrics().Execute(w, struct {
		Server *server.Varz
		Kept   *server.JSInfo
	}{all, kept})
}
