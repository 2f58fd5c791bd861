package isolate

// beDaemon is for systems with sessions.
func beDaemon() {}
