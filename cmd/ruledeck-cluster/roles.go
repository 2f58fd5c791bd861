package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/broker"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/rights"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/tables"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
)

// The roles that a server knows. Each has its token in a file beside that of the server.
const (
	workRole   = "work"
	submitRole = "submit"
	tablesRole = "tables"
)

// rolesOf reads the roles of a server from the files beside its own token. The last is the server's
// role, whose token leaves no process. A role without a file gets a token that follows from the
// server's, so that servers with one token agree; a file changes one role alone.
func rolesOf(file, own string) ([]broker.Role, error) {
	serving := cluster.WorkerRights()
	serving.Role = "serve"
	serving.Publish = []string{">"}
	serving.Subscribe = []string{">"}
	var all []broker.Role
	for _, may := range []rights.Rights{cluster.WorkerRights(), cluster.SubmitterRights(), tables.Rights()} {
		mac := hmac.New(sha256.New, []byte(own))
		mac.Write([]byte(may.Role))
		token, err := madeToken(file+"."+may.Role, hex.EncodeToString(mac.Sum(nil)))
		if err != nil {
			return nil, err
		}
		all = append(all, broker.Role{Rights: may, Token: token})
	}
	return append(all, broker.Role{Rights: serving, Token: rand.Text()}), nil
}

// prepare makes on a new server what runs need. Several servers first have to find each other.
func prepare(ctx context.Context, s *broker.Server, of *broker.Settings) {
	own := of.Roles[len(of.Roles)-1]
	for ctx.Err() == nil {
		at, err := cluster.Connect(ctx, cluster.Server{URL: "nats://own", Role: own.Role, Token: own.Token, Within: s},
			of.Log)
		if err == nil {
			at.Close()
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// secretsOf reads the secrets of a file, a line each, the newest first; "" is the one of this
// machine, which is made where there is none.
func secretsOf(file string) ([]string, error) {
	if file == "" {
		folder, err := savedir.Place("cluster")
		if err != nil {
			return nil, err
		}
		file = filepath.Join(folder, "secret")
	}
	text, err := madeToken(file, rand.Text())
	all := strings.Fields(text)
	if err == nil && len(all[0]) < leastSecret {
		err = fmt.Errorf("%s begins with no secret of %d letters or more (openssl rand -hex 20)", file, leastSecret)
	}
	return all, err
}

// leastSecret is how long a secret is at least: the shortest that cannot be guessed.
const leastSecret = 20
