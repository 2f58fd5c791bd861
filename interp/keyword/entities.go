package keyword

// Entities are the values that scripts get from the game: what can be read,
// written and called on each.
var Entities = []*Record{
	{
		Name: "game", Doc: "The table. Its attributes can be read and assigned; its zones are fields.",
		Open: "the attributes of the table and its zones",
		Fields: []Field{
			{Name: "seats", Type: list(of(SeatValue)), Doc: "All seats in the order of their numbers."},
			{Name: "turn", Type: of(SeatValue), Doc: "The seat of the running turn, or nil."},
			{Name: "options", Type: mapOf(of(Scalar)), Doc: "The settings of this game, by name."},
			{Name: "phase", Type: of(Word), Doc: "The name of the innermost phase."},
		},
	},
	{
		Name: "seat", Doc: "One side of the table. Its attributes can be read and assigned; its zones are fields.",
		Open: "the attributes of seats and their zones",
		Fields: []Field{
			{Name: "number", Type: of(Number), Doc: "The number of the seat, from 1."},
			{Name: "next", Type: of(SeatValue), Doc: "The next seat in order."},
			{Name: "opponents", Type: list(of(SeatValue)), Doc: "The other seats, in order after this one."},
		},
	},
	{
		Name: "card",
		Doc:  "A card. Its attributes can be read, those that are state assigned; zones that it owns are fields.",
		Open: "the attributes of the card's type and the zones it owns",
		Fields: []Field{
			{Name: "id", Type: of(Word), Doc: "The id of the card as in its file."},
			{Name: "copy", Type: of(Number), Doc: "Which of the equal copies it is, from 1."},
			{Name: "type", Type: of(Word), Doc: "The type of the card."},
			{Name: "owner", Type: of(SeatValue), Write: true, Doc: "The seat it belongs to, or nil. Scripts set it."},
			{Name: "seat", Type: of(SeatValue), Write: true, Doc: "The seat that controls it, or nil until " +
				"a script sets it: card.seat = seat. move leaves it: set it where cards are dealt, drawn or " +
				"passed. It is self.seat in abilities, who is asked about optional ones, and what friendly " +
				"and enemy go by. Scenarios set it of cards that given lays into a zone of a seat."},
			{Name: "zone", Type: of(ZoneValue), Doc: "The zone it lies in."},
			{Name: "life", Type: of(Number),
				Doc: "The number of its present life: another one with each change of place. A script that keeps a " +
					"card over a question compares it."},
			{Name: "host", Type: of(CardValue), Doc: "The card that owns its zone, or nil."},
			{Name: "place", Type: of(CardValue),
				Doc: "The outermost card it lies on; the card itself in a zone of the table or of a seat."},
		},
		Methods: []Func{
			{Name: "has", Params: []Param{{Name: "ability", Type: name(RefAbility), Doc: "The name of the ability."}},
				Results: []Type{of(Flag)}, Costs: pays(Looks, "effect that lasts"),
				Doc: "Whether the card has the named ability and it works now."},
			{Name: "knows", Params: []Param{{Name: "seat", Type: of(SeatValue), Doc: "Who is asked about."}},
				Results: []Type{of(Flag)}, Doc: "Whether the seat knows which card it is."},
			{Name: "printed",
				Params: []Param{{Name: "attribute", Type: name(RefAttribute), Doc: "The name of the attribute."},
					{Name: "word", Type: of(Word), Optional: true, Doc: "Which of the values."}},
				Results: []Type{of(Any).by(ByName)},
				Doc: "The attribute as printed, without what abilities do to it; where a state attribute chooses " +
					"among several values, that for the word."},
			{Name: "zone_of",
				Params: []Param{{Name: "name", Type: name(RefZone).only(OnlyPerSeat), Doc: "The name of the zone."},
					{Name: "seat", Type: of(SeatValue), Doc: "Whose zone it is."}},
				Results: []Type{of(ZoneValue).by(ByName)},
				Doc:     "For zones per seat: the card's zone of this name for the seat."},
		},
	},
	{
		Name: "zone", Doc: "A place that holds cards.",
		Fields: []Field{
			{Name: "name", Type: of(Word), Doc: "The name of the zone."},
			{Name: "owner", Type: either(of(SeatValue), of(CardValue), of(Nothing)),
				Doc: "The seat or card that has it; nil for the table."},
			{Name: "seat", Type: either(of(SeatValue), of(Nothing)),
				Doc: "The seat that it is for: of a seat's zone, or of a zone per seat; else nil."},
			{Name: "count", Type: of(Number), Doc: "How many cards lie in it."},
			{Name: "top", Type: of(CardValue), Doc: "The top card, or nil."},
			{Name: "bottom", Type: of(CardValue), Doc: "The bottom card, or nil."},
			{Name: "empty", Type: of(Flag), Doc: "Whether no card lies in it."},
		},
		Methods: []Func{
			{Name: "cards", Results: []Type{list(of(CardValue).by(ByFirst))}, Costs: pays(Memory, "card"),
				Doc: "Its cards from top to bottom; without an order, as they came."},
			{Name: "room",
				Params: []Param{{Name: "seat", Type: of(SeatValue), Optional: true,
					Doc: "Whose cards; all if left out."}}, Results: []Type{of(Number)},
				Costs: pays(Looks, "four cards of the zone, where it has room for so many of each seat"),
				Doc:   "How many more cards may enter, of this seat if given."},
			{Name: "row", Params: seatParam, Results: []Type{of(Number)},
				Doc: "On a board: its row as the seat sees it, 1 is nearest."},
			{Name: "column", Params: seatParam, Results: []Type{of(Number)},
				Doc: "On a board: its column as the seat sees it."},
			{Name: "step",
				Params: []Param{{Name: "direction", Type: choice("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
					Doc: "N is away from the seat."}, seatParam[0]},
				Results: []Type{either(of(ZoneValue).by(ByFirst), of(Nothing))},
				Doc:     "On a board: the neighbour in a direction as the seat sees it, or nil."},
			{Name: "neighbours", Results: []Type{list(of(ZoneValue).by(ByFirst))},
				Doc: "On a board: the zones around it."},
		},
	},
	{
		Name: "event", Doc: "What an ability or an apply function gets about a raised trigger: its parameters by name.",
		Open: "the parameters of the trigger",
		Fields: []Field{
			{Name: "cancelled", Type: of(Flag), Write: true,
				Doc: "Set it to true to cancel, where the trigger allows it."},
		},
	},
	{
		Name: "options list", Doc: "A list of options, built by options().",
		Methods: []Func{
			{Name: "add",
				Params: []Param{{Name: "thing", Type: either(of(Thing), list(of(Thing))),
					Doc: "What can be chosen, or a list."}}, Results: []Type{of(OptionsValue).by(ByFirst)},
				Costs: pays(Options, "option"), Doc: "Adds a thing, or each thing of a list."},
			{Name: "product",
				Params: []Param{{Name: "first", Type: list(of(Thing)), Doc: "What the first part can be."},
					{Name: "second", Type: list(of(Thing)), Doc: "What the second part can be."}},
				Results: []Type{of(OptionsValue).by(ByFirst)},
				Costs:   pays(Options, "pair, and option of the two lists"),
				Doc: "Adds every pair of a thing of the first list and one of the second; " +
					"the answer is two values."},
			{Name: "refuse",
				Params: []Param{{Name: "thing", Type: either(of(Thing), list(of(Thing))),
					Doc: "What cannot be chosen, or a list."},
					{Name: "reason", Type: sentence("not"), Doc: "The key of a sentence, behind not."}},
				Results: []Type{of(OptionsValue)}, Costs: pays(Options, "thing"),
				Doc: "Says why a thing is not among the options, to those who ask; it adds nothing."},
			{Name: "count", Results: []Type{of(Number)}, Doc: "How many options there are."},
		},
	},
	{
		Name: "action", Doc: "An action that an ability offers, from actions().",
		Fields: []Field{
			{Name: "ability", Type: of(Word), Doc: "The named ability."},
			{Name: "card", Type: of(CardValue), Doc: "The card that carries it."},
		},
	},
}

var seatParam = []Param{{Name: "seat", Type: of(SeatValue), Doc: "Who looks at the board."}}
