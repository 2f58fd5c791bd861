package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// expect checks what must be true; at the end an open decision that nothing
// names fails too.
func (r *runner) expect(then *source.Node, end bool) error {
	asked := false
	if then != nil {
		for _, pair := range then.Pairs {
			asked = asked || pair.Key == "asked" || pair.Key == "offered" || pair.Key == "not offered"
			if err := r.expectOne(pair); err != nil {
				return err
			}
		}
	}
	if d := r.g.Open(); d != nil && end && !asked {
		return r.report(r.c.Pos, "a decision is left without an answer:\n%s", r.question(d))
	}
	return nil
}

func (r *runner) expectOne(pair source.Pair) error {
	switch pair.Key {
	case "game":
		return r.expectGame(pair.Value)
	case "table":
		return r.eachPair(pair.Value, func(p source.Pair) error { return r.expectZone(p.Key, p) })
	case "events":
		return r.expectEvents(pair.Value)
	case "no events":
		return r.expectNoEvents(pair.Value)
	case "asked":
		return r.expectAsked(pair.Value)
	case "offered", "not offered":
		return r.offered(pair.Value, pair.Key == "offered")
	case "sees", "hidden":
		return r.expectKnown(pair.Value, pair.Key == "sees")
	case "winner":
		return r.expectWinner(pair.Value)
	case "reason":
		if got := r.Compiled.Pack.Symbols[r.g.Reason()]; got != pair.Value.Text {
			return r.compare(pair.Value.Pos, "the reason of the end", pair.Value.Text, got)
		}
		return nil
	case "error":
		return r.expectError(pair.Value)
	}
	if isSeat(pair.Key) {
		return r.expectSeat(pair)
	}
	if r.isCard(pair.Key) {
		return r.expectCard(pair)
	}
	return unknownAt(pair.Pos, "card or key of an expectation", pair.Key, append(keyword.Lookup("then").Names(), r.all...))
}

func (r *runner) eachPair(n *source.Node, do func(source.Pair) error) error {
	if n.Kind != source.Map {
		return failAt(n.Pos, "a map of keys is expected here, not %s", n.Describe())
	}
	for _, p := range n.Pairs {
		if err := do(p); err != nil {
			return err
		}
	}
	return nil
}

// compare is the failure of one expectation, expected beside found.
func (r *runner) compare(pos diag.Pos, what, expected, found string) error {
	return r.report(pos, "%s\n  expected: %s\n  found:    %s", what, expected, found)
}

func (r *runner) expectGame(n *source.Node) error {
	return r.eachPair(n, func(p source.Pair) error {
		id, ok := r.Compiled.GameAttributes[p.Key]
		if !ok {
			return unknownAt(p.Pos, "attribute of the game", p.Key, attributeNames(r.Compiled.Pack.Game))
		}
		got, err := r.g.GameAttribute(id)
		if err != nil {
			return r.report(p.Pos, "%s", err)
		}
		return r.expectValue(&r.Compiled.Pack.Game[id], p, got, p.Key+" of the game")
	})
}

// expectValue compares an attribute, a number also with a range {min, max}.
func (r *runner) expectValue(a *engine.Attribute, p source.Pair, got engine.Value, what string) error {
	if a.Kind == engine.Number && p.Value.Kind == source.Map {
		low, high := p.Value.Get("min"), p.Value.Get("max")
		if low != nil && int(got.N) < low.Number || high != nil && int(got.N) > high.Number {
			return r.compare(p.Value.Pos, what, "a number in the range", fmt.Sprint(got.N))
		}
		return nil
	}
	want, err := r.value(a, p.Value)
	if err != nil {
		return err
	}
	if want != got {
		return r.compare(p.Value.Pos, what, r.text(want), r.text(got))
	}
	return nil
}

// text writes a value as a scenario would.
func (r *runner) text(v engine.Value) string {
	switch v.Kind {
	case engine.Card:
		return r.cardText(v.Card())
	case engine.SeatKind:
		return fmt.Sprint(v.N)
	case engine.Zone:
		return r.Layout.ZoneKey(v.Zone())
	case engine.Word:
		return r.Compiled.Pack.Symbols[v.N]
	case engine.Flag:
		return strconv.FormatBool(v.N != 0)
	case engine.Number:
		return fmt.Sprint(v.N)
	}
	return "nothing"
}

