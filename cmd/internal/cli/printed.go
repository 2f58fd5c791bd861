package cli

import (
	"embed"
	"encoding/json"
	"strings"
	"sync"
	"text/template"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

//go:embed printed
var printedTexts embed.FS

// texts are what commands print of things, as templates.
var texts = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"counted": command.Counted, "place": shownPlace, "line": sanitize.Line, "lines": strings.Lines,
		"changed": changedLines, "mark": func(c compare.Change) string { return changeMarks[c] },
		"trim": func(line string) string { return strings.TrimRight(line, " \n") },
		"paragraph": func(text, first, rest string) []string {
			return columns.Paragraph(text, first, rest, columns.Page)
		},
		"more":   func(all []explain.Mention) int { return len(all) - shownMentions },
		"indent": func(text string) string { return strings.ReplaceAll(text, "\n", "\n   ") },
		"params": func(given map[string]any) string {
			text, _ := json.Marshal(given) // plain values
			return strings.NewReplacer(`"`, "", ",", ", ", ":", ": ").Replace(string(text))
		},
	}).ParseFS(printedTexts, "printed/*.txt"))
})

// show prints a thing as JSON, or a page of text about it.
func show(h Host, format string, thing any, page string, about any) error {
	if format == "json" {
		return h.JSON(thing)
	}
	return texts().ExecuteTemplate(h.Out, page, about)
}
