package play

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Seat is a player's whole access to a game: its view, its questions, and its answers.
type Seat struct {
	Watcher
	number engine.Seat
	player Player
}

// Number is the seat's number, from 1; 0 is where chance is answered for.
func (at *Seat) Number() engine.Seat { return at.number }

// Kind is the kind of the player: Human if the host answers for a person.
func (at *Seat) Kind() string {
	if at.player == nil {
		return Human
	}
	return at.player.Kind()
}

// Round counts the games that the session has begun before this one: another number is
// another game, or the same with other files.
func (at *Seat) Round() int { return at.session.round }

// GameOptions are the values of the pack's options by name; of one that each seat has
// for itself, behind commas in seat order.
func (at *Seat) GameOptions() map[string]string {
	p := at.session.game.Position()
	options := map[string]string{}
	for i := range p.Pack.GameOptions {
		options[p.Pack.GameOptions[i].Name] = strings.Join(lists.Map(p.GameOptions()[i], p.Pack.OptionText), ",")
	}
	return options
}

// BotSeed is a text for a bot's own chance, which follows from the seed of the game's bots
// and the seat; no way leads from one seat's to another's.
func (at *Seat) BotSeed() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d bot %d", at.session.game.Seed().OfBots(), at.number))
	return fmt.Sprintf("%x", sum[:8])
}

// Returns is what each seat gets out of a game that is over; nil where the pack cannot
// say it.
func (at *Seat) Returns() []float64 {
	returns, err := at.session.game.Returns()
	if err != nil {
		return nil
	}
	return returns
}

// Question is a decision as it is put to a seat, with words for people: Text is
// the question, Labels are its options, in the order of Options.
type Question struct {
	*view.Question
	Text   string
	Labels []string
}

// Question is what the seat is asked now; nil if it is not asked, or has
// answered. The answer to a secret decision may be changed while others have
// not answered, by its number.
func (at *Seat) Question() *Question {
	asked := at.Asked()
	if asked == nil {
		return nil
	}
	voice := at.Voice()
	q := &Question{Question: asked, Text: voice.Question(asked)}
	for i := range q.Options {
		q.Labels = append(q.Labels, voice.OptionText(q.Prompt, q.Options[i].Parts))
	}
	return q
}

// Asked is Question without its texts, for programs.
func (at *Seat) Asked() *view.Question {
	p := at.session.game.Position()
	if d := p.Open(); d != nil && d.Waits(at.number) {
		return view.Asked(p, d, at.viewer)
	}
	return nil
}

// Chance is what the open decision asks of chance, as "roll d" or "shuffle 1.deck", and how likely
// each of its options is; "" if it asks a seat.
func (at *Seat) Chance() (what string, weights []int) {
	c := at.session.game.Position().Open().Chance
	switch {
	case c == nil:
		return "", nil
	case c.Kind == engine.Rolled:
		return fmt.Sprintf("%s %s", c.Kind, at.Compiled().Pack.Dice[c.Die].Name), c.Weights
	}
	return fmt.Sprintf("%s %s", c.Kind, at.session.game.Layout().ZoneKey(c.Zone)), c.Weights
}

// Seats is the number of seats at the table.
func (at *Seat) Seats() int { return at.session.game.Layout().Seats }

// Answer answers the question with a number by the keys of its options: "yes" or "no", or a
// number if the question asks for one; for a split, each option that gets something as "key
// / amount". No keys pick nothing. An error says why not, and leaves the question open.
func (at *Seat) Answer(number int, keys ...string) error {
	d, err := at.open(number)
	if err != nil {
		return err
	}
	reply, err := at.replyOf(d, keys)
	if err != nil {
		return err
	}
	return at.give(d, reply)
}

// Reply answers by positions in the options: as Answer, for those who list them.
func (at *Seat) Reply(number int, reply engine.Reply) error {
	d, err := at.open(number)
	if err != nil {
		return err
	}
	return at.give(d, reply)
}

// open is the open decision, if it has the number and is put to the seat.
func (at *Seat) open(number int) (*engine.Decision, error) {
	d := at.session.game.Position().Open()
	switch {
	case d == nil:
		return nil, fmt.Errorf("decision %d is not open any more", number)
	case d.Number != number:
		return nil, fmt.Errorf("decision %d is open, not %d", d.Number, number)
	case !d.Asks(at.number):
		return nil, fmt.Errorf("decision %d is not put to seat %d", number, at.number)
	}
	return d, nil
}

func (at *Seat) give(d *engine.Decision, reply engine.Reply) error {
	if err := d.Check(at.number, reply); err != nil {
		return err
	}
	s := at.session
	before := len(s.unkept)
	s.heard(d, at.number, reply)
	if s.game.Open() == nil { // asked in the middle of a step: it is kept when that is done
		s.given = reply
		return nil
	}
	if err := s.game.Answer(d.Number, at.number, reply); err != nil {
		s.unkept = s.unkept[:before]
		return err
	}
	_ = s.keep() // it has happened all the same: the next step says so
	return nil
}

// replyOf finds the options that keys name.
func (at *Seat) replyOf(d *engine.Decision, keys []string) (engine.Reply, error) {
	reply, err := view.Asked(at.session.game.Position(), d, at.viewer).Reply(keys...)
	var unknown *view.NotOfferedError
	if errors.As(err, &unknown) {
		if near := diag.Nearest(unknown.Key, unknown.Offered); near != "" {
			return nil, fmt.Errorf("%w; did you mean %q?", err, near)
		}
	}
	return reply, err
}
