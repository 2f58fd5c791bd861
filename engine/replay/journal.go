package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// JournalVersion is the version of the journals that this package writes.
const JournalVersion = 2

// Entry is one record of a journal behind its header: exactly one of the fields
// is set.
type Entry struct {
	// Answer is what a seat answered; a later one of the same seat to the same
	// secret decision changes it.
	Answer *Answer
	// Undo is the decision that the game went back to.
	Undo int
	// End says how the game stood when it was over, or recorded.
	End *End
	// Step has the digests of the events of one step of the game, Line is a line
	// of the transcript: of goldens.
	Step *Step
	Line *string
}

// Step is one step of a game with the digests of its events.
type Step struct {
	Name    string   `json:"step"`
	Digests []string `json:"events"`
}

// Journal is a game as a file keeps it: its settings, and everything that has happened
// since, in order.
type Journal struct {
	Header  Header
	Entries []Entry
	// Valid is the number of bytes up to the end of the last whole record. The rest was
	// being written when the machine or the program stopped.
	Valid int
	// Open is set if the last record is whole but lacks its line break: a writer that goes
	// on must write it first.
	Open bool
	// Lines has the line of each entry in the file, from 1.
	Lines []int
}

// Torn reports whether the last record of the data that the journal was read from
// is cut off.
func (j *Journal) Torn(data []byte) bool { return j.Valid < len(data) && !j.Open }

// The records as they stand in a file, one JSON object a line.
type (
	headerRecord struct {
		V           int                 `json:"v"`
		Game        string              `json:"game"`
		Pack        string              `json:"pack"`
		Version     string              `json:"version"`
		API         int                 `json:"api"`
		RNG         string              `json:"rng"`
		Seed        rng.Seed            `json:"seed"`
		Seats       []string            `json:"seats"`
		GameOptions map[string][]string `json:"options,omitempty"`
		Overlays    []string            `json:"overlays,omitempty"`
		Files       map[string]string   `json:"files,omitempty"`
		Cards       map[string]string   `json:"cards,omitempty"`
		Scripts     map[string]string   `json:"scripts,omitempty"`
		Chance      bool                `json:"chance,omitempty"`
		Scenario    *Scenario           `json:"scenario,omitempty"`
	}
	answerRecord struct {
		N        int      `json:"n"`
		Again    int      `json:"again,omitempty"`
		Seat     int      `json:"seat"`
		Keys     []string `json:"keys"`
		Question string   `json:"q,omitempty"`
		Note     string   `json:"note,omitempty"`
	}
	chanceRecord struct {
		Chance   int      `json:"chance"`
		Keys     []string `json:"keys"`
		Question string   `json:"q,omitempty"`
	}
	undoRecord struct {
		Undo int `json:"undo"`
	}
	endRecord struct {
		End struct {
			Decisions int    `json:"decisions"`
			Hash      string `json:"state"`
		} `json:"end"`
	}
	lineRecord struct {
		Line string `json:"line"`
	}
	// anyRecord is what every record is read as: the key that is there says which.
	anyRecord struct {
		N        *int            `json:"n"`
		Again    int             `json:"again"`
		Chance   *int            `json:"chance"`
		Seat     int             `json:"seat"`
		Keys     []string        `json:"keys"`
		Question string          `json:"q"`
		Note     string          `json:"note"`
		Undo     *int            `json:"undo"`
		End      json.RawMessage `json:"end"`
		Step     *string         `json:"step"`
		Digests  []string        `json:"events"`
		Line     *string         `json:"line"`
	}
)

// encodeHeader returns the first line of a journal.
func encodeHeader(h *Header) []byte {
	r := headerRecord{
		V: JournalVersion, Game: h.Game, Pack: h.Pack, Version: h.Version, API: h.API, RNG: RNG,
		Seed: h.Seed, Seats: h.Seats,
		Overlays: h.Overlays, Files: h.Files, Cards: h.Cards, Scripts: h.Scripts, GameOptions: map[string][]string{},
		Chance: h.Chance, Scenario: h.Scenario,
	}
	for _, o := range h.GameOptions {
		r.GameOptions[o.Name] = o.Values
	}
	return Seal(r, 1)
}

