package isolate

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// limitProcess puts this process into a job that bounds its memory, and that what it starts
// leaves.
func limitProcess(l Limits) {
	hold(windows.CurrentProcess(),
		windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY|windows.JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK, 2*l.Megabytes+256)
}

// hold puts a process into a new job with limits, of which memory is in megabytes; the job lasts as
// long as this process, or until it is closed. A system that refuses leaves the memory to the
// watch over it.
func hold(process windows.Handle, limits uint32, megabytes int) windows.Handle {
	job, _ := windows.CreateJobObject(nil, nil)
	with := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{ProcessMemoryLimit: uintptr(megabytes) << 20}
	with.BasicLimitInformation.LimitFlags = limits
	_, _ = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&with)), uint32(unsafe.Sizeof(with)))
	_ = windows.AssignProcessToJobObject(job, process)
	return job
}

// spared starts a command; what this process starts does not have its limits.
func spared(start func() error) error { return start() }

// timeUsed is the processor time that this process has taken for itself.
func timeUsed() time.Duration {
	var created, exited, kernel, user windows.Filetime
	_ = windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) // which is never refused
	return 100 * time.Duration(int64(user.HighDateTime)<<32|int64(user.LowDateTime))         // in ticks of 100 ns
}
