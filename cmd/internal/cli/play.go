package cli

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/outside"
	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot/table"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

type playParams struct {
	game     gameFlags
	seats    string
	seed     uint64
	haveSeed bool
	view     int
	haveView bool
	format   string
	onError  string
	freeUndo bool
	botTime  time.Duration
	watch    bool
	savedGame
	// gameName is the GAME that is played.
	gameName string
	// resumed is the game that is gone on with; nil for a new one.
	resumed *resumed
}

func playCommand(h Host) *cobra.Command {
	p := playParams{}
	c := &cobra.Command{
		Use:   "play [GAME]",
		Short: "Play a game; with bots alone, print its transcript",
		Long: `Play a game in the terminal. Each seat is a human, who answers numbered
questions, or a bot: random picks any legal answer, greedy the one that the
game's own judgement of a position likes best.

Without --seed a seed is drawn and printed, so that the game can be had again.

Several humans share the terminal: each reads what his seat may know and is asked
when the others look away. With --format json the events go to standard output,
one object a line, and questions to standard error.

undo takes back your last answer: by the policy that the pack declares (undo: in
game.yaml), without one until another player has acted, chance has spoken or a
hidden card has been seen; against bots alone always. --free-undo lifts it.

Every answer is on disk before the next question: in the file of --save, or in
your state folder. --resume FILE goes on with a game and keeps it there, --resume
alone goes on with the last one. A game outlives changes of its pack: it is played
back by its answers, and where one does not fit any more that is said, and the game
can go on from there.

With --watch a file of the pack that is saved while the game waits for an answer
is applied at once: the game is started anew and given the same answers, up to
the same question. Where that does not go, because the pack does not load or an
answer does not fit any more, the game stays as it is, and why is said.`,
		Example: `  ruledeck play bbtm --seats random,random,random,random --seed 7
  ruledeck play bbtm --seats human,random,random --option teams=gouged_eye,random,random
  ruledeck play my-pack --watch
  ruledeck play --scenario my-pack/scenarios/guard.yaml --watch
  ruledeck play --scenario guard.yaml --at 14 --save-scenario what-if.yaml
  ruledeck play bbtm --save evening.save
  ruledeck play --resume evening.save
  ruledeck play --resume`,
		Args: func(c *cobra.Command, args []string) error { return p.gameOrFile(c, args) },
		RunE: func(c *cobra.Command, args []string) error {
			p.haveSeed, p.haveView = c.Flags().Changed("seed"), c.Flags().Changed("view")
			return runPlay(h, p.gameOf(args), p)
		},
	}
	p.game.add(c)
	c.Flags().StringVar(&p.seats, "seats", "", "who plays, in seat order: human, random, greedy, search:PLAYOUTS or search:TIME, exec:COMMAND for a bot of your own (default: one human and random bots)")
	c.Flags().Uint64Var(&p.seed, "seed", 0, "the seed of the game")
	c.Flags().IntVar(&p.view, "view", 0, "print the game as this seat sees it, or all of it with 0 (default: what the humans may know, each his own; all of it with bots alone)")
	c.Flags().StringVar(&p.format, "format", "text", "text or json (one event a line)")
	c.Flags().StringVar(&p.onError, "on-error", "stop", "when an ability fails: stop, or continue without it")
	botTimeFlag(c, &p.botTime)
	p.savedGame.add(c)
	c.Flags().BoolVar(&p.watch, "watch", false, "apply changes of the pack's files to the running game")
	c.Flags().BoolVar(&p.freeUndo, "free-undo", false, "let a human take back any answer")
	isolateFlag(h, c, isolate.Limits{Megabytes: 512, Seconds: 600}, p.keptSince)
	return c
}

// botTimeFlag adds --bot-time to a command.
func botTimeFlag(c *cobra.Command, to *time.Duration) {
	c.Flags().DurationVar(to, "bot-time", outside.Time, "how long a bot from outside (exec:) may take for an answer")
}

// newPlayer makes the bot of a kind for a seat.
func (h Host) newPlayer(kind string, seat int, limit time.Duration) (play.Player, error) {
	if outside.Is(kind) {
		return outside.New(kind, engine.Seat(seat), limit, h.Err)
	}
	return play.NewTimedBot(kind, time.Now)
}

// joined tells the bots from outside of their session; the function that it returns
// tells them of its end.
func joined(players []play.Player, s *play.Session) func() {
	for _, p := range players {
		if bot, ok := p.(*outside.Bot); ok {
			bot.Join(s)
		}
	}
	return func() {
		for _, p := range players {
			if bot, ok := p.(*outside.Bot); ok {
				bot.End(s.Game())
				bot.Close()
			}
		}
	}
}

// seatKinds are what can sit on a seat.
var seatKinds = append([]string{play.Human}, play.Bots...)

// parseSeats reads --seats for a game.
func parseSeats(text string, p *interp.Pack, humans bool) ([]string, error) {
	least, most := p.Seats()
	if text == "" {
		seats := make([]string, p.UsualSeats())
		for i := range seats {
			seats[i] = "random"
		}
		if humans {
			seats[0] = "human"
		}
		return seats, nil
	}
	seats, err := kindsOf("--seats", text, humans)
	if err != nil {
		return nil, err
	}
	if len(seats) < least || len(seats) > most {
		return nil, usage("%s is played by %s, but --seats names %d", p.Compiled.Pack.ID, seatRange(least, most), len(seats))
	}
	return seats, nil
}

