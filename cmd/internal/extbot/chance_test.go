package extbot

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
)

// deal is a bot that sits at seat 0: it looks at the table, and takes the last option, of which it
// writes how likely it was.
func deal() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var q struct {
			Type, Kind, Prompt string
			N, Seat, Min, Max  int
			Options            json.RawMessage
		}
		var options []struct {
			Key    string
			Copies int
		}
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil || q.Seat != 0 {
			os.Exit(3)
		}
		switch q.Type {
		case "hello":
			fmt.Println(`{"type":"ready","v":3}`)
		case "decision":
			if !looked(lines, q.N) || q.Kind != "one" || q.Min != 1 || q.Max != 1 ||
				json.Unmarshal(q.Options, &options) != nil {
				os.Exit(3)
			}
			for _, o := range options {
				fmt.Fprintf(os.Stderr, "%s: %s %d\n", q.Prompt, o.Key, o.Copies)
			}
			fmt.Printf(`{"type":"answer","n":%d,"keys":[%q]}`+"\n", q.N, options[len(options)-1].Key)
		}
	}
}

// TestChance: a program at seat 0 decides for chance, hears each question with the likelihood of each
// outcome, and sees all. Its answers are kept like answers of seats. It gets no previews.
func TestChance(t *testing.T) {
	p := laid(t, "../../../testdata/kuhn", "game.yaml", "flow:", "dice: {d: [low, high, low]}\nflow:",
		"scripts/rules/betting.lua", "function betting.deal()", "function betting.deal()\n  roll(\"d\")")
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 4, AskChance: true})
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	played := func(how string) (*play.Session, string, error) {
		t.Setenv(asBot, how)
		var talk strings.Builder
		bot, err := New(Prefix+`"`+self+`"`, time.Minute, &talk, nil)
		if err != nil {
			t.Fatal(err)
		}
		random, err := play.NewBots([]string{"random", "random"})
		if err != nil {
			t.Fatal(err)
		}
		s, err := play.New(play.From(table), play.Settings{Players: random, Chance: bot})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Advance(t.Context())
		bot.Close(t.Context())
		return s, talk.String(), err
	}
	s, talk, err := played("deals")
	const want = `roll d: "low" 2
roll d: "high" 1
draw deck: jack 1
draw deck: king 1
draw deck: queen 1
draw deck: jack 1
draw deck: king 1
`
	if err != nil || talk != want {
		t.Fatalf("%v\n%s", err, talk)
	}
	answers := s.Answers()
	for i, key := range []string{`"high"`, "queen", "king"} {
		if a := answers[i]; a.Seat != 0 || a.Keys[0] != key {
			t.Errorf("answer %d is %+v", i, a)
		}
	}
	if _, _, err := played("asks"); err == nil || !strings.Contains(err.Error(), "seat 0 (exec:") ||
		!strings.Contains(err.Error(), "what chance does is told to nobody before") {
		t.Error(err)
	}
}
