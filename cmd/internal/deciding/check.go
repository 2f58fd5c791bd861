package deciding

import "testing"

// Screen looks for facts on a screen that was drawn of one position.
type Screen interface {
	// Shows reports whether a fact stands on the screen, with what it belongs to.
	Shows(f *Fact) bool
}

// Check plays each question of a game that has a scenario, below the tree's root, has
// it drawn, and fails the test for each fact in English that the screen does not show.
func Check(t *testing.T, root, game string, draw func(*testing.T, *Position) Screen) {
	t.Helper()
	questions, err := Read(root, game)
	if err != nil {
		t.Fatal(err)
	}
	scenarios, err := Open(root, game)
	if err != nil {
		t.Fatal(err)
	}
	listed, found := 0, 0
	for i := range questions {
		q := &questions[i]
		if q.Scenario == "" {
			continue
		}
		p, err := scenarios.At(q)
		if err != nil {
			t.Error(err)
			continue
		}
		facts, err := p.Facts(q, "en")
		if err != nil {
			t.Error(err)
			continue
		}
		screen := draw(t, p)
		for j := range facts {
			listed++
			if screen.Shows(&facts[j]) {
				found++
			} else {
				t.Errorf("%s (%s): there is no %s", q.Prompt, q.Scenario, &facts[j])
			}
		}
	}
	t.Logf("%d questions, %d of %d facts found", len(questions), found, listed)
}
