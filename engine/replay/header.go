package replay

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

// Header says what game a file holds: enough to make a setup for it.
type Header struct {
	// Game is what the host calls the game: the pack's id, or the way to its
	// folder; Overlays are what is laid over it.
	Game          string
	Overlays      []string
	Pack, Version string
	// API is the version of the language that the pack was written in.
	API int
	// Files, Cards and Scripts have digests by path, id and name: what a changed
	// pack is compared with.
	Files, Cards, Scripts map[string]string
	// Hash is the digest of the pack's files.
	Hash [32]byte
	Seed uint64
	// Seats are the kinds of players as the host calls them ("human",
	// "random"), one a seat.
	Seats []string
	// Options are the settings of the game, with nothing left to chance.
	Options []Option
}

// Option is one setting with its value, or one value a seat.
type Option struct {
	Name   string
	Values []string
}

// HeaderOf describes a game. seats are the kinds of its players.
func HeaderOf(g *engine.Game, seats []string) Header {
	h := Header{Pack: g.Layout().Pack.ID, Version: g.Layout().Pack.Version, Hash: g.Layout().Pack.Hash, Seed: g.Seed(), Seats: slices.Clone(seats)}
	for i, values := range g.Position().Options() {
		o := Option{Name: g.Layout().Pack.Options[i].Name}
		for _, v := range values {
			o.Values = append(o.Values, optionText(g.Layout().Pack, v))
		}
		h.Options = append(h.Options, o)
	}
	return h
}

// optionText is the value of an option as a player writes it.
func optionText(p *engine.Pack, v engine.Value) string {
	if v.Kind == engine.Word {
		return p.Symbols[v.N]
	}
	return strconv.Itoa(int(v.N))
}

// options turns the settings into values of the pack's options.
func (h *Header) options(p *engine.Pack) ([][]engine.Value, error) {
	if len(h.Options) != len(p.Options) {
		return nil, &MismatchError{"a number of options:", strconv.Itoa(len(h.Options)), strconv.Itoa(len(p.Options))}
	}
	out := make([][]engine.Value, len(p.Options))
	for i := range p.Options {
		at := slices.IndexFunc(h.Options, func(o Option) bool { return o.Name == p.Options[i].Name })
		if at < 0 {
			return nil, &MismatchError{"the option", h.unknownOption(p), p.Options[i].Name}
		}
		for _, text := range h.Options[at].Values {
			v, err := optionValue(p, &p.Options[i], text)
			if err != nil {
				return nil, err
			}
			out[i] = append(out[i], v)
		}
	}
	return out, nil
}

// unknownOption is a setting that the pack does not have.
func (h *Header) unknownOption(p *engine.Pack) string {
	for _, o := range h.Options {
		if !slices.ContainsFunc(p.Options, func(own engine.Option) bool { return own.Name == o.Name }) {
			return o.Name
		}
	}
	return "missing"
}

func optionValue(p *engine.Pack, o *engine.Option, text string) (engine.Value, error) {
	if o.Number || o.Seat {
		n, err := strconv.ParseInt(text, 10, 32)
		switch {
		case err != nil || o.Seat && (n < 1 || n > engine.MaxSeats):
			return engine.Value{}, &FormatError{What: fmt.Sprintf("option %s cannot be %q", o.Name, text)}
		case o.Seat:
			return engine.SeatValue(engine.Seat(n)), nil
		}
		return engine.Num(int(n)), nil
	}
	if i := slices.Index(p.Symbols, text); i >= 0 {
		return engine.WordValue(engine.Symbol(i)), nil
	}
	return engine.Value{}, &FormatError{What: fmt.Sprintf("option %s cannot be %q", o.Name, text)}
}

// write puts the header's lines into a text that begins a file of a kind
// ("save" or "record").
func (h *Header) write(b *strings.Builder, kind string) {
	fmt.Fprintf(b, "ruledeck %s %d\n", kind, Format)
	fmt.Fprintf(b, "pack: %s\nversion: %s\nhash: %x\n", quoted(h.Pack), quoted(h.Version), h.Hash)
	fmt.Fprintf(b, "rng: %s\nseed: %d\nseats: %s\n", RNG, h.Seed, list(h.Seats))
	for _, o := range h.Options {
		fmt.Fprintf(b, "option %s: %s\n", quoted(o.Name), list(o.Values))
	}
}

// quoted is a text that stands in a list as it is, or in quotes.
func quoted(s string) string {
	plain := s != ""
	for _, r := range s {
		plain = plain && r > ' ' && r != ',' && r != ':' && r != '"' && strconv.IsPrint(r)
	}
	if plain {
		return s
	}
	return strconv.Quote(s)
}

func unquoted(s string) (string, error) {
	if strings.HasPrefix(s, `"`) {
		return strconv.Unquote(s)
	}
	return s, nil
}

func list(values []string) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = quoted(v)
	}
	return strings.Join(out, ", ")
}

