package interp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
)

// nim is a whole game: two seats take one to three of ten stones in turn, and who
// takes the last one wins.
var nim = map[string]string{
	"pack.yaml": `
id: nim
version: 1.0.0
api: 3
name: {en: Nim}
seats: {min: 2, max: 2}
`,
	"game.yaml": `
game:
  stones: {type: number, start: 10}
flow:
  - phase: play
    turns: {until: passed}
    do: [table.take]
standing: table.standing
`,
	"scripts/rules/table.lua": `
local table = {}
function table.take(seat)
  local n = choose.number{seat = seat, prompt = "take", min = 1, max = math.min(3, game.stones)}
  game.stones = game.stones - n
  if game.stones == 0 then finish(seat) end
end
-- Whoever leaves four, eight or none wins.
function table.standing(seat)
  if game.stones % 4 == 0 then return 1 end
  return 0
end
return table
`,
	"locale/en.yaml": `
prompt.take: Take how many stones?
`,
}

// memory is the game as files that are nowhere on disk.
func memory() fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range nim {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// A pack may come from anywhere that gives files: here from memory.
func ExampleLoad_memory() {
	p, err := interp.Load("nim", interp.With{Files: memory()})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Speaker("en").Title(), "for", t.Layout.Seats)
	// Output:
	// Nim for 2
}

// A pack on disk is a folder. Both seats here take as many stones as they may.
func ExampleLoad_folder() {
	folder, err := os.MkdirTemp("", "nim")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	for name, text := range nim {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			fmt.Println(err)
			return
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			fmt.Println(err)
			return
		}
	}
	p, err := interp.Load(folder, interp.With{})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := p.Table(interp.Settings{Seats: 2, Seed: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := t.NewGame()
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		status, err := g.Advance(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		if status == engine.Ended {
			break
		}
		d := g.Open()
		for seat := engine.Seat(1); int(seat) <= 2; seat++ {
			if d.Waits(seat) {
				fmt.Printf("seat %d takes %d\n", seat, d.Max)
				if err := g.Answer(d.Number, seat, engine.Reply{d.Max}); err != nil {
					fmt.Println(err)
					return
				}
				break
			}
		}
	}
	fmt.Println("the winner is seat 2:", g.Winners().Has(2))
	// Output:
	// seat 1 takes 3
	// seat 2 takes 3
	// seat 1 takes 3
	// the winner is seat 2: true
}

// greedy and shy are bots: players that see a question and answer it, and never
// hold the game.
type greedy struct{}

func (greedy) Kind() string { return "greedy" }
func (greedy) Play(_ context.Context, at *play.Seat) error {
	q := at.Question()
	return at.Answer(q.Number, fmt.Sprint(q.Max))
}

type shy struct{}

func (shy) Kind() string { return "shy" }
func (shy) Play(_ context.Context, at *play.Seat) error {
	q := at.Question()
	return at.Answer(q.Number, fmt.Sprint(q.Min))
}

// Two bots of one's own play a game.
func Example_bots() {
	p, err := interp.Load("nim", interp.With{Files: memory()})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := play.New(play.From(t), play.Settings{Players: []play.Player{greedy{}, shy{}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := s.Advance(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(s.Answers()), "answers; the greedy one wins:", s.Position().Winners().Has(1))
	// Output:
	// 5 answers; the greedy one wins: true
}

// searcher tries each reply in a sampled world, one that its seat cannot tell from
// the real one, and takes the reply after which the seat stands best.
func searcher(t *interp.Table) engine.Decider {
	scripts, err := t.Machine() // not the game's own
	if err != nil {
		panic(err)
	}
	sampler := belief.NewSampler(scripts, func(m *belief.Moment) []int { return []int{m.Min} })
	return func(_ context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		best, worth := d.Min, -1
		sampler.At(context.Background(), p, d, seat)
		defer sampler.Leave()
		for n := d.Min; n <= d.Max; n++ {
			sampler.World(1)
			sampler.Future(1)
			if ok, err := sampler.Play([]int{n}, belief.Until{}); !ok || err != nil {
				continue
			}
			if v, err := sampler.Evaluation(seat); err == nil && v > worth {
				best, worth = n, v
			}
		}
		return engine.Reply{best}
	}
}

// A player that searches looks ahead in sampled worlds, never at the game.
func Example_search() {
	p, err := interp.Load("nim", interp.With{Files: memory()})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := t.NewGame()
	if err != nil {
		fmt.Println(err)
		return
	}
	clever := searcher(t)
	g.SetDecider(1, func(_ context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		reply := clever(context.Background(), p, d, seat)
		fmt.Println("the searcher takes", reply[0])
		return reply
	})
	g.SetDecider(2, func(_ context.Context, _ *engine.Position, d *engine.Decision, _ engine.Seat) engine.Reply {
		return engine.Reply{d.Max}
	})
	if _, err := g.Advance(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("and wins:", g.Winners().Has(1))
	// Output:
	// the searcher takes 2
	// the searcher takes 1
	// and wins: true
}
