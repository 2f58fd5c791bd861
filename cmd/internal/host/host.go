// Package host serves tables to people elsewhere, who come by secret links.
//
// Tables are in a house (interp/house), which has those in memory that somebody looks at; its game
// is kept as a journal, and beside it facts that are none of the game's: who plays, and what
// links are good. Both are logs of the house's Store. An answer is stored before it is
// acknowledged. A table is loaded again by playing its answers back, with those that were taken
// last: one that is sent again is known.
//
//	POST /tables {game, seats, options, seed}   by the host's token: {table, links, watch}
//	GET  /tables                                the same of all tables
//	POST /tables/ID/seat {seat, kind, link}     who plays a seat, or another link to it
//	GET  /#key=TOKEN                            the host's page
//	GET  /t/ID/#key=KEY                         the page; what stands behind # reaches no log
//	POST /t/ID/enter {key}                      a cookie for the seat, if the key is good
//	GET  /t/ID/t/1/events                       frames, as server-sent events, and pings
//	POST /t/ID/t/1/call/here                    the data of the last ping: the page is there
//	POST /t/ID/t/1/call/PATH                    what interp/table answers, and acts
//
// # Safety
//
// The viewer comes from a cookie, never from a parameter: the seat that a request names chooses
// among the cookies that the browser has, so that two tabs sit in two seats, and what the cookie
// holds decides. Nobody is offered the referee's view. What a viewer may know is decided by
// interp/table and engine/view. Keys are derived from a secret, so that none is stored, and hold
// for one seat of one table. Requests must name the address of the server as their Host; those
// that change something must come from its pages, or bring the token. Sizes, streams and times are
// bounded. Each request of a guest costs its link, the table and the address by the work that it
// takes (ledger.go), the host's nothing. A small file beside each table notes how long its two
// logs were, so that a log that lost acknowledged lines is noticed (witness.go).
//
// It may import interp and its parts, the engine's parts, command, savedir, disk and
// studio/web; nothing imports it but the commands.
package host

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Config says what to serve and where.
type Config struct {
	// Games are the ids of games and the folders of packs that tables may be made of.
	Games []string
	// Listen is the address to listen on; Origin how browsers name it, where that is
	// another one, as behind a proxy.
	Listen string `flag:"listen"`
	Origin string `flag:"origin"`
	// Cert and Key are the files of a certificate and its key; "" for none.
	Cert string `flag:"tls-cert"`
	Key  string `flag:"tls-key"`
	// Folder is where tables lie, with the secret of their links. Store and Secret, of 32
	// bytes, may be others, as servers have that share their tables.
	Folder string
	Store  house.Store
	Secret []byte
	// Nodes are those that share them, nil for this server alone.
	Nodes Nodes
	// Pause is the longest time that is waited where time would tell who holds what; 0 for the
	// pack's own or a usual one, less for none.
	Pause time.Duration `flag:"pause"`
	// Renew gives the host another token: the former one opens nothing any more.
	Renew bool `flag:"new-key"`
	// Quiet is set where people say nothing to each other.
	Quiet bool `flag:"no-chat"`
	// Out is told the address, Err what happens.
	Out, Err io.Writer
}

// Limits of times, sizes and numbers.
const (
	slow       = 5 * time.Second  // for a header, and for each write to a stream
	whole      = 30 * time.Second // for a request and its answer
	silent     = 30 * time.Second // in which a connection acknowledges something, if the system can tell
	idle       = 30 * time.Second // until a table that nobody looks at is evicted
	mostHeader = 16 << 10
	mostBody   = 64 << 10
	mostTables = 10_000
	// usualPause is the longest pause in a game that names none.
	usualPause = 8 * time.Second
)

