package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

	"github.com/ruledeck/ruledeck/interp/diag"
)

//go:embed words/*.json
var wordFiles embed.FS

// Section is a part of the program's own words: where they are said.
type Section string

// The sections. The section of games has the messages that every game needs; a pack
// replaces any of them by its own under the same key.
const (
	InGames    Section = "game"
	InTerminal Section = "terminal"
	InReports  Section = "report"
	OnPage     Section = "page"
	AtTables   Section = "tables"
	InFindings Section = "finding"
)

// Text is a sentence of the program, with placeholders such as {seat}: One is its form
// for a count of one, if it has another one then.
type Text struct {
	One   string `json:"one,omitempty"`
	Other string `json:"other"`
}

// UnmarshalJSON reads a sentence, or its forms.
func (t *Text) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &t.Other)
	}
	type forms Text
	return json.Unmarshal(data, (*forms)(t))
}

// catalogue returns all that the program itself says in a language, by section.
func catalogue(lang string) map[Section]map[string]Text {
	if read := catalogues[lang]; read != nil {
		return read()
	}
	return nil
}

// catalogues read the languages of the program, each where it is first asked for.
var catalogues = func() map[string]func() map[Section]map[string]Text {
	all := map[string]func() map[Section]map[string]Text{}
	for _, lang := range Languages {
		all[lang] = sync.OnceValue(func() map[Section]map[string]Text {
			data, err := wordFiles.ReadFile("words/" + lang + ".json")
			sections := map[Section]map[string]Text{}
			if err == nil {
				err = json.Unmarshal(data, &sections)
			}
			if err != nil {
				panic("locale: " + err.Error()) // the file is part of the program
			}
			return sections
		})
	}
	return all
}()

// OwnWords are the program's own words of some sections, by their keys: in English
// where the language has none.
func OwnWords(lang string, sections ...Section) map[string]Text {
	out := map[string]Text{}
	for _, l := range []string{"en", lang} {
		for _, s := range sections {
			maps.Copy(out, catalogue(l)[s])
		}
	}
	return out
}

// Findings are the sentences of findings in a language, by their English forms.
func Findings(lang string) diag.Catalogue {
	words := OwnWords(lang, InFindings)
	return func(form string) string { return words[form].Other }
}

// Words say what stands around a game, in one language.
type Words struct {
	Lang  string
	local *i18n.Localizer
}

// worded are the words that were asked for, by language and section: the rules for
// plurals, which a bundle is made with, take longer than all sentences.
var worded sync.Map

// NewWords returns the program's own words of a section in a language, English where
// there are none.
func NewWords(lang string, section Section) *Words {
	type key struct{ lang, section string }
	if words, made := worded.Load(key{lang, string(section)}); made {
		return words.(*Words)
	}
	bundle := i18n.NewBundle(language.English)
	for _, l := range []string{"en", lang} {
		for key, text := range catalogue(l)[section] {
			_ = bundle.AddMessages(language.MustParse(l), &i18n.Message{ID: key, One: text.One, Other: text.Other})
		}
	}
	words := &Words{lang, i18n.NewLocalizer(bundle, lang, "en")}
	worded.Store(key{lang, string(section)}, words)
	return words
}

// Label is a name, set off from what follows.
func (w *Words) Label(name string) string { return w.Say("label", "name", name) + " " }

// Say returns a sentence with its placeholders filled: pairs of a name and a value. The
// value of count chooses the plural form.
func (w *Words) Say(key string, pairs ...any) string {
	config := &i18n.LocalizeConfig{MessageID: key, TemplateParser: template.IdentityParser{}}
	var filled []string
	for i := 0; i+1 < len(pairs); i += 2 {
		name, value := fmt.Sprint(pairs[i]), fmt.Sprint(pairs[i+1])
		if name == "count" {
			config.PluralCount = value
		}
		filled = append(filled, "{"+name+"}", value)
	}
	// The error only says that the text is a fallback; a test finds those.
	text, _ := w.local.Localize(config)
	return strings.NewReplacer(filled...).Replace(text)
}
