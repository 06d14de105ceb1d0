// The vendor's module of this name: `GeofenceModule` and what belongs to it. Names of all the adapter come with it.
@_exported public import CIOAdapter
