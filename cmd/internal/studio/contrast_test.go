package studio

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
)

// TestContrast computes the contrast of every pair of tokens that text stands in:
// at least 4.5 to 1, in light and in dark.
func TestContrast(t *testing.T) {
	css, err := web.Files.ReadFile("studio.css")
	if err != nil {
		t.Fatal(err)
	}
	tokens := map[string][2]string{}
	for _, m := range regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).
		FindAllSubmatch(css, -1) {
		tokens[string(m[1])] = [2]string{string(m[2]), string(m[3])}
	}
	for _, m := range regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6});`).FindAllSubmatch(css, -1) {
		tokens[string(m[1])] = [2]string{string(m[2]), string(m[2])}
	}
	pairs := map[string][]string{
		"ink": {"desk", "panel", "sunk", "table", "well", "paper", "paper-2", "amber-wash",
			"good-wash", "bad-wash"},
		"ink-2":    {"desk", "panel", "sunk", "table", "paper", "paper-2", "amber-wash"},
		"ink-3":    {"panel"},
		"panel":    {"ink"},
		"paper":    {"ink"},
		"on-amber": {"amber"},
		"good":     {"panel", "desk", "good-wash"},
		"bad":      {"panel", "desk", "bad-wash"},
		"on-seat":  {"seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "seat7", "seat8"},
		"on-kind":  {"kind"},
	}
	for text, grounds := range pairs {
		for _, ground := range grounds {
			for i, scheme := range []string{"light", "dark"} {
				a, b := tokens[text][i], tokens[ground][i]
				if a == "" || b == "" {
					t.Fatalf("there is no token %s or %s", text, ground)
				}
				if c := contrast(t, a, b); c < 4.5 {
					t.Errorf("%s on %s in %s: %.2f", text, ground, scheme, c)
				}
			}
		}
	}
}

// contrast is that of two colours by WCAG 2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light := func(colour string) float64 {
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			c := float64(n) / 255
			if c <= 0.03928 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			sum += weight * c
		}
		return sum
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
