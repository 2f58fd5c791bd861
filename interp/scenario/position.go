package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// setupAnswers answers every decision of the game's own setup with its first
// legal reply, so that a position has one fixed surrounding.
func setupAnswers(g *engine.Game, d *engine.Decision, seat engine.Seat) engine.Reply {
	return d.First(seat)
}

// start makes the game in which the scenario begins: a new one, or one in the
// given position.
func (r *runner) start(newGame func(engine.Setup) *engine.Game, setup engine.Setup) error {
	setup.Seed, setup.Script = r.c.Random, r.script
	if r.c.Given == nil {
		r.g = newGame(setup)
		return nil
	}
	at, err := r.startPlace()
	if err != nil {
		return err
	}
	base, err := r.surrounding(newGame, setup, at)
	if err != nil {
		return err
	}
	r.g = engine.Continue(setup, base)
	return r.g.Edit(func(p *engine.Position) error { return r.position(r.g, p, at) })
}

// surrounding plays the game's own setup, with shuffles in canonical order and
// first answers, up to where scenarios begin, or to the place at if that comes
// earlier.
func (r *runner) surrounding(newGame func(engine.Setup) *engine.Game, setup engine.Setup, at int) (*engine.Game, error) {
	start := r.defaultPlace()
	setup.Script, setup.Seed, setup.CheckInvariants = &engine.Scripted{Canonical: true}, 0, false
	for s := 1; s <= r.Layout.Seats; s++ {
		setup.Deciders[s] = setupAnswers
	}
	g := newGame(setup)
	status, err := g.AdvanceTo(func(place int) bool { return place == at || place == start })
	switch {
	case err != nil:
		return nil, failAt(r.c.Pos, "the game's own setup failed before %s: %s", r.placeName(start), err)
	case status != engine.Paused:
		return nil, failAt(r.givenPos("at"), "the game's own setup never comes to %s", r.placeName(start))
	}
	return g, nil
}

// defaultPlace is where scenarios of the pack begin: the very start if it does
// not say.
func (n *names) defaultPlace() int {
	for at := range n.Compiled.Pack.Flow {
		in := &n.Compiled.Pack.Flow[at]
		if in.Op == engine.OpStep && (engine.StepID(in.Arg) == n.Compiled.Position.Start || n.Compiled.Position.Start < 0) {
			return at
		}
	}
	return 0
}

// startPlace returns the place of the flow before which the scenario begins.
func (r *runner) startPlace() (int, error) {
	if at := r.c.Given.Get("at"); at != nil {
		return r.place(at)
	}
	return r.defaultPlace(), nil
}

// position carries out "given".
func (r *runner) position(g *engine.Game, p *engine.Position, at int) error {
	placed := &placing{runner: r, g: g, p: p, used: map[engine.CardID]bool{}}
	given := r.c.Given
	known := keyword.Lookup("given").Names()
	for _, pair := range given.Pairs {
		if !isSeat(pair.Key) && !slices.Contains(known, pair.Key) {
			return unknownAt(pair.Pos, "part of a position", pair.Key, known)
		}
	}
	if n := given.Get("game"); n != nil {
		if err := r.gameAttributes(g, n); err != nil {
			return err
		}
	}
	if err := r.turn(p, at); err != nil {
		return err
	}
	if err := placed.zones(given); err != nil {
		return err
	}
	if err := placed.rest(given); err != nil {
		return err
	}
	p.Watch()
	return nil
}

func (r *runner) gameAttributes(g *engine.Game, n *source.Node) error {
	for _, pair := range n.Pairs {
		id, ok := r.Compiled.GameAttributes[pair.Key]
		if !ok {
			return unknownAt(pair.Pos, "attribute of the game", pair.Key, attributeNames(r.Compiled.Pack.Game))
		}
		v, err := r.value(&r.Compiled.Pack.Game[id], pair.Value)
		if err != nil {
			return err
		}
		if err := g.SetGameAttribute(id, v); err != nil {
			return failAt(pair.Value.Pos, "%s", err)
		}
	}
	return nil
}

func attributeNames(list []engine.Attribute) []string {
	var names []string
	for i := range list {
		names = append(names, list[i].Name)
	}
	return names
}

