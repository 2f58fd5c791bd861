// Package lsp is a language server over standard input and output: an editor
// sends what somebody types, and gets the findings of check, completion, and what
// explain knows.
//
// It is wiring: interp/editor/workspace holds the packs with the text that is not
// saved, interp/editor/assist answers. Here is the protocol: messages, places that
// count in units of UTF-16 (documents.go), one queue in which requests are
// answered in the order in which they come (server.go), and findings that are
// computed beside it and thrown away when the text has changed meanwhile
// (findings.go).
//
// Writing and the pairing of requests with answers are sourcegraph/jsonrpc2's, which
// brings nothing along; frames are read here (frames.go), since it ends the connection
// over one that it cannot read. The types of the protocol are our own
// (protocol.go), the few that are used: go.lsp.dev/protocol has all of the
// version of 2020, and with them a logger, a second JSON library with assembly in
// it and three megabytes, and refuses a message when any field of it is of another
// type than that version had.
//
// It may import interp and its parts, and isolate; the commands import it, and the studio,
// whose page is an editor too.
package lsp

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/assist"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Config says what a server works with.
type Config struct {
	In  io.Reader
	Out io.Writer
	// Stream, if not nil, brings and takes the messages in place of In and Out.
	Stream jsonrpc2.ObjectStream
	// Log receives internal errors; nil for none.
	Log io.Writer
	// Program is the command that starts this program, for what is run from an
	// editor; "" where that may run nothing.
	Program string
	// Carried is a folder that the server may write the files of the games into which
	// the program carries, so that an editor can show them; "" for none.
	Carried string
	// Play is how many silent games are played of a pack while nothing else happens, once
	// in each state of its files; 0 for none. They end with the next key, and after
	// mostPlayed.
	Play int
}

// mostPlayed is how long silent games of one pack may take.
const mostPlayed = 5 * time.Second

// Serve answers a client until it says exit or its stream ends. It returns an
// error where the client left without saying so.
func Serve(ctx context.Context, c Config) error {
	s := &server{config: c, log: log.New(io.Discard, "", log.LstdFlags), documents: map[string]*document{},
		cancelled: map[jsonrpc2.ID]bool{}, wake: make(chan struct{}, 1), pause: 60 * time.Millisecond,
		quiet: 1500 * time.Millisecond,
		found: findings{by: map[string]map[any][]diag.Finding{}, published: map[string][]diagnostic{}}}
	if c.Log != nil {
		s.log = log.New(c.Log, "", log.LstdFlags|log.Lmicroseconds)
	}
	s.workspace = workspace.New()
	s.workspace.Carried = c.Carried
	ctx, s.stop = context.WithCancel(ctx)
	s.arrived = sync.NewCond(&s.lock)
	if c.Stream == nil {
		c.Stream = newFrames(c.In, c.Out)
	}
	s.conn = jsonrpc2.NewConn(ctx, c.Stream, s, jsonrpc2.SetLogger(s.log))
	go func() {
		<-s.conn.DisconnectNotify()
		s.stop()
	}()
	context.AfterFunc(ctx, func() {
		s.lock.Lock()
		defer s.lock.Unlock()
		s.arrived.Broadcast()
	})
	var checking sync.WaitGroup
	checking.Go(func() { s.watch(ctx) })
	s.work(ctx)
	s.stop()
	checking.Wait()
	for _, studio := range s.studios {
		studio.End(0)
	}
	if !s.shut {
		return errors.New("the editor went away without saying shutdown")
	}
	return nil
}

// server is one connection with an editor.
type server struct {
	config    Config
	log       *log.Logger
	conn      *jsonrpc2.Conn
	workspace *workspace.Workspace
	stop      context.CancelFunc
	client    initializeParams
	shut      bool
	// request is the context of the message that is answered now.
	request context.Context

	// lock guards what the reader, the worker and the checker share.
	lock      sync.Mutex
	arrived   *sync.Cond
	queue     []*jsonrpc2.Request
	cancelled map[jsonrpc2.ID]bool
	running   jsonrpc2.ID
	abandon   context.CancelFunc
	documents map[string]*document
	folders   []string
	// studios are those that lenses have started: they end with the server.
	studios []*isolate.Tree

	// wake tells the checker that something has changed; it waits for pause, and checks
	// files that are not open after a while without edits.
	wake         chan struct{}
	pause, quiet time.Duration
	// playing ends the silent games that are played now.
	playing atomic.Pointer[context.CancelFunc]
	found   findings
	// spent is what the check that runs takes of packs; only the checker knows it.
	spent diag.List
}

// Handle takes a message of the client as it is read. Cancelling acts at once;
// everything else waits its turn.
func (s *server) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if r.Method == "$/cancelRequest" {
		var p struct {
			ID jsonrpc2.ID `json:"id"`
		}
		if r.Params != nil && json.Unmarshal(*r.Params, &p) == nil {
			s.cancel(p.ID)
		}
		return
	}
	s.queue = append(s.queue, r)
	s.arrived.Signal()
}

