import AppexProtocol
import AppexSystem
import Foundation
import OpenFoundation
import SystemPackage
import Testing

/// How far the loader of a provider is from the process that made it.
enum Distance: CaseIterable, Sendable {
    /// The provider itself.
    case direct
    /// A stand-in at the other end of a socket.
    case acrossSession

    /// Lends a provider as the loader sees it.
    func with<Result>(_ provider: NSItemProvider, _ body: (NSItemProvider) async throws -> Result) async throws
        -> Result
    {
        switch self {
        case .direct: return try await body(provider)
        case .acrossSession:
            let pair = try SessionEnds()
            let item = NSExtensionItem()
            item.attachments = [provider]
            let arrived = pair.extension.items(pair.host.export([item]))
            let standIn = try #require(arrived.first?.attachments?.first)
            let result = try await body(standIn)
            withExtendedLifetime(pair) {}
            return result
        }
    }
}

/// Both ends of a session in one process.
struct SessionEnds {
    let host: ItemExchange
    let `extension`: ItemExchange

    init() throws {
        let (first, second) = try PacketSocket.pair().bags()
        guard let hostEnd = first.take(), let extensionEnd = second.take() else { throw Errno.badFileDescriptor }
        host = try ItemExchange(socket: hostEnd, role: "host") { _ in }
        `extension` = try ItemExchange(socket: extensionEnd, role: "extension") { _ in }
    }
}

extension NSItemProvider {
    /// Loads bytes, for tests that wait.
    func data(_ type: String) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            loadDataRepresentation(forTypeIdentifier: type) { data, error in
                continuation.resume(with: Result { try data ?? { throw error ?? CancellationError() }() })
            }
        }
    }
}

/// The error that work throws, as Foundation sees it.
func failure(of work: () async throws -> Void) async -> NSError? {
    do {
        try await work()
        return nil
    } catch {
        return error as NSError
    }
}
