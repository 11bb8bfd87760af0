import AppexSystem
import FlyingFox
import Foundation
import OpenFoundation
import SystemPackage

/// Installs the app in an archive that a browser sends: a zip archive with one folder `Name.app` in it.
struct AppInstaller: Sendable {
    let settings: DeviceSettings

    /// - Throws: ``TabFailure`` when the archive is none or holds something else; ``ExtensionError`` as an install does.
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
                "The archive cannot be unpacked: \(error). A zip archive of one folder NAME.app is needed.")
        }
        guard app.pathExtension == "app" else {
            throw TabFailure("There is no app in the archive: a zip archive of one folder NAME.app is needed.")
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
