package keyword

// Tables are the records of tables that scripts write, beside the filters on cards and
// seats, which package filter has.
var Tables = []*Record{
	{
		Name: "draw",
		Doc:  "The end of a game that no seat wins, for finish: each seat of the list gets the same share of a win.",
		Fields: []Field{{Name: "draw", Type: list(of(SeatValue)), Required: true,
			Doc: "The seats that share the game: all of them, or the tied ones."}},
	},
	{
		Name: "bounds", Doc: "A condition on a number; at least one of the two.",
		Fields: []Field{
			{Name: "min", Type: of(Number), Doc: "The smallest number that passes."},
			{Name: "max", Type: of(Number), Doc: "The largest number that passes."},
		},
	},
	{
		Name: "where", Doc: "The conditions of an ability, by the parameter they look at.",
		Open: "the parameters of the trigger: a filter, a value, a list of values or {min, max}",
		Adds: []Added{{Names: RefParameter, As: AsCompared}},
		Fields: []Field{
			{Name: "self", Type: of(Filter), Doc: "A condition on the ability's own card."},
		},
	},
	{
		Name: "ability", Doc: "ability{...}: what a script answers to, and when.",
		Fields: []Field{
			{Name: "name", Type: of(Texts), Doc: "The name shown, by language."},
			{Name: "doc", Type: of(Text), Doc: "What the ability does, in one line."},
			{Name: "on", Type: name(RefTrigger), Doc: "The trigger that the ability answers."},
			{Name: "window", Type: choice(WindowNames...),
				Doc: "Where at the trigger it acts; after if left out. To respond, before all else, the seats " +
					"are asked in order until all have passed in a row; what a response raises may be responded " +
					"to in turn, and happens first."},
			{Name: "action", Type: of(Word),
				Doc: "Makes it an action, offered under this word by actions(word, seat)."},
			{Name: "modifies", Type: name(RefAttribute), Doc: "Makes it a modifier of this attribute of cards."},
			{Name: "of_seat", Type: name(RefAttribute), Doc: "Makes it a modifier of this attribute of seats."},
			{Name: "of_game", Type: name(RefAttribute), Doc: "Makes it a modifier of this attribute of the table."},
			{Name: "may", Type: of(Flag), Doc: "The seat of the card is asked whether to use it."},
			{Name: "where", Type: record("where"), Doc: "Conditions on the card and on the parameters of the trigger."},
			{Name: "when", Type: of(Function),
				Doc: "A pure function for what the conditions cannot say: true lets it act. Behind false it may " +
					"return why: the key of a sentence, behind not."},
			{Name: "among", Type: of(Function),
				Doc: "A pure function that returns what there is to act on, as a list or as options(): with nothing " +
					"it does not act, else run gets it behind ev or the seat."},
			{Name: "target", Type: either(of(Filter), record("target")),
				Doc: "What it acts on, which its seat chooses: with nothing to choose from it does not act, else " +
					"run gets the answer behind ev or the seat."},
			{Name: "run", Type: of(Function), Doc: "What it does."},
			{Name: "limit", Type: record("limit"), Doc: "How often it may act."},
			{Name: "active", Type: of(Filter),
				Doc: "A filter on its card: when it works; that of the card's type if left out."},
			{Name: "heard", Type: choice("before", "after"),
				Doc: "Whether an ability of the after window is judged on the state before or after the change; " +
					"after if left out."},
			{Name: "anywhere", Type: of(Flag), Doc: "It hears the trigger at every place, beyond the trigger's scope."},
			{Name: "params", Type: mapOf(record("ability parameter")), Doc: "What a card may set about the ability."},
			{Name: "of", Type: either(of(Filter), record("seat filter")),
				Doc: "Modifiers: a filter on the card or seat whose attribute is read."},
			{Name: "set", Type: of(Scalar), Doc: "Modifiers: the value takes the place of the printed one."},
			{Name: "add", Type: of(Scalar),
				Doc: "Modifiers: the number is added. A declared parameter may be named, here and in set, at_least, " +
					"at_most."},
			{Name: "at_least", Type: of(Scalar), Doc: "Modifiers: the value is no smaller than this."},
			{Name: "at_most", Type: of(Scalar), Doc: "Modifiers: the value is no larger than this."},
			{Name: "amount", Type: of(Function),
				Doc: "Modifiers: a pure function(self, card, params) that gives the number; write add = true and the " +
					"like to say what is done with it."},
		},
	},
	{
		Name: "target", Doc: "What an ability acts on.",
		Fields: targetFields(true),
	},
	{
		Name: "form target", Doc: "What abilities of a form share of their targets.",
		Fields: targetFields(false),
	},
	{
		Name: "limit", Doc: "How often an ability may act.",
		Fields: []Field{
			{Name: "times", Type: of(Number), Required: true, Doc: "The number of uses."},
			{Name: "per", Type: either(choice("game"), name(RefTrigger)), Required: true,
				Doc: "The trigger that sets the count back when it is raised, or game for never. Unless it is game, " +
					"the count ends with the card's life too."},
			{Name: "by", Type: choice("seat", "card"), Default: []string{"seat"},
				Doc: "Whose count it is: that of each seat that controls the card, or the card's own."},
		},
	},
	{
		Name: "ability parameter", Doc: "Something that a card may set about an ability.",
		Fields: []Field{
			{Name: "type", Type: either(choice(AbilityParamTypes...), name(RefEnumeration)), Required: true,
				Doc: "What the value is; the name of a list of words stands for a word of it."},
			{Name: "of", Type: name(RefEnumeration), Doc: "The list of words that a word is from."},
			{Name: "default", Type: of(Any),
				Doc: "The value when a card gives none; a parameter without it must be given."},
			{Name: "doc", Type: of(Text), Doc: "What it sets, in one line."},
		},
	},
	{
		Name: "finding", Doc: "What a type's check function returns a list of: something that is wrong with a card.",
		Fields: []Field{
			{Name: "text", Type: sentence("check"), Required: true,
				Doc: "The key of the sentence, below check.; rule, by, entry and the values fill it."},
			{Name: "entry", Type: of(Text),
				Doc: "Where in the card's file, as starters[4] or deck.r03; the card itself if left out."},
			{Name: "rule", Type: of(Text), Doc: "The rule that is broken."},
			{Name: "by", Type: of(Number), Doc: "How far it misses."},
			{Name: "values", Type: mapOf(of(Any)), Doc: "Further values for the sentence."},
		},
	},
	{
		Name: "lasting", Doc: "lasting{...}: an ability that acts for a time though it is on no card in play.",
		Fields: []Field{
			{Name: "ability", Type: name(RefAbility), Required: true, Doc: "The named ability."},
			{Name: "on", Type: of(CardValue), Doc: "The card that stands as the ability's own card."},
			{Name: "seat", Type: of(SeatValue), Doc: "The seat it acts for; that of the card if left out."},
			{Name: "until_", Type: name(RefTrigger),
				Doc: "The trigger that ends it, the first one raised, of whatever card or seat; none if left " +
					"out. until_seat narrows it, and a trigger of its own, raised just then."},
			{Name: "until_seat", Type: of(SeatValue), Doc: "Only a trigger that names this seat ends it."},
			{Name: "params", Type: mapBy(RefParameter, of(Scalar)), Doc: "The parameters of the ability."},
			{Name: "while_", Type: of(CardValue), Doc: "The ability ends with the life of this card too."},
		},
	},
	{
		Name: "choose.one", Doc: "choose.one{...}: one of several things.",
		Fields: choiceFields(
			Field{Name: "from", Type: either(list(of(Thing)), of(OptionsValue)), Required: true,
				Doc: "The things to choose from."},
			Field{Name: "optional", Type: of(Flag), Doc: "The seat may decline; the answer is then nil."},
		),
	},
	{
		Name: "choose.some", Doc: "choose.some{...}: several of several things.",
		Fields: choiceFields(
			Field{Name: "from", Type: either(list(of(Thing)), of(OptionsValue)), Required: true,
				Doc: "The things to choose from."},
			Field{Name: "min", Type: of(Number).least(0), Doc: "How many at least; 0 if left out."},
			Field{Name: "max", Type: of(Number).least(0), Doc: "How many at most; all if left out."},
		),
	},
	{
		Name: "choose.order", Doc: "choose.order{...}: all of the things, in the order that the seat wants.",
		Fields: choiceFields(
			Field{Name: "from", Type: list(of(Thing)), Required: true, Doc: "The things to put in order."},
		),
	},
	{
		Name: "choose.yes", Doc: "choose.yes{...}: yes or no.",
		Fields: choiceFields(),
	},
	{
		Name: "choose.number", Doc: "choose.number{...}: a number.",
		Fields: choiceFields(
			Field{Name: "min", Type: of(Number), Required: true, Doc: "The smallest number."},
			Field{Name: "max", Type: of(Number), Required: true, Doc: "The largest number."},
		),
	},
	{
		Name: "choose.split", Doc: "choose.split{...}: an amount shared out among things.",
		Fields: choiceFields(
			Field{Name: "from", Type: list(of(Thing)), Required: true, Doc: "The things that get a share."},
			Field{Name: "total", Type: of(Number).least(0), Required: true, Doc: "The amount to share out."},
			Field{Name: "max", Type: of(Number).least(0), Doc: "The largest share of one thing."},
		),
	},
	{
		Name: "choose.secret", Doc: "choose.secret{...}: several seats choose at once, each unknown to the others.",
		Fields: []Field{
			{Name: "seats", Type: list(of(SeatValue)), Required: true, Doc: "The seats that choose."},
			promptField, aboutField,
			{Name: "from", Type: either(calledWith(of(SeatValue)), list(of(Thing))), Required: true,
				Doc: "A function(seat) that gives the things this seat chooses from, or one list for all."},
			{Name: "min", Type: of(Number).least(0), Doc: "How many at least; 1 if left out, 0 if max is written."},
			{Name: "max", Type: of(Number).least(0),
				Doc: "How many at most; 1 if left out. Where it is written, even as 1, the answers are lists."},
			{Name: "optional", Type: of(Flag), Doc: "Seats may decline, as with min = 0: nil where max is left out."},
		},
	},
}

