package tinytest

import "github.com/ruledeck/ruledeck/engine"

// turn is one turn of a seat: by its number, a different thing happens.
type turn struct {
	g    *engine.Run
	seat engine.Seat
}

func (t *turn) run() error {
	g := t.g
	round, err := g.GameAttribute(Round)
	if err != nil {
		return err
	}
	n := int(round.N)
	if n >= Rounds {
		if err := g.Finish(engine.Only(1), WordEnd); err != nil {
			return err
		}
		return nil
	}
	if err := g.SetGameAttribute(Round, engine.Num(n+1)); err != nil {
		return err
	}
	if err := draw(g, t.seat); err != nil {
		return err
	}
	return [...]func() error{t.drop, t.peek, t.hide, t.gamble, t.mix, t.bid, t.share, t.tidy, t.guess, t.steal}[n%10]()
}

func (t *turn) hand() []engine.CardID { return t.g.CardsIn(nil, t.g.ZoneOf(Hand, t.seat, 0)) }

func (t *turn) next() engine.Seat { return t.g.NextSeat(t.seat) }

// one asks for one of some cards; 0 for none.
func (t *turn) one(cards []engine.CardID, optional bool) (engine.CardID, error) {
	d := engine.Decision{
		Kind: engine.PickOne, Seat: t.seat, Prompt: WordPrompt, Options: choices(cards), Optional: optional,
		About: []engine.Named{{Name: WordCard, Value: engine.CardValue(t.g.TopOf(t.g.ZoneOf(Deck, 0, 0)))}},
	}
	reply, err := t.g.Choose(&d)
	if err != nil || len(reply) == 0 {
		return 0, err
	}
	return cards[reply[0]], nil
}

// drop: a card of the hand goes on the heap, for all to see, and scores later.
func (t *turn) drop() error {
	c, err := t.one(t.hand(), true)
	if err != nil || c == 0 {
		return err
	}
	g := t.g
	ev := g.NewRaised(Dropped, []engine.Value{engine.SeatValue(t.seat), engine.CardValue(c)})
	defer g.FreeRaised(ev)
	err = g.Raise(ev, func(*engine.Raised) error {
		if err := g.SetAttribute(c, Worn, engine.Num(1)); err != nil {
			return err
		}
		return g.Move(c, g.ZoneOf(Heap, 0, 0), engine.Top)
	})
	if err != nil {
		return err
	}
	return g.Schedule(After, []engine.Value{engine.SeatValue(t.seat), engine.CardValue(c)})
}

// peek: the seat looks at the top card of the deck and orders the top three.
func (t *turn) peek() error {
	g := t.g
	deck := g.ZoneOf(Deck, 0, 0)
	cards := g.CardsIn(nil, deck)
	cards = cards[:min(3, len(cards))]
	for _, c := range cards {
		if err := g.Reveal(c, engine.Only(t.seat)); err != nil {
			return err
		}
	}
	reply, err := g.Choose(&engine.Decision{Kind: engine.PickOrder, Seat: t.seat, Prompt: WordPrompt,
		Options: choices(cards)})
	if err != nil {
		return err
	}
	for i := len(reply) - 1; i >= 0; i-- {
		if err := g.Move(cards[reply[i]], deck, engine.Top); err != nil {
			return err
		}
	}
	return nil
}

// hide: chips from the bag go face down under a tray and in the seat's row of
// it, whose old ones have gone back into the bag; the seat then looks at one
// that it cannot see.
func (t *turn) hide() error {
	g := t.g
	for _, c := range g.CardsIn(nil, g.ZoneOf(Row, t.seat, g.TopOf(g.ZoneOf(Table, 0, 0)))) {
		if err := g.Move(c, g.ZoneOf(Bag, 0, 0), engine.Top); err != nil {
			return err
		}
	}
	chips, err := g.DrawFrom(g.ZoneOf(Bag, 0, 0), 2)
	if err != nil {
		return err
	}
	tray := g.TopOf(g.ZoneOf(Table, 0, 0))
	under := g.ZoneOf(Under, 0, tray)
	for i, c := range chips {
		to := under
		if i == 1 {
			to = g.ZoneOf(Row, t.seat, tray)
		}
		if err := g.Move(c, to, engine.Top); err != nil {
			return err
		}
	}
	c, err := t.one(g.CardsIn(nil, under), true)
	if err != nil || c == 0 {
		return err
	}
	if err := g.SetGameAttribute(Target, engine.CardValue(c)); err != nil {
		return err
	}
	return g.Reveal(c, engine.Only(t.seat))
}

// gamble: a secret die, an open one, and a question.
func (t *turn) gamble() error {
	g := t.g
	secret, err := g.Roll(0, nil, 1, engine.Only(t.seat))
	if err != nil {
		return err
	}
	if err := g.SetSeatAttribute(t.seat, Purse, secret[0]); err != nil {
		return err
	}
	unseen, err := g.Roll(0, nil, 1, 0)
	if err != nil {
		return err
	}
	if err := g.SetGameAttribute(Depth, unseen[0]); err != nil {
		return err
	}
	if _, err := g.Roll(0, nil, 2, g.AllSeats()); err != nil {
		return err
	}
	reply, err := g.Choose(&engine.Decision{Kind: engine.YesNo, Seat: t.seat, Prompt: WordPrompt})
	if err != nil || reply[0] == 1 {
		return err
	}
	return addPoints(g, t.seat, int(secret[0].N)-3)
}