// turn puts the game before the step, in the given seat's turn.
func (r *runner) turn(p *engine.Position, at int) error {
	p.Jump(at)
	var loop engine.Loop
	var innermost *engine.Instruction
	for _, in := range r.Compiled.Pack.LoopsAround(at) {
		if in.Op == engine.OpTurnsNext {
			loop, innermost = r.g.Loop(int(in.Loop)), &in
		}
	}
	if n := r.c.Given.Get("turn"); n != nil {
		s, err := r.seat(n.Text, n.Pos)
		if err != nil {
			return err
		}
		if innermost == nil {
			return failAt(n.Pos, "%s runs in no turns, so it cannot be anybody's turn", r.placeName(at))
		}
		loop.Seat = s
		first := r.g.FirstTurn(innermost.Loop)
		loop.Count = (int(s)-int(first)+r.Layout.Seats)%r.Layout.Seats + 1
	}
	if n := r.c.Given.Get("passed"); n != nil && innermost != nil {
		for _, item := range n.Items {
			s, err := r.seat(item.Text, item.Pos)
			if err != nil {
				return err
			}
			loop.Passed |= engine.Only(s)
		}
	}
	if innermost != nil {
		p.SetLoop(int(innermost.Loop), loop)
	}
	return nil
}

// placing puts cards where the position says; each card once.
type placing struct {
	*runner
	g    *engine.Game
	p    *engine.Position
	used map[engine.CardID]bool
	// mentioned are the zones that shall hold exactly what is listed.
	mentioned map[engine.ZoneID]bool
	// nested are the entries of zones of placed cards, by their lists.
	nested map[*source.Node][]entry
}

// zones first clears every zone that the position mentions, then fills them.
func (pl *placing) zones(given *source.Node) error {
	var jobs []job
	for _, pair := range given.Pairs {
		if !isSeat(pair.Key) && pair.Key != "table" {
			continue
		}
		seat := engine.Seat(0)
		if pair.Key != "table" {
			s, err := pl.seat(pair.Key, pair.Pos)
			if err != nil {
				return err
			}
			seat = s
		}
		found, err := pl.holder(seat, pair.Value)
		if err != nil {
			return err
		}
		jobs = append(jobs, found...)
	}
	if err := pl.reserve(jobs); err != nil {
		return err
	}
	pl.mentioned = map[engine.ZoneID]bool{}
	for _, j := range jobs {
		pl.mentioned[j.zone] = true
	}
	for _, j := range jobs {
		if err := pl.clear(j.zone); err != nil {
			return err
		}
	}
	for _, j := range jobs {
		if err := pl.fill(j, 0); err != nil {
			return err
		}
	}
	return nil
}

// job is a zone with the cards that it shall hold.
type job struct {
	zone  engine.ZoneID
	seat  engine.Seat
	cards []entry
}

// entry is one card of a position with what is said of it.
type entry struct {
	node *source.Node
	text string
	card engine.CardID
	more *source.Node
}

// holder reads the attributes and zones of a seat (0: the table).
func (pl *placing) holder(seat engine.Seat, n *source.Node) ([]job, error) {
	var jobs []job
	for _, pair := range n.Pairs {
		if id, ok := pl.Compiled.SeatAttributes[pair.Key]; ok && seat != 0 {
			v, err := pl.value(&pl.Compiled.Pack.Seats[id], pair.Value)
			if err != nil {
				return nil, err
			}
			if err := pl.g.SetSeatAttribute(seat, id, v); err != nil {
				return nil, failAt(pair.Value.Pos, "%s", err)
			}
			continue
		}
		path := pair.Key
		if seat != 0 {
			path = strconv.Itoa(int(seat)) + "." + path
		}
		z, err := pl.zone(path, pair.Pos)
		if err != nil {
			if seat != 0 {
				known := append(attributeNames(pl.Compiled.Pack.Seats), pl.zoneNames(engine.OfSeat)...)
				return nil, unknownAt(pair.Pos, "attribute or zone of a seat", pair.Key, known)
			}
			return nil, err
		}
		cards, err := entries(pair.Value)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, job{z, seat, cards})
	}
	return jobs, nil
}

func (pl *placing) zoneNames(of engine.Holder) []string {
	var names []string
	for i := range pl.Compiled.Pack.Zones {
		if pl.Compiled.Pack.Zones[i].Of == of {
			names = append(names, pl.Compiled.Pack.Zones[i].Name)
		}
	}
	return names
}

// entries reads the cards of a zone: names, or a name with what is said of it.
func entries(n *source.Node) ([]entry, error) {
	if n.Kind == source.Null {
		return nil, nil
	}
	if n.Kind != source.List {
		return nil, failAt(n.Pos, "a list of cards is expected, such as [A, B]; not %s", n.Describe())
	}
	var list []entry
	for _, item := range n.Items {
		switch {
		case item.Kind == source.Map && len(item.Pairs) == 1:
			list = append(list, entry{node: item, text: item.Pairs[0].Key, more: item.Pairs[0].Value})
		case item.IsScalar():
			list = append(list, entry{node: item, text: item.Text})
		default:
			return nil, failAt(item.Pos, "a card is expected, as Name or {Name: {posture: ...}}; not %s", item.Describe())
		}
	}
	return list, nil
}

