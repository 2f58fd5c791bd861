package reference

import _ "embed"

// botExample is a bot from outside that needs no package.
//
//go:embed bot.py
var botExample string

// bots says how a bot from outside is written.
func (b *builder) bots() {
	s := b.section(1, "Bots of your own")
	s.say("A bot may be a program of any kind: `ruledeck play`, `sim` and `record` take it as `exec:COMMAND` in `--seats`, in double quotes where the command holds commas. No shell reads the command.")
	s.say("The program reads one JSON object a line and writes one for each `hello` and `decision`, at once (flush). It sees what its seat may see, never the seed of the game. An answer that is illegal or comes later than `--bot-time` (10 s), and a program that ends, fail the game and name the seat. What it writes to standard error passes through.")
	s.list([]string{"to the bot", "with", "it answers"}, [][]string{
		{"`hello`", "`v` 1, `seat`, `seats`, `game`, `options`, `bot_seed`: a game begins", "`{\"type\": \"ready\"}`"},
		{"`decision`", "`n`, `kind`, `prompt`, `min`, `max`, `total`, `options` [`key`, `parts`, `copies`], `view`, `from`, `events`: those new since the last; `from` is the number of the first, less than before where somebody went back", "`{\"type\": \"answer\", \"n\": ...}` with what the kind asks for"},
		{"`end`", "`winners`, `returns`: the game is over, another may follow", "nothing"},
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
