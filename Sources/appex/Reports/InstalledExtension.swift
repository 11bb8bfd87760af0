import AppexProtocol
import OpenExtensionKit

/// Distinguishes an extension without logs or reports from one that is not installed.
enum InstalledExtension {
    /// Checks that an extension is installed, enabled or not.
    ///
    /// - Throws: ``ExtensionError`` if it is not installed or the broker cannot be reached.
    static func check(_ identifier: String) async throws {
        let device = try ExtensionHost().administration
        do {
            _ = try await device.extension(identifier)
        } catch {
            guard error.code == .refused else { throw error }
        }
    }
}
