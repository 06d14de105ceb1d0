// The delegate of UIKit in an app of SwiftUI.
#if os(iOS)
    @_exported import UIKit

    @available(iOS 14.0, *)
    @propertyWrapper @MainActor @preconcurrency public struct UIApplicationDelegateAdaptor<
        DelegateType: NSObject & UIApplicationDelegate
    >: DynamicProperty {
        public var wrappedValue: DelegateType { fatalError() }
        public init(_ delegateType: DelegateType.Type = DelegateType.self) { fatalError() }
    }
#endif
