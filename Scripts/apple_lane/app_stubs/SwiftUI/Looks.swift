// Colors, fonts and styles.
@available(iOS 13.0, macOS 10.15, *)
public protocol ShapeStyle: Sendable {}

@available(iOS 13.0, macOS 10.15, *)
@frozen public struct Color: Hashable, Sendable, ShapeStyle, View {
    public enum RGBColorSpace: Equatable, Hashable, Sendable {
        case sRGB
        case sRGBLinear
        case displayP3
    }
    nonisolated public init(
        _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) { fatalError() }
    nonisolated public func opacity(_ opacity: Double) -> Color { fatalError() }
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@available(iOS 15.0, macOS 12.0, *)
public struct Material: Sendable, ShapeStyle {}

@available(iOS 15.0, macOS 12.0, *)
extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
@frozen public struct Font: Hashable, Sendable {
    public static let footnote: Font = { fatalError() }()
}

@available(iOS 13.0, macOS 10.15, *)
@frozen public enum VerticalEdge: Int8, CaseIterable, Sendable {
    case top
    case bottom
}

@available(iOS 13.0, macOS 10.15, *)
@frozen public enum Edge: Int8, CaseIterable, Sendable {
    case top
    case leading
    case bottom
    case trailing
    @frozen public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all: Edge.Set = { fatalError() }()
    }
}

@available(iOS 13.0, macOS 10.15, *)
@frozen public struct UnitPoint: Hashable, Sendable {
    public static let center: UnitPoint = { fatalError() }()
}

@available(iOS 14.0, macOS 11.0, *)
@frozen @propertyWrapper public struct Namespace: DynamicProperty {
    public init() {}
    public struct ID: Hashable, Sendable {}
    public var wrappedValue: Namespace.ID { fatalError() }
}
