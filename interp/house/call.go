package house

import (
	"errors"
	"maps"

	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Viewer is who calls: at a game, nil where none is open yet, from a seat of it, in a language.
type Viewer struct {
	Game *Game
	table.Viewer
}

// Handler answers the calls of one path.
type Handler = table.Handler[Viewer]

// Handle makes a house answer calls of a path by a function, with types of its own for what a
// call brings and for its answer. It takes the place of the table's call with that path.
func Handle[T, U any](h *House, path string, f func(v Viewer, in T) (U, error)) {
	h.handlers[path] = table.Handle(f)
}

// Handlers are the calls that the house answers beside the tables' own, by their paths.
func (h *House) Handlers() map[string]Handler { return maps.Clone(h.handlers) }

// Paths are the paths of Handlers, in order.
func (h *House) Paths() []string { return lists.Sorted(h.handlers) }

// Call answers a call of a viewer: its path, and a body of JSON. The answer is
// that of table.Table.Call. What a seat may not call is refused; who looks where no game is open
// may call what the host lets him.
func (h *House) Call(v Viewer, path string, body []byte) (status int, answer []byte) {
	handler, own := h.handlers[path]
	switch {
	case !own && v.Game == nil:
		return table.Reply(nil, table.Refuse(404, "there is no call %q", path))
	case !own:
		return v.Game.Call(v.Viewer, path, body)
	}
	if v.Game != nil {
		if err := v.Game.May(v.Viewer, path); err != nil {
			return table.Reply(nil, err)
		}
	}
	defer h.Happened()
	return table.Reply(handler.Answer(v, body))
}

// Opened is the number of a game that was opened.
type Opened struct {
	Branch int `json:"branch"`
}

// OpenedAs is the answer to a call that opens a game.
func OpenedAs(g *Game, err error) (Opened, error) {
	if err != nil {
		return Opened{}, err
	}
	return Opened{g.ID}, nil
}

// NameCall gives a game another name.
type NameCall struct {
	Name string `json:"name"`
}

// Renames answers a NameCall.
func Renames(v Viewer, in NameCall) (table.None, error) {
	if in.Name == "" {
		return table.None{}, errors.New("a game needs a name")
	}
	v.Game.Rename(in.Name)
	return table.None{}, nil
}
