import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

extension TestDevice {
    /// The reports that lie on the device now, the oldest first. One that cannot be read is missing.
    var reports: [ExtensionReport] {
        files(in: "device/Library/Reports").compactMap { name in
            let data = FileManager.default.contents(atPath: place.layout.reports.pushing(name).string)
            return try? ReportJSON.report(from: Array(data ?? Data()))
        }.sorted { $0.identifier < $1.identifier }
    }
}

extension ExtensionHost {
    /// The extension processes of the device, as the broker describes them.
    nonisolated(nonsending) func extensionProcesses() async throws -> [ProcessRecord] {
        try await processes().filter { $0.role == .appExtension }
    }
}
