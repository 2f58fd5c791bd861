package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/ruledeck/ruledeck/interp/table"
)

// Serve serves a page until ctx ends: its streams end then, and what else is under way may
// finish. The error says why it ended before.
func Serve(ctx context.Context, s *http.Server, l net.Listener) error {
	s.BaseContext = func(net.Listener) context.Context { return ctx }
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-ctx.Done()
		late, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		_ = s.Shutdown(late)
	}()
	serve := s.Serve
	if s.TLSConfig != nil {
		serve = func(l net.Listener) error { return s.ServeTLS(l, "", "") }
	}
	err := serve(l)
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-done
	return nil
}

// Secure sets what every answer says to the browser: nothing of the page comes from elsewhere,
// is had elsewhere, or stays.
func Secure(header http.Header) {
	header.Set("Content-Security-Policy", Policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
}

// Reply answers with JSON.
func Reply(w http.ResponseWriter, status int, answer []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(answer) // a page that is gone needs no answer
}

// Answer answers with a result or an error, as tables do.
func Answer(w http.ResponseWriter, out any, err error) {
	status, answer := table.Reply(out, err)
	Reply(w, status, answer)
}

// Refuse answers with an error.
func Refuse(w http.ResponseWriter, err error) { Answer(w, nil, err) }

// Picture answers with a picture of a pack, whose type compiling has checked; nil is not found.
func Picture(w http.ResponseWriter, r *http.Request, data []byte) {
	if data == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", http.DetectContentType(data))
	_, _ = w.Write(data)
}
