# What there is to do with the tree. .ci/run does all of it on a new machine.

.PHONY: test race lint bench golden demo

test:
	go test ./...

race:
	go test -race ./...

lint:
	test -z "$$(gofmt -l .)" || { gofmt -d .; exit 1; }
	go vet ./...
	GOOS=darwin go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

bench:
	go test -run '^$$' -bench . ./...

# Write the golden files anew. Look at what changed before you keep it.
golden:
	go test ./ui/... -update
	.ci/readme-frame

demo:
	go run . demo