// reserve resolves the names: numbered cards first, then the others take the
// next free copy.
func (pl *placing) reserve(jobs []job) error {
	for _, numbered := range []bool{true, false} {
		for i := range jobs {
			if err := pl.reserveList(jobs[i].cards, numbered); err != nil {
				return err
			}
		}
	}
	return nil
}

func (pl *placing) reserveList(list []entry, numbered bool) error {
	for i := range list {
		e := &list[i]
		if strings.Contains(e.text, "#") == numbered {
			c, err := pl.reserveOne(e)
			if err != nil {
				return err
			}
			e.card = c
		}
		if e.more == nil {
			continue
		}
		for _, pair := range e.more.Pairs {
			if _, zone := pl.Compiled.Zones[kindOf(pair.Key)]; !zone || pair.Value.Kind != source.List {
				continue
			}
			inner, err := pl.inner(pair.Value)
			if err != nil {
				return err
			}
			if err := pl.reserveList(inner, numbered); err != nil {
				return err
			}
		}
	}
	return nil
}

// inner returns the entries of a nested zone, the same ones each time.
func (pl *placing) inner(n *source.Node) ([]entry, error) {
	if pl.nested == nil {
		pl.nested = map[*source.Node][]entry{}
	}
	if list, ok := pl.nested[n]; ok {
		return list, nil
	}
	list, err := entries(n)
	pl.nested[n] = list
	return list, err
}

func (pl *placing) reserveOne(e *entry) (engine.CardID, error) {
	d, number, err := pl.def(e.text, e.node.Pos)
	if err != nil {
		return 0, err
	}
	first := pl.Layout.FirstCard(d)
	if number > 0 {
		c := first + engine.CardID(number-1)
		if pl.used[c] {
			return 0, failAt(e.node.Pos, "%s is placed twice", e.text)
		}
		pl.used[c] = true
		return c, nil
	}
	for k := range pl.Compiled.Pack.Defs[d].Copies {
		if c := first + engine.CardID(k); !pl.used[c] {
			pl.used[c] = true
			return c, nil
		}
	}
	return 0, failAt(e.node.Pos, "%s is placed more often than it has copies (%d)", e.text, pl.Compiled.Pack.Defs[d].Copies)
}

// clear moves what lies in a zone, and is not placed elsewhere, to where
// displaced cards of its type rest.
func (pl *placing) clear(z engine.ZoneID) error {
	for _, c := range pl.g.CardsIn(nil, z) {
		if err := pl.putAside(c); err != nil {
			return err
		}
	}
	return nil
}

func (pl *placing) putAside(c engine.CardID) error {
	for _, z := range pl.Layout.ZonesOf(c) {
		if err := pl.clear(z); err != nil {
			return err
		}
	}
	kind := pl.Compiled.Position.Rest[pl.Layout.TypeOf(c)]
	rest := pl.Layout.ZoneOf(kind, pl.g.Owner(c), 0)
	if rest == 0 || pl.mentioned[rest] {
		rest = pl.Layout.ZoneOf(pl.Compiled.Pack.Types[pl.Layout.TypeOf(c)].Start, 0, 0)
	}
	if err := pl.p.Place(c, rest, engine.Bottom); err != nil {
		return failAt(pl.c.Given.Pos, "%s has to leave its place, but %s", pl.g.CardKey(c), err)
	}
	return nil
}

// fill puts the cards of a zone there, in order.
func (pl *placing) fill(j job, host engine.Seat) error {
	for i := range j.cards {
		e := &j.cards[i]
		if err := pl.owner(e, j.seat, host); err != nil {
			return err
		}
		for _, z := range pl.Layout.ZonesOf(e.card) {
			if pl.g.ZoneAt(e.card) != j.zone {
				if err := pl.clear(z); err != nil {
					return err
				}
			}
		}
		if err := pl.p.Place(e.card, j.zone, engine.Bottom); err != nil {
			return failAt(e.node.Pos, "%s cannot be placed: %s", e.text, strings.TrimPrefix(err.Error(), "move: "))
		}
		if e.more != nil {
			if err := pl.details(e, j.seat); err != nil {
				return err
			}
		}
	}
	return nil
}

