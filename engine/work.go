package engine

// What the engine does for scripts beside the events that it writes is counted as
// well, in parts that take about as long each: a term of a filter that is judged, a
// listener or an effect that is looked at, a card that is passed on the way to a
// place. The count depends on the game alone.

// mostWork bounds how much one step may look at if its scripts set no bound of their own;
// see Run.Allow.
const mostWork = 50_000_000

// Looked is how much the engine has looked at since the step began.
func (p *Position) Looked() int { return p.looked }

// Allow bounds what the running step may make the engine look at.
func (r *Run) Allow(n int) { r.mostLooks, r.pauseAt = n, 0 }

// Read bounds reading from a position until done is called, as a step is bounded: for
// example a view of a game with many values that scripts compute. It is not charged to a
// running step, so that nothing depends on who looks.
func (p *Position) Read() (done func()) {
	scripts, ok := p.run.scripts.(StepScripts)
	if !ok {
		return func() {}
	}
	looked := p.looked
	most := p.mostLooks
	fault := p.fault
	p.looked = 0
	p.mostLooks = mostWork
	p.pauseAt = 0
	p.fault = nil
	end := scripts.Read(p.run)
	return func() {
		end()
		p.looked = looked
		p.mostLooks = most
		p.pauseAt = 0
		p.fault = fault
	}
}

// look counts work, and reports whether it may go on. Between steps a single value
// is not bounded but by the scripts' own budget.
func (p *Position) look(n int) bool {
	p.looked += n
	return p.looked < p.pauseAt || p.lookOn()
}

// lookedAtOnce is how much is looked at before it is asked whether to go on.
const lookedAtOnce = 1 << 16

// lookOn reports whether looking may go on.
func (p *Position) lookOn() bool {
	var err error
	if p.mostLooks > 0 && p.looked > p.mostLooks {
		err = &WorkError{p.mostLooks}
	} else {
		err = p.run.Interrupted()
	}
	if err == nil {
		p.pauseAt = p.looked + lookedAtOnce
		if p.mostLooks > 0 {
			p.pauseAt = min(p.pauseAt, p.mostLooks+1)
		}
		return true
	}
	if p.fault == nil {
		p.fault = err
	}
	return false
}
