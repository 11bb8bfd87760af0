import AppexSystem
import Foundation
import Glibc
import OpenFoundation
import SystemPackage

/// A zip archive of an app: of the folder `NAME.app`, or as `.ipa` of the folder `Payload` that contains it.
struct AppArchive {
    let url: URL

    /// The maximum size of an unpacked app in bytes, which is that of an installation.
    private static let unpackedBytes: Int64 = 4 << 30

    /// Whether a file's name says that it is an archive.
    static func isArchive(_ url: URL) -> Bool { ["ipa", "zip"].contains(url.pathExtension.lowercased()) }

    /// Unpacks the app into a temporary folder, and removes that after `body`.
    ///
    /// The archive is untrusted. It is read by a sandboxed helper program, and only files and folders inside the temporary folder
    /// are created.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be unpacked; the error of `body`.
    nonisolated(nonsending) func unpacked<Value>(
        _ body: nonisolated(nonsending) (URL) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("appex-" + UUID().uuidString)
        try PrivateFolder.make(FilePath(folder.path))
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(try unpack(into: folder))
    }

    private func unpack(into folder: URL) throws(CommandFailure) -> URL {
        do {
            let file = try Descriptor(opening: FilePath(url.path), O_RDONLY | O_NONBLOCK)
            let top = try FolderArchive.unpack(file, into: folder, limit: Self.unpackedBytes)
            if top.pathExtension == "app" { return top }
            let inner = try FileManager.default.contentsOfDirectory(atPath: top.path).filter { $0.hasSuffix(".app") }
            if top.lastPathComponent == "Payload", inner.count == 1 { return top.appendingPathComponent(inner[0]) }
        } catch {
            throw CommandFailure("Cannot install \(url.path): the archive cannot be unpacked: \(error).", .failed)
        }
        throw CommandFailure(
            "Cannot install \(url.path): the archive must contain one folder NAME.app, or Payload/NAME.app.", .failed)
    }
}
