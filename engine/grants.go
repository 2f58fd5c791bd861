package engine

// Abilities that cards give to other cards, as if these had them printed. Cards are given
// something only where all see them, by cards that all see, so an offer tells no seat of a hidden
// card.

// open reports whether a card lies where all see it.
func (p *Position) open(c CardID) bool { return p.moves[p.state.links[c].zone].open }

// works reports whether an instance gives something to cards now. What it looks at has what
// older ones give it, and nothing of younger ones, so that none depends on itself.
func (p *Position) works(by *Instance) bool {
	if p.giving != nil && !p.ageOf(by).older(p.ageOf(p.giving)) || !p.open(by.Card) || !p.activeNow(by) {
		return false
	}
	defer p.judging(by)()
	_, met := p.meets(by.Ability.Where, by, nil, false)
	return met
}

// judging notes which instance is looked at that gives something, until its result is called.
func (p *Position) judging(by *Instance) func() {
	outer := p.giving
	p.giving = by
	return func() { p.giving = outer }
}

// gives reports whether an instance gives its abilities to a card now.
func (p *Position) gives(by *Instance, c CardID) bool {
	if !p.open(c) || !p.works(by) {
		return false
	}
	defer p.judging(by)()
	holds := p.Match(by.Ability.OfFilter, CardValue(c), by, nil)
	if holds {
		p.Notice(by.Ability, by.Card)
	}
	return holds
}

// eachGranted calls do for each instance that a wanted ability gives to a card now.
func (p *Position) eachGranted(wanted func(a *Ability) bool, do func(in *Instance) error) error {
	for k := range p.grants {
		by := p.grants[k].by
		if !wanted(p.grants[k].Ability) || !p.works(by) {
			continue
		}
		done := p.judging(by)
		cards := p.Select(nil, &Selection{Filter: *by.Ability.OfFilter, In: by})
		done()
		for _, c := range cards {
			if in := p.granted(k, c); p.open(c) {
				p.Notice(by.Ability, by.Card)
				if err := do(&in); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Given are the abilities that a card has from other cards now.
func (p *Position) Given(c CardID) (out []Instance) {
	for k := range p.grants {
		if p.gives(p.grants[k].by, c) {
			out = append(out, p.granted(k, c))
		}
	}
	return out
}

// unlaid calls do for each instance that may answer an event in a window and is not laid out:
// instances of lasting effects, and abilities that cards are given.
func (r *Run) unlaid(ev *Raised, w Window, do func(in *Instance) error) error {
	hears := func(a *Ability) bool { return a.Form == Hook && a.Trigger == ev.Trigger && a.Window == w }
	effects := r.state.hearing(ev.Trigger)
	for i := range effects {
		if e := &effects[i]; hears(&r.Pack.Abilities[e.Ability]) {
			in := r.effectInstance(e)
			if err := do(&in); err != nil {
				return err
			}
		}
	}
	return r.eachGranted(hears, do)
}

// unheard reports whether nothing can answer a trigger in a window now.
func (r *Run) unheard(t TriggerID, w Window) bool {
	return len(r.listeners[t][w])+len(r.state.hearing(t))+len(r.grants) == 0
}
