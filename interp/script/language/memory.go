package language

// Small things that scripts make are cut from pieces of memory that hold many.
// None outlives its step by much: when the step is over, only what stands next to
// each other in the piece that is cut, and what lies on the stack from before, is
// reached any more; see Forget. A piece is never used twice, so that what something
// still reaches stays as it was.

const (
	tablesAPiece = 32
	funcsAPiece  = 32
	valuesAPiece = 256
	fieldsAPiece = 64
)

// piece is memory for n things of a kind, from which ever fewer are left.
type piece[T any] struct{ left []T }

// one takes a thing.
func (p *piece[T]) one(n int) *T {
	if len(p.left) == 0 {
		p.left = make([]T, n)
	}
	t := &p.left[0]
	p.left = p.left[1:]
	return t
}

// some takes count things in a row; many get memory of their own.
func (p *piece[T]) some(count, n int) []T {
	if count > len(p.left) {
		if count > n/8 {
			return make([]T, count)
		}
		p.left = make([]T, n)
	}
	list := p.left[:count:count]
	p.left = p.left[count:]
	return list
}

// memory is what a state cuts from. Without one, as for tables that the host fills
// while it loads, each thing has memory of its own.
type memory struct {
	tables piece[Table]
	funcs  piece[Func]
	values piece[Value]
	fields piece[field]
}

func (m *memory) newTable() *Table { return m.tables.one(tablesAPiece) }
func (m *memory) newFunc() *Func   { return m.funcs.one(funcsAPiece) }

func (m *memory) newValues(n int) []Value {
	if m == nil {
		return make([]Value, n)
	}
	return m.values.some(n, valuesAPiece)
}

func (m *memory) newFields(n int) []field {
	if m == nil {
		return make([]field, n)
	}
	return m.fields.some(n, fieldsAPiece)
}
