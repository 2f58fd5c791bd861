package check

import "slices"

// raisedWithout reports raises that leave out a parameter which a sentence of the
// trigger shows: players would read of nothing there.
func (c *checker) raisedWithout() {
	for _, trigger := range sorted(c.used.Lacks) {
		var shown []string
		for _, key := range []string{"trigger." + trigger, "because." + trigger} {
			if m := c.Compiled.Texts["en"][key]; m != nil {
				shown = append(shown, used(m)...)
			}
		}
		for _, param := range sorted(c.used.Lacks[trigger]) {
			if slices.Contains(shown, param) {
				c.report.Warnf("parameter-not-given", c.used.Lacks[trigger][param],
					"%s is raised without %s, which its sentence shows", trigger, param)
			}
		}
	}
}
