package keyword

import (
	"strings"
	"sync"
)

// Message is a kind of sentence of the locale files.
type Message struct {
	// Key is the key of the sentence; what stands in <> is a name: of the kind
	// named, or for key and prompt what the scripts choose.
	Key string
	// Names are the placeholders that such a sentence may use.
	Names []string
	// Open says what further placeholders there are, in a few words; "" means
	// none.
	Open string
	// Doc says in one line where the sentence is used.
	Doc string
}

// Messages are the kinds of sentences, those with fixed keys first: of two that
// fit a key the earlier one holds.
var Messages = []Message{
	{Key: "seat", Names: []string{"number"}, Open: "attributes of seats that are words or cards",
		Doc: "The name of a seat; while one of its attributes is not set, seat.unnamed."},
	{Key: "seat.unnamed", Names: []string{"number"}, Doc: "The name of a seat that has no other."},
	{Key: "hidden.card", Doc: "Stands for a card that the reader does not know."},
	{Key: "table", Doc: "Stands for no seat."},
	{Key: "yes", Doc: "The answer yes, and a flag that is set."},
	{Key: "no", Doc: "The answer no, and a flag that is not set."},
	{Key: "nothing", Doc: "Stands for a value that is nothing."},
	{Key: "list.and", Doc: "What stands between the items of a list."},
	{Key: "option.none", Doc: "The answer that declines a choice."},
	{Key: "option.back",
		Doc: "The answer that leads back to the list before, where an option is asked for part by part."},
	{Key: "zone.of.table", Names: zoneNames, Doc: "The name of a zone of the table that has no sentence of its own."},
	{Key: "zone.of.seat", Names: zoneNames, Doc: "The name of a zone of a seat that has no sentence of its own."},
	{Key: "zone.of.card", Names: zoneNames, Doc: "The name of a zone of a card that has no sentence of its own."},
	{Key: "zone.of.board", Names: zoneNames, Doc: "The name of a place on a board that has no sentence of its own."},
	{Key: "ability.of", Names: []string{"ability", "card"}, Doc: "The name of an ability together with its card."},
	{Key: "say.ability", Names: []string{"ability", "card", "seat"},
		Doc: "An ability acts that has no sentence of its own."},
	{Key: "say.ability_failed", Names: []string{"ability", "error"}, Doc: "An ability failed and is taken back."},
	{Key: "say.ability.<ability>", Names: []string{"ability", "card", "seat"}, Doc: "The named ability acts."},
	{Key: "finish", Names: []string{"winners", "count"}, Doc: "One seat has won."},
	{Key: "finish.many", Names: []string{"winners", "count"}, Doc: "Several seats have won."},
	{Key: "finish.nobody", Names: []string{"winners", "count"}, Doc: "Nobody has won."},
	{Key: "finish.draw", Names: []string{"winners", "count"},
		Doc: "The game is drawn; winners are the seats that share it."},
	{Key: "finish.<key>", Names: []string{"winners", "count"},
		Doc: "The game is over for this reason, the second argument of finish."},
	{Key: "prompt.<prompt>", Names: []string{"count"}, Open: "the values that the question gives as about",
		Doc: "A question to a seat."},
	{Key: "option.<word>", Names: []string{"1", "2", "3", "4"},
		Doc: "What an option is called: a word, or under the name of a prompt an option of several parts."},
	{Key: "because.<trigger>", Names: []string{"count"}, Open: "the parameters of the trigger",
		Doc: "Why a question is asked while the trigger is open; without it trigger.<trigger> holds."},
	{Key: "role.<role>",
		Doc: "What a card is in a question: the name under which the question or an open trigger gives it."},
	{Key: "scene.ends", Open: "attributes of the table, and its zones: how many cards lie there",
		Doc: "How the game ends, and how much of it is left; players see it on the table."},
	{Key: "scene.rule", Names: []string{"ability", "rule"}, Doc: "The rule of an ability behind its name."},
	{Key: "say.<key>", Names: []string{"count"}, Open: "the values that say gives", Doc: "A line that a script says."},
	{Key: "trigger.<trigger>", Names: []string{"count"}, Open: "the parameters of the trigger",
		Doc: "The trigger has happened."},
	{Key: "set.<attribute>.less", Names: setNames,
		Doc: "The number of the attribute has become smaller; without it set.<attribute> holds."},
	{Key: "set.<attribute>", Names: setNames, Doc: "The attribute has changed."},
	{Key: "move.to.<zone>", Names: moveNames, Doc: "A card has moved into a zone."},
	{Key: "move.from.<zone>", Names: moveNames, Doc: "A card has left a zone."},
	{Key: "move.<zone>.<zone>", Names: moveNames, Doc: "A card has moved from one zone into another."},
	{Key: "roll.<die>", Names: []string{"faces", "count"}, Doc: "A die was rolled."},
	{Key: "shuffle.<zone>", Names: []string{"zone", "seat", "host"}, Doc: "A zone was shuffled."},
	{Key: "phase.<phase>", Names: []string{"seat"}, Open: "attributes of the table that all may see",
		Doc: "The heading of a phase."},
	{Key: "zone.<zone>.row.<number>",
		Doc: "What {row} is called in the name of a place on a board, as the reader sees it; without it the number."},
	{Key: "zone.<zone>.column.<number>",
		Doc: "What {column} is called in the name of a place on a board, as the reader sees it; without it the " +
			"number."},
	{Key: "zone.<zone>", Names: zoneNames, Doc: "The name of a zone together with whom it belongs to."},
	{Key: "ability.<ability>.short", Names: []string{"params"}, Open: "the parameters of the ability",
		Doc: "The rule of an ability in a few words, for screens that have no room for all of it."},
	{Key: "ability.<ability>.<parameter>", Names: []string{"count"}, Open: "the parameters of the ability",
		Doc: "What one parameter of an ability does, for {params}; left out on cards that give it 0 or no."},
	{Key: "ability.<ability>", Names: []string{"params"}, Open: "the parameters of the ability",
		Doc: "The rule of a named ability, in words; {params} are what its parameters do, one after the other."},
	{Key: "card.<card>.short", Open: "the parameters of the card's abilities",
		Doc: "The text of a card in a few words, for screens that have no room for all of it."},
	{Key: "card.<card>", Open: "the parameters of the card's abilities", Doc: "The text of a card."},
	{Key: "not.<reason>", Names: []string{"is", "asked", "name", "count", "until"},
		Doc: "Why a card is not among the options, in one line. The reason is a key that options:refuse or when " +
			"returns, an attribute of cards that a filter names, or a condition of filters, as in not.zone. " +
			"A prompt and a dot may precede it: not.buy.cost is for that question only."},
	{Key: "word.<word>", Doc: "The name of a word that game.yaml does not name."},
	{Key: "rule.<key>", Doc: "Why a combination of options is refused; because in game.yaml gives the key."},
	{Key: "check.<key>", Open: "whatever the script gives", Doc: "What the pack's own rules find wrong with a card."},
}

