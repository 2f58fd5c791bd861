package compile

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// grid is how wide and high icons are once they are read.
const grid = 24

// shape is an element of a picture: a path, or a group of them.
type shape struct {
	XMLName xml.Name
	D       string     `xml:"d,attr"`
	Fill    string     `xml:"fill,attr"`
	Stroke  string     `xml:"stroke,attr"`
	Turned  string     `xml:"transform,attr"`
	ViewBox string     `xml:"viewBox,attr"`
	Width   string     `xml:"width,attr"`
	Height  string     `xml:"height,attr"`
	Attrs   []xml.Attr `xml:",any,attr"`
	Inside  []shape    `xml:",any"`
}

var (
	pathData = regexp.MustCompile(`^[Mm](?:[MmLlHhVvCcSsQqTtAaZz,\s]|` + number.String() + `)*$`)
	// step is a command of a path with its numbers, number one of them, and sheet a path that fills the whole picture.
	step   = regexp.MustCompile(`[MmLlHhVvCcSsQqTtAaZz][^MmLlHhVvCcSsQqTtAaZz]*`)
	number = regexp.MustCompile(`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`)
	sheet  = regexp.MustCompile(`^M0[ ,]?0\s?[Hh]\d+\s?[Vv]\d+\s?H0\s?[Vv]?0?\s?[Zz]?$`)
)

// mended is what to do with an icon that cannot be taken.
const mended = "; draw it as filled paths (in Inkscape: Path > Object to Path, Path > Stroke to Path, then save as " +
	"plain SVG)"

// iconPath is an icon as one path in a square of 24 by 24, or the fault of its file: paths of
// any size are put together and fitted into it. A sheet of colour behind the others is left out.
func iconPath(data []byte) (path, wrong string) {
	if len(data) > MaxIcon {
		return "", fmt.Sprintf("an icon has at most %d bytes, not %d; simplify its paths", MaxIcon, len(data))
	}
	var icon shape
	err := xml.Unmarshal(data, &icon)
	switch {
	case err != nil:
		return "", "an icon is an SVG file: " + err.Error()
	case icon.XMLName.Local != "svg":
		return "", "an icon is an SVG file, and this is " + icon.XMLName.Local
	}
	in, ok := icon.box()
	if !ok {
		return "", `an icon says how large it is: viewBox="0 0 512 512"`
	}
	paths, wrong := pathsIn(icon.Inside)
	if wrong == "" && len(paths) == 0 {
		wrong = "this icon has no path" + mended
	}
	if wrong != "" {
		return "", wrong
	}
	if len(paths) > 1 && sheet.MatchString(paths[0]) {
		paths = paths[1:]
	}
	scale := grid / max(in[2], in[3])
	move := [2]float64{(grid-in[2]*scale)/2 - in[0]*scale, (grid-in[3]*scale)/2 - in[1]*scale}
	asIs := scale == 1 && move == [2]float64{}
	var out []string
	for i, p := range paths {
		if p[0] == 'm' && (i > 0 || !asIs) {
			p = "M0 0" + p // it does not begin where the one before ends
		}
		if !asIs {
			p = fitted(p, scale, move)
		}
		out = append(out, p)
	}
	return strings.Join(out, " "), ""
}

// box is where a picture begins, and how wide and high it is.
func (s *shape) box() (in [4]float64, ok bool) {
	box := strings.FieldsFunc(s.ViewBox, func(r rune) bool { return r == ' ' || r == ',' })
	if s.ViewBox == "" {
		box = []string{"0", "0", strings.TrimSuffix(s.Width, "px"), strings.TrimSuffix(s.Height, "px")}
	}
	if len(box) != len(in) {
		return in, false
	}
	for i := range in {
		v, err := strconv.ParseFloat(box[i], 64)
		if most := float64(1 << 20); err != nil || !(v >= -most && v <= most) || i > 1 && v < 1 {
			return in, false
		}
		in[i] = v
	}
	return in, true
}

// pathsIn are the paths of elements and of the groups in them.
func pathsIn(shapes []shape) (paths []string, wrong string) {
	for _, s := range shapes {
		d := strings.TrimSpace(s.D)
		switch s.XMLName.Local {
		case "title", "desc", "metadata":
			continue
		case "g", "path":
		default:
			return nil, fmt.Sprintf("an icon is made of paths alone, and this has %q", s.XMLName.Local) + mended
		}
		for _, a := range s.Attrs {
			if strings.HasPrefix(strings.ToLower(a.Name.Local), "on") {
				return nil, "an icon has no scripts: " + a.Name.Local
			}
		}
		switch {
		case s.Turned != "":
			return nil, "the paths of an icon are not transformed" + mended
		case s.Stroke != "" && s.Stroke != "none":
			return nil, "the paths of an icon are filled, not stroked" + mended
		case s.Fill == "none":
		case s.XMLName.Local == "g":
			more, wrong := pathsIn(s.Inside)
			if wrong != "" {
				return nil, wrong
			}
			paths = append(paths, more...)
		case !pathData.MatchString(d):
			return nil, "a path of this icon has no outline in its d"
		default:
			paths = append(paths, d)
		}
	}
	return paths, ""
}

// fitted is a path made larger or smaller and moved.
func fitted(path string, scale float64, move [2]float64) string {
	const far = 1 << 20 // of the picture, nothing lies there
	var out strings.Builder
	for _, s := range step.FindAllString(path, -1) {
		command := s[0]
		out.WriteByte(command)
		rest := s[1:]
		for i := 0; ; i++ {
			at := number.FindStringIndex(rest)
			if at == nil {
				break
			}
			flag := (command == 'A' || command == 'a') && (i%7 == 3 || i%7 == 4)
			if flag {
				at[1] = at[0] + 1 // flags need no space behind them
			}
			v, _ := strconv.ParseFloat(rest[at[0]:at[1]], 64) // the pattern has numbers alone
			rest = rest[at[1]:]
			by, to := scaling(command, i)
			if by {
				v *= scale
			}
			if to >= 0 {
				v += move[to]
			}
			v = max(-far, min(far, v))
			out.WriteString(strconv.FormatFloat(v, 'f', -1, 32) + " ")
		}
	}
	return strings.TrimSpace(out.String())
}

// scaling reports whether a number of a command is a length, and along which side it is a place, 0 or 1.
func scaling(command byte, i int) (length bool, place int) {
	place = i % 2
	switch command | 0x20 {
	case 'h':
		place = 0
	case 'v':
		place = 1
	case 'a':
		if i%7 < 5 {
			return i%7 < 2, -1
		}
		place = i%7 - 5
	}
	if command >= 'a' {
		place = -1
	}
	return true, place
}
