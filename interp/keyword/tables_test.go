package keyword

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestTypes tests how types are written.
func TestTypes(t *testing.T) {
	zone := Type{Kind: Name, Ref: RefZone}
	two := 2
	for _, c := range []struct {
		text string
		want Type
	}{
		{"text", Type{Kind: Text}},
		{"key", Type{Kind: Key}},
		{"<zone or group>", Type{Kind: Name, Ref: RefZones}},
		{"{game file}", Type{Kind: RecordOf, Ref: "game file"}},
		{"[N NE]", Type{Kind: Choice, Words: []string{"N", "NE"}}},
		{"seen", Type{Kind: Choice, Words: SeenWords}},
		{"sentence say", Type{Kind: Name, Ref: RefText, Under: "say"}},
		{"word <kind of action>", Type{Kind: Word, Ref: RefAction}},
		{"list number", Type{Kind: ListOf, Item: &Type{Kind: Number}}},
		{"some flag", Type{Kind: ListOf, Item: &Type{Kind: Flag}, Single: true}},
		{"set <zone>", Type{Kind: ListOf, Item: &zone, Single: true, Set: true}},
		{"map <zone>", Type{Kind: MapOf, Item: &zone}},
		{"map <zone> -> any", Type{Kind: MapOf, Item: &Type{}, Keys: RefZone}},
		{"new <zone> -> any", Type{Kind: MapOf, Item: &Type{}, Keys: RefZone, New: true}},
		{"one <zone> -> any", Type{Kind: MapOf, Item: &Type{}, Keys: RefZone, One: true}},
		{"<zone> | list <zone>", Type{Kind: Either, Of: []Type{zone, {Kind: ListOf, Item: &zone}}}},
		{"list (<zone> | text)", Type{Kind: ListOf, Item: &Type{Kind: Either, Of: []Type{zone, {Kind: Text}}}}},
		{"number least 2", Type{Kind: Number, Least: &two}},
		{"<zone> only per_seat", Type{Kind: Name, Ref: RefZone, Only: OnlyPerSeat}},
		{"list card by filter", Type{Kind: ListOf, Item: &Type{Kind: CardValue, By: ByFilter}}},
		{"any like list <zone>", Type{Like: &Type{Kind: ListOf, Item: &zone}}},
		{"(map any) like <zone>", Type{Kind: MapOf, Item: &Type{}, Like: &zone}},
		{"function(element, seat by name)", Type{Kind: Function,
			Of: []Type{{Kind: Element}, {Kind: SeatValue, By: ByName}}}},
	} {
		got := read("a.txt", "record r: It is one.\n  f: "+c.text+", required\n", types)[0].Fields[0]
		if !reflect.DeepEqual(got.Type, c.want) || !got.Required {
			t.Errorf("%s: %+v", c.text, got)
		}
	}
}