var (
	zoneNames = []string{"zone", "seat", "card", "row", "column"}
	setNames  = []string{"from", "to", "change", "count", "seat", "card"}
	moveNames = []string{"card", "from", "to", "zone", "seat", "host"}
)

// Match reports whether a key is of the kind, and returns what stands in the
// places of the names in <>.
func (m *Message) Match(key string) ([]string, bool) {
	pattern := m.Key
	if key == "" || pattern[0] != key[0] && pattern[0] != '<' {
		return nil, false
	}
	var found []string
	for {
		open := strings.IndexByte(pattern, '<')
		if open < 0 {
			return found, key == pattern
		}
		if !strings.HasPrefix(key, pattern[:open]) {
			return nil, false
		}
		key = key[open:]
		pattern = pattern[strings.IndexByte(pattern, '>')+1:]
		end := len(key)
		if pattern != "" {
			next, _, _ := strings.Cut(pattern, "<")
			end = strings.LastIndex(key, next)
			if end < 0 {
				return nil, false
			}
		}
		if end == 0 {
			return nil, false
		}
		found = append(found, key[:end])
		key = key[end:]
	}
}

// Refs returns the names in <> of the key, in order. Callers must not change them.
func (m *Message) Refs() []string { return refs()[m.Key] }

var refs = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for i := range Messages {
		for _, part := range strings.Split(Messages[i].Key, "<")[1:] {
			name, _, _ := strings.Cut(part, ">")
			out[Messages[i].Key] = append(out[Messages[i].Key], name)
		}
	}
	return out
})

// MessageFor returns the kind of the sentence with a key, and the names in it.
func MessageFor(key string) (*Message, []string, bool) {
	for i := range Messages {
		if names, ok := Messages[i].Match(key); ok {
			return &Messages[i], names, true
		}
	}
	return nil, nil, false
}

// MessagePrefixes returns what the keys of sentences begin with, sorted by
// their place in Messages.
func MessagePrefixes() []string {
	var out []string
	seen := map[string]bool{}
	for _, m := range Messages {
		prefix, _, _ := strings.Cut(m.Key, ".")
		if !seen[prefix] {
			seen[prefix] = true
			out = append(out, prefix)
		}
	}
	return out
}
