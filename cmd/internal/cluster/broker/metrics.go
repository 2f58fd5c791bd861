package broker

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
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
	var b strings.Builder
	figure := func(name, kind, help string, value float64) {
		name = "ruledeck_" + name
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", name, help, name, kind, name, value)
	}
	figure("connections", "gauge", "Connections that are open.", float64(all.Connections))
	figure("connections_total", "counter", "Connections that were opened.", float64(all.TotalConnections))
	figure("slow_consumers_total", "counter", "Connections that were ended because they did not read.",
		float64(all.SlowConsumers))
	figure("messages_in_total", "counter", "Messages that came.", float64(all.InMsgs))
	figure("messages_out_total", "counter", "Messages that were sent.", float64(all.OutMsgs))
	figure("bytes_in_total", "counter", "Bytes that came.", float64(all.InBytes))
	figure("bytes_out_total", "counter", "Bytes that were sent.", float64(all.OutBytes))
	figure("memory_bytes", "gauge", "Memory that the server has.", float64(all.Mem))
	figure("routes", "gauge", "Connections to the other servers of the cluster.", float64(all.Routes))
	figure("store_bytes", "gauge", "Bytes that are kept on disk.", float64(kept.Store))
	figure("api_errors_total", "counter", "Requests to keep or give something that failed.",
		float64(kept.API.Errors))
	for _, kind := range []string{"messages", "bytes"} {
		fmt.Fprintf(&b, "# HELP ruledeck_stream_%s What is kept, by stream: ruledeck_work has the shards "+
			"that nobody has played.\n# TYPE ruledeck_stream_%s gauge\n", kind, kind)
		for _, account := range kept.AccountDetails {
			for i := range account.Streams {
				of := &account.Streams[i]
				value := of.State.Msgs
				if kind == "bytes" {
					value = of.State.Bytes
				}
				fmt.Fprintf(&b, "ruledeck_stream_%s{stream=%q} %d\n", kind, of.Name, value)
			}
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}
