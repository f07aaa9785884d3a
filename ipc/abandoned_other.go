//go:build !linux && !darwin

package ipc

// whenOrphaned calls gone when the parent has ended.
func whenOrphaned(_ []int, gone func()) {
	pollParent()
	gone()
}
