package command

import (
	"fmt"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// Game is what a command line says about a GAME.
type Game struct {
	// Overlays are laid over it, Options are name=value.
	Overlays []string `flag:"pack"`
	Options  []string `flag:"option"`
	// Lang is the language of the texts.
	Lang string `flag:"lang"`
}

// From names the overlays as a file in a folder does.
func (g *Game) From(folder string) []string {
	return lists.Map(g.Overlays, func(o string) string { return pack.Relative(folder, o) })
}

// Values reads the options.
func (g *Game) Values() (map[string]string, error) {
	values := map[string]string{}
	for _, o := range g.Options {
		name, value, ok := strings.Cut(o, "=")
		if !ok || name == "" {
			return nil, Usage("an option is given as name=value, not %q", o)
		}
		if _, double := values[name]; double {
			return nil, Usage("option %s is given twice", name)
		}
		values[name] = value
	}
	return values, nil
}

// Load loads a game with the overlays and options, which it returns by name.
func (g *Game) Load(game string) (*interp.Pack, map[string]string, error) {
	return g.load(game, interp.With{})
}

// LoadForPlay is Load for commands that only play the game: see interp.With.Language.
func (g *Game) LoadForPlay(game string) (*interp.Pack, map[string]string, error) {
	return g.load(game, interp.With{Language: g.Lang})
}

func (g *Game) load(game string, with interp.With) (*interp.Pack, map[string]string, error) {
	options, err := g.Values()
	if err != nil {
		return nil, nil, err
	}
	with.Overlays = g.Overlays
	with.GameOptions = options
	p, err := interp.Load(game, with)
	if err != nil {
		return nil, nil, err
	}
	if !p.Speaks(g.Lang) {
		return nil, nil, Usage("%s has no language %q; %s", p.Compiled.Pack.ID, g.Lang,
			diag.There(g.Lang, p.Languages()))
	}
	return p, options, nil
}

// Printer tells what scripts print to who writes them, beside the output. Games may
// run on several goroutines.
func (h Host) Printer() func(file string, line int, text string) {
	var lock sync.Mutex
	return func(file string, line int, text string) {
		lock.Lock()
		defer lock.Unlock()
		// What stands in a further line is not taken for somebody else's.
		fmt.Fprintf(h.Err, "%s:%d: %s\n", file, line, strings.ReplaceAll(text, "\n", "\n    "))
	}
}

// Telling makes a way to load packs whose scripts may print.
func (h Host) Telling() func(name string, with interp.With) (*interp.Pack, error) {
	tell := h.Printer()
	return func(name string, with interp.With) (*interp.Pack, error) {
		p, err := interp.Load(name, with)
		if err == nil {
			p.Tell(tell)
		}
		return p, err
	}
}
