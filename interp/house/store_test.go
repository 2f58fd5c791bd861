package house_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/house/storetest"
)

// remembered is a place in memory: its one store is all stores.
type remembered struct{ house.Memory }

// Store returns the store.
func (r *remembered) Store() house.Store { return &r.Memory }

func TestMemory(t *testing.T) {
	storetest.Run(t, true, func(*testing.T) storetest.Place { return &remembered{} })
}
