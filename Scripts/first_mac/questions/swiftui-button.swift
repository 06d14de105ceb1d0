// question: the action of a Button is on the main actor
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import SwiftUI

@MainActor func act() {}
nonisolated func button() -> Button<Text> { Button("act", action: { act() }) }