func unlist(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	parts := engine.SplitKeys(text, ", ")
	for i := range parts {
		part, err := unquoted(parts[i])
		if err != nil {
			return nil, err
		}
		parts[i] = part
	}
	return parts, nil
}

// lines reads a text line by line.
type lines struct {
	rest   string
	number int
}

// next returns the next line; ok is false when there is none, and for a last
// line that is cut off.
func (l *lines) next() (line string, ok bool) {
	line, rest, ok := strings.Cut(l.rest, "\n")
	if !ok {
		return "", false
	}
	l.rest = rest
	l.number++
	return strings.TrimSuffix(line, "\r"), true
}

func (l *lines) fail(format string, args ...any) error {
	return &FormatError{Line: l.number, What: fmt.Sprintf(format, args...)}
}

// first reads the first line, of a file of one of the kinds.
func (l *lines) first(kinds ...string) (kind string, err error) {
	line, _ := l.next()
	expected := fmt.Sprintf("ruledeck %s %d", strings.Join(kinds, " or "), Format)
	var version int
	if n, _ := fmt.Sscanf(line, "ruledeck %s %d", &kind, &version); n != 2 || !slices.Contains(kinds, kind) {
		return "", &FormatError{What: fmt.Sprintf("this is no such file: its first line must be %q", expected)}
	}
	if version != Format {
		return "", &FormatError{What: fmt.Sprintf("this is format %d of a %s; expected is %q", version, kind, expected)}
	}
	return kind, nil
}

// header reads the lines of a header up to one that is none of them, which it
// returns; an empty one ends the header too.
func (l *lines) header(h *Header) (last string, err error) {
	read := map[string]func(value string) error{
		"pack":    func(v string) (err error) { h.Pack, err = unquoted(v); return err },
		"version": func(v string) (err error) { h.Version, err = unquoted(v); return err },
		"seed":    func(v string) (err error) { h.Seed, err = strconv.ParseUint(v, 10, 64); return err },
		"seats":   func(v string) (err error) { h.Seats, err = unlist(v); return err },
		"hash":    h.readHash,
		"rng": func(v string) error {
			if v != RNG {
				return &MismatchError{"the random numbers", v, RNG}
			}
			return nil
		},
	}
	missing := []string{"pack", "version", "hash", "rng", "seed", "seats"}
	for {
		line, ok := l.next()
		if !ok && len(missing) > 0 {
			l.number++
			return "", l.fail("the file is cut off: a line %q was expected", missing[0]+": ...")
		}
		name, value, _ := strings.Cut(line, ": ")
		if option, ok := strings.CutPrefix(name, "option "); ok && len(missing) == 0 {
			if err := h.readOption(option, value); err != nil {
				return "", l.fail("%q cannot be read: %v", line, err)
			}
			continue
		}
		if len(missing) == 0 {
			return line, nil
		}
		if name != missing[0] && name != missing[0]+":" {
			return "", l.fail("a line %q was expected, not %q", missing[0]+": ...", line)
		}
		if err := read[missing[0]](value); err != nil {
			return "", l.fail("%q cannot be read: %v", line, err)
		}
		missing = missing[1:]
	}
}

func (h *Header) readHash(v string) error {
	n, err := hex.Decode(h.Hash[:], []byte(v[:min(len(v), 2*len(h.Hash))]))
	if err == nil && (n != len(h.Hash) || len(v) != 2*n) {
		err = fmt.Errorf("a hash has %d digits", 2*len(h.Hash))
	}
	return err
}

func (h *Header) readOption(name, value string) error {
	name, err := unquoted(name)
	if err != nil {
		return err
	}
	values, err := unlist(value)
	h.Options = append(h.Options, Option{name, values})
	return err
}

// ReadHeader returns the header of a save or a record.
func ReadHeader(data []byte) (Header, error) {
	var h Header
	l := lines{rest: string(data[:min(len(data), 1<<16)])}
	if _, err := l.first("save", "record"); err != nil {
		return h, err
	}
	_, err := l.header(&h)
	return h, err
}

// IsSave tells whether data begins like a save, IsRecord like a record.
func IsSave(data []byte) bool {
	return strings.HasPrefix(string(data[:min(len(data), 14)]), "ruledeck save ")
}

// IsRecord tells whether data begins like a record.
func IsRecord(data []byte) bool {
	return strings.HasPrefix(string(data[:min(len(data), 16)]), "ruledeck record ")
}

// fits tells whether a game with this header can be played with a setup.
func (h *Header) fits(setup *engine.Setup) error {
	p := setup.Layout.Pack
	switch {
	case h.Pack != p.ID:
		return &MismatchError{"the pack", h.Pack, p.ID}
	case len(h.Seats) != setup.Layout.Seats:
		return &MismatchError{"a number of seats:", strconv.Itoa(len(h.Seats)), strconv.Itoa(setup.Layout.Seats)}
	}
	return nil
}
