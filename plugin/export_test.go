package plugin

// FallbackSockets is for tests that import the socket's room, which imports this one.
var FallbackSockets = fallbackSockets
