# What there is to do with the tree. .ci/run does all of it on a new machine.

.PHONY: build test race lint bench fuzz churn everyday golden demo

# Static: a hook starts sooner, and no LD_PRELOAD of a project reaches it.
build:
	CGO_ENABLED=0 go build -o sayso .

test:
	go test ./...

race:
	go test -race ./...

lint:
	test -z "$$(gofmt -l .)" || { gofmt -d .; exit 1; }
	go mod tidy -diff
	go vet ./...
	GOOS=darwin go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

bench:
	go test -run '^$$' -bench . ./...
	go test -run Table -v ./rules | grep -v '^=== '

# Every fuzz target for a minute. What they find is kept in testdata/fuzz.
fuzz:
	.ci/fuzz FuzzClean ./internal/sanitize
	.ci/fuzz FuzzRule ./rules
	.ci/fuzz FuzzParse ./rules/shell
	.ci/fuzz FuzzParse ./rules/address
	.ci/fuzz FuzzCost ./rules/shell
	.ci/fuzz FuzzPattern ./rules/pathrule
	.ci/fuzz FuzzEventsAndTools ./internal/claude
	.ci/fuzz FuzzInTranscript ./ui/plan
	.ci/fuzz FuzzCompact ./ipc/wire

# Ten minutes and at least 500 faults against three panes. What fails is run again
# with the seed that it printed: make churn SAYSO_CHURN_SEED=N.
export SAYSO_CHURN_SEED
churn:
	SAYSO_CHURN=$${SAYSO_CHURN:-10m} go test -count=1 -timeout 60m -v -run TestNoAllowForWhatTheTerminalDidNotShow ./internal/e2e

# How many presses 29 everyday asks take, and how many cards lock their yes, with the
# real client: SAYSO_CLAUDE is its path. SAYSO_FRAMES=DIR keeps each card as it came.
everyday:
	SAYSO_EVERYDAY=1 go test -count=1 -timeout 10m -v -run TestClientEverydayAsks ./internal/e2e

# Write the golden files anew. Look at what changed before you keep it.
golden:
	go test ./ui ./ui/activity ./ui/keys ./ui/markdown ./ui/plan ./ui/preview ./ui/question -update
	.ci/readme-frame

demo:
	go run . demo
