package keyword

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
			f.Type = Type{Kind: Name, Ref: RefCard}
		}
		if f.Type.Kind == ListOf {
			f.Type = Type{Kind: Either, Of: []Type{f.Type, {Kind: RecordOf, Ref: "list change"}}}
		}
		out = append(out, f)
	}
	return out
}
