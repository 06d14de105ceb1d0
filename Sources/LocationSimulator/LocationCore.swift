// Who has a phone in a test has its coordinates, times and permissions too, without another import.
@_exported public import LocationCore
