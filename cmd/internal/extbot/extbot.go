// Package extbot seats bots from outside the program: processes that answer lines of
// JSON with lines of JSON. Such a bot sees what its seat may see, the events and views of
// package view, and nothing else: not the game, and not its seed.
//
// It may import interp/play and what lies below it, and isolate, by which it starts
// processes; a command that
// is named here runs with the rights of the one who named it.
package extbot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/preview"
)

// Prefix begins the kinds of such bots: behind it stands the command.
const Prefix = "exec:"

// Is reports whether a kind of bot is one from outside.
func Is(kind string) bool { return strings.HasPrefix(kind, Prefix) }

// Time is how long a bot may think about an answer where nothing is said.
const Time = 10 * time.Second

// Bot is a bot from outside. It starts its process when its first game begins, and keeps it
// for further games, at whatever seats they put it.
type Bot struct {
	kind    string
	command []string
	limit   time.Duration
	stderr  io.Writer

	shared  *Shared
	process *process
	// table is the bot's number in its process.
	table int
	// at and round are the seat and the game that the bot was greeted in; watcher has
	// the events that it is told.
	at      *play.Seat
	round   int
	watcher *play.Watcher
	// eventsSent is set where the process wants the events.
	eventsSent bool
	actions    *view.Actions
}

// New makes the bot of a kind. limit is how long it may take for an answer,
// 0 for Time; what the process writes to its standard error goes to talk. shared are the
// processes that it may use, nil for one of its own.
func New(kind string, limit time.Duration, stderr io.Writer, shared *Shared) (*Bot, error) {
	command, err := split(strings.TrimPrefix(kind, Prefix))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	if limit <= 0 {
		limit = Time
	}
	if stderr == nil {
		stderr = io.Discard
	}
	if shared == nil {
		shared = &Shared{}
	}
	return &Bot{kind: kind, command: command, limit: limit, stderr: stderr, shared: shared}, nil
}

var wordOrQuoted = regexp.MustCompile(`([^ "]|"[^"]*")+`)

// split parts a command at its spaces; what stands in double quotes is one word.
func split(command string) ([]string, error) {
	words := lists.Map(wordOrQuoted.FindAllString(command, -1),
		func(word string) string { return strings.ReplaceAll(word, `"`, "") })
	switch {
	case strings.Count(command, `"`)%2 == 1:
		return nil, errors.New("a quote is not closed")
	case len(words) == 0:
		return nil, errors.New("a command is expected behind the colon, as in exec:python3 bot.py")
	}
	return words, nil
}

// Kind is the kind that the bot was made of.
func (b *Bot) Kind() string { return b.kind }

// Error is what a bot did wrong; the game fails of it.
type Error struct {
	Seat engine.Seat
	Kind string
	What string
}

// Error names the seat and the bot.
func (e *Error) Error() string { return fmt.Sprintf("seat %d (%s) %s", e.Seat, e.Kind, e.What) }

func (b *Bot) fail(format string, args ...any) error {
	seat := b.at.Number()
	b.Close(context.Background())
	return &Error{seat, b.kind, fmt.Sprintf(format, args...)}
}

// failed is fail, but for an answer that was cut off, which is no fault of the bot: its
// process begins anew when it is asked again.
func (b *Bot) failed(ctx context.Context, format string, args ...any) error {
	if ctx.Err() != nil {
		b.Close(ctx)
		return ctx.Err()
	}
	return b.fail(format, args...)
}

// The lines to a bot and from it; their form is a promise.
type (
	hello struct {
		V           int               `json:"v"`
		Type        string            `json:"type"`
		Table       int               `json:"table"`
		Seat        engine.Seat       `json:"seat"`
		Seats       int               `json:"seats"`
		Game        string            `json:"game"`
		GameOptions map[string]string `json:"options"`
		BotSeed     string            `json:"bot_seed"`
		Actions     int               `json:"actions"`
	}
	decision struct {
		Type    string   `json:"type"`
		Table   int      `json:"table"`
		N       int      `json:"n"`
		Again   int      `json:"again"`
		Kind    string   `json:"kind"`
		Prompt  string   `json:"prompt"`
		Min     int      `json:"min"`
		Max     int      `json:"max"`
		Total   int      `json:"total"`
		Options []option `json:"options"`
		// Of a process that did not ask for events these are left out.
		From   *int         `json:"from,omitempty"`
		Events []view.Event `json:"events,omitempty"`
	}
	// seen is all that the seat sees, for a process that has asked for it. Derived are the
	// values that the rules compute, as the seat may know them.
	seen struct {
		Type    string            `json:"type"`
		Table   int               `json:"table"`
		N       int               `json:"n"`
		Again   int               `json:"again"`
		View    *view.View        `json:"view"`
		Derived []belief.Estimate `json:"derived"`
	}
	// foretold is what the options of the decision would do, in their order, or the one reply
	// that was named.
	foretold struct {
		Type    string          `json:"type"`
		Table   int             `json:"table"`
		N       int             `json:"n"`
		Again   int             `json:"again"`
		Shared  []preview.Line  `json:"shared"`
		Options []preview.Would `json:"options"`
	}
	option struct {
		Key     string       `json:"key"`
		Actions []int        `json:"actions"`
		Parts   []view.Value `json:"parts"`
		Copies  int          `json:"copies"`
	}
	end struct {
		Type    string     `json:"type"`
		Table   int        `json:"table"`
		Winners view.Seats `json:"winners"`
		Draw    view.Seats `json:"draw"`
		Returns []float64  `json:"returns"`
	}
	reply struct {
		V      int            `json:"v"`
		Type   string         `json:"type"`
		Tables int            `json:"tables"`
		Events bool           `json:"events"`
		N      int            `json:"n"`
		Again  int            `json:"again"`
		Keys   []string       `json:"keys"`
		Yes    *bool          `json:"yes"`
		Number *int           `json:"number"`
		Split  map[string]int `json:"split"`
	}
)

