package diag

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Account bounds what reading and checking a pack takes, all its files together, in
// units that do not depend on the machine: the same pack is refused at the same place
// everywhere. What scripts do while they are loaded is counted as package limits counts
// it; else it is the work and the memory that a node of a YAML file, the text of a script
// or a finding is known to take until the pack is checked.
type Account struct {
	all cost
	// spent is what went to each file; that of the findings is under "".
	spent map[string]cost
	over  bool
}

// cost is instructions and bytes of memory.
type cost [2]int

// mostCost is eight times what the largest of the shipped games takes, and more: room
// for a thousand cards with a script each.
var mostCost = cost{20_000_000, 80_000_000}

// findingBytes is what a finding takes.
const findingBytes = 1000

// NewAccount returns an account from which nothing is spent.
func NewAccount() *Account { return &Account{spent: map[string]cost{}} }

// Over reports whether more was asked of the account than it has; never for nil.
func (a *Account) Over() bool { return a != nil && a.over }

// Left returns the instructions and bytes of memory that the list's account still has,
// as far as there is a bound.
func (l *List) Left() (instructions, memory int) {
	if l.Account == nil {
		return math.MaxInt, math.MaxInt
	}
	return mostCost[0] - l.Account.all[0], mostCost[1] - l.Account.all[1]
}

// Spent returns how much of the list's account is spent, in hundredths.
func (l *List) Spent() int {
	if l.Account == nil {
		return 0
	}
	return max(l.Account.all[0]/(mostCost[0]/100), l.Account.all[1]/(mostCost[1]/100))
}

// Spend takes instructions and bytes of memory for a file from the list's account, and
// reports whether there was as much; a list without one gives any amount. The finding
// that there was not is the last of the list: the pack must be read no further.
func (l *List) Spend(file string, instructions, memory int) bool {
	a := l.Account
	if a == nil || a.over {
		return a == nil
	}
	to := a.spent[file]
	for i, n := range (cost{instructions, memory}) {
		a.all[i] += n
		to[i] += n
	}
	a.spent[file] = to
	for i, what := range []string{"%d instructions", "%d bytes of memory"} {
		if a.all[i] <= mostCost[i] {
			continue
		}
		files := slices.Sorted(maps.Keys(a.spent))
		most := slices.MaxFunc(files, func(x, y string) int { return cmp.Compare(a.spent[x][i], a.spent[y][i]) })
		where := "no other file takes as many as this one"
		if most == "" {
			where = "most of them are for what is wrong with it"
		}
		message := fmt.Sprintf("reading the pack takes more than "+what+"; "+where, mostCost[i])
		l.items = append(l.items, Finding{Code: "pack-too-large", Pos: Pos{File: most}, Hides: true, Message: message})
		a.over = true
		return false
	}
	return true
}
