package question

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"sayso/approver"
	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// wide has characters of two cells, of none and of several code points, and a
// preview longer than most windows.
var wide = fmt.Sprintf(`{"questions":[
	{"question":"どのデータベースを使いますか？ Which one shall the app use for its notes?","header":"データ","multiSelect":true,"options":[
		{"label":"PostgreSQL 🐘","description":"堅牢なサーバー、もう一つのサービスが必要です","preview":%s},
		{"label":"SQLite, in a file","description":"One file 📄 beside the app"},
		{"label":"naïve e\u0301 text\u200b","description":"a label with a hidden character"}]},
	{"question":"Anything else?","header":"Else","options":[{"label":"No","description":""}]}]}`,
	quote("# 設定\n\n"+strings.Repeat("行 | row | 🐘\n", 30)))

func TestFrames(t *testing.T) {
	scenes := []struct {
		name, input string
		keys        []string
		open        bool
		plugin      string
	}{
		{name: "arrival", input: two, plugin: "deploy-guard"},
		{name: "preview", input: two, keys: []string{"down"}, open: true},
		{name: "several", input: two, keys: []string{"tab", "1", "down", "down", "space", "n", "…CSV first", "enter"}, open: true},
		{name: "words", input: two, keys: []string{"down", "down", "down", "space", "…DuckDB,\nin memory"}, open: true},
		{name: "review", input: two, keys: []string{"1", "n", "…version 17", "enter", "tab", "tab"}, open: true},
		{name: "wide", input: wide, keys: []string{"2", "1"}, open: true},
		{name: "wide review", input: wide, keys: []string{"1", "down", "space", "tab", "tab"}, open: true},
		{name: "whole", input: wide, keys: []string{"down", "f", "pgdown"}, open: true},
		{name: "unreadable", input: `{"questions":"\u001b[2J"}`, open: true},
	}
	for _, scene := range scenes {
		for _, size := range [][3]int{{40, 12, 8}, {48, 20, 15}, {80, 24, 19}, {120, 40, 35}} {
			for theme, colours := range map[string]themes.Theme{"dark": themes.Dark(), "light": themes.Light()} {
				t.Run(fmt.Sprintf("%s/%dx%d/%s", scene.name, size[0], size[1], theme), func(t *testing.T) {
					ask := askOf(scene.input)
					if scene.plugin != "" {
						ask.Provenance = approver.Provenance{Plugin: scene.plugin, Reason: "Choices of tools need a second look."}
					}
					c := New(ask, style.New(colours), keys.Default(), nil)
					c.SetSize(size[0], size[2])
					do(c, scene.keys...)
					rows, _ := c.View(card.Moment{Now: noon.Add(8 * time.Second), Open: scene.open, Wait: 300 * time.Millisecond, Arm: 500 * time.Millisecond})
					for _, row := range rows {
						if lines.Width(row) > size[0] {
							t.Errorf("a row of %d cells in %d: %q", lines.Width(row), size[0], row)
						}
					}
					golden.RequireEqual(t, strings.Join(rows, "\n")+"\n")
				})
			}
		}
	}
}
