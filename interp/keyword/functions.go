package keyword

// Functions are what scripts can call of the game, beside the methods of the
// entities and what the language itself brings (Library).
var Functions = []Func{
	{Name: "ability", Table: "ability", Results: []Type{of(Any)}, Doc: "Declares an ability; a file under abilities returns one or several."},

	{Name: "cards", Table: "card filter", Results: []Type{list(of(CardValue))}, Doc: "The cards that pass the filter, in a fixed order."},
	{Name: "count", Table: "card filter", Results: []Type{of(Number)}, Doc: "How many cards pass the filter."},
	{Name: "any", Table: "card filter", Results: []Type{of(Flag)}, Doc: "Whether a card passes the filter."},
	{Name: "first", Table: "card filter", Results: []Type{either(of(CardValue), of(Nothing))}, Doc: "The first card that passes the filter, or nil."},
	{Name: "known", Params: []Param{{Name: "id", Type: of(Any), Doc: "What may be the id of a card, such as an entry of a list."}}, Results: []Type{of(Flag)}, Doc: "Whether the pack has a card of this id; first{id = ...} fails where it has none."},
	{Name: "sum", Params: []Param{{Name: "attribute", Type: name(RefAttribute), Doc: "The attribute that is added up."}, {Name: "filter", Type: of(Filter), Doc: "Which cards count."}}, Results: []Type{of(Number)}, Doc: "The sum of a number attribute over the cards that pass the filter."},
	{Name: "board", Params: []Param{{Name: "zone", Type: name(RefZone), Doc: "The name of the board."}, {Name: "row", Type: of(Number), Doc: "The row, 1 is nearest to the seat."}, {Name: "column", Type: of(Number), Doc: "The column, from the left of the seat."}, {Name: "seat", Type: of(SeatValue), Doc: "Who looks at the board."}}, Results: []Type{of(ZoneValue)}, Doc: "The zone of a board at a row and column as the seat sees them."},

	{Name: "move", Changes: true, Params: []Param{cardsParam, {Name: "zone", Type: of(ZoneValue), Doc: "Where they go."}, {Name: "place", Type: either(choice("top", "bottom"), of(Number)), Optional: true, Doc: "Where in an ordered zone; on top if left out."}}, Doc: "Moves a card, or cards in order, to a zone."},
	{Name: "shuffle", Changes: true, Params: []Param{{Name: "zone", Type: of(ZoneValue), Doc: "What is shuffled, such as a deck."}}, Doc: "Shuffles an ordered zone."},
	{Name: "draw_from", Changes: true, Params: []Param{{Name: "bag", Type: of(ZoneValue), Doc: "The zone that is drawn from."}, {Name: "n", Type: of(Number), Optional: true, Doc: "How many; one card alone, not a list, if left out."}}, Results: []Type{either(of(CardValue), list(of(CardValue)))}, Doc: "Takes a card, or n cards as a list, at random without looking; they stay where they are until moved."},
	{Name: "roll", Changes: true, Params: []Param{{Name: "die", Type: name(RefDie), Doc: "The name of the die."}, {Name: "n", Type: of(Number), Optional: true, Doc: "How many times; one face alone, not a list, if left out."}, {Name: "seen_by", Type: either(of(SeatValue), list(of(SeatValue))), Optional: true, Doc: "Who sees the result; all if left out."}}, Results: []Type{either(of(Scalar), list(of(Scalar)))}, Doc: "Rolls a die and gives its face; with n, a list of faces. All see it unless seats are given."},
	{Name: "reveal", Changes: true, Params: []Param{cardsParam, {Name: "seat", Type: of(SeatValue), Optional: true, Doc: "Who gets to know it; all if left out."}}, Doc: "Lets a seat, or all, know which card it is."},
	{Name: "conceal", Changes: true, Params: []Param{cardsParam}, Doc: "Takes the knowledge of which card it is."},

	{Name: "schedule", Changes: true, Params: []Param{{Name: "step", Type: name(RefStep), Doc: "The name of the step, file.function."}, {Name: "arguments", Type: of(Thing), Rest: true, Doc: "What the step is called with."}}, Doc: "Adds a step that runs after this one, in order of scheduling."},
	{Name: "raise", Changes: true, Params: []Param{{Name: "trigger", Type: name(RefTrigger), Doc: "The name of the trigger."}, {Name: "params", Type: mapOf(of(Any)), Optional: true, Doc: "The values of its parameters, by name."}, {Name: "apply", Type: of(Function), Optional: true, Doc: "What makes the change; it gets the parameters as they are by then, and is left out if the moment is cancelled."}}, Results: []Type{of(EventValue)}, Doc: "Raises a trigger: abilities of replace and before, then apply, then those of after. Gives the parameters as they ended up."},
	{Name: "raise_all", Changes: true, Params: []Param{{Name: "trigger", Type: name(RefTrigger), Doc: "The name of the trigger."}, {Name: "params", Type: list(mapOf(of(Any))), Doc: "For each of the moments the values of its parameters."}, {Name: "apply", Type: of(Function), Optional: true, Doc: "What makes the change of each."}}, Results: []Type{list(of(EventValue))}, Doc: "Raises a trigger several times at once, as simultaneous moments."},
	{Name: "say", Changes: true, Params: []Param{{Name: "key", Type: name(RefText), Doc: "The key of the sentence, behind say."}, {Name: "values", Type: mapOf(of(Any)), Optional: true, Doc: "What its placeholders stand for: cards, seats, words, numbers, or lists of them."}, {Name: "seat", Type: of(SeatValue), Optional: true, Doc: "Who alone is told; all if left out."}}, Doc: "Writes a line into the transcript, for one seat alone if given; its text is say.<key>."},
	{Name: "pass", Changes: true, Params: []Param{{Name: "seat", Type: of(SeatValue), Doc: "The seat that takes no more turns."}}, Doc: "Takes a seat out of the running turns."},
	{Name: "passed", Params: []Param{{Name: "seat", Type: of(SeatValue), Doc: "The seat that is asked about."}}, Results: []Type{of(Flag)}, Doc: "Whether a seat is out of the running turns."},
	{Name: "seats_from", Params: []Param{{Name: "seat", Type: of(SeatValue), Doc: "The seat that comes first."}}, Results: []Type{list(of(SeatValue))}, Doc: "All seats in order, beginning with this one."},
	{Name: "finish", Changes: true, Params: []Param{{Name: "winners", Type: either(of(SeatValue), list(of(SeatValue))), Optional: true, Doc: "A seat, a list of seats, or {} for nobody."}, {Name: "reason", Type: name(RefText), Optional: true, Doc: "The key of a sentence, behind finish."}}, Doc: "Ends the game at once with these winners; with none, nobody wins. Nothing of the script or the step runs after it."},
	{Name: "lasting", Changes: true, Table: "lasting", Doc: "Lets an ability act for a time though it is on no card in play."},
	{Name: "expire", Changes: true, Params: []Param{{Name: "ability", Type: name(RefAbility), Doc: "The name of the ability."}, {Name: "card", Type: of(CardValue), Optional: true, Doc: "Whose effects end; those of all cards if left out."}}, Doc: "Ends lasting abilities of this name, of the card if given."},

	{Name: "actions", Params: []Param{{Name: "word", Type: of(Word), Doc: "The word under which abilities offer themselves: action = ... in their headers."}, {Name: "seat", Type: of(SeatValue), Doc: "To whom they are offered."}}, Results: []Type{list(of(ActionValue))}, Doc: "The actions that abilities offer the seat under the word."},
	{Name: "perform", Changes: true, Params: []Param{{Name: "action", Type: of(ActionValue), Doc: "One of those that actions gave."}, {Name: "seat", Type: of(SeatValue), Doc: "Who acts."}}, Doc: "Carries out an offered action."},

	{Name: "options", Results: []Type{of(OptionsValue)}, Doc: "Starts a list of options of several kinds, or of pairs."},
	{Name: "choose.one", Changes: true, Table: "choose.one", Results: []Type{either(of(Thing), of(Nothing))}, Open: true, Doc: "Asks a seat for one of several things; nil if it declines or there is none. Pairs come back as two values."},
	{Name: "choose.some", Changes: true, Table: "choose.some", Results: []Type{list(of(Thing))}, Doc: "Asks a seat for several of several things."},
	{Name: "choose.order", Changes: true, Table: "choose.order", Results: []Type{list(of(Thing))}, Doc: "Asks a seat to put things in order."},
	{Name: "choose.yes", Changes: true, Table: "choose.yes", Results: []Type{of(Flag)}, Doc: "Asks a seat for yes or no."},
	{Name: "choose.number", Changes: true, Table: "choose.number", Results: []Type{of(Number)}, Doc: "Asks a seat for a number."},
	{Name: "choose.split", Changes: true, Table: "choose.split", Results: []Type{list(list(of(Any)))}, Doc: "Asks a seat to share out an amount: a list of {thing, share}."},
	{Name: "choose.secret", Changes: true, Table: "choose.secret", Results: []Type{mapOf(of(Thing))}, Doc: "Asks several seats at once, each unknown to the others: the answers by seat number."},
}

var cardsParam = Param{Name: "cards", Type: either(of(CardValue), list(of(CardValue))), Doc: "A card, or a list of cards."}
