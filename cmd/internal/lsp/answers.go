package lsp

import (
	"cmp"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/assist"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// place is a place of a finding or a declaration as the protocol has it; a file that
// the program carries is written where it can be read.
func (s *server) place(f *assist.File, at diag.Pos, length int) (location, bool) {
	path := s.workspace.File(at.File)
	text, ok := f.Source(at.File)
	if !ok {
		data, err := s.workspace.Text(path)
		if err != nil {
			return location{}, false
		}
		text = data
	} else if _, carried := s.workspace.InCarried(path); carried {
		path = s.lay(at.File, text)
		if path == "" {
			return location{}, false
		}
	}
	r := rangeOf(string(text), at)
	if length > 0 {
		r = spanIn(string(text), assist.Span{Pos: at, Length: length})
	}
	return location{s.uri(path), r}, true
}

// places are where several names stand.
func (s *server) places(f *assist.File, names []assist.Span) []location {
	out := []location{}
	for _, name := range names {
		if l, ok := s.place(f, name.Pos, name.Length); ok {
			out = append(out, l)
		}
	}
	return out
}

func (s *server) definition(_ at, f *assist.File, line, column int) (any, error) {
	return s.places(f, lists.Map(f.Definition(line, column),
		func(at diag.Pos) assist.Span { return assist.Span{Pos: at} })), nil
}

func (s *server) references(_ at, f *assist.File, line, column int) (any, error) {
	return s.places(f, lists.Map(f.References(line, column),
		func(use assist.Use) assist.Span { return use.Span })), nil
}

func (s *server) prepareRename(p at, f *assist.File, line, column int) (any, error) {
	span, name, err := f.Renamable(line, column)
	if err != nil {
		return nil, err
	}
	span.Line = line
	return prepareResult{spanIn(s.text(pathOf(p.TextDocument.URI)), span), name}, nil
}

func (s *server) rename(p renameParams, f *assist.File, line, column int) (any, error) {
	change, err := f.Rename(line, column, p.NewName)
	if err != nil {
		return nil, err
	}
	return s.edit(change), nil
}

// edit is a change of files as the protocol has it.
func (s *server) edit(c *assist.Change) *workspaceEdit {
	out := &workspaceEdit{DocumentChanges: []any{}}
	document := func(path string, edits []textEdit) {
		var e textDocumentEdit
		e.TextDocument.URI = s.uri(path)
		if d := s.document(uriOf(path)); d != nil {
			e.TextDocument.Version = &d.version
		}
		e.Edits = edits
		out.DocumentChanges = append(out.DocumentChanges, e)
	}
	for _, path := range lists.Sorted(c.Edits) {
		text := s.text(path)
		document(path,
			lists.Map(c.Edits[path], func(e assist.Edit) textEdit { return textEdit{spanIn(text, e.Span), e.Text} }))
	}
	for _, path := range lists.Sorted(c.Created) {
		was, err := s.workspace.Text(path)
		if err != nil {
			create := createFile{Kind: "create", URI: uriOf(path)}
			create.Options.IgnoreIfExists = true
			out.DocumentChanges = append(out.DocumentChanges, create)
		}
		// The old text stays, and the new one is added to it.
		end := offsetPosition(string(was))
		document(path, []textEdit{{textRange{end, end}, strings.TrimPrefix(c.Created[path], string(was))}})
	}
	for _, from := range lists.Sorted(c.Moved) {
		out.DocumentChanges = append(out.DocumentChanges,
			map[string]any{"kind": "rename", "oldUri": s.uri(from), "newUri": uriOf(c.Moved[from])})
	}
	return out
}

// offsetPosition is the end of a text.
func offsetPosition(text string) position {
	return position{strings.Count(text, "\n"), len(utf16.Encode([]rune(text[strings.LastIndexByte(text, '\n')+1:])))}
}

func (s *server) codeActions(p codeActionParams) (any, error) {
	out := []codeAction{}
	path := pathOf(p.TextDocument.URI)
	f, ok := assist.Open(s.workspace, path)
	if !ok {
		return out, nil
	}
	text := s.text(path)
	for _, d := range s.presentFindings(f, path) {
		said := s.diagnostic(text, d)
		if said.Range.Start.Line > p.Range.End.Line || said.Range.End.Line < p.Range.Start.Line {
			continue
		}
		for _, fix := range f.Fixes(d) {
			out = append(out, codeAction{Title: fix.Title, Kind: "quickfix", Diagnostics: []diagnostic{said},
				IsPreferred: fix.Sure, Edit: s.edit(&fix.Change)})
		}
	}
	return out, nil
}

// presentFindings are the findings of a file as it stands: those of the last check, or
// if it was edited since, those of a new check.
func (s *server) presentFindings(f *assist.File, path string) []diag.Finding {
	s.found.lock.Lock()
	seen := s.found.seen[path]
	s.found.lock.Unlock()
	if seen == s.document(uriOf(path)) {
		return s.found.of(path)
	}
	var all diag.List
	if place, ok := s.workspace.Locate(path); ok {
		for _, d := range s.workspace.Study(place.Unit).All() {
			if s.workspace.File(d.File) == path {
				all.Add(d)
			}
		}
	}
	if f.IsScenario() {
		all.Add(f.CheckScenario(s.request, nil)...)
	}
	return all.Sorted()
}

// symbolKinds are the protocol's numbers for what files hold.
var symbolKinds = map[string]int{
	"card": 5, "ability": 12, "function": 12, "step": 12, "trigger": 24, "triggers": 24, "form": 24, "kind": 24,
	"zone": 19, "zones": 19,
	"option": 7, "options": 7,
	"words": 10, "word": 22, "die": 10, "dice": 10, "type": 5, "types": 5, "attribute": 8, "game": 8, "seat": 8,
	"phase": 3, "scenario": 6, "ruling": 15,
}

func symbolKind(kind string) int { return cmp.Or(symbolKinds[kind], 20) }

func (s *server) documentSymbols(p didCloseParams) (any, error) {
	path := pathOf(p.TextDocument.URI)
	if f, ok := assist.Open(s.workspace, path); ok {
		return s.outline(s.text(path), f.Symbols()), nil
	}
	return []documentSymbol{}, nil
}

func (s *server) outline(text string, parts []assist.Outline) []documentSymbol {
	out := []documentSymbol{}
	for _, o := range parts {
		r := spanIn(text, o.At)
		out = append(out, documentSymbol{Name: o.Name, Detail: o.Detail, Kind: symbolKind(o.Kind), Range: r,
			SelectionRange: r, Children: s.outline(text, o.Parts)})
	}
	return out
}

// mostSymbols bounds the answer to a search.
const mostSymbols = 200

func (s *server) workspaceSymbols(p workspaceSymbolParams) (any, error) {
	out := []symbolInformation{}
	want := strings.ToLower(p.Query)
	seen := map[location]bool{}
	for _, folder := range s.workspace.Packs() {
		f, ok := assist.Open(s.workspace, filepath.Join(folder, "pack.yaml"))
		if !ok {
			continue
		}
		for _, t := range f.Things() {
			if len(out) >= mostSymbols {
				return out, nil
			}
			if !strings.Contains(strings.ToLower(t.Name+" "+t.Label), want) {
				continue
			}
			if l, ok := s.place(f, t.At, 0); ok && !seen[l] {
				seen[l] = true
				out = append(out,
					symbolInformation{Name: t.Name, Kind: symbolKind(t.Kind), Location: l, ContainerName: t.Label})
			}
		}
	}
	return out, nil
}

func (s *server) signatureHelp(_ at, f *assist.File, line, column int) (any, error) {
	sig, ok := f.Signature(line, column)
	if !ok {
		return nil, nil
	}
	one := signature{Label: sig.Label, Documentation: markdown(sig.Doc), Parameters: []parameterInformation{}}
	for _, p := range sig.Params {
		one.Parameters = append(one.Parameters, parameterInformation{p.Label, markdown(p.Doc)})
	}
	return signatureHelp{Signatures: []signature{one}, ActiveParameter: sig.Active}, nil
}

// placeInText finds the places that a message names: the line of the base, the other
// overlay.
var placeInText = regexp.MustCompile(`([^\s:;,()"]+\.(?:yaml|lua)):(\d+)(?::(\d+))?`)

// related are the other places that a finding names.
func (s *server) related(d diag.Finding) []relatedLocation {
	var out []relatedLocation
	for _, found := range placeInText.FindAllStringSubmatch(d.Message, -1) {
		at := diag.Pos{File: found[1]}
		at.Line, _ = strconv.Atoi(found[2])
		at.Column, _ = strconv.Atoi(found[3])
		path := s.workspace.File(at.File)
		if at == d.Pos {
			continue
		}
		text, err := s.workspace.Text(path)
		if err != nil {
			continue
		}
		out = append(out, relatedLocation{location{s.uri(path), rangeOf(string(text), at)},
			strings.TrimSpace(lineOf(string(text), at.Line-1))})
	}
	return out
}
