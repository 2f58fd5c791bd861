package browserhost

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/house/storetest"
)

// keeping is a page that keeps what it is told, in order.
type keeping struct {
	texts map[int]string
	order []int
}

// Store is that of a host that begins with what the page has kept.
func (k *keeping) Store() house.Store {
	h := house.New(context.Background())
	s := &storage{games: map[int]*house.Game{}, tell: func(m map[string]any) {
		id := m["keep"].(int)
		k.order = slices.DeleteFunc(k.order, func(other int) bool { return other == id })
		delete(k.texts, id)
		if text, kept := m["text"].(string); kept {
			k.texts[id] = text
			k.order = append(k.order, id)
		}
	}}
	for _, id := range k.order {
		one := &Kept{}
		if err := json.Unmarshal([]byte(k.texts[id]), one); err != nil {
			panic(err) // the store has written it
		}
		s.has(h.Sleep(one.Shown, nil), one.Journal)
	}
	return s
}

// Crash loses nothing: a page takes each message whole.
func (k *keeping) Crash(func() bool) { k.texts = maps.Clone(k.texts) }

// FailAt fails nothing: nobody answers what the page is told.
func (k *keeping) FailAt(int) {}

// Failed says nothing.
func (k *keeping) Failed() string { return "" }

// TestStorage: what a page was told is a store, for the host and for the one after it.
func TestStorage(t *testing.T) {
	storetest.Run(t, false, func(*testing.T) storetest.Place { return &keeping{texts: map[int]string{}} })
	storetest.Faults(t, 1, 0, func(*testing.T) storetest.Faulty { return &keeping{texts: map[int]string{}} })
}
