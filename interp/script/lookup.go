package script

import "unsafe"

// lookup finds things by name. A script gives the same text from the same place
// each time: what was found for it is kept by the address of the text, which a map
// would have to read and hash. The kept text holds that address, so that no other
// can have it; what is found does not depend on it.
type lookup[V any] struct {
	byName map[string]V
	kept   [lookupSize]struct {
		text string
		v    V
	}
}

const lookupSize = 256

// find returns what has a name, and whether there is such a thing.
func (l *lookup[V]) find(name string) (V, bool) {
	first := unsafe.StringData(name)
	slot := &l.kept[uintptr(unsafe.Pointer(first))>>3%lookupSize]
	if unsafe.StringData(slot.text) == first && len(slot.text) == len(name) && name != "" {
		return slot.v, true
	}
	v, ok := l.byName[name]
	if ok {
		slot.text, slot.v = name, v
	}
	return v, ok
}
