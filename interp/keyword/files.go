package keyword

import "slices"

// Files are the records of the YAML files of a pack.
var Files = slices.Concat([]*Record{
	{
		Name: "pack", Doc: "pack.yaml: what the pack is.",
		Fields: []Field{
			{Name: "id", Type: of(Word), Required: true, Doc: "The short name of the pack, used on the command line."},
			{Name: "version", Type: of(Text), Required: true, Doc: "The version of the pack, such as 1.0.0."},
			{Name: "api", Type: of(Number), Required: true,
				Doc: "The number of the language version that the pack is written for."},
			{Name: "name", Type: of(Texts), Doc: "The title, by language."},
			{Name: "seats", Type: record("seats"), Doc: "How many seats may play; an overlay may leave it out."},
			{Name: "extends", Type: name(RefPack),
				Doc: "Makes the pack an overlay: the pack it changes, by id or by folder."},
			{Name: "languages", Type: list(of(Word)),
				Doc: "The languages that the pack is written in, as en or fr: it is not told of others. Left out, " +
					"they are all that the game has."},
			{Name: "licence", Type: of(Text),
				Doc: "The licence that the pack is given under, such as CC-BY-4.0; an archive names it."},
			{Name: "authors", Type: list(of(Text)), Doc: "Who made the pack; an archive names them."},
			{Name: "priority", Type: of(Number),
				Doc: "Where two overlays set the same thing, the one with the larger number holds."},
		},
	},
	{
		Name: "seats", Doc: "The smallest and the largest number of seats.",
		Fields: []Field{
			{Name: "min", Type: of(Number), Required: true, Doc: "The smallest number of seats."},
			{Name: "max", Type: of(Number), Required: true, Doc: "The largest number of seats."},
		},
	},
	{
		Name: "game file", Doc: "game.yaml: everything that exists in the game.",
		Fields: []Field{
			{Name: "options", Type: newBy(RefOption, record("option")),
				Doc: "The settings that are chosen before a game."},
			{Name: "refuse", Type: list(record("refusal")), Doc: "Combinations of options that cannot be played."},
			{Name: "words",
				Type: newBy(RefEnumeration, either(list(of(Word)), newBy(RefWord, either(of(Text), record("word"))))),
				Doc:  "Closed lists of words, such as the postures of a player."},
			{Name: "dice", Type: newBy(RefDie, list(of(Scalar))), Doc: "The dice with their faces: words or numbers."},
			{Name: "game", Type: newBy(RefAttribute, record("attribute")), Doc: "The attributes of the table."},
			{Name: "seat", Type: newBy(RefAttribute, record("attribute")), Doc: "The attributes of each seat."},
			{Name: "types", Type: newBy(RefType, record("type")), Doc: "The types of cards."},
			{Name: "sizes", Type: mapBy(RefType, of(Number)),
				Doc: "By card type: how many cards of it there are in all, copies counted. The program checks it."},
			{Name: "zones", Type: newBy(RefZone, record("zone")), Doc: "The places that hold cards."},
			{Name: "groups", Type: newBy(RefGroup, oneOrList(name(RefZones)).set()),
				Doc: "Names for several zones together."},
			{Name: "triggers", Type: newBy(RefTrigger, record("trigger")),
				Doc: "The moments that abilities can answer."},
			{Name: "forms", Type: newBy(RefForm, record("form")),
				Doc: "Headers of abilities with a name: ability{reap = f} is f with the header reap."},
			{Name: "order", Type: record("order"), Doc: "Who goes first when several seats may act."},
			{Name: "flow", Type: list(either(name(RefStep), record("phase"))), Doc: "The tree of phases and steps."},
			{Name: "position", Type: record("position"),
				Doc: "Where scenarios begin, and where cards go that they displace."},
			{Name: "undo", Type: choice(UndoWords...), Default: UndoWords[:1],
				Doc: "When a player may take an answer back: until_known (the default: until another player has " +
					"acted, chance has spoken, a hidden card has been seen, or the game has gone by what he does not " +
					"know and told or asked him something; his own card that he showed by playing it does not " +
					"count), free, ask (the other people agree) or none. Who plays alone or against bots " +
					"may always, but for none."},
			{Name: "pause", Type: of(Number),
				Doc: "For play of several people: so many seconds at most the game waits, a drawn time, where the " +
					"time itself would tell who holds what: at each window for cards in hand, whether somebody is " +
					"asked or not, and at each question behind something hidden that the rules have read. Left out " +
					"it does not wait."},
			{Name: "layout", Type: record("layout"),
				Doc: "Hints for screens: what stands where, and what a card shows large. The rules do not see it."},
			{Name: "faces", Type: mapBy(RefFace, record("card face")),
				Doc: "By card type, or all: what cards look like. A type without a face gets one from its " +
					"attributes and the layout."},
			{Name: "usual_seats", Type: of(Number),
				Doc: "The number of seats if --seats does not say it. Left out, it is the smallest number."},
			{Name: "standing", Type: name(RefStep), Doc: "A pure function(seat) that says how well a seat stands."},
			{Name: "derived", Type: newBy(RefDerived, record("derived value")),
				Doc: "Values that the rules compute and screens show, such as a total before it is counted."},
			{Name: "search", Type: record("search depth"),
				Doc: "How far bots of the kind search look ahead: what serves one game harms another. `ruledeck sim " +
					"GAME --bots` says which setting is strongest."},
			{Name: "returns", Type: name(RefStep),
				Doc: "A pure function(seat) that says what a seat gets out of a finished game; without it the " +
					"winners, or the seats of a draw, share 1."},
			{Name: "invariants", Type: list(name(RefStep)), Doc: "Pure functions that must hold between steps."},
		},
	},
	{
		Name: "word", Doc: "One word of a list: its names by language, and what it does.",
		Open: "a language, with the name of the word", OpenKeys: `^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`, OpenTexts: true,
		Fields: []Field{
			{Name: "does", Type: name(RefStep),
				Doc: "The function of the rules that the word stands for, as file.function; scripts reach it as " +
					"does.LIST[word]. Where one word of a list has it, all must."},
			{Name: "ability", Type: name(RefAbility),
				Doc: "The named ability that a card has on which the word is printed."},
		},
	},
	{
		Name: "option", Doc: "One setting of a game.",
		Marks: []string{"values", "number", "seat", "card"},
		Fields: []Field{
			{Name: "values", Type: either(list(of(Word)), newBy(RefWord, of(Texts))),
				Doc: "The words to choose from, with names by language if given as a map."},
			{Name: "number", Type: record("range"), Doc: "Makes the option a number between two bounds."},
			{Name: "seat", Type: of(Flag), Doc: "Makes the option a seat number, or random."},
			{Name: "card", Type: name(RefType),
				Doc: "Makes the option the id of a card of this type, or a file that brings one."},
			{Name: "per_seat", Type: of(Flag), Doc: "Each seat has its own value."},
			{Name: "distinct", Type: of(Flag), Doc: "The values of the seats must differ; random ones are drawn so."},
			{Name: "random", Type: of(Flag),
				Doc: "Whoever starts a game may say random, for one of the values to be drawn."},
			{Name: "default", Type: oneOrList(of(Scalar)), Required: true,
				Doc: "The value when nothing is chosen; for an option per seat, a list has one for each."},
			{Name: "overlays", Type: mapBy(RefWord, name(RefOverlay)),
				Doc: "For a value, the overlay folder that it lays over the pack."},
			{Name: "name", Type: of(Texts), Doc: "The name of the option, by language."},
			{Name: "doc", Type: of(Text), Doc: "What the option does, in one line."},
		},
	},
	{
		Name: "derived value", Doc: "A value that no attribute holds and the rules can compute.",
		Fields: []Field{
			{Name: "of", Type: name(RefStep), Required: true,
				Doc: "The function that computes it: function(seat), function(card), function(seat, card) or " +
					"function(), by `for`. It returns a number, or nil where there is none."},
			{Name: "for", Type: oneOrList(choice("seat", "card")).set(),
				Doc: "What it is of: each seat, each card that `where` names, each seat at each such card; left out, " +
					"the game."},
			{Name: "where", Type: of(Filter), Doc: "A filter on the card that it is of."},
			{Name: "what_if", Type: of(Flag),
				Doc: "The function may do what the rules do when they count the value, abilities included: it runs " +
					"aside, and nothing of it stays. Whoever is asked declines."},
			{Name: "name", Type: of(Texts), Required: true, Doc: "What screens call it, by language."},
		},
	},
	{
		Name: "range", Doc: "The bounds of a number, both included.",
		Fields: []Field{
			{Name: "min", Type: of(Number), Required: true, Doc: "The smallest number."},
			{Name: "max", Type: of(Number), Required: true, Doc: "The largest number."},
		},
	},
	{
		Name: "refusal", Doc: "A combination of options that cannot be played.",
		Fields: []Field{
			{Name: "when", Type: mapBy(RefOption, oneOrList(of(Scalar))), Required: true,
				Doc: "For each option, or seats, the values that are refused together."},
			{Name: "because", Type: name(RefText), Required: true,
				Doc: "The key of the sentence that says why; its text is rule.<key>."},
		},
	},
	{
		Name: "attribute", Doc: "A named value of the table, of a seat or of a card.",
		Fields: []Field{
			{Name: "type", Type: either(choice(AttributeTypes...), name(RefEnumeration)), Required: true,
				Doc: "What the values are; the name of a list of words stands for a word of it."},
			{Name: "of", Type: either(choice(ItemTypes...), name(RefEnumeration)),
				Doc: "The list of words that a word is from, or what the items of a list or map are."},
			{Name: "by", Type: name(RefAttribute),
				Doc: "The state attribute whose word chooses among several printed values."},
			{Name: "state", Type: of(Flag), Doc: "The value changes during a game; else it is printed on the card."},
			{Name: "start", Type: of(Scalar), Doc: "The value of a state attribute at first."},
			{Name: "keeps_in", Type: either(choice("always"), oneOrList(name(RefZones)).set()),
				Doc: "Leaving these zones sets the value back to its start; always: no end of a life does, see " +
					"lives_in."},
			{Name: "min", Type: of(Number), Doc: "The smallest number allowed; modifiers leave it no smaller."},
			{Name: "max", Type: of(Number), Doc: "The largest number allowed; modifiers leave it no larger."},
			{Name: "seen", Type: choice(SeenWords...), Default: SeenWords[:1],
				Doc: "Who may know the value: all, its owner, or nobody."},
			{Name: "internal", Type: of(Flag),
				Doc: "The value is the rules' own business: no screen shows it, and it needs no name."},
			{Name: "name", Type: of(Texts),
				Doc: "The name, by language; a value without a name is shown on no screen."},
			{Name: "doc", Type: of(Text), Doc: "What the attribute means, in one line."},
		},
	},
	{
		Name: "type", Doc: "A type of cards.",
		Fields: []Field{
			{Name: "start", Type: name(RefZone), Required: true,
				Doc: "The zone of the table where cards of this type begin."},
			{Name: "lives_in", Type: oneOrList(name(RefZones)).set(),
				Doc: "The zones that are one place to such cards: leaving them ends what play has put on the " +
					"card, its lasting effects, used-up limits and state attributes. Left out, they are the zones " +
					"that active names, and attributes stay as they are."},
			{Name: "active", Type: of(Filter), Doc: "A filter on the card: when its abilities work."},
			{Name: "attributes", Type: newBy(RefAttribute, record("attribute")), Doc: "The attributes of such cards."},
			{Name: "check", Type: name(RefStep),
				Doc: "A pure function(card) that lists the mistakes of such a card: {text, entry, values}."},
			{Name: "name", Type: of(Texts), Doc: "The name, by language."},
			{Name: "doc", Type: of(Text), Doc: "What such cards are, in one line."},
		},
	},
	{
		Name: "zone", Doc: "A place that holds cards.",
		Fields: []Field{
			{Name: "of", Type: choice("table", "seat", "card"), Required: true,
				Doc: "Who has such a zone: the table, each seat, or cards, which may carry cards that carry cards, " +
					"32 high at most."},
			{Name: "types", Type: oneOrList(name(RefType)).set(),
				Doc: "For zones of cards: the types of cards that have it."},
			{Name: "falls_to", Type: name(RefZone),
				Doc: "For zones of cards: where what lies there goes when the life of its card ends, to its " +
					"owner's zone; it goes along if left out. Into a zone that not all see it never goes along: " +
					"it falls to the start of its type."},
			{Name: "per_seat", Type: of(Flag), Doc: "Each holder has one such zone for every seat."},
			{Name: "ordered", Type: of(Flag), Doc: "The cards lie in an order."},
			{Name: "bag", Type: of(Flag), Doc: "Drawn from without looking; what goes in is known to nobody."},
			{Name: "seen", Type: choice(SeenWords...), Default: SeenWords[:1],
				Doc: "Who may see the cards: all, the owner, or nobody."},
			{Name: "accepts", Type: oneOrList(name(RefType)).set(),
				Doc: "The types of cards that may enter; all if left out."},
			{Name: "capacity", Type: of(Number), Doc: "How many cards it holds at most."},
			{Name: "capacity_each", Type: of(Number), Doc: "How many cards of one controller it holds at most."},
			{Name: "board", Type: record("board"), Doc: "Makes it a board: rows times columns zones of the table."},
			{Name: "name", Type: of(Texts), Doc: "The name, by language."},
			{Name: "doc", Type: of(Text), Doc: "What the zone is, in one line."},
		},
	},
	{
		Name: "board", Doc: "The size of a board.",
		Fields: []Field{
			{Name: "rows", Type: of(Number), Required: true,
				Doc: "The number of rows; row 1 is nearest to the seat that looks."},
			{Name: "columns", Type: of(Number), Required: true, Doc: "The number of columns."},
		},
	},
	{
		Name: "trigger", Doc: "A moment that abilities can answer.",
		Marks: []string{"doc", "params"},
		Fields: []Field{
			{Name: "doc", Type: of(Text), Doc: "When it is raised, in one line."},
			{Name: "params", Type: newBy(RefParameter, record("parameter")),
				Doc: "What an ability gets to know about the moment."},
			{Name: "windows", Type: oneOrList(choice(WindowNames...)).set(), Default: WindowNames,
				Doc: "Where abilities may act; all if left out."},
			{Name: "cancel", Type: of(Flag), Doc: "Abilities may cancel what is about to happen."},
			{Name: "scope", Type: name(RefParameter),
				Doc: "The card parameter that is the place: only cards there hear it, unless they act anywhere."},
			{Name: "chooses", Type: name(RefParameter),
				Doc: "The seat that says in which order mandatory abilities act before the change."},
			{Name: "must_stay", Type: oneOrList(name(RefParameter)).set(),
				Doc: "Card parameters: if such a card has begun another life before the change, nothing happens."},
			{Name: "order_from", Type: name(RefParameter),
				Doc: "The seat parameter at which the order of the seats starts."},
			{Name: "name", Type: of(Texts), Doc: "The name, by language."},
		},
	},
	{
		Name: "parameter", Doc: "A parameter of a trigger.",
		Fields: []Field{
			{Name: "type", Type: either(choice(ParameterTypes...), name(RefEnumeration)), Required: true,
				Doc: "What the value is; the name of a list of words stands for a word of it."},
			{Name: "of", Type: name(RefEnumeration), Doc: "The list of words that a word is from."},
			{Name: "write", Type: of(Flag), Doc: "Abilities may change it, before the moment is applied."},
			{Name: "result", Type: of(Flag), Doc: "The function that carries the change out sets it; until then it " +
				"is 0, false or nothing. Abilities after it, and who raised it, read what was truly done."},
			{Name: "doc", Type: of(Text), Doc: "What the parameter is, in one line."},
		},
	},
	{
		Name: "form", Doc: "The header of abilities of a form: an ability's own fields come on top of it.",
		Fields: []Field{
			{Name: "doc", Type: of(Text), Doc: "When such abilities act, in one line."},
			{Name: "name", Type: of(Texts), Doc: "The word before the text of such abilities, by language."},
			{Name: "on", Type: name(RefTrigger), Doc: "The trigger that they answer."},
			{Name: "window", Type: choice(WindowNames...), Doc: "Where at the trigger they act."},
			{Name: "action", Type: of(Word), Doc: "Makes them actions, offered under this word."},
			{Name: "may", Type: of(Flag), Doc: "The seat of the card is asked whether to use them."},
			{Name: "where", Type: record("where"), Doc: "Conditions on the card and on the parameters of the trigger."},
			{Name: "limit", Type: record("limit"), Doc: "How often each may act."},
			{Name: "target", Type: record("form target"), Doc: "What of their target they share."},
			{Name: "active", Type: of(Filter), Doc: "A filter on their card: when they work."},
			{Name: "heard", Type: choice("before", "after"), Doc: "The state on which they are judged."},
			{Name: "anywhere", Type: of(Flag), Doc: "They hear the trigger at every place."},
		},
	},
	{
		Name: "order", Doc: "Who goes first when several seats may act.",
		Fields: []Field{
			{Name: "own", Type: choice("age", "ask"),
				Doc: "In which order a seat's own mandatory abilities act: the oldest first, or as the seat says."},
			{Name: "from", Type: name(RefGameSeat), Doc: "The game attribute that holds the first seat."},
			{Name: "rounds", Type: of(Flag), Doc: "The seats go round until all decline in a row."},
		},
	},
	{
		Name: "search depth", Doc: "How far bots look ahead, counted in decisions of each seat.",
		Fields: []Field{
			{Name: "depth", Type: of(Number),
				Doc: "Through how many decisions of each seat a playout goes before the standing is asked, at the " +
					"next point where nothing is going on. 0: only what the reply leads to at once, for a standing " +
					"that is sharp at once and blunt later; left out, it is 6."},
			{Name: "playouts", Type: of(Number),
				Doc: "How many playouts bots spend on a decision if --seats does not say it; left out, it is 200. " +
					"`ruledeck tune` finds all three."},
			{Name: "bluff", Type: of(Flag),
				Doc: "The game is small, and the answers of a seat give hints about its hidden cards, as in poker: " +
					"bots reason from the deal on, and mix their answers. It does not help in a large game."},
			{Name: "rollout", Type: of(Number),
				Doc: "How many decisions of a playout are answered at random after the ones already tried. Give " +
					"more if the standing shows late what a reply was worth; left out, it is 0."},
		},
	},
	{
		Name: "position", Doc: "Where scenarios begin, and where cards go that they displace.",
		Fields: []Field{
			{Name: "start", Type: name(RefStep),
				Doc: "The step of the flow before which a scenario begins, if it does not say."},
			{Name: "rest", Type: mapBy(RefType, name(RefZone)),
				Doc: "By card type: the zone that takes cards a scenario puts aside; the type's start if left " +
					"out. In a zone of the table they belong to no seat, as if never dealt."},
			{Name: "clear", Type: oneOrList(name(RefZones)).set(),
				Doc: "Zones that are empty in a scenario that does not mention them; their cards go to rest."},
			{Name: "game", Type: mapOf(of(Any)).like(record("state of the table")),
				Doc: "What attributes of the table are in a scenario that does not say it."},
			{Name: "seats", Type: mapBy(RefAttribute, of(Any)),
				Doc: "What attributes of every seat are in a scenario that does not say it."},
		},
	},
	{
		Name: "layout", Doc: "Hints for screens: what stands where, and what a card shows large.",
		Gone: map[string]string{"sums": "it added up what cards show, and rules count more than that"},
		Fields: []Field{
			{Name: "table", Type: oneOrList(name(RefZone)),
				Doc: "The zones of the table in the order in which they stand; the rest follow."},
			{Name: "seat", Type: oneOrList(name(RefZone)),
				Doc: "The zones of a seat in the order in which they stand; the rest follow."},
			{Name: "hide", Type: oneOrList(name(RefZones)),
				Doc: "Zones that no screen shows unless a question is about them."},
			{Name: "piles", Type: oneOrList(name(RefZones)),
				Doc: "Zones that stand as a pile with a count; looking at the pile shows its cards."},
			{Name: "texts", Type: oneOrList(name(RefZones)),
				Doc: "Zones whose cards stand with their texts, since those hold for everybody."},
			{Name: "slots", Type: mapBy(RefType, oneOrList(name(RefZone))),
				Doc: "By card type: the zones on such a card, in the order in which they stand beside it."},
			{Name: "sort", Type: mapBy(RefZone, oneOrList(name(RefAttribute))),
				Doc: "By zone: the attributes by which its cards stand in order, where the rules keep none."},
			{Name: "turn", Type: oneOrList(name(RefAttribute)),
				Doc: "Attributes of seats that are shown of the seat whose turn it is alone."},
			{Name: "quiet", Type: mapBy(RefAttribute, oneOrList(of(Scalar))),
				Doc: "By attribute of the table or of seats: the values that go without saying."},
			{Name: "icons", Type: mapOf(of(Texts)),
				Doc: "By word, attribute or card type: the sign or the short form that stands for it where room is " +
					"scarce."},
			{Name: "face", Type: mapBy(RefType, record("face")), Doc: "By card type: what its cards show."},
		},
	},
	{
		Name: "face", Doc: "What the cards of a type show, and where.",
		Fields: []Field{
			{Name: "corner", Type: oneOrList(name(RefAttribute)),
				Doc: "The values that stand large in the corner, such as a strength or a price."},
			{Name: "line", Type: oneOrList(name(RefAttribute)),
				Doc: "The values that stand in a line under the name, in this order."},
			{Name: "left", Type: oneOrList(name(RefAttribute)),
				Doc: "The values at the left edge; they go with the first of the card's slots."},
			{Name: "middle", Type: oneOrList(name(RefAttribute)),
				Doc: "The values in the middle; they go with a slot between the first and the last."},
			{Name: "right", Type: oneOrList(name(RefAttribute)),
				Doc: "The values at the right edge; they go with the last of the card's slots."},
			{Name: "turned", Type: mapBy(RefAttribute, oneOrList(of(Scalar))),
				Doc: "By attribute: the words or flags with which the card lies turned."},
			{Name: "quiet", Type: mapBy(RefAttribute, oneOrList(of(Scalar))),
				Doc: "By attribute: the values that go without saying."},
			{Name: "hide", Type: oneOrList(name(RefAttribute)),
				Doc: "The values that stand on no short form of the card; all of the card still has them."},
		},
	},
	{
		Name: "phase", Doc: "A named part of the turn structure; <phase>.begins and <phase>.ends are its triggers.",
		Fields: []Field{
			{Name: "phase", Type: of(Word), Required: true, Doc: "The name of the phase."},
			{Name: "name", Type: of(Texts), Doc: "The name shown, by language."},
			{Name: "repeat", Type: record("repeat"), Doc: "Plays the phase again and again."},
			{Name: "turns", Type: record("turns"), Doc: "Gives the steps of the phase to the seats in turn."},
			{Name: "do", Type: oneOrList(either(name(RefStep), record("phase"))), Required: true,
				Doc: "The steps and phases inside, in order."},
			{Name: "doc", Type: of(Text), Doc: "What happens in the phase, in one line."},
		},
	},
	{
		Name: "repeat", Doc: "How often a phase is played; one of the two.",
		Fields: []Field{
			{Name: "until", Type: name(RefStep), Doc: "A pure function, asked after each time: true ends it."},
			{Name: "times", Type: of(Number), Doc: "The number of times."},
		},
	},
	{
		Name: "turns", Doc: "How the seats take turns in a phase.",
		Fields: []Field{
			{Name: "from", Type: name(RefGameSeat),
				Doc: "The game attribute that holds the first seat; the pack's order if left out."},
			{Name: "until", Type: choice("passed", "once"),
				Doc: "Go round until all have passed, or once (the default). To answer what another seat is about to " +
					"do is no turn: that is an ability with window = \"respond\"."},
		},
	},
}, faces)

// The closed lists of words of the files.
var (
	// AttributeTypes are the types of attributes.
	AttributeTypes = []string{"number", "flag", "word", "card", "seat", "zone", "text", "list", "map"}
	// ItemTypes are the types of the items of lists and maps.
	ItemTypes = []string{"number", "flag", "word", "text", "list", "map"}
	// ParameterTypes are the types of the parameters of triggers.
	ParameterTypes = []string{"number", "flag", "word", "card", "seat", "zone"}
	// AbilityParamTypes are the types of the parameters of abilities.
	AbilityParamTypes = []string{"number", "flag", "word", "text", "list", "map"}
	// SeenWords say who may see something.
	SeenWords = []string{"all", "owner", "nobody"}
	// UndoWords say when an answer may be taken back; the first is the default.
	UndoWords = []string{"until_known", "free", "ask", "none"}
	// WindowNames are where at a trigger an ability acts, in their order.
	WindowNames = []string{"respond", "replace", "before", "after"}
)
