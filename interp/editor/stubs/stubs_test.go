package stubs_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/parse"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/stubs"
	"github.com/ruledeck/ruledeck/interp/filter"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/library"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestDrift compares the stubs without a game with those kept in testdata.
func TestDrift(t *testing.T) {
	for _, f := range stubs.Files(nil) {
		golden := filepath.Join("testdata", filepath.Base(strings.TrimPrefix(f.Name, "."))+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(f.Text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || f.Text != string(want) {
			t.Errorf("%s is not what the registry says now; go test ./interp/editor/stubs -update writes it anew (%v)",
				golden, err)
		}
	}
}

// TestComplete: everything that scripts can name stands in the stubs, and
// nothing of Lua that they cannot.
func TestComplete(t *testing.T) {
	all := ""
	for _, f := range stubs.Files(nil) {
		all += f.Text
	}
	var wanted []string
	for _, f := range keyword.Functions {
		wanted = append(wanted, "\nfunction "+f.Name+"(")
	}
	for _, r := range keyword.Entities {
		for _, f := range r.Fields {
			if r.Name == "event" {
				f.Name += "?"
			}
			wanted = append(wanted, "---@field "+f.Name+" ")
		}
		for _, m := range r.Methods {
			wanted = append(wanted, ":"+m.Name+"(")
		}
	}
	for _, r := range filter.Standard.Tables() {
		for _, f := range r.Fields {
			if !f.Required && f.Name != "not" {
				wanted = append(wanted, "---@field "+f.Name+"? ")
			}
		}
	}
	wanted = append(wanted, library.Names()...)
	for _, w := range wanted {
		if !strings.Contains(all, w) {
			t.Errorf("the stubs have no %q", strings.TrimSpace(w))
		}
	}
	for _, absent := range []string{"function require(", "function loadstring(",
		"function math.random(", "function rawset("} {
		if strings.Contains(all, absent) {
			t.Errorf("the stubs offer %q, which scripts do not have", absent)
		}
	}
}

// TestLua: every stub is Lua, for each game, and .luarc.json is JSON.
func TestLua(t *testing.T) {
	games := []*interp.Pack{nil}
	for _, id := range []string{"bbtm", "seven-missions", "football-champions"} {
		p, err := interp.Load(id, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, p)
	}
	for _, game := range games {
		for _, f := range stubs.Files(game) {
			if strings.HasSuffix(f.Name, ".json") {
				var settings map[string]any
				if err := json.Unmarshal([]byte(f.Text), &settings); err != nil ||
					settings["runtime.version"] != "Lua 5.1" {
					t.Errorf("%s: %v", f.Name, err)
				}
				continue
			}
			if !strings.HasPrefix(f.Text, "---@meta\n") {
				t.Errorf("%s does not begin with ---@meta", f.Name)
			}
			if _, err := parse.Parse(strings.NewReader(f.Text), f.Name); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
}

var named = regexp.MustCompile(`ruledeck\.[A-Za-z_][A-Za-z0-9_.]*`)

// TestDeclared: every type that the stubs name is declared in them.
func TestDeclared(t *testing.T) {
	p, err := interp.Load("bbtm", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range []*interp.Pack{nil, p} {
		all := ""
		for _, f := range stubs.Files(game) {
			if strings.HasSuffix(f.Name, ".lua") {
				all += f.Text
			}
		}
		seen := map[string]bool{"ruledeck.Rules": game == nil}
		for _, name := range named.FindAllString(all, -1) {
			name = strings.TrimSuffix(name, ".")
			if seen[name] {
				continue
			}
			seen[name] = true
			if !strings.Contains(all, "---@class "+name+"\n") && !strings.Contains(all, "---@class "+name+":") &&
				!strings.Contains(all, "---@alias "+name+" ") {
				t.Errorf("%s is named and not declared", name)
			}
		}
	}
}

func TestGame(t *testing.T) {
	p, err := interp.Load("bbtm", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, f := range stubs.Files(p) {
		all += f.Text
	}
	for _, want := range []string{
		"---@field fans integer\n",
		`---@field posture "standing"|"downed" (player)`,
		"---@class ruledeck.event.tackle_landed: ruledeck.Event\n",
		"---@field target? ruledeck.Card Who takes the result. May be changed.\n",
		`---@field on "tackle.landed" Target down is about to be applied to the target.`,
		"---@overload fun(t: ruledeck.on.tackle_landed): any\n",
		"---@field hand ruledeck.Zone",
		`---@field teams table<integer, "reavers"|`,
		"---@field matchup ruledeck.rules.matchup\n", "function matchup.commit(seat) end",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("the stubs of the game have no %q", want)
		}
	}
}
