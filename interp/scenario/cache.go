package scenario

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Cache keeps the fixtures of the tables that cases are played at, each made once,
// and the packs and Lua states that they share.
type Cache struct {
	lock     sync.Mutex
	fixtures made[*position.Fixture]
	packs    made[*interp.Pack]
	machines position.Machines
	load     func(name string, with interp.With) (*interp.Pack, error)
}

// NewCache returns an empty cache; load loads the packs, interp.Load where it is
// nil.
func NewCache(load func(name string, with interp.With) (*interp.Pack, error)) *Cache {
	if load == nil {
		load = interp.Load
	}
	return &Cache{fixtures: made[*position.Fixture]{}, packs: made[*interp.Pack]{}, load: load}
}

// made holds a thing that is made once for a key.
type made[T any] map[string]func() (T, error)

// once makes something the first time that it is asked for under a key.
func once[T any](s *Cache, in made[T], key string, make func() (T, error)) (T, error) {
	s.lock.Lock()
	if in[key] == nil {
		in[key] = sync.OnceValues(make)
	}
	get := in[key]
	s.lock.Unlock()
	return get()
}

// Fixture returns the fixture of a case's game, seats and options, with the cards and the
// printed values that its position names.
func (s *Cache) Fixture(c *Case) (*position.Fixture, error) {
	options, err := optionsOf(c)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%s\x00%d", tableKey(c, options), c.Seats)
	b, err := once(s, s.fixtures, key, func() (*position.Fixture, error) {
		p, err := s.pack(c, options)
		if err != nil {
			return nil, err
		}
		return openBook(p, c, options, &s.machines)
	})
	if err != nil {
		return nil, err
	}
	besides := slices.DeleteFunc(b.Named(nil, c.Given),
		func(d engine.DefID) bool { return len(b.Layout.CardsOf(d)) > 0 })
	slices.Sort(besides)
	key = fmt.Sprint(key, besides)
	b, err = once(s, s.fixtures, key, func() (*position.Fixture, error) { return b.With(besides...) })
	printed := c.Given.Get("printed")
	if err != nil || printed == nil || printed.Kind == source.Null {
		return b, err
	}
	return once(s, s.fixtures, fmt.Sprint(key, printed.Pos, printed.Inline()),
		func() (*position.Fixture, error) { return b.Printing(printed) })
}

// pack returns the pack of a case: cases whose options differ share it, unless
// the options make another pack of it.
func (s *Cache) pack(c *Case, options map[string]string) (*interp.Pack, error) {
	plain, err := s.loaded(c, nil)
	if err != nil {
		return nil, err
	}
	if shaped := plain.Shaped(options); len(shaped) > 0 {
		return s.loaded(c, shaped)
	}
	return plain, nil
}

// loaded loads a pack once.
func (s *Cache) loaded(c *Case, options map[string]string) (*interp.Pack, error) {
	return once(s, s.packs, tableKey(c, options), func() (*interp.Pack, error) {
		return s.load(gamePath(c), interp.With{Overlays: packPaths(c), GameOptions: options})
	})
}

// tableKey names a game with its overlays and options.
func tableKey(c *Case, options map[string]string) string {
	return gamePath(c) + "\x00" + strings.Join(packPaths(c), "\x00") + fmt.Sprintf("\x00%q", options)
}

func openBook(p *interp.Pack, c *Case, options map[string]string,
	machines *position.Machines) (*position.Fixture, error) {
	seats := c.Seats
	if seats == 0 {
		seats, _ = p.Seats()
	}
	t, err := p.Table(interp.Settings{Seats: seats, GameOptions: options})
	if err != nil {
		return nil, err
	}
	return position.NewFixture(t, machines), nil
}

// optionsOf are the options of a case; a file that one names stands beside the scenario, and is
// refused if it is not there.
func optionsOf(c *Case) (map[string]string, error) {
	options := map[string]string{}
	var wrong position.Failures
	for _, name := range lists.Sorted(c.GameOptions) {
		options[name] = forSeats(c.GameOptions[name], func(value string) string {
			if !strings.HasPrefix(value, "./") && !strings.HasPrefix(value, "../") {
				return value
			}
			path := Beside(c.Pos.File, value)
			if _, err := source.Stat(path); err != nil {
				wrong.Add(position.FailAt(c.about("option "+name+" "),
					"there is no file %s, as seen from the scenario", value))
			}
			return path
		})
	}
	return options, wrong.Err()
}

// forSeats changes the value of an option: each for itself where it has one for each
// seat.
func forSeats(value string, change func(string) string) string {
	values := strings.Split(value, ",")
	for i := range values {
		values[i] = change(values[i])
	}
	return strings.Join(values, ",")
}

// gamePath is the game of a case: a shipped id, or a folder beside the file.
func gamePath(c *Case) string { return Beside(c.Pos.File, c.Game) }

func packPaths(c *Case) []string { return AllBeside(c.Pos.File, c.Packs) }

// Beside is a path as a file names it: from the file's own folder if it begins with a dot.
func Beside(file, path string) string {
	if strings.HasPrefix(path, ".") {
		return filepath.Join(filepath.Dir(file), path)
	}
	return path
}

// AllBeside are several paths, each as Beside has it.
func AllBeside(file string, paths []string) []string {
	return lists.Map(paths, func(path string) string { return Beside(file, path) })
}