// cancel abandons the request that runs, or notes that one that waits is not wanted.
func (s *server) cancel(id jsonrpc2.ID) {
	if s.abandon != nil && s.running == id {
		s.abandon()
		return
	}
	for _, r := range s.queue {
		if !r.Notif && r.ID == id {
			s.cancelled[id] = true
		}
	}
}

// work answers the messages one after the other.
func (s *server) work(ctx context.Context) {
	for {
		s.lock.Lock()
		for len(s.queue) == 0 && ctx.Err() == nil {
			s.arrived.Wait()
		}
		if len(s.queue) == 0 {
			s.lock.Unlock()
			return
		}
		r := s.queue[0]
		s.queue = s.queue[1:]
		one, abandon := context.WithCancel(ctx)
		if !r.Notif {
			s.running = r.ID
			s.abandon = abandon
			if s.cancelled[r.ID] {
				delete(s.cancelled, r.ID)
				abandon()
			}
		}
		s.lock.Unlock()
		s.answer(one, r)
		s.lock.Lock()
		s.abandon = nil
		s.lock.Unlock()
		abandon()
		if r.Method == "exit" {
			return
		}
	}
}

// The numbers of the protocol for requests that get no result.
const (
	codeCancelled     = -32800
	codeRequestFailed = -32803
)

// answer carries out one message and answers it, if it is a request.
func (s *server) answer(ctx context.Context, r *jsonrpc2.Request) {
	result, err := s.carryOut(ctx, r)
	if r.Notif {
		if err != nil {
			s.log.Printf("%s: %s", r.Method, err)
		}
		return
	}
	var refused *jsonrpc2.Error
	switch {
	case ctx.Err() != nil:
		err = s.conn.ReplyWithError(context.Background(), r.ID,
			&jsonrpc2.Error{Code: codeCancelled, Message: "cancelled"})
	case errors.As(err, &refused):
		err = s.conn.ReplyWithError(ctx, r.ID, refused)
	case err != nil:
		err = s.conn.ReplyWithError(ctx, r.ID, &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()})
	default:
		err = s.conn.Reply(ctx, r.ID, result)
	}
	if err != nil {
		s.log.Printf("%s: %s", r.Method, err)
	}
}

// carryOut finds the method and runs it; a panic of one is an error of that request
// alone.
func (s *server) carryOut(ctx context.Context, r *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Printf("%s: %v\n%s", r.Method, p, debug.Stack())
			err = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("ruledeck: %v", p)}
		}
	}()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	method, known := methods[r.Method]
	switch {
	case !known && r.Notif:
		return nil, nil // the protocol lets a server pass over what it does not know
	case !known:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: r.Method + " is not known here"}
	case s.shut && r.Method != "exit":
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "shutdown was asked for"}
	}
	params := json.RawMessage("null")
	if r.Params != nil {
		params = *r.Params
	}
	s.request = ctx
	return method(s, params)
}

// methods are what the server understands.
var methods = map[string]func(*server, json.RawMessage) (any, error){
	"initialize":                          of((*server).initialize),
	"initialized":                         of((*server).initialized),
	"shutdown":                            of((*server).shutdown),
	"exit":                                of(func(*server, struct{}) (any, error) { return nil, nil }),
	"textDocument/didOpen":                of((*server).didOpen),
	"textDocument/didChange":              of((*server).didChange),
	"textDocument/didClose":               of((*server).didClose),
	"textDocument/didSave":                of(func(*server, struct{}) (any, error) { return nil, nil }),
	"workspace/didChangeWatchedFiles":     of((*server).didChangeWatchedFiles),
	"workspace/didChangeWorkspaceFolders": of((*server).didChangeFolders),
	"textDocument/completion":             about(completionList{Items: []completionItem{}}, (*server).completion),
	"textDocument/hover":                  about(nil, (*server).hover),
	"textDocument/definition":             about([]location{}, (*server).definition),
	"textDocument/references":             about([]location{}, (*server).references),
	"textDocument/prepareRename":          about(errNoPack, (*server).prepareRename),
	"textDocument/rename":                 about(errNoPack, (*server).rename),
	"textDocument/codeAction":             of((*server).codeActions),
	"textDocument/documentSymbol":         of((*server).documentSymbols),
	"textDocument/signatureHelp":          about(nil, (*server).signatureHelp),
	"workspace/symbol":                    of((*server).workspaceSymbols),
	"textDocument/codeLens":               of((*server).codeLenses),
	"workspace/executeCommand":            of((*server).execute),
}

// of reads the parameters of a method.
func of[P any](run func(*server, P) (any, error)) func(*server, json.RawMessage) (any, error) {
	return func(s *server, raw json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		return run(s, p)
	}
}

// about opens the file that a method asks about; of one that is of no pack nothing is known.
func about[P interface{ place() at }](
	nothing any, run func(s *server, p P, f *assist.File, line, column int) (any, error),
) func(*server, json.RawMessage) (any, error) {
	return of(func(s *server, p P) (any, error) {
		f, line, column := s.file(p.place())
		if f == nil {
			err, _ := nothing.(error)
			return nothing, err
		}
		return run(s, p, f, line, column)
	})
}

