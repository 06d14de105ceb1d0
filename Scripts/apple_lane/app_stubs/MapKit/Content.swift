// What stands on a map.
public import CoreLocation
public import Foundation
public import SwiftUI

@available(iOS 17.0, macOS 14.0, *)
public struct MapCircle: MapContent {
    public typealias Body = Never
    nonisolated public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) { fatalError() }
}

@available(iOS 17.0, macOS 14.0, *)
public struct Annotation<Label: View, Content: View>: MapContent { public typealias Body = Never }

@available(iOS 17.0, macOS 14.0, *)
extension Annotation where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, coordinate: CLLocationCoordinate2D, anchor: UnitPoint = .center,
        @ViewBuilder content: () -> Content
    ) { fatalError() }
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, coordinate: CLLocationCoordinate2D, anchor: UnitPoint = .center, @ViewBuilder content: () -> Content
    ) { fatalError() }
}

@available(iOS 17.0, macOS 14.0, *)
public struct UserAnnotation<Content: View>: MapContent { public typealias Body = Never }

@available(iOS 17.0, macOS 14.0, *)
extension UserAnnotation where Content == EmptyView {
    public init(anchor: UnitPoint = .center) { fatalError() }
}

@available(iOS 17.0, macOS 14.0, *)
extension MapContent {
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some MapContent { self }
    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some MapContent { self }
}
