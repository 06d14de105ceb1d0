// The vendor's module of this name, which apps import for `LocationData` and the configuration. Names of all the adapter come
// with it.
@_exported public import CIOAdapter
