//go:build !linux

package e2e

func mountSmall(string) bool { return false }

func unmount(string) {}
