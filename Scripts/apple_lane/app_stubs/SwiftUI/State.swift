// What a view holds and reads.
@available(iOS 13.0, macOS 10.15, *)
public protocol DynamicProperty {}

@available(iOS 13.0, macOS 10.15, *)
@frozen @propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) { fatalError() }
    public init(initialValue value: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
extension State: Sendable where Value: Sendable {}

@available(iOS 13.0, macOS 10.15, *)
extension State where Value: ExpressibleByNilLiteral {
    public init() { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
@frozen @propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    @preconcurrency public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
        fatalError()
    }
    public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError()
    }
}

@available(iOS 17.0, macOS 14.0, *)
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
    private let kept: Value
    public var wrappedValue: Value {
        get { fatalError() }
        set { fatalError() }
    }
    public var projectedValue: Bindable<Value> { fatalError() }
}

@available(iOS 17.0, macOS 14.0, *)
extension Bindable where Value: AnyObject & Observable {
    public init(wrappedValue: Value) { fatalError() }
    public init(_ wrappedValue: Value) { fatalError() }
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError()
    }
}

@available(iOS 13.0, macOS 10.15, *)
@frozen @propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
    public var wrappedValue: Value { fatalError() }
}

@available(iOS 13.0, macOS 10.15, *)
public struct EnvironmentValues {
    @available(iOS 14.0, macOS 11.0, *)
    public var scenePhase: ScenePhase {
        get { fatalError() }
        set { fatalError() }
    }
    @available(iOS 15.0, macOS 12.0, *)
    public var dismiss: DismissAction { fatalError() }
    @available(iOS 14.0, macOS 11.0, *)
    public var openURL: OpenURLAction {
        get { fatalError() }
        set { fatalError() }
    }
}

@available(iOS 15.0, macOS 12.0, *)
@MainActor @preconcurrency public struct DismissAction {
    public func callAsFunction() { fatalError() }
}

@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public struct OpenURLAction: Sendable {
    public func callAsFunction(_ url: URL) { fatalError() }
}