var (
	promptField = Field{Name: "prompt", Type: sentence("prompt"), Required: true,
		Doc: "The key of the question; its text is prompt.<key>."}
	aboutField = Field{Name: "about", Type: mapOf(of(Any)), Doc: "Values for the names in the question's text."}
)

// choiceFields puts what all questions to one seat share before its own fields.
func choiceFields(own ...Field) []Field {
	fields := []Field{
		{Name: "seat", Type: of(SeatValue), InRules: true,
			Doc: "The seat that is asked; in an ability its own if left out."},
		{Name: "prompt", Type: sentence("prompt"), InRules: true,
			Doc: "The key of the question, whose text is prompt.<key>; in an ability target, about its card, if left " +
				"out."},
		aboutField,
	}
	return append(fields, own...)
}

// targetFields are the fields of a target; a form need not say from what.
func targetFields(needed bool) []Field {
	return []Field{
		{Name: "from", Type: either(of(Filter), of(Function)), Required: needed,
			Doc: "A filter on the cards that can be chosen, or a pure function that returns what can be, as a list " +
				"or as options()."},
		{Name: "min", Type: of(Number).least(0),
			Doc: "How many at least, or all there are if they are fewer; 1 if left out, 0 if max is written."},
		{Name: "max", Type: of(Number).least(1),
			Doc: "How many at most. Where min or max is written, run gets a list."},
		{Name: "optional", Type: of(Flag), Doc: "The seat may decline; run is not called then."},
		{Name: "needed", Type: of(Flag), Doc: "false: it may act with nothing to choose from, and does nothing then; " +
			"true if left out."},
		{Name: "all", Type: of(Flag), Doc: "All of them, as a list, and nobody is asked."},
		{Name: "by", Type: name(RefParameter),
			Doc: "The seat parameter of the trigger whose seat chooses; the ability's own if left out."},
		{Name: "prompt", Type: sentence("prompt"), Doc: "The key of the question; target if left out."},
	}
}
