// The vendor's module of this name: `LocationModule` and what belongs to it. Names of all the adapter come with it.
@_exported public import CIOAdapter
