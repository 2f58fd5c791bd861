package reference

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	lua "github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/library"
	"github.com/ruledeck/ruledeck/interp/script/limits"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
	"github.com/ruledeck/ruledeck/interp/sheet"
	"github.com/ruledeck/ruledeck/interp/source"
)

// bound is one thing that a pack may have only so much of, and what to write instead.
type bound struct {
	What    string
	Most    int
	Instead string
}

const schedule = "`schedule` further steps: each has a share of its own"

// bounds are all limits that can stop a pack.
func bounds() []bound {
	budget := limits.New(limits.Limits{})
	var out []bound
	for r := range limits.Count {
		out = append(out, bound{fmt.Sprintf("%s of a step, with all that it sets off", limits.Resource(r)),
			int(budget.Limit(limits.Resource(r))), schedule})
	}
	for _, r := range []limits.Resource{limits.Instructions, limits.Memory} {
		out = append(out, bound{fmt.Sprintf("%s of one function of a step or an ability", r),
			int(budget.Function(r)), schedule})
	}
	return append(out, others...)
}

var ofGame = engine.Limits{}.OrDefault()

var others = []bound{
	{"triggers raised within each other", engine.MaxNesting, "`schedule` a step that raises the next"},
	{"functions that call each other", lua.MaxCalls, "a loop over a list of what is left to do"},
	{"functions that call each other, all that answer together", lua.MaxAllCalls,
		"a loop over a list of what is left to do"},
	{"abilities, and functions that the game calls, within each other", lua.MaxNested, "`schedule` a step"},
	{"values of functions that run at once", lua.StackSize, "lists, and fewer functions within each other"},
	{"questions of one step", engine.MaxStepAnswers, schedule},
	{"steps of a game", ofGame.Steps, "fewer, larger steps"},
	{"steps without a decision", ofGame.Quiet, "one step with a loop"},
	{"decisions of a game", ofGame.Decisions, "`choose.some` in place of many `choose.one`"},
	{"events of a game", ofGame.Events, "fewer attributes that change"},
	{"bytes of the log of a game", ofGame.LogBytes, "fewer events and messages, and shorter lists in them"},
	{"instructions of a game", ofGame.Work, "less work in each step: `check --play` names the largest"},
	{"seats", engine.MaxSeats, ""},
	{"parameters of a trigger", engine.MaxParams, "a card that carries the values"},
	{"arguments of a scheduled step", engine.MaxArgs, "attributes of the table"},
	{"parameters of an ability that lasts", engine.MaxEffectParams, "attributes of its card"},
	{"parts of an option", engine.MaxParts, "two questions, one after the other"},
	{"cards on each other", engine.MaxTower, ""},
	{"dice of one roll", engine.MaxDice, "several rolls"},
	{"types of cards", compile.MaxTypes, "an attribute that tells cards of a type apart"},
	{"zones", compile.MaxZones, "a zone of each seat, of cards, or a board"},
	{"zones, those of each seat and each card counted", compile.MaxZoneTotal, "zones of the table, or a board"},
	{"loops of the flow: phases that repeat or have turns", compile.MaxLoops, "a loop in a step"},
	{"cards, copies counted", compile.MaxCards, ""},
	{"cards of a list of a deck", compile.MaxDeck, "two decks"},
	{"cards of one entry with `each`", pack.MaxEach, "several entries"},
	{"attributes and places of all cards", compile.MaxCells, "attributes of the table or of seats"},
	{"abilities of all cards, copies counted", compile.MaxInstances, "an ability of one card that acts for others"},
	{"bytes of a text in a script", lua.MaxText, "a sentence in the locale file"},
	{"items of a list in a script", lua.MaxList, "several lists"},
	{"items that `unpack` takes", library.MaxResults, "a loop"},
	{"parameters, arguments and variables of a function", lua.MaxArgs, "a list, or a table"},
	{"operators, calls and blocks inside each other", syntax.MaxDepth, "parts with names"},
	{"files of a pack", pack.MaxFiles, "several entries in one file"},
	{"Lua files of a pack", pack.MaxModules, "one ability with parameters for cards that are alike"},
	{"bytes of a pack", pack.MaxBytes, "smaller pictures"},
	{"bytes of a YAML file", source.MaxSize, "several files in `cards/` and `locale/`"},
	{"bytes of a Lua file", pack.MaxScript, "several files"},
	{"bytes of a picture", compile.MaxPicture, "a smaller one"},
	{"dots of a picture each way", compile.MaxDots, "a smaller one"},
	{"bytes of a font, unpacked", compile.MaxFont, "a font with fewer signs"},
	{"bytes of an icon", compile.MaxIcon, "simpler paths"},
	{"bytes of a sheet", source.MaxSheet, "several sheets"},
	{"columns of a sheet", sheet.MaxColumns, "fewer columns"},
	{"cells of a sheet", sheet.MaxCells, "several sheets"},
	{"levels of maps and lists in YAML", source.MaxDepth, ""},
	{"packs that extend each other", pack.MaxChain, "overlays that are laid side by side"},
	{"instructions for reading and checking a pack", diag.Reading[0],
		"one ability with parameters for cards that are alike"},
	{"bytes of memory for reading and checking a pack", diag.Reading[1], "fewer or smaller files"},
	{"bytes of what scripts make while they are loaded", diag.Reading[2], "lists that a step makes"},
}
