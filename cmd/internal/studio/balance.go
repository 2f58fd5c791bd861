package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/htmlreport"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// mostMeasured bounds the games of a run. What a run keeps does not grow with them;
// longer ones are ruledeck sim's, which can go on with them another day.
const mostMeasured = 10_000

// measuring is the run of the balance page: one at a time, on half of the processors, with
// its own copy of the pack. It has its own lock and touches no open game.
type measuring struct {
	lock sync.Mutex
	run  *run
	// group counts the run that is under way.
	group sync.WaitGroup
}

// run is a number of games between bots, for their figures.
type run struct {
	number int
	game   NewGame
	games  int
	began  time.Time
	took   time.Duration
	stop   context.CancelFunc
	done   int
	// over is set when it has ended; result and plan are its results, failure why it could
	// not be played.
	over    bool
	plan    *lab.Plan
	result  *sim.Result
	failure string
	// knob names values of a card that are tried, "" for none; all are the games with them,
	// and curves what has come of them.
	// cards has what the cards do be tried.
	cards  bool
	knob   string
	all    int
	curves []lab.Curve
}

// start begins a run of the pack with a name; ended is called when it is over.
func (m *measuring) start(name string, lang string, r *run, ended func()) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	r.number = 1
	if m.run != nil {
		r.number += m.run.number
		if !m.run.over {
			return table.Refuse(http.StatusConflict, "games are being played already; stop them first")
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	r.began = time.Now()
	r.stop = stop
	r.all = r.games
	m.run = r
	m.group.Go(func() {
		defer stop()
		plan, result, err := m.play(ctx, r, name, lang)
		m.lock.Lock()
		r.over = true
		r.plan = plan
		r.result = result
		r.took = time.Since(r.began)
		if err != nil && !errors.Is(err, context.Canceled) {
			r.failure = err.Error()
		}
		m.lock.Unlock()
		ended()
	})
	return nil
}

func (m *measuring) play(ctx context.Context, r *run, name, lang string) (*lab.Plan, *sim.Result, error) {
	with := interp.With{Overlays: r.game.Packs, GameOptions: r.game.GameOptions}
	pack, err := interp.Load(name, with)
	if err != nil {
		return nil, nil, err
	}
	t, err := lab.Seated(pack, r.game.Seats, nil, r.game.GameOptions, false)
	if err != nil {
		return nil, nil, err
	}
	plan := &lab.Plan{Table: t, Bots: r.game.Seats, Seed: r.game.Seed.Low, Trials: r.cards}
	if r.knob != "" {
		return plan, nil, m.sweep(ctx, r, plan, name, with, lang)
	}
	players := &lab.Players{Plan: plan}
	defer players.Close(ctx)
	result, err := sim.Run(ctx, sim.Config{
		Games: r.games, Seed: r.game.Seed.Low, Seats: len(r.game.Seats),
		Workers: max(1, runtime.GOMAXPROCS(0)/2), New: players.New,
		Progress: func(done int) { m.locked(func() { r.done = done }) },
	})
	return plan, result, err
}

func (m *measuring) locked(change func()) {
	m.lock.Lock()
	defer m.lock.Unlock()
	change()
}

// sweep plays the game with other values of a card; curves are there after each look.
func (m *measuring) sweep(ctx context.Context, r *run, plan *lab.Plan, name string, with interp.With,
	lang string) error {
	k, err := lab.ReadKnob(r.knob)
	if err != nil {
		return err
	}
	s, err := lab.NewSweep(k, plan, name, with)
	if err != nil {
		return err
	}
	s.Games, s.Workers = r.games, max(1, runtime.GOMAXPROCS(0)/2)
	m.locked(func() { r.all = s.All() })
	s.Progress = func(done int) { m.locked(func() { r.done = done }) }
	s.Looked = func() {
		curves := s.Curves(lang)
		m.locked(func() { r.curves = curves })
	}
	_, err = s.Compare(ctx)
	return err
}

// turned reports whether the run is one of a knob, which another turn of it takes the place of.
func (m *measuring) turned() bool {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.run != nil && m.run.knob != ""
}

// halt stops the run that is under way and waits for it.
func (m *measuring) halt() {
	m.stop()
	m.group.Wait()
}

// stop stops the run that is under way, if there is one.
func (m *measuring) stop() {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.run != nil {
		m.run.stop()
	}
}

// mostTurned is how many games are played with each value of a knob.
const mostTurned = 1000

// MeasureCall begins games between bots: a number of a game, with a trial of its cards, or with
// the values of a knob.
type MeasureCall struct {
	Game   NewGame `json:"game,omitzero"`
	Number int     `json:"number,omitempty"`
	Cards  bool    `json:"cards,omitempty"`
	Text   string  `json:"text,omitempty"`
}

// measure begins a run of the pack as its files are now.
func (s *server) measure(v house.Viewer, in MeasureCall) (table.None, error) {
	var none table.None
	game := in.Game
	game.Packs = own(v.Game).game.Packs
	if at := v.Game.Shown().Table; in.Text != "" { // whoever turns a knob says no more
		game.Seats = slices.Repeat([]string{lab.Usual(at.Pack)}, at.Settings.Seats)
		game.GameOptions = own(v.Game).game.GameOptions
		game.Seed.Low = 1
		in.Number = mostTurned
	}
	least, most := v.Game.Shown().Table.Seats()
	if n := len(game.Seats); n < least || n > most {
		return none, fmt.Errorf("the game is played by %d to %d, not by %d", least, most, n)
	}
	for _, kind := range game.Seats {
		if !slices.Contains(play.Bots, kind) {
			return none, fmt.Errorf("%q is no bot; there are %s", kind, strings.Join(play.Bots, ", "))
		}
	}
	if in.Number < 1 || in.Number > mostMeasured {
		return none, fmt.Errorf("play 1 to %d games; ruledeck sim plays more", mostMeasured)
	}
	r := &run{game: game, games: in.Number, knob: in.Text, cards: in.Cards}
	if r.knob != "" && s.measuring.turned() {
		s.measuring.halt()
	}
	return none, s.measuring.start(s.game(), v.Lang, r, s.Happened)
}

// halt stops the run; the games played so far count.
func (s *server) halt(house.Viewer, table.None) (table.None, error) {
	s.measuring.stop()
	return table.None{}, nil
}

// Measured says how far a run is; Run is 0 before the first.
type Measured struct {
	Run     int      `json:"run"`
	Done    int      `json:"done"`
	Games   int      `json:"games"`
	Seats   []string `json:"seats"`
	Took    float64  `json:"seconds"`
	Over    bool     `json:"over"`
	Page    bool     `json:"page"`
	Failure string   `json:"failure,omitempty"`
	Failed  int      `json:"failed,omitempty"`
	// Old is set where the files have changed since.
	Old bool `json:"old,omitempty"`
	// Knob names the values of a card that are tried, Curves are what has come of them.
	Knob   string      `json:"knob,omitempty"`
	Curves []lab.Curve `json:"curves,omitempty"`
}

// measured says how far the run is.
func (s *server) measured(house.Viewer, table.None) (Measured, error) {
	m := &s.measuring
	m.lock.Lock()
	defer m.lock.Unlock()
	r := m.run
	if r == nil {
		return Measured{Seats: []string{}}, nil
	}
	out := Measured{Run: r.number, Done: r.done, Games: r.all, Seats: r.game.Seats,
		Took: time.Since(r.began).Seconds(), Over: r.over, Failure: r.failure, Knob: r.knob, Curves: r.curves}
	if r.over {
		out.Took = r.took.Seconds()
	}
	if r.result != nil {
		out.Done, out.Failed = r.result.Games, r.result.Failed
		out.Page = r.result.Games > r.result.Failed
		for _, cause := range lab.Causes(r.result.Failures) {
			out.Failure += fmt.Sprintf("%d × %s\n", len(cause), cause[0].Error)
		}
		out.Old = r.plan.Table.Loaded.Hash != s.Games()[0].Shown().Table.Loaded.Hash
	}
	return out, nil
}

// balancePage is the page of the last run, that of ruledeck sim --report.
func (s *server) balancePage(w http.ResponseWriter, r *http.Request) {
	s.measuring.lock.Lock()
	measured := s.measuring.run
	s.measuring.lock.Unlock()
	if measured == nil || !measured.over || measured.result == nil {
		http.Error(w, "no games have been played for their figures yet", http.StatusNotFound)
		return
	}
	lang := r.URL.Query().Get("lang")
	if !measured.plan.Table.Speaks(lang) {
		lang = "en"
	}
	var page bytes.Buffer
	err := htmlreport.Page{Analysis: lab.Analyze(measured.plan, measured.result, lang), Lang: lang,
		Stylesheet: "/balance.css", Again: s.simCommand(measured)}.Write(&page)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page.Bytes())
}

// simCommand is the command that plays a run again.
func (s *server) simCommand(r *run) string {
	text := fmt.Sprintf("ruledeck sim %s --games %d --seed %d --seats %s", s.game(), r.games, r.game.Seed.Low,
		strings.Join(r.game.Seats, ","))
	for _, o := range r.plan.Table.Compiled.Pack.GameOptions {
		if value := r.game.GameOptions[o.Name]; value != "" {
			text += fmt.Sprintf(" --option %s=%s", o.Name, value)
		}
	}
	for _, o := range r.game.Packs {
		text += " --pack " + o
	}
	if r.cards {
		text += " --cards"
	}
	return text
}
