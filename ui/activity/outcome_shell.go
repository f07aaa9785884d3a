package activity

import (
	"time"

	"sayso/approver"
	"sayso/internal/claude"
)

func bashOutcome(r claude.BashOutput, o approver.Outcome) (s shown) {
	if r.Interrupted {
		s.say("It was interrupted")
	}
	if after := milliseconds(r.TimedOutAfterMS); after != "" {
		s.say("It took longer than %s and went on in the background", after)
	}
	if r.BackgroundTaskID != "" {
		s.say("It runs in the background, as task %s", line(r.BackgroundTaskID))
	}
	if r.DangerouslyDisableSandbox {
		s.say("It ran outside of the sandbox")
	}
	if r.ReturnCodeInterpretation != "" {
		s.say("Exit status: %s", line(r.ReturnCodeInterpretation))
	}
	switch {
	case r.IsImage:
		s.say("The output is an image")
	case r.Stdout == "" && r.Stderr == "" && r.BackgroundTaskID == "":
		s.say("No output")
	case r.Stdout != "":
		s.say("%s of output", count(o.Lines, "line", "lines"))
		s.text = r.Stdout
	}
	if r.PersistedOutputPath != "" {
		s.say("The whole output, %s, is in %s", size(r.PersistedOutputSize), line(r.PersistedOutputPath))
	}
	if r.Stderr != "" {
		s.said = append(s.said, "Notices:", r.Stderr)
		if s.text != "" {
			s.said = append(s.said, "Output:")
		}
	}
	return s
}

func monitorOutcome(r claude.MonitorOutput, _ approver.Outcome) (s shown) {
	switch after := milliseconds(r.TimeoutMS); {
	case r.TaskID == "":
	case r.Persistent || after == "":
		s.say("It watches until it is stopped, as task %s", line(r.TaskID))
	default:
		s.say("It watches for %s, as task %s", after, line(r.TaskID))
	}
	return s
}

func taskOutputOutcome(r claude.TaskOutputOutput, _ approver.Outcome) (s shown) {
	if r.RetrievalStatus != "" {
		s.say("Asked for its output: %s", line(r.RetrievalStatus))
	}
	if r.Task != nil {
		s.say("Task %s is %s", line(r.Task.TaskID), line(r.Task.Status))
		s.text = r.Task.Output
	}
	return s
}

func taskStopOutcome(r claude.TaskStopOutput, _ approver.Outcome) (s shown) {
	s.said = texts(r.Message)
	if len(s.said) == 0 && r.TaskID != "" {
		s.say("Stopped task %s", line(r.TaskID))
	}
	return s
}

// milliseconds says a length of time that a record tells, and "" for none.
func milliseconds(n claude.Number) string {
	return span(time.Duration(min(n.Float(), 1e12) * float64(time.Millisecond)))
}
