package host

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Nodes are servers that share their tables by one house.Store and one Secret. Browsers know all
// of them by one Origin; each takes any request, and forwards requests for a table that
// another server has in memory. The choice of server need not be certain: the Store fences
// the server that goes on with a table.
type Nodes interface {
	// Owner returns the address of the server that has a table, "" for this one. It waits while
	// that cannot be known; an error is that of ctx.
	Owner(ctx context.Context, table string) (address string, err error)
	// Lost is told that a server does not answer.
	Lost(address string)
	// Run lets this server be one of them until ctx ends. It drops from memory tables that
	// another one may have gone on with.
	Run(ctx context.Context, drop func(which func(table string) bool))
	// Transport is how one server calls another, nil for the usual way.
	Transport() http.RoundTripper
}

// forwarded is the header of a request that another server has passed on.
const forwarded = "Ruledeck-Forwarded"

// looks is how often it is looked whether another server has gone on with a table.
const looks = 2 * time.Second

// follow drops tables that another server has had in memory since, so that their viewers
// here see what happened there.
func (h *Host) follow() {
	for tick := time.Tick(looks); ; {
		select {
		case <-h.ctx.Done():
			return
		case <-tick:
		}
		for _, g := range h.house.InMemory(true) {
			one := g.Own.(*game)
			if f, err := h.facts(one.id); err == nil && h.moved(one, f) {
				h.house.Drop(func(_ string, other *house.Game) bool { return other == g })
			}
		}
	}
}

// owned answers requests of tables that this server has, and passes the others on.
func (h *Host) owned(here http.HandlerFunc) http.HandlerFunc {
	if h.Nodes == nil {
		return here
	}
	return func(w http.ResponseWriter, r *http.Request) {
		mark := h.sign(forwarded)
		if same(r.Header.Get(forwarded), mark) {
			here(w, r)
			return
		}
		// A request may have to be passed on a second time.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
		if err != nil {
			web.Refuse(w, table.Refuse(http.StatusRequestEntityTooLarge, "a call has %d bytes at most", mostBody))
			return
		}
		h.pass(w, r, body, here)
	}
}

// pass forwards a request to the server that has its table.
func (h *Host) pass(w http.ResponseWriter, r *http.Request, body []byte, here http.HandlerFunc) {
	address, err := h.Nodes.Owner(r.Context(), r.PathValue("id"))
	r.Body = io.NopCloser(bytes.NewReader(body))
	if err != nil {
		return // nobody waits for it
	}
	at, err := url.Parse(address)
	if address == "" || err != nil {
		here(w, r)
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // it is read
	proxy := httputil.ReverseProxy{
		Transport: h.Nodes.Transport(),
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(at)
			p.Out.Host = p.In.Host
			p.Out.Header.Set(forwarded, h.sign(forwarded))
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			if r.Context().Err() != nil {
				return
			}
			// Nothing of it was answered. Where it was taken nevertheless, it is known again.
			fmt.Fprintf(h.Err, "%s: %s\n", address, err)
			h.Nodes.Lost(address)
			h.pass(w, r, body, here)
		},
	}
	callerOf(r).done(1) // the answer may be a stream
	proxy.ServeHTTP(&passed{w, http.NewResponseController(w)}, r)
}

// passed is the answer of another server, which may be a stream: each write has its time.
type passed struct {
	http.ResponseWriter
	out *http.ResponseController
}

// Write writes within the time of a write.
func (p *passed) Write(data []byte) (int, error) {
	_ = p.out.SetWriteDeadline(time.Now().Add(slow)) // every server of ours has deadlines
	return p.ResponseWriter.Write(data)
}

// Unwrap is for http.ResponseController.
func (p *passed) Unwrap() http.ResponseWriter { return p.ResponseWriter }
