package engine

// paged is a list that only grows at its end, in pages that forks share: a fork costs the
// same at any length. A writer copies the last page, and only that one, if the page belongs
// to another list or a fork sees the items it would overwrite.
//
// Items that are written together lie in one page, so that they can be read as one slice;
// more items than fit in a page take several. The place of an item depends only on what was
// written before it, never on forks or on what was undone.
type paged[T any] struct {
	list [][]T
	// n is the end, room the end of the part of its page that may be written. A fork sees
	// the items before shared, or they belong to another list.
	n, room, shared int
}

// fork returns a list with the items before a place.
func (p *paged[T]) fork(n, size int) paged[T] {
	p.shared = max(p.shared, n)
	pages := pagesFor(n, size)
	return paged[T]{list: p.list[:pages:pages], n: n, room: n, shared: pages * size}
}

func pagesFor(n, size int) int { return (n + size - 1) / size }

// grow makes room for items that lie together; where they do not fit into the page of
// the end, they begin the next one.
func (p *paged[T]) grow(items, size int) {
	i, within := p.n/size, p.n%size
	if within > 0 && within+items <= size {
		page := make([]T, size)
		copy(page[:within], p.list[i][:within]) // the owner may write behind them meanwhile
		p.list = append(p.list[:i:i], page)
	} else {
		i = pagesFor(p.n, size)
		p.n = i * size
		if pages := pagesFor(items, size); i >= len(p.list) || pages > 1 || len(p.list[i]) != size {
			p.list = append(p.list[:i], make([]T, pages*size))
			p.list = append(p.list, make([][]T, pages-1)...)
		}
	}
	p.shared = min(p.shared, i*size)
	p.room = i*size + len(p.list[i])
}

// truncate takes the items from a place on off the list.
func (p *paged[T]) truncate(n, size int) {
	pages := pagesFor(n, size)
	p.n, p.room = n, pages*size
	if n < p.shared {
		p.list = p.list[:pages:pages]
		p.room = n
	}
}

// reset empties the list. Pages that no fork sees are used again.
func (p *paged[T]) reset(size int) {
	if p.shared > 0 {
		p.list = nil
	}
	p.n, p.room, p.shared = 0, 0, 0
	if len(p.list) > 0 && len(p.list[0]) == size {
		p.room = size
	}
}
