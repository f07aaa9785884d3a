package notes

import (
	"sayso/ui/preview/shell"
)

// loaders are the programs that bring something from the net to their output.
var loaders = map[string]bool{"curl": true, "wget": true, "fetch": true, "http": true, "https": true, "aria2c": true, "lynx": true, "xh": true}

// interpreters are the programs beside shells that run what they read.
var interpreters = map[string]bool{
	"python": true, "python2": true, "python3": true, "perl": true, "ruby": true, "node": true, "php": true, "deno": true, "bun": true, "lua": true, "osascript": true, "pwsh": true,
}

// downloads says where something is loaded from the net and run at once, so that
// nobody has seen what runs.
func downloads(l *look) []string {
	var out []string
	for i, p := range l.parts {
		loader, _ := p.Command()
		if !loaders[loader] {
			continue
		}
		if runner := l.runnerOf(i); runner != "" {
			out = append(out, loader+" loads something from the net, and "+runner+" runs it at once")
		}
	}
	return out
}

// runnerOf returns the program that runs what a part prints.
func (l *look) runnerOf(i int) string {
	for j := i + 1; j < len(l.parts); j++ {
		next := l.parts[j]
		if next.Piped != i {
			continue
		}
		if name, args := next.Command(); runsInput(name, args) {
			return name
		}
		if runner := l.runnerOf(j); runner != "" {
			return runner
		}
	}
	host := l.parts[i].Inside
	if host < 0 {
		return ""
	}
	// bash <(curl …), sh -c "$(curl …)", eval "$(curl …)", source <(curl …)
	name, args := l.parts[host].Command()
	if name == "eval" || name == "source" || name == "." || shell.Shells[name] {
		return name
	}
	if interpreters[name] && (shell.Option(args, 'c', "") || shell.Option(args, 'e', "") || l.parts[i].Where == "in <( )") {
		return name
	}
	return ""
}

// runsInput reports whether a program runs what it reads from its input.
func runsInput(name string, args []shell.Word) bool {
	switch {
	case shell.Shells[name]:
		if shell.Option(args, 'c', "") {
			return false
		}
		return len(shell.Operands(args)) == 0 || shell.Option(args, 's', "")
	case interpreters[name]:
		operands := shell.Operands(args)
		return len(operands) == 0 && !shell.Option(args, 'V', "version") || len(operands) > 0 && operands[0].Value == "-"
	}
	return false
}
