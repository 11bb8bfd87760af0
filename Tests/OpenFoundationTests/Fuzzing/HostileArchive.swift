import AppexSystem
import Foundation
import Glibc
@testable import OpenFoundation

/// Unpacks bytes as an archive from another process, inside a folder that nothing may leave. Shared by the seeded test
/// and the coverage-guided fuzzer.
struct HostileArchive {
    /// A fault of the unpacking, as opposed to one of the archive.
    struct Finding: Error {
        let what: String
    }

    /// How many bytes an archive may unpack to.
    static let byteLimit = 4 << 20
    /// How many files and folders a folder may get.
    static let entryLimit = 256

    /// Where archives are unpacked; belongs to the caller, who deletes it.
    let folder: URL

    /// Unpacks an archive in both ways, and deletes what came of it.
    ///
    /// - Returns: whether one of them took it.
    /// - Throws: ``Finding`` when something lies outside, is neither a file nor a folder, or is more than it may be.
    func read(_ bytes: [UInt8]) throws -> Bool {
        let archive = try SealedMemory.file(holding: bytes.span.bytes)
        let outer = folder.appending(path: "outer")
        try FileManager.default.createDirectory(at: outer, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: outer) }
        var isTaken = false
        do {
            let top = try FolderArchive.unpack(archive, into: outer, limit: Int64(Self.byteLimit))
            isTaken = true
            guard top.deletingLastPathComponent().path == outer.path else {
                throw Finding(what: "it was unpacked to \(top.path)")
            }
        } catch let finding as Finding { throw finding } catch {}
        try check(outer, bytes: Self.byteLimit, entries: 100_000)
        let inner = folder.appending(path: "inner")
        defer { try? FileManager.default.removeItem(at: inner) }
        do {
            try FolderArchive.unpack(archive, to: inner, entryLimit: Self.entryLimit)
            isTaken = true
        } catch {}
        // What one of our processes has packed is not compressed, so it cannot become more than it is.
        try check(inner, bytes: bytes.count, entries: Self.entryLimit)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard Set(names).isSubset(of: ["outer", "inner"]) else {
            throw Finding(what: "\(names) lie beside the folder")
        }
        return isTaken
    }

    private func check(_ root: URL, bytes limit: Int, entries entryLimit: Int) throws {
        let paths = FileManager.default.subpaths(atPath: root.path) ?? []
        guard paths.count <= entryLimit else { throw Finding(what: "it makes \(paths.count) files and folders") }
        var sum = 0
        for path in paths {
            var status = stat()
            guard lstat(root.appending(path: path).path, &status) == 0 else { continue }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFDIR else { throw Finding(what: "\(path) is no file and no folder") }
            guard status.st_mode & 0o7022 == 0 else { throw Finding(what: "\(path) can be written by others") }
            if kind == S_IFREG { sum += Int(status.st_size) }
        }
        guard sum <= limit else { throw Finding(what: "it unpacks to \(sum) bytes") }
    }
}
