package check_test

import "slices"

import "strings"

// findings are mistakes with all that is said of them: one of each kind that check
// promises to find.
var findings = []struct {
	name    string
	changes []change
	want    string
}{
	{"nothing", nil,
		""},
	{"a heading that does not know whose turn it is",
		[]change{{"locale/en.yaml", "", "phase.turn: \"{seat}'s turn\"\n"}}, `
t/locale/en.yaml:9:1: note missing-translation: the sentence "phase.turn" is not there in fr
t/locale/en.yaml:9:14: warning unknown-placeholder: the sentence "phase.turn" is not given {seat}`},
	{"how the game ends, with a place of the table and one of a seat",
		[]change{{"locale/en.yaml", "", "scene.ends: \"{box} {hand}\"\n"}}, `
t/locale/en.yaml:9:1: note missing-translation: the sentence "scene.ends" is not there in fr
t/locale/en.yaml:9:20: warning unknown-placeholder: the sentence "scene.ends" is not given {hand}`},
	{"places of an older pack",
		[]change{{"pack.yaml", "api: 3", "api: 2"}, {"scripts/abilities/encore.lua", "return ability {",
			"return ability { limit = {times = 1, per = \"performer.enters\"},"}}, `
t/pack.yaml:3:6: note older-api: the pack is written for version 2 of the language and runs in version 3; write ` +
			`api: 3; what has changed since: ruledeck explain older-api -> 3
t/scripts/abilities/encore.lua:1:18: note older-api: each controller of a card has a count of its limits of his own, ` +
			`and each life of it begins anew: write limit = {by = "card"} for one count that follows the card, ` +
			`per = "game" for one that no life takes`},
	{"unknown key", []change{{"cards/performers.yaml", "copies: 6", "copeis: 6"}},
		`t/cards/performers.yaml:5:5: error unknown-key: a card of the type "performer" has no key "copeis" -> copies`},
	{"unknown value", []change{{"game.yaml", "seen: nobody", "seen: nobdy"}},
		`t/game.yaml:22:41: error unknown-value: "seen" cannot be "nobdy" -> nobody`},
	{"a role that nothing gives", []change{{"locale/en.yaml", "", "role.performr: performer\n"}}, `
t/locale/en.yaml:9:1: warning unknown-text: the sentence "role.performr" belongs to nothing: there is no value of a ` +
		`question or a trigger "performr" -> role.perform`},
	{"undo policy", []change{{"game.yaml", "position:", "undo: untill_known\nposition:"}},
		`t/game.yaml:49:7: error unknown-value: "undo" cannot be "untill_known" -> until_known`},
	{"wrong type", []change{{"cards/performers.yaml", "applause: 2", "applause: [2]"}},
		`t/cards/performers.yaml:6:15: error wrong-type: applause must be a whole number, not a list`},
	{"dangling type", []change{{"cards/performers.yaml", "{type: performer}", "{type: perfomer}"}},
		`t/cards/performers.yaml:1:18: error unknown-type: there is no type of cards "perfomer" -> performer`},
	{"dangling zone", []change{{"game.yaml", "start: box", "start: bax"}},
		`t/game.yaml:13:12: error unknown-zone: cards begin in a zone of the table, and there is none named "bax" -> ` +
			`box`},
	{"dangling zone in a filter", []change{{"game.yaml", "active: {zone: stage}", "active: {zone: stag}"}},
		`t/game.yaml:14:20: error unknown-zone: there is no zone or group "stag" -> stage`},
	{"dangling ability", []change{{"cards/performers.yaml", "{encore: 2}", "{enocre: 2}"}},
		`t/cards/performers.yaml:12:18: error unknown-ability: there is no ability "enocre" -> encore`},
	{"dangling trigger", []change{{"scripts/abilities/encore.lua", `"performer.enters"`, `"perfomer.enters"`}},
		`t/scripts/abilities/encore.lua:3:12: error unknown-trigger: there is no trigger "perfomer.enters" -> ` +
			`performer.enters`},
	{"dangling step", []change{{"game.yaml", "show.judge", "show.jugde"}},
		`t/game.yaml:47:10: error unknown-step: there is no function for the step "show.jugde" -> show.judge`},
	{"dangling word of a list", []change{{"cards/performers.yaml", "act: sad", "act: sda"}},
		`t/cards/performers.yaml:11:10: error unknown-word: act cannot be "sda" -> sad`},
	{"dangling text of a card", []change{{"cards/performers.yaml", "copies: 6", "copies: 6\n    text: joke"}},
		`t/cards/performers.yaml:6:11: warning missing-text: there is no English sentence "joke"`},
	{"duplicate id", []change{{"cards/performers.yaml", "id: clown", "id: juggler"}},
		`t/cards/performers.yaml:7:9: error duplicate-card: there are two cards "juggler"; the other is at ` +
			`t/cards/performers.yaml:3:5`},
	{"duplicate sentence", []change{{"locale/en.more.yaml", "", "prompt.perform: Who?\n"}},
		`t/locale/en.yaml:1:1: error duplicate-text: the sentence "prompt.perform" stands twice in this language; ` +
			`the other is at t/locale/en.more.yaml:1:1`},
	{"duplicate key", []change{{"cards/performers.yaml", "applause: 2", "applause: 2\n    applause: 3"}},
		`t/cards/performers.yaml:7:5: error duplicate-key: the key "applause" stands twice; the first is at line 6`},
	{"size", []change{{"game.yaml", "zones:\n", "sizes: {performer: 11}\n\nzones:\n"}},
		`t/game.yaml:20:20: error wrong-size: there are 10 cards of the type "performer", copies counted, not 11 ` +
			`-> 10`},
	{"size of no type", []change{{"game.yaml", "zones:\n", "sizes: {performers: 10}\n\nzones:\n"}},
		`t/game.yaml:20:9: error unknown-type: there is no type of cards "performers" -> performer`},
	{"unreachable ability",
		[]change{{"scripts/abilities/trick.lua", "",
			"return ability {\n  on = \"performer.enters\",\n  run = function(self) self.seat.points = 0 end,\n}\n"}},
		`t/scripts/abilities/trick.lua:1:8: warning unused-ability: no card has the ability "trick", and nothing ` +
			`names it; a card has it with abilities: [trick]
t/scripts/abilities/trick.lua:1:8: note untested-ability: no scenario names the ability "trick" or a card that has it`},
	{"unreachable function",
		[]change{{"scripts/rules/show.lua", "return show", "function show.bow() finish({}) end\n\nreturn show"}},
		`t/scripts/rules/show.lua:21:1: warning unused-function: nothing calls show.bow: no step of the flow, no ` +
			`script`},
	{"unreachable statement",
		[]change{{"scripts/rules/show.lua", "  if not card then return end",
			"  if not card then return end\n  do return end"}},
		`t/scripts/rules/show.lua:8:3: warning unreachable: this is never reached: the script goes on elsewhere ` +
			`before it`},
	{"missing end", []change{{"scripts/rules/show.lua", "  if not card then return end", "  if not card then return"}},
		`t/scripts/rules/show.lua:21:12: error lua-syntax: unexpected end of the script; the block that begins at ` +
			`line 6 has no "end"`},
	{"unclosed text", []change{{"scripts/rules/show.lua", `prompt = "perform"`, `prompt = "perform`}},
		`t/scripts/rules/show.lua:5:49: error lua-syntax: unterminated string`},
	{"assignment in a condition", judge("if one.points = 3 then finish({}) end"),
		`t/scripts/rules/show.lua:17:17: error lua-syntax: "=" gives a variable its value; to compare, write "=="`},
	{"unknown global", judge("finsh({})"),
		`t/scripts/rules/show.lua:17:3: error unknown-global: there is no variable and no function "finsh" -> finish`},
	{"field of a draw", judge("if one then finish{drawn = game.seats} end"),
		`t/scripts/rules/show.lua:17:22: error unknown-key: finish has no field "drawn" -> draw`},
	{"seats of a draw", judge("if one then finish{draw = 3} end"),
		`t/scripts/rules/show.lua:17:29: error wrong-type: finish: draw must be a list, not the number 3`},
	{"unknown function of the API", judge(`choose.yse{seat = one, prompt = "perform"}`),
		`t/scripts/rules/show.lua:17:10: error unknown-function: choose has no function "yse" -> yes`},
	{"unknown function of a module", judge("rules.show.perfrom(one)"),
		`t/scripts/rules/show.lua:17:14: error unknown-function: rules.show has no function "perfrom" -> perform`},
	{"unknown module", judge("rules.shwo.perform(one)"),
		`t/scripts/rules/show.lua:17:9: error unknown-module: there is no file of rules "shwo" -> show`},
	{"unknown function of the language", judge("move(cards{}, one.hand, math.mxa(1, 2))"),
		`t/scripts/rules/show.lua:17:32: error unknown-function: math has no function "mxa" -> max`},
	{"unknown method", judge("move(one.hand:crads(), one.deck)"),
		`t/scripts/rules/show.lua:17:17: error unknown-method: a zone has no method "crads" -> cards`},
	{"unknown field", judge("one.ponits = 0"),
		`t/scripts/rules/show.lua:17:7: error unknown-field: a seat has no field "ponits" -> points`},
	{"unknown option", judge(`if game.options.lenght == "long" then finish({}) end`),
		`t/scripts/rules/show.lua:17:19: error unknown-option: there is no option "lenght" -> length`},
	{"argument missing", judge("move(one.hand:cards())"),
		`t/scripts/rules/show.lua:17:3: error wrong-count: move takes 2 to 3 arguments (cards, zone, [place]), not 1`},
	{"argument too many", judge("shuffle(one.deck, two.deck)"),
		`t/scripts/rules/show.lua:17:21: error wrong-count: shuffle takes 1 argument (zone), not 2`},
	{"argument missing for a function of the pack", judge("rules.show.perform()"),
		`t/scripts/rules/show.lua:17:3: error wrong-count: show.perform needs its argument 1 (seat); none is given`},
	{"argument too many for a function of the pack", judge("rules.show.perform(one, two)"),
		`t/scripts/rules/show.lua:17:27: error wrong-count: show.perform takes 1 argument, not 2`},
	{"argument of the wrong type", judge("move(one, one.deck)"),
		`t/scripts/rules/show.lua:17:8: error wrong-type: move: argument 1 (cards) must be a card or a list, not a ` +
			`seat`},
	{"argument of the wrong type for a function of the pack", judge("rules.show.perform(3)"),
		`t/scripts/rules/show.lua:17:22: error wrong-type: show.perform: argument "seat" must be a seat, not the ` +
			`number 3`},
	{"name in an argument", judge(`roll("cion")`),
		`t/scripts/rules/show.lua:17:8: error unknown-die: roll: argument 1 (die): there is no die "cion" -> coin`},
	{"roll of a die without faces", append(judge(`if roll("die") then return end`), change{"game.yaml", "dice:\n",
		"dice:\n  die: []\n"}),
		`t/scripts/rules/show.lua:17:11: error wrong-count: the die "die" has no faces: write what can come up, ` +
			`as in roll("die", nil, nil, list)`},
	{"rolls over a list and over the first faces", append(judge(
		`if roll("die", nil, nil, {"up", "down"}) == "upp" then return end
  if roll("coin", nil, nil, 1) == "haeds" then return end
  if roll("die", 2, nil, {1, 2})[1] == "one" then return end`), change{"game.yaml", "dice:\n",
		"dice:\n  die: []\n"}), `
t/scripts/rules/show.lua:17:47: error unknown-word: roll(...) is never "upp" -> up
t/scripts/rules/show.lua:18:35: error unknown-word: roll(...) is never "haeds" -> heads
t/scripts/rules/show.lua:19:40: warning never-equal: a number is never equal to the word "one"`},
	{"name in a filter", judge(`move(cards{id = "clwon"}, one.deck)`),
		`t/scripts/rules/show.lua:17:19: error unknown-card: the condition id: there is no card "clwon" -> clown`},
	{"condition of a filter", judge(`move(cards{zoone = "hand"}, one.deck)`),
		`t/scripts/rules/show.lua:17:14: error unknown-filter: a filter on a card has no condition "zoone" -> zone`},
	{"name of a card in a filter", judge(`move(cards{card = "clown"}, one.deck)`),
		`t/scripts/rules/show.lua:17:14: error unknown-filter: a filter on a card has no condition "card"; a card ` +
			`is told by its id`},
	{"zone where a list is wanted", judge(`move(one.hand, one.deck)`),
		`t/scripts/rules/show.lua:17:8: error wrong-type: move: argument 1 (cards) must be a card or a list, not a ` +
			`zone; write :cards() behind it for its cards`},
	{"condition that is empty", judge("move(cards{zone = {}}, one.deck)"),
		`t/scripts/rules/show.lua:17:21: error empty-condition: the condition zone is empty: it says nothing`},
	{"value that no attribute has", judge(`move(cards{mood = "hapy"}, one.deck)`),
		`t/scripts/rules/show.lua:17:21: error unknown-word: "mood" cannot be "hapy"`},
	{"field of the wrong type", judge(`one.points = "many"`),
		`t/scripts/rules/show.lua:17:16: error wrong-type: "points" must be a number, not the word "many"`},
	{"field out of range", judge("one.points = -1"),
		`t/scripts/rules/show.lua:17:17: error out-of-range: "points" cannot be -1: it is at least 0`},
	{"field that is half", judge("one.points = 2.5"),
		`t/scripts/rules/show.lua:17:16: error bad-number: "points" cannot be 2.5: numbers are whole and go from ` +
			`-2147483648 to 2147483647`},
	{"printed field", judge(`for _, card in ipairs(cards{zone = "hand"}) do card.applause = 3 end`),
		`t/scripts/rules/show.lua:17:55: error read-only: "applause" is printed on the card and cannot be changed; ` +
			`state: true makes it state, which no card prints`},
	{"comparison that never holds", judge(`if game.options.length == "lnog" then finish({}) end`),
		`t/scripts/rules/show.lua:17:29: error unknown-word: game.options.length is never "lnog" -> long`},
	{"key of a question", judge(`choose.yes{seat = one, promt = "perform"}`),
		`t/scripts/rules/show.lua:17:26: error unknown-key: choose.yes has no field "promt" -> prompt`},
	{"bounds of a question",
		judge(`choose.some{seat = one, prompt = "perform", from = one.hand:cards(), min = 3, max = 2}`),
		`t/scripts/rules/show.lua:17:87: error out-of-range: choose.some: max is below min`},
	{"text of a question", judge(`choose.yes{seat = one, prompt = "preform"}`),
		`t/scripts/rules/show.lua:17:35: warning missing-text: there is no English sentence prompt.preform -> perform`},
	{"text of a line", judge(`say("bow", {seat = one})`),
		`t/scripts/rules/show.lua:17:7: warning missing-text: there is no English sentence say.bow; it belongs into ` +
			`locale/en.yaml`},
	{"text of a refusal", judge(`options():refuse(one, "bow")`),
		`t/scripts/rules/show.lua:17:25: warning missing-text: there is no English sentence not.bow; it belongs into ` +
			`locale/en.yaml`},
	{"text of a condition", []change{{"scripts/abilities/encore.lua", `on `,
		`when = function(self) return self.seat ~= nil, "bow" end, on `}},
		`t/scripts/abilities/encore.lua:3:10: warning missing-text: there is no English sentence not.bow; it belongs ` +
			`into locale/en.yaml
t/scripts/abilities/encore.lua:3:50: warning lone-word: the word "bow" stands nowhere else in the pack -> box`},
	{"name of an option", judge(`choose.one{seat = one, prompt = "perform", from = {"sing", "dance"}}`),
		`t/scripts/rules/show.lua:17:54: warning missing-text: there is no English sentence option.sing; it belongs ` +
			`into locale/en.yaml
t/scripts/rules/show.lua:17:62: warning missing-text: there is no English sentence option.dance; it belongs into ` +
			`locale/en.yaml`},
	{"reason of an end", judge(`if one then finish({}, "rain") end`),
		`t/scripts/rules/show.lua:17:26: warning missing-text: there is no English sentence finish.rain; it belongs ` +
			`into locale/en.yaml`},
	{"parameter of a trigger", judge(`raise("performer.enters", {perfromer = one.hand.top})`),
		`t/scripts/rules/show.lua:17:30: error unknown-parameter: performer.enters has no parameter "perfromer" -> ` +
			`performer`},
	{"parameter of a trigger of the wrong type",
		judge(`raise("performer.enters", {performer = one, seat = one, applause = 1})`),
		`t/scripts/rules/show.lua:17:42: error wrong-type: "performer" must be a card, not a seat`},
	{"unknown parameter of an event",
		[]change{{"scripts/abilities/encore.lua", "ev.applause + params.more", "ev.aplause + params.more"}},
		`t/scripts/abilities/encore.lua:7:53: error unknown-parameter: performer.enters has no parameter "aplause" ` +
			`-> applause`},
	{"unknown parameter of an ability", []change{{"scripts/abilities/encore.lua", "params.more end", "params.mor end"}},
		`t/scripts/abilities/encore.lua:7:71: error unknown-parameter: the ability declares no parameter "mor" -> ` +
			`more`},
	{"unknown parameter in where",
		[]change{{"scripts/abilities/encore.lua", "where  = {performer", "where  = {perfomer"}},
		`t/scripts/abilities/encore.lua:4:13: error unknown-parameter: the trigger performer.enters has no parameter ` +
			`"perfomer" -> performer`},
	{"read-only parameter",
		ability("return ability {\n  on = \"performer.enters\", window = \"before\",\n  run = function(self, ev) " +
			"ev.performer = self end,\n}\n"),
		`t/scripts/abilities/trick.lua:3:31: error read-only: performer of performer.enters cannot be changed; its ` +
			`declaration does not say write: true`},
	{"parameter after the event",
		ability("return ability {\n  on = \"performer.enters\",\n  run = function(_, ev) ev.applause = 0 end,\n}\n"),
		`t/scripts/abilities/trick.lua:3:28: error read-only: performer.enters has happened: ev.applause can be ` +
			`changed in the replace and before windows only`},
	{"event that cannot be cancelled",
		ability("return ability {\n  on = \"performer.enters\", window = \"before\",\n  run = function(_, ev) " +
			"ev.cancelled = true end,\n}\n"),
		`t/scripts/abilities/trick.lua:3:28: error read-only: performer.enters cannot be cancelled; its declaration ` +
			`does not say cancel: true`},
	{"memory in a local",
		ability("local count = 0\n\nreturn ability {\n  on = \"performer.enters\",\n  run = function(self)\n " +
			"   count = count + 1\n    self.seat.points = count\n  end,\n}\n"),
		`t/scripts/abilities/trick.lua:6:5: error upvalue: "count" is a variable of the file: scripts have no memory ` +
			`of their own, what lasts is an attribute`},
	{"memory in a table",
		ability("local seen = {}\n\nreturn ability {\n  on = \"performer.enters\",\n  run = function(self, ev)\n " +
			"   seen[1] = ev.performer\n    self.seat.points = #seen\n  end,\n}\n"),
		`t/scripts/abilities/trick.lua:6:5: error frozen: seen was made when the script was loaded and cannot be ` +
			`changed by a function: scripts have no memory of their own`},
	{"memory in a module",
		[]change{{"scripts/rules/show.lua", "function show.judge()\n", "function show.judge()\n  show.done = true\n"}},
		`t/scripts/rules/show.lua:16:8: error frozen: show was made when the script was loaded and cannot be changed ` +
			`by a function: scripts have no memory of their own`},
	{"global", []change{{"scripts/rules/show.lua", "  local card = choose", "  card = choose"}},
		`t/scripts/rules/show.lua:5:3: error lua-syntax: assignment to the global "card"; write "local card" to make ` +
			`a variable`},
	{"when that changes the game",
		ability("return ability {\n  on = \"performer.enters\",\n  when = function(self)\n    self.seat.points = 3\n " +
			"   return true\n  end,\n  run = function(self) self.seat.points = 0 end,\n}\n"),
		`t/scripts/abilities/trick.lua:4:15: error impure: when may only look at the game and cannot change it or ` +
			`ask: assigning "points"`},
	{"from that changes the game",
		ability("return ability {\n  on = \"performer.enters\",\n  target = {all = true, from = function(self)\n " +
			"   self.seat.points = 3\n    return cards{type = \"performer\"}\n  end},\n  run = function(self, ev, " +
			"found) self.seat.points = #found end,\n}\n"),
		`t/scripts/abilities/trick.lua:4:15: error impure: from may only look at the game and cannot change it or ` +
			`ask: assigning "points"`},
	{"what from finds",
		ability("return ability {\n  on = \"performer.enters\",\n  target = {all = true, from = function() return " +
			"cards{type = \"performer\"} end},\n  run = function(self, ev, found) self.seat.points = " +
			"found[1].applauze end,\n}\n"),
		`t/scripts/abilities/trick.lua:4:63: error unknown-field: a card has no field "applauze" -> applause`},
	{"until_seat, of an earlier version",
		ability("return ability {on = \"performer.enters\", run = function(self) lasting{ability = \"trick\", " +
			"on = self, until_ = \"performer.enters\", until_seat = self.seat} end}\n"),
		`t/scripts/abilities/trick.lua:1:130: error unknown-key: until_seat is gone; write until_ = {on = ` +
			`"performer.enters", where = {seat = "friendly"}} in the header of trick, whose seat is that of lasting{}`},
	{"until_seat of what a variable names",
		ability("return ability {on = \"performer.enters\", run = function(self, ev)\nlocal what = \"trick\"\n" +
			"lasting{ability = what, on = self, until_seat = ev.seat} end}\n"),
		`t/scripts/abilities/trick.lua:3:36: error unknown-key: until_seat is gone; write until_ = {on = "<until_>", ` +
			`where = {seat = "friendly"}} in the header of <ability>, whose seat is that of lasting{}`},
	{"when that asks",
		ability("return ability {\n  on = \"performer.enters\",\n  when = function(self) return choose.yes{seat = " +
			"self.seat, prompt = \"perform\"} end,\n  run = function(self) self.seat.points = 0 end,\n}\n"),
		`t/scripts/abilities/trick.lua:3:32: error impure: when may only look at the game and cannot change it or ` +
			`ask: choose.yes`},
	{"when that changes ev",
		ability("return ability {\n  on = \"performer.enters\", window = \"before\",\n  when = function(_, ev)\n " +
			"   ev.applause = 0\n    return true\n  end,\n  run = function(self) self.seat.points = 0 end,\n}\n"),
		`t/scripts/abilities/trick.lua:4:8: error read-only: a condition (when, from) may only look at ev, not ` +
			`change ev.applause`},
	{"when that changes the game through helpers",
		ability("local function clear(seat) seat.points = 0 end\nlocal function cleared(seat)\n  clear(seat)\n " +
			" return true\nend\n\nreturn ability {\n  on = \"performer.enters\",\n  when = function(self) return " +
			"cleared(self.seat) end,\n  run = function(self) self.seat.points = 0 end,\n}\n"),
		`t/scripts/abilities/trick.lua:9:32: error impure: when may only look at the game and cannot change it or ` +
			`ask: cleared does, at t/scripts/abilities/trick.lua:3: clear does, at t/scripts/abilities/trick.lua:1: ` +
			`assigning "points"`},
	{"when that changes the game through a step",
		ability("return ability {\n  on = \"performer.enters\",\n  when = function(self) return " +
			"rules.show.perform(self.seat) end,\n  run = function(self) self.seat.points = 0 end,\n}\n"),
		`t/scripts/abilities/trick.lua:3:32: error impure: when may only look at the game and cannot change it or ` +
			`ask: show.perform does, at t/scripts/rules/show.lua:5: choose.one`},
	{"escape in hexadecimal", judge(`if one.points == 3 then error("\x41") end`),
		`t/scripts/rules/show.lua:17:34: error bad-escape: this escape loses its backslash here; Lua 5.1 knows \n, ` +
			`\t, \\, \" and decimal ones such as \065`},
	{"escape of a character", judge(`if one.points == 3 then error("\u{2603}") end`),
		`t/scripts/rules/show.lua:17:34: error bad-escape: this escape loses its backslash here; Lua 5.1 knows \n, ` +
			`\t, \\, \" and decimal ones such as \065`},
	{"missing translation", []change{{"locale/en.yaml", "", "card.clown: He weeps.\n"}},
		`t/locale/en.yaml:9:1: note missing-translation: the sentence "card.clown" is not there in fr`},
	{"missing translation of a name", []change{{"cards/performers.yaml", "{en: Clown, fr: Clown}", "{en: Clown}"}},
		`t/cards/performers.yaml:8:16: note missing-translation: the card clown has no name in fr`},
	{"name that is no text", []change{{"game.yaml", "fr: gai}", "fr: [gai]}"}},
		`t/game.yaml:6:21: note missing-translation: the word glad has no name in fr
t/game.yaml:6:31: error wrong-type: "fr" must be a text, not a list`},
	{"language that nobody speaks", []change{{"cards/performers.yaml", "fr: Clown", "rf: Clown"}},
		`t/cards/performers.yaml:8:16: note missing-translation: the card clown has no name in fr
t/cards/performers.yaml:8:23: warning unknown-language: the card clown has a name in "rf", a language in which the ` +
			`pack has no texts -> fr`},
	{"sentence that English lacks", []change{{"locale/fr.yaml", "", "prompt.perfrom: Qui ?\n"}},
		`t/locale/fr.yaml:9:1: warning unknown-text: the English texts have no "prompt.perfrom" -> prompt.perform`},
	{"sentence of nothing", []change{{"locale/en.yaml", "roll.coin", "roll.cion"}},
		`t/locale/en.yaml:6:1: warning unknown-text: the sentence "roll.cion" belongs to nothing: there is no die ` +
			`"cion" -> roll.coin`},
	{"sentence of the program that is misspelt", []change{{"locale/en.yaml", "finish.nobody", "finish.onbody"}},
		`t/locale/en.yaml:8:1: warning unknown-text: no script uses the sentence "finish.onbody" -> finish.nobody`},
	{"placeholder", []change{{"locale/en.yaml", "{performer} on", "{perfomer} on"}},
		`t/locale/en.yaml:3:42: warning unknown-placeholder: the sentence "trigger.performer.enters" is not given ` +
			`{perfomer} -> performer`},
	{"placeholder of a line", append(judge(`say("bow", {seat = one})`),
		change{"locale/en.yaml", "", "say.bow: \"{seats} bow\"\n"},
		change{"locale/fr.yaml", "", "say.bow: \"{seat} salue\"\n"}),
		`t/locale/en.yaml:9:11: warning unknown-placeholder: the sentence "say.bow" uses {seats}, which is not given ` +
			`at t/scripts/rules/show.lua:17 -> seat`},
	{"untested ability", []change{{"cards/performers.yaml", "", "  - {id: singer, abilities: [trick]}\n"},
		{"scripts/abilities/trick.lua", "",
			"return ability {\n  name = {en = \"Trick\", fr = \"Tour\"},\n  on = \"performer.enters\",\n  run = " +
				"function(self) self.seat.points = 0 end,\n}\n"}},
		`t/scripts/abilities/trick.lua:1:8: note missing-text: no sentence says what the ability trick of the card ` +
			`singer does: there is no English sentence ability.trick
t/scripts/abilities/trick.lua:1:8: note untested-ability: no scenario names the ability "trick" or a card that has it`},
	{"ability that the rules begin", append(judge(`lasting{ability = "trick", seat = one}`),
		change{"scripts/abilities/trick.lua", "",
			"return ability {\n  on = \"performer.enters\",\n  run = function(self) self.seat.points = 0 end,\n}\n"}),
		""},
	{"shares that nobody deals out", []change{
		{"scripts/rules/share.lua", "", "local share = {}\nfunction share.out(seat, all, n)\n  for _, part in ipairs(" +
			"choose.split{seat = seat, prompt = \"perform\", from = all, total = n}) do\n" +
			"    share.give(part[1], part[2])\n  end\nend\nfunction share.give(card, n)\n" +
			"  card.seat.points = card.seat.points + n\nend\nreturn share\n"}},
		`t/scripts/rules/share.lua:2:1: warning unused-function: nothing calls share.out: no step of the flow, no ` +
			`script`},
	{"unused local", judge("local winner = one"),
		`t/scripts/rules/show.lua:17:9: warning unused-local: "winner" is never used`},
	{"unused parameter", []change{{"scripts/rules/show.lua", "function show.judge()", "function show.judge(winner)"}},
		`t/scripts/rules/show.lua:15:21: warning unused-parameter: the parameter "winner" is never used; call it _ ` +
			`if it must stand there`},
	{"parameter that nothing gives",
		[]change{{"scripts/rules/show.lua", "function show.judge()\n",
			"function show.judge(seat)\n  shuffle(seat.deck)\n"}},
		`t/scripts/rules/show.lua:15:21: warning never-given: nothing gives the parameter "seat": it is nothing ` +
			`(nil) in every call of show.judge`},
	{"unused attribute", []change{{"game.yaml", "seat:\n", "seat:\n  pionts: {type: number, internal: true}\n"}},
		`t/game.yaml:27:3: warning unused-attribute: no script, filter or sentence names the attribute "pionts" of ` +
			`seats -> points`},
	{"unused option",
		[]change{{"game.yaml", "options:\n", "options:\n  lenght:\n    values: [on, off]\n    default: off\n"}},
		`t/game.yaml:3:3: note unused-option: no script reads the option "lenght": the game is the same whatever ` +
			`is chosen -> length`},
	{"attribute that nothing sets", []change{
		{"game.yaml", "seat:\n", "seat:\n  rounds: {type: number, start: 0, internal: true}\n"},
		{"scripts/rules/show.lua", "function show.judge()\n",
			"function show.judge()\n  if game.seats[1].rounds == 2 then return end\n"}},
		`t/game.yaml:27:3: note never-set: no script sets the attribute "rounds" of seats: it stays as it begins`},
	{"unused trigger", []change{{"game.yaml", "triggers:\n", "triggers:\n  show.over: {doc: It is over.}\n"}},
		`t/game.yaml:30:3: note never-raised: no script raises the trigger "show.over"`},
	{"ability that waits for ever",
		slices.Concat(said,
			ability("return ability {\n  on = \"show.over\",\n  run = function(self) self.seat.points = 0 end,\n}\n"),
			[]change{{"game.yaml", "triggers:\n", "triggers:\n  show.over: {doc: It is over.}\n"}}),
		`t/game.yaml:30:3: note never-raised: no script raises the trigger "show.over"
t/scripts/abilities/trick.lua:1:8: warning unreachable-ability: the ability "trick" never acts: no script raises the ` +
			`trigger "show.over" that it answers`},
	{"action that nobody asks for",
		ability("return ability {\n  action = \"turn\",\n  run = function(self) self.seat.points = 0 end,\n}\n"),
		`t/scripts/abilities/trick.lua:2:12: error unknown-action: no script asks for the actions under "turn", as ` +
			`with actions("turn", seat)`},
	{"limit on a lasting ability",
		ability("return ability {\n  on = \"performer.enters\", limit = {times = 1, per = \"turn.begins\"},\n  run = " +
			"function(self) lasting{ability = \"trick\", on = self} end,\n}\n"),
		`t/scripts/abilities/trick.lua:3:42: error limit-on-lasting: the ability "trick" has a limit, which would ` +
			`not hold while it lasts: uses are counted on cards; let it end with expire("trick"), or count in an ` +
			`attribute`},
	{"word that stands alone",
		[]change{{"game.yaml", "act: {type: mood,", "prop: {type: word, internal: true}\n      act: {type: mood,"},
			{"cards/performers.yaml", "applause: 2", "applause: 2\n    prop: gladd"},
			{"cards/performers.yaml", "act: sad", "act: sad\n    prop: glad"}},
		`t/cards/performers.yaml:7:11: warning lone-word: the word "gladd" stands nowhere else in the pack -> glad`},
	{"count of a line", append(judge(`say("bows", {ccount = 2})`),
		change{"locale/en.yaml", "", "say.bows: {one: \"{count} bow\", other: \"{count} bows\"}\n"},
		change{"locale/fr.yaml", "", "say.bows: {one: \"{count} salut\", other: \"{count} saluts\"}\n"}),
		`t/locale/en.yaml:9:18: warning unknown-placeholder: the sentence "say.bows" uses {count}, which is not ` +
			`given at t/scripts/rules/show.lua:17 -> ccount
t/locale/fr.yaml:9:18: warning unknown-placeholder: the sentence "say.bows" uses {count}, which is not given at ` +
			`t/scripts/rules/show.lua:17 -> ccount`},
	{"word of a list that nothing says", append(judge(`if one.points == #{"slow", "fast"} then finish({}) end`),
		change{"game.yaml", "words:\n", "words:\n  tempo: [slow, fastt]\n"}),
		`t/game.yaml:6:17: warning lone-word: no script, card or die says "fastt", a word of the list tempo -> fast
t/scripts/rules/show.lua:17:30: warning lone-word: the word "fast" stands nowhere else in the pack -> fastt`},
	{"number that no list holds", []change{{"game.yaml", "start: 0", "start: 3000000000"}},
		`t/game.yaml:27:33: error number-too-large: the number 3000000000 is out of range; numbers go from ` +
			`-2147483648 to 2147483647`},
	{"value that is shown to nobody", []change{{"game.yaml", ", name: {en: act, fr: numéro}}", "}"}},
		`t/game.yaml:17:7: warning unshown-attribute: "act" of the type performer is shown to nobody: it has no ` +
			`name; give it one, name: {en: ...}, or say internal: true`},
	{"value of a seat that is shown to nobody", []change{{"game.yaml", ", name: {en: points, fr: points}}", "}"}},
		`t/game.yaml:27:3: warning unshown-attribute: "points" of seats is shown to nobody: it has no name; give it ` +
			`one, name: {en: ...}, or say internal: true`},
	{"layout of what is not there",
		[]change{{"game.yaml", "",
			"layout: {table: stage, seat: [stge], icons: {galdd: x}, face: {performer: {corner: aplause, quiet: " +
				"{mood: happy}}}}\n"}},
		`t/game.yaml:50:17: error unknown-zone: the table has no zone "stage"
t/game.yaml:50:31: error unknown-zone: the seat has no zone "stge" -> stage
t/game.yaml:50:46: error unknown-word: there is no attribute, no card type and no word of a list "galdd"
t/game.yaml:50:84: error unknown-attribute: cards of the type performer have no attribute "aplause" -> applause
t/game.yaml:50:107: error unknown-word: mood cannot be "happy"`},
	{"bad seats", []change{{"pack.yaml", "min: 2", "min: 3"}},
		`t/pack.yaml:5:8: error bad-range: seats go from 1 to 8, and min is not above max; this says 3 to 2`},
	{"API of another version", []change{{"pack.yaml", "api: 3", "api: 7"}},
		`t/pack.yaml:3:6: warning newer-api: the pack is written for version 7 of the language, and this program ` +
			`reads version 3; it uses nothing that is unknown here`},
	{"what lies on a card that goes into hiding", append(judge("move(one.stage:cards()[1].prop:cards(), one.stage) "+
		"move(one.stage:cards()[1], one.deck)"),
		change{"game.yaml", "  hand: {of: seat", "  prop: {of: card, types: performer}\n  hand: {of: seat"}),
		`t/scripts/rules/setup.lua:7:5: note falls-into-hiding: what lies in prop of the card falls off it here, to ` +
			`where its type starts; falls_to says where else
t/scripts/rules/show.lua:17:54: note falls-into-hiding: what lies in prop of the card falls off it here, to ` +
			`where its type starts; falls_to says where else`},
	{"what lies on a card falls where the pack says", append(judge("move(one.stage:cards()[1].prop:cards(), "+
		"one.stage) move(one.stage:cards()[1], one.deck)"), change{"game.yaml", "  hand: {of: seat",
		"  prop: {of: card, types: performer, falls_to: stage}\n  hand: {of: seat"}),
		``},
	{"zone that nothing names", []change{{"game.yaml", "  hand: {of: seat", "  attic: {of: table}\n  hand: {of: seat"}},
		`t/game.yaml:23:3: warning unused-zone: nothing names the zone "attic": no card ever comes there`},
	{"game that nothing ends", []change{{"scripts/rules/show.lua", "then return finish({}) end", "then return end"},
		{"scripts/rules/show.lua", "finish(one.points > two.points and one or two)", "shuffle(one.deck)"},
		{"locale/en.yaml", "finish.nobody: Nobody wins.\n", ""},
		{"locale/fr.yaml", "finish.nobody: Personne ne gagne.\n", ""}},
		`t/game.yaml:2:1: warning never-finishes: no script calls finish: no game ends with a winner`},
	{"translation without its value", []change{{"locale/fr.yaml", "{performer}", "un artiste"}},
		`t/locale/fr.yaml:3:1: warning lost-placeholder: the sentence "trigger.performer.enters" has no {performer} ` +
			`in fr, as it has in English`},
	{"number that is a parameter", []change{{"locale/en.yaml", "More applause.", "2 more applause."}},
		`t/locale/en.yaml:7:1: note plain-number: the sentence "ability.encore" says 2, ` +
			`which is the parameter "more": write {more}`},
	{"number of a card that is a parameter", []change{{"locale/en.yaml", "", "card.clown: He gets 2 more.\n"},
		{"locale/fr.yaml", "", "card.clown: Il en a {more} de plus.\n"}},
		`t/locale/en.yaml:9:1: note plain-number: the sentence "card.clown" says 2, which is the parameter "more": ` +
			`write {more}`},
	{"parameter that the card does not give", []change{{"locale/en.yaml", "", "card.juggler: He gets {more} more.\n"},
		{"locale/fr.yaml", "", "card.juggler: Il en a {more} de plus.\n"}},
		`t/locale/en.yaml:9:23: warning unknown-placeholder: the sentence "card.juggler" is not given {more}
t/locale/fr.yaml:9:23: warning unknown-placeholder: the sentence "card.juggler" is not given {more}`},
	{"text that fits on no card", []change{{"locale/en.yaml", "More applause.", strings.Repeat("More applause. ", 60)}},
		`t/cards/performers.yaml:7:5: warning text-overflow: the text of "clown" does not fit on its face in en: it ` +
			`takes about 18 lines of the smallest type, and 12 fit`},
	{"icon in a sentence", []change{{"locale/en.yaml", "More applause.", "More {glad}, less {sad}."},
		{"icons/glad.svg", "",
			`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2V22"/></svg>`},
		{"locale/fr.yaml", "ability.encore: ", "ability.encore: \"{glad} {sad}\" #"}},
		`t/locale/en.yaml:7:35: warning unknown-placeholder: the sentence "ability.encore" is not given {sad}
t/locale/fr.yaml:7:25: warning unknown-placeholder: the sentence "ability.encore" is not given {sad}`},
	{"symbol one letter from a value", []change{symbol("perfomer"),
		{"locale/en.yaml", "{performer} on", "{perfomer} on"}, {"locale/fr.yaml", "{performer}", "{perfomer}"}},
		`t/locale/en.yaml:3:42: warning unknown-placeholder: the sentence "trigger.performer.enters" shows the ` +
			`symbol {perfomer}, and is given {performer}, which it does not show -> performer
t/locale/fr.yaml:3:47: warning unknown-placeholder: the sentence "trigger.performer.enters" shows the ` +
			`symbol {perfomer}, and is given {performer}, which it does not show -> performer`},
	{"symbol beside the value of nearly its name", []change{symbol("performers"),
		{"locale/en.yaml", "{performer} on", "{performer} {performers} on"},
		{"locale/fr.yaml", "{performer}", "{performer} {performers}"}}, ""},
	{"symbol that a number counts", []change{symbol("mor"),
		{"locale/en.yaml", "", "card.clown: Gets 7 {mor}.\n"},
		{"locale/fr.yaml", "", "card.clown: Gagne {mor} 7.\n"}}, ""},
	{"symbol one letter from a parameter", []change{symbol("mor"),
		{"locale/en.yaml", "", "card.clown: Gets {mor}.\n"},
		{"locale/fr.yaml", "", "card.clown: Gagne {mor}.\n"}},
		`t/locale/en.yaml:9:18: warning unknown-placeholder: the sentence "card.clown" shows the symbol {mor}, and ` +
			`is given {more}, which it does not show -> more
t/locale/fr.yaml:9:19: warning unknown-placeholder: the sentence "card.clown" shows the symbol {mor}, and is ` +
			`given {more}, which it does not show -> more`},
	{"symbol in a line of a script", append(judge(`say("bow", {points = 2})`), symbol("star"),
		change{"locale/en.yaml", "", "say.bow: \"{star} for {points}\"\n"},
		change{"locale/fr.yaml", "", "say.bow: \"{star} pour {points}\"\n"}), ""},
	{"symbol one letter from what a script gives", append(judge(`say("bow", {points = 2})`), symbol("point"),
		change{"locale/en.yaml", "", "say.bow: \"{point}\"\n"},
		change{"locale/fr.yaml", "", "say.bow: \"{points}\"\n"}),
		`t/locale/en.yaml:9:11: warning unknown-placeholder: the sentence "say.bow" uses {point}, which is not given ` +
			`at t/scripts/rules/show.lua:17 -> points`},
	{"value that no language shows", loud("{type: number}"),
		`t/locale/en.yaml:3:1: note unshown-value: the trigger performer.enters gives {loud}, and its sentence shows ` +
			`it in no language; if it is for abilities alone, its doc can say so`},
	{"value that one language shows", append(loud("{type: number}"),
		change{"locale/fr.yaml", "", "because.performer.enters: \"{loud}\"\n"},
		change{"locale/en.yaml", "", "because.performer.enters: \"!\"\n"}), ""},
	{"value for abilities alone", loud("{type: number, doc: For abilities.}"), ""},
	{"value that abilities write", loud("{type: number, write: true}"), ""},
}

// symbol gives the small game a picture of a name.
func symbol(name string) change {
	return change{"icons/" + name + ".svg", "",
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2V22"/></svg>`}
}

// loud lets the trigger of the small game give one more value.
func loud(declared string) []change {
	return []change{{"game.yaml", "applause: {type: number, write: true}",
		"applause: {type: number, write: true}\n      loud: " + declared},
		{"scripts/rules/show.lua", "seat = seat, applause", "seat = seat, loud = 2, applause"}}
}
