package cardexport

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/editor/adopt"
)

// sentences make up the texts of the imported cards, by language.
var sentences = map[string][]string{
	"en": {
		"Draw 2 cards, then put one of them under your deck.", "Pay 1000 coins or lose the lantern.",
		"Each rival with more than 3 boats discards a card of their choice.", "Gain 1 oar.",
		"When the tide turns, you may move this keeper to a neighbouring pier and look at its top card.",
		"-1 ⚔, +1/+1 until dusk.", "Name a wind: nobody sails against it this round.", "Sum up: 2:1 for the harbour.",
		"If WILLIAM MAKES A WOW, WE ALL WIN MORE MAMMOTHS.", "It ill-fits till lilies fill little jilted villi.",
		"Uncharacteristically counterrevolutionary lighthouse-keepers (see page 1234) stay where they are.",
		"Turn it over → it is a wreck now; its crew swims home.", "Repeat this as often as you have ropes.",
	},
	"emoji": {
		"🔥 burns 3 🌲, and 🦊 flees.", "Tap 💧💧 to grow 1 🌱.", "👨‍👩‍👧 eats 2 🍞 each dawn.",
		"+1 ⚔️ for each 🛡️ beside it.", "Roll 🎲🎲: on a double you take the 👑.", "🚀", "Swap this 🃏 with any other.",
		"Nobody may pass a 🧊 before the ☀️ is out.",
	},
	"de": {
		"Ziehe 2 Karten und lege eine davon unter deinen Stapel.", "Zahle 1000 Taler oder verliere die Laterne.",
		"Die Donaudampfschifffahrtsgesellschaft nimmt jedem Mitspieler eine Fahrkarte ab.",
		"Das Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz gilt bis zum Abend.",
		"Wer übrig bleibt, grüßt höflich und setzt eine Runde aus.", "Würfle: bei einer 6 darfst du noch einmal.",
	},
	"ja": {
		"カードを二枚引き、そのうち一枚を山札の下に置く。", "コインを1000枚払うか、灯籠を一つ失う。",
		"あなたより舟の多い相手は、手札を一枚捨てる。", "潮が満ちたとき、この番人を隣の桟橋へ移してもよい。",
		"風の名を一つ言う。この手番の間、だれもその風に逆らえない。", "サイコロを振り、六が出たらもう一度行う。",
	},
	"he": {
		"שלפו 2 קלפים, והניחו אחד מהם מתחת לחפיסה.", "שלמו 1000 מטבעות או אבדו את הפנס.",
		"כל יריב שיש לו יותר מ-3 סירות משליך קלף לבחירתו.", "כשהגאות עולה, מותר להעביר את השומר אל המזח הסמוך.",
		"אמרו שם של רוח (north): איש אינו מפליג נגדה בסיבוב הזה.", "הטילו קובייה: אם יצא 6, שחקו שוב.",
	},
}

// row is a card of a sheet.
type row struct{ Name, Cost, Kind, Text string }

// rows are cards whose texts grow from a few words to more than has room, with breaks between some sentences.
func rows(lang string, n int, breaks bool) []row {
	random := rand.New(rand.NewPCG(65, uint64(n)+uint64(lang[0])))
	all := sentences[lang]
	if lang == "emoji" {
		all = slices.Concat(all, sentences["en"])
	}
	most := map[string]int{"en": 24, "emoji": 24, "de": 20, "ja": 34, "he": 26}[lang]
	out := make([]row, n)
	for i := range out {
		var text strings.Builder
		for s := range 1 + i*most/n {
			switch {
			case s == 0:
			case breaks && random.IntN(4) == 0:
				text.WriteString([]string{"\n", "\n\n"}[random.IntN(2)])
			case lang != "ja":
				text.WriteString(" ")
			}
			text.WriteString(all[random.IntN(len(all))])
		}
		name := strings.Fields(strings.Trim(all[random.IntN(len(all))], "+-.。"))
		title := strings.Trim(strings.Join(name[:min(len(name), 1+random.IntN(4))], " "), ",.:;")
		if lang == "ja" {
			title = string([]rune(title)[:4+random.IntN(9)])
		}
		out[i] = row{fmt.Sprintf("%s %d", title, i+1), fmt.Sprint([]int{0, 7, 100, 6000}[random.IntN(4)]),
			[]string{"boat", "keeper", "wind"}[random.IntN(3)], text.String()}
	}
	return out
}

