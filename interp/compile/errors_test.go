package compile_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestErrors changes one thing of the small pack and compares all that is said.
func TestErrors(t *testing.T) {
	tests := []struct{ name, file, old, with, want string }{
		{"unknown key", "game.yaml", "hand: {of: seat, seen: owner}", "hand: {of: seat, sen: owner}",
			`tiny/game.yaml:34:20: unknown-key: unknown key "sen" in a zone -> seen`},
		{"unknown value", "game.yaml", "seen: owner", "seen: onwer",
			`tiny/game.yaml:34:26: unknown-value: "seen" cannot be "onwer" -> owner`},
		{"wrong kind", "game.yaml", "capacity_each: 2", "capacity_each: two",
			`tiny/game.yaml:35:68: wrong-type: "capacity_each" must be a whole number, not the word "two"`},
		{"no value", "game.yaml", "hand: {of: seat, seen: owner}", "hand:",
			`tiny/game.yaml:34:8: missing-value: "hand" has no value; it must be a map (zone)`},
		{"missing key", "game.yaml", "  place:\n    start: box\n", "  place:\n",
			`tiny/game.yaml:28:5: missing-key: "place" needs the key "start": the zone of the table where cards of ` +
				`this type begin`},
		{"unknown type of attribute", "game.yaml", "worth: {type: number", "worth: {type: numbr",
			`tiny/game.yaml:30:21: unknown-type: there is no type or list of words "numbr" -> number`},
		{"unknown words", "game.yaml", "of: trick}", "of: trik}",
			`tiny/game.yaml:25:32: unknown-type: there is no type of items or list of words "trik" -> trick`},
		{"of of a number", "game.yaml", "worth: {type: number", "worth: {type: number, of: trick",
			`tiny/game.yaml:30:33: meaningless-key: of says nothing for the type "number"; it is for word, list, ` +
				`map and set`},
		{"state list", "game.yaml", "of: trick}", "of: trick, state: true}",
			`tiny/game.yaml:25:22: wrong-type: a state attribute holds one value, or a set of words (type: set); ` +
				`lists and maps are printed`},
		{"printed seat", "game.yaml", "worth: {type: number, min: 0}", "worth: {type: seat}",
			`tiny/game.yaml:30:21: wrong-type: a seat cannot be printed on a card; add state: true`},
		{"start of a printed one", "game.yaml", "worth: {type: number, min: 0}", "worth: {type: number, start: 1}",
			`tiny/game.yaml:30:36: meaningless-key: start is for state attributes; add state: true`},
		{"start out of range", "game.yaml", "start: 1, min: 1", "start: 0, min: 1",
			`tiny/game.yaml:15:32: bad-range: 0 of "round" is out of its range: it is at least 1`},
		{"start missing", "game.yaml", "start: 1, min: 1", "min: 1",
			`tiny/game.yaml:15:3: missing-key: "round" needs a start: 0 is out of its range`},
		{"start word", "game.yaml", "start: up", "start: upp",
			`tiny/game.yaml:26:52: unknown-word: start cannot be "upp" -> up`},
		{"start of a seat", "game.yaml", "first: {type: seat}", "first: {type: seat, start: 1}",
			`tiny/game.yaml:16:30: meaningless-key: a seat is nothing at first; a step of the rules sets it`},
		{"min of a flag", "game.yaml", "first: {type: seat}", "first: {type: seat, min: 1}",
			`tiny/game.yaml:16:28: meaningless-key: min and max are for numbers`},
		{"max below min", "game.yaml", "worth: {type: number, min: 0}", "worth: {type: number, min: 3, max: 2}",
			`tiny/cards/units.yaml:14:12: bad-range: 3 of "worth" is out of its range: it goes from 3 to 2` + "\n" +
				`tiny/game.yaml:30:42: bad-range: max is below min`},
		{"by", "game.yaml", "by: posture", "by: tricks",
			`tiny/game.yaml:24:33: unknown-attribute: by needs a state attribute of the type "unit" with a list of ` +
				`words, not "tricks"`},
		{"reserved attribute", "game.yaml", "worth:", "owner:",
			`tiny/cards/units.yaml:14:5: unknown-key: a card of the type "place" has no key "worth"` + "\n" +
				`tiny/game.yaml:30:7: reserved-name: "owner" has a meaning of its own in scripts and cannot name an ` +
				`attribute; "owner_attribute" is free`},
		{"lua word", "game.yaml", "points: {type", "end: {type",
			`tiny/game.yaml:18:3: reserved-name: "end" is a word of the script language and cannot name an ` +
				`attribute; "end_attribute" is free`},
		{"attribute and zone", "game.yaml", "points: {type", "hand: {type",
			`tiny/game.yaml:18:3: reserved-name: "hand" is a zone (tiny/game.yaml:34:3), and scripts could not tell ` +
				`the attribute from it`},
		{"differ", "game.yaml", "worth: {type: number, min: 0}", "worth: {type: number}\n      power: {type: number}",
			`tiny/game.yaml:31:7: attributes-differ: types that share the attribute "power" must declare it alike; ` +
				`it is different at tiny/game.yaml:24:7`},
		{"zone of a type", "game.yaml", "types: [place], accepts: [unit], capacity_each: 2", "accepts: [unit]",
			`tiny/game.yaml:35:3: missing-key: the zone "left" of cards needs types: which cards have it`},
		{"types of a seat's zone", "game.yaml", "hand: {of: seat, seen: owner}", "hand: {of: seat, types: [unit]}",
			`tiny/game.yaml:34:28: meaningless-key: types is for zones of cards; accepts says what may enter`},
		{"accepts", "game.yaml", "accepts: [unit]}", "accepts: [unitt]}",
			`tiny/game.yaml:36:47: unknown-type: there is no type of cards "unitt" -> unit`},
		{"start zone", "game.yaml", "  unit:\n    start: box", "  unit:\n    start: hand",
			`tiny/game.yaml:21:12: unknown-zone: cards begin in a zone of the table, and there is none named "hand"`},
		{"group", "game.yaml", "field: [left, right]", "field: [left, rigth]",
			`tiny/game.yaml:38:17: unknown-zone: there is no zone or group "rigth" -> right`},
		{"group in itself", "game.yaml", "field: [left, right]", "field: [left, wide]\n  wide: [field]",
			`tiny/game.yaml:39:10: group-in-itself: the group "field" is a part of itself`},
		{"group like a zone", "game.yaml", "field: [left, right]", "field: [left, right]\n  hand: [left]",
			`tiny/game.yaml:39:3: duplicate-name: "hand" is a zone already; a group needs a name of its own`},
		{"board", "game.yaml", "box: {of: table, seen: nobody}",
			"box: {of: table}\n  b: {of: table, board: {rows: 0, columns: 3}}",
			`tiny/game.yaml:33:25: bad-range: a board has from 1 to 4096 zones`},
		{"keeps in", "game.yaml", "keeps_in: field", "keeps_in: feild",
			`tiny/game.yaml:26:66: unknown-zone: there is no zone or group "feild" -> field`},
		{"always and a zone", "game.yaml", "keeps_in: field", "keeps_in: [always, field]",
			`tiny/game.yaml:26:67: always-kept: always stands alone: what no end of a life takes is kept in all zones`},
		{"falls to", "game.yaml", "box: {of: table, seen: nobody}", "box: {of: table, seen: nobody, falls_to: bxo}",
			`tiny/game.yaml:32:44: unknown-zone: there is no zone "bxo" -> box`},
		{"who chooses", "game.yaml", "order_from: seat", "chooses: bye",
			`tiny/game.yaml:48:14: unknown-parameter: the trigger has no seat parameter "bye"`},
		{"who must stay", "game.yaml", "order_from: seat", "must_stay: bye",
			`tiny/game.yaml:48:16: unknown-parameter: the trigger has no card parameter "bye" -> by`},
		{"trigger parameter", "game.yaml", "order_from: seat", "order_from: by",
			`tiny/game.yaml:48:17: unknown-parameter: the trigger has no seat parameter "by"`},
		{"cancelled", "game.yaml", "face: {type: number}", "cancelled: {type: number}",
			`tiny/game.yaml:46:7: reserved-name: "cancelled" has a meaning of its own in scripts and cannot name a ` +
				`parameter; "cancelled_parameter" is free`},
		{"windows", "game.yaml", "cancel: true", "cancel: true\n    windows: [after]",
			`cover.lua:2:9: wrong-window: the trigger unit.hit has no window "replace"` + "\n" +
				`tiny/game.yaml:40:3: meaningless-key: "unit.hit" can be cancelled in the windows respond, ` +
				`replace and before, and has none of them`},
		{"window name", "game.yaml", "cancel: true", "windows: [afetr]",
			`tiny/game.yaml:47:15: unknown-value: item 1 of "windows" cannot be "afetr" -> after`},
		{"many parameters", "game.yaml", "face: {type: number}",
			"face: {type: number}\n      a: {type: flag}\n      b: {type: flag}\n      c: {type: flag}\n      d: " +
				"{type: flag}\n      e: {type: flag}\n      f: {type: flag}\n      g: {type: flag}",
			`tiny/game.yaml:53:7: too-many: a trigger has at most 10 parameters`},
		{"phase twice", "game.yaml", "phase: moves", "phase: setup",
			`tiny/game.yaml:56:16: duplicate-name: the phase "setup" is declared twice; the other is at ` +
				`tiny/game.yaml:51:12`},
		{"trigger of a phase", "game.yaml", "  unit.hit:", "  moves.begins: {}\n  unit.hit:",
			`tiny/game.yaml:57:16: duplicate-name: the trigger "moves.begins" is declared twice; the other is at ` +
				`tiny/game.yaml:40:3`},
		{"step", "game.yaml", "do: [setup.deal]", "do: [deal]",
			`tiny/game.yaml:52:10: bad-step: a step is written file.function, not "deal"`},
		{"repeat", "game.yaml", "repeat: {until: round.over}", "repeat: {}",
			`tiny/game.yaml:53:12: missing-key: repeat of the phase "round" needs until or times`},
		{"repeat both", "game.yaml", "repeat: {until: round.over}", "repeat: {until: round.over, times: 0}",
			`tiny/game.yaml:54:21: meaningless-key: a phase is repeated until something or a number of times, not ` +
				`both` + "\n" +
				`tiny/game.yaml:54:40: bad-range: a phase is repeated at least once`},
		{"turns from", "game.yaml", "turns: {until: passed}", "turns: {from: round, until: passd}",
			`tiny/game.yaml:57:23: unknown-attribute: there is no game attribute of type seat "round"` + "\n" +
				`tiny/game.yaml:57:37: unknown-value: "until" cannot be "passd" -> passed`},
		{"order", "game.yaml", "order: {from: first", "order: {from: frist",
			`tiny/game.yaml:49:15: unknown-attribute: there is no game attribute of type seat "frist" -> first`},
		{"option", "game.yaml", "length: {values: [short, long], default: short",
			"length: {values: [short, short], number: {min: 2, max: 1}, default: shrt",
			`tiny/game.yaml:2:3: bad-option: the option "length" needs one of values, number and seat` + "\n" +
				`tiny/game.yaml:2:28: duplicate-name: the value "short" stands twice` + "\n" +
				`tiny/game.yaml:5:31: bad-range: "length" takes a number from 2 to 1, not the word "long"`},
		{"option seat", "game.yaml", "first: {seat: true, default: random}",
			"first: {seat: true, default: 4, distinct: true}",
			`tiny/game.yaml:3:3: meaningless-key: distinct is for options per seat: "first" has one value`},
		{"option default", "game.yaml", "default: short", "default: [short, long]",
			`tiny/game.yaml:2:44: bad-option: the option "length" has one value, not a list`},
		{"option defaults", "game.yaml", "default: short", "per_seat: true, default: [short, long]",
			`tiny/game.yaml:2:60: bad-option: the option "length" needs one default, or one for each seat where the ` +
				`number of seats is always the same`},
		{"refuse", "game.yaml", "{seats: 2, length: long}", "{seats: two, lenght: long}",
			`tiny/game.yaml:5:20: wrong-type: seats is compared with a number of seats, not the word "two"` + "\n" +
				`tiny/game.yaml:5:25: unknown-option: there is no option "lenght" -> length`},
		{"refuse value", "game.yaml", "{seats: 2, length: long}", "{seats: 2, length: [long, longer]}",
			`tiny/game.yaml:5:38: unknown-value: the option has no value "longer" -> long`},
		{"active", "game.yaml", "active: {zone: field, posture: up}",
			"active: {zone: feild, posture: upp, powr: 1, with: covr}",
			`tiny/game.yaml:22:20: unknown-zone: there is no zone or group "feild" -> field` + "\n" +
				`tiny/game.yaml:22:36: unknown-word: posture cannot be "upp" -> up` + "\n" +
				`tiny/game.yaml:22:41: unknown-filter: a filter on a card has no condition "powr" -> power` + "\n" +
				`tiny/game.yaml:22:56: unknown-ability: there is no ability "covr" -> cover`},
		{"active parameter", "game.yaml", "active: {zone: field, posture: up}",
			"active: {at: unit, power: {min: 3, max: 2}}",
			`tiny/game.yaml:22:18: unknown-parameter: there is no card parameter here to compare with: "unit"` + "\n" +
				`tiny/game.yaml:22:31: bad-range: max of power is below min`},
		{"word twice", "game.yaml", "trick: [jump, hide]", "trick: [jump, jump]",
			`tiny/game.yaml:10:17: duplicate-name: the word "jump" stands twice in "trick"`},
		{"words named as a type", "game.yaml", "trick: [jump, hide]", "trick: [jump, hide]\n  number: [one]",
			`tiny/game.yaml:11:3: reserved-name: "number" is a type of values and cannot name a list of words; ` +
				`"number_words" is free`},
		{"types together", "game.yaml", "types:\n", "types:\n  all: {strat: box, attributes: {cost: {type: nubmer}}}\n",
			`tiny/game.yaml:20:9: unknown-key: unknown key "strat" in a type -> start` + "\n" +
				`tiny/game.yaml:20:47: unknown-type: there is no type or list of words "nubmer" -> number`},
		{"types together in one word", "game.yaml", "types:\n", "types:\n  all: box\n",
			`tiny/game.yaml:20:8: wrong-type: "all" must be a map (types together), not the word "box"`},
		{"trigger called game", "game.yaml", "triggers:\n", "triggers:\n  game: {}\n",
			`tiny/game.yaml:40:3: reserved-name: "game" means that a limit is never set back, under per and cannot ` +
				`name a trigger; "game_trigger" is free`},
		{"option called seats", "game.yaml", "options:\n", "options:\n  seats: {seat: true, default: 1}\n",
			`tiny/game.yaml:2:3: reserved-name: "seats" means the number of seats, under refuse and cannot name an ` +
				`option; "seats_option" is free`},
		{"value called random", "game.yaml", "options:\n",
			"options:\n  mix: {values: [sorted, random], default: random}\n",
			`tiny/game.yaml:2:26: reserved-name: "random" means that one of the values is drawn and cannot be one of ` +
				`them; "random_mix" is free, and random: true beside the values lets them be drawn`},
		{"random seat", "game.yaml", "first: {seat: true,", "first: {seat: true, random: true,",
			`tiny/game.yaml:3:3: meaningless-key: random is for options with values: "first" has none`},
		{"card twice", "cards/units.yaml", "id: scout", "id: soldier",
			`tiny/cards/units.yaml:9:9: duplicate-card: there are two cards "soldier"; the other is at ` +
				`tiny/cards/units.yaml:3:5`},
		{"card key", "cards/units.yaml", "tricks: [jump]", "trick: [jump]",
			`tiny/cards/units.yaml:7:5: unknown-key: a card of the type "unit" has no key "trick" -> tricks`},
		{"card word", "cards/units.yaml", "tricks: [jump]", "tricks: [jmp]",
			`tiny/cards/units.yaml:7:14: unknown-word: item 1 of tricks cannot be "jmp" -> jump`},
		{"card state", "cards/units.yaml", "tricks: [jump]", "posture: down",
			`tiny/cards/units.yaml:7:5: wrong-type: "posture" is state and not printed; its start stands with the ` +
				`type`},
		{"card number", "cards/units.yaml", "worth: 3", "worth: -1",
			`tiny/cards/units.yaml:14:12: bad-range: -1 of "worth" is out of its range: it is at least 0`},
		{"card text for a number", "cards/units.yaml", "worth: 3", "worth: 3.5",
			`tiny/cards/units.yaml:14:12: wrong-type: worth must be a whole number, not 3.5`},
		{"card by", "cards/units.yaml", "power: {up: 2, down: 1}", "power: {up: 2, dwn: 1}",
			`tiny/cards/units.yaml:6:5: missing-key: power has no value for "down"` + "\n" +
				`tiny/cards/units.yaml:6:20: unknown-word: power is given by posture, which has no word "dwn" -> down`},
		{"card type", "cards/units.yaml", "type: place", "type: palce",
			`tiny/cards/units.yaml:13:11: unknown-type: there is no type of cards "palce" -> place`},
		{"card ability", "cards/units.yaml", "abilities: [cover]", "abilities: [covr]",
			`tiny/cards/units.yaml:8:17: unknown-ability: there is no ability "covr" -> cover`},
		{"ability parameter", "cards/units.yaml", "{gain: 2}", "gain",
			`tiny/cards/units.yaml:11:17: missing-parameter: the ability "gain" needs its parameter "points"`},
		{"ability parameters", "cards/units.yaml", "{gain: 2}", "{gain: {point: 2}}",
			`tiny/cards/units.yaml:11:18: missing-parameter: the ability "gain" needs its parameter "points"` + "\n" +
				`tiny/cards/units.yaml:11:25: unknown-parameter: the ability "gain" has no parameter "point" -> ` +
				`points`},
		{"ability parameter kind", "cards/units.yaml", "{gain: 2}", "{gain: much}",
			`tiny/cards/units.yaml:11:24: wrong-type: points of gain must be a whole number, not the word "much"`},
		{"no parameters", "cards/units.yaml", "abilities: [cover]", "abilities: [{cover: 1}]",
			`tiny/cards/units.yaml:8:25: unknown-parameter: the ability "cover" has no parameters`},
		{"ability twice", "cards/units.yaml", "abilities: [cover]", "abilities: [cover, cover]",
			`tiny/cards/units.yaml:8:24: duplicate-name: the card "soldier" has the ability "cover" twice`},
		{"no id", "cards/units.yaml", "  - id: scout\n    power", "  - power",
			`tiny/cards/units.yaml:9:5: missing-key: a card needs the key "id": the short name of the card, the only ` +
				`one in the pack`},
		{"language", "cards/units.yaml", "ja: 兵士", "japanese: 兵士",
			`tiny/cards/units.yaml:4:25: unknown-language: "japanese" is not the code of a language`},
		{"plural", "locale/en.yaml", "  other: ", "  othr: ",
			`tiny/locale/en.yaml:4:3: unknown-key: unknown key "othr" in a message -> other`},
		{"seats", "pack.yaml", "{min: 2, max: 3}", "{min: 2, max: 9}",
			`tiny/pack.yaml:5:8: bad-range: seats go from 1 to 8, and min is not above max; this says 2 to 9`},
		{"usual seats", "game.yaml", "standing: ", "usual_seats: 4\nstanding: ",
			`tiny/game.yaml:60:14: bad-range: the game is played by 2 to 3 seats, so that 4 cannot be usual`},
		{"derived value of no cards", "game.yaml", "standing: ",
			"derived: {worth: {of: round.standing, for: card, name: Worth}}\nstanding: ",
			"tiny/game.yaml:60:11: missing-key: a value for cards says for which: where: {zone: ...}"},
		{"derived value with cards", "game.yaml", "standing: ",
			"derived: {worth: {of: round.standing, where: {type: unit}, name: Worth}}\nstanding: ",
			"tiny/game.yaml:60:46: meaningless-key: a value that is not for cards has no `where`"},
		{"pause", "game.yaml", "standing: ", "pause: 61\nstanding: ",
			`tiny/game.yaml:60:8: bad-range: a pause is 0 to 60 seconds, not 61`},
		{"looking too far", "game.yaml", "standing: ", "search: {depth: -1, rollout: 1001}\nstanding: ",
			`tiny/game.yaml:60:17: bad-range: bots look 0 to 1000 decisions of each seat ahead, not -1` + "\n" +
				`tiny/game.yaml:60:30: bad-range: bots look 0 to 1000 decisions of each seat ahead, not 1001`},
		{"rollout beyond the depth", "game.yaml", "standing: ", "search: {depth: 2, rollout: 3}\nstanding: ",
			`tiny/game.yaml:60:29: bad-range: a rollout is a part of the depth: 3 decisions do not fit into 2`},
		{"no seats", "pack.yaml", "seats: {min: 2, max: 3}", "",
			`tiny/pack.yaml:1:1: missing-key: pack.yaml needs the key "seats": how many may play, as {min: 2, max: 4}`},
		{"pack id", "pack.yaml", "id: tiny", "id: tiny pack",
			`tiny/pack.yaml:1:5: bad-word: "id" must be a word of letters, digits, _, - and dots, not "tiny pack"`},
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
