package script_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

var update = flag.Bool("update", false, "write what calls give")

// golden compares a text with that of a file, which -update writes.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, wanted := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i, line := range lines {
		if i >= len(wanted) || line != wanted[i] {
			t.Errorf("%s:%d: got %s\nwant %s", path, i+1, line, append(wanted, "", "")[min(i, len(wanted))])
			return
		}
	}
	if len(lines) != len(wanted) {
		t.Errorf("%s has %d lines, expected %d", path, len(wanted), len(lines))
	}
}

// written is where the body of a probe stands: its line says which one it is.
var written = regexp.MustCompile(`\S*/scripts/rules/turn.lua:\d+:`)

// folder is that of a pack with its files of scripts or cards.
var folder = regexp.MustCompile(`\S*/(cards|scripts)/`)

// tried tells what a game came to: its error, with the column in the body, or where it stands.
func tried(g *engine.Game, err error) string {
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), "\n")
		text = folder.ReplaceAllString(written.ReplaceAllString(text, "column "), "")
		return strings.TrimSuffix(text,
			" (in step turn.take; seed 3, after decision 1)")
	}
	return fmt.Sprintf("%x after %d questions", g.Position().Hash()>>40, g.Position().Decisions())
}

// TestCalls: each line of testdata/calls.txt, the body of a step in the game of probes, prints
// what stands under it, changes the game so, asks so, and fails in these words.
func TestCalls(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "calls.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var probes []probe
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "=>") && !strings.HasPrefix(line, "#") {
			probes = append(probes, probe{body: strings.TrimSuffix(line, "\n")})
		}
	}
	var told strings.Builder
	pack := probedPack(t, probes)
	pack.Print = func(_ string, _ int, text string) { fmt.Fprintf(&told, "=> prints %s\n", text) }
	g, m := paid(t, pack, 3)
	bare := probed(t, g, m, len(probes)+1, &told)
	told.Reset()
	next := 0
	for line := range strings.Lines(string(data)) {
		switch {
		case strings.HasPrefix(line, "#"):
			told.WriteString(line)
		case !strings.HasPrefix(line, "=>"):
			told.WriteString(line)
			next++
			fmt.Fprintf(&told, "=> costs %v\n", probed(t, g, m, next, &told).more(bare))
		}
	}
	golden(t, "calls.txt", told.String())
}

