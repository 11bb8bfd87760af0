import AppexSystem
import FlyingFox
import Foundation
import OpenFoundation
import SystemPackage

/// Installs an app that a browser sends, as a zip archive of one folder `Name.app`.
struct AppInstaller: Sendable {
    let settings: DeviceSettings

    /// Installs an app from the body of a request.
    ///
    /// - Throws: ``TabFailure`` if the archive is invalid or too large; ``ExtensionError`` if the app cannot be
    ///   installed.
    func install(_ body: HTTPBodySequence) async throws -> AppListing {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("appex-web-" + UUID().uuidString)
        try PrivateFolder.make(FilePath(folder.path))
        defer { try? FileManager.default.removeItem(at: folder) }
        let archive = folder.appendingPathComponent("upload.zip")
        try await receive(body, archive)
        let app: URL
        do {
            let file = try Descriptor(opening: FilePath(archive.path), O_RDONLY)
            app = try FolderArchive.unpack(file, into: folder, limit: WebLimits.unpackedBytes)
        } catch {
            throw TabFailure(
                "The archive cannot be unpacked: \(error). Choose a zip archive of one folder NAME.app.")
        }
        guard app.pathExtension == "app" else {
            throw TabFailure("There is no app in the archive. Choose a zip archive of one folder NAME.app.")
        }
        return try await settings.install(FilePath(app.path))
    }

    private func receive(_ body: HTTPBodySequence, _ file: URL) async throws {
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw TabFailure("The archive cannot be stored on this machine.")
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var bytes = 0
        for try await chunk in body {
            bytes += chunk.count
            guard bytes <= WebLimits.uploadBytes else { throw TabFailure("The archive is too large.") }
            try handle.write(contentsOf: chunk)
        }
    }
}