// version is that of the lines.
const version = 3

// Play answers the question that is put to the bot's seat.
func (b *Bot) Play(ctx context.Context, at *play.Seat) error {
	if err := b.Begin(ctx, at); err != nil {
		return err
	}
	q := at.Asked()
	line := lineOf(q, b.table, b.actions)
	if what, weights := at.Chance(); what != "" {
		line.Prompt = what
		for i, class := range q.Classes() {
			line.Options[i].Copies = 0
			for _, option := range class.Options {
				line.Options[i].Copies += weights[option]
			}
		}
	}
	if b.eventsSent {
		from, events := b.watcher.Events()
		line.From = &from
		line.Events = events
	}
	keys, err := b.ask(ctx, line, q)
	if err != nil {
		return err
	}
	if err := at.Answer(q.Number, keys...); err != nil {
		return b.fail("gave an answer to decision %d that is not legal: %s", q.Number, err)
	}
	return nil
}

// Begin tells the process of another game, unless it knows it.
func (b *Bot) Begin(ctx context.Context, at *play.Seat) error {
	if b.process != nil && b.at == at && b.round == at.Round() {
		return nil
	}
	b.at = at
	b.round = at.Round()
	b.watcher = at.Anew()
	if pack := at.Compiled().Pack; b.actions == nil || !b.actions.Are(pack) {
		b.actions = view.NewActions(pack)
	}
	if b.process != nil {
		_, err := b.welcome(ctx)
		return err
	}
	var failure error
	err := b.shared.seat(func() (*process, error) { return launch(b.command, b.stderr) },
		func(p *process, table int) (room int, err error) {
			b.process = p
			b.table = table
			room, failure = b.welcome(ctx)
			return room, failure
		})
	if err != nil && failure == nil {
		return b.fail("cannot be started: %s", err)
	}
	return err
}

// welcome says hello, and returns how many tables the process takes at once.
func (b *Bot) welcome(ctx context.Context) (tables int, err error) {
	if err := b.send(ctx, hello{
		version, "hello", b.table, b.at.Number(), b.at.Seats(), b.at.Compiled().Pack.ID, b.at.GameOptions(),
		b.at.BotSeed(), b.actions.Count(),
	}); err != nil {
		return 0, b.failed(ctx, "ended before its first game")
	}
	text, err := b.read(ctx, time.Now().Add(b.limit))
	if err != nil {
		return 0, b.failed(ctx, "%s when it was greeted", err)
	}
	var ready reply
	if err := json.Unmarshal(text, &ready); err != nil || ready.Type != "ready" {
		return 0, b.fail(`answered %s when it was greeted; {"type": "ready", "v": %d} is expected`,
			shown(text), version)
	}
	if ready.V != version {
		return 0, b.fail("reads version %d of the lines, but this program writes version %d", max(ready.V, 1), version)
	}
	b.eventsSent = ready.Events
	return max(ready.Tables, 1), nil
}

// lineOf is the line that puts a question to a bot.
func lineOf(q *view.Question, table int, actions *view.Actions) decision {
	d := decision{
		Type: "decision", Table: table, N: q.Number, Again: q.Again, Kind: fmt.Sprint(q.Kind), Prompt: q.Prompt,
		Min: q.Min, Max: q.Max, Total: q.Total, Options: []option{},
	}
	if q.Kind == engine.PickOne {
		d.Max = 1
		if !q.Optional {
			d.Min = 1
		}
	}
	for _, class := range q.Classes() {
		first := &q.Options[class.Options[0]]
		o := option{class.Key, nil, first.Parts, len(class.Options)}
		for i := range first.Parts {
			o.Actions = actions.Append(o.Actions, &first.Parts[i])
		}
		d.Options = append(d.Options, o)
	}
	return d
}

