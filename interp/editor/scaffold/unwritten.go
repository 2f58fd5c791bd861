package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Unwritten is what a pack names and does not have yet: abilities of its cards and
// functions of its rules. A pack that lacks nothing else can be added to.
type Unwritten struct {
	abilities []string
	// takes are the parameters that cards give an ability, as its header declares them.
	takes map[string]string
	// steps are the functions, file.function, with those of a file together.
	steps []string
	// seated are the steps that are given a seat, whose turn it is.
	seated map[string]bool
	// standing is the function that says how well a seat stands: it gives a number.
	standing string
}

// FindUnwritten returns what a pack that was read lacks; nil where it lacks nothing, or
// something else is wrong with it.
func FindUnwritten(r *interp.Reading) *Unwritten {
	u := &Unwritten{takes: map[string]string{}, seated: map[string]bool{}, standing: r.Loaded.Tree.Standing.Text}
	u.inTurns(r.Loaded.Tree.Flow, false)
	for _, d := range r.Report.Sorted() {
		switch {
		case d.Severity != diag.Error:
		case !d.FixHint.Begins():
			return nil
		case d.FixHint.What == "step":
			u.steps = append(u.steps, d.FixHint.Name)
		default:
			u.abilities = append(u.abilities, d.FixHint.Name)
		}
	}
	if len(u.abilities)+len(u.steps) == 0 {
		return nil
	}
	slices.Sort(u.abilities)
	slices.Sort(u.steps)
	u.abilities, u.steps = slices.Compact(u.abilities), slices.Compact(u.steps)
	for _, card := range r.Loaded.Tree.Cards {
		for _, use := range card.Abilities {
			if _, known := u.takes[use.Name.Text]; !known {
				u.takes[use.Name.Text] = takes(use.Params)
			}
		}
	}
	return u
}

// inTurns notes the steps of a flow that are given a seat.
func (u *Unwritten) inTurns(flow []*ast.PhaseNode, turns bool) {
	for _, n := range flow {
		u.seated[n.Step.Text] = u.seated[n.Step.Text] || turns
		u.inTurns(n.Do, turns || n.Turns != nil)
	}
}

// takes declares parameters for what a card gives.
func takes(t *ast.Tree) string {
	if t == nil || t.Kind == ast.TreeNothing {
		return ""
	}
	kinds := map[ast.TreeKind]string{ast.TreeNumber: "number", ast.TreeFlag: "flag"}
	declared := func(name string, t *ast.Tree) string {
		kind := kinds[t.Kind]
		if kind == "" {
			kind = "word"
		}
		return fmt.Sprintf("%s = {type = %q}", name, kind)
	}
	if t.Kind != ast.TreeMap {
		return declared("value", t)
	}
	return strings.Join(lists.Map(t.Fields, func(f ast.TreeField) string { return declared(f.Name, f.Value) }), ", ")
}

// StandIns are files with which the pack reads as if nothing were missing.
func (u *Unwritten) StandIns() []File {
	var files []File
	for _, name := range u.abilities {
		text := "return ability {}\n"
		if params := u.takes[name]; params != "" {
			text = fmt.Sprintf("return ability {params = {%s}}\n", params)
		}
		files = append(files, File{"scripts/abilities/" + name + ".lua", text})
	}
	for i, step := range u.steps {
		module, _, _ := strings.Cut(step, ".")
		if i == 0 || !strings.HasPrefix(u.steps[i-1], module+".") {
			files = append(files, File{"scripts/rules/" + module + ".lua", u.module(module)})
		}
	}
	return files
}

// lacks reports whether the pack names an ability that it does not have.
func (u *Unwritten) lacks(ability string) bool {
	return u != nil && slices.Contains(u.abilities, ability)
}

// module is a file of rules with the functions that the pack names, to be filled in; ""
// where it names none of it.
func (u *Unwritten) module(name string) string {
	if u == nil {
		return ""
	}
	var functions strings.Builder
	for _, step := range u.steps {
		if !strings.HasPrefix(step, name+".") {
			continue
		}
		switch {
		case step == u.standing:
			fmt.Fprintf(&functions,
				"-- How well a seat stands, for bots that look ahead.\nfunction %s(seat)\n  return 0\nend\n\n", step)
		case u.seated[step]:
			fmt.Fprintf(&functions, "-- Write here what happens in a seat's turn.\nfunction %s(seat)\nend\n\n", step)
		default:
			fmt.Fprintf(&functions, "-- Write here what happens.\nfunction %s()\nend\n\n", step)
		}
	}
	if functions.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("-- Rules of %s: the functions that game.yaml names.\nlocal %s = {}\n\n%sreturn %s\n",
		Title(name), name, functions.String(), name)
}
