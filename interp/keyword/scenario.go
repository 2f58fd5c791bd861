package keyword

// Scenarios are the records of scenario files, the tests that designers write.
var Scenarios = []*Record{
	{
		Name: "scenario", Doc: "A test of rules: a position, answers, and what must be true then.", Nulls: true,
		Fields: []Field{
			{Name: "game", Type: of(Text), Required: true,
				Doc: "The game's id, or a pack's folder beside the scenario."},
			{Name: "pack", Type: oneOrList(name(RefPack)), Doc: "Overlays to lay over the game, as --pack does."},
			{Name: "seats", Type: of(Number), Doc: "The number of seats; the least that the game allows if left out."},
			{Name: "options", Type: mapBy(RefOption, oneOrList(of(Scalar))), Doc: "Option values."},
			{Name: "name", Type: of(Text), Doc: "What the scenario shows."},
			{Name: "rule", Type: of(Text).like(either(name(RefAbility), name(RefRuling))),
				Doc: "The rule or ability that it is about."},
			{Name: "note", Type: of(Text), Doc: "A remark."},
			{Name: "given", Type: record("given"),
				Doc: "The position; what it does not mention is as after the game's own setup. Without it a scenario " +
					"with random begins at the very start."},
			{Name: "dice", Type: mapBy(RefDie, list(of(Scalar))), Doc: "By die: the faces that come up, in order."},
			{Name: "draws", Type: mapOf(list(of(Text))).like(mapBy(RefZone, cardsThere)),
				Doc: "By zone: the cards that random draws take, in order."},
			{Name: "shuffles", Type: mapOf(list(list(of(Text)))).like(mapBy(RefZone, cardsThere)),
				Doc: "By zone: the order after each shuffle, top first."},
			{Name: "random", Type: of(Text), Doc: "seed N: all chance that is not scripted comes from this seed."},
			{Name: "do", Type: list(mapOf(of(Any)).like(record("line of do"))),
				Doc: "The answers, by seat, in the words a player sees; until, through, rest, play, expect, offered, " +
					"offered exactly, not offered, forced, given and stop between them."},
			{Name: "then", Type: record("then"),
				Doc: "What must be true at the end: behind the last line of do with all that it causes, before the " +
					"next step of the flow. asked and the lines about options play on to the next question."},
			{Name: "scenarios", Type: list(mapOf(of(Any)).like(record("scenario"))),
				Doc: "Several scenarios that share the keys at the top."},
		},
	},
	{
		Name: "given", Doc: "A position. Beside these keys, a seat's number gives its attributes and zones.",
		Open: "the number of a seat, with its attributes and zones", OpenKeys: `^[1-9][0-9]*$`, Nulls: true,
		Adds: []Added{{Names: RefSeat, Item: record("seat in given")}},
		Fields: []Field{
			{Name: "bare", Type: of(Flag),
				Doc: "The table before the game's own setup: nothing is dealt, every card lies where its type " +
					"starts. What is not listed is left to no chance."},
			{Name: "at", Type: of(Text).like(name(RefStop)),
				Doc: "The step of the flow before which the game stands, or <phase>.begins, <phase>.ends; #2 for the " +
					"second of that name."},
			{Name: "after", Type: of(Text).like(name(RefStop)),
				Doc: "Instead of at: the step of the flow behind which the game stands."},
			{Name: "step", Type: stepCall,
				Doc: "A step to run first, with its arguments: {file.function: [Card, 2]}."},
			{Name: "turn", Type: of(Number), Doc: "The seat whose turn it is."},
			{Name: "passed", Type: oneOrList(of(Number)), Doc: "The seats that have passed."},
			{Name: "turns", Type: mapBy(RefPhase, mapOf(of(Any)).like(record("turns in given"))),
				Doc: "By phase, for turns within turns: seat, passed, and taken, how many turns were."},
			{Name: "repeats", Type: mapBy(RefPhase, of(Number)), Doc: "By phase: how often it was repeated so far."},
			{Name: "game", Type: mapOf(of(Any)).like(record("state of the table")), Doc: "Attributes of the table."},
			{Name: "table", Type: mapOf(of(Any)).like(record("zones in given")),
				Doc: "Zones of the table, each with exactly these cards; <zone>.has, .top or .bottom for cards " +
					"that lie there besides; a board by place, {\"1 2\": [cards]}."},
			{Name: "cards", Type: mapOf(mapOf(of(Any))).like(mapBy(RefCardName, record("card in given"))),
				Doc: "By card: attributes and zones of cards that stay where they are."},
			{Name: "lasting", Type: list(mapOf(of(Any)).like(record("lasting in given"))),
				Doc: "The lasting effects: ability, on, seat, until, until_seat, params, part."},
			{Name: "age", Type: list(of(Text)),
				Doc: "Cards, and lasting 1 for the first lasting effect, the oldest first: they came after all " +
					"others, in this order. Older ones act first."},
			{Name: "used", Type: mapOf(mapOf(of(Any))).like(mapBy(RefCardName,
				mapBy(RefAbility, either(of(Number), mapBy(RefSeat, of(Number)))))),
				Doc: "By card and ability: how often a limited ability was used by the card's seat, or {1: 2} " +
					"by seat."},
			{Name: "known", Type: mapOf(list(of(Text))).like(mapBy(RefSeat, cardsThere)),
				Doc: "By seat: cards it knows beyond what it sees."},
			{Name: "agenda", Type: list(stepCall), Doc: "Steps to run first, each with its arguments."},
		},
	},
	{
		Name: "then", Doc: "What must be true. Beside these keys, a seat's number or a card's name gives its " +
			"attributes and zones.",
		Open: "the number of a seat or the name of a card, with attributes and zones", Nulls: true,
		Adds: []Added{{Names: RefSeat, Item: record("seat in then")},
			{Names: RefCardName, Item: record("card in then")}},
		Fields: []Field{
			{Name: "game", Type: mapOf(of(Any)).like(record("state of the table")), Doc: "Attributes of the table."},
			{Name: "table", Type: mapOf(of(Any)).like(record("zones in then")), Doc: "Zones of the table."},
			{Name: "events", Type: list(of(Any).like(event)),
				Doc: "What happened, in this order; other events may lie between."},
			{Name: "no events", Type: list(of(Any).like(event)), Doc: "What did not happen."},
			{Name: "asked", Type: mapOf(of(Word)).like(mapBy(RefSeat, name(RefPrompt))),
				Doc: "The open decision: its seat and prompt."},
			{Name: "offered", Type: mapOf(oneOrList(of(Any))), Doc: "Options that the open decision offers, by seat."},
			{Name: "offered exactly", Type: mapOf(oneOrList(of(Any))), Doc: "All options that it offers."},
			{Name: "not offered", Type: mapOf(oneOrList(of(Any))), Doc: "Options that it does not offer."},
			{Name: "forced", Type: mapOf(oneOrList(of(Any))),
				Doc: "By seat: the answers since the last one that were given without a question, because no other " +
					"was possible; shares as {Card: 3}."},
			{Name: "would", Type: mapOf(mapOf(of(Scalar))).like(mapBy(RefAnswer, mapOf(of(Scalar)))),
				Doc: "By option of the open decision: the values that it would change, by the names that players " +
					"see, with what each would be; {} is nothing, and filled in by ruledeck test --update. So the " +
					"seat is told that is asked."},
			{Name: "why not", Type: mapOf(of(Text)).like(mapBy(RefCardName, of(Text))),
				Doc: "By card: why it is not among the options of the open decision, as the seat is told that is " +
					"asked; \"\" is filled in by ruledeck test --update."},
			{Name: "sees", Type: mapOf(list(of(Text))).like(mapBy(RefSeat, cardsThere)),
				Doc: "By seat: cards that it knows."},
			{Name: "hidden", Type: mapOf(list(of(Text))).like(mapBy(RefSeat, cardsThere)),
				Doc: "By seat: cards that it does not know."},
			{Name: "turn", Type: of(Number),
				Doc: "The seat whose turn it is; between two turns, whose it was."},
			{Name: "winner", Type: either(of(Number), list(of(Number)), choice("nobody")),
				Doc: "Who has won the game."},
			{Name: "draw", Type: list(of(Number)), Doc: "Which seats share the game, which is drawn."},
			{Name: "returns", Type: mapOf(of(Scalar)).like(mapBy(RefSeat, of(Scalar))),
				Doc: "By seat: what it gets out of the finished game, such as 2, -0.5 or 1/3."},
			{Name: "reason", Type: of(Word), Doc: "Why the game ended."},
			{Name: "error", Type: of(Text), Doc: "A text in the error with which the last answer fails."},
		},
	},
	{
		Name: "line of do", Doc: "One line of do: a seat's answer, or one of these.", Nulls: true,
		Open: "the number of a seat, with its answer", OpenKeys: `^[1-9][0-9]*$`,
		Adds: []Added{{Names: RefSeat, Item: oneOrList(name(RefAnswer))}},
		Fields: []Field{
			{Name: "until", Type: of(Text).like(stop),
				Doc: "Plays on, with no decisions in between, until this step is about to run, one of the flow or " +
					"one that is scheduled, or to the end."},
			{Name: "through", Type: of(Text).like(stop), Doc: "Plays this step and all that it schedules."},
			{Name: "rest", Type: choice("first"),
				Doc: "Gives the first legal answer to whatever else the steps that have begun ask."},
			{Name: "play", Type: choice("first", "random"),
				Doc: "Plays the game to its end: every question gets the first legal answer, or a random one, from " +
					"the seed of random."},
			{Name: "expect", Type: record("then"), Doc: "What must be true now."},
			{Name: "given", Type: record("given"),
				Doc: "Changes the position between two steps: seats, game, table, cards, lasting, used, known. What " +
					"happened before is forgotten by events."},
			{Name: "stop", Type: of(Word).like(name(RefPrompt)),
				Doc: "Plays on to the next question of this prompt, and stands there even where it leaves no choice " +
					"and is not asked; the next line goes on."},
			{Name: "offered", Type: mapOf(oneOrList(of(Any))), Doc: "Options that the open decision offers, by seat."},
			{Name: "offered exactly", Type: mapOf(oneOrList(of(Any))), Doc: "All options that it offers."},
			{Name: "not offered", Type: mapOf(oneOrList(of(Any))), Doc: "Options that it does not offer."},
			{Name: "forced", Type: mapOf(oneOrList(of(Any))),
				Doc: "By seat: the answers since the last one that were given without a question, because no other " +
					"was possible."},
		},
	},
	{
		Name: "card in then", Doc: "What must be true of a card, beside its attributes.",
		Open: "the attributes of the card's type; for a zone it owns the exact content, or <zone>.count, .has, " +
			".lacks, .top, .bottom",
		Adds: []Added{{Names: RefAttribute, Holder: "card"}, zonesThen("card")},
		Fields: []Field{
			{Name: "zone", Type: name(RefZones), Doc: "The zone, or group of zones, that it lies in."},
			{Name: "place", Type: of(Text), Doc: "On a board: its row and column as its seat sees them, \"3 2\"."},
			{Name: "at", Type: of(Text), Doc: "The card that it lies at: its place."},
			{Name: "seat", Type: of(Number), Doc: "The seat that controls it."},
			{Name: "owner", Type: of(Number), Doc: "The seat it belongs to."},
			{Name: "holds", Type: oneOrList(of(Text)), Doc: "Cards that lie in zones of it."},
			{Name: "holds_no", Type: oneOrList(of(Text)), Doc: "Cards that do not."},
		},
	},
	{
		Name: "event in then", Doc: "Something that happened: the name of a trigger, or one of these with what it was.",
		Open: "a trigger, with values of its parameters",
		Adds: []Added{{Names: RefTrigger}},
		Fields: []Field{
			{Name: "ability", Type: name(RefAbility), Doc: "The named ability acted."},
			{Name: "say", Type: name(RefText), Doc: "A script said this line."},
		},
	},
	{
		Name: "lasting in given", Doc: "A lasting effect that the position has.",
		Fields: []Field{
			{Name: "ability", Type: name(RefAbility), Required: true, Doc: "The named ability."},
			{Name: "on", Type: of(Text), Doc: "The card that stands as the ability's own card."},
			{Name: "seat", Type: of(Number), Doc: "The seat it acts for; that of the card if left out."},
			{Name: "until", Type: name(RefTrigger), Doc: "The trigger that ends it; none if left out."},
			{Name: "until_seat", Type: of(Number), Doc: "Only a trigger that names this seat ends it."},
			{Name: "while", Type: of(Text), Doc: "The card with whose life it ends too."},
			{Name: "params", Type: mapOf(of(Any)), Doc: "The parameters of the ability."},
			{Name: "part", Type: of(Number), Doc: "Which part of the ability, where it has several; all if left out."},
		},
	},
	{
		Name: "turns in given", Doc: "How far the turns of a phase have come.",
		Fields: []Field{
			{Name: "seat", Type: of(Number), Doc: "The seat whose turn it is."},
			{Name: "passed", Type: oneOrList(of(Number)), Doc: "The seats that have passed."},
			{Name: "taken", Type: of(Number), Doc: "How many turns have been taken."},
		},
	},
}

