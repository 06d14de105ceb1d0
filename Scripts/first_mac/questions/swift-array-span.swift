// question: Array.span may be used for iOS 17
// thought: ?
// sdk: iphoneos
// target: arm64-apple-ios17.0
func count(_ numbers: [Int]) -> Int { numbers.span.count }
