// Controls and the text in them.
@available(iOS 13.0, macOS 10.15, *)
@frozen public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(_ value: String) { fatalError() }
    public init(stringLiteral value: String) { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
@frozen public struct Text: View, Equatable, Sendable {
    public struct DateStyle: Sendable {
        public static let time: Text.DateStyle = { fatalError() }()
        public static let date: Text.DateStyle = { fatalError() }()
    }
    nonisolated public init(_ key: LocalizedStringKey) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) { fatalError() }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public init(_ date: Date, style: Text.DateStyle) { fatalError() }
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@available(iOS 15.0, macOS 12.0, *)
public struct ButtonRole: Equatable, Sendable {
    public static let destructive: ButtonRole = { fatalError() }()
    public static let cancel: ButtonRole = { fatalError() }()
}

@available(iOS 13.0, macOS 10.15, *)
public struct Button<Label: View>: View {
    nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { fatalError() }
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
extension Button where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) { fatalError() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public init(
        _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
public struct Toggle<Label: View>: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
extension Toggle where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
public struct TextField<Label: View>: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
extension TextField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { fatalError() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
extension Picker where Label == Text {
    nonisolated public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
public protocol PickerStyle {}

@available(iOS 13.0, macOS 10.15, *)
public struct SegmentedPickerStyle: PickerStyle { public init() {} }

@available(iOS 13.0, macOS 10.15, *)
extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { fatalError() }
}
