package sandbox

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// framesOf reads the script frames in the trace of an error, lines such as
// "\tfile:12: in function 'name'": when the host sees it, the frames are gone.
func framesOf(trace string) []Frame {
	var frames []Frame
	for line := range strings.SplitSeq(trace, "\n") {
		place, name, ok := strings.Cut(line, ": in ")
		colon := strings.LastIndexByte(place, ':')
		if !ok || colon < 0 || place[0] != '\t' {
			continue
		}
		n, err := strconv.Atoi(place[colon+1:])
		if err != nil {
			continue
		}
		name = strings.Trim(strings.TrimPrefix(name, "function "), "'")
		frames = append(frames, Frame{File: place[1:colon], Line: n, Function: functionName(name)})
	}
	return frames
}

// framesOn reads the script frames that are active on a thread.
func framesOn(L *lua.LState) []Frame {
	var frames []Frame
	for level := 0; ; level++ {
		dbg, ok := L.GetStack(level)
		if !ok {
			return frames
		}
		if _, err := L.GetInfo("nSl", dbg, nil); err != nil || dbg.Source == "" {
			continue // a host function
		}
		line := dbg.CurrentLine
		if line == 0 {
			line = dbg.LineDefined // it has not begun yet
		}
		frames = append(frames, Frame{File: dbg.Source, Line: line, Function: functionName(dbg.Name)})
	}
}

// stackUnder reads the frames on a thread and on all that wait for it.
func (s *State) stackUnder(L *lua.LState) []Frame {
	if L == nil {
		return nil
	}
	frames := framesOn(L)
	for i := s.depth - 1; i >= 0; i-- {
		if s.threads[i].L != L {
			frames = append(frames, framesOn(s.threads[i].L)...)
		}
	}
	return frames
}

// innermost returns where the innermost function stands, if there is one.
func innermost(stack []Frame) (file string, line int) {
	if len(stack) == 0 {
		return "", 0
	}
	return stack[0].File, stack[0].Line
}

// functionName turns the library's name of a frame into ours. The outermost
// function of a thread has none: the library calls it the main chunk even where
// it is an ability.
func functionName(name string) string {
	switch {
	case name == "main chunk", name == "?", strings.HasPrefix(name, "("):
		return ""
	case strings.HasPrefix(name, "<"):
		return "the function of line " + name[strings.LastIndexByte(name, ':')+1:len(name)-1]
	}
	return name
}

// address is how the library prints what has no text; it differs from run to run.
var address = regexp.MustCompile(`(table|function|userdata|thread|channel): (0x[0-9a-f]+|%!p\(nil\))`)

func withoutAddresses(text string) string {
	if !strings.Contains(text, ": 0x") {
		return text
	}
	return address.ReplaceAllString(text, "$1")
}

// newError makes a fault of the value that a script or a host function raised.
func (s *State) newError(value lua.LValue, stack []Frame) *Error {
	e := &Error{Message: raisedText(value), Stack: stack}
	if file, line, rest, ok := s.position(e.Message); ok {
		e.File, e.Line, e.Message = file, line, rest
	} else {
		e.File, e.Line = innermost(stack)
	}
	e.Message = s.reword(e)
	return e
}

func raisedText(value lua.LValue) string {
	if isText(value) {
		return strings.TrimPrefix(withoutAddresses(Text(value)), " ") // no position: a space is left
	}
	return fmt.Sprintf("error was called with a %s; give it a text", value.Type())
}

// longFile is longer than the names of scripts.
const longFile = 300

// position splits "file:line: message" where the file is a script's.
func (s *State) position(text string) (file string, line int, rest string, ok bool) {
	for from := 0; ; {
		i := strings.IndexByte(text[from:], ':')
		at := from + i
		if i < 0 || at > longFile {
			return "", 0, "", false
		}
		digits := len(text[at+1:]) - len(strings.TrimLeft(text[at+1:], "0123456789"))
		if digits > 0 && s.files[text[:at]] != nil && strings.HasPrefix(text[at+1+digits:], ": ") {
			line, _ = strconv.Atoi(text[at+1 : at+1+digits])
			return text[:at], line, text[at+1+digits+2:], true
		}
		from = at + 1
	}
}
