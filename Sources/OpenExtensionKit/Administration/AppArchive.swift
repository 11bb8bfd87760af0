import AppexModel
import AppexSystem
import Foundation
import Glibc
import OpenFoundation
import SystemPackage

/// A zip archive of an app: of the folder `NAME.app`, or as `.ipa` of the folder `Payload` that contains it.
package struct AppArchive: Sendable {
    /// A reason for which an archive is not one of an app, in one sentence.
    package struct Invalid: Error, CustomStringConvertible {
        package let description: String
    }

    /// The archive's file.
    package let url: URL

    /// The maximum size of an unpacked app in bytes, which is that of an installation.
    package static let unpackedBytes: Int64 = 4 << 30

    /// What archives of Apple's systems contain beside the app, and an app here has no use for.
    private static let besides: Set<String> = [
        "__MACOSX", ".DS_Store", "META-INF", "SwiftSupport", "Symbols", "WatchKitSupport2", "iTunesArtwork",
        "iTunesMetadata.plist",
    ]

    /// Creates a value for a file, which is not opened yet.
    package init(_ url: URL) { self.url = url }

    /// Whether a file's name says that it is an archive.
    package static func isArchive(_ url: URL) -> Bool { ["ipa", "zip"].contains(url.pathExtension.lowercased()) }

    /// Unpacks the app into a temporary folder, and removes that after `body`.
    ///
    /// The archive is untrusted. It is read by a sandboxed helper program. All of its names are checked before the first file is
    /// created, and only files and folders inside the temporary folder are created. If this process is killed, the next one that
    /// needs temporary files removes them.
    ///
    /// - Parameter limit: the maximum size of all files together, in bytes.
    /// - Throws: ``Invalid`` if it cannot be unpacked; the error of `body`.
    nonisolated(nonsending) package func unpacked<Value>(
        limit: Int64 = unpackedBytes, _ body: nonisolated(nonsending) (URL) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder.shared.enter().appendingPathComponent(UUID().uuidString, isDirectory: true)
        defer {
            try? FileManager.default.removeItem(at: folder)
            TemporaryFolder.shared.leave()
        }
        return try await body(try unpack(into: folder, limit))
    }

    private func unpack(into folder: URL, _ limit: Int64) throws(Invalid) -> URL {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let file = try Descriptor(opening: FilePath(url.path), O_RDONLY | O_NONBLOCK)
            guard try file.status().st_mode & S_IFMT == S_IFREG else {
                throw Invalid(description: "The archive is not a regular file.")
            }
            let top = try FolderArchive.unpack(file, into: folder, limit: limit, besides: Self.besides)
            if top.pathExtension == "app" { return top }
            let inner = try FileManager.default.contentsOfDirectory(atPath: top.path).filter { $0.ends(with: ".app") }
            if top.lastPathComponent == "Payload", inner.count == 1 { return top.appendingPathComponent(inner[0]) }
        } catch let error as Invalid {
            throw error
        } catch {
            throw Invalid(description: "The archive cannot be unpacked: \(error).")
        }
        throw Invalid(description: "The archive must contain one folder NAME.app, or Payload/NAME.app.")
    }
}
