import AppexDecoding
package import AppexSystem
import Foundation
import Glibc
import SystemPackage

extension FolderArchive {
    /// How many files and folders are made of an archive from another process, and how deep they lie.
    private static let entryLimit = 100_000
    private static let depthLimit = 64

    /// Makes a folder of what ``make(of:)`` has written in another process.
    ///
    /// Nothing is written outside the folder, and nothing but files and folders is made.
    ///
    /// - Parameter folder: does not exist yet.
    /// - Parameter entryLimit: how many files and folders are made.
    /// - Parameter decoder: reads the archive.
    /// - Throws: when the archive is none, or holds what it should not: more bytes than it has itself, too.
    static func unpack(
        _ archive: borrowing Descriptor, to folder: URL, entryLimit: Int = Self.entryLimit,
        by decoder: any ContentDecoder = ProcessDecoder.current
    ) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        // What we have written ourselves is not compressed.
        let size = Int64(try archive.receivedFileSize())
        try unpackEntries(decoder.entries(of: archive), to: folder, limit: size, entryLimit) { try place(of: $0) }
    }

    /// Unpacks an archive that holds one folder, from whoever has made it.
    ///
    /// Nothing is written outside that folder, and nothing but files and folders is made.
    ///
    /// - Parameter parent: where the folder is put; there is none of its name.
    /// - Parameter limit: how many bytes its files may have together.
    /// - Parameter decoder: reads the archive.
    /// - Returns: the folder.
    /// - Throws: when the archive is none, holds something beside the folder, or more than it may.
    package static func unpack(
        _ archive: borrowing Descriptor, into parent: URL, limit: Int64,
        by decoder: any ContentDecoder = ProcessDecoder.current
    ) throws -> URL {
        var top: String?
        try unpackEntries(decoder.entries(of: archive), to: parent, limit: limit, entryLimit) { path in
            _ = try place(of: path)
            let first = path.split(separator: "/").first.map(String.init)
            guard let first, path != first, top ?? first == first else {
                throw ArchiveError(description: "it holds something beside one folder")
            }
            top = first
            return path
        }
        guard let top else { throw ArchiveError(description: "it is empty") }
        return parent.appendingPathComponent(top)
    }

    /// - Parameter limit: how many bytes all files may have together.
    /// - Parameter entryLimit: how many files and folders are made.
    /// - Parameter place: where in `folder` an entry belongs; nil to leave it out.
    private static func unpackEntries(
        _ contents: any ArchiveEntries, to folder: URL, limit: Int64, _ entryLimit: Int,
        place: (String) throws -> String?
    ) throws {
        var bytesLeft = limit
        var entries = 0
        // What has been made, by hash: names can be long, and each stands for the folders that it names too.
        var made: Set<Int> = []
        while let entry = try contents.next() {
            entries += 1
            guard entries <= entryLimit else {
                throw ArchiveError(description: "it holds more than \(entryLimit) files")
            }
            guard let path = try place(entry.path) else { continue }
            var components = path.split(separator: "/")[...]
            while !components.isEmpty, made.insert(components.hashValue).inserted { components.removeLast() }
            guard made.count <= entryLimit else {
                throw ArchiveError(description: "it makes more than \(entryLimit) files and folders")
            }
            let url = folder.appendingPathComponent(path)
            if entry.isFolder {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            } else {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try write(contents, to: url, executable: entry.isExecutable, &bytesLeft)
            }
        }
    }

    /// Writes the content of the last entry to a file that does not exist yet.
    private static func write(
        _ contents: any ArchiveEntries, to url: URL, executable: Bool, _ bytesLeft: inout Int64
    ) throws {
        let file = try Descriptor(
            opening: FilePath(url.path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: executable ? 0o700 : 0o600)
        try contents.content { part in
            bytesLeft -= Int64(part.count)
            guard bytesLeft >= 0 else { throw ArchiveError(description: "its files have more bytes than they may") }
            var written = 0
            while written < part.count {
                let step = retrying {
                    Glibc.write(file.rawValue, part.baseAddress?.advanced(by: written), part.count - written)
                }
                guard step > 0 else { throw Errno.current }
                written += step
            }
        }
    }

    /// Where an entry belongs in the folder.
    ///
    /// - Returns: nil for the folder itself.
    private static func place(of path: String) throws -> String? {
        let components = path.split(separator: "/", omittingEmptySubsequences: true)
        guard !path.hasPrefix("/"), !path.utf8.contains(0), components.count <= depthLimit, !components.contains(".."),
            !components.contains("."),
            components.allSatisfy({ $0.utf8.count <= 255 })
        else { throw ArchiveError(description: "it holds a file with the name \(path.debugDescription)") }
        return components.count < 2 ? nil : components.dropFirst().joined(separator: "/")
    }
}
