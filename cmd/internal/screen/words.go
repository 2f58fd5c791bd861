package screen

import (
	"embed"
	"encoding/json"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
)

//go:embed locale/*.json
var locales embed.FS

// Languages are those of the program's own words.
var Languages = []string{"en", "fr", "ja"}

// Words are the program's own words in one language: what stands around a game.
type Words struct {
	Lang  string
	local *i18n.Localizer
}

// NewWords returns the words of a language, English where there is none.
func NewWords(lang string) *Words {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	for _, l := range Languages {
		if _, err := bundle.LoadMessageFileFS(locales, "locale/"+l+".json"); err != nil {
			panic("screen: " + err.Error()) // the file is part of the program
		}
	}
	return &Words{lang, i18n.NewLocalizer(bundle, lang, "en")}
}

// Label is a name, set off from what follows.
func (w *Words) Label(name string) string { return w.Say("label", "name", name) + " " }

// Say returns a sentence with its placeholders filled: pairs of a name and a
// text. The value of count chooses the plural form.
func (w *Words) Say(key string, pairs ...string) string {
	config := &i18n.LocalizeConfig{MessageID: key, TemplateParser: template.IdentityParser{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == "count" {
			config.PluralCount = pairs[i+1]
		}
		pairs[i] = "{" + strings.Trim(pairs[i], "{}") + "}"
	}
	// The error only says that the text is a fallback; a test finds those.
	text, _ := w.local.Localize(config)
	return strings.NewReplacer(pairs...).Replace(text)
}
