package browsertest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/deciding"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/scripts"
)

const root = "../../../.."

// shown is what stands on the page: texts of the things with a key, of the
// question, of its options, and all of it.
type shown struct {
	Keys map[string][]thing
	Ask  string
	All  string
	// Options are the texts of the answers, with the things that they name.
	Options []string
}

type thing struct {
	Text  string
	Facts map[string]string
	Seat  int
}

const readPage = `(() => {
	const t = e => (e?.textContent ?? "").replace(/\s+/g, " ");
	const keys = {};
	const on = e => { let text = t(e); for (let n = e.nextElementSibling; n?.classList.contains("held"); n = n.nextElementSibling) text += " " + t(n); return text; };
	document.querySelectorAll("[data-key]").forEach(e => (keys[e.dataset.key] ??= []).push({text: on(e), facts: Object.fromEntries([...e.querySelectorAll("[data-fact]")].map(f => [f.dataset.fact, t(f)])), seat: Number((e.getAttribute("class").match(/\bs(\d)\b/) || [])[1] || 0)}));
	return {keys, ask: t(document.querySelector(".ask")), all: t(document.querySelector("#page")), options: [...document.querySelectorAll(".opt")].map(t)};
})()`

// stub makes the page ask the test instead of the program.
const stub = `window.feed = null, window.fetch = (old => async path => {
	const name = new URL(path, location).pathname.split("/").pop();
	return window.feed?.[name] ? new Response(JSON.stringify(feed[name])) : old(path);
})(window.fetch)`

// TestDecidingFacts: each fact that decides a question, by the files in
// testdata/facts, stands on the page with what it belongs to.
func TestDecidingFacts(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	pack.Carry(cards.Files, scripts.Files)
	p := open(t, "bbtm", "--seed", "7")
	p.eval(stub)
	number := 1000
	for _, game := range []string{"bbtm", "seven-missions", "football-champions"} {
		t.Run(game, func(t *testing.T) {
			p.T = t
			deciding.Check(t, root, game, func(t *testing.T, at *deciding.Position) deciding.Screen {
				number++
				return p.look(at, number)
			})
		})
	}
}

// look draws a position on the page and reads it, also what comes part by part.
func (p *tab) look(at *deciding.Position, number int) *shown {
	p.Helper()
	of := scene.NewComposer(at.Compiled, at.Speaker("en")).Scene(scene.Input{View: at.View, Question: at.Question})
	if of.Ask == nil {
		p.Fatal("nothing is asked")
	}
	of.Ask.Number = number
	seat := int(at.Seat)
	feed := map[string]any{
		"state": map[string]any{"version": number, "languages": []string{"en"}, "untold": []string{}, "findings": []string{}, "bots": []string{}, "options": []string{}, "least": 1, "most": 4, "files": true,
			"games": []any{map[string]any{"id": 1, "name": "1", "seats": []string{}, "seed": 1, "answers": 0, "people": []int{seat}, "asked": []int{seat}}}},
		"scene": map[string]any{"version": number, "branch": 1, "at": 1, "last": 1, "live": true, "scene": of},
		"log":   map[string]any{"version": number, "lines": []string{}, "marks": []string{}, "last": 1},
	}
	text, err := json.Marshal(feed)
	if err != nil {
		p.Fatal(err)
	}
	p.eval(fmt.Sprintf("(window.feed = %s, location.hash = 'page=table&branch=1&lang=en&seat=%d&n=%d')", text, seat, number))
	p.wait(fmt.Sprintf("document.querySelector('.ask[data-number=\"%d\"]')", number))
	page := eval[*shown](p, readPage)
	for n := range page.Options {
		p.eval(fmt.Sprintf("document.querySelectorAll('.opt')[%d].dataset.part && document.querySelectorAll('.opt')[%d].click()", n, n))
		if !eval[bool](p, "Boolean(document.querySelector('.steps'))") {
			continue
		}
		rest := eval[*shown](p, readPage)
		page.Options = append(page.Options, rest.Options...)
		page.Ask += rest.Ask
		for key, things := range rest.Keys {
			page.Keys[key] = append(page.Keys[key], things...)
		}
		p.press("\x1b")
		p.wait("!document.querySelector('.steps')")
	}
	return page
}

var lastNumber = regexp.MustCompile(`(\d+)$`)

// Shows reports whether a fact stands with what it belongs to.
func (s *shown) Shows(f *deciding.Fact) bool {
	with := append(slices.Clone(s.Keys[f.Key]), s.Keys[fmt.Sprintf("seat %d", f.Seat)]...)
	for key, things := range s.Keys {
		for _, t := range things {
			// A seat's side, or a copy that the seat cannot tell apart, which is drawn as
			// one with it.
			own, _, _ := strings.Cut(f.Key, "#")
			drawn, _, _ := strings.Cut(key, "#")
			if f.Of != "" && strings.Contains(t.Text, f.Of) && (strings.HasPrefix(key, "seat ") || own == drawn) {
				with = append(with, t)
			}
		}
	}
	for _, text := range f.Texts {
		if f.Long {
			text = string([]rune(text)[:min(24, len([]rune(text)))])
		}
		switch {
		case text == "":
			if strings.Contains(s.All, f.Of) {
				return true
			}
		case f.Key == "question" || f.Name == "because":
			if strings.Contains(s.Ask, text) {
				return true
			}
		case f.Of == "" || f.Name == "name" || f.Name == "whole" || f.Long || f.Name == "holder" || f.Key == "game":
			if strings.Contains(s.All+s.Ask+strings.Join(s.Options, " "), text) {
				return true
			}
		}
		for _, o := range s.Options {
			if strings.Contains(o, f.Of) && strings.Contains(o, text) {
				return true
			}
		}
		if strings.Contains(s.Ask, f.Of) && strings.Contains(s.Ask, text) && f.Of != "" && len(s.Options) == 0 {
			return true
		}
		for _, t := range with {
			if strings.Contains(t.Text, text) || f.Name == "owner" && t.Seat == int(f.Seat) {
				return true
			}
			if n := lastNumber.FindString(text); n != "" && t.Facts[f.Name] == n {
				return true
			}
		}
	}
	return false
}
