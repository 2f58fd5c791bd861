package sheet

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
)

var cardTag = regexp.MustCompile(`<card[\s>]`)

// readCockatrice reads the cards of a database of Cockatrice, each by itself, so that a broken
// one does not take the others with it.
func (t *Table) readCockatrice(data []byte) error {
	text, err := t.decode(data)
	if err != nil {
		return err
	}
	if !strings.Contains(text, "<cockatrice_carddatabase") {
		return t.errorf(1, "this is XML, but no database of Cockatrice")
	}
	starts := cardTag.FindAllStringIndex(text, -1)
	place := t.start()
	done := 0
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		place = behind(place, text[done:at[0]])
		done = at[0]
		c := &cardReader{t: t, at: place}
		c.Decoder = xml.NewDecoder(strings.NewReader(text[at[0]:end]))
		c.Strict = false
		c.Entity = xml.HTMLEntity
		if err := c.card(); err != nil {
			return err
		}
		t.Rows = append(t.Rows, c.row)
	}
	return nil
}

const deepest = 64

// cardReader reads one card.
type cardReader struct {
	*xml.Decoder
	t     *Table
	at    diag.Pos
	row   []Cell
	path  []string
	value strings.Builder
	ill   bool
}

// flush ends a value, and reports whether there was one.
func (c *cardReader) flush() bool {
	text := strings.TrimSpace(c.value.String())
	c.value.Reset()
	if text != "" && len(c.path) > 1 {
		c.put(strings.Join(c.path[1:], "."), text)
	}
	return text != ""
}

// put adds a value; what is given twice is a list.
func (c *cardReader) put(key, text string) {
	cell := c.t.cell(&c.row, key, c.at)
	if cell.Text == "" {
		cell.Text = text
		return
	}
	if cell.Items == nil {
		cell.Items = []string{cell.Text}
	}
	cell.Items = append(cell.Items, text)
	cell.Text = strings.Join(cell.Items, ", ")
}

// card reads to the end of the card. Tags that nothing closes are closed where the next opens.
func (c *cardReader) card() error {
	for {
		token, err := c.RawToken()
		if err != nil {
			c.ill = true
		}
		switch token := token.(type) {
		case xml.StartElement:
			if c.flush() && len(c.path) > 1 {
				c.ill = true
				c.path = c.path[:len(c.path)-1]
			}
			c.path = append(c.path, token.Name.Local)
			for _, a := range token.Attr {
				if len(c.path) > 1 {
					c.put(strings.Join(c.path[1:], ".")+"."+a.Name.Local, a.Value)
				}
			}
			if len(c.path) > deepest {
				return c.t.errorf(c.at.Line, "tags are nested more than %d deep", deepest)
			}
		case xml.CharData:
			c.value.Write(token)
		case xml.EndElement:
			c.flush()
			open := slices.Index(c.path, token.Name.Local)
			c.ill = c.ill || open != len(c.path)-1
			if open >= 0 {
				c.path = c.path[:open]
			}
		}
		if err != nil || len(c.path) == 0 {
			break
		}
	}
	c.flush()
	if c.ill {
		c.t.remark("ill", "line", c.at.Line)
		if !c.t.guess {
			c.t.warn(c.at, "this card is not well formed; what could be read of it was taken")
		}
	}
	return c.t.spend(c.at.Line, 1, len(c.row))
}
