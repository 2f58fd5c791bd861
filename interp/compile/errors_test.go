package compile_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestErrors changes one thing of the small pack and compares all that is said.
func TestErrors(t *testing.T) {
	tests := []struct{ name, file, old, with, want string }{
		{"unknown key", "game.yaml", "hand: {of: seat, seen: owner}", "hand: {of: seat, sen: owner}", ``},
		{"unknown value", "game.yaml", "seen: owner", "seen: onwer", ``},
		{"wrong kind", "game.yaml", "capacity_each: 2", "capacity_each: two", ``},
		{"no value", "game.yaml", "capacity_each: 2", "capacity_each:", ``},
		{"missing key", "game.yaml", "  place:\n    start: box\n", "  place:\n", ``},
		{"unknown type of attribute", "game.yaml", "worth: {type: number", "worth: {type: numbr", ``},
		{"unknown words", "game.yaml", "of: trick}", "of: trik}", ``},
		{"of of a number", "game.yaml", "worth: {type: number", "worth: {type: number, of: trick", ``},
		{"state list", "game.yaml", "of: trick}", "of: trick, state: true}", ``},
		{"printed seat", "game.yaml", "worth: {type: number, min: 0}", "worth: {type: seat}", ``},
		{"start of a printed one", "game.yaml", "worth: {type: number, min: 0}", "worth: {type: number, start: 1}", ``},
		{"start out of range", "game.yaml", "start: 1, min: 1", "start: 0, min: 1", ``},
		{"start missing", "game.yaml", "start: 1, min: 1", "min: 1", ``},
		{"start word", "game.yaml", "start: up", "start: upp", ``},
		{"start of a seat", "game.yaml", "first: {type: seat}", "first: {type: seat, start: 1}", ``},
		{"min of a flag", "game.yaml", "first: {type: seat}", "first: {type: seat, min: 1}", ``},
		{"max below min", "game.yaml", "worth: {type: number, min: 0}", "worth: {type: number, min: 3, max: 2}", ``},
		{"by", "game.yaml", "by: posture", "by: tricks", ``},
		{"reserved attribute", "game.yaml", "worth:", "owner:", ``},
		{"lua word", "game.yaml", "points: {type", "end: {type", ``},
		{"attribute and zone", "game.yaml", "points: {type", "hand: {type", ``},
		{"differ", "game.yaml", "worth: {type: number, min: 0}", "worth: {type: number}\n      power: {type: number}", ``},
		{"zone of a type", "game.yaml", "types: [place], accepts: [unit], capacity_each: 2", "accepts: [unit]", ``},
		{"types of a seat's zone", "game.yaml", "hand: {of: seat, seen: owner}", "hand: {of: seat, types: [unit]}", ``},
		{"accepts", "game.yaml", "accepts: [unit]}", "accepts: [unitt]}", ``},
		{"start zone", "game.yaml", "  unit:\n    start: box", "  unit:\n    start: hand", ``},
		{"group", "game.yaml", "field: [left, right]", "field: [left, rigth]", ``},
		{"group in itself", "game.yaml", "field: [left, right]", "field: [left, wide]\n  wide: [field]", ``},
		{"group like a zone", "game.yaml", "field: [left, right]", "field: [left, right]\n  hand: [left]", ``},
		{"board", "game.yaml", "box: {of: table, seen: nobody}", "box: {of: table}\n  b: {of: table, board: {rows: 0, columns: 3}}", ``},
		{"keeps in", "game.yaml", "keeps_in: field", "keeps_in: feild", ``},
		{"trigger parameter", "game.yaml", "order_from: seat", "order_from: by", ``},
		{"cancelled", "game.yaml", "face: {type: number}", "cancelled: {type: number}", ``},
		{"windows", "game.yaml", "cancel: true", "cancel: true\n    windows: [after]", ``},
		{"window name", "game.yaml", "cancel: true", "windows: [afetr]", ``},
		{"many parameters", "game.yaml", "face: {type: number}", "face: {type: number}\n      a: {type: flag}\n      b: {type: flag}\n      c: {type: flag}\n      d: {type: flag}\n      e: {type: flag}\n      f: {type: flag}\n      g: {type: flag}", ``},
		{"phase twice", "game.yaml", "phase: moves", "phase: setup", ``},
		{"trigger of a phase", "game.yaml", "  unit.hit:", "  moves.begins: {}\n  unit.hit:", ``},
		{"step", "game.yaml", "do: [setup.deal]", "do: [deal]", ``},
		{"repeat", "game.yaml", "repeat: {until: round.over}", "repeat: {}", ``},
		{"repeat both", "game.yaml", "repeat: {until: round.over}", "repeat: {until: round.over, times: 0}", ``},
		{"turns from", "game.yaml", "turns: {until: passed}", "turns: {from: round, until: passd}", ``},
		{"order", "game.yaml", "order: {from: first", "order: {from: frist", ``},
		{"option", "game.yaml", "length: {values: [short, long], default: short", "length: {values: [short, short], number: {min: 2, max: 1}, default: shrt", ``},
		{"option seat", "game.yaml", "first: {seat: true, default: random}", "first: {seat: true, default: 4, distinct: true}", ``},
		{"refuse", "game.yaml", "{seats: 2, length: long}", "{seats: two, lenght: long}", ``},
		{"refuse value", "game.yaml", "{seats: 2, length: long}", "{seats: 2, length: [long, longer]}", ``},
		{"active", "game.yaml", "active: {zone: field, posture: up}", "active: {zone: feild, posture: upp, powr: 1, with: covr}", ``},
		{"active parameter", "game.yaml", "active: {zone: field, posture: up}", "active: {at: unit, power: {min: 3, max: 2}}", ``},
		{"word twice", "game.yaml", "trick: [jump, hide]", "trick: [jump, jump]", ``},
		{"words named as a type", "game.yaml", "trick: [jump, hide]", "trick: [jump, hide]\n  number: [one]", ``},
		{"empty die", "game.yaml", "coin: [heads, tails]", "coin: []", ``},
		{"card twice", "cards/units.yaml", "id: scout", "id: soldier", ``},
		{"card key", "cards/units.yaml", "tricks: [jump]", "trick: [jump]", ``},
		{"card word", "cards/units.yaml", "tricks: [jump]", "tricks: [jmp]", ``},
		{"card state", "cards/units.yaml", "tricks: [jump]", "posture: down", ``},
		{"card number", "cards/units.yaml", "worth: 3", "worth: -1", ``},
		{"card text for a number", "cards/units.yaml", "worth: 3", "worth: 3.5", ``},
		{"card by", "cards/units.yaml", "power: {up: 2, down: 1}", "power: {up: 2, dwn: 1}", ``},
		{"card type", "cards/units.yaml", "type: place", "type: palce", ``},
		{"card ability", "cards/units.yaml", "abilities: [cover]", "abilities: [covr]", ``},
		{"ability parameter", "cards/units.yaml", "{gain: 2}", "gain", ``},
		{"ability parameters", "cards/units.yaml", "{gain: 2}", "{gain: {point: 2}}", ``},
		{"ability parameter kind", "cards/units.yaml", "{gain: 2}", "{gain: much}", ``},
		{"no parameters", "cards/units.yaml", "abilities: [cover]", "abilities: [{cover: 1}]", ``},
		{"ability twice", "cards/units.yaml", "abilities: [cover]", "abilities: [cover, cover]", ``},
		{"no id", "cards/units.yaml", "  - id: scout\n    power", "  - power", ``},
		{"language", "cards/units.yaml", "ja: 兵士", "japanese: 兵士", ``},
		{"plural", "locale/en.yaml", "  other: ", "  othr: ", ``},
		{"api", "pack.yaml", "api: 1", "api: 2", ``},
		{"seats", "pack.yaml", "{min: 2, max: 3}", "{min: 2, max: 9}", ``},
		{"no seats", "pack.yaml", "seats: {min: 2, max: 3}", "", ``},
		{"pack id", "pack.yaml", "id: tiny", "id: tiny pack", ``},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := tinyFiles(t)
			change(t, files, test.file, test.old, test.with)
			var report diag.List
			compiled(t, files, tinyHeaders(t), &report)
			if got := lines(&report); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}
