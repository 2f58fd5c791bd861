package reference

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/pack"
	lua "github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
	"github.com/ruledeck/ruledeck/interp/source"
)

// bound is one thing that a pack may have only so much of, and what to write instead.
type bound struct {
	What    string
	Most    int
	Instead string
}

// bounds are all limits that can stop a pack.
func bounds() []bound {
	budget := limits.New(limits.Limits{})
	game := engine.Limits{}.OrDefault()
	var out []bound
	add := func(what string, most int, instead string) { out = append(out, bound{what, most, instead}) }
	const schedule = "`schedule` further steps: each has a share of its own"
	for r := range limits.Count {
		add(fmt.Sprintf("%s of a step, with all that it sets off", limits.Resource(r)),
			int(budget.Limit(limits.Resource(r))), schedule)
	}
	for _, r := range []limits.Resource{limits.Instructions, limits.Memory} {
		add(fmt.Sprintf("%s of one function of a step or an ability", r), int(budget.Function(r)), schedule)
	}
	add("triggers raised within each other", engine.MaxNesting, "`schedule` a step that raises the next")
	add("functions that call each other", lua.MaxCalls, "a loop over a list of what is left to do")
	add("questions of one step", engine.MaxStepAnswers, schedule)
	add("steps of a game", game.Steps, "fewer, larger steps")
	add("steps without a decision", game.Quiet, "one step with a loop")
	add("decisions of a game", game.Decisions, "`choose.some` in place of many `choose.one`")
	add("events of a game", game.Events, "fewer attributes that change")
	add("bytes of the log of a game", game.LogBytes, "fewer events and messages, and shorter lists in them")
	add("instructions of a game", game.Work, "less work in each step: `check --play` names the largest")
	add("seats", engine.MaxSeats, "")
	add("parameters of a trigger", engine.MaxParams, "a card that carries the values")
	add("arguments of a scheduled step", engine.MaxArgs, "attributes of the table")
	add("parameters of an ability that lasts", engine.MaxEffectParams, "attributes of its card")
	add("parts of an option", engine.MaxParts, "two questions, one after the other")
	add("cards on each other", engine.MaxTower, "")
	add("types of cards", compile.MaxTypes, "an attribute that tells cards of a type apart")
	add("zones", compile.MaxZones, "a zone of each seat, of cards, or a board")
	add("cards, copies counted", compile.MaxCards, "")
	add("bytes of a text in a script", lua.MaxText, "a sentence in the locale file")
	add("items of a list in a script", lua.MaxList, "several lists")
	add("files of a pack", pack.MaxFiles, "several entries in one file")
	add("Lua files of a pack", pack.MaxModules, "one ability with parameters for cards that are alike")
	add("bytes of a pack", pack.MaxBytes, "smaller pictures")
	add("bytes of a YAML file", source.MaxSize, "several files in `cards/` and `locale/`")
	add("bytes of a Lua file", pack.MaxScript, "several files")
	add("levels of maps and lists in YAML", source.MaxDepth, "")
	return out
}