// TestBlocks reads each kind of block of a table.
func TestBlocks(t *testing.T) {
	got := read("a.txt", `# A remark.

shared place
  where: <zone>
    Where: it
    lies.

record r: A map:
    with keys.
  @open a language,
    with a name
  @keys ^x$
  @texts
  @nulls
  @marks a b
  @gone c: nobody read it
  @adds <zone> of seat with [.top] -> number
  @adds <attribute> as printed
  + place
  w: word, in rules, write, default a b
    A word.

function f: It acts.
  + place
  own: any, optional, own
  others: any, rest
  @takes {r}
  @gives number
  @gives flag
  @more
  @nothing there is none
  @each key
  @does acts loses
  @costs events: card, and more
`, types)
	zone := Type{Kind: Name, Ref: RefZone}
	want := []*Record{{
		Name: "r", Doc: "A map: with keys.", Open: "a language, with a name", OpenKeys: "^x$", OpenTexts: true,
		Nulls: true, Marks: []string{"a", "b"}, Gone: map[string]string{"c": "nobody read it"},
		Adds: []Added{{Names: RefZone, Holder: "seat", Parts: []string{".top"}, Item: Type{Kind: Number}},
			{Names: RefAttribute, As: AsPrinted}},
		Fields: []Field{{Name: "where", Type: zone, Doc: "Where: it lies."},
			{Name: "w", Type: Type{Kind: Word}, InRules: true, Write: true,
				Default: []string{"a", "b"}, Doc: "A word."}},
		Methods: []Func{{
			Name: "f", Doc: "It acts.", Table: "r", Results: []Type{{Kind: Number}, {Kind: Flag}}, Open: true,
			Nothing: "there is none", Each: []Type{{Kind: Key}}, Does: Acts | Loses,
			Costs: []Cost{{Events, "card, and more"}},
			Params: []Param{{Name: "where", Type: zone, Doc: "Where: it lies."},
				{Name: "own", Optional: true, Own: true}, {Name: "others", Rest: true}},
		}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\n%+v", got[0], want[0])
	}
}

// TestMistakes tests that a mistake in a table ends the program and says where it is.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"recrod x: y.", `a.txt:4: "recrod x: y." is no head: shared, or record, and function under a record`},
		{"  @opne x", "a.txt:4: a record has no @opne"},
		{"   x: any", "a.txt:4: a line stands under a head, 2 or 4 letters in"},
		{"  + x", `a.txt:4: nothing shared has the name "x"`},
		{"  x: txet", `a.txt:4: "txet" is no type`},
		{"  x:", `a.txt:4: "" is no type`},
		{"  x: <zone", `a.txt:4: "" is no type`},
		{"  x: (any", `a.txt:4: expected ) before ""`},
		{"  x: any text", `a.txt:4: " text" is left behind the type`},
		{"  x: any, requierd", `a.txt:4: "requierd" is none of ["in rules" "required" "write"]`},
		{"  x: card by chance", `a.txt:4: "chance" is none of: name first filter options`},
		{"  x: number least none", `a.txt:4: least needs a number, not "none"`},
		{"function f: y.\n  @gvies any", "a.txt:5: a function has no @gvies"},
		{"function f: y.\n  @does harm",
			`a.txt:5: "harm" is none of: acts asks draws shows ends loses tells declares`},
		{"function f: y.\n  @costs money: x", `a.txt:5: "money" is no unit`},
		{"function f: y.\n  x: any, write", `a.txt:5: "write" is none of ["optional" "own" "rest"]`},
	} {
		func() {
			defer func() {
				if got := recover(); got != "keyword: "+c.want {
					t.Errorf("%q: %v", c.text, got)
				}
			}()
			read("a.txt", "record r: It is one.\n  a: any\n    It is there.\n"+c.text+"\n", types)
		}()
	}
}

// TestKinds tests that the program knows all kinds of names in the tables.
func TestKinds(t *testing.T) {
	code, err := os.ReadFile("keyword.go")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`\n\tRef\w+ +(?:Ref )?= "(.*)"`).FindAllSubmatch(code, -1) {
		known[string(m[1])] = true
	}
	var look func(what string, typ *Type)
	look = func(what string, typ *Type) {
		if typ == nil {
			return
		}
		if typ.Kind == Name && !known[string(typ.Ref)] || typ.Keys != "" && !known[string(typ.Keys)] {
			t.Errorf("%s: nothing is named <%s%s>", what, typ.Ref, typ.Keys)
		}
		look(what, typ.Item)
		look(what, typ.Like)
		for i := range typ.Of {
			look(what, &typ.Of[i])
		}
	}
	for _, r := range records() {
		for i := range r.Fields {
			look(r.Name+"."+r.Fields[i].Name, &r.Fields[i].Type)
		}
		for i := range r.Adds {
			look(r.Name, &Type{Kind: Name, Ref: r.Adds[i].Names})
			look(r.Name, &r.Adds[i].Item)
		}
		for _, f := range r.Methods {
			for i := range f.Params {
				look(f.Name, &f.Params[i].Type)
			}
			for i := range f.Results {
				look(f.Name, &f.Results[i])
			}
		}
	}
	size, _ := Lookup("card face").Field("size")
	if !strings.HasPrefix(size.Doc, "The size: "+strings.Join(FaceSizes, ", ")+"; ") {
		t.Errorf("card face.size: %s", size.Doc)
	}
}
