package replay

import (
	"fmt"
	"hash/crc64"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

var sums = crc64.MakeTable(crc64.ECMA)

// Save returns a game as bytes, at any moment: also with a decision open, with
// the secret answers that it has so far. seats are the kinds of the players.
func Save(g *engine.Game, seats []string) ([]byte, error) {
	if len(seats) != g.Layout().Seats {
		return nil, fmt.Errorf("a game of %d seats cannot be saved with %d kinds of players", g.Layout().Seats, len(seats))
	}
	h := HeaderOf(g, seats)
	body := g.Encode()
	var b strings.Builder
	h.write(&b, "save")
	fmt.Fprintf(&b, "body: %d %016x\n\n", len(body), crc64.Checksum(body, sums))
	return append([]byte(b.String()), body...), nil
}

// Load returns a saved game. The seed and the options of the setup come from
// the save; its layout and scripts must be of the same pack. If a decision was
// open, it is open again, unless its seats have deciders now.
func Load(data []byte, setup engine.Setup) (*engine.Game, error) {
	h, body, err := readSave(data)
	if err != nil {
		return nil, err
	}
	if err := h.fits(&setup); err != nil {
		return nil, err
	}
	if p := setup.Layout.Pack; h.Hash != p.Hash {
		return nil, &MismatchError{"the files of the pack", fmt.Sprintf("%x (version %s)", h.Hash[:4], h.Version), fmt.Sprintf("%x (version %s)", p.Hash[:4], p.Version)}
	}
	setup.Seed = h.Seed
	if setup.Options, err = h.options(setup.Layout.Pack); err != nil {
		return nil, err
	}
	g := engine.New(setup)
	if err := g.Decode(body); err != nil {
		return nil, err
	}
	return g, nil
}

func readSave(data []byte) (h Header, body []byte, err error) {
	l := lines{rest: string(data)}
	if _, err := l.first("save"); err != nil {
		return h, nil, err
	}
	line, err := l.header(&h)
	if err != nil {
		return h, nil, err
	}
	var size int
	var sum uint64
	if n, _ := fmt.Sscanf(line, "body: %d %x", &size, &sum); n != 2 {
		return h, nil, l.fail("a line %q was expected, not %q", "body: ...", line)
	}
	if empty, ok := l.next(); !ok || empty != "" {
		return h, nil, l.fail("an empty line was expected before the body")
	}
	body = data[len(data)-len(l.rest):]
	if len(body) != size {
		return h, nil, &FormatError{What: fmt.Sprintf("the save is cut off or was changed: its body has %d bytes, expected were %d", len(body), size)}
	}
	if crc64.Checksum(body, sums) != sum {
		return h, nil, &FormatError{What: "the save was changed: its checksum does not fit"}
	}
	return h, body, nil
}
