package scenario

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Live is a scenario as a game to play on: it stands where the scenario begins,
// or behind some of its answers.
type Live struct {
	*position.Fixture
	Game *engine.Game
	Case *Case
	from int
}

// Open reads a scenario of a file and plays its answers up to a line (0: none of
// them). Of several scenarios in the file the line says which is meant; without
// one it is the first. What the scenario does not script is random from the seed.
func Open(ctx context.Context, path string, line int, seed uint64) (*Live, error) {
	cases, err := casesOf(path)
	if err != nil {
		return nil, err
	}
	found := cases[0]
	for _, c := range cases {
		if c.Pos.Line <= line {
			found = c
		}
	}
	return NewCache(nil).Live(ctx, found, line, seed)
}

// Begin opens the scenario in which a journal began, at its beginning: the answers that it
// gives itself are among those of the journal.
func Begin(ctx context.Context, h *replay.Header) (*Live, error) {
	cases, err := casesOf(h.Scenario.File)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(cases, func(c *Case) bool { return c.Name == h.Scenario.Name })
	if at < 0 {
		return nil, fmt.Errorf("%s has no scenario %q any more, in which the game began",
			h.Scenario.File, h.Scenario.Name)
	}
	return NewCache(nil).Live(ctx, cases[at], 0, h.Seed.Low)
}

// Start starts games where a scenario begins: the first with one that is open, if it is not nil,
// others with what again opens, from the files as they are then.
func Start(first *Live, again func() (*Live, error)) play.Start {
	return func() (*interp.Table, *engine.Game, error) {
		live := first
		first = nil
		if live == nil {
			var err error
			live, err = again()
			if err != nil {
				return nil, nil, err
			}
		}
		return live.Table, live.Game, nil
	}
}

// Origin names the case for the header of a journal, by the digest of its file.
func (c *Case) Origin() *replay.Scenario {
	return &replay.Scenario{File: c.Pos.File, Name: c.Name, Digest: c.digest}
}

// Changed reports whether the file of a scenario in which a journal began is not as
// it was, or cannot be read.
func Changed(s *replay.Scenario) bool {
	data, err := source.File(s.File, source.MaxSize)
	return err != nil || digest(data) != s.Digest
}

func digest(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data))[:16] }

// Live opens a case and plays its answers up to a line, 0 for none of them.
func (s *Cache) Live(ctx context.Context, c *Case, line int, seed uint64) (*Live, error) {
	if len(c.Findings) > 0 {
		d := c.Findings[0]
		return nil, fmt.Errorf("%s: %s", d.Pos, d.Text())
	}
	r, err := s.played(ctx, c, line, seed)
	if err != nil {
		return nil, err
	}
	return &Live{Fixture: r.Fixture, Game: r.g, Case: c, from: r.g.Position().Checkpoint()}, nil
}

// played begins a case and plays its answers up to a line, 0 for none of them.
func (s *Cache) played(ctx context.Context, c *Case, line int, seed uint64) (*runner, error) {
	fixture, err := s.Fixture(c)
	if err != nil {
		return nil, err
	}
	m, err := fixture.Machine()
	if err != nil {
		return nil, err
	}
	live := *c
	if live.Strict {
		if live.Given == nil {
			live.Given = &source.Node{Kind: source.Map, Pos: c.Pos}
		}
		live.Random = seed
		live.Strict = false
	}
	r := newRunner(ctx, fixture, &live, mode{})
	r.machine = m
	r.lines = max(line, c.Pos.Line)
	if err := errors.Join(r.begin(fixture.Setup(m, seed)), r.names()); err != nil {
		return nil, placed(err)
	}
	if line > 0 {
		if err := r.play(); err != nil {
			return nil, placed(err)
		}
		if r.failed != nil {
			return nil, fmt.Errorf("%s: %w", r.failedAt, r.failed)
		}
	}
	return r, nil
}

// Offered plays the first lines of do of a case and returns, in the words of
// scenarios, what the game offers a seat then: nothing where it is not asked. What
// the case does not script is random from the seed.
func (s *Cache) Offered(ctx context.Context, c *Case, lines int, seat engine.Seat,
	seed uint64) ([]*source.Node, error) {
	begun := *c
	begun.Do = c.Do[:min(lines, len(c.Do))]
	begun.Then = nil
	line := 0
	if len(begun.Do) > 0 {
		line = math.MaxInt
	}
	r, err := s.played(ctx, &begun, line, seed)
	if err != nil {
		return nil, err
	}
	if err := r.open(c); err != nil {
		return nil, err
	}
	d := r.g.Open()
	if !d.Asks(seat) {
		return nil, nil
	}
	var out []*source.Node
	if least, _ := d.ShapeOf(seat).Bounds(); least == 0 {
		out = append(out, source.NewWord("none"))
	}
	for i := range d.OptionsOf(seat) {
		out = append(out, r.recorder.OptionWords(r.g, d, seat, i))
	}
	return out, nil
}

// placed puts the places of failures before their texts.
func placed(err error) error {
	var all position.Failures
	for _, one := range position.Flatten(err) {
		if f, ok := one.(*position.Failure); ok {
			text := fmt.Sprintf("%s: %s", f.Pos, f.Message)
			if f.Hint != "" {
				text += fmt.Sprintf("; did you mean %q?", f.Hint)
			}
			one = errors.New(text)
		}
		all.Add(one)
	}
	return all.Err()
}

// casesOf reads the scenarios of a file; there is at least one.
func casesOf(path string) ([]*Case, error) {
	data, err := source.File(path, source.MaxSize)
	if err != nil {
		return nil, err
	}
	report := &diag.List{}
	f := Read(filepath.ToSlash(path), data, report)
	if report.HasErrors() {
		d := report.Sorted()[0]
		return nil, fmt.Errorf("%s: %s", d.Pos, d.Text())
	}
	if len(f.Cases) == 0 {
		return nil, fmt.Errorf("%s holds no scenario", path)
	}
	return f.Cases, nil
}

// Write writes what a game that goes on from the scenario was played as a
// scenario that passes, for a file of a path: what the scenario names by the way there from its
// own file is named by the way from that one.
func (l *Live) Write(ctx context.Context, p *engine.Position, name, path string) (string, error) {
	t := record.Export{Name: name, Game: l.moved(l.Case.Game, path),
		GameOptions: map[string]string{}, From: l.from}
	t.Packs = lists.Map(l.Case.Packs, func(p string) string { return l.moved(p, path) })
	options := l.Case.GameOptions
	fixture := l.Fixture
	if l.Case.Given == nil && !l.Case.Strict {
		// Its seed draws the random options; the written case has none.
		options = Settled(l.Table, l.Case.Random)
		settled, err := l.Pack.Table(interp.Settings{Seats: l.Layout.Seats, GameOptions: options})
		if err != nil {
			return "", err
		}
		fixture = position.NewFixture(settled, nil)
	}
	for name, value := range options {
		t.GameOptions[name] = forSeats(value, func(value string) string { return l.moved(value, path) })
	}
	return record.NewRecorder(ctx, fixture).Write(p, t)
}

// moved is how a file names what the scenario names, where that is by the way
// there.
func (l *Live) moved(what, path string) string {
	if !strings.HasPrefix(what, ".") {
		return what
	}
	return pack.Relative(filepath.Dir(path), Beside(l.Case.Pos.File, what))
}
