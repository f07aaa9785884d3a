package cli

import (
	"context"
	"os"

	tea "charm.land/bubbletea/v2"

	"sayso/plugin"
	"sayso/plugin/setup"
	watchrules "sayso/plugin/watch"
	"sayso/ui"
	uiwatch "sayso/ui/watch"
)

// watchKeeper returns the keeper of the person's watch rules, for the sayso
// that listens on socket, or nil where there is no home to keep them in.
func watchKeeper(socket string) *watchrules.Keeper {
	places, err := setup.Find(os.Getenv)
	if err != nil {
		return nil
	}
	return watchrules.NewKeeper(places.WatchRules(), places.Accepted(), plugin.WatchMarker(socket))
}

// keepWatch follows the watch rules and shows them, until ctx ends.
func keepWatch(ctx context.Context, keeper *watchrules.Keeper, program *tea.Program) {
	keeper.Run(ctx, func(s watchrules.State) { program.Send(ui.WatchMsg{State: watchState(s)}) })
}

// acceptWatch lets the screen accept what the keeper holds.
func acceptWatch(keeper *watchrules.Keeper) func(int) (uiwatch.State, error) {
	return func(revision int) (uiwatch.State, error) {
		s, err := keeper.Accept(revision)
		return watchState(s), err
	}
}

// watchState turns the keeper's state into the screen's: the screen knows
// neither the socket nor the plugin.
func watchState(s watchrules.State) uiwatch.State {
	shown := uiwatch.State{File: s.File, Problems: s.Problems, Revision: s.Revision}
	for _, r := range s.Rules {
		shown.Rules = append(shown.Rules, uiwatch.Rule(r))
	}
	return shown
}
