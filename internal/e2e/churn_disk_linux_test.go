package e2e

import "syscall"

// mountSmall puts a disk of 512 KiB at a folder, and reports whether it could.
func mountSmall(dir string) bool {
	return syscall.Mount("churn", dir, "tmpfs", 0, "size=512k,mode=700") == nil
}

func unmount(dir string) { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }
