// The vendor's module of this name: `CustomerIO`, its builder and its modules. Names of all the adapter come with it.
@_exported public import CIOAdapter
