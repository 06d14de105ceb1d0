/// The start of an element.
struct XMLElement: Hashable {
    /// The name as written, prefix included.
    let name: String
    /// The namespace of ``name``: empty for none, `nil` for a prefix that nothing declares.
    let namespace: String?
    /// Values by name as written, with references resolved.
    let attributes: [String: String]
    /// The line its tag begins in.
    let line: Int

    /// The name without its prefix.
    var localName: Substring {
        name.firstIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
    }
}
