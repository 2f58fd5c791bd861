package tables

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
)

// seals encrypt and authenticate appends: a reader or writer at the server, its administrator
// included, learns nothing of a game and changes none. Each seal has one secret. The newest comes
// first and alone seals.
type seals []cipher.AEAD

// sealed begins a sealed append. No line of a log begins so.
const sealed = "\x01"

// newSeals derives the seals of secrets, by HKDF, and AES-GCM with a random nonce.
func newSeals(secrets []string) (all seals, err error) {
	for _, secret := range secrets {
		key, err := derived(secret, "ruledeck seal")
		if err != nil {
			return nil, err
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		all = append(all, aead)
	}
	return all, nil
}

// derived is a key of 32 bytes for one use of a secret.
func derived(secret, use string) ([]byte, error) {
	return hkdf.Key(sha256.New, []byte(secret), nil, use, 32)
}

// binding is what an append is bound to: the log, and the append before it. So none can be left out,
// put elsewhere or said twice, but for those at the end.
func binding(name string, after uint64) []byte { return fmt.Appendf(nil, "%s\n%d", name, after) }

func (s seals) seal(text, bound []byte) []byte { return s[0].Seal([]byte(sealed), nil, text, bound) }

// errSealed says that no secret opens something.
var errSealed = errors.New("none of the secrets of this server opens it: it is changed, or sealed by another secret " +
	"(--secret)")

// open decrypts an append. The error says that no secret fits.
func (s seals) open(text, bound []byte) ([]byte, error) {
	for _, aead := range s {
		if plain, err := aead.Open(nil, nil, text[min(len(sealed), len(text)):], bound); err == nil {
			return plain, nil
		}
	}
	return nil, errSealed
}

// unsealed is the last append that was made before appends were sealed: those after it are read
// only if they are. It is noted, sealed itself, by the first server that seals.
func (s *Store) unsealedUntil(ctx context.Context, last uint64) (uint64, error) {
	at := []byte(sealKey)
	_, err := s.hosts.Create(ctx, sealKey, s.seals.seal(strconv.AppendUint(nil, last, 10), at))
	if err == nil || !errors.Is(err, jetstream.ErrKeyExists) {
		return last, err
	}
	entry, err := s.hosts.Get(ctx, sealKey)
	if err != nil {
		return 0, err
	}
	text, err := s.seals.open(entry.Value(), at)
	if err != nil {
		return 0, fmt.Errorf("the tables on this server: %w", err)
	}
	if len(s.seals) > 1 {
		_, err = s.hosts.Put(ctx, sealKey, s.seals.seal(text, at)) // until then the newest secret opens nothing
		if err != nil {
			return 0, err
		}
	}
	return strconv.ParseUint(string(text), 10, 64)
}

// linksSecret is the secret of the tables' links. Before appends were sealed it lay on the server
// for all to read. Where it does, it holds until there is a newer secret, as links that were given
// must work.
func (s *Store) linksSecret(ctx context.Context, secrets []string, to io.Writer) ([]byte, error) {
	entry, err := s.hosts.Get(ctx, secretKey)
	switch {
	case err == nil && len(secrets) > 1:
		err = s.hosts.Purge(ctx, secretKey)
		if err != nil {
			return nil, err
		}
		return derived(secrets[0], "ruledeck links")
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return derived(secrets[0], "ruledeck links")
	case err != nil:
		return nil, fmt.Errorf("the secret of the tables' links: %w", err)
	case len(entry.Value()) != 32:
		return nil, errors.New("the secret of the tables' links is not one of 32 bytes")
	}
	fmt.Fprintln(to, "the secret of the tables' links lies on the server as an earlier version left it, and others "+
		"who were let in there may know it; a new first line in the file of --secret replaces it, and all links "+
		"change")
	return entry.Value(), nil
}
