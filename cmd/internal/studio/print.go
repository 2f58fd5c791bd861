package studio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/cardexport"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// PrintCall says what is printed, and for a file its format and what its pictures' addresses
// begin with.
type PrintCall struct {
	Print   cardexport.Options `json:"print"`
	Changed bool               `json:"changed,omitempty"`
	Name    string             `json:"name,omitempty"`
	Prefix  string             `json:"prefix,omitempty"`
}

// Sheets are the sheets of a print. Exported is set where there is an export to compare with,
// Browser where one makes files here.
type Sheets struct {
	Sheets   []cardexport.Sheet `json:"sheets"`
	Exported bool               `json:"exported"`
	Browser  bool               `json:"browser"`
}

// deck is what the page prints: the cards of the game in the reader's language, according
// to the options; changed leaves out cards that look as they did at the last export.
func (s *server) deck(v house.Viewer, in PrintCall) (*cardexport.Deck, cardexport.Options, error) {
	o := in.Print
	if err := o.Check(); err != nil {
		return nil, o, table.Refuse(http.StatusBadRequest, "%w", err)
	}
	t := v.Game.Shown().Table
	deck := cardexport.New(t.Pack, v.Lang)
	deck.Count(func(id string) int { return len(t.Layout.CardsOf(t.Compiled.Defs[id])) })
	if in.Changed {
		o.Since = s.prints(v).Cards
	}
	return deck, o, nil
}

// record is the file that says how the cards looked that were exported from the game.
func (s *server) record(v house.Viewer) (string, error) {
	folder, err := savedir.Place("printed")
	place, _ := filepath.Abs(s.game())
	name := disk.Digest([]byte(strings.Join(append(slices.Clone(own(v.Game).game.Packs), place, v.Lang), "\n")))
	return filepath.Join(folder, name[:16]+".json"), err
}

// prints say how the cards looked that were exported from the page.
func (s *server) prints(v house.Viewer) (was cardexport.Printed) {
	if path, err := s.record(v); err == nil {
		if data, err := os.ReadFile(path); err == nil {
			// What cannot be read was not written here, and is none.
			_ = json.Unmarshal(data, &was)
		}
	}
	return was
}

// sheets are the sheets that would be printed.
func (s *server) sheets(v house.Viewer, in PrintCall) (*Sheets, error) {
	deck, o, err := s.deck(v, in)
	if err != nil {
		return nil, err
	}
	return &Sheets{deck.Sheets(o), s.prints(v).Cards != nil, cardexport.Browser() != ""}, nil
}

// print answers with a file of the cards. All parameters stand in the address, so that it
// works as a link.
func (s *server) print(w http.ResponseWriter, r *http.Request) {
	data, name, err := s.printout(r)
	if err != nil {
		web.Refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	_, _ = w.Write(data)
}

// printout is a file of the cards and its name.
func (s *server) printout(r *http.Request) ([]byte, string, error) {
	v, err := s.asked(r, false)
	if err != nil {
		return nil, "", err
	}
	var in PrintCall
	if err := json.Unmarshal([]byte(r.URL.Query().Get("print")), &in); err != nil {
		return nil, "", table.Refuse(http.StatusBadRequest, "the request is not as it should be: %w", err)
	}
	deck, o, err := s.deck(v, in)
	if err != nil {
		return nil, "", err
	}
	data, end, err := made(r.Context(), deck, o, in.Name, in.Prefix)
	if path, failed := s.record(v); err == nil && failed == nil && end != "html" {
		o.Since = s.prints(v).Cards
		was := deck.Printed(o)
		// Without it the next export is of all cards.
		_ = disk.OS.Write(path, was.Text())
	}
	return data, deck.ID() + "." + end, err
}

// made is a file of the cards and what its name ends in. Where no browser prints them it is
// the page of the sheets, which can be printed anywhere.
func made(ctx context.Context, deck *cardexport.Deck, o cardexport.Options, format, prefix string,
) ([]byte, string, error) {
	var files map[string][]byte
	var err error
	switch format {
	case "pdf":
		data, err := deck.PDF(ctx, o)
		if errors.Is(err, cardexport.ErrNoBrowser) {
			return deck.Document(deck.Sheets(o)), "html", nil
		}
		return data, "pdf", err
	case "zip":
		files, err = deck.Pictures(ctx, o)
	case "tts":
		files, err = deck.Tabletop(ctx, o, prefix)
	default:
		err = table.Refuse(http.StatusBadRequest, "there is no format %q", format)
	}
	if err != nil {
		return nil, "", err
	}
	data, err := source.Zip(files)
	return data, "zip", err
}
