package keyword

// Library is what scripts have of Lua's own functions, and a few more; package
// interp/script/library says how they work, and what it leaves out.
var Library = []Func{
	{Name: "assert", Params: []Param{{Name: "value", Type: of(Any), Doc: "What must be there."},
		{Name: "message", Type: textual, Optional: true, Doc: "What the fault says."}}, Results: []Type{of(Same)},
		Doc: "Fails with the message if the value is false or nil; returns it otherwise."},
	{Name: "error", Does: Ends, Params: []Param{{Name: "message", Type: textual, Doc: "What the fault says."},
		{Name: "level", Type: of(Number), Optional: true, Doc: "Whom it blames."}},
		Doc: "Fails with the message. Level 2 blames the caller of the function, 0 names no place."},
	{Name: "ipairs", Params: []Param{listParam}, Results: []Type{of(Any), of(Any), of(Any)},
		Each:  []Type{of(Number), of(Element)},
		Costs: pays(Instructions, "item that the loop comes to"),
		Doc:   "For loops: gives 1, 2, 3 and so on with the items of a list, up to the first nil."},
	{Name: "next", Does: Loses,
		Params: []Param{tableParam, {Name: "key", Type: of(Any), Optional: true,
			Doc: "The key before; the first one is given if left out."}}, Results: []Type{of(Any), of(Any)},
		Doc: "Returns the key and value that follow a key, in the order in which pairs gives them."},
	{Name: "pairs", Params: []Param{tableParam}, Results: []Type{of(Any), of(Any), of(Any)},
		Each:  []Type{of(Key), of(Element)},
		Costs: pays(Instructions, "item that the loop comes to"),
		Doc:   "For loops: gives the items of a table, then its other keys in the order in which they were first set."},
	{Name: "print", Params: []Param{{Name: "values", Type: of(Any), Rest: true, Doc: "What is shown."}},
		Costs: pays(Said, "letter", Cost{Instructions, "32 letters"}),
		Doc: "Prints values with file and line for the person who writes the script: a card, seat or zone as " +
			"scenarios name it. Players never see it."},
	{Name: "tonumber", Does: Tells, Params: []Param{{Name: "value", Type: of(Any), Doc: "What is read."},
		{Name: "base", Type: of(Number), Optional: true, Doc: "How many digits there are; 10 if left out."}},
		Results: []Type{either(of(Real), of(Nothing))}, Doc: "Reads a number from a text; nil if there is none."},
	{Name: "tostring", Does: Tells, Params: []Param{{Name: "value", Type: of(Any), Doc: "What is written."}},
		Results: []Type{of(Text)}, Costs: pays(Memory, "letter", Cost{Instructions, "32 letters"}),
		Doc: "Returns a value as text. A table or function is just \"table\" or \"function\"."},
	{Name: "type", Does: Tells, Params: []Param{{Name: "value", Type: of(Any), Doc: "What is asked about."}},
		Results: []Type{choice("nil", "boolean", "number", "string", "table", "function", "userdata")},
		Doc:     "Returns \"nil\", \"boolean\", \"number\", \"string\", \"table\", \"function\" or \"userdata\"."},
	{Name: "unpack", Does: Loses, Params: unpackParams, Results: []Type{of(Any)}, Open: true,
		Costs: pays(Instructions, "four items"), Doc: "Returns the items of a list as separate values, at most 250."},

	{Name: "math.abs", Params: []Param{xParam}, Results: []Type{of(Real)}, Doc: "Returns x without its sign."},
	{Name: "math.ceil", Params: []Param{xParam}, Results: []Type{of(Number)}, Doc: "Rounds up to an integer."},
	{Name: "math.floor", Params: []Param{xParam}, Results: []Type{of(Number)}, Doc: "Rounds down to an integer."},
	{Name: "math.fmod", Params: []Param{xParam, {Name: "y", Type: of(Real), Doc: "What it is divided by."}},
		Results: []Type{of(Real)}, Doc: "Returns the remainder of x divided by y, with the sign of x."},
	{Name: "math.max", Params: []Param{xParam, moreParam}, Results: []Type{of(Real)},
		Doc: "Returns the largest of its arguments."},
	{Name: "math.min", Params: []Param{xParam, moreParam}, Results: []Type{of(Real)},
		Doc: "Returns the smallest of its arguments."},
	{Name: "math.modf", Params: []Param{xParam}, Results: []Type{of(Number), of(Real)},
		Doc: "Returns the integer part and the fraction of x."},
	{Name: "math.sqrt", Params: []Param{xParam}, Results: []Type{of(Real)}, Doc: "Returns the square root of x."},

	{Name: "string.find",
		Params: []Param{textParam, {Name: "part", Type: textual, Doc: "What is looked for, letter by letter."},
			{Name: "from", Type: of(Number), Optional: true,
				Doc: "The place of the letter to begin at; 1 if left out."}},
		Results: []Type{either(of(Number), of(Nothing)), either(of(Number), of(Nothing))},
		Costs:   pays(Instructions, "32 letters of the text"),
		Doc: "Finds a part of a text, letter by letter; returns the places of its first and last letter, nil if " +
			"it is not there."},
	{Name: "string.len", Params: []Param{textParam}, Results: []Type{of(Number)},
		Doc: "Returns the length in letters, as # does."},
	{Name: "string.lower", Params: []Param{textParam}, Results: []Type{of(Text)},
		Costs: pays(Memory, "letter", Cost{Instructions, "32 letters"}), Doc: "Makes A to Z small."},
	{Name: "string.sub",
		Params: []Param{textParam, {Name: "from", Type: of(Number), Doc: "The place of the first letter."},
			{Name: "to", Type: of(Number), Optional: true, Doc: "The place of the last letter; the end if left out."}},
		Results: []Type{of(Text)}, Costs: pays(Memory, "letter of the part",
			Cost{Instructions, "32 letters of the text and of the part"}),
		Doc: "Returns a part of a text, by the places of its letters; negative places count from the end."},
	{Name: "string.upper", Params: []Param{textParam}, Results: []Type{of(Text)},
		Costs: pays(Memory, "letter", Cost{Instructions, "32 letters"}), Doc: "Makes a to z capital."},

	{Name: "table.best", Params: []Param{listParam, keyParam},
		Results: []Type{either(of(Element), of(Nothing)), either(of(Real), of(Word), of(Nothing))},
		Costs:   pays(Instructions, "item, and what the function does for it"),
		Doc: "Returns the item whose key is largest, the first of equals, and its key; nil for an empty list. " +
			"The key is a function of the item or the name of a field."},
	{Name: "table.concat",
		Params: []Param{{Name: "list", Type: list(either(of(Text), of(Real))), Doc: "Texts and numbers."},
			{Name: "separator", Type: textual, Optional: true, Doc: "What stands between them."}, fromParam, toParam},
		Results: []Type{of(Text)}, Costs: pays(Memory, "letter", Cost{Instructions, "item, and 32 letters"}),
		Doc: "Joins the items of a list to one text."},
	{Name: "table.contains", Params: []Param{listParam, {Name: "value", Type: of(Any), Doc: "What is looked for."}},
		Results: []Type{of(Flag)}, Costs: pays(Instructions, "eight items"),
		Doc: "Tells whether a value is among the items of a list."},
	{Name: "table.insert",
		Params: []Param{ownListParam, {Name: "position", Type: of(Number), Optional: true,
			Doc: "Where it stands then."}, {Name: "value", Type: of(Element), Doc: "What is put in."}},
		Costs: pays(Instructions, "eight items behind the place"),
		Doc:   "Puts a value into a list, at its end if no position is given."},
	{Name: "table.remove",
		Params:  []Param{ownListParam, {Name: "position", Type: of(Number), Optional: true, Doc: "Which item."}},
		Results: []Type{either(of(Element), of(Nothing))}, Costs: pays(Instructions, "eight items behind the place"),
		Doc: "Takes an item out of a list, the last one if no position is given, and returns it."},
	{Name: "table.sort",
		Params: []Param{ownListParam, {Name: "less", Type: calledWith(of(Element), of(Element)), Optional: true,
			Doc: "less(a, b) tells whether a comes before b."}},
		Costs: pays(Instructions, "comparison, and what the function does for it"),
		Doc:   "Sorts a list; less(a, b) tells whether a comes before b. Items that are equal keep their order."},
	{Name: "table.sorted", Params: []Param{listParam, keyParam}, Results: []Type{list(of(Element))},
		Costs: pays(Instructions, "item and comparison, and what the function does for the item", Cost{Memory, "item"}),
		Doc: "Returns a new list with the items in the order of their keys, smallest first; equal ones keep their " +
			"order. The key is a function of the item or the name of a field."},
	{Name: "table.unpack", Does: Loses, Params: unpackParams, Results: []Type{of(Any)}, Open: true,
		Costs: pays(Instructions, "four items"), Doc: "The same as unpack."},
}

