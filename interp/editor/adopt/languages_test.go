package adopt

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// verb is where a value goes into a sentence, with its number where that is said.
var verb = regexp.MustCompile(`%(\[\d\])?[a-z]`)

// TestLanguages: whatever is found in a sheet is said in each language of the program, with the same values.
func TestLanguages(t *testing.T) {
	printed := []string{"error", "warning", "note", "  hint: %s", "  the same at %s", "did you mean %s?",
		"allowed here: %s", "near it: %s"}
	for _, lang := range []string{"fr", "ja"} {
		in := locale.Findings(lang)
		for _, form := range append(sentences(t), printed...) {
			said := in(form)
			a, b := verb.FindAllString(form, -1), verb.FindAllString(said, -1)
			for _, verbs := range [][]string{a, b} {
				for i, v := range verbs {
					verbs[i] = "%" + v[len(v)-1:]
				}
			}
			slices.Sort(a)
			slices.Sort(b)
			if said == "" || !slices.Equal(a, b) {
				t.Errorf("%s: %q is %q", lang, form, said)
			}
		}
	}
}

// sentences are the formats of all findings and refusals of sheets, as they stand in the program.
func sentences(t *testing.T) (out []string) {
	files, err := filepath.Glob("../../sheet/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, "../../pack/sheet.go", "../../check/leftout.go", "adopt.go") {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if finds.MatchString(types.ExprString(n.Fun)) {
					out = append(out, texts(n.Args)...)
				}
			case *ast.AssignStmt:
				if types.ExprString(n.Lhs[0]) == "wanted" {
					out = append(out, texts(n.Rhs)...)
				}
			case *ast.ValueSpec:
				if n.Names[0].Name == "noWord" {
					out = append(out, texts(n.Values)...)
				}
			}
			return true
		})
	}
	if len(out) < 30 {
		t.Fatalf("only %d sentences were found", len(out))
	}
	return out
}

// finds are the functions that take the format of a finding.
var finds = regexp.MustCompile(`(^|\.)([Ee]rrorf|Warnf|Notef|warn|Found|Unknown|without)$`)

// texts returns the constant sentences among some expressions.
func texts(of []ast.Expr) (out []string) {
	for _, e := range of {
		v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, types.ExprString(e))
		if err != nil || v.Value == nil || v.Value.Kind() != constant.String {
			continue
		}
		if s := constant.StringVal(v.Value); strings.Contains(s, " ") {
			out = append(out, s)
		}
	}
	return out
}

// TestTold: a report is in the language that is asked for, with hints and the reason of a refusal.
func TestTold(t *testing.T) {
	sheet := []byte("Name,Cost\nFox,1\nOwl,two\n")
	for lang, want := range map[string]string{
		"fr": "cards.csv:3:5: avertissement: \"two\" n’est pas un nombre entier, ce que doit être cost ; " +
			"la carte est lue sans\n",
		"en": "cards.csv:3:5: warning: \"two\" is no whole number, as cost has to be; the card is read without it\n",
	} {
		in := locale.Findings(lang)
		plan, err := Read(Request{Name: "cards.csv", Data: sheet, ID: "try", Language: "en", Catalogue: in,
			Columns: map[string]string{"Cost": "number"}})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := diag.WriteText(&out, plan.Findings, nil, in); err != nil || out.String() != want {
			t.Errorf("%s: %s%v", lang, out.String(), err)
		}
	}
	_, err := Read(Request{Name: "cards.csv", Data: []byte("\"Fox"), Catalogue: locale.Findings("fr")})
	if err == nil || !strings.Contains(err.Error(), "un guillemet s’ouvre ici") {
		t.Errorf("refused: %v", err)
	}
}