// separated writes rows with a separator between their cells.
func separated(separator rune, rows []row) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = separator
	_ = w.Write([]string{"Name", "Cost", "Kind", "Text"}) // memory takes all
	for _, r := range rows {
		_ = w.Write([]string{r.Name, r.Cost, r.Kind, r.Text})
	}
	w.Flush()
	return out.Bytes()
}

// workbook writes rows as a workbook.
func workbook(rows []row) []byte {
	f := excelize.NewFile()
	var out bytes.Buffer
	err := f.SetSheetRow("Sheet1", "A1", &[]string{"Name", "Cost", "Kind", "Text"})
	for i, r := range rows {
		err = errors.Join(err, f.SetSheetRow("Sheet1", fmt.Sprint("A", i+2), &[]string{r.Name, r.Cost, r.Kind, r.Text}))
	}
	if err := errors.Join(err, f.Write(&out)); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// cockatrice writes rows as a database of Cockatrice.
func cockatrice(rows []row) []byte {
	out := bytes.NewBufferString(`<?xml version="1.0" encoding="UTF-8"?><cockatrice_carddatabase version="4"><cards>`)
	for _, r := range rows {
		fmt.Fprint(out, "<card>")
		for _, v := range [][2]string{{"name", r.Name}, {"cost", r.Cost}, {"kind", r.Kind}, {"text", r.Text}} {
			fmt.Fprintf(out, "<%s>", v[0])
			_ = xml.EscapeText(out, []byte(v[1])) // memory takes all
			fmt.Fprintf(out, "</%s>", v[0])
		}
		fmt.Fprint(out, "</card>")
	}
	return append(out.Bytes(), "</cards></cockatrice_carddatabase>"...)
}

// set writes rows as a set in JSON, with its breaks and a bold word in HTML.
func set(rows []row) []byte {
	var cards []map[string]any
	for _, r := range rows {
		words := strings.SplitN(strings.ReplaceAll(r.Text, "\n", "<br>"), " ", 2)
		cards = append(cards, map[string]any{"name": r.Name, "cost": r.Cost, "kind": r.Kind,
			"text": "<b>" + words[0] + "</b> " + strings.Join(words[1:], " ")})
	}
	return encode(map[string]any{"set": "Harbour", "cards": cards})
}

// save writes rows as a save of Tabletop Simulator.
func save(rows []row) []byte {
	var cards []map[string]any
	for i, r := range rows {
		cards = append(cards, map[string]any{"Name": "Card", "Nickname": r.Name, "Description": r.Text,
			"CardID": 100 + i, "Transform": map[string]any{}})
	}
	return encode(map[string]any{"SaveName": "Harbour", "ObjectStates": []any{map[string]any{"Name": "DeckCustom",
		"Transform": map[string]any{}, "ContainedObjects": cards}}})
}

// leastCards is how many cards the shortest of the sheets has.
const leastCards = 34

// imports are ten sheets of ten kinds, each with another number of cards.
func imports() []adopt.Request {
	const n = leastCards
	file := func(name, lang string, data []byte) adopt.Request {
		id, _, _ := strings.Cut(name, ".")
		return adopt.Request{Name: name, Data: data, ID: id, Language: lang}
	}
	return []adopt.Request{
		file("boats.csv", "en", separated(',', rows("en", n, false))),
		file("signs.tsv", "en", separated('\t', rows("emoji", n+1, true))),
		file("harbour.json", "en", set(rows("en", n+2, true))),
		file("book.xlsx", "en", workbook(rows("en", n+3, true))),
		file("cocks.xml", "en", cockatrice(rows("en", n+4, false))),
		file("plugin.txt", "en", separated('\t', rows("en", n+5, false))),
		file("table.json", "en", save(rows("en", n+6, true))),
		file("hafen.csv", "de", separated(';', rows("de", n, true))),
		file("minato.csv", "ja", separated(',', rows("ja", n+1, true))),
		file("namal.csv", "he", separated(',', rows("he", n+2, true))),
	}
}

// imported is what a sheet becomes, read from a folder.
func imported(t *testing.T, r adopt.Request) *interp.Reading {
	t.Helper()
	plan, err := adopt.Read(r)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), r.ID)
	for _, c := range plan.Changes {
		at := filepath.Join(dir, filepath.FromSlash(c.Path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, c.Text, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	read, err := interp.Read(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// TestImportedValues: a card of a sheet has the number that its row has, 0 too, whatever wrote the sheet.
func TestImportedValues(t *testing.T) {
	for i, r := range imports() {
		p, err := imported(t, r).Pack()
		if err != nil {
			t.Fatal(r.Name, err)
		}
		d := New(p, r.Language)
		if want := leastCards + i%7; len(d.faces) != want {
			t.Errorf("%s: %d cards, not %d", r.Name, len(d.faces), want)
		}
		for _, f := range d.faces {
			if r.Name != "table.json" && (len(f.Stats) != 1 || f.Stats[0].Key != "cost") {
				t.Errorf("%s: %s has the numbers %v", r.Name, f.Title, f.Stats)
			}
		}
	}
}

// TestImported: of the cards of ten imported sheets, whose texts grow beyond what has room, the printed PDF lacks no
// letter of a title or a text of which the proof says nothing; and what check says of them without a browser is wrong
// in at most one field of twenty. RULEDECK_FULL prints all ten, else it is two of them.
func TestImported(t *testing.T) {
	reader, err := exec.LookPath("pdftotext")
	if Browser() == "" || err != nil {
		t.Skip("there is no browser, or no pdftotext")
	}
	all := imports()
	if os.Getenv("RULEDECK_FULL") == "" {
		random := rand.New(rand.NewPCG(65, 2))
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:2]
	}
	fields, cut, small, wrong := 0, 0, 0, 0
	for i, r := range all {
		read := imported(t, r)
		p, err := read.Pack()
		if err != nil {
			t.Fatal(r.Name, err)
		}
		d := New(p, r.Language)
		n, lost := onPaper(t, reader, r.Name, d, Papers[i%2])
		warned := map[string]bool{}
		for _, f := range check.Pack(read, check.Settings{}) {
			if f.Code == "text-overflow" {
				_, id, _ := strings.Cut(f.Message, `"`)
				id, _, _ = strings.Cut(id, `"`)
				warned[id] = true
			}
		}
		low, off := 0, 0
		for _, f := range d.faces {
			is := slices.ContainsFunc(d.flaws, func(x Flaw) bool {
				return x.Def == f.Def && x.Field == "text" && (x.Code == "print-cut" || x.Code == "print-small")
			})
			if is {
				low++
			}
			if is != warned[f.Def] {
				off++
				t.Logf("%s: %s does not fit: %t, check says so: %t", r.Name, f.Def, is, warned[f.Def])
			}
		}
		t.Logf("%s: %d cards, %d fields, %d cut, %d texts do not fit, of %d check says something wrong", r.Name,
			len(d.faces), n, lost, low, off)
		fields += n
		cut += lost
		small += low
		wrong += off
	}
	t.Logf("%d fields, %d cut; %d texts do not fit, of %d check says something wrong", fields, cut, small, wrong)
	if small < fields/10 || wrong*20 > fields {
		t.Errorf("of %d fields, %d do not fit and %d are judged wrong", fields, small, wrong)
	}
}
