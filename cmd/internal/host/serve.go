package host

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

//go:embed web/*.css web/*.html web/*.js
var own embed.FS

func (h *Host) routes() {
	h.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, own, "web/desk.html")
	})
	h.mux.HandleFunc("POST /enter", h.enter)
	h.mux.HandleFunc("GET /{file}", h.file)
	h.mux.HandleFunc("GET /games", h.hosts(h.games))
	h.mux.HandleFunc("GET /tables", h.hosts(h.tables))
	h.mux.HandleFunc("POST /tables", h.hosts(h.postTable))
	h.mux.HandleFunc("POST /tables/{id}/seat", h.owned(h.hosts(h.postSeat)))
	h.mux.HandleFunc("GET /t/{id}/{file...}", h.file)
	h.mux.HandleFunc("POST /t/{id}/enter", h.owned(h.enter))
	h.mux.HandleFunc("GET /t/{id}/t/{n}/art/{path...}", h.picture)
	h.mux.HandleFunc("GET /t/{id}/t/{n}/events", h.owned(h.events))
	h.mux.HandleFunc("POST /t/{id}/t/{n}/call/{path}", h.owned(h.call))
}

// file answers with a file of the pages. The table's page enters before it begins.
func (h *Host) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if name == "" {
		page, _ := web.Files.ReadFile("index.html")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		page = bytes.Replace(page, []byte(`src="main.js"`), []byte(`src="enter.js"`), 1)
		style := []byte(`<link rel="stylesheet" href="company.css"></head>`)
		_, _ = w.Write(bytes.Replace(page, []byte("</head>"), style, 1))
		return
	}
	from, _ := fs.Sub(own, "web")
	if _, err := fs.Stat(from, name); err != nil {
		from = web.Files
	}
	http.ServeFileFS(w, r, from, name)
}

// cookieName is the name of the cookie of the host, or of a table; that of a table goes on with the
// seat. Behind https it has the prefix with which no other server of the domain can set it.
func (h *Host) cookieName(id string) string {
	name := "ruledeck_host"
	if id != "" {
		name = "ruledeck_seat"
	}
	if h.origin.Scheme == "https" {
		name = "__Host-" + name + id
	}
	return name
}

// cookieOf is the key in a browser's cookie of a name: of the seat that the request names, as the page
// in each tab does, else another one that the browser has for the table.
func cookieOf(r *http.Request, name string) (key string) {
	for _, c := range r.Cookies() {
		if c.Name == name+r.URL.Query().Get("seat") || key == "" && strings.HasPrefix(c.Name, name) {
			key = c.Value
		}
	}
	return key
}

func (h *Host) cookie(id, value string) *http.Cookie {
	out := &http.Cookie{Name: h.cookieName(id), Value: value, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: h.origin.Scheme == "https", MaxAge: 365 * 24 * 3600}
	if id != "" {
		seat, _, _ := strings.Cut(value, "-")
		out.Name += seat
		if !out.Secure {
			out.Path = "/t/" + id + "/"
		}
	}
	return out
}

// isToken reports whether a key is that of the host.
func (h *Host) isToken(key string) bool {
	if key == "" {
		return false
	}
	token, err := h.token()
	return err == nil && same(key, token)
}

func (h *Host) isHost(r *http.Request) bool {
	return h.bears(r) || h.isToken(cookieOf(r, h.cookieName("")))
}

var noHost = table.Refuse(http.StatusUnauthorized, "this is for the host: open the address that the server printed")

// hosts lets the host alone ask something.
func (h *Host) hosts(f func(r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var out any
		err := noHost
		if h.isHost(r) {
			r.Body = http.MaxBytesReader(w, r.Body, mostBody)
			out, err = f(r)
		}
		web.Answer(w, out, err)
	}
}

// read reads a body of JSON.
func read(r *http.Request, into any) error {
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		status := http.StatusBadRequest
		if _, is := errors.AsType[*http.MaxBytesError](err); is {
			status = http.StatusRequestEntityTooLarge
		}
		return table.Refuse(status, "the request is not JSON as it should be: %w", err)
	}
	return nil
}

// games are what tables can be made of, with the options of each.
func (h *Host) games(*http.Request) (any, error) {
	type served struct {
		Game  string `json:"game"`
		Title string `json:"title"`
		Usual int    `json:"usual"`
		table.Setup
	}
	out := []served{}
	for _, name := range h.names {
		p := h.packs[name]
		t, err := p.Table(interp.Settings{Seats: p.UsualSeats()})
		if err != nil {
			return nil, err
		}
		out = append(out, served{name, p.Title("en"), p.UsualSeats(), table.SetupOf(p, t.Speaker("en"))})
	}
	alone := Local(h.origin.Hostname())
	beyond := []string{}
	if alone {
		found, _ := net.InterfaceAddrs() // without them the page says what it says
		beyond = reached(found, h.origin.Port())
	}
	return map[string]any{"games": out, "bots": play.Bots, "local": alone, "beyond": beyond}, nil
}

