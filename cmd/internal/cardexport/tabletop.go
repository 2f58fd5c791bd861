package cardexport

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/scene"
)

// saved is an object of Tabletop Simulator as it saves it: a deck, or a card.
type saved struct {
	Name      string
	Transform map[string]float64
	Nickname  string
	// Description are the sentences of a card.
	Description string `json:",omitempty"`
	// DeckIDs are the cards of a deck from top to bottom, CardID the one card: a hundred
	// times the number of its sheet, and its place there.
	DeckIDs          []int `json:",omitempty"`
	CardID           int   `json:",omitempty"`
	CustomDeck       map[string]sheetOf
	ContainedObjects []saved `json:",omitempty"`
}

// sheetOf says where the pictures of a sheet lie, and how many cards are beside and below
// each other. Type is the shape of the cards.
type sheetOf struct {
	FaceURL      string
	BackURL      string
	NumWidth     int
	NumHeight    int
	BackIsHidden bool
	UniqueBack   bool
	Type         int
}

// circle is the shape of round cards; 0 is that of others.
const circle = 4

// quality is that of the pictures, from 1 to 100.
const quality = 90

// Tabletop makes decks of Tabletop Simulator, one of all cards with one back: the pictures
// by their names, and the saved object ID.json that loads them from addresses that begin
// with a prefix.
func (d *Deck) Tabletop(ctx context.Context, o Options, prefix string) (map[string][]byte, error) {
	objects, sheets := d.decks(o, prefix)
	fronts, behind := map[string]image.Image{}, map[string]image.Image{}
	o.Copies = false
	for _, faces := range bySize(d.Chosen(o)) {
		for _, back := range []bool{false, true} {
			into := fronts
			some := faces
			if back {
				into = behind
				some = backs(faces)
			}
			if err := d.take(ctx, some, tableScale(faces[0]), 0, back, func(f scene.Face, i image.Image) error {
				into[f.Def] = i
				return nil
			}); err != nil {
				return nil, err
			}
		}
	}
	out := map[string][]byte{}
	for name, s := range sheets {
		from := fronts
		if s.Back {
			from = behind
		}
		whole := image.NewRGBA(image.Rect(0, 0, int(s.Width), int(s.Height)))
		for i := range s.Cells {
			c := &s.Cells[i]
			card := from[c.Def]
			place := image.Rect(int(c.X), int(c.Y), int(c.X+c.W), int(c.Y+c.H))
			draw.Draw(whole, place, card, card.Bounds().Min, draw.Src)
		}
		var data bytes.Buffer
		if err := jpeg.Encode(&data, whole, &jpeg.Options{Quality: quality}); err != nil {
			return nil, err
		}
		out[name] = data.Bytes()
	}
	text, err := json.MarshalIndent(map[string]any{"SaveName": d.title, "ObjectStates": objects}, "", "  ")
	out[d.id+".json"] = append(text, '\n')
	return out, err
}

// decks are the objects, and the sheets by the names of their pictures. The last place of a
// sheet is that of the card that other players see in a hand, and stays free.
func (d *Deck) decks(o Options, prefix string) ([]saved, map[string]Sheet) {
	const full = mostColumns*mostRows - 1
	objects := []saved{}
	sheets := map[string]Sheet{}
	number := 0
	one := o
	one.Copies = false
	for _, size := range bySize(d.Chosen(one)) {
		scale := tableScale(size[0])
		for _, first := range backs(size) {
			faces := slices.DeleteFunc(slices.Clone(size), func(f scene.Face) bool { return f.Back != first.Back })
			back := fmt.Sprintf("%s-back-%d.jpg", d.id, len(objects)+1)
			sheets[back] = picture(first, 1, 1, scale, 0).sheet(faces[:1], true)
			deck := saved{Name: "DeckCustom", Nickname: first.Back.Title, CustomDeck: map[string]sheetOf{},
				Transform: lying(first, len(objects))}
			for some := range slices.Chunk(faces, full) {
				number++
				face := fmt.Sprintf("%s-%d.jpg", d.id, number)
				columns := min(len(some)+1, mostColumns)
				rows := len(some)/columns + 1
				sheets[face] = picture(first, columns, rows, scale, 0).sheet(some, false)
				deck.add(some, o, number, sheetOf{FaceURL: prefix + face, BackURL: prefix + back,
					NumWidth: columns, NumHeight: rows, BackIsHidden: true})
			}
			if len(deck.ContainedObjects) == 1 {
				deck = deck.ContainedObjects[0] // a deck has two cards at least
			}
			objects = append(objects, deck)
		}
	}
	return objects, sheets
}

// add puts the cards of a sheet into the deck, each as often as it is there.
func (deck *saved) add(faces []scene.Face, o Options, number int, on sheetOf) {
	if faces[0].Round {
		on.Type = circle
	}
	sheet := map[string]sheetOf{strconv.Itoa(number): on}
	deck.CustomDeck[strconv.Itoa(number)] = on
	for i, f := range faces {
		card := saved{Name: "Card", Nickname: f.Name, Description: said(f), CardID: number*100 + i, CustomDeck: sheet,
			Transform: deck.Transform}
		for range o.times(f) {
			deck.DeckIDs = append(deck.DeckIDs, card.CardID)
			deck.ContainedObjects = append(deck.ContainedObjects, card)
		}
	}
}

// said are the sentences of a card as plain text.
func said(f scene.Face) string {
	var out strings.Builder
	for i, sentence := range f.Text {
		if i > 0 {
			out.WriteString("\n")
		}
		for _, m := range sentence {
			out.WriteString(m.Break.Plain() + m.Text)
		}
	}
	return out.String()
}

// lying is the place of a deck in the row of decks, face down; cards of another size than
// poker's are as much larger or smaller.
func lying(f scene.Face, place int) map[string]float64 {
	const apart = 3
	scale := f.Height / 88.9
	return map[string]float64{"posX": float64(place) * apart, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180,
		"rotZ": 180, "scaleX": scale, "scaleY": 1, "scaleZ": scale}
}
