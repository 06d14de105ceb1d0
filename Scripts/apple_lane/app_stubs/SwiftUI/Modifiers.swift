// Modifiers of views.
@available(iOS 13.0, macOS 10.15, *)
extension View {
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { EmptyView() }
    nonisolated public func font(_ font: Font?) -> some View { EmptyView() }
    nonisolated public func disabled(_ disabled: Bool) -> some View { EmptyView() }
    nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { EmptyView() }
    nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { EmptyView() }
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { EmptyView() }
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { EmptyView() }
    nonisolated public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        EmptyView()
    }
}

@available(iOS 14.0, macOS 11.0, *)
extension View {
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { EmptyView() }
    @_disfavoredOverload nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        EmptyView()
    }
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { EmptyView() }
    nonisolated public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content)
        -> some View
    { EmptyView() }
}

#if os(iOS)
    @available(iOS 14.0, *)
    public struct NavigationBarItem: Sendable {
        public enum TitleDisplayMode: Sendable {
            case automatic
            case inline
            case large
        }
    }

    @available(iOS 14.0, *)
    extension View {
        nonisolated public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode)
            -> some View
        { EmptyView() }
    }

    @available(iOS 13.0, *)
    extension View {
        nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { EmptyView() }
    }
#endif

@available(iOS 15.0, macOS 12.0, *)
extension View {
    nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { EmptyView() }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
    nonisolated public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> some View
    { EmptyView() }
    nonisolated public func tint(_ tint: Color?) -> some View { EmptyView() }
    nonisolated public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View { EmptyView() }
}

@available(iOS 17.0, macOS 14.0, *)
extension View {
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
    ) -> some View { EmptyView() }
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { EmptyView() }
    @available(iOS, deprecated: 17.0, message: "Use `onChange` with a two or zero parameter action closure instead.")
    @available(macOS, deprecated: 14.0, message: "Use `onChange` with a two or zero parameter action closure instead.")
    nonisolated public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void)
        -> some View
    { EmptyView() }
}
