//go:build js

// Command ruledeck-browser plays a published game in a worker of a browser: ruledeck publish
// lays it beside the page. The worker hands in the game and what the page has kept, and
// carries messages; package browserhost says what they are.
package main

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/ruledeck/ruledeck/interp/browserhost"
)

func main() {
	debug.SetGCPercent(-1)                                            // while the game is read
	time.AfterFunc(2*time.Second, func() { debug.SetGCPercent(400) }) // as sim does
	worker := js.Global()
	given := worker.Get("given")
	packed := make([]byte, given.Get("game").Length())
	js.CopyBytesToGo(packed, given.Get("game"))
	var kept []string
	for i := range given.Get("kept").Length() {
		kept = append(kept, given.Get("kept").Index(i).String())
	}
	h, err := browserhost.New(packed, kept, func(message []byte) { worker.Call("postMessage", string(message)) })
	if err != nil {
		worker.Call("failed", err.Error())
		return
	}
	worker.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := []byte(args[0].Get("data").String())
		go h.Take(message)
		return nil
	}))
	worker.Call("ready")
	select {}
}
