package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// asLedger makes this program a bot that takes the first options, and keeps a ledger in a
// file of the answers that were taken: those behind which it has heard something.
const asLedger = "ledger"

func writeLedger(path string) {
	ledger, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		panic(err)
	}
	given := ""
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var q struct {
			Type, Kind                 string
			Seat, N, Again, Min, Table int
			Options                    json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		fmt.Fprint(ledger, given)
		given = ""
		switch q.Type {
		case "hello":
			fmt.Fprintf(ledger, "hello %d\n", q.Seat)
			fmt.Printf(`{"type": "ready", "v": 3, "table": %d}`+"\n", q.Table)
		case "decision":
			var options []struct{ Key string }
			if err := json.Unmarshal(q.Options, &options); err != nil {
				panic(err)
			}
			keys := []string{}
			for _, o := range options {
				keys = append(keys, o.Key)
			}
			if q.Kind != "order" {
				keys = keys[:max(q.Min, 1)]
			}
			text, _ := json.Marshal(keys) // they are strings
			given = fmt.Sprintf("answer %d\n", q.N)
			fmt.Printf(`{"type": "answer", "table": %d, "n": %d, "again": %d, "keys": %s}`+"\n", q.Table, q.N,
				q.Again, text)
		default:
			fmt.Fprintln(ledger, "end")
		}
	}
}