// Local reports whether a host's name leads to this machine alone.
func Local(host string) bool { return host == "localhost" || net.ParseIP(host).IsLoopback() }

// reached are the addresses of this machine, with the port, under which its networks reach it: what to
// listen on for others.
func reached(found []net.Addr, port string) []string {
	out := []string{}
	for _, a := range found {
		if at, ok := a.(*net.IPNet); ok && at.IP.IsGlobalUnicast() {
			out = append(out, net.JoinHostPort(at.IP.String(), port))
		}
	}
	return out
}

// link is one for a seat.
type link struct {
	Seat engine.Seat `json:"seat"`
	Kind string      `json:"kind"`
	Link string      `json:"link"`
}

// made is a table as the host has it.
type made struct {
	Table string    `json:"table"`
	Game  string    `json:"game"`
	Made  time.Time `json:"made"`
	Links []link    `json:"links"`
	Watch string    `json:"watch"`
	// Error is why nothing else can be said of the table.
	Error string `json:"error,omitempty"`
}

func (h *Host) link(id string, seat engine.Seat, f *facts) string {
	return fmt.Sprintf("%s/t/%s/#key=%s", h.Origin, id, h.key(id, seat, f, 0))
}

func (h *Host) made(id string) (*made, error) {
	f, err := h.facts(id)
	if err != nil {
		return nil, err
	}
	out := &made{Table: id, Game: f.Game, Made: f.Made, Links: []link{}, Watch: h.link(id, 0, f)}
	for i, s := range f.Seats {
		out.Links = append(out.Links, link{engine.Seat(i + 1), s.Kind, h.link(id, engine.Seat(i+1), f)})
	}
	return out, nil
}

// tables are those that were made last, also those that are damaged.
func (h *Host) tables(*http.Request) (any, error) {
	out := []*made{}
	games, err := h.Store.List(h.ctx, savedir.End)
	if err != nil {
		return nil, err
	}
	for _, name := range games[:min(len(games), 50)] {
		id := strings.TrimSuffix(name, savedir.End)
		m, err := h.made(id)
		if err != nil {
			m = &made{Table: id, Links: []link{}, Error: err.Error()}
		}
		out = append(out, m)
	}
	return out, nil
}

func (h *Host) postTable(r *http.Request) (any, error) {
	var n newTable
	if err := read(r, &n); err != nil {
		return nil, err
	}
	id, err := h.make(n)
	if err != nil {
		return nil, err
	}
	return h.made(id)
}

// viewer is who a key lets look at a table, and the number of the browser whose key it is, 0 for that
// of the link.
func (h *Host) viewer(id, key string) (engine.Seat, int, *facts, error) {
	f, err := h.facts(id)
	if err != nil {
		return 0, 0, nil, err
	}
	var seat, browser int
	var signed string
	_, _ = fmt.Sscanf(key, "%d-%24s.%d", &seat, &signed, &browser) // what it does not find does not hold below
	if seat >= 0 && seat <= len(f.Seats) && same(key, h.key(id, engine.Seat(seat), f, browser)) {
		return engine.Seat(seat), browser, f, nil
	}
	return 0, 0, nil, noLink
}

var noLink = table.Refuse(http.StatusUnauthorized,
	"this link does not lead to the table any more; ask the host for yours")

// enter makes the key of a link a cookie of the table, or the token of the host's address one of
// the host; without a key it says whether the cookie is good. A table that cannot be loaded says so
// here, before its page begins.
func (h *Host) enter(w http.ResponseWriter, r *http.Request) {
	var body struct{ Key string }
	r.Body = http.MaxBytesReader(w, r.Body, mostBody)
	err := read(r, &body)
	id := r.PathValue("id")
	if err == nil {
		body.Key, err = h.comes(id, body.Key, cookieOf(r, h.cookieName(id)))
	}
	if err == nil {
		http.SetCookie(w, h.cookie(id, body.Key))
	}
	web.Answer(w, table.None{}, err)
}

