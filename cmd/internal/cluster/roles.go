package cluster

import "github.com/ruledeck/ruledeck/cmd/internal/cluster/rights"

// runs are what runs keep on a server.
var runs = []string{workStream, "OBJ_" + packsBucket, "KV_" + runsBucket, "KV_" + resultsBucket,
	"KV_" + workersBucket}

// WorkerRights let a worker see runs, take shards and report on them. It cannot make or cancel a
// run, change a pack, or remove a stream.
func WorkerRights() rights.Rights {
	r := rights.Reading("work", "runs", runs)
	report(&r, kindPlayed, kindVerified, kindFailed, kindPlaying, kindRefused)
	r.May("$KV.%s.>", workersBucket)
	r.May("%s.>", workSubject)
	r.May("$JS.API.CONSUMER.DURABLE.CREATE.%s.>", workStream)
	r.May("$JS.ACK.%s.>", workStream)
	r.May("$JS.API.CONSUMER.DELETE.%s.*", runs[1:]...) // the consumer of shards is that of all workers
	r.Subscribe = append(r.Subscribe, bellSubject+".>")
	return r
}

// SubmitterRights let a submitter make and cancel runs, send packs and remove results. It cannot
// write a result, or speak as a worker.
func SubmitterRights() rights.Rights {
	r := rights.Reading("submit", "runs", runs)
	report(&r, kindProgress, kindCancelled)
	r.May("$KV.%s.>", runsBucket)
	r.May("$O.%s.>", packsBucket)
	r.May("%s.>", workSubject, bellSubject)
	r.May("$JS.API.STREAM.PURGE.%s", workStream, "KV_"+resultsBucket, "OBJ_"+packsBucket)
	r.May("$JS.API.CONSUMER.DELETE.%s.*", runs...)
	return r
}

// report lets reports on runs be written, of some kinds.
func report(r *rights.Rights, kinds ...string) { r.May("$KV."+resultsBucket+".*.%s.>", kinds...) }
