// question: closures with typed throws may stand in an array for iOS 17
// thought: no
// sdk: iphoneos
// target: arm64-apple-ios17.0
struct Failure: Error {}

func count(_ steps: [() throws(Failure) -> Void]) -> Int { steps.count }
