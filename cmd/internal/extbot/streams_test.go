package extbot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// Two worlds: a game is played twice, the second time with two cards exchanged in all
// that chance deals from their first common shuffle on. Nobody may name the two from
// there on, so that all choose alike in both worlds. A seat that knows neither of them must be told
// the same then, at every question and at the end: events, numbers, views, questions,
// scenes, lines, what a program as a bot reads, and whether it may take back.

// streams plays the pairs of worlds of a table's games.
type streams struct {
	testing.TB
	table *interp.Table
	// uses are the abilities that seats use whenever they may, those of the exchanged
	// cards too: nothing must be seen of them.
	uses []string
	// first lets seats take the first option: where it is the only one in one of the
	// worlds, who picks at random would be another player.
	first bool
	// most bounds the decisions of a game.
	most int
	// rests are the seats at whose questions a game rests, whether they leave a choice or not.
	rests engine.SeatSet

	// pairs were played, frames compared of each kind, of which closed with a card in
	// another's closed zone; differ are the pairs told apart in a frame of each kind,
	// published those told apart by the rules, otherwise those that were played in another
	// way from some place on, since other replies were legal. held counts the frames compared at
	// questions that a seat is not shown; announced, windows and unmet count held frames: with an
	// announced trigger, with a seat that can answer in only one of the worlds, and without a rest of
	// the other world.
	pairs, closed, published, otherwise int
	frames, differ                      [2]int
	held, awaited, announced, unmet     int
	windows                             int
	leak                                string
}

// pair plays both worlds and compares them.
func (s *streams) pair(seed uint64, x exchange) {
	one := s.begin(seed, x, nil).play(seed)
	script := exchanged(one.session.Position(), x)
	other := s.begin(seed, x, script).play(seed)
	s.pairs++
	s.withheld(one, other)
	for how := range 2 {
		for i, v := range one.seats {
			here, there := v.frames[how], other.seats[i].frames[how]
			for n := range min(len(here), len(there)) {
				if s.frames[how]++; here[n].closed {
					s.closed++
				}
				if !slices.Equal(one.given[:here[n].given], other.given[:there[n].given]) {
					s.otherwise++
					return
				}
				for channel := range channels {
					if here[n].sums[channel] != there[n].sums[channel] {
						s.report(seed, x, script, wanted{v.seat, how, n, channel})
						return
					}
				}
			}
		}
	}
}

// withheld compares what seats were told at questions that they are not shown.
func (s *streams) withheld(one, other *course) {
	for i, v := range one.seats {
		last := 0
		for n := range other.seats[i].held {
			last = max(last, n)
		}
		for _, n := range slices.Sorted(maps.Keys(v.held)) {
			here := v.held[n]
			there, also := other.seats[i].held[n]
			switch {
			case !also && n < last && here.given <= len(other.given) &&
				slices.Equal(one.given[:here.given], other.given[:here.given]):
				s.unmet++
				s.leak = fmt.Sprintf("seat %d, behind %d events: only one of the worlds rests", v.seat, n)
			case !also || !slices.Equal(one.given[:here.given], other.given[:there.given]):
				continue
			case here.text != there.text:
				s.differ[pushed]++
				s.leak = fmt.Sprintf("seat %d, behind %d events: %s\n--- but\n%s", v.seat, n, here.text, there.text)
			case here.announced:
				s.announced++
				if here.vacant != there.vacant {
					s.windows++
				}
			}
			s.held++
		}
	}
}

// report says what was told otherwise. What the rules told, in a value or a line that
// they made of what is hidden, is their own affair.
func (s *streams) report(seed uint64, x exchange, script *engine.Scripted, what wanted) {
	one, other := s.begin(seed, x, nil), s.begin(seed, x, script)
	one.wanted, other.wanted = what, what
	one.play(seed)
	other.play(seed)
	if what.channel == theEvents && published(one.text, other.text) {
		s.published++
		return
	}
	if s.differ[what.how]++; s.leak == "" {
		p := one.session.Position()
		s.leak = fmt.Sprintf("seed %d, %s for %s: seat %d tells them apart at its frame %d by the %s\n%s", seed,
			p.CardKey(x.a), p.CardKey(x.b), what.seat, what.frame+1, channelNames[what.channel],
			apart(one.text, other.text))
	}
}