// comes is the key of the browser that comes to a table, or of the host, by a key, or by the one that
// it has. Who comes
// by the link of a seat for the first time is counted, so that the others there see it.
func (h *Host) comes(id, key, has string) (string, error) {
	key = cmp.Or(key, has)
	if id == "" {
		if !h.isToken(key) {
			return "", noHost
		}
		return key, nil
	}
	seat, browser, f, err := h.viewer(id, key)
	if err != nil {
		return "", err
	}
	g, err := h.take(id, f)
	if err != nil {
		return "", err
	}
	defer h.house.Give(g.Game)
	if seat == 0 || browser > 0 {
		return key, nil
	}
	if before, browser, _, err := h.viewer(id, has); err == nil && before == seat && browser > 0 {
		return has, nil
	}
	f, err = h.amend(id, amendment{Seat: seat, Browser: true})
	if err != nil {
		return "", err
	}
	g.regrouped()
	return h.key(id, seat, f, f.Seats[seat-1].browsers), nil
}

// visit is a request of a viewer at a table.
type visit struct {
	*game
	table.Viewer
	host *Host
	// page is the one that is told the game, of a visit that listens.
	page *page
}

// visit identifies the visitor and the table by the cookie alone; give ends its use.
func (h *Host) visit(r *http.Request) (*visit, error) {
	c := callerOf(r)
	if c == nil { // the host has come, or another server has forwarded it
		c = h.caller(r)
	}
	if c.err != nil {
		return nil, c.err
	}
	g, err := h.take(r.PathValue("id"), c.facts)
	if err != nil {
		return nil, err
	}
	v := &visit{g, table.Viewer{Seat: c.seat, Lang: r.URL.Query().Get("lang")}, h, nil}
	if !g.laid.Speaks(v.Lang) {
		v.Lang = "en"
	}
	return v, nil
}

// picture answers with a picture of the pack.
func (h *Host) picture(w http.ResponseWriter, r *http.Request) {
	var data []byte
	if v, err := h.visit(r); err == nil {
		data = v.laid.Compiled.Tree.Pictures["art/"+r.PathValue("path")].Data
		h.house.Give(v.Game)
	}
	web.Picture(w, r, data)
}

// call answers a call of a viewer.
func (h *Host) call(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		web.Refuse(w, table.Refuse(http.StatusRequestEntityTooLarge, "a call has %d bytes at most", mostBody))
		return
	}
	v, err := h.visit(r)
	if err != nil {
		web.Refuse(w, err)
		return
	}
	defer h.house.Give(v.Game)
	path := r.PathValue("path")
	act, acts := h.acts[path]
	switch {
	case path == "here":
		v.heard(v.Seat, string(body))
		web.Answer(w, table.None{}, nil)
		return
	case path == "words":
		web.Answer(w, locale.OwnWords(v.Lang, locale.InGames, locale.OnPage, locale.AtTables), nil)
		return
	case acts:
		out, err := v.act(act, path, body)
		web.Answer(w, out, err)
		return
	}
	status, answer := h.house.Call(house.Viewer{Game: v.Game, Viewer: v.Viewer}, path, body)
	if why := v.Broken(); why != nil {
		fmt.Fprintf(h.Err, "table %s: %s\n", v.id, why)
		web.Refuse(w, table.Refuse(http.StatusServiceUnavailable, "this could not be kept, and has not happened"))
		return
	}
	web.Reply(w, status, answer)
}

// around is what the page shows beside the game: whether there is one, its languages, and
// the people there.
type around struct {
	Games     []sitting `json:"games"`
	Languages []string  `json:"languages"`
	Untold    []string  `json:"untold"`
	Company   company   `json:"company"`
	// text is its JSON for the count of companies, made once.
	text    json.RawMessage
	company int64
}

// sitting is the game as the page lists it; whom it asks is for the frames alone.
type sitting struct {
	ID     int        `json:"id"`
	Name   string     `json:"name"`
	Packs  []string   `json:"packs"`
	People view.Seats `json:"people"`
	Asked  view.Seats `json:"asked"`
}

// around is made once for all who look from one place, as long as it is the same.
func (h *Host) around(v *visit) (any, error) {
	v.lock.Lock()
	defer v.lock.Unlock()
	count := v.game.company.Load()
	out := v.game.around[v.Viewer]
	if out.text != nil && out.company == count {
		return out.text, nil
	}
	f, err := h.facts(v.id)
	if err != nil {
		return nil, err
	}
	out = around{Company: v.company(f, h.Quiet), Languages: v.laid.Languages(), Untold: v.laid.Untold(),
		Games: []sitting{{ID: 1, Name: v.laid.Title(v.Lang), Packs: []string{}, People: view.Seats{},
			Asked: view.Seats{}}}, company: count}
	out.text, err = json.Marshal(out)
	v.game.around[v.Viewer] = out
	return out.text, err
}
