package claude_test

func of[T any]() any { return new(T) }
