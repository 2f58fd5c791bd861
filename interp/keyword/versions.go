package keyword

// API is the version of the language that this program reads: what pack.yaml
// states as api.
const API = 3

// Change is something that a version of the language changed, so that packs
// written for an earlier one may need mending.
type Change struct {
	// API is the version that brought the change.
	API int
	// What says what changed, Fix what to write now.
	What, Fix string
}

// History are the changes of all versions, the oldest first. Version 0 stands
// for the drafts before the first release.
var History = []Change{
	{API: 1, What: "card:zone(name, seat) gives way to the field card.zone",
		Fix: `write card:zone_of("name", seat) for the zone that a card has for a seat`},
	{API: 1, What: "until is a word of Lua and no longer a field of lasting{}", Fix: "write until_ = \"trigger\""},
	{API: 1, What: "one attribute name has one type in the whole pack",
		Fix: "declare the attribute alike in every type of cards, or give one of them another name"},
	{API: 2, What: "metatables are gone", Fix: "write a function that takes the table"},
	{API: 2, What: "pcall and xpcall are gone: a fault ends the ability and is reported",
		Fix: "ask before, as with known(id) for the id of a card"},
	{API: 2, What: "patterns and string.format, gsub, gmatch, match, byte, char, rep and reverse are gone",
		Fix: "join texts with \"..\"; string.find(text, part) finds a part letter by letter; sentences for players " +
			"stand in the locale files"},
	{API: 2, What: "a function takes no \"...\", and select is gone", Fix: "give it a list, f({a, b, c})"},
	{API: 2, What: "goto goes only to a label at the end of a loop around it", Fix: "write if, break or return"},
	{API: 2, What: "texts are counted in letters and not in bytes",
		Fix: "nothing, but where a script counted the bytes of letters such as é"},
	{API: 2, What: "random is no value of an option: a value of this name was drawn from the others",
		Fix: "write random: true beside values, or give the value another name"},
	{API: 3, What: "a card that leaves play and comes back begins another life: effects that last on it end, and " +
		"its limits begin anew",
		Fix: "lay lasting{} without on what should stay, and give it what it needs as parameters; write per = " +
			"\"game\" for a limit that no life takes"},
	{API: 3, What: "each controller of a card has a count of its limits of his own",
		Fix: "write limit = {by = \"card\"} for one count that follows the card"},
	{API: 3, What: "own mandatory abilities act oldest first, and not by their ids",
		Fix: "nothing, or order: {own: ask} for the seat to say"},
	{API: 3, What: "of two values that are set the younger holds, and conditions that ask each other have an order",
		Fix: "nothing, but where the order of ids was meant"},
	{API: 3, What: "a mandatory ability that a change has set off acts, whatever becomes of its card before its turn",
		Fix: "ask in run for what must still be so"},
	{API: 3, What: "things that happen at once are answered seat by seat, and not one by one",
		Fix: "raise them one after the other where each must be answered by itself"},
	{API: 3, What: "run of an ability with heard = \"before\" reads what its cards were before the change",
		Fix: "write now(card).attribute for what it is now"},
	{API: 3, What: "what lies on a card that goes into hiding falls off it",
		Fix: "write falls_to at the zone for where it goes; otherwise it goes where its type starts"},
}
