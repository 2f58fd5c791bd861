//go:build unix

package cli

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/source"
)

// TestArchive: an archive has the same bytes for the same files, wherever they lie and
// whenever they were written, and every command reads it as the folder.
func TestArchive(t *testing.T) {
	lanterns, err := filepath.Abs("../../../testdata/mods/lanterns")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.CopyFS("lantern-folk", os.DirFS(lanterns)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("lantern-folk/notes.txt", []byte("mine alone"), 0o600); err != nil {
		t.Fatal(err)
	}
	must := func(line string) string {
		t.Helper()
		code, out, errs := runCLI(strings.Fields(line)...)
		if code != ExitFine {
			t.Fatalf("%s: exit %d\n%s%s", line, code, out, errs)
		}
		return out
	}
	must("archive " + lanterns + " -o one.rdpack")
	must("archive lantern-folk -o two.rdpack")
	must("archive one.rdpack -o three.rdpack")
	if out := must("archive lantern-folk"); out != "lanterns-1.0.0.rdpack\n" {
		t.Errorf("without -o it writes %q", out)
	}
	one, err := os.ReadFile("one.rdpack")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"two.rdpack", "three.rdpack", "lanterns-1.0.0.rdpack"} {
		if other, err := os.ReadFile(name); err != nil || !bytes.Equal(one, other) {
			t.Errorf("%s is another file (%v)", name, err)
		}
	}
	for _, line := range []string{
		"check PACK", "test PACK", "play PACK --seats random,random --seed 7", "cards PACK", "coverage PACK",
		"docs PACK", "explain PACK beacon", "diff bbtm PACK", "sim PACK --games 2 --seed 1 --seats random,random",
		"check bbtm --pack PACK", "fuzz PACK --games 1 --seed 1",
	} {
		said := func(pack string) string {
			out := strings.ReplaceAll(must(strings.ReplaceAll(line, "PACK", pack)), pack, "PACK")
			lines := strings.Split(out, "\n")
			if strings.HasPrefix(line, "sim ") { // how long it took
				lines = lines[:min(len(lines), 3)]
			}
			return strings.Join(lines, "\n")
		}
		if archive, folder := said("one.rdpack"), said("lantern-folk"); archive != folder {
			t.Errorf("%s says of an archive\n%.500s\nnot\n%.500s", line, archive, folder)
		}
	}
	// A pack finds the one that it extends beside it, in an archive as in a folder.
	must("new overlay marsh of ./lantern-folk --bare")
	must("archive marsh -o marsh.rdpack")
	if err := os.Rename("lantern-folk", "elsewhere"); err != nil {
		t.Fatal(err)
	}
	code, out, _ := runCLI("check", "marsh.rdpack")
	if code != ExitWrong || !strings.Contains(out, `"../lantern-folk"`) {
		t.Errorf("without its base: exit %d: %s", code, out)
	}
	if err := os.Rename("one.rdpack", "lantern-folk.rdpack"); err != nil {
		t.Fatal(err)
	}
	must("check marsh.rdpack")
}

// entry is a file of an archive that the test writes.
type entry struct {
	name, text string
	mode       fs.FileMode
	method     uint16
	as         func(*zip.FileHeader)
}

