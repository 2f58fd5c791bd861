package cli

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// damagedSave is a game of ten answers, with line 7 damaged as spoil does it.
func damagedSave(t *testing.T, spoil func(line []byte) []byte) (whole, damaged []byte) {
	t.Helper()
	t.Chdir(t.TempDir())
	if out, code := typed(t, "play seven-missions --seats human,random --seed 3 --save evening.save",
		strings.Repeat("1\n", 10)); code != ExitFine {
		t.Fatalf("exit %d\n%s", code, out)
	}
	whole, err := os.ReadFile("evening.save")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	lines[6] = spoil(slices.Clone(lines[6]))
	damaged = slices.Concat(lines...)
	if err := os.WriteFile("evening.save", damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	return whole, damaged
}

func oneBit(line []byte) []byte { line[20] ^= 4; return line }

func aSector(line []byte) []byte { return append(make([]byte, 30), line[30:]...) }

// holds compares a file with what it must hold.
func holds(t *testing.T, path string, want []byte) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: %v\n%s\nnot\n%s", path, err, got, want)
	}
}

// TestReplaySalvage: a damaged journal is refused, and says how to have the rest;
// with --salvage that is in a new file each time, and the old one stays.
func TestReplaySalvage(t *testing.T) {
	refused := "ruledeck: evening.save: line 7: the line was changed: its checksum does not fit; ruledeck replay " +
		"evening.save --salvage keeps what can be read of it\n"
	for name, test := range map[string]struct {
		spoil func([]byte) []byte
		says  string
		whole bool
	}{
		"one bit": {oneBit, `evening.save: line 7: the line was changed: its checksum does not fit
one bit was wrong in 1 line, and is put right
evening-salvaged.save keeps the game up to decision 11; the damaged file stays as it is
`, true},
		"a sector": {aSector, `evening.save: line 7: the line was changed: its checksum does not fit
6 lines cannot be read from there on
evening-salvaged.save keeps the game up to decision 5; the damaged file stays as it is
`, false},
	} {
		t.Run(name, func(t *testing.T) {
			whole, damaged := damagedSave(t, test.spoil)
			if code, out, errs := runCLI("replay", "evening.save"); code != ExitWrong || out != "" || errs != refused {
				t.Errorf("exit %d\n%s%s", code, out, errs)
			}
			code, told, errs := runCLI("replay", "evening.save", "--salvage")
			if code != ExitFine || errs != test.says || !strings.Contains(told, "First Player plays Gold for 3 coins") {
				t.Errorf("exit %d\n%s%s", code, told, errs)
			}
			holds(t, "evening.save", damaged)
			want := whole
			if !test.whole {
				want = slices.Concat(bytes.SplitAfter(whole, []byte("\n"))[:6]...)
			}
			holds(t, "evening-salvaged.save", want)
			if code, out, errs := runCLI("replay", "evening-salvaged.save", "--salvage"); code != ExitFine ||
				out != told || errs != "evening-salvaged.save is not damaged; nothing was written\n" {
				t.Errorf("exit %d\n%s%s", code, out, errs)
			}
			if code, _, errs := runCLI("replay", "evening.save", "--salvage"); code != ExitFine ||
				!strings.Contains(errs, "\nevening-salvaged-2.save keeps") {
				t.Errorf("exit %d: %s", code, errs)
			}
			holds(t, "evening-salvaged.save", want)
		})
	}
	damagedSave(t, oneBit)
	data, err := os.ReadFile("evening.save")
	if err != nil {
		t.Fatal(err)
	}
	copy(data[10:], "#~#~#")
	if err := os.WriteFile("evening.save", data, 0o600); err != nil {
		t.Fatal(err)
	}
	want := "ruledeck: evening.save: line 1: the line was changed: its checksum does not fit\n"
	if code, out, errs := runCLI("replay", "evening.save", "--salvage"); code != ExitWrong ||
		out != "" || errs != want {
		t.Errorf("without its first line: exit %d\n%s%s", code, out, errs)
	}
}

// TestResumeSalvages: who goes on with a damaged game is asked, in his language; with
// a yes the game goes on in a new file, and the damaged one stays whatever the answer.
func TestResumeSalvages(t *testing.T) {
	for _, test := range []struct {
		name, args, input string
		spoil             func([]byte) []byte
		code              int
		says              string
		files             []string
	}{
		{"no", "", "no\n", aSector, ExitWrong,
			"evening.save is damaged in line 7; up to there it has the game to decision 5. Go on from there, " +
				"in a new file? The damaged one stays as it is. (yes, no) \nruledeck: the game stays as " +
				"it is saved\n", nil},
		{"nobody answers", "", "", oneBit, ExitWrong,
			"evening.save is damaged in line 7: one bit is wrong, and can be repaired. Go on, in a new " +
				"file? The damaged one stays as it is. (yes, no) \n", nil},
		{"French", "--lang fr", "non\n", aSector, ExitWrong, "evening.save est abîmé à la ligne 7", nil},
		{"Japanese", "--lang ja", "いいえ\n", oneBit, ExitWrong, "evening.save は7行目で1ビットだけ壊れています", nil},
		{"yes", "", "yes\n1\n", aSector, ExitFine, "(yes, no) going on with evening-salvaged.save\n",
			[]string{"evening-salvaged.save"}},
		{"yes in French", "--lang fr", "oui\n1\n", oneBit, ExitFine, "evening-salvaged.save",
			[]string{"evening-salvaged.save"}},
		{"into a file of its own", "--save late.save", "y\n1\n", aSector, ExitFine,
			"go on with: ruledeck play --resume late.save", []string{"late.save"}},
		{"into itself", "--save evening.save", "y\n1\n", aSector, ExitFine,
			"go on with: ruledeck play --resume evening-salvaged.save", []string{"evening-salvaged.save"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			whole, damaged := damagedSave(t, test.spoil)
			out, code := typed(t, "play --resume evening.save "+test.args, test.input)
			if code != test.code || !strings.Contains(out, test.says) {
				t.Errorf("exit %d\n%s", code, out)
			}
			holds(t, "evening.save", damaged)
			for _, path := range []string{"evening-salvaged.save", "late.save"} {
				data, err := os.ReadFile(path)
				if !slices.Contains(test.files, path) {
					if err == nil {
						t.Errorf("there is %s", path)
					}
					continue
				}
				if from := bytes.SplitAfter(whole, []byte("\n")); !bytes.Contains(data, slices.Concat(from[1:6]...)) {
					t.Errorf("%s does not hold what was read:\n%s", path, data)
				}
				if answers := len(answersIn(t, path)); answers < 6 {
					t.Errorf("%s was not gone on with: %d answers", path, answers)
				}
			}
		})
	}
	damagedSave(t, aSector)
	if out, code := typed(t, "play seven-missions --save evening.save", ""); code != ExitUsage ||
		!strings.Contains(out,
			"evening.save holds a game that is damaged (line 7: the line was changed: its checksum does not fit); "+
				"nothing was written") {
		t.Errorf("exit %d\n%s", code, out)
	}
}
