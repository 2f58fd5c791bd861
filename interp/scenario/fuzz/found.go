package fuzz

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// written adds the scenario of a failed game, as small as it gets.
func (found *Found) written(ctx context.Context) {
	g := found.failed
	s := &failing{Fixture: g.fixture, ctx: ctx, held: g.fuzz.heldTo(), want: signature(g.err)}
	tries := mostTries
	export := record.Export{
		Name: plain(g.err), Note: fmt.Sprintf("a random game with seed %d", g.seed),
		Game: g.fuzz.Game, Packs: g.fuzz.Packs, GameOptions: g.options, From: g.from,
	}
	var endless *scenario.EndlessError
	if errors.As(g.err, &endless) {
		tries = mostLongTries
		if endless.Quiet {
			tries = mostQuietTries
		}
		export.Last = source.NewPair("play", source.NewWord("random"))
		export.Random = g.seed
	}
	recorder := record.NewRecorder(ctx, g.fixture)
	node, _, err := recorder.Tell(g.game.Position(), export)
	if err != nil {
		found.Why = err.Error()
		if ctx.Err() != nil {
			found.Why = stoppedBefore
		}
		return
	}
	if !s.fails(node) {
		if exact, _, err := recorder.TellExactly(g.game.Position(), export); err == nil {
			node = exact
		}
	}
	if ctx.Err() != nil {
		found.Why = stoppedBefore
		return
	}
	if !s.fails(node) {
		found.Why = "the scenario does not fail the same way: " + s.last
		return
	}
	if endless != nil && endless.Quiet {
		s.decisions = max(s.had, 1)
	}
	node = Shrink(node, tries, s.fails, "dice", "draws", "shuffles", "given")
	if endless == nil {
		node = s.mended(node, g.seed)
	}
	found.Scenario = fuzzHeader + record.Text(node)
	found.Answers = answersIn(node)
}

const stoppedBefore = "it was asked to stop before the scenario was written"

const fuzzHeader = "# Found by ruledeck fuzz and made as small as it gets.\n"

func answersIn(node *source.Node) int {
	n := 0
	for _, line := range node.Get("do").Entries() {
		if len(line.Pairs) == 1 && position.IsSeat(line.Pairs[0].Key) {
			n++
		}
	}
	return n
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// mended adds lines without which the scenario could fail where the bug is no
// more: what is asked and rolled behind the failure is then left to chance.
func (s *failing) mended(node *source.Node, seed uint64) *source.Node {
	more := Edit(node, []string{"do"}, func(*source.Node) *source.Node { return nil })
	if more.Get("random") == nil {
		more.Put("random", source.NewWord(fmt.Sprintf("seed %d", seed)))
	}
	do := source.NewList(slices.Clone(node.Get("do").Entries())...)
	do.Add(source.NewPair("rest", source.NewWord("first")))
	more.Put("do", do)
	if s.fails(more) {
		return more
	}
	return node
}

// circumstances is what errors of scripts say of where they came up.
var circumstances = regexp.MustCompile(` \([^()]*after decision [0-9]+\)$`)

// plain is the first line of an error without its circumstances and the place of
// the script.
func plain(err error) string {
	var failure *engine.Failure
	if errors.As(err, &failure) {
		err = failure.Err
	}
	var endless *scenario.EndlessError
	if errors.As(err, &endless) {
		return "the game goes on without end"
	}
	text := circumstances.ReplaceAllString(firstLine(err.Error()), "")
	if _, after, ok := strings.Cut(text, ".lua:"); ok {
		if _, message, ok := strings.Cut(after, ": "); ok {
			text = message
		}
	}
	return text
}