func (r *runner) cardText(c engine.CardID) string {
	if c == 0 {
		return "nothing"
	}
	if r.Layout.Definition(c).Copies == 1 {
		return r.speaker.Card(c)
	}
	return fmt.Sprintf("%s#%d", r.speaker.Card(c), r.Layout.Copy[c])
}

func (r *runner) cardsText(cards []engine.CardID) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = r.cardText(c)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// expectSeat checks attributes and zones of a seat.
func (r *runner) expectSeat(pair source.Pair) error {
	seat, err := r.seat(pair.Key, pair.Pos)
	if err != nil {
		return err
	}
	return r.eachPair(pair.Value, func(p source.Pair) error {
		if id, ok := r.Compiled.SeatAttributes[p.Key]; ok {
			got, err := r.g.SeatAttribute(seat, id)
			if err != nil {
				return r.report(p.Pos, "%s", err)
			}
			return r.expectValue(&r.Compiled.Pack.Seats[id], p, got, fmt.Sprintf("%s of seat %d", p.Key, seat))
		}
		if _, ok := r.Compiled.Zones[zoneWord(p.Key)]; !ok {
			var zones []string
			for i := range r.Compiled.Pack.Zones {
				zones = append(zones, r.Compiled.Pack.Zones[i].Name)
			}
			return unknownAt(p.Pos, "attribute or zone of a seat", p.Key, append(attributeNames(r.Compiled.Pack.Seats), zones...))
		}
		return r.expectZone(pair.Key+"."+p.Key, p)
	})
}

// zoneTests are the endings of a zone's name in expectations.
var zoneTests = []string{".count", ".has", ".lacks", ".top"}

func zoneWord(key string) string {
	for _, t := range zoneTests {
		key = strings.TrimSuffix(key, t)
	}
	return key
}

// expectZone checks a zone: its exact cards, or count, has, lacks, top.
func (r *runner) expectZone(path string, p source.Pair) error {
	z, err := r.zone(zoneWord(path), p.Pos)
	if err != nil {
		return err
	}
	cards := r.g.CardsIn(nil, z)
	switch {
	case strings.HasSuffix(path, ".count"):
		if p.Value.Number != len(cards) {
			return r.compare(p.Value.Pos, path, fmt.Sprint(p.Value.Number), fmt.Sprintf("%d %s", len(cards), r.cardsText(cards)))
		}
		return nil
	case strings.HasSuffix(path, ".top"):
		want, err := r.card(p.Value.Text, p.Value.Pos)
		if err == nil && !r.same(want, p.Value.Text, r.g.TopOf(z)) {
			return r.compare(p.Value.Pos, path, r.cardText(want), r.cardText(r.g.TopOf(z)))
		}
		return err
	case strings.HasSuffix(path, ".has"), strings.HasSuffix(path, ".lacks"):
		return r.expectMembers(path, p, cards)
	}
	return r.expectExactly(path, p, cards, r.Compiled.Pack.Zones[r.Layout.KindOfZone(z)].Ordered)
}

// same tells whether a card is the one a name means: any copy, if the name has
// no number.
func (r *runner) same(want engine.CardID, text string, got engine.CardID) bool {
	if got == 0 {
		return false
	}
	if strings.Contains(text, "#") {
		return want == got
	}
	return r.Layout.Def[want] == r.Layout.Def[got]
}