// ask puts a question to the process and returns its answer by keys. Before it the process
// may ask what its seat sees, and what answers would do, all in the time of one.
func (b *Bot) ask(ctx context.Context, d decision, q *view.Question) ([]string, error) {
	if err := b.send(ctx, d); err != nil {
		return nil, b.failed(ctx, "ended at decision %d", q.Number)
	}
	for until := time.Now().Add(b.limit); ; {
		text, err := b.read(ctx, until)
		if err != nil {
			return nil, b.failed(ctx, "%s at decision %d", err, q.Number)
		}
		var given reply
		if err := json.Unmarshal(text, &given); err != nil ||
			given.Type != "answer" && given.Type != "would" && given.Type != "view" {
			return nil, b.fail(`answered decision %d with %s; {"type": "answer", "n": %d, ...} is expected`,
				q.Number, shown(text), q.Number)
		}
		if given.N != q.Number || given.Again != q.Again {
			return nil, b.fail("answered %s, but %s is open", decisionText(given.N, given.Again),
				decisionText(q.Number, q.Again))
		}
		if given.Type == "answer" {
			return given.keys(q), nil
		}
		var position any
		if given.Type == "view" {
			derived := append([]belief.Estimate{}, b.at.Derived(ctx)...)
			position = seen{"view", b.table, q.Number, q.Again, b.at.View(), derived}
		} else {
			position, err = b.foretell(ctx, until, q, &given)
		}
		if err != nil {
			return nil, b.failed(ctx, "asked at decision %d what an answer would do that is not legal: %s",
				q.Number, err)
		}
		if err := b.send(ctx, position); err != nil {
			return nil, b.failed(ctx, "ended at decision %d", q.Number)
		}
	}
}

// foretell tells what the answer would do that the process names, or where it names none
// what each option would.
func (b *Bot) foretell(ctx context.Context, until time.Time, q *view.Question, asked *reply) (foretold, error) {
	out := foretold{Type: "would", Table: b.table, N: q.Number, Again: q.Again, Shared: []preview.Line{},
		Options: []preview.Would{}}
	ctx, done := context.WithDeadline(ctx, until)
	defer done()
	p, err := b.at.Preview(ctx)
	if err != nil {
		return out, err
	}
	if keys := asked.keys(q); keys != nil {
		reply, err := q.Reply(keys...)
		if err != nil {
			return out, err
		}
		out.Options = append(out.Options, p.Reply(reply, preview.Default))
		return out, nil
	}
	all := p.Options(preview.Default)
	out.Shared = all.Shared
	if len(all.Options) > 0 {
		for _, class := range q.Classes() {
			out.Options = append(out.Options, all.Options[class.Options[0]])
		}
	}
	return out, nil
}

// decisionText names a decision.
func decisionText(number, again int) string {
	if again == 0 {
		return fmt.Sprintf("decision %d", number)
	}
	return fmt.Sprintf("decision %d asked again (%d)", number, again)
}

// keys are what the answer names, as view.Question.Reply takes them.
func (r *reply) keys(q *view.Question) []string {
	switch {
	case r.Yes != nil && *r.Yes:
		return []string{"yes"}
	case r.Yes != nil:
		return []string{"no"}
	case r.Number != nil:
		return []string{strconv.Itoa(*r.Number)}
	case r.Split == nil:
		return r.Keys
	}
	var keys []string
	for _, key := range lists.Sorted(r.Split) {
		// Options of one key share what it gets, as each may have it.
		left := r.Split[key]
		for _, o := range q.Options {
			if o.Key != key || left == 0 {
				continue
			}
			part := left
			if q.Max > 0 {
				part = min(left, q.Max)
			}
			keys = append(keys, key+" / "+strconv.Itoa(part))
			left -= part
		}
		if left != 0 {
			keys = append(keys, key+" / "+strconv.Itoa(left))
		}
	}
	return keys
}

// mostShown is how much of a wrong line an error shows.
const mostShown = 120

func shown(text []byte) string {
	if len(text) > mostShown {
		return strconv.Quote(string(text[:mostShown])) + " and more"
	}
	return strconv.Quote(string(text))
}

// End tells the process of the end of a game; it may go on with another one.
func (b *Bot) End(at *play.Seat) {
	if b.process == nil || b.at != at || b.round != at.Round() {
		return
	}
	v := at.View()
	b.at = nil
	// A bot that is not there any more has nothing to be told.
	_ = b.send(context.Background(), end{
		"end", b.table, append(view.Seats{}, v.Winners...), append(view.Seats{}, v.Draw...), at.Returns(),
	})
}

// Close leaves the process, which ends when no bot uses it any more.
func (b *Bot) Close(ctx context.Context) {
	if b.process != nil {
		b.process.leave(ctx, b.table)
		b.process = nil
		b.at = nil
	}
}

// Dismiss closes the bots from outside among some players, all at once.
func Dismiss(ctx context.Context, players []play.Player) {
	var group sync.WaitGroup
	for _, p := range players {
		if b, ok := p.(*Bot); ok {
			group.Go(func() { b.Close(ctx) })
		}
	}
	group.Wait()
}

func (b *Bot) send(ctx context.Context, what any) error { return b.process.send(ctx, what, b.limit) }

func (b *Bot) read(ctx context.Context, until time.Time) ([]byte, error) {
	return b.process.line(ctx, b.table, until, b.limit)
}
