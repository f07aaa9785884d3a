// Package e2e tests the whole program: stories of the command line, the doors and
// the socket, attacks among them, the pane on an emulated terminal, and sessions of
// the real Claude Code with a scripted model. The client's driver and the emulator
// are the packages beneath it.
//
// Tests that need the real client or the Agent SDK are skipped where SAYSO_CLAUDE
// and SAYSO_AGENT_SDK do not name them, and fail there with SAYSO_REQUIRE_CLAUDE.
package e2e