// Encode returns an entry as a line, which must be the line of the journal with that
// number: its checksum is valid there alone, so that missing lines are found. The lines of
// goldens, which follow the game, are valid anywhere.
func (e *Entry) Encode(line int) []byte {
	switch {
	case e.Answer != nil:
		keys := e.Answer.Keys
		if keys == nil {
			keys = []string{}
		}
		if e.Answer.Seat == 0 {
			return Seal(chanceRecord{e.Answer.Number, keys, e.Answer.Question}, line)
		}
		return Seal(answerRecord{e.Answer.Number, e.Answer.Again, int(e.Answer.Seat), keys, e.Answer.Question,
			e.Answer.Note}, line)
	case e.End != nil:
		var r endRecord
		r.End.Decisions = e.End.Decisions
		r.End.Hash = fmt.Sprintf("%016x", e.End.Hash)
		return Seal(r, line)
	case e.Step != nil:
		return Seal(e.Step, 0)
	case e.Line != nil:
		return Seal(lineRecord{*e.Line}, 0)
	}
	return Seal(undoRecord{e.Undo}, line)
}

// Encode returns the journal as it stands in a file.
func (j *Journal) Encode() []byte {
	out := encodeHeader(&j.Header)
	for i := range j.Entries {
		out = append(out, j.Entries[i].Encode(i+2)...)
	}
	return out
}

// Writer adds what happens to a journal, line by line.
type Writer struct {
	to    io.Writer
	lines int
}

// Continue returns a writer of what follows on the entries of the journal.
func (j *Journal) Continue(to io.Writer) *Writer { return &Writer{to, 1 + len(j.Entries)} }

// Keep adds what happened. What the writer below could not take is not counted.
func (w *Writer) Keep(e Entry) error {
	_, err := w.to.Write(e.Encode(w.lines + 1))
	if err == nil {
		w.lines++
	}
	return err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A record ends in its checksum: that of its line's number and of the object
// without it.
const (
	sealBegin  = `,"sum":"`
	sealEnd    = "\"}"
	sealLength = len(sealBegin) + 8 + len(sealEnd)
)

// Seal is an object as a line with a number has it, with the checksum.
func Seal(record any, line int) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(record); err != nil {
		panic(err) // records hold texts and numbers alone
	}
	body := bytes.TrimSuffix(b.Bytes(), []byte("}\n"))
	return fmt.Appendf(body, "%s%08x%s\n", sealBegin, checksum(body, line), sealEnd)
}

func checksum(body []byte, line int) uint32 {
	return crc32.Update(crc32.Checksum(fmt.Append(nil, line), castagnoli), castagnoli, body)
}

// Unseal returns the object of a line without its checksum; false if that does
// not fit.
func Unseal(line []byte, number int) ([]byte, bool) {
	at := len(line) - sealLength
	if at < 1 {
		return nil, false
	}
	body, seal := line[:at], line[at:]
	if string(seal) != fmt.Sprintf("%s%08x%s", sealBegin, checksum(body, number), sealEnd) {
		return nil, false
	}
	return append(slices.Clone(body), '}'), true
}

// IsJournal reports whether data begins like a journal.
func IsJournal(data []byte) bool { return bytes.HasPrefix(data, []byte(`{"v":`)) }

// Decode reads a journal. It leaves out a last record that is cut off, see Torn; any other
// damage, or a missing or misplaced line, is a *FormatError, so that the result is the game
// that was played. Salvage reads what it refuses.
func Decode(data []byte) (*Journal, error) {
	if len(data) == 0 {
		return nil, &FormatError{What: "the file is empty"}
	}
	if !IsJournal(data) {
		return nil, &FormatError{What: `this is no journal of a game: its first line must begin with {"v":`}
	}
	v := 0
	if _, err := fmt.Sscanf(string(data[:min(len(data), 30)]), `{"v":%d`, &v); err != nil || v != JournalVersion {
		return nil, &FormatError{Line: 1,
			What: fmt.Sprintf("this is version %d of a journal; expected is %d", v, JournalVersion)}
	}
	j := &Journal{}
	if err := j.decode(data, nil); err != nil {
		return nil, err
	}
	return j, nil
}

