package view

// DigestOf is the digest of an event or a question, for the test that no field
// is left out.
func DigestOf(of any) Key {
	d := begun
	switch of := of.(type) {
	case *Event:
		d.event(of)
	case *Question:
		d.question(of)
	}
	return Key(d)
}
