import AppexProtocol
import OpenExtensionKit

/// Tells an extension of which nothing is known from one that is not there.
enum InstalledExtension {
    /// - Throws: ``ExtensionError`` when the extension is not installed, or when the broker cannot be asked. None
    ///   for one that is switched off.
    static func check(_ identifier: String) async throws {
        let broker = try ExtensionHost().broker
        do {
            _ = try await broker.call(BrokerInterface.Find(identifier: identifier))
        } catch {
            guard error.code == .refused else { throw error }
        }
    }
}
