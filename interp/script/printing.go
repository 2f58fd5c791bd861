package script

import "github.com/ruledeck/ruledeck/engine"

// printing passes on what scripts print. A step that asks runs again with each answer and
// prints the same lines again; they are passed on once.
type printing struct {
	to func(file string, line int, text string)
	// run and at identify the step that printed the lines in told: the run, and the length
	// of the log when the step began.
	run     *engine.Run
	at      int
	printed []printedLine
	// n is how many lines the run under way has printed.
	n int
}

type printedLine struct {
	file string
	line int
	text string
}

// Print makes a function receive what scripts print; nil drops it.
func (m *Machine) Print(to func(file string, line int, text string)) { m.printing.to = to }

// begin notes that a run begins.
func (p *printing) begin(r *engine.Run) {
	if p.to == nil {
		return
	}
	if at := r.Log().Len(); r != p.run || at != p.at {
		p.run = r
		p.at = at
		p.printed = p.printed[:0]
	}
	p.n = 0
}

// print passes on a line, unless told already has it at this place.
func (p *printing) print(file string, line int, text string) {
	if p.to == nil {
		return
	}
	l := printedLine{file, line, text}
	p.n++
	if p.n <= len(p.printed) && p.printed[p.n-1] == l {
		return
	}
	p.printed = append(p.printed[:p.n-1], l) // from here on the run differs
	p.to(file, line, text)
}