// decode reads records up to the first that is damaged. Lines whose checksum does
// not fit are put to mend, if that is not nil, which changes the data from the line
// on and reports whether that helps.
func (j *Journal) decode(data []byte, repair func(rest []byte, number int) bool) *FormatError {
	for number := 1; j.Valid < len(data); number++ {
		line, _, whole := bytes.Cut(data[j.Valid:], []byte("\n"))
		body, sound := j.unsealed(line, number)
		if !sound && !whole {
			body, sound = j.unsealed(line[:max(len(line)-1, 0)], number) // it may be the line break that is not one
			line = line[:len(line)-1]
			j.Open = sound
		} else if !whole {
			j.Open = true
		}
		if !sound && repair != nil && repair(data[j.Valid:], number) {
			line, _, whole = bytes.Cut(data[j.Valid:], []byte("\n"))
			body, sound = j.unsealed(line, number)
			j.Open = !whole
		}
		switch {
		case !sound && !whole && number > 1:
			return nil // the last record, never finished
		case !sound && number == 1 && !whole:
			return &FormatError{Line: number, What: "the journal is cut off in its first line"}
		case !sound:
			return &FormatError{Line: number, What: "the line was changed: its checksum does not fit"}
		}
		if err := j.read(body, number); err != nil {
			return &FormatError{Line: number, What: err.Error()}
		}
		j.Valid += len(line)
		if j.Open {
			break
		}
		j.Valid++
	}
	return nil
}

// unsealed opens a line of the game, or behind its end one of a golden.
func (j *Journal) unsealed(line []byte, number int) ([]byte, bool) {
	if body, sound := Unseal(line, number); sound {
		return body, true
	}
	if _, over := j.last(); !over {
		return nil, false
	}
	body, sound := Unseal(line, 0)
	return body, sound && (bytes.HasPrefix(body, []byte(`{"step":`)) || bytes.HasPrefix(body, []byte(`{"line":`)))
}

func (j *Journal) read(body []byte, number int) error {
	if number == 1 {
		return j.Header.decode(body)
	}
	e, err := decodeEntry(body)
	if err == nil {
		err = j.follows(&e)
	}
	if err == nil {
		j.Entries = append(j.Entries, e)
		j.Lines = append(j.Lines, number)
	}
	return err
}

