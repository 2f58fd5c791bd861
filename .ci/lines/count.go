package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// lexemes finds, in each language, what may hold the sign of a comment without being one,
// and the comments themselves.
var lexemes = map[string]*regexp.Regexp{
	"go": oneOf(`//[^\n]*`, `/\*(?s:.*?)\*/`, quoted(`"`), quoted(`'`), "`[^`]*`"),
	"lua": oneOf(`--\[\[(?s:.*?)\]\]`, `--\[=\[(?s:.*?)\]=\]`, `--\[==\[(?s:.*?)\]==\]`, `--[^\n]*`,
		`\[\[(?s:.*?)\]\]`, `\[=\[(?s:.*?)\]=\]`, quoted(`"`), quoted(`'`)),
	// What stands before a "/" tells a pattern from a division.
	"js": oneOf(`//[^\n]*`, `/\*(?s:.*?)\*/`, quoted(`"`), quoted(`'`), "(?s:`(?:[^`\\\\]|\\\\.)*`)",
		`(?:[=(,:&|!?\[{;>]|return)\s*/(?:[^/*\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])`+
			`(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*/`),
}

// scripts finds what a page holds of JavaScript.
var scripts = regexp.MustCompile(`(?is)<script[^>]*>(.*?)</script>`)

func oneOf(alternatives ...string) *regexp.Regexp {
	return regexp.MustCompile(strings.Join(alternatives, "|"))
}

func quoted(mark string) string {
	return mark + `(?:[^` + mark + `\\\n]|\\.)*` + mark
}

// count returns how many lines of a text hold code: more than spaces, outside of comments.
// What stands in a string is code.
func count(language, text string) int {
	if language == "html" {
		n := 0
		for _, script := range scripts.FindAllStringSubmatch(text, -1) {
			n += count("js", script[1])
		}
		return n
	}
	code := lexemes[language].ReplaceAllStringFunc(text, func(token string) string {
		if strings.HasPrefix(token, "//") || strings.HasPrefix(token, "/*") || strings.HasPrefix(token, "--") {
			return strings.Repeat("\n", strings.Count(token, "\n"))
		}
		return token
	})
	n := 0
	for line := range strings.Lines(code) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}

// mostColumns is how wide a line may be.
const mostColumns = 120

// tooWide returns the lines of a file that are wider, each with its place. Pages have
// none that count.
func tooWide(name, language, text string) []string {
	var wide []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
		if columns := utf8.RuneCountInString(line); columns > mostColumns && language != "html" {
			wide = append(wide, fmt.Sprintf("%s:%d: %d columns, at most %d", name, n, columns, mostColumns))
		}
	}
	return wide
}