// owner sets owner and seat: what is said of the card, else those of the
// zone's seat, else what the card has.
func (pl *placing) owner(e *entry, zone, host engine.Seat) error {
	seat, owner := zone, zone
	if seat == 0 {
		seat = pl.g.Controller(e.card)
	}
	if seat == 0 {
		seat = host
	}
	if owner == 0 || pl.g.Owner(e.card) != 0 {
		owner = pl.g.Owner(e.card)
	}
	if e.more != nil {
		for _, key := range []string{"seat", "owner"} {
			n := e.more.Get(key)
			if n == nil {
				continue
			}
			s, err := pl.seat(n.Text, n.Pos)
			if err != nil {
				return err
			}
			if key == "seat" {
				seat = s
				if owner == 0 {
					owner = s
				}
			} else {
				owner = s
			}
		}
	}
	if err := pl.g.SetOwner(e.card, owner); err != nil {
		return err
	}
	return pl.g.SetController(e.card, seat)
}

// details sets the attributes and fills the zones of a placed card.
func (pl *placing) details(e *entry, seat engine.Seat) error {
	if e.more.Kind != source.Map {
		return failAt(e.more.Pos, "attributes and zones of %s are expected, not %s", e.text, e.more.Describe())
	}
	for _, pair := range e.more.Pairs {
		if pair.Key == "seat" || pair.Key == "owner" {
			continue
		}
		if id, ok := pl.Compiled.CardAttributes[pair.Key]; ok && pl.Compiled.Pack.Cards[id].State {
			v, err := pl.value(&pl.Compiled.Pack.Cards[id], pair.Value)
			if err != nil {
				return err
			}
			if err := pl.g.SetAttribute(e.card, id, v); err != nil {
				return failAt(pair.Value.Pos, "%s", err)
			}
			continue
		}
		z, err := pl.ownZone(e, pair.Key, pair)
		if err != nil {
			return err
		}
		inner, err := pl.inner(pair.Value)
		if err != nil {
			return err
		}
		if err := pl.fill(job{z, 0, inner}, pl.Layout.ZoneSeat(z)); err != nil {
			return err
		}
	}
	return nil
}

// kindOf takes the seat off "side of 1".
func kindOf(key string) string {
	kind, _, _ := strings.Cut(key, " of ")
	return kind
}

// ownZone finds a zone of a placed card: "left", or "side of 1" where each seat
// has one.
func (pl *placing) ownZone(e *entry, key string, pair source.Pair) (engine.ZoneID, error) {
	kindName, of, perSeat := strings.Cut(key, " of ")
	kind, ok := pl.Compiled.Zones[kindName]
	if !ok {
		known := append(attributeNames(pl.Compiled.Pack.Cards), pl.zoneNames(engine.OfCard)...)
		return 0, unknownAt(pair.Pos, "attribute or zone of a card", key, known)
	}
	seat := engine.Seat(0)
	if perSeat {
		s, err := pl.seat(of, pair.Pos)
		if err != nil {
			return 0, err
		}
		seat = s
	}
	z := pl.Layout.ZoneOf(kind, seat, e.card)
	if z == 0 {
		if pl.Compiled.Pack.Zones[kind].PerSeat {
			return 0, failAt(pair.Pos, "%s has one %s for each seat; write %q", e.text, kindName, kindName+" of 1")
		}
		return 0, failAt(pair.Pos, "%s has no zone %s", e.text, kindName)
	}
	return z, nil
}

// rest carries out the other parts of a position.
func (pl *placing) rest(given *source.Node) error {
	if n := given.Get("known"); n != nil {
		for _, pair := range n.Pairs {
			seat, err := pl.seat(pair.Key, pair.Pos)
			if err != nil {
				return err
			}
			for _, item := range pair.Value.Items {
				c, err := pl.card(item.Text, item.Pos)
				if err != nil {
					return err
				}
				if err := pl.g.Reveal(c, engine.Only(seat)); err != nil {
					return err
				}
			}
		}
	}
	if n := given.Get("used"); n != nil {
		for _, pair := range n.Pairs {
			c, err := pl.card(pair.Key, pair.Pos)
			if err != nil {
				return err
			}
			for _, use := range pair.Value.Pairs {
				if err := pl.used1(c, use); err != nil {
					return err
				}
			}
		}
	}
	if err := pl.lasting(given.Get("lasting")); err != nil {
		return err
	}
	return pl.agenda(given.Get("agenda"))
}

