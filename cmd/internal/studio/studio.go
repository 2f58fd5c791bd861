// Package studio serves a pack to the browser of the machine it runs on: play
// it, go back, ask why, change a file and see the same game go on.
//
// It is a host of interp/table, which tells each viewer frames of a game, as server-sent
// events at /t/ID/events, and takes calls at /t/ID/call/PATH. A reload, a second tab, a
// phone and a test are the same thing.
//
// Branches are tables that begin in one game and part at a decision. Games that people
// play are kept as journals, those of package savedir.
//
// # Page
//
// The page in web has one door to its host (door.js) and one store (store.js): a message
// comes through the door into the store (acts.js), and the page is drawn from the store
// (page.js). Nothing else that changes is kept anywhere; a button whose call the frame does not
// offer is not drawn. So another host needs another door, and no more.
//
// What is drawn are descriptions; preact (web/vendor, 12 kB, MIT, as published) writes what
// is another than before. We compared it with a morphing of our own that built all
// elements anew: a step along the rail at the end of whole games (476 to 1,234 lines, 3,000 to
// 6,200 elements) took the browser 30 to 64 ms of processor, and takes 11 to 18 with preact;
// key to screen 53 to 179 ms on a busy machine, and now 15 to 31. With the log and the rail
// kept by hand our own came to 13 to 18 and 19 to 37, for seventy lines more and without keys: a
// card that moves would not stay the same element. htm is left out, since h says as much.
//
// The workshop (workshop.js, pen.js, lsp.js) is loaded when it is opened first: files of the
// pack beside the table, in CodeMirror 6 (web/vendor, 451 kB, 148 packed, MIT, bundled once as its head says),
// whose page is a client of the language server like any other editor (editor.go). What is
// written goes to the disk by disk.Exchange alone, and stays as a revision (revisions.go).
//
// A pack that cannot be played opens with its files alone (mend in begin.go), until it can.
//
// There is no build step. The scripts are checked by tsc (tsconfig.json) and eslint
// (eslint.config.mjs) where .ci/run finds npm.
//
// # Safety
//
// It listens on the loopback interface alone. The address that it prints holds a
// random token, which becomes a cookie; every request must bring it, name the
// listening address as its Host, and, when it changes something, come from the
// page itself. The page runs no inline script and shows texts as text.
//
// The balance page plays games between bots beside the open one: with a pack of its
// own, on half of the processors, one run at a time.
//
// It may import interp and its parts, the engine's parts, cardexport, command, disk,
// htmlreport, lab, lsp, provenance and savedir; nothing
// imports it but the commands.
package studio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
)

// Config says what to open and where.
type Config struct {
	// Game is the id of a shipped game or a pack's folder; "" lets the page ask with what to
	// begin.
	Game string
	// First is the game that is open at first.
	First NewGame
	// File, if not "", is a scenario, a golden, a saved game or what fuzz found, to be opened at
	// first, or the name of a card or an ability, to be seen to act.
	File string
	// Begin writes the files of something new; nil where nothing can be begun.
	Begin func(Begin) (*Begun, error)
	// Play is how many silent games are played of the pack after its scenarios, one at a
	// time and for no longer than mostPlayed; 0 for none.
	Play int
	// Marks, if not nil, are the moments that people marked in a game that was served, by the
	// file of its journal.
	Marks func(journal string) (any, error)
	// Pause and Wait go to play.Settings in games of several people; Wait nil waits
	// nowhere.
	Pause time.Duration
	Wait  func(ctx context.Context, most time.Duration)
	// Port is the one to listen on; 0 takes a free one.
	Port int
	// EditorURL is the address that opens a file in an editor, with {file},
	// {line} and {column}.
	EditorURL string
	// Out is told the address, Err what happens.
	Out, Err io.Writer
	// Open, if not nil, shows the address to the person, in a browser.
	Open func(address string) error
}

// DefaultEditorURL opens files in Visual Studio Code.
const DefaultEditorURL = "vscode://file/{file}:{line}:{column}"

// Serve opens the studio and returns when ctx ends. An error says why it could
// not be opened.
func Serve(ctx context.Context, c Config) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", fmt.Sprint(c.Port)))
	if err != nil {
		return fmt.Errorf("port %d cannot be used (%w); --port 0 takes a free one", c.Port, errors.Unwrap(err))
	}
	defer listener.Close()
	s, err := newServer(ctx, c, listener.Addr().String())
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(c.Out, s.address()); err != nil {
		return err // nobody knows where it is
	}
	if c.Open != nil {
		if err := c.Open(s.address()); err != nil {
			fmt.Fprintf(c.Err, "no browser could be opened (%s); open the address above\n", err)
		}
	}
	var group sync.WaitGroup
	group.Go(s.watch(ctx))
	group.Go(func() { s.keepTesting(ctx) })
	err = web.Serve(ctx, &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}, listener)
	group.Wait()
	return errors.Join(err, s.end())
}
