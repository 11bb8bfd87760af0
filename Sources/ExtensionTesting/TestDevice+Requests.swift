public import OpenExtensionKit

/// Requests to extensions of a device.
extension TestDevice {
    /// Hands items to an extension, as a host of its own, and waits for the items that it returns.
    ///
    /// - Parameter bundleIdentifier: that of the extension.
    /// - Parameter faults: what is made to go wrong. Of several at one point the first counts. With any, the host does
    ///   not try again with another process, as it otherwise does when a process that was there already has died
    ///   before it had heard of the request.
    /// - Parameter timeout: how long the extension may take; what a fault that makes it silent costs.
    /// - Throws: what `ExtensionHost.send(_:to:timeout:)` throws; ``TestDeviceError/notReached(_:)`` when the request
    ///   ended well although it had not come to each of the faults.
    nonisolated(nonsending) public func send(
        _ items: [NSExtensionItem], to bundleIdentifier: String, faults: [Fault] = [],
        timeout: Duration = .seconds(20)
    ) async throws -> [NSExtensionItem] {
        let host = host()
        let plan = FaultPlan(faults.map(\.injected))
        let identity = try await host.extension(bundleIdentifier)
        let returned = try await host.request(
            items, identity, timeout: timeout, faults: faults.isEmpty ? nil : plan
        ).items
        let unreached = plan.unreached
        guard unreached.isEmpty else {
            throw TestDeviceError.notReached(faults.filter { unreached.contains($0.injected) })
        }
        return returned
    }
}