// published reports whether the first event that differs is one by which rules tell.
func published(a, b string) bool {
	var as, bs [3]json.RawMessage
	var one, other []json.RawMessage
	if json.Unmarshal([]byte(a), &as) != nil || json.Unmarshal([]byte(b), &bs) != nil ||
		json.Unmarshal(as[1], &one) != nil || json.Unmarshal(bs[1], &other) != nil {
		return false
	}
	at := 0
	for at < min(len(one), len(other)) && bytes.Equal(one[at], other[at]) {
		at++
	}
	for _, events := range [][]json.RawMessage{one, other} {
		var e view.Event
		if at < len(events) && json.Unmarshal(events[at], &e) == nil &&
			(e.Kind == view.SetEvent || e.Kind == view.SayEvent || e.Kind == view.FinishEvent) {
			return true
		}
	}
	return false
}

// apart shows the lines at which two JSON texts part.
func apart(a, b string) string {
	lines := func(text string) []string {
		var out bytes.Buffer
		if json.Indent(&out, []byte(text), "", " ") != nil {
			return []string{text}
		}
		return strings.Split(out.String(), "\n")
	}
	as, bs := lines(a), lines(b)
	for i := range as {
		if i >= len(bs) || as[i] != bs[i] {
			from := max(0, i-12)
			return strings.Join(as[from:min(i+8, len(as))], "\n") + "\n--- but\n" +
				strings.Join(bs[min(from, len(bs)):min(i+8, len(bs))], "\n")
		}
	}
	return "one is longer"
}

// sample plays pairs of a table's games until there are enough.
func (s *streams) sample(pairs int) {
	s.Helper()
	for seat := range engine.Seat(s.table.Settings.Seats) {
		s.rests |= engine.Only(seat + 1)
	}
	for seed := uint64(1); s.pairs < pairs && seed < uint64(10*pairs); seed++ {
		for _, x := range s.find(seed, 3) {
			s.pair(seed, x)
		}
	}
	s.Logf("%d pairs, %d frames, %d pushed, %d of them with the question, and %d held, %d of them with what was "+
		"announced, %d in one world alone (%d with the card in another's closed zone); told apart: %v, by the "+
		"rules %d, by play %d, by a rest %d",
		s.pairs, s.frames[asked], s.frames[pushed], s.awaited, s.held, s.announced, s.windows, s.closed,
		s.differ, s.published, s.otherwise, s.unmet)
}

// many is how many pairs are played: few, or with RULEDECK_FULL all.
func many(few, all int) int {
	if os.Getenv("RULEDECK_FULL") != "" {
		return all
	}
	return few
}

