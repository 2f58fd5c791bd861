package lsp

import (
	"fmt"

	"github.com/ruledeck/ruledeck/interp/editor/assist"
)

func (s *server) completion(p at, f *assist.File, line, column int) (any, error) {
	out := completionList{Items: []completionItem{}}
	text := lineOf(s.text(pathOf(p.TextDocument.URI)), p.Position.Line)
	c := f.Complete(s.request, line, column)
	span := rangeAt(text, line, c.From, c.To-c.From)
	for i, item := range c.Items {
		out.Items = append(out.Items, s.item(i, item, span))
	}
	return out, nil
}

// item is something that could be written, as the protocol has it.
func (s *server) item(i int, item assist.Item, span textRange) completionItem {
	out := completionItem{Label: item.Label, Kind: itemKinds[item.Kind], Detail: item.Detail, FilterText: item.Label,
		InsertTextFormat: insertPlain, TextEdit: &textEdit{span, item.Insert}, Documentation: markdown(item.Doc)}
	first := 1
	if item.First {
		first = 0
	}
	out.SortText = fmt.Sprintf("%d%04d", first, i)
	if item.Snippet {
		out.InsertTextFormat = insertSnippet
		if !s.client.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport {
			out.InsertTextFormat = insertPlain
			out.TextEdit.NewText = assist.Plain(item.Insert)
		}
	}
	return out
}

// itemKinds are the protocol's numbers for kinds of items.
var itemKinds = map[string]int{
	"key": 10, "value": 12, "snippet": 15, "function": 3, "field": 5, "method": 2, "variable": 6, "answer": 12,
	"card": 7, "ability": 3, "trigger": 23, "form": 23, "kind": 23, "step": 3, "phase": 9, "option": 10, "zone": 22,
	"group": 22, "type": 7, "attribute": 5,
	"die": 13, "words": 13, "word": 20, "text": 1, "keyword": 14,
}

// markdown is a text as the protocol has it, nil for none.
func markdown(text string) *markup {
	if text == "" {
		return nil
	}
	return &markup{"markdown", text}
}

func (s *server) hover(p at, f *assist.File, line, column int) (any, error) {
	text, span, ok := f.Hover(line, column)
	if !ok {
		return nil, nil
	}
	r := spanIn(s.text(pathOf(p.TextDocument.URI)), span)
	return hover{Contents: *markdown(text), Range: &r}, nil
}
