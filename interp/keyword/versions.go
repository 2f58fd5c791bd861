package keyword

// API is the version of the language that this program reads: what pack.yaml
// states as api.
const API = 1

// Change is something that a version of the language changed, so that packs
// written for an earlier one may need mending.
type Change struct {
	// API is the version that brought the change.
	API int
	// What says what changed, Mend what to write now.
	What, Mend string
}

// History are the changes of all versions, the oldest first. Version 0 stands
// for the drafts before the first release.
var History = []Change{
	{API: 1, What: "card:zone(name, seat) gives way to the field card.zone", Mend: `write card:zone_of("name", seat) for the zone that a card has for a seat`},
	{API: 1, What: "until is a word of Lua and no longer a field of lasting{}", Mend: "write until_ = \"trigger\""},
	{API: 1, What: "one attribute name has one type in the whole pack", Mend: "declare the attribute alike in every type of cards, or give one of them another name"},
}

// ChangesSince returns the changes that came after a version.
func ChangesSince(api int) []Change {
	var out []Change
	for _, c := range History {
		if c.API > api {
			out = append(out, c)
		}
	}
	return out
}
