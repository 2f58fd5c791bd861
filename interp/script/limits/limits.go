// Package limits counts what scripts use up, in units that do not depend on the
// machine: instructions, bytes, and what the host does for them. It knows
// neither the language nor the game: whoever does work for a script spends it
// from the Budget, and stops the script where Spend says no.
//
// There are two bounds. A step has a limit of each resource; what is spent by
// all that a step does counts. Each ability that answers during it has a slice of
// the instructions and of the memory for itself, so that one that never ends is
// stopped without taking the step with it; abilities nested in it have slices of
// their own. Beside the two, Spend says no after each stretch of instructions, so
// that it can be asked whether the script is to go on at all: see Resume.
//
// It imports nothing.
package limits

// Resource is one thing that is counted.
type Resource uint8

// The resources. Instructions are parts of the script's tree that were carried
// out, and what library and host functions charge for longer work. Memory is the
// bytes of the tables, texts, functions and lists that were made, whether or not
// they are still in use. The others are counted by the host.
const (
	Instructions Resource = iota
	Memory
	Cards   // cards, listeners and effects that the engine looked at
	Options // options made for questions
	Events  // events written
	Text    // bytes of messages written to the log, and printed
	count

	// sliced is how many of them an ability has a slice of.
	sliced = 2
)

// Count is the number of resources.
const Count = int(count)

var names = [count]string{"instructions", "bytes of memory", "cards looked at", "options",
	"events", "bytes of messages"}

// String names the resource as it stands behind a number: "instructions".
func (r Resource) String() string { return names[r] }

// Limits are the amounts of each resource that may be spent; zero means the
// default.
type Limits struct {
	// Step bounds a step with all that it brings about.
	Step [Count]int64
	// Ability bounds one ability, those nested in it not counted; only
	// Instructions and Memory are.
	Ability [Count]int64
}

// defaults leave a season's largest step some hundred times what it uses.
var defaults = Limits{
	Step: [Count]int64{
		Instructions: 2_000_000, Memory: 32 << 20, Cards: 20_000_000, Options: 200_000, Events: 200_000, Text: 4 << 20,
	},
	Ability: [Count]int64{Instructions: 200_000, Memory: 16 << 20},
}

// Budget is what is left. Its zero value is not ready: see New.
type Budget struct {
	limits Limits
	whole  Slice // what an ability gets
	// left counts down to the nearest of the two bounds. What each of them leaves
	// beyond that stays the same until a slice begins or ends: one of the two is
	// nothing.
	left           [Count]int64
	beyond, slices [sliced]int64
	// held are the instructions that left does without until the next stretch.
	held int64
	// step is what one step may spend of instructions, together what is left to all of
	// them, 0 where only the steps are bounded.
	step, together int64
}

// stretch is how many instructions run before it is asked whether to go on: far less
// than half a second of them, whatever each makes the host do.
const stretch = 1000

// New returns a budget with the limits, and defaults in their gaps.
func New(l Limits) *Budget {
	for r := range Count {
		if l.Step[r] <= 0 {
			l.Step[r] = defaults.Step[r]
		}
		if l.Ability[r] <= 0 {
			l.Ability[r] = defaults.Ability[r]
		}
	}
	b := &Budget{limits: l, whole: Slice{l.Ability[Instructions], l.Ability[Memory]}, step: l.Step[Instructions]}
	b.Begin()
	return b
}

// Within bounds the instructions of all steps from the next one on, taken together; 0 bounds
// each of them alone again.
func (b *Budget) Within(instructions int64) {
	b.together = 0
	if instructions > 0 {
		b.together = instructions + b.Used(Instructions)
	}
}

// Begin makes the budget full again, for the next step.
func (b *Budget) Begin() {
	limit := b.step
	if b.together > 0 {
		b.together = max(1, b.together-b.Used(Instructions))
		limit = min(limit, b.together)
	}
	b.limits.Step[Instructions] = limit
	b.left = b.limits.Step
	b.beyond = [sliced]int64{}
	b.slices = [sliced]int64{}
	b.held = 0
	b.Resume()
}

// Resume begins the next stretch of instructions, and reports whether there are any
// left for it.
func (b *Budget) Resume() bool {
	b.left[Instructions] += b.held
	b.held = max(0, b.left[Instructions]-stretch)
	b.left[Instructions] -= b.held
	return b.left[Instructions] >= 0
}

// Spend takes n of a resource and reports whether there was as much. Of instructions
// it says no at the end of a stretch too.
func (b *Budget) Spend(r Resource, n int) bool {
	b.left[r] -= int64(n)
	return b.left[r] >= 0
}

// Slice is what remained to whoever ran before; see Enter.
type Slice [sliced]int64

// Enter gives an ability its slice. Leave takes it away again and must be given
// what Enter returned.
func (b *Budget) Enter() Slice {
	outer := Slice{b.left[Instructions] + b.held + b.slices[Instructions], b.left[Memory] + b.slices[Memory]}
	b.Leave(b.whole)
	return outer
}

// Leave ends a slice.
func (b *Budget) Leave(outer Slice) {
	stretch := b.left[Instructions]
	b.left[Instructions] += b.held
	b.bound(Instructions, outer[Instructions])
	b.bound(Memory, outer[Memory])
	b.held = max(0, b.left[Instructions]-stretch)
	b.left[Instructions] -= b.held
}

// bound starts counting down to the nearer of what the step has left and a slice.
func (b *Budget) bound(r Resource, slice int64) {
	step := b.left[r] + b.beyond[r]
	left := min(step, slice)
	b.left[r], b.beyond[r], b.slices[r] = left, step-left, slice-left
}

// Exceeded tells which bound of a resource is spent: the step's, or else that of
// the ability that runs, and what it was.
func (b *Budget) Exceeded(r Resource) (limit int64, step bool) {
	if r >= sliced || b.left[r]+b.beyond[r] < 0 {
		return b.limits.Step[r], true
	}
	return b.limits.Ability[r], false
}

// Limit returns what a step may spend of a resource.
func (b *Budget) Limit(r Resource) int64 { return b.limits.Step[r] }

// Function returns what one function of a step or an ability may spend of a resource.
func (b *Budget) Function(r Resource) int64 { return b.limits.Ability[r] }

// Used returns how much of a resource was spent since Begin.
func (b *Budget) Used(r Resource) int64 {
	used := b.limits.Step[r] - b.left[r]
	if r < sliced {
		used -= b.beyond[r]
	}
	if r == Instructions {
		used -= b.held
	}
	return used
}
