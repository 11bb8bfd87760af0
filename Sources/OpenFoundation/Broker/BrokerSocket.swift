package import AppexModel
package import AppexSystem
package import SystemPackage

/// Connects to the broker of a device.
package enum BrokerSocket {
    /// How often connecting is attempted. A broker that nobody uses may end between its start and the connection of the
    /// process that has started it.
    private static let attempts = 5

    /// Connects to the broker of a device, and starts it first if it is not running. Blocks.
    ///
    /// - Parameter environment: the variables from which the broker's program and its settings are taken.
    /// - Returns: the socket, whose other end belongs to a process of this user.
    /// - Throws: ``BrokerUnavailableError`` if no broker can be started or reached; `DeviceOwnerError` if the device
    ///   belongs to another user.
    package static func connect(to place: DevicePlace, environment: [String: String]) throws -> DescriptorBag {
        try place.layout.checkOwner()
        var attempt = 1
        while true {
            do throws(Errno) {
                return try connectIfRunning(to: place)
            } catch .noSuchFileOrDirectory where attempt <= attempts {
            } catch .connectionRefused where attempt <= attempts {
            } catch {
                throw BrokerUnavailableError(
                    "Cannot connect to \(place.runtime.brokerSocket): \(error).", underlying: error)
            }
            try BrokerStarter(place: place, environment: environment).start()
            attempt += 1
        }
    }

    /// Connects to the broker of a device, if it is running.
    ///
    /// - Throws: the kernel's error: `.noSuchFileOrDirectory` or `.connectionRefused` if it is not running,
    ///   `.permissionDenied` if another user listens.
    package static func connectIfRunning(to place: DevicePlace) throws(Errno) -> DescriptorBag {
        let socket = try PacketSocket.connect(to: place.runtime.brokerSocket)
        let peer = try PeerCredentials(of: socket.descriptor)
        // The broker receives the content of this process, so it must be a process of this user.
        guard peer.userIdentifier == CurrentUser.identifier else { throw .permissionDenied }
        return DescriptorBag(socket.intoDescriptor())
    }
}
