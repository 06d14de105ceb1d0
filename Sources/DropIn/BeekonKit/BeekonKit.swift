// The vendor's module of this name.
@_exported public import BeekonAdapter
