package sheet

import (
	"regexp"
	"strconv"
	"strings"
)

// number is what people write for a whole number: 5, +2, −1, 1,000, 5.0.
var number = lazy(`^[+\-−–]?(\d+|\d{1,3}([,'’ \x{a0}\x{202f}]\d{3})+)(\.0+)?$`)

// signs writes a number as strconv reads it: with a plain minus, and nothing between its figures.
var signs = strings.NewReplacer("−", "-", "–", "-", ",", "", "'", "", "’", "", " ", "", "\u00a0", "", "\u202f", "")

// Number reads a whole number.
func Number(text string) (int, bool) {
	whole, _, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(signs.Replace(whole), 10, 32)
	return int(n), err == nil && number().MatchString(text)
}

// counts are numbers with an x before or behind, flags yes, which are caught, and no.
var (
	counts = lazy(`^([xX×]\s*)?\d+(\s*[xX×])?$`)
	flags  = lazy(`(?i)^(?:(true|yes|y|x|1|ja|oui|wahr|vrai|✓|✔|☑|✅|はい)|false|no|n|0|nein|non|falsch|faux|☐|✗|いいえ)$`)
)

// Copies reads how many there are: 3, x3, 3x.
func Copies(text string) (int, bool) {
	n, ok := Number(strings.Trim(text, "xX× "))
	return n, ok && n >= 0
}

// Flag reads yes or no as sheets write them.
func Flag(text string) (value, ok bool) {
	m := flags().FindStringSubmatch(text)
	return m != nil && m[1] != "", m != nil
}

// none are the signs by which people say that there is no value, faulty what a spreadsheet writes
// where it cannot compute one.
var (
	none   = regexp.MustCompile(`^(|-+|—|–|[nN]/[aA]|null)$`)
	faulty = regexp.MustCompile(`^#(REF!|N/A|VALUE!|DIV/0!|NAME\?|NUM!|NULL!)$`)
)
