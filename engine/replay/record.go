package replay

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

// Record is a game as its seed, options and answers.
type Record struct {
	Header  Header
	Answers []Answer
	End     End
}

// Answer is what one seat answered to one decision. Decisions are numbered
// from 1; a secret one has an answer for each of its seats, in their order, but
// for the last, which may still wait for some. Those that left no choice are not
// among the answers.
type Answer struct {
	Number int
	Seat   engine.Seat
	// Keys are the chosen options, "yes" or "no", or the number; of a split
	// each option that got something, with the amount. Empty for nothing.
	Keys []string
	// Question is the digest of what was asked, "" where none was kept.
	Question string
}

// End is how a game stood when it was recorded: after that many decisions, with
// that digest of the state.
type End struct {
	Decisions int
	Hash      uint64
}

// NewRecord records a game from its answers so far. seats are the kinds of the
// players.
func NewRecord(g *engine.Game, seats []string) (*Record, error) {
	if len(seats) != g.Layout().Seats {
		return nil, fmt.Errorf("a game of %d seats cannot be recorded with %d kinds of players", g.Layout().Seats, len(seats))
	}
	if !g.Whole() {
		return nil, errors.New("a game that does not keep its log, or was set up by hand, cannot be recorded")
	}
	return &Record{Header: HeaderOf(g, seats), Answers: AnswersOf(g), End: End{g.Counts().Decisions, g.Position().Hash()}}, nil
}

// AnswersOf returns the answers that a game remembers, by keys; at the end those
// that an open secret decision has so far.
func AnswersOf(g *engine.Game) []Answer {
	var out []Answer
	for _, a := range g.Answers() {
		for _, reply := range a.Replies {
			out = append(out, Answer{Number: a.Number, Seat: reply.Seat, Keys: keysOf(g, reply.Choices)})
		}
	}
	if d := g.Open(); d != nil {
		for s, reply := range d.Given {
			if reply != nil {
				out = append(out, AnswerOf(g, d, engine.Seat(s), reply))
			}
		}
	}
	return out
}

// AnswerOf returns a seat's legal reply to a decision by keys.
func AnswerOf(g *engine.Game, d *engine.Decision, seat engine.Seat, reply engine.Reply) Answer {
	return Answer{Number: d.Number, Seat: seat, Keys: keysOf(g, d.ChoicesOf(seat, reply))}
}

func keysOf(g *engine.Game, choices []engine.Choice) []string {
	var keys []string
	for _, c := range choices {
		keys = append(keys, g.Layout().ChoiceKey(c))
	}
	return keys
}

// String returns the record as text.
func (r *Record) String() string {
	var b strings.Builder
	r.Header.write(&b, "record")
	b.WriteByte('\n')
	for _, a := range r.Answers {
		fmt.Fprintf(&b, "%d %d %s\n", a.Number, a.Seat, a.text())
	}
	fmt.Fprintf(&b, "end %d %016x\n", r.End.Decisions, r.End.Hash)
	return b.String()
}

// last is the number of the last recorded decision.
func (r *Record) last() int { return (&playback{answers: r.Answers}).last() }

func (a *Answer) text() string {
	if len(a.Keys) == 0 {
		return "-"
	}
	return strings.Join(a.Keys, ", ")
}

// Write writes the record as text.
func (r *Record) Write(w io.Writer) error {
	_, err := io.WriteString(w, r.String())
	return err
}

// Read reads a record.
func Read(from io.Reader) (*Record, error) {
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	r := &Record{}
	l := lines{rest: string(data)}
	if _, err := l.first("record"); err != nil {
		return nil, err
	}
	if line, err := l.header(&r.Header); err != nil {
		return nil, err
	} else if line != "" {
		return nil, l.fail("an empty line was expected before the answers, not %q", line)
	}
	for ended := false; ; {
		line, ok := l.next()
		switch {
		case !ok && l.rest == "" && ended:
			return r, nil
		case !ok:
			l.number++
			return nil, l.fail("the file is cut off: a last line %q was expected", "end ...")
		case line == "":
			continue
		case ended:
			return nil, l.fail("nothing was expected behind the line that begins with end")
		}
		if err := r.readLine(line); err != nil {
			return nil, l.fail("%q cannot be read: %v", line, err)
		}
		ended = strings.HasPrefix(line, "end ")
	}
}

// readLine reads an answer, or the end.
func (r *Record) readLine(line string) error {
	first, rest, _ := strings.Cut(line, " ")
	second, rest, _ := strings.Cut(rest, " ")
	number, numberErr := strconv.Atoi(first)
	if first == "end" {
		decisions, err := strconv.Atoi(second)
		hash, hashErr := strconv.ParseUint(rest, 16, 64)
		if err != nil || hashErr != nil {
			return errors.New("expected is: end decisions digest")
		}
		if last := r.last(); decisions < last-1 {
			return fmt.Errorf("the last decision above is %d", last)
		}
		r.End = End{decisions, hash}
		return nil
	}
	seat, seatErr := strconv.Atoi(second)
	if numberErr != nil || seatErr != nil || rest == "" {
		return errors.New("expected is: decision seat answer")
	}
	if seat < 1 || seat > len(r.Header.Seats) || seat > engine.MaxSeats {
		return fmt.Errorf("there is no seat %d", seat)
	}
	last := Answer{}
	if n := len(r.Answers); n > 0 {
		last = r.Answers[n-1]
	}
	if number <= last.Number && (number != last.Number || number == 0 || engine.Seat(seat) <= last.Seat) {
		return fmt.Errorf("decision %d of seat %d cannot follow on decision %d of seat %d", number, seat, last.Number, last.Seat)
	}
	answer := Answer{Number: number, Seat: engine.Seat(seat)}
	if rest != "-" {
		answer.Keys = engine.SplitKeys(rest, ", ")
	}
	r.Answers = append(r.Answers, answer)
	return nil
}
