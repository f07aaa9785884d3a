package facts

import (
	"cmp"

	"sayso/rules/shell"
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
	r := newRunners(l.parts)
	for i, p := range l.parts {
		if !loaders[p.Name] {
			continue
		}
		if runner := r.of(i); runner != "" {
			out = append(out, p.Name+" downloads something, and "+runner+" runs it at once")
		}
	}
	return out
}

// runners finds the program that runs what another one prints.
type runners struct {
	commands []shell.Command
	reads    map[int][]int  // the commands that read a pipe
	files    map[int][]int  // those in the >( ) of a command
	ends     map[int]string // what runs that which comes out of a pipe, once it is known
}

func newRunners(commands []shell.Command) runners {
	r := runners{commands: commands, reads: map[int][]int{}, files: map[int][]int{}, ends: map[int]string{}}
	for i, c := range commands {
		if c.In != 0 {
			r.reads[c.In] = append(r.reads[c.In], i)
		}
		if c.Via == shell.ViaFile && c.In == 0 {
			r.files[c.Host] = append(r.files[c.Host], i)
		}
	}
	return r
}

// of returns the program that runs what a command prints, and "" for none.
func (r runners) of(i int) string {
	c := r.commands[i]
	return cmp.Or(r.host(c), r.pipe(c.Out), r.among(r.files[i]))
}

// pipe returns the program that runs what goes through a pipe.
func (r runners) pipe(pipe int) string {
	if _, known := r.ends[pipe]; !known {
		r.ends[pipe] = r.among(r.reads[pipe])
	}
	return r.ends[pipe]
}

// among returns the first of some commands that runs its input, or hands it on to
// one that does.
func (r runners) among(places []int) string {
	for _, i := range places {
		c := r.commands[i]
		if runsInput(c.Name, c.Args) {
			return c.Name
		}
		if name := r.of(i); name != "" {
			return name
		}
	}
	return ""
}

// host returns the program that runs the words in which a command stands, as in
// bash <(curl …), sh -c "$(curl …)", eval "$(curl …)" and source <(curl …).
func (r runners) host(c shell.Command) string {
	if c.Host < 0 || c.Via == shell.ViaFile {
		return ""
	}
	name, args := r.commands[c.Host].Name, r.commands[c.Host].Args
	switch {
	case name == "eval", name == "source", name == ".", shell.IsShell(name):
		return name
	case interpreters[name] && (shell.Option(args, 'c', "") || shell.Option(args, 'e', "") || c.Via == shell.ViaInput):
		return name
	}
	return ""
}

// runsInput reports whether a program runs what it reads from its input.
func runsInput(name string, args []shell.Expansion) bool {
	switch {
	case shell.IsShell(name):
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
