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
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// deck is what the page prints: the cards of the game in the reader's language, according
// to the options; changed leaves out cards that look as they did at the last export.
func (s *server) deck(q *query) (*cardexport.Deck, cardexport.Options, error) {
	o := q.body.Print
	if err := o.Check(); err != nil {
		return nil, o, table.Refuse(http.StatusBadRequest, "%w", err)
	}
	deck := cardexport.New(q.branch.shown.Load().table.Pack, q.viewer.Lang)
	if q.body.Changed {
		o.Since = s.prints(q).Cards
	}
	return deck, o, nil
}

// record is the file that says how the cards looked that were exported from the game.
func (s *server) record(q *query) (string, error) {
	folder, err := savedir.Place("printed")
	place, _ := filepath.Abs(s.game())
	name := disk.Digest([]byte(strings.Join(append(slices.Clone(q.branch.game.Packs), place, q.viewer.Lang), "\n")))
	return filepath.Join(folder, name[:16]+".json"), err
}

// prints say how the cards looked that were exported from the page.
func (s *server) prints(q *query) (was cardexport.Printed) {
	if path, err := s.record(q); err == nil {
		if data, err := os.ReadFile(path); err == nil {
			// What cannot be read was not written here, and is none.
			_ = json.Unmarshal(data, &was)
		}
	}
	return was
}

// sheets are the sheets that would be printed.
func (s *server) sheets(q *query) (any, error) {
	deck, o, err := s.deck(q)
	if err != nil {
		return nil, err
	}
	return struct {
		Sheets []cardexport.Sheet `json:"sheets"`
		// Exported is set where there is an export to compare with, Browser where one makes
		// files here.
		Exported bool `json:"exported"`
		Browser  bool `json:"browser"`
	}{deck.Sheets(o), s.prints(q).Cards != nil, cardexport.Browser() != ""}, nil
}

// print answers with a file of the cards. All parameters stand in the address, so that it
// works as a link.
func (s *server) print(w http.ResponseWriter, r *http.Request) {
	data, name, err := s.printout(r)
	if err != nil {
		status, text := table.Reply(nil, err)
		w.WriteHeader(status)
		_, _ = w.Write(text)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	_, _ = w.Write(data)
}

// printout is a file of the cards and its name.
func (s *server) printout(r *http.Request) ([]byte, string, error) {
	q, err := s.asked(r, false)
	if err != nil {
		return nil, "", err
	}
	if err := json.Unmarshal([]byte(r.URL.Query().Get("print")), &q.body); err != nil {
		return nil, "", table.Refuse(http.StatusBadRequest, "the request is not as it should be: %w", err)
	}
	deck, o, err := s.deck(q)
	if err != nil {
		return nil, "", err
	}
	data, end, err := made(q.Context(), deck, o, q.body.Name, q.body.Prefix)
	if path, failed := s.record(q); err == nil && failed == nil && end != "html" {
		o.Since = s.prints(q).Cards
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
