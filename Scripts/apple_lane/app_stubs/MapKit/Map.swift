// MapKit for SwiftUI, as far as the example app uses it: declarations alone.
public import CoreLocation
public import Foundation
public import SwiftUI

@available(iOS 17.0, macOS 14.0, *)
@MainActor @preconcurrency public protocol MapContent {
    associatedtype Body
}

@available(iOS 17.0, macOS 14.0, *)
@resultBuilder public struct MapContentBuilder {
    @MainActor @preconcurrency public static func buildExpression<Content: MapContent>(_ content: Content) -> Content {
        fatalError()
    }
    @MainActor @preconcurrency public static func buildBlock<Content: MapContent>(_ content: Content) -> Content {
        fatalError()
    }
    @MainActor @preconcurrency public static func buildBlock<each Content: MapContent>(_ content: repeat each Content)
        -> _TupleMapContent<(repeat each Content)>
    { fatalError() }
    @MainActor @preconcurrency public static func buildIf<Content: MapContent>(_ content: Content?) -> Content? {
        fatalError()
    }
}

@available(iOS 17.0, macOS 14.0, *)
public struct _TupleMapContent<T>: MapContent { public typealias Body = Never }

@available(iOS 17.0, macOS 14.0, *)
extension Optional: MapContent where Wrapped: MapContent { public typealias Body = Never }

@available(iOS 17.0, macOS 14.0, *)
extension ForEach: MapContent where Content: MapContent {
    public typealias Body = Never
}

@available(iOS 17.0, macOS 14.0, *)
extension ForEach where ID == Data.Element.ID, Content: MapContent, Data.Element: Identifiable {
    @MainActor @preconcurrency public init(
        _ data: Data, @MapContentBuilder content: @escaping (Data.Element) -> Content
    ) { fatalError() }
}

@available(iOS 17.0, macOS 14.0, *)
public struct MapContentView<SelectionValue, Content: MapContent>: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public struct Map<Content: View>: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@available(iOS 17.0, macOS 14.0, *)
extension Map {
    public init<C: MapContent>(
        position: Binding<MapCameraPosition>, bounds: MapCameraBounds? = nil,
        interactionModes: MapInteractionModes = .all, scope: Namespace.ID? = nil,
        @MapContentBuilder content: () -> C
    ) where Content == MapContentView<Never, C> { fatalError() }
}

@available(iOS 17.0, macOS 14.0, *)
public struct MapCameraBounds: Sendable {}

@available(iOS 14.0, macOS 11.0, *)
public struct MapInteractionModes: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let all: MapInteractionModes = { fatalError() }()
}

@available(iOS 17.0, macOS 14.0, *)
public struct MapCameraPosition: Equatable, Sendable {
    public static var automatic: MapCameraPosition { fatalError() }
    public static func userLocation(followsHeading: Bool = false, fallback: MapCameraPosition) -> MapCameraPosition {
        fatalError()
    }
}

@available(iOS 17.0, macOS 14.0, *)
public struct MapProxy {
    public func convert(_ point: CGPoint, from space: some CoordinateSpaceProtocol) -> CLLocationCoordinate2D? {
        fatalError()
    }
    public func convert(_ coordinate: CLLocationCoordinate2D, to space: some CoordinateSpaceProtocol) -> CGPoint? {
        fatalError()
    }
}

@available(iOS 17.0, macOS 14.0, *)
@MainActor @preconcurrency public struct MapReader<Content: View>: View {
    public init(@ViewBuilder content: @escaping (MapProxy) -> Content) { fatalError() }
    public typealias Body = Never
    public var body: Never { fatalError() }
}
