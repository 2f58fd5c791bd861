package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/play"
)

// seatKinds are what can sit on a seat.
var seatKinds = append([]string{play.Human}, play.Bots...)

// Seats reads --seats for a game.
func Seats(text string, p *interp.Pack, humans bool) ([]string, error) {
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
	seats, err := Kinds("--seats", text, humans)
	if err != nil {
		return nil, err
	}
	if len(seats) < least || len(seats) > most {
		return nil, Usage("%s is played by %s, but --seats names %d", p.Compiled.Pack.ID,
			SeatRange(least, most), len(seats))
	}
	return seats, nil
}

// Kinds reads the kinds of players that a flag names.
func Kinds(flag, text string, humans bool) ([]string, error) {
	fields := csv.NewReader(strings.NewReader(text))
	fields.LazyQuotes, fields.TrimLeadingSpace = true, true
	kinds, err := fields.Read()
	if err != nil {
		return nil, Usage("%s %s: %s", flag, text, err)
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
	var err error
	var unknown *bot.UnknownKindError
	switch {
	case extbot.Is(kind):
		_, err = extbot.New(kind, 0, nil, nil)
	case !humans || kind != play.Human:
		err = play.CheckBot(kind, humans)
	}
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &unknown):
		return Usage("%s", err)
	}
	known := seatKinds
	if !humans {
		known = seatKinds[1:]
	}
	text := fmt.Sprintf("there is no kind of seat %q; there are %s, and exec:COMMAND", kind, strings.Join(known, ", "))
	if near := diag.Nearest(kind, known); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return Usage("%s", text)
}

// NewPlayer makes the bot of a kind.
func (h Host) NewPlayer(kind string, limit time.Duration) (play.Player, error) {
	if extbot.Is(kind) {
		return extbot.New(kind, limit, h.Err, nil)
	}
	return play.NewTimedBot(kind, time.Now)
}

// Players makes a player for each seat; seats of people get a person. The error is that of NewPlayer.
func (h Host) Players(kinds []string, limit time.Duration, person play.Player) (all []play.Player, err error) {
	for _, kind := range kinds {
		player := person
		if kind != play.Human {
			player, err = h.NewPlayer(kind, limit)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, player)
	}
	return all, nil
}

// Chance makes the bot from outside that answers for chance; nil where the seed decides.
func (h Host) Chance(kind string, limit time.Duration) (play.Player, error) {
	switch {
	case kind == "":
		return nil, nil
	case !extbot.Is(kind):
		return nil, Usage("--chance takes a bot of your own, exec:COMMAND, not %q", kind)
	}
	return h.NewPlayer(kind, limit)
}

// WarnGreedy says so when greedy bots have nothing to go by.
func (h Host) WarnGreedy(p *interp.Pack, seats []string) {
	if p.Compiled.Pack.Evaluation < 0 && slices.Contains(seats, "greedy") {
		fmt.Fprintf(h.Err, "%s names no standing in game.yaml: greedy bots play at random\n", p.Compiled.Pack.ID)
	}
}

// SeatRange says how many play.
func SeatRange(least, most int) string {
	if least == most {
		return Counted(least, "seat")
	}
	return fmt.Sprintf("%d to %d seats", least, most)
}

// Counted is a number with its noun.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		noun = stem + "ie"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
