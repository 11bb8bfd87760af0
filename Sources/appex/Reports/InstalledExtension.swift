import AppexProtocol
import OpenExtensionKit

/// Distinguishes an extension or app without logs or reports from one that is not installed.
enum InstalledExtension {
    /// Checks that an extension, enabled or not, or an app is installed.
    ///
    /// - Throws: ``ExtensionError`` if neither is installed or the broker cannot be reached.
    static func check(_ identifier: String) async throws {
        let device = try ExtensionHost().administration
        do {
            _ = try await device.extension(identifier)
        } catch {
            if error.code == .refused { return }
            // An app has a log as well, once it was opened.
            guard error.code == .notFound, try await device.apps().contains(where: { $0.identifier == identifier })
            else { throw error }
        }
    }
}
