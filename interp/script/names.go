package script

import (
	"maps"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
)

// fieldKind says where the value of a field comes from.
type fieldKind uint8

const (
	fieldAttribute fieldKind = iota // an attribute: ID
	fieldBuiltin                    // one of the fixed fields: ID
)

type field struct {
	kind fieldKind
	id   int
}

// The fixed fields whose values change.
const (
	builtinOwner = iota
	builtinSeat
	builtinZone
	builtinHost
	builtinPlace
	builtinCount
	builtinTop
	builtinBottom
	builtinEmpty
	builtinTurn
	builtinPhase
	builtinOptions
)

// The fixed fields of each kind of entity.
var (
	gameFields = map[string]field{
		"turn":    {fieldBuiltin, builtinTurn},
		"phase":   {fieldBuiltin, builtinPhase},
		"options": {fieldBuiltin, builtinOptions},
	}
	cardFields = map[string]field{
		"owner": {fieldBuiltin, builtinOwner}, "seat": {fieldBuiltin, builtinSeat}, "zone": {fieldBuiltin, builtinZone},
		"host": {fieldBuiltin, builtinHost}, "place": {fieldBuiltin, builtinPlace},
	}
	zoneFields = map[string]field{
		"owner": {fieldBuiltin, builtinOwner}, "seat": {fieldBuiltin, builtinSeat},
		"count": {fieldBuiltin, builtinCount}, "top": {fieldBuiltin, builtinTop},
		"bottom": {fieldBuiltin, builtinBottom}, "empty": {fieldBuiltin, builtinEmpty},
	}
)

// names are the indexes by name that the binding needs, made once from the
// compiled pack.
type names struct {
	pack     *engine.Pack
	symbols  map[string]engine.Symbol
	game     map[string]field
	seat     map[string]field
	card     map[string]field
	zone     map[string]field
	zones    map[string]engine.ZoneKindID
	defs     map[string]engine.DefID
	dice     map[string]engine.DieID
	triggers map[string]engine.TriggerID
	steps    map[string]engine.StepID
	options  map[string]int
	filters  *filter.Keys
	// modified tells which card attributes some ability modifies.
	modified []bool
	// parameters[trigger][name] is the position of a parameter.
	parameters []map[string]int
}

func newNames(filters *filter.Keys) *names {
	p := filters.Pack
	n := &names{
		pack: p, filters: filters, symbols: map[string]engine.Symbol{}, zones: map[string]engine.ZoneKindID{},
		defs: map[string]engine.DefID{}, dice: map[string]engine.DieID{},
		triggers: map[string]engine.TriggerID{}, steps: map[string]engine.StepID{}, options: map[string]int{},
		game: maps.Clone(gameFields), seat: map[string]field{}, card: maps.Clone(cardFields),
		zone:     maps.Clone(zoneFields),
		modified: make([]bool, len(p.Cards)),
	}
	for i, s := range p.Symbols {
		n.symbols[s] = engine.Symbol(i)
	}
	attributes := func(to map[string]field, list []engine.Attribute) {
		for i := range list {
			to[list[i].Name] = field{fieldAttribute, i}
		}
	}
	attributes(n.game, p.Game)
	attributes(n.seat, p.Seats)
	attributes(n.card, p.Cards)
	for i := range p.Zones {
		n.zones[p.Zones[i].Name] = engine.ZoneKindID(i)
	}
	for i := range p.Defs {
		n.defs[p.Defs[i].ID] = engine.DefID(i)
	}
	for i := range p.Dice {
		n.dice[p.Dice[i].Name] = engine.DieID(i)
	}
	for i := range p.Steps {
		n.steps[p.Steps[i]] = engine.StepID(i)
	}
	for i := range p.GameOptions {
		n.options[p.GameOptions[i].Name] = i
	}
	for i := range p.Triggers {
		n.triggers[p.Triggers[i].Name] = engine.TriggerID(i)
		at := map[string]int{}
		for k := range p.Triggers[i].Params {
			at[p.Triggers[i].Params[k].Name] = k
		}
		n.parameters = append(n.parameters, at)
	}
	for i := range p.Abilities {
		if a := &p.Abilities[i]; a.Form == engine.Modifier && a.OfHolder == engine.OfCard {
			n.modified[a.Of] = true
		}
	}
	return n
}

// nearest returns a hint that names the nearest of the known names, or "".
func nearest[V any](name string, known map[string]V) string {
	list := make([]string, 0, len(known))
	for k := range known {
		list = append(list, k)
	}
	if best := diag.Nearest(name, list); best != "" {
		return `; did you mean "` + best + `"?`
	}
	return ""
}
