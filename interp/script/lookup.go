package script

import "unsafe"

// lookup finds things by name. A script gives the same text from the same place
// each time: what was found for it is kept by the address of the text, which a map
// would have to read and hash. The kept text holds that address, so that no other
// can have it; what is found does not depend on it.
type lookup struct {
	known func(name string) (int32, bool)
	// near is a hint that names the nearest known word.
	near func(name string) string
	kept [lookupSize]struct {
		text string
		v    int32
	}
}

const lookupSize = 256

// lookupOf finds the numbers of what has a name.
func lookupOf[V ~int | ~int16 | ~int32 | ~uint8 | ~int8](known map[string]V) *lookup {
	return &lookup{
		known: func(name string) (int32, bool) { v, ok := known[name]; return int32(v), ok },
		near:  func(name string) string { return nearest(name, known) },
	}
}

// find returns what has a name, and whether there is such a thing.
func (l *lookup) find(name string) (int32, bool) {
	first := unsafe.StringData(name)
	slot := &l.kept[uintptr(unsafe.Pointer(first))>>3%lookupSize]
	if unsafe.StringData(slot.text) == first && len(slot.text) == len(name) && name != "" {
		return slot.v, true
	}
	v, ok := l.known(name)
	if ok {
		slot.text, slot.v = name, v
	}
	return v, ok
}
