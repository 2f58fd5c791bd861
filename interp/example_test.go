package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
)

// nim is a whole game: two seats take one to three of ten stones in turn, and who
// takes the last one wins.
var nim = map[string]string{
	"pack.yaml": `
id: nim
version: 1.0.0
api: 1
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
`,
	"scripts/rules/table.lua": `
local table = {}
function table.take(seat)
  local n = choose.number{seat = seat, prompt = "take", min = 1, max = math.min(3, game.stones)}
  game.stones = game.stones - n
  if game.stones == 0 then finish(seat) end
end
return table
`,
	"locale/en.yaml": `
prompt.take: Take how many stones?
`,
}

// A pack may come from anywhere that gives files: here from memory.
func ExampleLoad_memory() {
	files := fstest.MapFS{}
	for name, text := range nim {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	p, err := interp.Load("nim", interp.With{Files: files})
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
		status, err := g.Advance()
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
