// question: the closures of Binding may capture what is not Sendable
// thought: no
// sdk: iphoneos
// target: arm64-apple-ios17.0
import SwiftUI

final class Box { var value = 0 }

func bind(_ box: Box) -> Binding<Int> { Binding(get: { box.value }, set: { box.value = $0 }) }
