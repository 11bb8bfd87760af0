import AppexModel
import AppexProtocol
package import AppexSystem
import AppexWire
package import OpenFoundation
package import OpenViewTree

extension ExtensionHost {
    /// Sends items to an extension that runs in this process, without a broker, a sandbox or reports.
    ///
    /// - Parameter socket: the host's end of the session's socket.
    /// - Parameter name: the name of the extension in errors.
    /// - Parameter companion: an object that is kept for as long as the returned items can be loaded.
    /// - Parameter timeout: the maximum time for the whole call.
    /// - Throws: as ``send(_:to:timeout:)``.
    nonisolated(nonsending) package static func request(
        _ items: [NSExtensionItem], over socket: consuming Descriptor, to name: String,
        keeping companion: any Sendable, timeout: Duration
    ) async throws -> [NSExtensionItem] {
        let claim = InProcessClaim(companion: companion)
        let request = HostRequest(extension: name, lease: claim, items)
        return request.returned(try await request.run(socket, timeout: timeout, since: .now))
    }

    /// Sends items to an extension that runs in this process, and shows its view.
    ///
    /// - Parameter socket: the host's end of the session's socket.
    /// - Parameter name: the name of the extension in errors.
    /// - Parameter companion: an object that is kept for as long as the returned items can be loaded.
    /// - Throws: as ``present(_:to:traits:opening:sharing:)``.
    nonisolated(nonsending) package static func present(
        _ items: [NSExtensionItem], over socket: consuming Descriptor, to name: String,
        keeping companion: any Sendable, traits: ViewTraits
    ) async throws -> ExtensionView {
        let claim = InProcessClaim(companion: companion)
        let request = HostRequest(extension: name, lease: claim, items, view: HostedView(traits))
        await request.begin(socket, timeout: nil, since: .now)
        return try await request.shown(Task { try await request.outcome() })
    }
}

/// The claim on an extension in this process, for which no broker is responsible.
private final class InProcessClaim: SessionClaim {
    private let companion: any Sendable

    init(companion: any Sendable) {
        self.companion = companion
    }

    /// Refuses every file, so that files are sent as copies.
    func grant(_ file: DescriptorBag, named name: String) async throws -> GrantedFile {
        throw WireError.remote(
            RemoteFailure(code: FailureCode.refused, message: "There is no sandbox that could show a file."))
    }

    func answered() {}
    func giveBack() {}
    func abandon() {}
    nonisolated(nonsending) func abandon(
        _ reason: BrokerInterface.Abandon.Reason, _ detail: String
    ) async -> AbandonedReport { .unreported }
    func onTermination(_ body: @escaping @Sendable (RemoteFailure) -> Void) {}
    var hasDied: Bool { false }
}
