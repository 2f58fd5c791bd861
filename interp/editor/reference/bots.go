package reference

import _ "embed"

// botExample is a bot from outside that needs no package.
//
//go:embed bot.py
var botExample string

// bots says which bots there are, and how one from outside is written.
func (b *builder) bots() {
	s := b.section(1, "Bots")
	s.say("Who sits at a table is said by `--seats`, in seat order. Bots see what their seat may see and no more: those that look ahead try answers in worlds that their seat cannot tell from the real one. Where a game keeps a value hidden (`seen: owner`), they play the game again in their heads, which takes longer.")
	s.list([]string{"kind", "how it plays"}, [][]string{
		{"`random`", "every legal answer is as likely as any other"},
		{"`greedy`", "it takes the answer after which it stands best, by the pack's `standing`, when all that the answer began is done; it looks no further"},
		{"`search:400`", "it thinks in 400 playouts a decision (alone: 200): all answers in the same worlds with the same luck, the worse half dropped again and again, and below them a tree of what may follow. A playout ends where the pack says (`search` in game.yaml) and is worth what the seat has there by `standing` more than the best of the others; at the end of the game what it gets by `returns`. Without a `standing` every playout goes to the end of the game"},
		{"`search:2s`", "the same by the clock, for play with people: what it answers depends on the machine, so that `sim` and `record` refuse it"},
		{"`search:200:depth=4:rollout=0`", "the same with settings of its own, to find the pack's"},
	})
	s.say("`ruledeck sim GAME --bots` says how strong they are, and `ruledeck sim GAME --seats greedy,greedy --bots=search:100,search:100:depth=0` which setting is the better one. A standing that is sharp at once and blunt later wants `depth: 0`; one that shows late what an answer was worth wants a `rollout` as deep as the `depth`. `bluff: true` is for small games in which answers tell of hidden cards, as poker: there `search` learns from whole games from the deal on, and mixes its answers.")
	s = b.section(1, "Bots of your own")
	s.say("A bot may be a program of any kind: `ruledeck play`, `sim` and `record` take it as `exec:COMMAND` in `--seats`, in double quotes where the command holds commas. No shell reads the command.")
	s.say("The program reads one JSON object a line and writes one for each `hello` and `decision`, at once (flush). It sees what its seat may see, never the seed of the game. An answer that is illegal or comes later than `--bot-time` (10 s), and a program that ends, fail the game and name the seat. What it writes to standard error passes through.")
	s.list([]string{"to the bot", "with", "it answers"}, [][]string{
		{"`hello`", "`v` 1, `seat`, `seats`, `game`, `options`, `bot_seed`: a game begins", "`{\"type\": \"ready\"}`"},
		{"`decision`", "`n`, `kind`, `prompt`, `min`, `max`, `total`, `options` [`key`, `parts`, `copies`], `view`, `from`, `events`: those new since the last; `from` is the number of the first, less than before where somebody went back", "`{\"type\": \"answer\", \"n\": ...}` with what the kind asks for"},
		{"`end`", "`winners`, `draw` (the seats that share it), `returns`: the game is over, another may follow", "nothing"},
	})
	s.list([]string{"kind", "answer"}, [][]string{
		{"`one`, `some`", "`keys`: from `min` to `max` keys of options, a key as often as it has `copies` at most"},
		{"`order`", "`keys`: all of them in order"},
		{"`yes`", "`yes`: true or false"},
		{"`number`", "`number`: from `min` to `max`"},
		{"`split`", "`split`: for each key what it gets, `total` in all, `max` for each copy at most (0: any)"},
	})
	s.say("A whole bot in Python, which needs nothing but Python:")
	s.code("python", "bot.py", botExample)
}
