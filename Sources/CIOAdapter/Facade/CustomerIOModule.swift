/// A part of the SDK that an app adds. (CIO 1.4)
public protocol CustomerIOModule {
    /// Its name.
    var moduleName: String { get }

    /// Starts it; called by ``CustomerIO/initialize(withConfig:)`` in the order of adding.
    func initialize()
}

/// What a module is configured with.
public protocol CustomerIOModuleConfig {}