func (r *runner) expectMembers(path string, p source.Pair, cards []engine.CardID) error {
	items := p.Value.Items
	if p.Value.IsScalar() {
		items = []*source.Node{p.Value}
	}
	left := slices.Clone(cards)
	for _, item := range items {
		want, err := r.card(item.Text, item.Pos)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(left, func(c engine.CardID) bool { return r.same(want, item.Text, c) })
		has := strings.HasSuffix(path, ".has")
		if has != (i >= 0) {
			word := map[bool]string{true: "with ", false: "without "}[has]
			return r.compare(item.Pos, zoneWord(path), word+item.Text, r.cardsText(cards))
		}
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return nil
}

func (r *runner) expectExactly(path string, p source.Pair, cards []engine.CardID, ordered bool) error {
	items := p.Value.Items
	if p.Value.Kind != source.List && p.Value.Kind != source.Null {
		if !p.Value.IsScalar() {
			return failAt(p.Value.Pos, "a list of cards is expected, not %s", p.Value.Describe())
		}
		items = []*source.Node{p.Value}
	}
	left := slices.Clone(cards)
	fits := len(items) == len(cards)
	for i, item := range items {
		want, err := r.card(item.Text, item.Pos)
		if err != nil {
			return err
		}
		if ordered {
			fits = fits && r.same(want, item.Text, cards[min(i, len(cards)-1)])
			continue
		}
		at := slices.IndexFunc(left, func(c engine.CardID) bool { return r.same(want, item.Text, c) })
		if fits = fits && at >= 0; at >= 0 {
			left = slices.Delete(left, at, at+1)
		}
	}
	if fits {
		return nil
	}
	var names []string
	for _, item := range items {
		names = append(names, item.Text)
	}
	return r.compare(p.Value.Pos, path, "["+strings.Join(names, ", ")+"]", r.cardsText(cards))
}

// expectCard checks attributes, place and load of a card.
func (r *runner) expectCard(pair source.Pair) error {
	c, err := r.card(pair.Key, pair.Pos)
	if err != nil {
		return err
	}
	return r.eachPair(pair.Value, func(p source.Pair) error { return r.expectOfCard(pair.Key, c, p) })
}

func (r *runner) expectOfCard(name string, c engine.CardID, p source.Pair) error {
	what := p.Key + " of " + name
	switch p.Key {
	case "zone":
		z := r.g.ZoneAt(c)
		kind := r.Compiled.Pack.Zones[r.Layout.KindOfZone(z)].Name
		if p.Value.Text == kind {
			return nil
		}
		if want, err := r.zone(zonePath(p.Value.Text), p.Value.Pos); err == nil && want == z {
			return nil
		} else if _, isKind := r.Compiled.Zones[p.Value.Text]; err != nil && !isKind {
			return err
		}
		return r.compare(p.Value.Pos, what, p.Value.Text, r.Layout.ZoneKey(z))
	case "at":
		want, err := r.card(p.Value.Text, p.Value.Pos)
		if err == nil && r.g.Place(c) != want {
			return r.compare(p.Value.Pos, what, r.cardText(want), r.cardText(r.g.Place(c)))
		}
		return err
	case "seat", "owner":
		got := r.g.Controller(c)
		if p.Key == "owner" {
			got = r.g.Owner(c)
		}
		want, err := r.seat(p.Value.Text, p.Value.Pos)
		if err == nil && want != got {
			return r.compare(p.Value.Pos, what, fmt.Sprint(want), fmt.Sprint(got))
		}
		return err
	case "holds", "holds_no":
		return r.expectHolds(what, c, p)
	}
	id, ok := r.Compiled.CardAttributes[p.Key]
	if !ok || !r.Layout.Has(c, id) {
		if z := r.cardZone(c, p.Key); z != 0 {
			return r.expectZone(name+"."+p.Key, p)
		}
		known := []string{"zone", "at", "seat", "owner", "holds", "holds_no"}
		for _, a := range r.Compiled.Pack.Types[r.Layout.TypeOf(c)].Attributes {
			known = append(known, r.Compiled.Pack.Cards[a].Name)
		}
		return unknownAt(p.Pos, "attribute or zone of "+name, p.Key, known)
	}
	got, err := r.g.Attribute(c, id)
	if err != nil {
		return r.report(p.Pos, "%s", err)
	}
	return r.expectValue(&r.Compiled.Pack.Cards[id], p, got, what)
}

func (r *runner) cardZone(c engine.CardID, key string) engine.ZoneID {
	kind, ok := r.Compiled.Zones[zoneWord(key)]
	if !ok {
		return 0
	}
	return r.Layout.ZoneOf(kind, 0, c)
}

func (r *runner) expectHolds(what string, c engine.CardID, p source.Pair) error {
	var held []engine.CardID
	for _, z := range r.Layout.ZonesOf(c) {
		held = r.g.CardsIn(held, z)
	}
	items := p.Value.Items
	if p.Value.IsScalar() {
		items = []*source.Node{p.Value}
	}
	for _, item := range items {
		want, err := r.card(item.Text, item.Pos)
		if err != nil {
			return err
		}
		has := slices.ContainsFunc(held, func(h engine.CardID) bool { return r.same(want, item.Text, h) })
		if has != (p.Key == "holds") {
			return r.compare(item.Pos, what, item.Text, r.cardsText(held))
		}
	}
	return nil
}

func (r *runner) expectAsked(n *source.Node) error {
	return r.eachPair(n, func(p source.Pair) error {
		seat, err := r.seat(p.Key, p.Pos)
		if err != nil {
			return err
		}
		if err := r.open(p.Pos); err != nil {
			return err
		}
		d := r.g.Open()
		if got := r.Compiled.Pack.Symbols[d.Prompt]; !d.Asks(seat) || got != p.Value.Text {
			return r.report(p.Value.Pos, "seat %d is asked for %s\n  found: %s", seat, p.Value.Text, r.question(d))
		}
		return nil
	})
}

// offered checks options of the open decision.
func (r *runner) offered(n *source.Node, want bool) error {
	return r.eachPair(n, func(p source.Pair) error {
		seat, err := r.seat(p.Key, p.Pos)
		if err != nil {
			return err
		}
		if err := r.open(p.Pos); err != nil {
			return err
		}
		d := r.g.Open()
		if !d.Asks(seat) {
			return r.report(p.Pos, "seat %d is not asked; the open decision is:\n%s", seat, r.question(d))
		}
		items := p.Value.Items
		if p.Value.IsScalar() {
			items = []*source.Node{p.Value}
		}
		for _, item := range items {
			if r.isOffered(d, seat, item) != want {
				word := map[bool]string{true: "is not offered", false: "is offered, but must not be"}[want]
				return r.report(item.Pos, "%s %s:\n%s", item.Describe(), word, r.question(d))
			}
		}
		return nil
	})
}

func (r *runner) isOffered(d *engine.Decision, seat engine.Seat, item *source.Node) bool {
	if item.IsScalar() && fold(item.Text) == "none" {
		return d.Optional || d.Kind == engine.PickSome && d.Min == 0
	}
	options := d.OptionsOf(seat)
	for i := range options {
		if r.matches(d, &options[i], item) || r.partly(d, &options[i], item) {
			return true
		}
	}
	return false
}

// partly tells whether a card or word is a part of an option of several parts.
func (r *runner) partly(d *engine.Decision, c *engine.Choice, item *source.Node) bool {
	if !item.IsScalar() || c.N < 2 {
		return false
	}
	for i := range c.N {
		if r.part(d, c.V[i], item.Text) {
			return true
		}
	}
	return false
}

func (r *runner) expectKnown(n *source.Node, want bool) error {
	return r.eachPair(n, func(p source.Pair) error {
		seat, err := r.seat(p.Key, p.Pos)
		if err != nil {
			return err
		}
		for _, item := range p.Value.Items {
			c, err := r.card(item.Text, item.Pos)
			if err != nil {
				return err
			}
			if r.g.Knows(seat, c) != want {
				word := map[bool]string{true: "knows", false: "does not know"}
				return r.compare(item.Pos, fmt.Sprintf("seat %d and %s", seat, item.Text), word[want], word[!want])
			}
		}
		return nil
	})
}

func (r *runner) expectWinner(n *source.Node) error {
	var want engine.SeatSet
	items := n.Items
	if n.IsScalar() {
		items = []*source.Node{n}
	}
	for _, item := range items {
		if fold(item.Text) == "nobody" {
			continue
		}
		s, err := r.seat(item.Text, item.Pos)
		if err != nil {
			return err
		}
		want |= engine.Only(s)
	}
	switch {
	case !r.g.Over():
		return r.compare(n.Pos, "the winner", n.Describe(), "the game is not over")
	case r.g.Winners() != want:
		return r.compare(n.Pos, "the winner", r.seatsText(want), r.seatsText(r.g.Winners()))
	}
	return nil
}

func (r *runner) seatsText(set engine.SeatSet) string {
	var names []string
	for s := engine.Seat(1); int(s) <= r.Layout.Seats; s++ {
		if set.Has(s) {
			names = append(names, fmt.Sprint(s))
		}
	}
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

func (r *runner) expectError(n *source.Node) error {
	if r.failed == nil {
		return r.compare(n.Pos, "the error", n.Text, "no error")
	}
	if !strings.Contains(r.failed.Error(), n.Text) {
		return r.compare(n.Pos, "the error", n.Text, r.failed.Error())
	}
	r.failed = nil
	return nil
}