// Host has the tables.
type Host struct {
	Config
	ctx    context.Context
	origin *url.URL
	// node is the name of this server among those that share its tables.
	node string
	mux  *http.ServeMux
	// packs are the games by what they are called, and names what they are loaded as.
	packs map[string]*interp.Pack
	names []string

	// amending is held while facts are read, changed and written.
	amending sync.Mutex

	house  *house.House
	acts   map[string]table.Handler[*visit]
	lock   sync.Mutex
	laid   map[string]*interp.Table
	known  map[string]*facts
	ledger ledger
}

// Serve serves tables until ctx ends. An error says why it cannot.
func Serve(ctx context.Context, c Config) error {
	var secure *tls.Config
	if c.Cert != "" {
		pair, err := certificate(c.Cert, c.Key)
		if err != nil {
			return err
		}
		secure = &tls.Config{Certificates: []tls.Certificate{pair}}
	}
	listener, err := impatient.Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("%s cannot be listened on: %w; --listen 127.0.0.1:0 takes a free port", c.Listen, err)
	}
	defer listener.Close()
	c.Origin, err = origin(&c, listener.Addr().(*net.TCPAddr))
	if err != nil {
		return err
	}
	h, err := New(ctx, c)
	if err != nil {
		return err
	}
	defer h.house.End()
	if err := h.tell(); err != nil {
		return err // nobody knows the token
	}
	fmt.Fprintln(c.Err, h.pauses())
	server := &http.Server{Handler: h, TLSConfig: secure,
		ReadHeaderTimeout: slow, ReadTimeout: whole, WriteTimeout: whole,
		IdleTimeout: 2 * whole, MaxHeaderBytes: mostHeader}
	return web.Serve(ctx, server, listener)
}

// certificate reads that of the server, from files and nothing that would wait.
func certificate(cert, key string) (tls.Certificate, error) {
	for _, path := range []string{cert, key} {
		if info, err := os.Stat(path); err != nil {
			return tls.Certificate{}, err
		} else if !info.Mode().IsRegular() {
			return tls.Certificate{}, fmt.Errorf("%s is not a file", path)
		}
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		err = fmt.Errorf("%s with the key %s: %w", cert, key, err)
	}
	return pair, err
}

// origin is how browsers name the server.
func origin(c *Config, at *net.TCPAddr) (string, error) {
	if c.Origin != "" {
		u, err := url.Parse(c.Origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" {
			return "", fmt.Errorf("an origin is an address without a path, as https://games.example.org, not %q",
				c.Origin)
		}
		return u.Scheme + "://" + u.Host, nil
	}
	if at.IP.IsUnspecified() {
		return "", fmt.Errorf("%s is every address of this machine: --origin must say how browsers name it, "+
			"as http://192.0.2.7:%d", c.Listen, at.Port)
	}
	if c.Cert != "" {
		return "https://" + at.String(), nil
	}
	return "http://" + at.String(), nil
}

// New opens a folder of tables. An error names the game that cannot be loaded, or the fault
// of the folder.
func New(ctx context.Context, c Config) (*Host, error) {
	h := &Host{Config: c, ctx: ctx, node: rand.Text(), mux: http.NewServeMux(), packs: map[string]*interp.Pack{},
		house: house.New(ctx), acts: acts(), laid: map[string]*interp.Table{}, known: map[string]*facts{},
		ledger: ledger{accounts: map[string]*account{}}}
	var err error
	h.origin, err = url.Parse(c.Origin)
	if err != nil {
		return nil, err
	}
	for _, name := range c.Games {
		p, err := interp.Load(name, interp.With{})
		if err != nil {
			return nil, err
		}
		h.names = append(h.names, name)
		h.packs[name] = p
	}
	if h.Store == nil {
		h.Store = &savedir.Files{Folder: c.Folder}
		err = os.MkdirAll(c.Folder, 0o700)
	}
	if err == nil && h.Secret == nil {
		h.Secret, err = secret(filepath.Join(c.Folder, "secret"))
	}
	if err != nil {
		return nil, err
	}
	if h.Renew {
		_, last, _ := h.Store.Load(ctx, hostKeys)
		if _, err := h.Store.Append(ctx, hostKeys, last, []byte("again\n")); err != nil {
			return nil, err
		}
	}
	h.routes()
	go h.sweep()
	if h.Nodes != nil {
		go h.Nodes.Run(ctx, func(which func(table string) bool) {
			h.house.Drop(func(id string, _ *house.Game) bool { return which(id) })
		})
		go h.follow()
	}
	return h, nil
}