func archived(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		head := &zip.FileHeader{Name: e.name, Method: e.method}
		head.SetMode(max(e.mode, 0o644))
		if e.as != nil {
			e.as(head)
		}
		part, err := w.CreateHeader(head)
		if err == nil {
			_, err = part.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// whole is a small pack, with more entries behind.
func whole(more ...entry) []entry {
	var out []entry
	for _, name := range []string{"cards/a.yaml", "game.yaml", "pack.yaml", "scripts/rules/turn.lua"} {
		out = append(out, entry{name: name, text: map[string]string{
			"pack.yaml": "id: hostile\nversion: 1.0.0\napi: 3\nname: {en: Hostile}\nseats: {min: 1, max: 1}\n",
			"game.yaml": "types: {ant: {start: pile}}\nzones: {pile: {of: table, ordered: true}}\nflow: " +
				"[{phase: turn, do: [turn.act]}]\n",
			"cards/a.yaml":           "cards: [{id: ant, type: ant}]\n",
			"scripts/rules/turn.lua": "local turn = {}\n\nfunction turn.act()\n  finish()\nend\n\nreturn turn\n",
		}[name]})
	}
	return append(out, more...)
}

// TestHostileArchives: what is no archive, or one that means harm, is told in a line, and
// nothing of it is taken.
func TestHostileArchives(t *testing.T) {
	if ownProcess(t) {
		return
	}
	sound := archived(t, whole()...)
	end := len(sound) - 22
	patched := func(at int, with ...byte) []byte {
		out := bytes.Clone(sound)
		copy(out[at:], with)
		return out
	}
	many := make([]entry, 5000)
	for i := range many {
		many[i] = entry{name: fmt.Sprintf("cards/%d.txt", i)}
	}
	wide := make([]entry, 9000)
	for i := range wide {
		wide[i] = entry{name: fmt.Sprintf("art/%s/%d", strings.Repeat("a", 250), i)}
	}
	// Forty entries that are one and the same megabyte: 41 MB out of one.
	shared := archived(t, whole(entry{name: "cards/zz00.yaml", text: strings.Repeat("#", source.MaxSize)})...)
	shared = overlapping(t, shared, 40)
	no := "no archive of a pack, or not all of it; ruledeck archive writes archives"
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":            {nil, no},
		"text":             {[]byte("id: marsh\nversion: 1.0.0\nname: {en: Marsh}\n"), no},
		"cut":              {sound[:len(sound)-1], no},
		"half":             {sound[:len(sound)/2], no},
		"something-after":  {append(bytes.Clone(sound), "more"...), no},
		"something-before": {append([]byte("more"), sound...), no},
		"comment":          {append(patched(end+20, 4), "text"...), no},
		"zip64":            {patched(end+8, 0xff, 0xff, 0xff, 0xff), no},
		"far-directory":    {patched(end+16, 0xff, 0xff, 0xff, 0x7f), no},
		"count-too-low":    {patched(end+10, 1), no},
		"upwards": {archived(t, whole(entry{name: "../up.yaml"})...),
			"the name ../up.yaml in it is not the name of a file in a folder"},
		"from-the-root": {archived(t, whole(entry{name: "/etc/passwd"})...),
			"the name /etc/passwd in it is not"},
		"drive": {archived(t, whole(entry{name: "c:cards/x.yaml"})...),
			"the name c:cards/x.yaml in it is not"},
		"backslash": {archived(t, whole(entry{name: `cards\x.yaml`})...),
			`the name cards\\x.yaml in it is not`},
		"zero": {archived(t, whole(entry{name: "cards/\x00.yaml"})...),
			`the name cards/\x00.yaml in it is not`},
		"dots-inside": {archived(t, whole(entry{name: "cards/./x.yaml"})...),
			"the name cards/./x.yaml in it is not"},
		"escape": {archived(t, whole(entry{name: "cards/\x1b[2J.yaml"})...),
			`cards/\u001b[2J.yaml: a name that is no line of text`},
		"twice": {archived(t, whole(entry{name: "pack.yaml", text: "id: other\n"})...),
			"pack.yaml is in it twice"},
		"twice-in-capitals": {archived(t, whole(entry{name: "PACK.yaml", text: "id: other\n"})...),
			"PACK.yaml is in it twice"},
		"file-and-folder": {archived(t, whole(entry{name: "game.yaml/x.yaml"})...), "game.yaml"},
		"link": {archived(t, whole(entry{name: "cards/l.yaml", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777})...),
			"cards/l.yaml: what is neither a file nor a folder is not read as a file"},
		"pipe": {archived(t, whole(entry{name: "cards/p.yaml", mode: fs.ModeNamedPipe | 0o644})...),
			"cards/p.yaml: a pipe is not read as a file"},
		"method": {patchedMethod(archived(t, whole(entry{name: "cards/m.yaml"})...), 12),
			"cards/a.yaml in it is packed in a way that is not read"},
		"secret": {archived(t, whole(entry{name: "cards/s.yaml", as: func(h *zip.FileHeader) { h.Flags |= 1 }})...),
			"cards/s.yaml in it is packed in a way"},
		"wrong-sum": {bytes.Replace(sound, []byte("id: ant, type"), []byte("id: Ant, type"), 1), "checksum error"},
		"large-file": {archived(t, whole(entry{name: "cards/large.yaml", text: strings.Repeat("#", 4<<20),
			method: zip.Deflate})...),
			"the file is larger than the 1048576 bytes that are read"},
		"shared-bytes":   {shared, "holds more than a pack may: at most 33554432 bytes are read"},
		"many-files":     {archived(t, whole(many...)...), "holds more than a pack may: at most 4000 files are read"},
		"wide-directory": {archived(t, wide...), "more files than an archive may hold"},
		"no-pack":        {archived(t, entry{name: "marsh/pack.yaml", text: "id: marsh\n"}), "there is no game"},
		"archive-inside": {archived(t, whole(entry{name: "cards/in.rdpack", text: string(sound)})...),
			"this file is not read; files in cards end in .yaml or .csv"},
	} {
		t.Run(name, func(t *testing.T) {
			place := filepath.Join(t.TempDir(), "hostile.rdpack")
			if err := os.WriteFile(place, c.data, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, line := range []string{"check hostile.rdpack", "test hostile.rdpack"} {
				said, took := confined(t, filepath.Dir(place), "", strings.Fields(line))
				if strings.HasSuffix(said, "exit 0\n") || !strings.Contains(said, c.want) && line[0] == 'c' {
					t.Errorf("%s: %s\nnot %s", line, said, c.want)
				}
				if took.peak > hostileMegabytes || took.live > liveMegabytes {
					t.Errorf("%s took %d MB, %d live", line, took.peak, took.live)
				}
			}
		})
	}
	place := filepath.Join(t.TempDir(), "sound.rdpack")
	if err := os.WriteFile(place, sound, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := runCLI("check", place); code != ExitFine {
		t.Errorf("the sound one: exit %d\n%s%s", code, out, errs)
	}
	folder := filepath.Join(t.TempDir(), "folder.rdpack")
	writeHostile(t, folder, "")
	if code, out, errs := runCLI("check", folder); code != ExitFine {
		t.Errorf("a folder of such a name: exit %d\n%s%s", code, out, errs)
	}
}

// overlapping adds further names for the entry cards/zz00.yaml of an archive to its
// directory: the same bytes in so many files.
func overlapping(t *testing.T, data []byte, times int) []byte {
	t.Helper()
	end := len(data) - 22
	begin := int(binary.LittleEndian.Uint32(data[end+16:]))
	directory, last := data[begin:end], bytes.Clone(data[end:])
	at := bytes.Index(directory, []byte("cards/zz00.yaml")) - 46
	one := directory[at : at+46+len("cards/zz00.yaml")]
	one = append(bytes.Clone(one), directory[at+len(one):at+len(one)+int(binary.LittleEndian.Uint16(one[30:]))]...)
	for i := 1; i < times; i++ {
		next := bytes.Clone(one)
		copy(next[46:], fmt.Sprintf("cards/zz%02d.yaml", i))
		directory = append(bytes.Clone(directory), next...)
	}
	count := binary.LittleEndian.Uint16(last[10:]) + uint16(times) - 1
	binary.LittleEndian.PutUint16(last[8:], count)
	binary.LittleEndian.PutUint16(last[10:], count)
	binary.LittleEndian.PutUint32(last[12:], uint32(len(directory)))
	return append(append(bytes.Clone(data[:begin]), directory...), last...)
}

// patchedMethod gives the first entry in the directory of an archive another method.
func patchedMethod(data []byte, method byte) []byte {
	out := bytes.Clone(data)
	out[int(binary.LittleEndian.Uint32(out[len(out)-22+16:]))+10] = method
	return out
}
