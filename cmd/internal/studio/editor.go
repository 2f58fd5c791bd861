package studio

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/lsp"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/table"
)

// editor is a page that talks to the language server, as any editor does: its requests come
// by calls, replies and notifications go out as server-sent events. The server ends with
// the stream.
type editor struct {
	ctx context.Context
	// messages come from the page, in their order.
	messages chan json.RawMessage
	lock     sync.Mutex
	out      io.Writer
	sent     func() error
}

// mostEditors is how many pages may have one.
const mostEditors = 8

// ReadObject is the next message of the page; it is part of a stream of jsonrpc2.
func (e *editor) ReadObject(message any) error {
	select {
	case <-e.ctx.Done():
		return io.EOF
	case data := <-e.messages:
		return json.Unmarshal(data, message)
	}
}

// WriteObject tells the page a message.
func (e *editor) WriteObject(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return e.tell("data: %s\n\n", data)
}

func (e *editor) tell(format string, said ...any) error {
	e.lock.Lock()
	defer e.lock.Unlock()
	if e.ctx.Err() != nil {
		return e.ctx.Err()
	}
	if _, err := fmt.Fprintf(e.out, format, said...); err != nil {
		return err
	}
	return e.sent()
}

// Close does nothing: the stream is the page's.
func (e *editor) Close() error { return nil }

// edit serves a page's editor until the page is gone. It is told its name first.
func (s *server) edit(w http.ResponseWriter, r *http.Request) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	name := rand.Text()
	e := &editor{ctx: ctx, messages: make(chan json.RawMessage), out: w, sent: http.NewResponseController(w).Flush}
	s.lock.Lock()
	full := len(s.editors) >= mostEditors
	if !full {
		s.editors[name] = e
	}
	s.lock.Unlock()
	if full {
		http.Error(w, "too many pages have an editor", http.StatusServiceUnavailable)
		return
	}
	var served sync.WaitGroup
	defer served.Wait()
	defer func() {
		e.lock.Lock() // nothing is written behind the end of this request
		end()
		e.lock.Unlock()
		s.lock.Lock()
		delete(s.editors, name)
		s.lock.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	if e.tell("data: %s\n\n", fmt.Sprintf(`{"editor":%q}`, name)) != nil {
		return
	}
	served.Go(func() {
		// The page ends without a word, and that is no error.
		_ = lsp.Serve(ctx, lsp.Config{Stream: e, Carried: s.laid})
		end()
	})
	for tick := time.Tick(alive); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			if e.tell(": here\n\n") != nil {
				return
			}
		}
	}
}

// EditorCall brings messages of an editor, by its name.
type EditorCall struct {
	Name     string            `json:"name"`
	Messages []json.RawMessage `json:"messages"`
}

// postEditor takes messages of a page's editor, in their order.
func (s *server) postEditor(_ house.Viewer, in EditorCall) (table.None, error) {
	s.lock.Lock()
	e := s.editors[in.Name]
	s.lock.Unlock()
	if e == nil {
		return table.None{}, table.Refuse(404, "the editor has gone")
	}
	for _, message := range in.Messages {
		select {
		case e.messages <- message:
		case <-e.ctx.Done():
			return table.None{}, table.Refuse(404, "the editor has gone")
		}
	}
	return table.None{}, nil
}
