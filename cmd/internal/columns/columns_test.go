package columns_test

import (
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
)

// TestWidths: Japanese takes two columns a character, and is broken between
// characters.
func TestWidths(t *testing.T) {
	if columns.Width("選手 3") != 6 || columns.Cut("スターパワー", 7) != "スター…" || columns.Pad("選手", 6) != "選手  " {
		t.Error(columns.Width("選手 3"), columns.Cut("スターパワー", 7), columns.Pad("選手", 6))
	}
	got := columns.Wrap([]string{"手札を見る", "山札", "捨て札"}, ", ", "- ", "  ", 12)
	if !slices.Equal(got, []string{"- 手札を見", "  る, 山札,", "  捨て札"}) {
		t.Errorf("%q", got)
	}
	if got := columns.Paragraph("one two three four", "", "  ", 9); !slices.Equal(got,
		[]string{"one two", "  three", "  four"}) {
		t.Errorf("%q", got)
	}
}