// secret is what keys are derived from: it is made once, and stays.
func secret(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		data = make([]byte, 32)
		_, _ = rand.Read(data) // it never fails
		err = disk.OS.Write(path, data)
		if err == nil {
			err = os.Chmod(path, 0o600)
		}
	}
	if err == nil && len(data) != 32 {
		err = fmt.Errorf("%s has %d bytes, not 32: links could be guessed; remove it, and all links change", path,
			len(data))
	}
	return data, err
}

// tell writes the address of the host's page, with the token.
func (h *Host) tell() error {
	token, err := h.token()
	if err == nil {
		_, err = fmt.Fprintf(h.Out, "%s/#key=%s\n", h.Origin, token)
	}
	return err
}

// hostKeys is the log that has a line for each time that the host's token was renewed.
const hostKeys = "host.keys"

// token is the secret that the host shows.
func (h *Host) token() (string, error) {
	lines, _, err := h.Store.Load(h.ctx, hostKeys)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return h.sign("host" + strings.Repeat(" again", bytes.Count(lines, []byte("\n")))), err
}

func (h *Host) sign(what string) string {
	mac := hmac.New(sha256.New, h.Secret)
	_, _ = io.WriteString(mac, what) // it never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:18])
}

// key is what a link holds: the seat, and what proves that it may be had. Another generation
// is another link. A browser that has come by the link of a seat, 0 for none, has a key of its own.
func (h *Host) key(id string, seat engine.Seat, f *facts, browser int) string {
	generation := f.Watch
	if seat > 0 {
		generation = f.Seats[seat-1].Link
	}
	what := fmt.Sprintf("%s %d %d", id, seat, generation)
	if browser == 0 {
		return fmt.Sprintf("%d-%s", seat, h.sign(what))
	}
	return fmt.Sprintf("%d-%s.%d", seat, h.sign(fmt.Sprint(what, " ", browser)), browser)
}

func same(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }

// ServeHTTP answers one request.
func (h *Host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	web.Secure(w.Header())
	from := r.Header.Get("Origin")
	switch {
	case r.Host != h.origin.Host:
		http.Error(w, "this is not the address of the server", http.StatusForbidden)
	case from != "" && from != h.Origin:
		http.Error(w, "requests of other pages are refused", http.StatusForbidden)
	case r.Method != http.MethodGet && from == "" && !h.bears(r):
		http.Error(w, "changes are made by a page of the server, or with its token", http.StatusForbidden)
	case h.isHost(r), same(r.Header.Get(forwarded), h.sign(forwarded)):
		h.mux.ServeHTTP(w, r) // the host has no budget, and another server has charged a forwarded request
	default:
		h.admits(w, r)
	}
}

// bears reports whether a program brings the host's token.
func (h *Host) bears(r *http.Request) bool {
	bearer, bears := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return bears && h.isToken(bearer)
}

// pause is the longest pause at tables of a game.
func (c *Config) pause(game *compile.Compiled) time.Duration {
	if c.Pause != 0 || game.Tree.Pause != nil {
		return c.Pause
	}
	return usualPause
}

// pauses says for how long the games wait where time would tell who holds what.
func (h *Host) pauses() string {
	var each []string
	for _, name := range h.names {
		game := h.packs[name].Compiled
		longest := h.pause(game)
		if n := game.Tree.Pause; longest == 0 {
			longest = time.Duration(n.Number) * time.Second
		}
		each = append(each, fmt.Sprintf("%s up to %v", name, max(longest, 0)))
	}
	return "pauses where time would tell who holds what (--pause): " + strings.Join(each, ", ")
}