func strictly(body []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("this is no record of a journal: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

func (h *Header) decode(body []byte) error {
	var r headerRecord
	if err := strictly(body, &r); err != nil {
		return err
	}
	switch {
	case r.RNG != RNG:
		return &MismatchError{"the random numbers", r.RNG, RNG}
	case r.Game == "" || r.Pack == "":
		return fmt.Errorf("the header does not name the game")
	case len(r.Seats) < 1 || len(r.Seats) > engine.MaxSeats:
		return fmt.Errorf("a game has 1 to %d seats, not %d", engine.MaxSeats, len(r.Seats))
	}
	*h = Header{
		Game: r.Game, Pack: r.Pack, Version: r.Version, API: r.API, Seed: r.Seed, Seats: r.Seats,
		Overlays: r.Overlays, Files: r.Files, Cards: r.Cards, Scripts: r.Scripts,
		Chance: r.Chance, Scenario: r.Scenario,
	}
	for name, values := range r.GameOptions {
		h.GameOptions = append(h.GameOptions, GameOption{name, values})
	}
	slices.SortFunc(h.GameOptions, func(a, b GameOption) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

func decodeEntry(body []byte) (Entry, error) {
	var r anyRecord
	if err := strictly(body, &r); err != nil {
		return Entry{}, err
	}
	if len(r.Keys) == 0 {
		r.Keys = nil
	}
	switch {
	case r.Chance != nil:
		return Entry{Answer: &Answer{Number: *r.Chance, Keys: r.Keys, Question: r.Question}}, nil
	case r.N != nil && (r.Seat < 1 || r.Seat > engine.MaxSeats):
		return Entry{}, fmt.Errorf("there is no seat %d", r.Seat)
	case r.N != nil:
		return Entry{Answer: &Answer{Number: *r.N, Again: r.Again, Seat: engine.Seat(r.Seat), Keys: r.Keys,
			Question: r.Question, Note: r.Note}}, nil
	case r.Undo != nil:
		return Entry{Undo: *r.Undo}, nil
	case r.Step != nil:
		return Entry{Step: &Step{*r.Step, r.Digests}}, nil
	case r.Line != nil:
		return Entry{Line: r.Line}, nil
	case r.End == nil:
		return Entry{}, fmt.Errorf("this is no record of a journal: an answer, an undo or an end was expected")
	}
	var end endRecord
	if err := strictly(body, &end); err != nil {
		return Entry{}, err
	}
	out := &End{Decisions: end.End.Decisions}
	if n, err := fmt.Sscanf(end.End.Hash, "%016x", &out.Hash); n != 1 || err != nil || len(end.End.Hash) != 16 {
		return Entry{}, fmt.Errorf("the digest of a state has 16 digits, not %q", end.End.Hash)
	}
	return Entry{End: out}, nil
}

// follows refuses an entry that cannot stand behind those before it, as when a
// line is missing.
func (j *Journal) follows(e *Entry) error {
	last, over := j.last()
	switch {
	case e.Answer != nil:
		n := e.Answer.Number
		switch {
		case e.Answer.Seat == 0 && !j.Header.Chance:
			return fmt.Errorf("the seed decides for chance in this game")
		case int(e.Answer.Seat) > len(j.Header.Seats):
			return fmt.Errorf("there is no seat %d", e.Answer.Seat)
		case over:
			return fmt.Errorf("an answer cannot follow on the end of the game")
		case n < max(last, 1): // a decision that left no choice has no answer
			return fmt.Errorf("decision %d cannot follow on decision %d", n, last)
		}
	case e.End != nil:
		if e.End.Decisions < last-1 { // a secret decision may still be open
			return fmt.Errorf("the game ended after %d decisions, but the last answer above is to decision %d",
				e.End.Decisions, last)
		}
	case e.Step != nil, e.Line != nil:
		if !over {
			return fmt.Errorf("what a golden tells comes behind the end of the game")
		}
	case e.Undo < 1 || e.Undo > last:
		return fmt.Errorf("the game cannot go back to decision %d: the last answer above is to decision %d", e.Undo,
			last)
	}
	return nil
}

// last is the number of the last decision that is answered behind the entries so
// far, and whether the game is over there.
func (j *Journal) last() (number int, over bool) {
	for i := len(j.Entries) - 1; i >= 0; i-- {
		e := &j.Entries[i]
		switch {
		case e.Answer != nil:
			return e.Answer.Number, over
		case e.End != nil:
			over = true
		case e.Undo > 0:
			return e.Undo - 1, over
		}
	}
	return 0, over
}

// Answers are the answers that hold after all that was taken back and changed, in
// the order of the decisions and of the seats.
func (j *Journal) Answers() []Answer {
	var out []Answer
	for i := range j.Entries {
		e := &j.Entries[i]
		switch {
		case e.Undo > 0:
			out = slices.DeleteFunc(out, func(a Answer) bool { return a.Number >= e.Undo })
		case e.Answer != nil:
			out = put(out, *e.Answer)
		}
	}
	return out
}

// put inserts an answer to the last decision, or the next, among those of the other seats.
func put(answers []Answer, a Answer) []Answer {
	at := len(answers)
	for at > 0 && answers[at-1].place() == a.place() && answers[at-1].Seat >= a.Seat {
		at--
	}
	if at < len(answers) && answers[at].place() == a.place() && answers[at].Seat == a.Seat {
		answers[at] = a
		return answers
	}
	return slices.Insert(answers, at, a)
}

// End is how the game stood at its end; nil if it has not come to it.
func (j *Journal) End() *End {
	if _, over := j.last(); !over {
		return nil
	}
	for i := len(j.Entries) - 1; i >= 0; i-- {
		if end := j.Entries[i].End; end != nil {
			return end
		}
	}
	return nil
}
