# What each target does is in the script it runs, or in README.md.
.PHONY: demo test apple format lint bench bench-peers backends kill soak fuzz

SWIFT_FILES = Package.swift Sources Tests Examples Benchmarks

demo:
	@Scripts/demo

test:
	@Scripts/test

# Every target type-checked for iOS 17, macOS 14 and iOS 26, on Linux.
apple:
	@Scripts/apple-lane

format:
	swift format -i -r -p $(SWIFT_FILES)

lint:
	swift format lint -s -r -p $(SWIFT_FILES)

bench:
	@Scripts/check-tools
	swift build -c release --product geofence-wake
	swift run -c release geofence-bench

# Other engines on the same files, ours between two runs of theirs.
bench-peers:
	@Scripts/bench-peers

# The conformance suites and random lives over AppleLocation, both ways, on iOS 17 and 18.
backends:
	@Scripts/backends

# 200 kills in one run; KILLS=20 for a quick one.
kill:
	@Scripts/kill $(or $(KILLS),200)

# The suite 100 times, until the first failure, then 10,000 random lives for each way of Apple's to watch regions;
# TIMES=10 LIVES=100 for less.
soak:
	@Scripts/soak $(or $(TIMES),100) $(or $(LIVES),10000)

# Bytes from outside and rows of calls, with libFuzzer and AddressSanitizer; SECONDS for each target. Linux only.
fuzz:
	@Scripts/fuzz $(or $(SECONDS),30)
