// question: Logger is Sendable
// thought: yes
// sdk: macosx
// target: arm64-apple-macosx14.0
import os

let log = Logger(subsystem: "probe", category: "probe")
