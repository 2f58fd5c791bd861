package keyword

import "strings"

// faces are the records of what cards look like.
var faces = []*Record{
	{
		Name: "card face",
		Doc: "How the cards of a type look: what stands where. It has what the face that it is like has, else what " +
			"the one named all has, and its own over that. Screens and paper show it; the rules do not see it.",
		Fields: []Field{
			{Name: "like", Type: name(RefType), Doc: "The type whose face this one begins with."},
			{Name: "hide", Type: of(Flag), Doc: "Such cards are not drawn, printed or exported: sheets, setups."},
			{Name: "size", Type: either(of(Text), list(of(Scalar))),
				Doc: "The size: " + strings.Join(FaceSizes, ", ") + "; or \"63.5x88.9mm\", \"2.5x3.5in\", or [width, " +
					"height] in millimetres; poker if left out."},
			{Name: "frame", Type: choice(FaceFrames...),
				Doc: "How the parts share the card: portrait and wide give room to the picture and to the columns, " +
					"full lays the text over the picture, news is set as a paper, token is a picture with a " +
					"number on it."},
			{Name: "colour", Type: either(of(Text), record("face colour")),
				Doc: "The colour of the card, as \"#1d4f91\", or by an attribute. White text stands on it."},
			{Name: "title", Type: name(RefAttribute), Doc: "A value that stands as the title; the name if left out."},
			{Name: "corner", Type: either(name(RefAttribute), record("face mark")),
				Doc: "What stands large in the corner; what the card has printed for other states stands small " +
					"beneath."},
			{Name: "badge", Type: name(RefAttribute),
				Doc: "A flag; where it is set its icon, or name, stands at the title."},
			{Name: "line", Type: oneOrList(name(RefAttribute)),
				Doc: "Values in a line under the picture, each with its icon: words, lists and numbers."},
			{Name: "stats", Type: oneOrList(name(RefAttribute)),
				Doc: "Numbers side by side, each with its icon and name; a 0 only where the card says so."},
			{Name: "best", Type: of(Flag), Doc: "The largest of the stats is underlined."},
			{Name: "columns", Type: list(oneOrList(name(RefAttribute))),
				Doc: "Lists side by side; several in one column are either the one or the other."},
			{Name: "rows", Type: oneOrList(name(RefAttribute)), Doc: "Lists below each other, numbered."},
			{Name: "compass", Type: name(RefAttribute),
				Doc: "A list of directions (N, NE, E, SE, S, SW, W, NW), shown as arrows on a compass."},
			{Name: "centre", Type: name(RefAttribute), Doc: "The value in the middle of a token."},
			{Name: "art", Type: oneOrList(either(of(Text), record("face art"))),
				Doc: "Pictures, of which the first that exists is shown: files in the folder art, with {id} and " +
					"{attribute} in their names for the card's own, and a drawing."},
			{Name: "foot", Type: oneOrList(name(RefFoot)),
				Doc: "Values in the last line, or type for the name of the card's type, version for that of the pack."},
			{Name: "unnumbered", Type: of(Flag), Doc: "The last line does not count the cards."},
			{Name: "back", Type: record("face back"),
				Doc: "The back: in the colour of the card, with the name of its type, if left out."},
		},
	},
	{
		Name: "face colour", Doc: "A colour for each word of an attribute.",
		Open: "a word of the attribute, or the id of a card, with its colour", OpenTexts: true,
		Fields: []Field{
			{Name: "by", Type: name(RefFoot), Required: true, Doc: "The attribute, or id for the card itself."},
		},
	},
	{
		Name: "face mark", Doc: "What stands in a corner.",
		Fields: []Field{
			{Name: "value", Type: name(RefAttribute), Doc: "The attribute whose value stands there."},
			{Name: "icon", Type: of(Word), Doc: "The icon: a file of the folder icons, without its .svg."},
		},
	},
	{
		Name: "face art", Doc: "A picture that is drawn, in the colour of the card and by its id.",
		Fields: []Field{
			{Name: "drawn", Type: choice(Drawings...), Doc: "What is drawn; crest if left out."},
			{Name: "icon", Type: of(Word),
				Doc: "The icon in its middle: that of the attribute's word, where it names an attribute, else the " +
					"icon of that name."},
			{Name: "else", Type: of(Word), Doc: "The icon of cards that have no such value."},
		},
	},
	{
		Name: "face back", Doc: "The back of cards; those with one back cannot be told apart by it.",
		Fields: []Field{
			{Name: "colour", Type: either(of(Text), record("face colour")),
				Doc: "Its colour; that of the card if left out."},
			{Name: "title", Type: name(RefAttribute),
				Doc: "The value that stands on it; the name of the type if there is no icon either."},
			{Name: "icon", Type: of(Word), Doc: "The icon on it."},
			{Name: "art", Type: of(Text), Doc: "A picture that fills it, as those of the face."},
		},
	},
}

// The closed lists of words of faces.
var (
	// FaceSizes are the sizes of cards that have a name.
	FaceSizes = []string{"poker", "bridge", "mini", "tarot", "square", "round"}
	// FaceFrames say how the parts of a face share the card; the second is the default.
	FaceFrames = []string{"portrait", "plain", "wide", "full", "news", "token"}
	// Drawings are the pictures that are drawn; the first is the default.
	Drawings = []string{"crest", "bust", "chalk", "rays", "ridges"}
)

// FaceOfAll is the key under which stands what all faces have.
const FaceOfAll = "all"
