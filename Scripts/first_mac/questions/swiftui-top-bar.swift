// question: the placements topBarLeading and topBarTrailing exist for iOS 17
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import SwiftUI

func placements() -> [ToolbarItemPlacement] { [.topBarLeading, .topBarTrailing] }
