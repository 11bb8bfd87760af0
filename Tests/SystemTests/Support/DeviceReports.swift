import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

extension TestDevice {
    /// The reports that lie on the device now, the oldest first. One that cannot be read is missing.
    var reports: [ExtensionReport] { storedReports }
}

extension ExtensionHost {
    /// The extension processes of the device, as the broker describes them.
    nonisolated(nonsending) func extensionProcesses() async throws -> [ProcessRecord] {
        try await processes().filter { $0.role == .appExtension }
    }
}
