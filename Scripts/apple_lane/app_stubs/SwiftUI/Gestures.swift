// Gestures.
@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol Gesture<Value> {
    associatedtype Value
}

@available(iOS 13.0, macOS 10.15, *)
public struct _EndedGesture<Content: Gesture>: Gesture { public typealias Value = Content.Value }

@available(iOS 13.0, macOS 10.15, *)
extension Gesture {
    nonisolated public func onEnded(_ action: @escaping (Self.Value) -> Void) -> _EndedGesture<Self> { fatalError() }
    nonisolated public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        fatalError()
    }
}

@available(iOS 13.0, macOS 10.15, *)
@frozen public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let all: GestureMask = { fatalError() }()
}

@available(iOS 13.0, macOS 10.15, *)
public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    nonisolated public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var location: CGPoint
        public var startLocation: CGPoint
    }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public init(
        minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local
    ) { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
@frozen public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    @frozen public enum Value {
        case first(First.Value)
        case second(First.Value, Second.Value?)
    }
}

@available(iOS 17.0, macOS 14.0, *)
public protocol CoordinateSpaceProtocol {}

@available(iOS 17.0, macOS 14.0, *)
public struct LocalCoordinateSpace: CoordinateSpaceProtocol { public init() {} }

@available(iOS 17.0, macOS 14.0, *)
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
    public static var local: LocalCoordinateSpace { fatalError() }
}
