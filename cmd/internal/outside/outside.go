// Package outside seats bots from outside the program: processes that answer lines of
// JSON with lines of JSON. Such a bot sees what its seat may see, the events and views of
// package view, and nothing else: not the game, and not its seed.
//
// It may import interp/play and what lies below it, and isolate, by which it starts
// processes; a command that
// is named here runs with the rights of the one who named it.
package outside

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/preview"
)

// Prefix begins the kinds of such bots: behind it stands the command.
const Prefix = "exec:"

// Is reports whether a kind of bot is one from outside.
func Is(kind string) bool { return strings.HasPrefix(kind, Prefix) }

// Time is how long a bot may think about an answer where nothing is said.
const Time = 10 * time.Second

// Bot is a bot from outside. It starts its process when it is first asked, and keeps it
// for further games, at whatever seats they put it.
type Bot struct {
	kind    string
	command []string
	limit   time.Duration
	talk    io.Writer

	process *isolate.Tree
	to      io.WriteCloser
	from    io.Closer
	lines   chan line
	// at and round are the seat and the game that the bot was greeted in; watcher has
	// the events that it is told.
	at      *play.Seat
	round   int
	watcher *play.Watcher
}

// line is a line that the process wrote; after an error there is none.
type line struct {
	text []byte
	err  error
}

// New makes the bot of a kind. limit is how long it may take for an answer,
// 0 for Time; what the process writes to its standard error goes to talk.
func New(kind string, limit time.Duration, talk io.Writer) (*Bot, error) {
	command, err := split(strings.TrimPrefix(kind, Prefix))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	if limit <= 0 {
		limit = Time
	}
	if talk == nil {
		talk = io.Discard
	}
	return &Bot{kind: kind, command: command, limit: limit, talk: talk}, nil
}

// split parts a command at its spaces; what stands in double quotes is one word.
func split(command string) ([]string, error) {
	var words []string
	word, quoted, begun := "", false, false
	for _, r := range command {
		switch {
		case r == '"':
			quoted, begun = !quoted, true
		case r == ' ' && !quoted:
			if begun {
				words = append(words, word)
			}
			word, begun = "", false
		default:
			word, begun = word+string(r), true
		}
	}
	if begun {
		words = append(words, word)
	}
	switch {
	case quoted:
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
		Seat        engine.Seat       `json:"seat"`
		Seats       int               `json:"seats"`
		Game        string            `json:"game"`
		GameOptions map[string]string `json:"options"`
		BotSeed     string            `json:"bot_seed"`
	}
	decision struct {
		Type    string     `json:"type"`
		N       int        `json:"n"`
		Again   int        `json:"again"`
		Kind    string     `json:"kind"`
		Prompt  string     `json:"prompt"`
		Min     int        `json:"min"`
		Max     int        `json:"max"`
		Total   int        `json:"total"`
		Options []option   `json:"options"`
		View    *view.View `json:"view"`
		// Derived are the values that the rules compute, as the seat may know them.
		Derived []view.Estimate `json:"derived"`
		From    int             `json:"from"`
		Events  []view.Event    `json:"events"`
	}
	// foretold is what the options of the decision would do, in their order, or the one reply
	// that was named.
	foretold struct {
		Type    string          `json:"type"`
		N       int             `json:"n"`
		Again   int             `json:"again"`
		Shared  []preview.Line  `json:"shared"`
		Options []preview.Would `json:"options"`
	}
	option struct {
		Key    string       `json:"key"`
		Parts  []view.Value `json:"parts"`
		Copies int          `json:"copies"`
	}
	end struct {
		Type    string     `json:"type"`
		Winners view.Seats `json:"winners"`
		Draw    view.Seats `json:"draw"`
		Returns []float64  `json:"returns"`
	}
	reply struct {
		V      int            `json:"v"`
		Type   string         `json:"type"`
		N      int            `json:"n"`
		Again  int            `json:"again"`
		Keys   []string       `json:"keys"`
		Yes    *bool          `json:"yes"`
		Number *int           `json:"number"`
		Split  map[string]int `json:"split"`
	}
)

// version is that of the lines.
const version = 2

// Play answers the question that is put to the bot's seat.
func (b *Bot) Play(ctx context.Context, at *play.Seat) error {
	if err := b.greet(ctx, at); err != nil {
		return err
	}
	q := at.Question()
	from, events := b.watcher.Events()
	keys, err := b.ask(ctx, lineOf(q.Question, at.View(), at.Derived(ctx), from, events), q.Question)
	if err != nil {
		return err
	}
	if err := at.Answer(q.Number, keys...); err != nil {
		return b.fail("gave an answer to decision %d that is not legal: %s", q.Number, err)
	}
	return nil
}

// greet tells the process of another game.
func (b *Bot) greet(ctx context.Context, at *play.Seat) error {
	if b.process != nil && b.at == at && b.round == at.Round() {
		return nil
	}
	b.at, b.round, b.watcher = at, at.Round(), at.Anew()
	if b.process == nil {
		if err := b.start(); err != nil {
			return b.fail("cannot be started: %s", err)
		}
	}
	if err := b.send(ctx, hello{
		version, "hello", at.Number(), at.View().Seats, at.Compiled().Pack.ID, at.GameOptions(), at.BotSeed(),
	}); err != nil {
		return b.failed(ctx, "ended before its first game")
	}
	text, err := b.read(ctx, time.Now().Add(b.limit))
	if err != nil {
		return b.failed(ctx, "%s when it was greeted", err)
	}
	var ready reply
	if err := json.Unmarshal(text, &ready); err != nil || ready.Type != "ready" {
		return b.fail(`answered %s when it was greeted; {"type": "ready", "v": %d} is expected`, shown(text), version)
	}
	if ready.V != version {
		return b.fail("reads version %d of the lines, but this program writes version %d", max(ready.V, 1), version)
	}
	return nil
}

