package limits

import "testing"

func TestSlices(t *testing.T) {
	var l Limits
	l.Step[Instructions], l.Ability[Instructions], l.Step[Cards] = 100, 30, 10
	b := New(l)
	if !b.Spend(Instructions, 60) || b.Used(Instructions) != 60 {
		t.Fatal(b.Used(Instructions))
	}
	outer := b.Enter()
	if !b.Spend(Instructions, 20) || b.Spend(Instructions, 11) {
		t.Error("the slice is not 30")
	}
	if limit, step := b.Exceeded(Instructions); limit != 30 || step {
		t.Error(limit, step)
	}
	b.Leave(outer)
	if b.Used(Instructions) != 91 || b.Spend(Instructions, 10) {
		t.Error("what a slice used is not counted for the step:", b.Used(Instructions))
	}
	if limit, step := b.Exceeded(Instructions); limit != 100 || !step {
		t.Error(limit, step)
	}
	if !b.Spend(Cards, 10) || b.Spend(Cards, 1) {
		t.Error("cards are not bounded")
	}
	if limit, step := b.Exceeded(Cards); limit != 10 || !step {
		t.Error(limit, step)
	}
	b.Begin()
	if b.Used(Instructions) != 0 || b.Used(Cards) != 0 || !b.Spend(Instructions, 100) {
		t.Error("the budget is not full again")
	}
	for r := range Resource(Count) {
		if r.String() == "" || defaults.Step[r] <= 0 {
			t.Errorf("resource %d has no name or no default", r)
		}
	}
}

// Steps that are bounded together get what those before have left.
func TestWithin(t *testing.T) {
	var l Limits
	l.Step[Instructions] = 50
	b := New(l)
	b.Spend(Instructions, 20)
	b.Within(70)
	for step, has := range []int64{50, 50, 20, 1, 1} { // of the second none is spent
		if b.Begin(); b.Limit(Instructions) != has || b.Used(Instructions) != 0 {
			t.Errorf("step %d may spend %d, not %d", step, b.Limit(Instructions), has)
		}
		if step != 0 {
			b.Spend(Instructions, 50)
		}
		if step == 2 && b.Used(Instructions) != 50 {
			t.Error(b.Used(Instructions))
		}
	}
	b.Within(0)
	if b.Begin(); b.Limit(Instructions) != 50 {
		t.Error("steps are still bounded together")
	}
}

// What a slice spends of the step ends the step, though the slice has some left.
func TestStepInASlice(t *testing.T) {
	var l Limits
	l.Step[Memory], l.Ability[Memory] = 50, 40
	b := New(l)
	b.Spend(Memory, 30)
	b.Enter()
	if !b.Spend(Memory, 20) || b.Spend(Memory, 1) {
		t.Error("the step is not the nearer bound")
	}
	if limit, step := b.Exceeded(Memory); limit != 50 || !step {
		t.Error(limit, step)
	}
}
