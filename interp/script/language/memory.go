package language

// Small things that scripts make are cut from pieces of memory that hold many. None
// outlives its step, as scripts have no memory: once the names of the host are frozen,
// the next step cuts from the same pieces again.

const (
	tablesAPiece = 32
	funcsAPiece  = 32
	valuesAPiece = 256
	fieldsAPiece = 64
)

// piece is memory for values of a type: the rest of the piece in use, all pieces, and how
// many of them are used up since reset.
type piece[T any] struct {
	left []T
	all  [][]T
	cut  int
}

// more takes the next piece, of n things.
func (p *piece[T]) more(n int) {
	if p.cut == len(p.all) {
		p.all = append(p.all, make([]T, n))
	}
	p.left = p.all[p.cut]
	p.cut++
}

// one takes a thing.
func (p *piece[T]) one(n int) *T {
	if len(p.left) == 0 {
		p.more(n)
	}
	var none T
	t := &p.left[0]
	*t = none
	p.left = p.left[1:]
	return t
}

// some takes count values in a row; large requests are allocated separately.
func (p *piece[T]) some(count, n int) []T {
	if count > len(p.left) {
		if count > n/8 {
			return make([]T, count)
		}
		p.more(n)
	}
	list := p.left[:count:count]
	clear(list)
	p.left = p.left[count:]
	return list
}

// reset makes all pieces ready to be cut again.
func (p *piece[T]) reset() {
	p.left = nil
	p.cut = 0
}

// memory is what a state allocates from. Without one, as for tables that the host fills
// while it loads, each value is allocated separately.
type memory struct {
	tables piece[Table]
	funcs  piece[Func]
	values piece[Value]
	fields piece[field]
}

// reset makes all memory ready to be used again.
func (m *memory) reset() {
	m.tables.reset()
	m.funcs.reset()
	m.values.reset()
	m.fields.reset()
}

func (m *memory) newTable() *Table { return m.tables.one(tablesAPiece) }

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
