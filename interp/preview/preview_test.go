package preview_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

var games = []string{"bbtm", "seven-missions", "football-champions"}

// full asks for the sweeps whole.
var full = os.Getenv("RULEDECK_FULL") != ""

// tried is a game under way and what previews it.
type tried struct {
	*engine.Game
	table    *interp.Table
	machines [2]*script.Machine
	preview  *preview.Previewer
	source   rng.Source
}

func begin(t testing.TB, name string, seed uint64) *tried {
	t.Helper()
	p, err := interp.Load(name, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	out := &tried{}
	if out.table, err = p.Table(interp.Settings{Seats: 2, Seed: seed}); err != nil {
		t.Fatal(err)
	}
	if out.Game, err = out.table.NewGame(); err != nil {
		t.Fatal(err)
	}
	for i := range out.machines {
		if out.machines[i], err = out.table.Machine(); err != nil {
			t.Fatal(err)
		}
	}
	out.preview = preview.New(out.machines[0], out.table.Speaker("en"))
	out.source.Seed(seed, rng.Name("answers"), 0)
	return out
}

// next plays to the next question; it returns nil where the game is over.
func (g *tried) next(t testing.TB) *engine.Decision {
	t.Helper()
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g.Open()
}

// asked is a seat that the open question waits for.
func asked(d *engine.Decision) engine.Seat {
	s := engine.Seat(1)
	for !d.Waits(s) {
		s++
	}
	return s
}

// any is some legal reply.
func (g *tried) any(d *engine.Decision, seat engine.Seat) engine.Reply {
	shape := d.ShapeOf(seat)
	if shape.Form() == view.Pick && shape.Options > 0 && (!shape.Optional || g.source.Below(4) > 0) {
		return engine.Reply{g.source.Below(shape.Options)}
	}
	return shape.First()
}

// anyhow and declining answer for the others: with some legal reply, and with nothing where
// they may.
func anyhow(g *tried, d *engine.Decision) engine.Reply { return g.any(d, asked(d)) }

func declining(_ *tried, d *engine.Decision) engine.Reply {
	shape := d.ShapeOf(asked(d))
	if low, _ := shape.Bounds(); d.Secret || shape.Form() > engine.Picks || low > 0 {
		return nil
	}
	return engine.Reply{}
}

func (g *tried) answer(t testing.TB, d *engine.Decision, seat engine.Seat, reply engine.Reply) {
	t.Helper()
	if err := g.Answer(d.Number, seat, reply); err != nil {
		t.Fatal(err)
	}
}

var update = flag.Bool("update", false, "write the goldens anew")

// TestTold compares previews of questions over whole games with those that were read and
// judged; in every language once.
func TestTold(t *testing.T) {
	for i, name := range games {
		g := begin(t, name, 3)
		lang := []string{"en", "fr", "ja"}[i]
		var out strings.Builder
		for n := 0; n < 330; n++ {
			d := g.next(t)
			if d == nil {
				break
			}
			seat := asked(d)
			if n%30 == 5 {
				g.tell(t, &out, d, seat, "en")
			}
			if n%90 == 7 {
				g.tell(t, &out, d, seat, lang)
			}
			g.answer(t, d, seat, g.any(d, seat))
		}
		file := filepath.Join("testdata", name+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(out.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), out.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// tell writes the previews of a question as a person reads them.
func (g *tried) tell(t *testing.T, out *strings.Builder, d *engine.Decision, seat engine.Seat, lang string) {
	t.Helper()
	speaker := g.table.Speaker(lang)
	p := preview.New(g.machines[0], speaker)
	p.At(t.Context(), g.Position(), d, seat)
	all := p.Options(preview.Default)
	voice := speaker.At(view.Players(g.Position(), seat))
	q := view.Asked(g.Position(), d, seat)
	fmt.Fprintf(out, "\n%d: %s\n", d.Number, voice.Question(q))
	if all.Say != "" {
		fmt.Fprintln(out, all.Say)
	}
	for i, w := range all.Options {
		fmt.Fprintln(out, "-", voice.OptionText(q.Prompt, q.Options[i].Parts))
		for _, line := range w.Say {
			fmt.Fprintln(out, "    "+line)
		}
	}
}

// TestFair: a preview is the same to the byte in worlds that the seat cannot tell from
// the game.
func TestFair(t *testing.T) {
	for i, name := range games {
		pairs, questions, apart := 0, 0, []int{16, 60, 30}[i]
		if full {
			apart = 1
		}
		for seed := uint64(1); pairs < 3 || full && pairs < 1000; seed++ {
			g := begin(t, name, seed)
			other := preview.New(g.machines[0], g.table.Speaker("en"))
			d := engine.NewDeterminizer(g.machines[1], nil)
			for n := 0; ; n++ {
				open := g.next(t)
				if open == nil {
					break
				}
				seat := asked(open)
				if n%apart == int(seed)%apart {
					questions++
					d.At(t.Context(), g.Position(), open, seat)
					if d.Sample(uint64(n) + 1) {
						if w, err := d.Open(); err == nil {
							g.preview.At(t.Context(), g.Position(), open, seat)
							here := encoded(t, g.preview.Options(preview.Default))
							other.At(t.Context(), w.Game().Position(), w.Game().Open(), seat)
							if there := encoded(t, other.Options(preview.Default)); !bytes.Equal(here, there) {
								t.Fatalf("%s, seed %d, decision %d: in another world the preview is\n%s, not\n%s",
									name, seed, open.Number, there, here)
							}
							pairs++
						}
					}
				}
				g.answer(t, open, seat, g.any(open, seat))
			}
		}
		t.Logf("%s: %d pairs of %d questions", name, pairs, questions)
	}
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSure: what is said to be sure comes in the real game, whatever the others answer.
func TestSure(t *testing.T) {
	for _, name := range games {
		options, lines, want := 0, 0, 40
		if full {
			want = 5000
		}
		for seed := uint64(1); options < want; seed++ {
			g := begin(t, name, seed)
			for n := 0; options < want; n++ {
				open := g.next(t)
				if open == nil {
					break
				}
				seat := asked(open)
				if !open.Secret && open.Kind.Form() == engine.Pick && (full || n%7 == int(seed)%7) {
					g.preview.At(t.Context(), g.Position(), open, seat)
					for i := range open.OptionsOf(seat) {
						would := g.preview.Reply([]int{i}, preview.Default)
						options++
						lines += len(would.Sure)
						have := g.really(t, open, seat, i, anyhow)
						for _, l := range would.Sure {
							if !slices.Contains(have, l.Text) {
								t.Errorf("%s, seed %d, decision %d, option %d: %q was sure, and what came is\n%s",
									name, seed, open.Number, i, l.Text, strings.Join(have, "\n"))
							}
						}
					}
				}
				g.answer(t, open, seat, g.any(open, seat))
			}
		}
		t.Logf("%s: %d options, %d sure lines", name, options, lines)
	}
}

// really is what the seat is told behind a reply in the real game, up to its next
// question or the end, as others answer: not at all where that gives nil.
func (g *tried) really(t *testing.T, d *engine.Decision, seat engine.Seat, option int,
	others func(*tried, *engine.Decision) engine.Reply) []string {
	t.Helper()
	fork := &tried{Game: g.Fork(g.machines[1]), source: g.source}
	if open := fork.next(t); open.Number != d.Number {
		t.Fatal("the fork asks another question")
	}
	from := fork.Log().Len()
	fork.answer(t, d, seat, engine.Reply{option})
	for {
		open := fork.next(t)
		if open == nil || open.Waits(seat) || open.Number > d.Number+12 {
			break
		}
		reply := others(fork, open)
		if reply == nil {
			break
		}
		fork.answer(t, open, asked(open), reply)
	}
	var out []string
	reader := view.ReaderAt(fork.Position(), seat, from-1)
	printer := transcript.New(g.table.Speaker("en"), reader.Start())
	events := reader.Next()
	for _, l := range printer.Lines(events) {
		out = append(out, l.Text)
	}
	for i := range events {
		if e := &events[i]; e.Kind == view.MoveEvent {
			out = append(out, printer.Voice().Value(e.Card)+" → "+printer.Voice().Zone(e.To))
		}
	}
	return out
}

// TestHiddenRead: what a script does behind a read of what the seat does not know is not
// sure, however rarely it comes out otherwise.
func TestHiddenRead(t *testing.T) {
	g := begin(t, stall(t, [][3]string{
		{"game.yaml", "[sell, steal,", "[guess, sell, steal,"},
		{"cards/wares.yaml", "cards:", "cards:\n  - {id: pearl, price: 9, copies: 1}\n" +
			"  - {id: pebble, price: 1, copies: 200}"},
		{"scripts/rules/day.lua", `from = {"sell",`, `from = {"guess", "sell",`},
		{"scripts/rules/day.lua", `if act == "sell"`, `if act == "guess" then
    say("guesses", {seat = seat})
    local card = seats_from(seat)[2].hand:cards()[1]
    if card.price ~= 9 then say("lost", {seat = seat}) end
  end
  if act == "sell"`},
		{"locale/en.yaml", "phase.day:", "say.guesses: \"{seat} looks up\"\nsay.lost: \"{seat} loses it\"\nphase.day:"},
	}), 4)
	d := g.next(t)
	g.preview.At(t.Context(), g.Position(), d, d.Seat)
	would := g.preview.Reply([]int{0}, preview.Default)
	if said(would.Sure) != "Seat 1 looks up" || said(would.Likely) != "Seat 1 loses it" {
		t.Errorf("sure are %q, likely %q", said(would.Sure), said(would.Likely))
	}
}

// TestCutOff: of an option whose scripts take too long, or fail, it is said that nothing can be
// told, and no more; the others are told of.
func TestCutOff(t *testing.T) {
	g := begin(t, stall(t, [][3]string{
		{"game.yaml", "[sell, steal,", "[think, betray, sell, steal,"},
		{"scripts/rules/day.lua", `from = {"sell",`, `from = {"think", "betray", "sell",`},
		{"scripts/rules/day.lua", `function day.act`, `function day.think(seat)
  local sum = roll("coin") == "heads" and 1 or 0
  for i = 1, 20000 do sum = sum + i end
  seat.coins = seat.coins + sum % 2
end

function day.act`},
		{"scripts/rules/day.lua", `if act == "sell"`, `if act == "think" then
    for _ = 1, 10 do schedule("day.think", seat) end
  end
  if act == "betray" then
    local held = seats_from(seat)[2].hand:cards()[1]
    error("it is " .. held.id)
  end
  if act == "sell"`},
	}), 4)
	d := g.next(t)
	g.preview.At(t.Context(), g.Position(), d, d.Seat)
	untold := preview.Would{Refused: true, Sure: []preview.Line{}, Likely: []preview.Line{}, Values: []preview.Change{},
		Then: []preview.Next{}, Say: []string{"this cannot be foretold"}}
	for option, told := range []bool{false, false, true} {
		would := g.preview.Reply([]int{option}, preview.Default)
		if diff := cmp.Diff(untold, would, cmp.AllowUnexported(preview.Would{})); told == (diff == "") {
			t.Errorf("option %d is told as %+v", option, would)
		}
	}
	patient := preview.Default
	patient.Instructions = 0
	if would := g.preview.Reply([]int{0}, patient); would.Refused {
		t.Error("without a bound the slow option is not told either")
	}
	// A question shares its bound: what was not told before it was spent is not told.
	if all := g.preview.Options(preview.Default); !all.Options[0].Refused || !all.Options[1].Refused {
		t.Errorf("of all options it says %+v", all)
	}
}

// stall returns a folder with the pack of that name, in the files of which texts are replaced.
func stall(t *testing.T, changes [][3]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../play/testdata/stall")); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		path := filepath.Join(dir, c[0])
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if changed := strings.Replace(string(data), c[1], c[2], 1); changed == string(data) {
			t.Fatalf("%s has no %q", c[0], c[1])
		} else if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func said(lines []preview.Line) string { return strings.Join(preview.Texts(lines), "|") }

// BenchmarkOption previews options of questions of whole games.
func BenchmarkOption(b *testing.B) {
	for _, name := range games {
		b.Run(name, func(b *testing.B) {
			g := begin(b, name, 7)
			options := 0
			var took time.Duration
			for b.Loop() {
				d := g.next(b)
				if d == nil {
					g = begin(b, name, 7+uint64(options))
					continue
				}
				seat := asked(d)
				g.preview.At(b.Context(), g.Position(), d, seat)
				began := time.Now()
				options += len(g.preview.Options(preview.Default).Options)
				took += time.Since(began)
				g.answer(b, d, seat, g.any(d, seat))
			}
			b.ReportMetric(float64(took.Microseconds())/float64(max(options, 1)), "µs/option")
		})
	}
}