// kindsOf reads the kinds of players that a flag names.
func kindsOf(flag, text string, humans bool) ([]string, error) {
	fields := csv.NewReader(strings.NewReader(text))
	fields.LazyQuotes, fields.TrimLeadingSpace = true, true
	kinds, err := fields.Read()
	if err != nil {
		return nil, usage("%s %s: %s", flag, text, err)
	}
	for i, kind := range kinds {
		kinds[i] = strings.TrimSpace(kind)
		if err := checkSeat(kinds[i], humans); err != nil {
			return nil, err
		}
	}
	return kinds, nil
}

func checkSeat(kind string, humans bool) error {
	if outside.Is(kind) {
		_, err := outside.New(kind, 1, 0, nil)
		if err != nil {
			return usage("%s", err)
		}
		return nil
	}
	if humans && kind == play.Human {
		return nil
	}
	err := play.CheckBot(kind, humans)
	if unknown := (*table.UnknownKindError)(nil); !errors.As(err, &unknown) {
		if err != nil {
			return usage("%s", err)
		}
		return nil
	}
	known := seatKinds
	if !humans {
		known = seatKinds[1:]
	}
	text := fmt.Sprintf("there is no kind of seat %q; there are %s, and exec:COMMAND", kind, strings.Join(known, ", "))
	if near := diag.Nearest(kind, known); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return usage("%s", text)
}

func runPlay(h Host, game string, p playParams) error {
	if err := format(p.format, "text", "json"); err != nil {
		return err
	}
	if p.onError != "stop" && p.onError != "continue" {
		return usage("--on-error cannot be %q; it can be stop, continue", p.onError)
	}
	if p.watch && p.format != "text" {
		return usage("--watch goes with --format text")
	}
	if err := p.check(); err != nil {
		return err
	}
	switch {
	case p.scenario != "":
		return h.playScenario(game, p)
	case p.resume != "":
		return h.playResumed(game, p)
	}
	loaded, options, err := p.game.load(game)
	if err != nil {
		return err
	}
	loaded.Print = h.printer()
	seats, err := parseSeats(p.seats, loaded, true)
	if err != nil {
		return err
	}
	if p.view < 0 || p.view > len(seats) {
		return usage("--view must be a seat from 1 to %d, or 0", len(seats))
	}
	if !p.haveSeed {
		p.seed = uint64(rand.Uint32())
	}
	t, err := p.table(loaded, len(seats), options)
	if err != nil {
		return err
	}
	p.gameName = game
	fmt.Fprintln(h.Err, startLine(loaded.Title(p.game.lang), len(seats), p))
	return (&console{Host: h, params: p}).play(p.start(h, game, t), seats)
}

// table lays a pack out.
func (p *playParams) table(loaded *interp.Pack, seats int, options map[string]string) (*interp.Table, error) {
	return loaded.Table(interp.Settings{
		Seats: seats, Seed: p.seed, GameOptions: options, ContinueOnError: p.onError == "continue", CheckInvariants: true,
	})
}

// start starts games of a table: the first with the table as it is, others from
// the files as they are then, with its options, of which nothing is left to
// chance.
func (p *playParams) start(h Host, game string, t *interp.Table) play.Start {
	options, first := scenario.Settled(t, p.seed), true
	return func() (*interp.Table, *engine.Game, error) {
		if first {
			first = false
			return play.From(t)()
		}
		loaded, err := h.telling()(game, interp.With{Overlays: p.game.packs, GameOptions: options})
		if err != nil {
			return nil, nil, err
		}
		t, err := p.table(loaded, t.Layout.Seats, options)
		if err != nil {
			return nil, nil, err
		}
		return play.From(t)()
	}
}

// play plays a game; it is kept when it is left.
func (t *console) play(start play.Start, kinds []string) error {
	p := &t.params
	if p.view < 0 || p.view > len(kinds) {
		return usage("--view must be a seat from 1 to %d, or 0", len(kinds))
	}
	if err := t.begin(start, kinds); err != nil {
		return err
	}
	defer joined(t.session.Players, t.session)()
	t.warnGreedy(t.session.Table().Pack, kinds)
	if p.watch {
		if err := t.startWatching(); err != nil {
			return err
		}
	}
	err := t.run()
	left := err == errLeft
	if unkept := t.keeper.close(left); unkept != nil && (err == nil || left) {
		err = unkept
	}
	if unkept := p.keepScenario(t.session, t.live); unkept != nil && (err == nil || err == errLeft) {
		err = unkept
	} else if unkept != nil {
		fmt.Fprintln(t.Err, "ruledeck: "+unkept.Error())
	}
	return err
}

// startLine says what is played, in the game's language.
func startLine(title string, seats int, p playParams) string {
	return screen.NewWords(p.game.lang).Say("started", "title", title, "count", fmt.Sprint(seats), "seed", fmt.Sprint(p.seed))
}
