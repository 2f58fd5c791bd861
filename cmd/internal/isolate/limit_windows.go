package isolate

import (
	"os"
	"os/exec"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// limitProcess puts this process into two jobs. What it starts stays in the outer one, which
// ends it when this process has ended, and leaves the inner one, which has the limits.
func limitProcess(l Limits) {
	self := windows.CurrentProcess()
	// A system that refuses leaves the memory to the watch over it.
	_, _ = hold(self, windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_BREAKAWAY_OK}})
	_, _ = hold(self, windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		ProcessMemoryLimit: uintptr(2*l.Megabytes+256) << 20,
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY | windows.JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK}})
}

// hold puts a process into a new job, which lasts as long as this process, or until it is
// closed.
func hold(process windows.Handle, with windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION) (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&with)), uint32(unsafe.Sizeof(with)))
	if err == nil {
		err = windows.AssignProcessToJobObject(job, process)
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return 0, err
	}
	return job, nil
}

// holdStarted puts a process that was started into a job that ends it when this process has
// ended, and whatever it starts too unless the flags let that leave. What it has started
// before, in the first moment, is not in the job.
func holdStarted(c *exec.Cmd, flags uint32) (windows.Handle, error) {
	const rights = windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE
	process, err := windows.OpenProcess(rights, false, uint32(c.Process.Pid))
	if err != nil {
		return 0, err
	}
	defer windows.CloseHandle(process)
	return hold(process, windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | flags}})
}

// spared starts a command; what this process starts does not have its limits.
func spared(start func() error) error { return start() }

// leaves lets what a command starts outlive this process, whose job would end it.
func leaves(c *exec.Cmd) {
	if held.Load() {
		c.SysProcAttr.CreationFlags |= windows.CREATE_BREAKAWAY_FROM_JOB
	}
}

// timeUsed is the processor time that this process has taken for itself.
func timeUsed() time.Duration {
	var created, exited, kernel, user windows.Filetime
	_ = windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) // which is never refused
	return 100 * time.Duration(int64(user.HighDateTime)<<32|int64(user.LowDateTime))         // in ticks of 100 ns
}

// Peak returns the most memory in bytes that a process had at once, of those that
// have ended; 0 where the system does not tell.
func Peak(*os.ProcessState) int64 { return 0 }
