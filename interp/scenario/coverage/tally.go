package coverage

import (
	"context"
	"maps"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// Tally counts what games reach of one pack: by name, so that overlays and numbers of
// seats count together. It takes in games on several goroutines; its counts are for
// reading when all are over.
type Tally struct {
	// Games counts the games, Ended those that a script finished, Hits in how many
	// each item was reached.
	Games, Ended int
	Hits         map[Item]int
	// Judged counts, by the name of an ability, where judging it ended, each time that
	// its trigger was raised, or actions of its kind were asked for, while it could hear:
	// of an ability that acts, the times are told that it may not, and of an action those
	// that it may too.
	Judged map[string]map[Stage]int
	// Given counts how often a parameter, "trigger.name", was nothing, and something.
	Given map[string]*language.Counter
	// denied is what scenarios say is not offered, with a place; met what was.
	denied map[string]string
	met    map[string]bool
	// windows are the questions that Windows returns.
	windows map[string]bool

	// Pack is the pack of the games.
	Pack *interp.Pack

	lock     sync.Mutex
	counters map[language.Counted][]*language.Counter
}

// Stage is where judging an ability ended: at the condition of its where with the number
// Where, -1 for none of them, at the term of its filter with the number Term.
type Stage struct {
	Reason      engine.Reason
	Where, Term int
}

// NewTally makes the tally of a pack.
func NewTally(p *interp.Pack) *Tally {
	return &Tally{Pack: p, Hits: map[Item]int{}, Judged: map[string]map[Stage]int{},
		Given: map[string]*language.Counter{}, denied: map[string]string{}, met: map[string]bool{},
		windows: map[string]bool{}, counters: map[language.Counted][]*language.Counter{}}
}

// Counted returns a pack whose scripts are counted in all games of it.
func (t *Tally) Counted(p *interp.Pack) *interp.Pack {
	counted := *p
	counted.Count = func(what language.Counted) *language.Counter {
		n := new(language.Counter)
		t.lock.Lock()
		defer t.lock.Unlock()
		t.counters[what] = append(t.counters[what], n)
		return n
	}
	return &counted
}

// Counts returns the counters of a pack's scripts by what they count.
func (t *Tally) Counts() map[language.Counted]language.Counter {
	sums := map[language.Counted]language.Counter{}
	for what, counters := range t.counters {
		sum := sums[what]
		for _, n := range counters {
			sum[0], sum[1] = sum[0]+n[0], sum[1]+n[1]
		}
		sums[what] = sum
	}
	return sums
}

// Windows are the questions by whose time others may learn what somebody holds, sorted: see
// engine.Setup.Windowed.
func (t *Tally) Windows() []string { return lists.Sorted(t.windows) }

// Watched is one game while it is played.
type Watched struct {
	tally   *Tally
	noticed map[*engine.Ability]bool
	judged  map[judgement]int
	windows map[engine.Symbol]bool
}

type judgement struct {
	ability *engine.Ability
	Stage
}

// Watch hears of what leaves no event in a game that is set up; Over takes it in.
func (t *Tally) Watch(setup *engine.Setup) *Watched {
	w := &Watched{tally: t, noticed: map[*engine.Ability]bool{}, judged: map[judgement]int{},
		windows: map[engine.Symbol]bool{}}
	setup.Windowed = func(_ context.Context, d *engine.Decision) { w.windows[d.Prompt] = true }
	setup.Noticed = func(a *engine.Ability, _ engine.CardID) { w.noticed[a] = true }
	setup.Refused = func(_ *engine.Position, why engine.Refusal) {
		if why.Reason != engine.LeftOut { // accepted before, or no ability
			w.judged[judgement{why.In.Ability, Stage{why.Reason, why.Where, why.Term}}]++
		}
	}
	return w
}

// Over takes in the game when it has been played.
func (w *Watched) Over(table *interp.Table, g *engine.Game) {
	t := w.tally
	t.lock.Lock()
	defer t.lock.Unlock()
	for j, n := range w.judged {
		name := AbilityName(table.Compiled.Pack, j.ability)
		if t.Judged[name] == nil {
			t.Judged[name] = map[Stage]int{}
		}
		t.Judged[name][j.Stage] += n
	}
	for prompt := range w.windows {
		t.windows[table.Compiled.Pack.Symbols[prompt]] = true
	}
	t.game(table, g, w.noticed, nil)
}

// Case takes in the game of a scenario's case; those of other packs do not count.
func (t *Tally) Case(of *scenario.Played) {
	if of.Fixture.Compiled.Pack.ID != t.Pack.Compiled.Pack.ID {
		return
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	t.game(of.Fixture.Table, of.Game, of.Noticed, of.Declined)
	maps.Copy(t.met, of.Met)
	for _, n := range of.Negatives {
		at := t.denied[n.Text]
		if at == "" || n.Pos.String() < at {
			t.denied[n.Text] = n.Pos.String()
		}
	}
}

// game takes in a game; it is nil where it never began.
func (t *Tally) game(table *interp.Table, g *engine.Game, noticed, declined map[*engine.Ability]bool) {
	p := table.Compiled.Pack
	hits := map[Item]bool{}
	for a := range noticed {
		// That rules ask whether a card has one that acts is not that it acts.
		if !a.HasRun || a.Form == engine.Deed {
			hits[Item{"ability", AbilityName(p, a)}] = true
		}
	}
	for a := range declined {
		hits[Item{"declined", AbilityName(p, a)}] = true
	}
	for i := range p.GameOptions {
		for _, v := range optionValues(table, i) {
			hits[Item{"option", v}] = true
		}
	}
	if g != nil {
		for e := range view.NewReader(g.Position(), view.Referee).Each() {
			t.event(table, e, hits)
		}
	}
	t.Games++
	for item := range hits {
		t.Hits[item]++
	}
}

func (t *Tally) event(table *interp.Table, e *view.Event, hits map[Item]bool) {
	p := table.Compiled.Pack
	switch e.Kind {
	case view.AbilityEvent:
		hits[Item{"ability", AbilityName(p, &p.Abilities[e.Index])}] = true
	case view.StepEvent:
		hits[Item{"step", e.Name}] = true
	case view.MoveEvent:
		hits[Item{"card", p.Defs[table.Layout.Def[e.Card.Raw.Card()]].ID}] = true
		hits[Item{"zone", p.Zones[table.Layout.KindOfZone(e.To.Raw.Zone())].Name}] = true
	case view.FinishEvent:
		if e.Cause >= 0 { // in a step: the end of the flow is in none
			t.Ended++
		}
	case view.RaiseEvent:
		hits[Item{"trigger", e.Name}] = true
		for _, v := range e.Values {
			name := e.Name + "." + v.Name
			if t.Given[name] == nil {
				t.Given[name] = new(language.Counter)
			}
			if v.Value.Raw.Kind == engine.Nil {
				t.Given[name][0]++
			} else {
				t.Given[name][1]++
			}
		}
	}
}
