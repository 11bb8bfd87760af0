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
        guard self == .acrossSession else { return try await body(provider) }
        let (first, second) = try PacketSocket.pair().bags()
        guard let hostEnd = first.take(), let extensionEnd = second.take() else { throw Errno.badFileDescriptor }
        let host = try ItemExchange(socket: hostEnd, role: "host") { _ in }
        let `extension` = try ItemExchange(socket: extensionEnd, role: "extension") { _ in }
        let item = NSExtensionItem()
        item.attachments = [provider]
        let arrived = `extension`.items(host.export([item]))
        let result = try await body(try #require(arrived.first?.attachments?.first))
        withExtendedLifetime((host, `extension`)) {}
        return result
    }
}
