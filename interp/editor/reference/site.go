package reference

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// File is a file of a site.
type File struct {
	Name string
	Text []byte
}

// Site writes the document as pages, one for each section of the first level, that search
// all of it; they need no server.
func (d *Document) Site(lang string) []File {
	site := *d
	site.files = map[string]string{}
	var starts []int
	var places [][4]string
	for i, s := range d.Sections {
		if s.Level == 1 {
			starts = append(starts, i)
		}
		first := d.Sections[starts[len(starts)-1]]
		site.files[s.Anchor] = first.Anchor + ".html"
		if len(starts) == 1 {
			site.files[s.Anchor] = "index.html"
		} else if first.Anchor == "index" {
			site.files[s.Anchor] = "index-.html"
		}
		places = append(places, [4]string{site.At(s.Anchor), s.Title, first.Title, s.inShort()})
	}
	const made = "// Made by ruledeck docs.\n// Made anew, it is replaced.\n"
	out := []File{{"style.css", []byte(style)}, {"search.js", []byte(search)},
		{"index.js", []byte(made + d.index(places))}}
	for i, from := range starts {
		sections := d.Sections[from:]
		if i+1 < len(starts) {
			sections = d.Sections[from:starts[i+1]]
		}
		text := site.page(lang, sections, `<link rel="stylesheet" href="style.css">`,
			"<script src=\"index.js\"></script>\n<script src=\"search.js\"></script>")
		out = append(out, File{site.files[sections[0].Anchor], []byte(text)})
	}
	return out
}

var link = regexp.MustCompile(`\[([^\]]+)\]\(([^)]+)\)`)

// Teach adds tutorials behind the first page: the README.md of each folder. A link to another
// of them stays one.
func (d *Document) Teach(lessons fs.FS, folders ...string) error {
	texts := map[string]string{}
	end := len(d.Sections)
	var begin []string
	for _, folder := range folders {
		name := path.Join(folder, "README.md")
		text, err := fs.ReadFile(lessons, name)
		if err != nil {
			return err
		}
		texts[name] = string(text)
		title, _, _ := strings.Cut(texts[name], "\n")
		begin = append(begin, "[["+strings.TrimPrefix(title, "# ")+"]]")
	}
	for _, folder := range folders {
		text := link.ReplaceAllStringFunc(texts[path.Join(folder, "README.md")], func(found string) string {
			parts := link.FindStringSubmatch(found)
			title, _, _ := strings.Cut(texts[path.Join(folder, parts[2])], "\n")
			if title == "" {
				return "`" + parts[1] + "`"
			}
			return "[[" + strings.TrimPrefix(title, "# ") + "]]"
		})
		d.read(strings.Split(text, "\n"))
	}
	first := d.Sections[0]
	tutorials := "Tutorials to begin with: " + strings.Join(begin, "; ") + "."
	first.Blocks = slices.Insert(first.Blocks, 1, Block{Text: tutorials})
	taught := slices.Clone(d.Sections[end:])
	second := 1 + slices.IndexFunc(d.Sections[1:], func(s *Section) bool { return s.Level == 1 })
	d.Sections = slices.Insert(d.Sections[:end], second, taught...)
	return nil
}