// mix: the heap goes into the deck, which is shuffled; the seat draws, and then decides.
func (t *turn) mix() error {
	g := t.g
	heap, deck := g.ZoneOf(Heap, 0, 0), g.ZoneOf(Deck, 0, 0)
	for g.CountIn(heap) > 0 {
		if err := g.Move(g.TopOf(heap), deck, engine.Bottom); err != nil {
			return err
		}
	}
	if err := g.Shuffle(deck); err != nil {
		return err
	}
	for _, s := range [...]engine.Seat{t.seat, t.next()} {
		if err := draw(g, s); err != nil {
			return err
		}
	}
	return t.drop()
}

// bid: all seats secretly pick cards of their hands, which go under their trays.
func (t *turn) bid() error {
	g := t.g
	d := engine.Decision{Kind: engine.PickSome, Seats: g.AllSeats(), Prompt: WordPrompt, Max: 2,
		SecretOptions: make([][]engine.Choice, g.Seats+1)}
	hands := make([][]engine.CardID, g.Seats+1)
	for s := engine.Seat(1); int(s) <= g.Seats; s++ {
		hands[s] = g.CardsIn(nil, g.ZoneOf(Hand, s, 0))
		d.SecretOptions[s] = choices(hands[s])
	}
	replies, err := g.ChooseSecretly(&d)
	if err != nil {
		return err
	}
	tray := g.NextIn(g.TopOf(g.ZoneOf(Table, 0, 0)))
	for i, reply := range replies {
		for _, n := range reply {
			c := hands[i+1][n]
			if err := g.SetAttribute(c, Note, engine.Num(7)); err != nil {
				return err
			}
			if err := g.Move(c, g.ZoneOf(Row, engine.Seat(i+1), tray), engine.Top); err != nil {
				return err
			}
		}
	}
	return g.Say(WordSay,
		[]engine.Named{{Name: WordCard, Value: engine.CardValue(g.TopOf(g.ZoneOf(Row, t.seat, tray)))}},
		engine.Only(t.seat))
}

// share: points are split over the cards in hand as wear.
func (t *turn) share() error {
	g := t.g
	hand := t.hand()
	reply, err := g.Choose(&engine.Decision{Kind: engine.Split, Seat: t.seat, Prompt: WordPrompt,
		Options: choices(hand), Total: min(4, 3*len(hand)), Max: 3})
	if err != nil {
		return err
	}
	for i, amount := range reply {
		if err := g.SetAttribute(hand[i], Worn, engine.Num(amount)); err != nil {
			return err
		}
	}
	return nil
}

// tidy: some cards of the hand go back into the deck, which is shuffled, and
// everyone is asked a number.
func (t *turn) tidy() error {
	g := t.g
	hand := t.hand()
	reply, err := g.Choose(&engine.Decision{Kind: engine.PickSome, Seat: t.seat, Prompt: WordPrompt,
		Options: choices(hand), Max: 3})
	if err != nil {
		return err
	}
	for _, n := range reply {
		if err := g.Move(hand[n], g.ZoneOf(Deck, 0, 0), engine.Top); err != nil {
			return err
		}
	}
	if err := g.Shuffle(g.ZoneOf(Deck, 0, 0)); err != nil {
		return err
	}
	_, err = g.Choose(&engine.Decision{Kind: engine.PickNumber, Seat: t.next(), Prompt: WordPrompt, Min: -2, Max: 5})
	return err
}

// guess: a piece goes from the hand onto the table, the top of the deck under
// it, face down; then the seat chooses between words.
func (t *turn) guess() error {
	g := t.g
	c, err := t.one(t.hand(), false)
	if err != nil || c == 0 {
		return err
	}
	if err := g.Move(c, g.ZoneOf(Table, 0, 0), engine.Top); err != nil {
		return err
	}
	if top := g.TopOf(g.ZoneOf(Deck, 0, 0)); top != 0 {
		if err := g.Move(top, g.ZoneOf(Under, 0, c), engine.Top); err != nil {
			return err
		}
		if err := g.SetAttribute(c, Mark, engine.CardValue(top)); err != nil {
			return err
		}
	}
	words := []engine.Choice{engine.One(engine.WordValue(WordTake)), engine.One(engine.WordValue(WordLeave))}
	_, err = g.Choose(&engine.Decision{Kind: engine.PickOne, Seat: t.next(), Prompt: WordPrompt, Options: words})
	return err
}

// steal: the seat takes a card that it cannot see from the next hand, which
// then may give another.
func (t *turn) steal() error {
	g := t.g
	hand := g.CardsIn(nil, g.ZoneOf(Hand, t.next(), 0))
	c, err := t.one(hand, true)
	if err != nil || c == 0 {
		return err
	}
	if err := g.SetController(c, t.seat); err != nil {
		return err
	}
	if err := g.Move(c, g.ZoneOf(Hand, t.seat, 0), engine.Top); err != nil {
		return err
	}
	other := turn{g, t.next()}
	_, err = other.one(other.hand(), true)
	return err
}