var errNoPack = errors.New("this file is of no pack")

func (s *server) initialize(p initializeParams) (any, error) {
	s.client = p
	s.folders = append(s.folders, lists.Map(p.WorkspaceFolders, func(f folder) string { return pathOf(f.URI) })...)
	if len(s.folders) == 0 && p.RootURI != "" {
		s.folders = []string{pathOf(p.RootURI)}
	}
	s.workspace.SetFolders(s.folders)
	return capabilities, nil
}

// What the server says that it can do, and which files it asks to be told of.
var (
	//go:embed capabilities.json
	capabilities json.RawMessage
	//go:embed watched.json
	watched json.RawMessage
)

// initialized asks to be told of files that change without the editor.
func (s *server) initialized(struct{}) (any, error) {
	if s.client.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		_, err := s.conn.DispatchCall(context.Background(), "client/registerCapability", watched)
		if err != nil {
			return nil, err
		}
	}
	s.touch()
	return nil, nil
}

func (s *server) shutdown(struct{}) (any, error) {
	s.shut = true
	return nil, nil
}

func (s *server) didOpen(p didOpenParams) (any, error) {
	d := &document{uri: p.TextDocument.URI, path: pathOf(p.TextDocument.URI), version: p.TextDocument.Version,
		text: p.TextDocument.Text}
	if d.path == "" {
		return nil, nil // no file: of no pack
	}
	s.put(d)
	return nil, nil
}

func (s *server) didChange(p didChangeParams) (any, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	changed := *d
	changed.apply(p.ContentChanges)
	if p.TextDocument.Version != nil {
		changed.version = *p.TextDocument.Version
	}
	s.put(&changed)
	return nil, nil
}

// put makes the text of a document the one that counts.
func (s *server) put(d *document) {
	s.lock.Lock()
	s.documents[d.path] = d
	s.lock.Unlock()
	s.workspace.Put(d.path, []byte(d.text))
	s.found.lock.Lock()
	s.found.latest = d.path
	s.found.lock.Unlock()
	s.touch()
}

func (s *server) didClose(p didCloseParams) (any, error) {
	if d := s.document(p.TextDocument.URI); d != nil {
		s.lock.Lock()
		delete(s.documents, d.path)
		s.lock.Unlock()
		s.workspace.Put(d.path, nil)
		s.touch()
	}
	return nil, nil
}

func (s *server) didChangeWatchedFiles(p watchedFilesParams) (any, error) {
	for _, c := range p.Changes {
		if path := pathOf(c.URI); path != "" {
			s.workspace.Changed(path)
		}
	}
	s.touch()
	return nil, nil
}

func (s *server) didChangeFolders(p didChangeFoldersParams) (any, error) {
	for _, f := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(path string) bool { return path == pathOf(f.URI) })
	}
	s.folders = append(s.folders, lists.Map(p.Event.Added, func(f folder) string { return pathOf(f.URI) })...)
	s.workspace.SetFolders(slices.Clone(s.folders))
	s.touch()
	return nil, nil
}

// document is an open document, nil for none.
func (s *server) document(uri string) *document {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.documents[pathOf(uri)]
}

// opened are the documents that are open, by their path.
func (s *server) opened() map[string]*document {
	s.lock.Lock()
	defer s.lock.Unlock()
	return maps.Clone(s.documents)
}

// touch wakes the checker.
func (s *server) touch() {
	if stop := s.playing.Load(); stop != nil {
		(*stop)()
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// uri is the address of a file: the client's own for one that it has open.
func (s *server) uri(path string) string {
	if d := s.document(uriOf(path)); d != nil {
		return d.uri
	}
	return uriOf(path)
}

// text is the text of a file as it stands.
func (s *server) text(path string) string {
	text, err := s.workspace.Text(path)
	if err != nil {
		return ""
	}
	return string(text)
}

// file opens a document for questions, with the place that is asked about; nil for
// one that is of no pack.
func (s *server) file(a at) (f *assist.File, line, column int) {
	path := pathOf(a.TextDocument.URI)
	f, ok := assist.Open(s.workspace, path)
	if !ok {
		return nil, 0, 0
	}
	return f, a.Position.Line + 1, columnOf(lineOf(s.text(path), a.Position.Line), a.Position.Character)
}

// lay writes the files of a game that the program or an archive carries where an editor can
// show them, read only, and returns the place of one; "" where that cannot be done.
func (s *server) lay(shown string, data []byte) string {
	path := s.workspace.File(shown)
	if path == filepath.FromSlash(shown) {
		return path
	}
	if was, err := os.ReadFile(path); err == nil && string(was) == string(data) {
		return path
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return ""
	}
	_ = os.Remove(path) // a newer program carries another text
	if err := os.WriteFile(path, data, 0o444); err != nil {
		_ = os.Remove(path) // half of it would be taken for the whole
		return ""
	}
	return path
}