// lineOf is the line that puts a question to a bot.
func lineOf(q *view.Question, v *view.View, derived []view.Estimate, from int, events []view.Event) decision {
	d := decision{
		Type: "decision", N: q.Number, Again: q.Again, Kind: fmt.Sprint(q.Kind), Prompt: q.Prompt, Min: q.Min,
		Max: q.Max, Total: q.Total,
		Options: []option{}, View: v, Derived: append([]view.Estimate{}, derived...), From: from,
		Events: append([]view.Event{}, events...),
	}
	if q.Kind == engine.PickOne {
		d.Max = 1
		if !q.Optional {
			d.Min = 1
		}
	}
	for _, class := range q.Classes() {
		first := &q.Options[class.Options[0]]
		d.Options = append(d.Options, option{class.Key, first.Parts, len(class.Options)})
	}
	return d
}

// ask puts a question to the process and returns its answer by keys. Before it the process
// may ask what answers would do, all in the time of one.
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
		if err := json.Unmarshal(text, &given); err != nil || given.Type != "answer" && given.Type != "would" {
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
		told, err := b.foretell(ctx, until, q, &given)
		if err != nil {
			return nil, b.failed(ctx, "asked at decision %d what an answer would do that is not legal: %s",
				q.Number, err)
		}
		if err := b.send(ctx, told); err != nil {
			return nil, b.failed(ctx, "ended at decision %d", q.Number)
		}
	}
}

// foretell tells what the answer would do that the process names, or where it names none
// what each option would.
func (b *Bot) foretell(ctx context.Context, until time.Time, q *view.Question, asked *reply) (foretold, error) {
	out := foretold{Type: "would", N: q.Number, Again: q.Again, Shared: []preview.Line{}, Options: []preview.Would{}}
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
	for _, key := range slices.Sorted(maps.Keys(r.Split)) {
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
		"end", append(view.Seats{}, v.Winners...), append(view.Seats{}, v.Draw...), at.Returns(),
	})
}

// Close ends the process with all that it has started: by the end of its input, and by
// force where that does not do in a while, which is short where ctx has ended.
func (b *Bot) Close(ctx context.Context) {
	if b.process == nil {
		return
	}
	process, wait := b.process, patience
	if ctx.Err() != nil {
		wait = haste
	}
	go func(lines <-chan line) {
		for range lines { // what it still writes is for nobody
		}
	}(b.lines)
	// It may have ended by itself.
	_ = b.to.Close()
	process.End(wait)
	_ = b.from.Close()
	b.process, b.at = nil, nil
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

// patience is how long a process has to end by itself, haste where the program is asked
// to stop.
const (
	patience = 500 * time.Millisecond
	haste    = 100 * time.Millisecond
)

func (b *Bot) start() error {
	c := exec.Command(b.command[0], b.command[1:]...)
	c.Stderr, c.WaitDelay = &talk{to: b.talk, left: mostTalk}, patience
	to, err := c.StdinPipe()
	if err != nil {
		return err
	}
	// A pipe of our own: unread output does not end with the process.
	from, out, err := os.Pipe()
	if err != nil {
		return err
	}
	defer out.Close()
	c.Stdout = out
	process, err := isolate.StartTree(c)
	if err != nil {
		return errors.Join(err, from.Close())
	}
	b.process, b.to, b.from, b.lines = process, to, from, make(chan line, 1)
	go read(from, b.lines)
	return nil
}

// mostTalk is how much of what a process writes to its standard error is passed on.
const mostTalk = 1 << 20

// talk passes on what a process writes to its standard error, up to a bound.
type talk struct {
	to   io.Writer
	left int
}

// Write takes everything, so that the process goes on.
func (t *talk) Write(p []byte) (int, error) {
	n := min(len(p), t.left)
	if n > 0 {
		// What cannot be said here cannot be said anywhere.
		_, _ = t.to.Write(p[:n])
		if t.left -= n; t.left == 0 {
			fmt.Fprintf(t.to, "\n(what a bot writes here behind its first %d bytes is left out)\n", mostTalk)
		}
	}
	return len(p), nil
}

// longest is the longest line that a bot may write.
const longest = 1 << 20

// read passes on the lines of a process up to its end.
func read(out io.Reader, lines chan<- line) {
	defer close(lines)
	scanner := bufio.NewScanner(out)
	scanner.Buffer(make([]byte, 4096), longest)
	for scanner.Scan() {
		lines <- line{text: slices.Clone(scanner.Bytes())}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		lines <- line{err: fmt.Errorf("wrote a line of more than %d bytes", longest)}
	}
}

// send writes a line; a process that does not read it has the time of an answer.
func (b *Bot) send(ctx context.Context, what any) error {
	data, err := json.Marshal(what)
	if err != nil {
		return err
	}
	sent := make(chan error, 1)
	to := b.to
	go func() {
		_, err := to.Write(append(data, '\n'))
		sent <- err
	}()
	select {
	case err := <-sent:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(b.limit):
		return errors.New("does not read")
	}
}

// read waits for a line, until the time of an answer is over.
func (b *Bot) read(ctx context.Context, until time.Time) ([]byte, error) {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case l, open := <-b.lines:
		switch {
		case !open:
			return nil, errors.New("ended")
		case l.err != nil:
			return nil, l.err
		}
		return l.text, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, fmt.Errorf("did not answer within %s", b.limit)
	}
}
