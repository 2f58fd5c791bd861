package diag

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Account bounds what an operation on a pack takes, all its files together, in units that
// do not depend on the machine: the same pack is refused at the same place everywhere. What
// scripts do is counted as package limits counts it; else it is the work and the memory that
// a node of a YAML file, the text of a script or a finding is known to take until the pack is
// checked.
type Account struct {
	// operation is what the account is for, as a message begins.
	operation string
	all, most cost
	// spent is what went to each file; that of the findings is under "".
	spent map[string]cost
	over  bool
}

// cost is instructions, bytes of memory, and which of those scripts make while they are
// loaded.
type cost [3]int

// units are the parts of a cost, as a message names them.
var units = [len(cost{})]string{"%d instructions", "%d bytes of memory",
	"%d bytes of memory for what scripts make while they are loaded"}

// Reading is what reading a pack may take, by units: twenty times what the largest of the shipped
// games takes, and more: room for a pool of 20,000 cards, of which a thousand have a script each,
// in less than 300 MB of the process. Each game, bot and test has a copy of what scripts make while
// they are loaded: of that it is over a hundred times.
var Reading = cost{20_000_000, 240_000_000, 10_000_000}

// findingBytes is what a finding takes.
const findingBytes = 1000

// NewAccount returns an account for reading and checking one pack, from which nothing is
// spent.
func NewAccount() *Account {
	return &Account{operation: "reading the pack", most: Reading, spent: map[string]cost{}}
}

// Together returns an account for an operation that reads several packs, or one with each of
// its overlays: it may take so many times what reading one may.
func Together(operation string, times int) *Account {
	a := NewAccount()
	a.operation = operation
	for i := range a.most {
		a.most[i] *= times
	}
	return a
}

// Over reports whether more was asked of the account than it has; never for nil.
func (a *Account) Over() bool { return a != nil && a.over }

// Left returns the instructions and bytes of memory that scripts may still take while they
// are loaded, as far as the list's account has a bound.
func (l *List) Left() (instructions, memory int) {
	a := l.Account
	if a == nil {
		return math.MaxInt, math.MaxInt
	}
	return a.most[0] - a.all[0], min(a.most[1]-a.all[1], a.most[2]-a.all[2])
}

// Spend takes instructions and bytes of memory for a file from the list's account, and
// reports whether there was as much; a list without one gives any amount. The finding
// that there was not is the last of the list: the pack must be read no further.
func (l *List) Spend(file string, instructions, memory int) bool {
	return l.spend(Pos{File: file}, cost{instructions, memory})
}

// SpendLoading is Spend for what a script takes while it is loaded, which has come to a place of
// its file.
func (l *List) SpendLoading(at Pos, instructions, memory int) bool {
	return l.spend(at, cost{instructions, memory, memory})
}

// SpendAll is Spend for all that was spent from another account.
func (l *List) SpendAll(other *Account) bool {
	a := l.Account
	if a == nil || a.over {
		return a == nil
	}
	for file, c := range other.spent { // sums, in any order
		a.note(file, c)
	}
	return l.affords(Pos{})
}

func (l *List) spend(at Pos, c cost) bool {
	a := l.Account
	if a == nil || a.over {
		return a == nil
	}
	a.note(at.File, c)
	return l.affords(at)
}

func (a *Account) note(file string, c cost) {
	to := a.spent[file]
	for i, n := range c {
		a.all[i] += n
		to[i] += n
	}
	a.spent[file] = to
}

// affords finds that more was spent than there is; last is where.
func (l *List) affords(last Pos) bool {
	a := l.Account
	for i, what := range units {
		if a.all[i] <= a.most[i] {
			continue
		}
		files := slices.Sorted(maps.Keys(a.spent))
		most := slices.MaxFunc(files, func(x, y string) int { return cmp.Compare(a.spent[x][i], a.spent[y][i]) })
		where := "no other file takes as many as this one"
		if most == "" {
			where = "most of them are for what is wrong with it"
		}
		if last.File != most {
			last = Pos{File: most}
		}
		message := fmt.Sprintf(a.operation+" takes more than "+what+"; "+where, a.most[i])
		l.items = append(l.items, Finding{Code: "pack-too-large", Pos: last, Hides: true, Message: message})
		a.over = true
		return false
	}
	return true
}
