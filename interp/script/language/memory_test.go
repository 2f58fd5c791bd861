package language

import "testing"

// TestPieces: what is cut from a piece overlaps with nothing else, has room for no more
// than was asked for, and is empty; what is large gets memory of its own.
func TestPieces(t *testing.T) {
	var p piece[int]
	var lists [][]int
	for i := range 500 {
		n := i % 9
		list := p.some(n, 64)
		if len(list) != n || cap(list) != n {
			t.Fatalf("list %d: length %d, room for %d, asked for %d", i, len(list), cap(list), n)
		}
		for k := range list {
			if list[k] != 0 {
				t.Fatalf("list %d is not empty", i)
			}
			list[k] = i + 1
		}
		lists = append(lists, list)
		*p.one(64) = -1
	}
	for i, list := range lists {
		for _, v := range list {
			if v != i+1 {
				t.Fatalf("list %d was written by somebody else: %v", i, list)
			}
		}
	}
	left := len(p.left)
	if list := p.some(65, 64); len(list) != 65 || len(p.left) != left {
		t.Error("a large list was cut from a piece")
	}
}

// TestMemoryOfNobody: the host's tables are made before there is a state.
func TestMemoryOfNobody(t *testing.T) {
	var m *memory
	if len(m.newValues(3)) != 3 || len(m.newFields(2)) != 2 {
		t.Error("there is no memory without a state")
	}
}
