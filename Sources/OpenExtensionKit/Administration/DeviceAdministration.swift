package import AppexModel
package import AppexProtocol

/// Administers a device: its apps, the extensions that are offered, what runs, and where its files are.
///
/// All calls are answered by the device's broker, which is started when none runs, unless they say otherwise. Those that
/// change the device are made once; the others are repeated when the broker ends before it has answered.
package struct DeviceAdministration: Sendable {
    private let broker: BrokerClient

    /// - Parameter host: a host on the device.
    package init(of host: ExtensionHost) { broker = host.broker }

    // MARK: Places

    /// The places of the device's files.
    package var layout: DeviceLayout { broker.layout }

    /// The path of the folder with the device's sockets.
    package var runtimePath: String { broker.runtimePath }

    /// The types that the device's apps declare, as the text of a `TypeList`; empty if they are unknown.
    package var declaredTypes: String { broker.declaredTypes }

    // MARK: Apps

    /// The installed apps with the copies of extensions that are in use, by name.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func apps() async throws(ExtensionError) -> [ApplicationRecord] {
        try await broker.call(BrokerInterface.List()).0.elements.map { $0.localized() }
    }

    /// The installed apps that declare a URL scheme in their Info.plists, by name.
    ///
    /// - Parameter scheme: in lower case.
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func apps(declaring scheme: String) async throws(ExtensionError) -> [ApplicationRecord] {
        try await apps().filter { $0.manifest.map(URLSchemes.declared)?.contains(scheme) == true }
    }

    /// The extension points that installed apps define, each with the display name of its app, by identifier.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func points() async throws(ExtensionError) -> [(point: PointDeclaration, app: String)] {
        try await apps().flatMap { app in app.points.map { ($0, app.displayName) } }
            .sorted { $0.0.identifier.rawValue < $1.0.identifier.rawValue }
    }

    /// Installs an app, or updates it.
    ///
    /// - Parameter path: of the app's bundle, a folder that this process can read.
    /// - Parameter isReplacing: whether an app of another signer, or a newer version, is replaced.
    /// - Parameter acceptsUntrusted: whether an app is installed that is not signed, or by somebody whom the device does not
    ///   trust.
    /// - Returns: the app as it is installed now.
    /// - Throws: ``ExtensionError`` when the bundle is refused or the broker cannot be asked.
    package func install(
        _ path: String, isReplacing: Bool = false, acceptsUntrusted: Bool = false
    ) async throws(ExtensionError) -> ApplicationRecord {
        try await broker.call(
            BrokerInterface.Install(path: path, isReplacing: isReplacing, acceptsUntrusted: acceptsUntrusted),
            once: true
        ).0.localized()
    }

    /// Removes an app with its extensions and their containers.
    ///
    /// - Parameter identifier: of the app.
    /// - Throws: ``ExtensionError/Code/notFound`` when it is not installed; ``ExtensionError`` when the broker cannot be
    ///   asked.
    package func uninstall(_ identifier: String) async throws(ExtensionError) {
        _ = try await broker.call(BrokerInterface.Uninstall(identifier: identifier), once: true)
    }

    // MARK: Extensions

    /// The copies of extensions that are in use, whether they are offered or not, by app.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func extensions() async throws(ExtensionError) -> [ExtensionRecord] {
        try await apps().flatMap(\.extensions)
    }

    /// The copy of an extension that is in use.
    ///
    /// - Throws: ``ExtensionError/Code/notFound`` when there is none; ``ExtensionError`` when the broker cannot be asked.
    package func `extension`(_ identifier: String) async throws(ExtensionError) -> ExtensionRecord {
        try await broker.call(BrokerInterface.Find(identifier: identifier)).0.localized()
    }

    /// The extensions that are offered for items, in the order in which they are offered.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func offered(for query: MatchQuery) async throws(ExtensionError) -> [ExtensionRecord] {
        try await broker.call(BrokerInterface.Match(query)).0.localized().extensions
    }

    // MARK: Processes, layers and numbers

    /// The live processes of the device.
    ///
    /// - Parameter limit: how long the broker may take to answer.
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func processes(
        within limit: Duration = BrokerClient.answerLimit
    ) async throws(ExtensionError) -> [ProcessRecord] {
        try await broker.call(BrokerInterface.Processes(), within: limit).0.elements
    }

    /// The live processes of the device, without starting a broker: without one there are none.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func processesIfRunning() async throws(ExtensionError) -> [ProcessRecord] {
        try await broker.callIfRunning(BrokerInterface.Processes())?.elements ?? []
    }

    /// The layers of the sandbox on this machine.
    ///
    /// - Parameter limit: how long the broker may take to answer.
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func sandboxLayers(
        within limit: Duration = BrokerClient.answerLimit
    ) async throws(ExtensionError) -> [CheckRecord] {
        try await broker.call(BrokerInterface.Layers(), within: limit).0.elements
    }

    /// How limits are enforced on this machine.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func enforcement() async throws(ExtensionError) -> [CheckRecord] {
        try await broker.call(BrokerInterface.Enforcement()).0.elements
    }

    /// The claims and presenters of coordinated files, without starting a broker: without one there are none.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func coordination() async throws(ExtensionError) -> [CoordinationRecord] {
        try await broker.callIfRunning(BrokerInterface.Coordination())?.elements ?? []
    }

    /// What the broker has counted and measured since its start, without starting one: without one there is nothing.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    package func metrics() async throws(ExtensionError) -> [MetricRecord] {
        try await broker.callIfRunning(BrokerInterface.Metrics())?.elements ?? []
    }
}

extension ExtensionHost {
    /// Administers the device that the host is on.
    package var administration: DeviceAdministration { DeviceAdministration(of: self) }
}
