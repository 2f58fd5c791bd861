package diag

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// Lines gives the text of a line of a file for the printer, "" if it is not
// known.
type Lines func(file string, line int) string

// fewAlike is how many findings of a file that say the same are shown one by one.
const fewAlike = 2

// likeness is what findings have in common that say the same of one file.
type likeness struct {
	code, file, message, suggestion string
}

func (d Finding) likeness() likeness { return likeness{d.Code, d.File, d.Message, d.Suggestion} }

// WriteText prints findings for people: the place and what is wrong, the
// line with a mark below the place, and a hint. Where a file has many that say the same,
// the first of them names the places of the others. It is in the language of the catalogue, as far
// as that has the sentences.
func WriteText(w io.Writer, items []Finding, lines Lines, c Catalogue) error {
	out := bufio.NewWriter(w)
	alike := map[likeness][]string{}
	alone := true // what a command begins is all that is missing: it refuses while more is
	for _, d := range items {
		alone = alone && (d.Severity != Error || d.FixHint.Begins())
		alike[d.likeness()] = append(alike[d.likeness()], strings.TrimPrefix(d.Pos.String(), sanitize.Line(d.File)+":"))
	}
	for _, d := range items {
		places := alike[d.likeness()]
		if places == nil {
			continue
		}
		where := d.Pos.String()
		if where != "" {
			where += ": "
		}
		fmt.Fprintf(out, "%s%s: %s\n", where, c.say(d.Severity.String()), d.In(c).Message)
		if lines != nil && d.Line > 0 {
			writeExcerpt(out, lines(d.File, d.Line), d.Column)
		}
		if hint := d.hint(c); hint != "" {
			fmt.Fprintln(out, c.say("  hint: %s", hint))
		}
		if command := d.FixHint.command(); command != "" && d.Suggestion == "" {
			if !alone && d.FixHint.Begins() {
				command = "when the other errors are gone, " + command
			}
			fmt.Fprintln(out, c.say("  hint: %s", command))
		}
		if len(places) > fewAlike {
			fmt.Fprintln(out, c.say("  the same at %s", strings.Join(places[1:], ", ")))
			alike[d.likeness()] = nil
		}
	}
	return out.Flush()
}

func (d Finding) hint(c Catalogue) string {
	var parts []string
	if d.Suggestion != "" {
		parts = append(parts, c.say("did you mean %s?", d.Suggestion))
	}
	if names := d.names(c); names != "" {
		parts = append(parts, names)
	}
	return strings.Join(parts, " ")
}

// An excerpt shows at most this many characters of a line, from excerptLead
// before the place.
const (
	excerptWidth = 120
	excerptLead  = 60
)

func writeExcerpt(out *bufio.Writer, text string, column int) {
	if strings.TrimSpace(text) == "" {
		return
	}
	runes := []rune(text)
	if len(runes) > excerptWidth {
		start := max(0, min(column-1-excerptLead, len(runes)-excerptWidth))
		runes = runes[start:min(start+excerptWidth, len(runes))]
		column -= start
	}
	out.WriteString("    ")
	for _, r := range runes {
		if sanitize.Steers(r) { // a line of a stranger's pack does not steer the terminal
			r = unicode.ReplacementChar // as wide as one character, so that the mark stays below its place
		}
		out.WriteRune(r)
	}
	out.WriteString("\n")
	if column < 1 || column > len(runes)+1 {
		return
	}
	out.WriteString("    ")
	for _, r := range runes[:column-1] {
		out.WriteString(blank(r))
	}
	out.WriteString("^\n")
}

// blank returns white space as wide as the character on a terminal.
func blank(r rune) string {
	switch {
	case r == '\t':
		return "\t"
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Variation_Selector) || r == '\u200d':
		return ""
	case slices.Contains([]width.Kind{width.EastAsianWide, width.EastAsianFullwidth}, width.LookupRune(r).Kind()):
		return "  "
	}
	return " "
}

// Plain is the shape of a finding in JSON; its fields are a promise.
type Plain struct {
	File       string `json:"file"`
	Line       int    `json:"line"`
	Column     int    `json:"column"`
	Code       string `json:"code"`
	Severity   string `json:"severity"`
	Message    string `json:"message"`
	Suggestion string `json:"suggestion"`
}

// Plain returns a finding as it is in JSON.
func (d Finding) Plain() Plain {
	return Plain{d.File, d.Line, d.Column, d.Code, d.Severity.String(), d.Text(), d.Suggestion}
}

// WriteJSON prints one JSON object a line.
func WriteJSON(w io.Writer, items []Finding) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, d := range items {
		if err := encoder.Encode(d.Plain()); err != nil {
			return err
		}
	}
	return nil
}

// WriteGitHub prints findings as annotations of a GitHub Actions run.
func WriteGitHub(w io.Writer, items []Finding) error {
	commands := [...]string{Error: "error", Warning: "warning", Note: "notice"}
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	out := bufio.NewWriter(w)
	for _, d := range items {
		fmt.Fprintf(out, "::%s file=%s", commands[d.Severity], property.Replace(d.File))
		if d.Line > 0 {
			fmt.Fprintf(out, ",line=%d", d.Line)
		}
		if d.Column > 0 {
			fmt.Fprintf(out, ",col=%d", d.Column)
		}
		text := d.Text()
		if d.Suggestion != "" {
			text += "; did you mean " + d.Suggestion + "?"
		}
		fmt.Fprintf(out, ",title=%s::%s\n", property.Replace(d.Code), message.Replace(text))
	}
	return out.Flush()
}
