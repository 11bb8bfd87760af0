public import OpenExtensionKit

/// Sending requests to extensions.
extension TestDevice {
    /// Hands items to an extension, as a host of its own, and returns the items that it completes the request with.
    ///
    /// - Parameters:
    ///   - items: the items of the request.
    ///   - bundleIdentifier: the extension.
    ///   - faults: the failures to inject. If several apply at one point, the first one does. With any fault, the host
    ///     does not retry with a new process, as it otherwise does if a running process dies before it receives the
    ///     request.
    ///   - timeout: how long the extension may take. A fault that silences it takes this long.
    /// - Throws: what `ExtensionHost.send(_:to:timeout:)` throws; ``TestDeviceError/notReached(_:)`` if the request
    ///   succeeded before every fault took effect.
    nonisolated(nonsending) public func send(
        _ items: [NSExtensionItem], to bundleIdentifier: String, faults: [Fault] = [],
        timeout: Duration = .seconds(60)
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
