package keyword

import (
	_ "embed"
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

// Messages are the kinds of sentences, a line each of messages.txt.
var Messages = readMessages(messages)

//go:embed messages.txt
var messages string

func readMessages(text string) (all []Message) {
	for _, row := range Rows(text) {
		all = append(all, Message{Key: row[0], Names: strings.Fields(row[1]), Open: row[2], Doc: row[3]})
	}
	return all
}

// Rows reads a table that has a row a line with | between the cells; what begins with # is a
// remark.
func Rows(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if line[0] != '#' {
			row := strings.Split(line, "|")
			for i := range row {
				row[i] = strings.TrimSpace(row[i])
			}
			rows = append(rows, row)
		}
	}
	return rows
}

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
