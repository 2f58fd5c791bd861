package keyword

// Overlays are the records of what stands in overlays alone: changes to the
// parts of the pack below.
var Overlays = []*Record{
	{
		Name: "card patch",
		Doc: "Fields to change on a card of the base; the rest stays. Every field named must stand on the card " +
			"already.",
		Open: "the attributes of the card's type", Adds: printedOnCards,
		Fields: append(patched(cardRecord.Fields, "id"),
			Field{Name: "add", Type: mapOf(of(Any)), Doc: "Fields that the card does not have yet."}),
	},
	{
		Name: "list change", Doc: "A change of a list of the base, in place of a whole new list.",
		Fields: []Field{
			{Name: "add", Type: oneOrList(of(Any)), Doc: "Items to put at the end."},
			{Name: "remove", Type: oneOrList(of(Any)), Doc: "Items to leave out."},
			{Name: "change", Type: oneOrList(record("change")), Doc: "Items to put in the place of others."},
		},
	},
	{
		Name: "change", Doc: "A value in the place of another: it is an error when the base no longer has that one.",
		Fields: []Field{
			{Name: "was", Type: of(Any), Required: true, Doc: "What the base has."},
			{Name: "now", Type: of(Any), Required: true, Doc: "What takes its place."},
		},
	},
	{
		Name: "flow patch", Doc: "The flow of an overlay: what changes in the base's phase tree.",
		Fields: []Field{
			{Name: "steps", Type: record("step patch"), Required: true, Doc: "The changes by step, or by phase."},
		},
	},
	{
		Name: "step patch", Doc: "Changes of the phase tree, each named by a step or a phase that the base has. To " +
			"move a step, remove it and put it before or after another.",
		Fields: []Field{
			{Name: "replace", Type: mapBy(RefPlace, either(name(RefStep), record("phase"))),
				Doc: "For an old step or phase, the new one in its place."},
			{Name: "before", Type: mapBy(RefPlace, oneOrList(either(name(RefStep), record("phase")))),
				Doc: "Steps or phases to put before a step or phase."},
			{Name: "after", Type: mapBy(RefPlace, oneOrList(either(name(RefStep), record("phase")))),
				Doc: "Steps or phases to put after a step or phase."},
			{Name: "remove", Type: list(name(RefPlace)), Doc: "Steps or phases to leave out."},
		},
	},
}

// RemoveKey is the key of an overlay's game.yaml under which it names what
// of the base's game.yaml is not in the game: remove: {options: [x]}.
const RemoveKey = "remove"

// patched returns the fields as a patch takes them: one alone is needed, and
// lists may be changed in part.
func patched(fields []Field, needed string) []Field {
	var out []Field
	for _, f := range fields {
		if f.Name == "each" {
			continue // it makes cards, and a patch is of one that is there
		}
		f.Required = f.Name == needed
		if f.Required {
			f.Type = name(RefCard)
		}
		if f.Type.Kind == ListOf {
			f.Type = either(f.Type, record("list change"))
		}
		out = append(out, f)
	}
	return out
}
