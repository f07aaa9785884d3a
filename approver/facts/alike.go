package facts

import (
	"fmt"
	"strings"
	"sync"
	"unicode"
)

// twins are letters of other scripts that can't be told from Latin ones. Letters
// that stand in formulas and units, such as μ and Δ, are not among them.
var twins = sync.OnceValue(func() map[rune]rune {
	return map[rune]rune{
		'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'к': 'k', 'ӏ': 'l', 'м': 'm', 'н': 'h',
		'о': 'o', 'р': 'p', 'ԛ': 'q', 'ѕ': 's', 'т': 't', 'у': 'y', 'ԝ': 'w', 'х': 'x', 'ѵ': 'v', 'ո': 'n', 'օ': 'o', 'ս': 'u',
		'А': 'A', 'В': 'B', 'С': 'C', 'Е': 'E', 'Н': 'H', 'І': 'I', 'Ј': 'J', 'К': 'K', 'М': 'M', 'О': 'O', 'Р': 'P', 'Ѕ': 'S', 'Т': 'T', 'Х': 'X',
		'α': 'a', 'ο': 'o', 'ν': 'v', 'ρ': 'p', 'ι': 'i', 'κ': 'k', 'υ': 'u', 'Α': 'A', 'Β': 'B', 'Ε': 'E', 'Ο': 'O', 'Τ': 'T', 'Χ': 'X',
		'ɡ': 'g', 'ɑ': 'a', 'ı': 'i', 'ⅼ': 'l', 'ⅰ': 'i',
		'∕': '/', '⁄': '/', '‐': '-', '‑': '-', '–': '-', '−': '-', '․': '.', '。': '.', '：': ':', '／': '/', '．': '.', '＼': '\\', '；': ';', '＆': '&', '｜': '|', '＞': '>', '＜': '<', '＄': '$', '｀': '`',
	}
})

// alike says which characters of commands, paths and addresses look like others:
// a letter of another script in a word of Latin ones, a sign that is none to the
// shell.
func alike(l *look) []string {
	var out []string
	for _, name := range []string{"command", "file_path", "notebook_path", "path", "url", "uri", "skill"} {
		text := l.text(name)
		var found []string
		for _, f := range twinsIn(text) {
			found = append(found, fmt.Sprintf(`U+%04X for "%c" at %d`, f.r, twins()[f.r], f.at))
		}
		if len(found) == 0 {
			continue
		}
		const most = 3
		n := len(found)
		if n > most {
			found = append(found[:most], fmt.Sprintf("%d more", n-most))
		}
		noun := "look-alike characters"
		if n == 1 {
			noun = "look-alike character"
		}
		out = append(out, fmt.Sprintf("%s: %d %s: %s", name, n, noun, strings.Join(found, ", ")))
	}
	return out
}

type twin struct {
	r  rune
	at int // in characters, from 1
}

// twinsIn finds the twins in words that have Latin letters too.
func twinsIn(text string) []twin {
	var out, word []twin
	latin := 0
	flush := func() {
		if latin > 0 {
			out = append(out, word...)
		}
		word, latin = nil, 0
	}
	at := 0
	for _, r := range text {
		at++
		switch {
		case strings.ContainsRune(" \t\n\"'`=()<>|&;,", r):
			flush()
		case twins()[r] != 0:
			word = append(word, twin{r, at})
		case r < unicode.MaxASCII && unicode.IsLetter(r):
			latin++
		}
	}
	flush()
	return out
}
