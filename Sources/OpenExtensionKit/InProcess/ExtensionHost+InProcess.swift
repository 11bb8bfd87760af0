import AppexModel
import AppexProtocol
package import AppexSystem
import AppexWire
package import OpenFoundation
package import OpenViewTree

extension ExtensionHost {
    /// Hands items to an extension that has no process of its own: no broker, no sandbox, no report.
    ///
    /// - Parameter socket: the host's end of the session's socket.
    /// - Parameter name: what the extension is called in errors.
    /// - Parameter companion: lives as long as anybody may load what is returned.
    /// - Throws: what ``send(_:to:timeout:)`` throws.
    nonisolated(nonsending) package static func request(
        _ items: [NSExtensionItem], over socket: consuming Descriptor, to name: String,
        keeping companion: any Sendable, timeout: Duration
    ) async throws -> [NSExtensionItem] {
        let claim = InProcessClaim(companion: companion)
        let request = HostRequest(extension: name, lease: claim, items)
        return request.returned(try await request.run(socket, timeout: timeout, since: .now))
    }

    /// The same with the extension's view.
    ///
    /// - Throws: what ``present(_:to:traits:)`` throws.
    nonisolated(nonsending) package static func present(
        _ items: [NSExtensionItem], over socket: consuming Descriptor, to name: String,
        keeping companion: any Sendable, traits: ViewTraits
    ) async throws -> ExtensionView {
        let claim = InProcessClaim(companion: companion)
        let request = HostRequest(extension: name, lease: claim, items, view: ViewSession(traits))
        await request.begin(socket, timeout: nil, since: .now)
        return try await request.shown(Task { try await request.outcome() })
    }
}

/// The claim on an extension of this very process, which nobody keeps or ends.
private final class InProcessClaim: SessionClaim {
    private let companion: any Sendable

    init(companion: any Sendable) {
        self.companion = companion
    }

    /// Files are handed over as copies.
    func grant(_ file: DescriptorBag, named name: String) async throws -> GrantedFile {
        throw WireError.remote(
            RemoteFailure(code: FailureCode.refused, message: "There is no sandbox that could show a file."))
    }

    func answered() {}
    func giveBack() {}
    func abandon() {}
    nonisolated(nonsending) func abandon(_ reason: BrokerInterface.Abandon.Reason, _ detail: String) async -> String? {
        nil
    }
    func mourn(_ body: @escaping @Sendable (RemoteFailure) -> Void) {}
    var hasDied: Bool { false }
}