// paid starts a game of two seats, and returns the machine that tells what its steps cost.
func paid(t *testing.T, pack *interp.Pack, seed uint64) (*engine.Game, *script.Machine) {
	t.Helper()
	table, err := pack.Table(interp.Settings{Seats: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	return engine.New(table.Setup(m, seed)), m
}

// spent is what steps cost of each resource.
type spent [limits.Count]int64

// advance plays one step and adds what it costs.
func (s *spent) advance(t *testing.T, g *engine.Game, m *script.Machine) (engine.Status, error) {
	status, err := g.AdvanceStep(t.Context())
	for i := range s {
		s[i] += m.Used(limits.Resource(i))
	}
	return status, err
}

// whole plays a game to its end.
func (s *spent) whole(t *testing.T, g *engine.Game, m *script.Machine) error {
	for {
		if status, err := s.advance(t, g, m); status == engine.Ended || err != nil {
			return err
		}
	}
}

// more subtracts another spending.
func (s spent) more(than spent) spent {
	for i := range s {
		s[i] -= than[i]
	}
	return s
}

// probed plays the game of probes with one probe, writes down its questions and its events, and
// returns what it costs.
func probed(t *testing.T, g *engine.Game, m *script.Machine, number int, told *strings.Builder) (costs spent) {
	g.Reset(3, nil)
	begun := 0
	for s := engine.Seat(1); s <= 2; s++ {
		g.SetDecider(s, func(_ context.Context, p *engine.Position, d *engine.Decision, s engine.Seat) engine.Reply {
			if begun == 0 {
				begun = p.Log().Len()
				return engine.Reply{number}
			}
			var keys []string
			for _, c := range d.OptionsOf(s) {
				keys = append(keys, p.ChoiceKey(c))
			}
			fmt.Fprintf(told, "=> asks %d %s %d to %d of %d, optional %v: %s %v\n", s, d.Kind, d.Min, d.Max, d.Total,
				d.Optional, strings.Join(keys, " | "), d.About)
			if d.SecretOptions != nil && d.Options != nil {
				t.Errorf("a question in secret has %d options for all", len(d.Options))
			}
			return d.First(s)
		})
	}
	status, err := engine.Going, error(nil)
	for steps := 0; status == engine.Going && err == nil && (begun == 0 || steps < 3); steps++ {
		status, err = costs.advance(t, g, m)
	}
	var kinds []string
	log := g.Log()
	for at := begun; at < log.Len() && len(kinds) < 40; at++ {
		switch e := log.At(at); e.Kind {
		case engine.EvAnswer, engine.EvPhase, engine.EvTurn, engine.EvStep, engine.EvAsk:
		case engine.EvSet:
			kinds = append(kinds, fmt.Sprintf("%s=%d", g.Layout().CellName(int(e.A)), e.C))
		default:
			kinds = append(kinds, fmt.Sprint(e.Kind, e.A, e.B, e.C, log.Data(e)))
		}
	}
	if len(kinds) > 0 {
		fmt.Fprintf(told, "=> %s\n", strings.Join(kinds, "; "))
	}
	if err != nil {
		fmt.Fprintf(told, "=> %s\n", tried(g, err))
	}
	return costs
}

// TestHeaders: each line of testdata/headers.txt is what an ability declares beside its moment,
// before pieces score. Two turns of a game with it ask and print what stands under it, and the
// points, or the pack is refused in these words.
func TestHeaders(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "headers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "=>") {
			continue
		}
		told.WriteString(line)
		p, err := interp.Load(smalltest.Write(t, map[string]string{
			"scripts/abilities/slip.lua": "return ability {\n  on = \"piece.scored\",\n  " + line + "}\n",
			"cards/pieces.yaml": "defaults: {type: piece}\ncards:\n  - {id: ant, copies: 3, colour: red, rank: 1, " +
				"abilities: [slip]}\n  - {id: bee, copies: 3, colour: green, rank: 2}\n",
		}), interp.With{})
		if err != nil {
			text := folder.ReplaceAllString(err.Error(), "")
			fmt.Fprintf(&told, "=> %s\n", text[max(0, strings.Index(text, "error")):])
			continue
		}
		p.Print = func(_ string, _ int, text string) { fmt.Fprintf(&told, "=> prints %s\n", text) }
		g, m := paid(t, p, 1)
		for s := engine.Seat(1); s <= 2; s++ {
			g.SetDecider(s, func(_ context.Context, p *engine.Position, d *engine.Decision,
				s engine.Seat) engine.Reply {
				var keys []string
				for _, c := range d.OptionsOf(s) {
					keys = append(keys, p.ChoiceKey(c))
				}
				if p.Pack.Symbols[d.Prompt] != "take" || d.Optional {
					fmt.Fprintf(&told, "=> asks %d %s %d to %d, optional %v, %s\n", s, d.Kind, d.Min, d.Max, d.Optional,
						strings.Join(keys, " | "))
				}
				if d.Optional {
					return engine.Reply{0}
				}
				return d.First(s)
			})
		}
		var costs spent
		err = costs.whole(t, g, m)
		var points []string
		for s := engine.Seat(1); s <= 2; s++ {
			v, _ := g.Position().SeatAttribute(s, p.Compiled.SeatAttributes["score"])
			points = append(points, fmt.Sprint(v.N))
		}
		fmt.Fprintf(&told, "=> %s points, log %d, %s, costs %v\n", strings.Join(points, " to "), g.Log().Len(),
			tried(g, err), costs)
	}
	golden(t, "headers.txt", told.String())
}