// TestStreamsOfShippedGames plays pairs of worlds of the shipped games.
func TestStreamsOfShippedGames(t *testing.T) {
	for game, few := range map[string]int{"football-champions": 2, "seven-missions": 1, "bbtm": 1} {
		t.Run(game, func(t *testing.T) {
			p, err := interp.Load(game, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			least, _ := p.Seats()
			table, err := p.Table(interp.Settings{Seats: max(2, least)})
			if err != nil {
				t.Fatal(err)
			}
			s := &streams{TB: t, table: table, most: many(150, 1000)}
			s.sample(many(few, 48))
			if s.differ != [2]int{} || s.closed < 12*s.pairs {
				t.Error(s.leak)
			}
		})
	}
}

// TestStreamsOfStarters does the same for the packs that others begin with: responses from
// hidden hands, secret bids, hands that pass.
func TestStreamsOfStarters(t *testing.T) {
	for _, like := range scaffold.Genres() {
		t.Run(like, func(t *testing.T) {
			p := started(t, like)
			least, _ := p.Seats()
			table, err := p.Table(interp.Settings{Seats: least})
			if err != nil {
				t.Fatal(err)
			}
			s := &streams{TB: t, table: table, most: many(60, 400)}
			pairs := 2
			if like == "stack" { // whose windows a seat is to answer in one world alone
				pairs = 12
			}
			s.sample(many(pairs, 48))
			t.Logf("%d pairs, %d frames with the cards closed", s.pairs, s.closed)
			if s.differ != [2]int{} || s.unmet > 0 || s.closed < s.pairs || like == "stack" && s.windows == 0 {
				t.Error(s.leak)
			}
		})
	}
}

// started is a new pack that is like a genre.
func started(t testing.TB, like string) *interp.Pack {
	t.Helper()
	plan, err := scaffold.Pack("mine", like)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, f := range plan.Files {
		files[f.Path] = &fstest.MapFile{Data: []byte(f.Text)}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	return laid(t, dir)
}

// laid loads a pack of a folder with texts exchanged in its files: file, old, new and
// so on.
func laid(t testing.TB, folder string, changes ...string) *interp.Pack {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	for c := range slices.Chunk(changes, 3) {
		path := filepath.Join(dir, filepath.FromSlash(c[0]))
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), c[1]) {
			t.Fatalf("%s: no %q (%v)", c[0], c[1], err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(data), c[1], c[2])), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestStreamsOfPoker plays pairs of worlds of two small games, in which the cards come
// out of a bag or off a shuffled deck, questions leave no choice, and cards bear marks
// that only who knows them may see.
func TestStreamsOfPoker(t *testing.T) {
	deck := []string{"game.yaml", "bag: true", "ordered: true", "scripts/rules/betting.lua", "draw_from(game.deck)",
		"game.deck.top", "scripts/rules/betting.lua", "function betting.deal()",
		"function betting.deal()\n  shuffle(game.deck)"}
	marked := []string{"game.yaml", "rank: {type: number, name: {en: Rank}}",
		"rank: {type: number, name: {en: Rank}}\n      mark: {type: number, state: true, start: 0, name: {en: Mark}}",
		"scripts/rules/betting.lua", "function betting.deal()", "local function mark()\n" +
			"  for _, seat in ipairs(game.seats) do\n" +
			"    for _, card in ipairs(cards{zone = seat.hand}) do card.mark = card.rank end\n  end\nend\n\n" +
			"function betting.deal()",
		"scripts/rules/betting.lua", "local function ends", "local function ends"}
	for _, game := range []string{"kuhn", "leduc"} {
		act := "function betting.act()\n"
		if game == "leduc" {
			act = "function betting.open() "
		}
		for name, changes := range map[string][]string{
			"bag": nil, "shuffled": deck, "forced": nil,
			"marked": slices.Concat(marked, []string{"scripts/rules/betting.lua", act, act + " mark() "}),
		} {
			if name == "forced" && game == "leduc" {
				changes = []string{"scripts/rules/betting.lua", "if raises < 2 then",
					"if raises < 2 and not any{zone = seat.hand, rank = 12} then"}
			}
			t.Run(game+" "+name, func(t *testing.T) {
				settings := interp.Settings{Seats: 2}
				if name == "forced" && game == "kuhn" {
					settings.GameOptions = map[string]string{"jack": "timid"}
				}
				table, err := laid(t, "../../../testdata/"+game, changes...).Table(settings)
				if err != nil {
					t.Fatal(err)
				}
				s := &streams{TB: t, table: table, most: 1000, first: name == "forced"}
				s.sample(many(12, 400))
				if s.differ != [2]int{} || s.closed < s.pairs {
					t.Error(s.leak)
				}
			})
		}
	}
}
