import AppexPages
import FlyingFox
import Foundation
import OpenExtensionKit
import OpenFoundation
import SystemPackage

/// Installs an app that a browser sends, as a zip archive; see `AppArchive`.
struct AppInstaller: Sendable {
    let settings: DeviceSettings

    /// Installs an app from the body of a request.
    ///
    /// - Throws: ``PageFailure`` if the archive is invalid or too large; ``ExtensionError`` if the app cannot be
    ///   installed.
    func install(_ body: HTTPBodySequence) async throws -> AppListing {
        let folder = try TemporaryFolder.shared.enter()
        let archive = folder.appendingPathComponent(UUID().uuidString + ".zip")
        defer {
            try? FileManager.default.removeItem(at: archive)
            TemporaryFolder.shared.leave()
        }
        try await receive(body, archive)
        do {
            return try await AppArchive(archive).unpacked(limit: WebLimits.unpackedBytes) {
                try await settings.install(FilePath($0.path))
            }
        } catch let error as AppArchive.Invalid {
            throw PageFailure("\(error) Choose a zip archive of one folder NAME.app.")
        }
    }

    private func receive(_ body: HTTPBodySequence, _ file: URL) async throws {
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw PageFailure("The archive cannot be stored on this machine.")
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var bytes = 0
        for try await chunk in body {
            bytes += chunk.count
            guard bytes <= WebLimits.uploadBytes else { throw PageFailure("The archive is too large.") }
            try handle.write(contentsOf: chunk)
        }
    }
}
