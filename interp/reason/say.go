package reason

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
)

// Sayer says reasons as a game stands.
type Sayer struct {
	*filter.Keys
	filter.Namer
	At *engine.Position
}

func (s *Sayer) looking(in *engine.Instance, ev *engine.Raised) *filter.Sayer {
	return &filter.Sayer{Keys: s.Keys, At: s.At, In: in, Raised: ev, Namer: s.Namer}
}

// sentences are the keys of sentences that tell only the kind of a reason.
var sentences = [...]string{Unknown: "unknown", Offered: "offered", Copy: "copy", Foreign: "seat.so",
	Another: "another", Idle: "idle", Cardless: "cardless", Subject: "subject"}

// Reason says a reason, in the words of those who play.
func (s *Sayer) Reason(r *Reason) string {
	switch r.Kind {
	case Refused:
		return s.Refusal(r.Refusal)
	case Lacking:
		var out []string
		for i := range r.Terms {
			if text := s.looking(r.In, nil).Why(&r.Terms[i], r.Of); text != "" {
				out = append(out, text)
			}
		}
		text := strings.Join(out, "; ")
		if kind := s.Kind(r.Aim); kind != "" {
			text = s.Say([]string{"target.other"}, "asked", kind, "is", text)
		}
		return text
	}
	of := engine.Value{}
	if r.Kind == Foreign {
		of = engine.SeatValue(s.At.Controller(r.Of.Card()))
	}
	return s.Say([]string{sentences[r.Kind]}, "is", s.Text(of))
}

// Refusal says why an ability does not act, or a thing is left out.
func (s *Sayer) Refusal(why *engine.Refusal) string {
	in := why.In
	switch why.Reason {
	case engine.Cancelled:
		return s.Say([]string{"cancelled"})
	case engine.Elsewhere:
		return s.Say([]string{"elsewhere"}, "is", s.Text(engine.ZoneValue(s.At.ZoneAt(in.Card))),
			"asked", s.looking(in, nil).Zones(in.Zones()))
	case engine.UsedUp:
		key, until := "used", ""
		if per := in.Ability.Limit.Per; per >= 0 {
			key, until = "used.until", s.Pack.Triggers[per].Name
		}
		return s.Say([]string{key, "used"}, "count", fmt.Sprint(in.Ability.Limit.Times), "until", until)
	case engine.OutOfScope:
		return s.Say([]string{"scope"}, "is", s.Text(engine.CardValue(s.At.Place(in.Card))))
	case engine.Inactive, engine.Unmatched:
		if text := s.Because(why); text != "" {
			return text
		}
		return s.Say([]string{"unmatched"})
	}
	if why.Word != 0 {
		key := s.Pack.Symbols[why.Word]
		if in != nil && s.Kind(in.Ability.Aim()) != "" {
			return s.Say([]string{key + ".none", key}, "asked", s.Kind(in.Ability.Aim()))
		}
		return s.Say([]string{key})
	}
	return s.Say([]string{"when"})
}

// Because says what keeps the condition of an ability from holding that a refusal names;
// "" where the condition itself says enough.
func (s *Sayer) Because(why *engine.Refusal) string {
	if why.Term < 0 {
		return ""
	}
	ev := &engine.Raised{Trigger: why.Trigger, N: len(why.Params)}
	copy(ev.Params[:], why.Params)
	f := why.In.Active()
	of := engine.CardValue(why.In.Card)
	if why.Reason == engine.Unmatched {
		c := &why.In.Ability.Where[why.Where]
		f = c.Filter
		of = s.At.Subject(c, why.In, ev)
	}
	return s.looking(why.In, ev).Why(&f.Terms[why.Term], of)
}

// Condition is a condition under "where" of an ability as its header h has it, or but the
// one term in it that does not hold (-1 for all), and where that stands.
func Condition(p *engine.Pack, h *compile.Header, a *engine.Ability, where, term int) (string, diag.Pos) {
	c := &a.Where[where]
	params := []string{"enemy", "friendly", "self"}
	if c.Param >= 0 {
		params = append(params, filter.ParamNames(&p.Triggers[a.Trigger], engine.Nil)...)
	}
	param := params[c.Param-engine.OtherSeat]
	if h == nil {
		return "where " + param, diag.Pos{}
	}
	tree := h.Where(param)
	at := h.Place()
	if where >= len(a.Where)-a.Pays {
		tree = h.Fields.Get("pays")
		return "pays = " + tree.Inline(), tree.Pos
	}
	if tree == nil {
		return "where " + param, at
	}
	at = tree.Pos
	if tree.Kind == ast.TreeMap && term >= 0 && len(tree.Fields) == len(c.Filter.Terms) {
		at = tree.Fields[term].Value.Pos
		tree = &ast.Tree{Kind: ast.TreeMap, Fields: tree.Fields[term : term+1]}
	}
	return "where " + param + " = " + tree.Inline(), at
}
