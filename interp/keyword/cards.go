package keyword

// Contents are the records of the files with cards, texts and rulings.
var Contents = []*Record{
	{
		Name: "card file", Doc: "cards/**/*.yaml: cards, and in an overlay what changes about them.",
		Fields: []Field{
			{Name: "game", Type: of(Word),
				Doc: "The game's id, for a file that stands by itself and is named by an option."},
			{Name: "defaults", Type: of(Any).like(record("card")),
				Doc: "Fields for every card of the file that does not give its own."},
			{Name: "cards", Type: list(record("card")), Doc: "The cards."},
			{Name: "patch", Type: list(record("card patch")),
				Doc: "Overlays: fields to change on cards of the base; the rest stays."},
			{Name: "replace", Type: list(record("card")), Doc: "Overlays: whole cards in place of cards of the base."},
			{Name: "remove", Type: list(name(RefCard)), Doc: "Overlays: cards of the base that are not in the game."},
		},
	},
	cardRecord,
	{
		Name: "columns file", Doc: "cards/**/<sheet>.columns.yaml: what the columns of the sheet beside it mean.",
		Fields: []Field{
			{Name: "read", Type: of(Any),
				Doc: "How the file is written: format (csv, xlsx, json, tts or cockatrice), encoding, separator " +
					"(, ; | or tab), quotes (no: they are letters), sheet of a workbook, cards (the way to the list " +
					"in a JSON file), heading (its line, -1 for none), leave (rows that are no cards: notes, total)."},
			{Name: "type", Type: name(RefType), Doc: "The type of all cards."},
			{Name: "rows", Type: choice("cards", "patch"),
				Doc: "patch: the rows change cards that there are, as a table of costs in an overlay does. An empty " +
					"cell changes nothing."},
			{Name: "id", Type: oneOrList(of(Text)),
				Doc: "The headings of the cells that make the ids, the second where names are equal. Left out, a " +
					"column has the ids as they are."},
			{Name: "none", Type: list(of(Text)), Doc: "Cells that say that there is nothing, such as -."},
			{Name: "ignore", Type: list(of(Text)), Doc: "The headings of columns that are not read."},
			{Name: "markup", Type: choice("html"),
				Doc: "html: texts have tags, which become `**bold**`, `_italic_` and lines."},
			{Name: "icons", Type: of(Any), Doc: "Signs in texts with the icons that they are: {\"[coin]\": coin}."},
			{Name: "columns", Type: of(Any), Required: true,
				Doc: "By heading: id, type, copies, name.en, text.en, or an attribute; for a list " +
					"{to: traits, split: \",\"}. Two columns of one text are two paragraphs."},
		},
	},
	{
		Name: "edit",
		Doc:  "cards/**/<sheet>.edits.yaml: a value that was changed since the sheet was taken.",
		Fields: []Field{
			{Name: "id", Type: of(Word), Required: true, Doc: "The card."},
			{Name: "field", Type: of(Word), Required: true, Doc: "What its column means, such as name.en."},
			{Name: "was", Type: of(Text),
				Doc: "What the cell says. If the sheet says a third thing, that is an error."},
			{Name: "now", Type: of(Text), Required: true, Doc: "What it says instead."},
		},
	},
	{
		Name: "ruling", Doc: "rulings.yaml: how the pack reads an unclear rule.",
		Fields: []Field{
			{Name: "id", Type: of(Word), Required: true, Doc: "The short name of the ruling."},
			{Name: "question", Type: of(Text), Doc: "What the rulebook leaves open."},
			{Name: "ruling", Type: of(Text), Required: true, Doc: "What the pack does."},
			{Name: "reason", Type: of(Text), Required: true, Doc: "Why."},
			{Name: "source", Type: of(Text), Doc: "Where the rulebook speaks of it."},
			{Name: "option", Type: of(Text), Doc: "The option that switches to another reading."},
		},
	},
	{
		Name: "message", Doc: "A text of a locale file with plural forms, chosen by {count}.",
		Fields: []Field{
			{Name: "zero", Type: of(Text), Doc: "For none, in languages that have such a form."},
			{Name: "one", Type: of(Text), Doc: "For one."},
			{Name: "two", Type: of(Text), Doc: "For two, in languages that have such a form."},
			{Name: "few", Type: of(Text), Doc: "For few, in languages that have such a form."},
			{Name: "many", Type: of(Text), Doc: "For many, in languages that have such a form."},
			{Name: "other", Type: of(Text), Required: true, Doc: "For everything else."},
		},
	},
}

var cardRecord = &Record{
	Name: "card", Doc: "One card, with the attributes of its type beside these fields.",
	Open: "the attributes of the card's type", Adds: printedOnCards,
	Fields: []Field{
		{Name: "id", Type: of(Word), Required: true, Doc: "The short name of the card, the only one in the pack."},
		{Name: "name", Type: of(Texts), Doc: "The name shown, by language."},
		{Name: "type", Type: name(RefType), Required: true, Doc: "The type of the card."},
		{Name: "copies", Type: of(Number), Doc: "How many of it there are; 1 if left out."},
		{Name: "abilities", Type: list(either(name(RefAbility), oneBy(RefAbility, of(Any)))),
			Doc: "The named abilities, with parameters as {name: value} or {name: {parameter: value}}. " +
				"Under a form stand deeds, abilities that do not say when they act, and what the card says of " +
				"them: target, where, may, limit, as {reap: {hurt: 2, target: {zone: line}}}."},
		{Name: "unimplemented", Type: oneOrList(of(Text)), Doc: "Texts of the card that no script covers yet."},
		{Name: "confidence", Type: of(Any), Doc: "How sure the data is, a free note."},
		{Name: "text", Type: name(RefText), Doc: "The key of the card's sentence; card.<id> if left out."},
		{Name: "each", Type: mapBy(RefAttribute, list(of(Scalar))),
			Doc: "Makes a card of each combination of values, such as {suit: [hearts, spades], rank: [1, 2, 3]}: " +
				"{suit} stands in its texts for the value, in its name for the word as people read it."},
	},
}

var printedOnCards = []Added{{Names: RefAttribute, Holder: "card", As: AsPrinted}}
