package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// frames are the messages of a connection. One that cannot be read is answered with
// the protocol's error, and the next one is read.
type frames struct {
	jsonrpc2.ObjectStream
	in *bufio.Reader
}

func newFrames(in io.Reader, out io.Writer) frames {
	return frames{jsonrpc2.NewBufferedStream(stream{in, out}, jsonrpc2.VSCodeObjectCodec{}), bufio.NewReader(in)}
}

// stream is a reader and a writer as one; neither is closed by it.
type stream struct {
	io.Reader
	io.Writer
}

func (stream) Close() error { return nil }

// ReadObject reads the next message that is a request, a notification or an answer.
func (f frames) ReadObject(message any) error {
	for {
		body, err := f.next()
		if err != nil {
			return err
		}
		refused := decode(body, message)
		if refused == nil {
			return nil
		}
		if err := f.WriteObject(refused); err != nil {
			return err
		}
	}
}

// next reads the bytes of a message. A header that names no length makes them empty;
// one that stands behind other text on its line counts, so that a length too small
// costs no more than the messages that it cut.
func (f frames) next() ([]byte, error) {
	const header = "content-length:"
	length := uint64(0)
	for {
		line, err := f.in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(line) == "" {
			break
		}
		if at := strings.LastIndex(strings.ToLower(line), header); at >= 0 {
			// A length must be a number.
			length, _ = strconv.ParseUint(strings.TrimSpace(line[at+len(header):]), 10, 31)
		}
	}
	var body bytes.Buffer
	if _, err := io.CopyN(&body, f.in, int64(length)); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}

// refusal is the answer to a message that cannot be read: its id is null where the
// message does not say one.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   jsonrpc2.Error  `json:"error"`
}

// decode makes a message of its bytes, or returns why it is none.
func decode(body []byte, message any) *refusal {
	refuse := func(id json.RawMessage, code int64, why string) *refusal {
		return &refusal{"2.0", id, jsonrpc2.Error{Code: code, Message: why}}
	}
	if len(body) == 0 {
		return refuse(nil, jsonrpc2.CodeParseError, "a message begins with Content-Length: and the number of its bytes")
	}
	if !json.Valid(body) {
		err := json.Unmarshal(body, &struct{}{})
		return refuse(nil, jsonrpc2.CodeParseError, "the message is no JSON: "+err.Error())
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil || fields == nil {
		return refuse(nil, jsonrpc2.CodeInvalidRequest,
			"a message is an object with a method, or with an id and a result")
	}
	if err := json.Unmarshal(body, message); err != nil {
		return refuse(fields["id"], jsonrpc2.CodeInvalidRequest,
			"the message is no request and no answer: "+err.Error())
	}
	return nil
}
