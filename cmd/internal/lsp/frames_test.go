package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

// TestUnreadableFrames: a message that cannot be read gets the protocol's error, and the
// server answers the one after it.
func TestUnreadableFrames(t *testing.T) {
	framed := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	const noLength, noObject = "a message begins with Content-Length: ",
		"a message is an object with a method, or with an id and a result"
	for sent, want := range map[string]struct {
		id   string
		code int64
		text string
	}{
		framed("null"):                    {"null", jsonrpc2.CodeInvalidRequest, noObject},
		framed("7"):                       {"null", jsonrpc2.CodeInvalidRequest, noObject},
		framed(`[{"id":1,"method":"x"}]`): {"null", jsonrpc2.CodeInvalidRequest, noObject},
		framed(`{"id":1,`): {"null", jsonrpc2.CodeParseError,
			"the message is no JSON: unexpected end of JSON input"},
		framed(`{"id":1} {"id":2}`): {"null", jsonrpc2.CodeParseError,
			"the message is no JSON: invalid character '{'"},
		framed("{}"): {"null", jsonrpc2.CodeInvalidRequest,
			"the message is no request and no answer: "},
		framed(`{"id":"a","method":5}`): {`"a"`, jsonrpc2.CodeInvalidRequest,
			"the message is no request and no answer: "},
		framed(`{"id":[1],"method":"x"}`): {"[1]", jsonrpc2.CodeInvalidRequest,
			"the message is no request and no answer: "},
		framed(""):                     {"null", jsonrpc2.CodeParseError, noLength},
		"Content-Length: many\r\n\r\n": {"null", jsonrpc2.CodeParseError, noLength},
		"hello\n\n":                    {"null", jsonrpc2.CodeParseError, noLength},
		"Content-Length: 4\r\n\r\n{\"id\":1}": {"null", jsonrpc2.CodeParseError,
			"the message is no JSON: unexpected end"},
	} {
		t.Run(sent, func(t *testing.T) {
			fromClient, toServer := io.Pipe()
			fromServer, toClient := io.Pipe()
			ended := make(chan error, 1)
			go func() { ended <- Serve(context.Background(), Config{In: fromClient, Out: toClient}) }()
			go func() {
				_, _ = io.WriteString(toServer, sent+framed(`{"id":7,"method":"shutdown"}`))
			}()
			answers := newFrames(fromServer, io.Discard)
			var got, next struct {
				ID     json.RawMessage
				Result json.RawMessage
				Error  jsonrpc2.Error
			}
			if err := answers.ReadObject(&got); err != nil {
				t.Fatal(err)
			}
			if err := answers.ReadObject(&next); err != nil || string(next.ID) != "7" {
				t.Errorf("the next request is answered with %s %s: %v", next.ID, next.Result, err)
			}
			if string(got.ID) != want.id || got.Error.Code != want.code ||
				!strings.HasPrefix(got.Error.Message, want.text) {
				t.Errorf("the answer is %s: %+v, not %s: %+v", got.ID, got.Error, want.id, want)
			}
			_, _ = io.WriteString(toServer, framed(`{"method":"exit"}`))
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}
