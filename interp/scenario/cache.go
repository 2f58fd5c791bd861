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
	fixtures map[string]*kept
	packs    map[string]*loadedPack
	machines position.Machines
	load     func(name string, with interp.With) (*interp.Pack, error)
}

type kept struct {
	once    sync.Once
	fixture *position.Fixture
	err     error
}

type loadedPack struct {
	once sync.Once
	pack *interp.Pack
	err  error
}

// NewCache returns an empty cache; load loads the packs, interp.Load where it is
// nil.
func NewCache(load func(name string, with interp.With) (*interp.Pack, error)) *Cache {
	if load == nil {
		load = interp.Load
	}
	return &Cache{fixtures: map[string]*kept{}, packs: map[string]*loadedPack{}, load: load}
}

// Fixture returns the fixture of a case's game, seats and options, with the cards that its
// position names.
func (s *Cache) Fixture(c *Case) (*position.Fixture, error) {
	options, err := optionsOf(c)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%s\x00%d", tableKey(c, options), c.Seats)
	b, err := s.keep(key, func() (*position.Fixture, error) {
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
	return s.keep(fmt.Sprint(key, besides), func() (*position.Fixture, error) { return b.With(besides...) })
}

// keep makes a fixture once.
func (s *Cache) keep(key string, make func() (*position.Fixture, error)) (*position.Fixture, error) {
	s.lock.Lock()
	fixture := s.fixtures[key]
	if fixture == nil {
		fixture = &kept{}
		s.fixtures[key] = fixture
	}
	s.lock.Unlock()
	fixture.once.Do(func() { fixture.fixture, fixture.err = make() })
	return fixture.fixture, fixture.err
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
	key := tableKey(c, options)
	s.lock.Lock()
	pack := s.packs[key]
	if pack == nil {
		pack = &loadedPack{}
		s.packs[key] = pack
	}
	s.lock.Unlock()
	pack.once.Do(func() {
		pack.pack, pack.err = s.load(gamePath(c), interp.With{Overlays: packPaths(c), GameOptions: options})
	})
	return pack.pack, pack.err
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
