import AppleStandIn

/// A way to the network. There is no public initializer.
public struct NWPath: Equatable, Sendable {
    /// Whether it can be used.
    public enum Status: Sendable, Hashable {
        /// It can.
        case satisfied
        /// It cannot.
        case unsatisfied
        /// It can once a connection has been made.
        case requiresConnection
        #if os(Linux)
            /// A status of a newer system: the real enumeration is open.
            @available(*, unavailable) case ofNewerSystem
        #endif
    }

    /// Whether it can be used.
    public let status: Status
    /// Whether it costs: cellular, and the hotspot of another phone.
    public let isExpensive: Bool
    let interfaces: Set<NWInterface.InterfaceType>

    /// Whether it goes over an interface of this kind.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { interfaces.contains(type) }

    package init(_ status: Status, isExpensive: Bool = false, over interfaces: Set<NWInterface.InterfaceType> = [.wifi])
    {
        self.status = status
        self.isExpensive = isExpensive
        self.interfaces = interfaces
    }
}

/// An interface to the network.
public struct NWInterface: Hashable, Sendable {
    /// What an interface is.
    public enum InterfaceType: Sendable, Hashable {
        /// Something else.
        case other
        /// Wi-Fi.
        case wifi
        /// Cellular.
        case cellular
        /// A cable.
        case wiredEthernet
        /// The machine itself.
        case loopback
    }

    /// What it is.
    public let type: InterfaceType
}

extension NWPath.Status {
    /// A value of a newer system.
    package static var ofNewer: Self { OpenEnumeration.newer(than: 3) }

    /// Compares.
    public static func == (left: NWPath.Status, right: NWPath.Status) -> Bool {
        OpenEnumeration.areSame(left, right)
    }

    /// Hashes.
    public func hash(into hasher: inout Hasher) { OpenEnumeration.feed(self, &hasher) }
}
