package keyword

// Scenarios are the records of scenario files, the tests that designers write.
var Scenarios = []*Record{
	{
		Name: "scenario", Doc: "A test of rules: a position, answers, and what must be true then.",
		Fields: []Field{
			{Name: "game", Type: of(Word), Required: true, Doc: "The game's id, or a pack's folder beside the scenario."},
			{Name: "seats", Type: of(Number), Doc: "The number of seats; the least that the game allows if left out."},
			{Name: "options", Type: mapOf(oneOrList(of(Scalar))), Doc: "Option values."},
			{Name: "name", Type: of(Text), Doc: "What the scenario shows."},
			{Name: "rule", Type: of(Text), Doc: "The rule or ability that it is about."},
			{Name: "note", Type: of(Text), Doc: "A remark."},
			{Name: "given", Type: record("given"), Doc: "The position; what it does not mention is as after the game's own setup."},
			{Name: "dice", Type: mapOf(list(of(Scalar))), Doc: "By die: the faces that come up, in order."},
			{Name: "draws", Type: mapOf(list(of(Word))), Doc: "By zone: the cards that random draws take, in order."},
			{Name: "shuffles", Type: mapOf(list(list(of(Word)))), Doc: "By zone: the order after each shuffle, top first."},
			{Name: "random", Type: of(Word), Doc: "seed N: what is not scripted comes from this seed."},
			{Name: "do", Type: list(mapOf(of(Any))), Doc: "The answers, by seat, in the words a player sees; expect and until between them."},
			{Name: "then", Type: record("then"), Doc: "What must be true at the end."},
			{Name: "scenarios", Type: list(mapOf(of(Any))), Doc: "Several scenarios that share the keys at the top."},
		},
	},
	{
		Name: "given", Doc: "A position. Beside these keys, a seat's number gives its attributes and zones.",
		Fields: []Field{
			{Name: "at", Type: name(RefStep), Doc: "The step of the flow before which the game stands."},
			{Name: "turn", Type: of(Number), Doc: "The seat whose turn it is."},
			{Name: "passed", Type: list(of(Number)), Doc: "The seats that have passed."},
			{Name: "game", Type: mapOf(of(Any)), Doc: "Attributes of the table."},
			{Name: "table", Type: mapOf(list(of(Any))), Doc: "Zones of the table, each with exactly these cards."},
			{Name: "lasting", Type: list(mapOf(of(Any))), Doc: "Lasting effects: ability, on, seat, until, params."},
			{Name: "used", Type: mapOf(mapOf(of(Number))), Doc: "By card and ability: how often a limited ability was used."},
			{Name: "known", Type: mapOf(list(of(Word))), Doc: "By seat: cards it knows beyond what it sees."},
			{Name: "agenda", Type: list(mapOf(list(of(Any)))), Doc: "Steps to run first, each with its arguments."},
		},
	},
	{
		Name: "then", Doc: "What must be true. Beside these keys, a seat's number or a card's name gives its attributes and zones.",
		Fields: []Field{
			{Name: "game", Type: mapOf(of(Any)), Doc: "Attributes of the table."},
			{Name: "table", Type: mapOf(of(Any)), Doc: "Zones of the table."},
			{Name: "events", Type: list(of(Any)), Doc: "What happened, in this order; other events may lie between."},
			{Name: "no events", Type: list(of(Any)), Doc: "What did not happen."},
			{Name: "asked", Type: mapOf(of(Word)), Doc: "The open decision: its seat and prompt."},
			{Name: "offered", Type: mapOf(oneOrList(of(Any))), Doc: "Options that the open decision offers, by seat."},
			{Name: "not offered", Type: mapOf(oneOrList(of(Any))), Doc: "Options that it does not offer."},
			{Name: "sees", Type: mapOf(list(of(Word))), Doc: "By seat: cards that it knows."},
			{Name: "hidden", Type: mapOf(list(of(Word))), Doc: "By seat: cards that it does not know."},
			{Name: "winner", Type: either(of(Number), list(of(Number)), choice("nobody")), Doc: "Who has won the game."},
			{Name: "reason", Type: of(Word), Doc: "Why the game ended."},
			{Name: "error", Type: of(Text), Doc: "A text in the error with which the last answer fails."},
		},
	},
}
