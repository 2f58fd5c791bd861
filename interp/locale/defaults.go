package locale

// defaults are the messages that every game needs. A pack replaces any of them
// by giving its own under the same key.
var defaults = map[string]map[string]string{
	"en": {
		"hidden.card": "a card", "seat.unnamed": "Seat {number}", "table": "the table", "yes": "yes", "no": "no", "nothing": "nothing",
		"zone.of.table": "{zone}", "zone.of.seat": "{zone} of {seat}", "zone.of.card": "{zone} of {card}", "zone.of.board": "{zone} {row}-{column}",
		"ability.of": "{ability} ({card})", "scene.rule": "{ability}: {rule}", "say.ability": "{ability}", "say.ability_failed": "{ability} failed and is taken back: {error}", "say.ability_undone": "{ability} failed and is taken back",
		"prompt.use": "Use an ability?", "option.none": "none of these", "option.back": "back", "finish": "{winners} wins", "finish.many": "{winners} win", "finish.nobody": "Nobody wins", "finish.draw": "A draw: {winners}", "scene.here": "here:", "list.and": ", ",
	},
	"fr": {
		"hidden.card": "une carte", "seat.unnamed": "Place {number}", "table": "la table", "yes": "oui", "no": "non", "nothing": "rien",
		"zone.of.table": "{zone}", "zone.of.seat": "{zone} ({seat})", "zone.of.card": "{zone} ({card})", "zone.of.board": "{zone} {row}-{column}",
		"ability.of": "{ability} ({card})", "scene.rule": "{ability} : {rule}", "say.ability": "{ability}", "say.ability_failed": "{ability} échoue, tout est repris : {error}", "say.ability_undone": "{ability} échoue, tout est repris",
		"prompt.use": "Utiliser une capacité ?", "option.none": "rien de cela", "option.back": "retour", "finish": "{winners} gagne", "finish.many": "{winners} gagnent", "finish.nobody": "Personne ne gagne", "finish.draw": "Match nul : {winners}", "scene.here": "ici :", "list.and": ", ",
	},
	"ja": {
		"hidden.card": "カード1枚", "seat.unnamed": "席{number}", "table": "場", "yes": "はい", "no": "いいえ", "nothing": "なし",
		"zone.of.table": "{zone}", "zone.of.seat": "{seat}の{zone}", "zone.of.card": "{card}の{zone}", "zone.of.board": "{zone}{row}-{column}",
		"ability.of": "{ability}({card})", "scene.rule": "{ability}: {rule}", "say.ability": "{ability}", "say.ability_failed": "{ability}は失敗し、取り消された:{error}", "say.ability_undone": "{ability}は失敗し、取り消された",
		"prompt.use": "能力を使いますか?", "option.none": "使わない", "option.back": "戻る", "finish": "{winners}の勝利", "finish.many": "{winners}の勝利", "finish.nobody": "勝者なし", "finish.draw": "引き分け:{winners}", "scene.here": "ここ:", "list.and": "、",
	},
}