// Positions are the records of what positions and expectations have from the game alone.
var Positions = []*Record{
	{Name: "state of the table", Doc: "What the attributes of the table are.",
		Open: "the attributes of the table", Adds: []Added{{Names: RefAttribute, Holder: "table"}}},
	{Name: "zones in given", Doc: "What lies in the zones of the table.",
		Open: "the zones of the table", Adds: []Added{zonesGiven("table")}},
	{Name: "seat in given", Doc: "What a seat has in a position.", Open: "the attributes of seats and their zones",
		Adds: []Added{{Names: RefAttribute, Holder: "seat"}, zonesGiven("seat")}},
	{Name: "card in given", Doc: "What a card has in a position.",
		Open: "the attributes of the card's type that are state, and the zones it owns",
		Adds: []Added{{Names: RefAttribute, Holder: "card", As: AsState},
			{Names: RefZone, Holder: "card", Item: cardsThere}}},
	{Name: "zones in then", Doc: "What must lie in the zones of the table.",
		Open: "the zones of the table", Adds: []Added{zonesThen("table")}},
	{Name: "seat in then", Doc: "What a seat must have.", Open: "the attributes of seats and their zones",
		Adds: []Added{{Names: RefAttribute, Holder: "seat"}, zonesThen("seat")}},
}

func zonesGiven(holder string) Added {
	return Added{Names: RefZone, Holder: holder, Parts: []string{".has", ".top", ".bottom"}, Item: cardsThere}
}

func zonesThen(holder string) Added {
	return Added{Names: RefZone, Holder: holder, Parts: []string{".count", ".has", ".lacks", ".top", ".bottom"},
		Item: cardsThere}
}

var (
	cardName = name(RefCardName)
	// cardsThere are the cards of a zone, each by its name or with its facts; on a board
	// by place.
	cardsThere = either(cardName, list(either(cardName, mapBy(RefCardName, record("card in given")))),
		mapOf(list(either(cardName, mapBy(RefCardName, record("card in given"))))))
	// stepCall is a step, alone or with its arguments.
	stepCall = either(name(RefStep), mapBy(RefStep, oneOrList(of(Any).like(cardName))))
	stop     = either(name(RefStop), name(RefStep))
	event    = either(name(RefTrigger), record("event in then"))
)