// LibraryValues are the values that the library brings beside its functions.
var LibraryValues = []Field{
	{Name: "math.huge", Type: of(Real), Doc: "Larger than every other number."},
	{Name: "math.pi", Type: of(Real), Doc: "The ratio of a circle's circumference to its diameter."},
}

var (
	textual      = either(of(Text), of(Real))
	xParam       = Param{Name: "x", Type: of(Real), Doc: "A number."}
	moreParam    = Param{Name: "more", Type: of(Real), Rest: true, Doc: "Further numbers."}
	textParam    = Param{Name: "text", Type: textual, Doc: "A text."}
	listParam    = Param{Name: "list", Type: list(of(Any)), Doc: "A list."}
	ownListParam = Param{Name: "list", Type: list(of(Any)), Own: true, Doc: "A list that the script made."}
	tableParam   = Param{Name: "table", Type: mapOf(of(Any)), Doc: "A table."}
	keyParam     = Param{Name: "key", Type: either(calledWith(of(Element)), of(Word)),
		Doc: "A function of the item, or the name of a field."}
	fromParam    = Param{Name: "from", Type: of(Number), Optional: true, Doc: "The first item; 1 if left out."}
	toParam      = Param{Name: "to", Type: of(Number), Optional: true, Doc: "The last item; the end if left out."}
	unpackParams = []Param{listParam, fromParam, toParam}
)

// LibraryNamed returns the function of the library of the name.
func LibraryNamed(name string) (*Func, bool) { return named(Library, name) }
