package view_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
)

// remembered keeps up, for one seat, its key and beside it what the key stands
// for: what it saw at the start, and all events, as JSON.
type remembered struct {
	seat   engine.Seat
	recall *view.Recall
	reader *view.Reader
	text   [sha256.Size]byte
}

func remember(t interface{ Fatal(...any) }, p *engine.Position, seat engine.Seat, from int) *remembered {
	r := &remembered{seat: seat, recall: view.RecallAt(p, seat, from), reader: view.ReaderAt(p, seat, from)}
	r.text = sha256.Sum256([]byte(encode(t, r.reader.Start())))
	return r
}

// both are the key and the text at a decision.
func (r *remembered) both(t interface{ Fatal(...any) }, p *engine.Position, d *engine.Decision) (view.Key, string) {
	q := view.Asked(p, d, r.seat)
	for events := r.reader.Next(); len(events) > 0; {
		n := 1
		for n < len(events) && events[n].Joined {
			n++
		}
		var texts []string // of one change, in no order
		for _, e := range events[:n] {
			e.Number = 0
			texts = append(texts, encode(t, e))
		}
		slices.Sort(texts)
		r.text = sha256.Sum256(append(r.text[:], strings.Join(texts, "")...))
		events = events[n:]
	}
	return r.recall.Key(q), fmt.Sprintf("%d %x %s", r.seat, r.text, encode(t, q))
}

// keyed checks that keys and texts go together one to one.
type keyed struct {
	texts map[view.Key]string
	keys  map[string]view.Key
}

func (k *keyed) add(t interface{ Fatalf(string, ...any) }, key view.Key, text string) {
	if was, known := k.texts[key]; known && was != text {
		t.Fatalf("two states have the key %x:\n%s", key, difference(was, text))
	}
	if was, known := k.keys[text]; known && was != key {
		t.Fatalf("one state has the keys %x and %x:\n%s", was, key, text)
	}
	k.texts[key], k.keys[text] = text, key
}

// TestKey: two moments have one key if and only if the seat has seen the same,
// byte by byte but for the order of what happened at once, whether the key was kept up or
// is made anew; also in worlds that the seat cannot tell from the real one.
func TestKey(t *testing.T) {
	all := keyed{map[view.Key]string{}, map[string]view.Key{}}
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 4).Draw(t, "seats")
		seed := rapid.Uint64Range(1, 3).Draw(t, "seed") // so that games share their beginnings
		replies := rapid.Uint64Range(1, 3).Draw(t, "replies")
		g := tinytest.New(seats, seed)
		var kept []*remembered
		for s := engine.Seat(1); int(s) <= seats; s++ {
			kept = append(kept, remember(t, g.Position(), s, 0))
		}
		trial := engine.NewDeterminizer(tinytest.Scripts{}, nil)
		for {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended {
				return
			}
			p, d := g.Position(), g.Open()
			for _, r := range kept {
				key, text := r.both(t, p, d)
				all.add(t, key, fmt.Sprint(seats, text))
			}
			look := engine.Seat(1 + d.Number%seats)
			if anew := view.NewRecall(p, look).Key(view.Asked(p, d, look)); anew !=
				kept[look-1].recall.Key(view.Asked(p, d, look)) {
				t.Fatalf("decision %d: seat %d has another key when it is made anew", d.Number, look)
			}
			trial.At(t.Context(), p, d, look)
			if trial.Sample(replies<<16+uint64(d.Number)) && trial.Reopen() == nil {
				w := trial.Game()
				here, there := view.RecallAt(p, look, p.Checkpoint()), view.RecallAt(w.Position(), look, p.Checkpoint())
				if here.Key(view.Asked(p, d, look)) != there.Key(view.Asked(w.Position(), w.Open(), look)) {
					t.Fatalf("decision %d: seat %d has another key in a world that it cannot tell apart", d.Number,
						look)
				}
			}
			if rapid.IntRange(0, 20).Draw(t, "turn") == 0 {
				replies++
			}
			answer(t, g, replies)
		}
	})
	t.Logf("%d states", len(all.keys))
}

// TestKeyFields: whatever JSON has of an event or a question is in the key.
func TestKeyFields(t *testing.T) {
	event := view.Event{Kind: view.MoveEvent, Values: []view.Named{{}}, Choices: [][]view.Value{{{}}},
		Faces: []view.Value{{Of: &view.Value{}}}}
	event.Card, event.Old = &view.Value{Items: []view.Value{{}}, Keys: []string{""}}, &view.Value{}
	event.Zone, event.From, event.To, event.New = &view.Value{}, &view.Value{}, &view.Value{}, &view.Value{}
	event.Seats, event.Learned = view.Seats{0}, view.Seats{0}
	question := view.Question{
		Seats: view.Seats{0}, Answered: view.Seats{0}, Given: []int{0}, About: []view.Named{{}},
		Options: []view.Option{{Parts: []view.Value{{}}}}, Open: []view.Trigger{{Values: []view.Named{{}}}},
	}
	for _, of := range []any{&event, &question} {
		fields := 0
		var walk func(v reflect.Value, path string)
		walk = func(v reflect.Value, path string) {
			was := view.DigestOf(of)
			changed := func() {
				fields++
				if view.DigestOf(of) == was {
					t.Errorf("%T: %s is not in the key", of, path)
				}
			}
			switch v.Kind() {
			case reflect.Struct:
				for i := range v.NumField() {
					if f := v.Type().Field(i); f.Tag.Get("json") != "-" {
						walk(v.Field(i), path+"."+f.Name)
					}
				}
			case reflect.Pointer:
				if !v.IsNil() {
					walk(v.Elem(), path)
				}
			case reflect.Slice:
				for i := range v.Len() {
					walk(v.Index(i), path+"[]")
				}
				old := reflect.ValueOf(v.Interface())
				v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
				changed()
				v.Set(old)
			case reflect.String:
				v.SetString(v.String() + "x")
				changed()
			case reflect.Bool:
				v.SetBool(!v.Bool())
				changed()
			case reflect.Int:
				v.SetInt(v.Int() + 1)
				changed()
			case reflect.Uint8:
				v.SetUint(v.Uint() + 1)
				changed()
			default:
				t.Fatalf("%s is a %s", path, v.Kind())
			}
		}
		walk(reflect.ValueOf(of).Elem(), fmt.Sprintf("%T", of))
		if data, _ := json.Marshal(of); fields < 20 {
			t.Errorf("only %d fields of %s", fields, data)
		}
	}
}

// BenchmarkRecall keeps up the keys of a game, event by event.
func BenchmarkRecall(b *testing.B) {
	g := play(b, 5, 20)
	p := g.Position()
	b.ReportAllocs()
	for range b.N {
		view.NewRecall(p, 2).Key(nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*p.Log().Len()), "ns/event")
}
