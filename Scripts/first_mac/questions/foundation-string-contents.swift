// question: String(contentsOfFile:) without an encoding gives no warning for macOS 14
// thought: yes
// sdk: macosx
// target: arm64-apple-macosx14.0
import Foundation

func text(_ path: String) throws -> String { try String(contentsOfFile: path) }
