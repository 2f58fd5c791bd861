package engine

// Position is a game as it stands at one place of its log, for reading: the
// present one of a game moves along with it, that of a Past stays where it was
// put. There is no way from it to anything that changes the game, so it may be
// given to those who only look: deciders, filters, projections.
type Position struct {
	*Layout
	state State
	log   *Log
	// run reads through this position: it calls the scripts that compute values.
	run *Run
	// eyes are the seats through whose eyes attributes are read; 0 for none.
	eyes     SeatSet
	computed []attributeRead
	// circle is the place among the computed of the first that reads itself, as the latest of
	// them found; before is set while a circle is computed in order: only modifiers that come
	// before count.
	circle int
	before *rank
	// giving is the granting instance whose conditions are being judged.
	giving *Instance
	// noting gathers what modifies the value that is read; see Modifications.
	noting *gathering
	// fault is the first error of code that has no way to return one: a filter
	// that read a value which cannot be computed.
	fault error
	// looked counts what the engine has looked at since the step began, mostLooks
	// bounds it while a step runs, pauseAt is where it is asked whether to go on; see
	// look.
	looked, mostLooks, pauseAt int
	// zoneList is a stack of zones to look through; see Select.
	zoneList []ZoneID
}

// Position is the game as it stands now.
func (g *Game) Position() *Position { return &g.run.Position }

// Layout is what the game's pack and number of seats lay out.
func (g *Game) Layout() *Layout { return g.run.Layout }

// Over reports whether the game has ended, and Winners which seats won it.
func (g *Game) Over() bool { return g.run.Over() }

// Winners returns the seats that won; none if nobody did.
func (g *Game) Winners() SeatSet { return g.run.Winners() }

// Drawn returns the seats that share a drawn game; none of any other.
func (g *Game) Drawn() SeatSet { return g.run.Drawn() }

// Log gives read access to the events of the game.
func (p *Position) Log() *Log { return p.log }

// Open returns the decision that is open, or that a decider is being asked, with
// the triggers that are being raised; nil if there is none.
func (p *Position) Open() *Decision {
	d := p.run.game.asking
	if d == nil {
		return p.run.game.open
	}
	if d.Open == nil {
		d.Open = p.run.openTriggers()
	}
	return d
}

// Decisions counts the decisions answered so far.
func (p *Position) Decisions() int { return int(p.state.cells[cellDecisions]) }

// Unasked counts the decisions that were answered automatically, unseen.
func (p *Position) Unasked() int { return p.run.game.counts.Unasked }

// State gives read access to the state.
func (p *Position) State() *State { return &p.state }

// Over reports whether the game has ended; then Winners, Drawn and Reason hold.
func (p *Position) Over() bool { return p.state.cells[cellOver] != 0 }

// Winners returns the seats that won; none if nobody did.
func (p *Position) Winners() SeatSet { return p.ended(over) }

// Drawn returns the seats that share a drawn game; none of any other.
func (p *Position) Drawn() SeatSet { return p.ended(drawn) }

func (p *Position) ended(how int32) SeatSet {
	if p.state.cells[cellOver] != how {
		return 0
	}
	return SeatSet(p.state.cells[cellWinners])
}

// Reason returns the word that says why the game ended.
func (p *Position) Reason() Symbol { return Symbol(p.state.cells[cellReason]) }

// Turn returns the seat whose turn it is, or 0.
func (p *Position) Turn() Seat { return Seat(p.state.cells[cellTurn]) }

// Phase returns the innermost phase, or -1.
func (p *Position) Phase() int { return int(p.state.cells[cellPhase]) - 1 }

// GameOption returns the value of an option for a seat (any seat where the
// option has one value).
func (p *Position) GameOption(option int, seat Seat) Value {
	values := p.run.game.setup.GameOptions[option]
	if len(values) == 1 {
		return values[0]
	}
	if seat == 0 || int(seat) > len(values) {
		return Value{}
	}
	return values[seat-1]
}

// Hash returns a digest of the state; games in equal states have equal ones.
func (p *Position) Hash() uint64 { return p.state.Hash() }

// GameOptions returns the values of the options; see Setup.GameOptions.
func (p *Position) GameOptions() [][]Value { return p.run.game.setup.GameOptions }

// PreviousIn returns the card before a card in its zone, or 0.
func (p *Position) PreviousIn(c CardID) CardID { return p.state.previous(c) }

// Effects returns the lasting effects, oldest first; it is for reading only.
func (p *Position) Effects() []Effect { return p.state.effects }

// Modification is what one modifier does to a value: of a card, or of an effect
// that lasts.
type Modification struct {
	Ability *Ability
	Card    CardID
	Op      ModifierOp
	Amount  Value
}

// gathering holds the modifications of the value read at a depth, without those of the
// values it depends on.
type gathering struct {
	depth int
	list  []Modification
}

// through looks with the eyes of seats until the returned function is called,
// which also puts the registers back that a failed script leaves behind.
func (p *Position) through(eyes SeatSet) func() {
	saved := p.run.Registers()
	before := p.eyes
	p.eyes = eyes
	return func() {
		p.run.Restore(saved)
		p.eyes = before
	}
}

// Failures returns the reports of abilities that failed so far.
func (p *Position) Failures() []*Failure { return p.run.game.failures }

// Busy reports whether something that has begun is not finished: an open step,
// or steps on the agenda. Otherwise the next step is one of the flow.
func (p *Position) Busy() bool { return p.run.game.step.active || len(p.state.agenda) > 0 }

// LimitedUse is how often an ability with a limit has been used.
type LimitedUse struct {
	Card    CardID
	Ability *Ability
	// Instance numbers the ability among all of the game's cards.
	Instance int32
	Times    int
	// Seats are the uses by each seat that has had the card, in the place of the table 0.
	Seats []int
	// Life is the life of the card in which they are counted.
	Life int32
}

// LastStep is the name of the step that runs or has run last.
func (p *Position) LastStep() string { return p.run.game.stepName() }

// Checkpoint is the position in the log that the running step goes back to
// when it is run again; between steps it is the end of the log.
func (p *Position) Checkpoint() int {
	if p.run.game.step.active {
		return p.run.game.step.begin
	}
	return p.log.Len()
}

// attributeRead is an attribute that is being computed, to find cycles.
type attributeRead struct {
	holder    Holder
	attribute AttributeID
	of        int32
}

// Controller returns the seat that controls a card, or 0.
// The youngest effect that gives its control decides, and without one what scripts set.
func (p *Position) Controller(c CardID) Seat {
	if p.Pack.Controls {
		for i := len(p.state.effects) - 1; i >= 0; i-- {
			if e := &p.state.effects[i]; e.Card == c && p.Pack.Abilities[e.Ability].Of == Control {
				return e.Seat
			}
		}
	}
	return Seat(p.state.cells[p.cardBase[c]+cardSeat])
}

// Owner returns the seat that owns a card, Controller the seat that controls
// it (card.seat in scripts); 0 for none.
func (p *Position) Owner(c CardID) Seat { return Seat(p.state.cells[p.cardBase[c]+cardOwner]) }

// Host returns the card that owns the zone in which the card lies, or 0.
func (p *Position) Host(c CardID) CardID { return p.zoneCard[p.state.links[c].zone] }