func (pl *placing) used1(c engine.CardID, use source.Pair) error {
	for _, u := range pl.g.LimitedUses() {
		if u.Card == c && u.Ability.Name == use.Key {
			pl.p.SetUses(u.Instance, use.Value.Number)
			return nil
		}
	}
	return failAt(use.Pos, "%s has no ability %s with a limit", pl.g.CardKey(c), use.Key)
}

// lasting begins the effects that the position lists.
func (pl *placing) lasting(n *source.Node) error {
	if n == nil {
		return nil
	}
	for _, item := range n.Items {
		e := engine.Effect{Until: -1}
		name := item.Get("ability")
		if name == nil {
			return failAt(item.Pos, "a lasting effect needs an ability")
		}
		parts := pl.Compiled.Abilities[name.Text]
		if len(parts) == 0 {
			var known []string
			for i := range pl.Compiled.Pack.Abilities {
				known = append(known, pl.Compiled.Pack.Abilities[i].Name)
			}
			return unknownAt(name.Pos, "ability", name.Text, known)
		}
		if on := item.Get("on"); on != nil {
			c, err := pl.card(on.Text, on.Pos)
			if err != nil {
				return err
			}
			e.Card, e.Seat = c, pl.g.Controller(c)
		}
		if seat := item.Get("seat"); seat != nil {
			s, err := pl.seat(seat.Text, seat.Pos)
			if err != nil {
				return err
			}
			e.Seat = s
		}
		if until := item.Get("until"); until != nil {
			id, ok := pl.Compiled.Triggers[until.Text]
			if !ok {
				return unknownAt(until.Pos, "trigger", until.Text, triggerNames(pl.Compiled.Pack))
			}
			e.Until = id
		}
		for _, id := range parts {
			e.Ability = id
			if err := pl.effectParams(&e, item.Get("params")); err != nil {
				return err
			}
			if _, err := pl.g.Last(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func triggerNames(p *engine.Pack) []string {
	var names []string
	for i := range p.Triggers {
		names = append(names, p.Triggers[i].Name)
	}
	return names
}

func (pl *placing) effectParams(e *engine.Effect, params *source.Node) error {
	a := &pl.Compiled.Pack.Abilities[e.Ability]
	e.N = uint8(min(len(a.Params), engine.MaxEffectParams))
	for i := range int(e.N) {
		e.Params[i] = a.Params[i].Default
		if params == nil {
			continue
		}
		if n := params.Get(a.Params[i].Name); n != nil {
			v, err := pl.value(&engine.Attribute{Name: a.Params[i].Name, Kind: a.Params[i].Kind}, n)
			if err != nil {
				return err
			}
			e.Params[i] = v
		}
	}
	return nil
}

// agenda schedules the steps that run first: {matchup.use_skill: [Orc Blitzer, 2]}.
func (pl *placing) agenda(n *source.Node) error {
	if n == nil {
		return nil
	}
	for _, item := range n.Items {
		if item.Kind != source.Map || len(item.Pairs) != 1 {
			return failAt(item.Pos, "a step with its arguments is expected, as {file.function: [arguments]}")
		}
		pair := item.Pairs[0]
		step, ok := pl.Compiled.Steps[pair.Key]
		if !ok {
			return unknownAt(pair.Pos, "step", pair.Key, pl.Compiled.Pack.Steps)
		}
		var args []engine.Value
		for _, arg := range pair.Value.Items {
			v, err := pl.anyValue(arg)
			if err != nil {
				return err
			}
			args = append(args, v)
		}
		if err := pl.p.Agenda(step, args); err != nil {
			return failAt(pair.Pos, "%s", err)
		}
	}
	return nil
}

// anyValue reads a value whose kind follows from how it is written: a number,
// a flag, "seat 2", a card, a zone path or a word.
func (n *names) anyValue(node *source.Node) (engine.Value, error) {
	switch node.Kind {
	case source.Number:
		return engine.Num(node.Number), nil
	case source.Flag:
		return engine.Bool(node.Flag), nil
	case source.Null:
		return engine.Value{}, nil
	}
	if number, ok := strings.CutPrefix(node.Text, "seat "); ok {
		s, err := n.seat(number, node.Pos)
		return engine.SeatValue(s), err
	}
	if n.isCard(node.Text) {
		c, err := n.card(node.Text, node.Pos)
		return engine.CardValue(c), err
	}
	if z, err := n.zone(node.Text, node.Pos); err == nil {
		return engine.ZoneValue(z), nil
	}
	if s, ok := n.Compiled.Symbols[node.Text]; ok {
		return engine.WordValue(s), nil
	}
	return engine.Value{}, failAt(node.Pos, "%q is no card, zone or word of the pack", node.Text)
}
