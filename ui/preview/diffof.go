package preview

// Diff shows what differs between two texts, with the line numbers of a file
// whose name tells the language.
func Diff(c Context, file, before, after string) []string {
	c.start()
	return c.change(compare(change{file: file, before: plainEnds(before), after: plainEnds(after)}))
}
