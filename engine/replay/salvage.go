package replay

import "bytes"

// Salvaged is what can be read of a damaged journal.
type Salvaged struct {
	// Journal is the game up to the damage, without what a golden tells behind it.
	Journal *Journal
	// Damage is the first thing that is wrong with the file.
	Damage *FormatError
	// Repaired counts the lines in which one wrong bit was corrected; Lost counts those
	// that cannot be read, and all behind the first of them.
	Repaired, Lost int
}

// Salvage reads a journal that Decode refuses, up to the first record that cannot be
// read. A line in which a single bit is wrong is read as it was: no two records are
// so near to each other that its checksum would fit another one. Nil if the first
// line, which says what game it is, cannot be read, or if nothing is wrong.
func Salvage(data []byte) *Salvaged {
	s := &Salvaged{Journal: &Journal{}}
	s.Damage = (&Journal{}).decode(data, nil)
	if s.Damage == nil {
		return nil
	}
	data = bytes.Clone(data)
	left := s.Journal.decode(data, func(rest []byte, number int) bool {
		sound := s.Journal.repair(rest, number)
		if sound {
			s.Repaired++
		}
		return sound
	})
	if left != nil && left.Line == 1 {
		return nil
	}
	if rest := bytes.TrimSuffix(data[s.Journal.Valid:], []byte("\n")); len(rest) > 0 && !s.Journal.Open {
		s.Lost = 1 + bytes.Count(rest, []byte("\n"))
	}
	for i := range s.Journal.Entries {
		if e := &s.Journal.Entries[i]; e.Step != nil || e.Line != nil {
			s.Journal.Entries = s.Journal.Entries[:i]
			s.Journal.Lines = s.Journal.Lines[:i]
			break
		}
	}
	return s
}

// maxRepairLength is the longest line that is repaired, in bytes: each of its bits is tried.
const maxRepairLength = 1 << 15

// repair corrects the first line of rest if a single bit of it is wrong, also where that
// bit makes or breaks a line end. Otherwise it changes nothing.
func (j *Journal) repair(rest []byte, number int) bool {
	end := 0
	for range 2 { // a line break in the middle may be the damage
		if n := bytes.IndexByte(rest[end:], '\n'); n >= 0 {
			end += n + 1
		} else {
			end = len(rest)
		}
	}
	if end > maxRepairLength {
		return false
	}
	for i := range end {
		for bit := byte(1); bit != 0; bit <<= 1 {
			rest[i] ^= bit
			line, _, _ := bytes.Cut(rest, []byte("\n"))
			if _, sound := j.unsealed(line, number); sound {
				return true
			}
			rest[i] ^= bit
		}
	}
	return false
}
