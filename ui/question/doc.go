// Package question is the card on which a person answers the questions of
// AskUserQuestion.
//
// Nothing is chosen when the card appears. What is chosen goes out only from
// the review, which shows it as it will be read. The answer is made in code
// that can't draw (input.go, reply.go, answer.go) and drawn in code that can't
// answer.
package question
