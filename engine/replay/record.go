package replay

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

// Record is a game as its seed, options and answers.
type Record struct {
	Header  Header
	Answers []Answer
	End     End
}

// Answer is what one seat, or as seat 0 the host for chance, answered to one decision. Decisions are numbered
// from 1; a secret one has an answer for each of its seats, in their order, but
// for the last, which may still wait for some. Those that left no choice are not
// among the answers.
type Answer struct {
	// Number and Again name the decision; see engine.Decision.
	Number, Again int
	Seat          engine.Seat
	// Keys are the chosen options, "yes" or "no", or the number; of a split
	// each option that got something, with the amount. Empty for nothing.
	Keys []string
	// Question is the digest of the question, "" if none was kept.
	Question string
	// Note is what the host noted with the answer, to know it when it is sent again, say.
	// It is none of the game's, and a record of the game leaves it out.
	Note string
}

// place is what names a decision.
type place struct{ number, again int }

func (a *Answer) place() place { return place{a.Number, a.Again} }

func placeOf(d *engine.Decision) place { return place{d.Number, d.Again} }

// before reports whether a decision comes before another.
func (p place) before(other place) bool {
	return p.number < other.number || p.number == other.number && p.again < other.again
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
		return nil, fmt.Errorf("a game of %d seats cannot be recorded with %d kinds of players",
			g.Layout().Seats, len(seats))
	}
	if !g.Whole() {
		return nil, errors.New("a game that does not keep its log, or was set up by hand, cannot be recorded")
	}
	return &Record{Header: HeaderOf(g, seats), Answers: AnswersOf(g),
		End: End{g.Counts().Decisions, g.Position().Hash()}}, nil
}

// AnswersOf returns the answers that a game remembers, by keys; at the end those
// that an open secret decision has so far.
func AnswersOf(g *engine.Game) []Answer {
	var out []Answer
	for _, a := range g.Position().Answers() {
		for _, reply := range a.Replies {
			keys := keysOf(g, reply.Choices)
			out = append(out, Answer{Number: a.Number, Again: a.Again, Seat: reply.Seat, Keys: keys})
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
	return Answer{Number: d.Number, Again: d.Again, Seat: seat, Keys: keysOf(g, d.ChoicesOf(seat, reply)),
		Question: question(g.Layout().Pack, d)}
}

// question is the digest of what a decision asks: what an answer meant. Which
// options there were does not belong to it.
func question(p *engine.Pack, d *engine.Decision) string {
	sum := fnv.New32a()
	fmt.Fprintf(sum, "%s\x00%d", p.Symbols[d.Prompt], d.Kind)
	return fmt.Sprintf("%08x", sum.Sum32())
}

func keysOf(g *engine.Game, choices []engine.Choice) []string {
	var keys []string
	for _, c := range choices {
		keys = append(keys, g.Layout().ChoiceKey(c))
	}
	return keys
}

// Journal returns the record as a file keeps it.
func (r *Record) Journal() *Journal {
	j := &Journal{Header: r.Header}
	for i := range r.Answers {
		j.Entries = append(j.Entries, Entry{Answer: &r.Answers[i]})
	}
	j.Entries = append(j.Entries, Entry{End: &r.End})
	return j
}

// Record returns what a journal holds as a record: the answers that hold, and how
// the game stood at its end, or no more than after which decision it was left.
func (j *Journal) Record() *Record {
	r := &Record{Header: j.Header, Answers: j.Answers()}
	if end := j.End(); end != nil {
		r.End = *end
	} else {
		r.End.Decisions, _ = j.last()
	}
	return r
}

func (a *Answer) text() string {
	if len(a.Keys) == 0 {
		return "-"
	}
	return strings.Join(a.Keys, ", ")
}
