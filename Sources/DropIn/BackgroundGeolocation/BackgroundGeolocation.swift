// The vendor's module of this name. `Names.swift` has what makes its types reachable by their qualified names.
@_exported public import BGeoAdapter
