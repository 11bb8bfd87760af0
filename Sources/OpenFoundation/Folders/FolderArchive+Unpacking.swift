import AppexDecoding
import AppexModel
package import AppexSystem
import Foundation
import Glibc
import SystemPackage

extension FolderArchive {
    /// The maximum number of files and folders of an archive, and their maximum depth.
    private static let entryLimit = 100_000
    private static let depthLimit = 64

    /// Unpacks an archive that ``make(of:)`` has written in another process.
    ///
    /// Only files and folders are created, and only inside the folder.
    ///
    /// - Parameter folder: the folder to create, which must not exist.
    /// - Parameter entryLimit: the maximum number of files and folders.
    /// - Parameter decoder: the decoder of the archive.
    /// - Parameter isCancelled: whether to end with `Errno.canceled`; asked for each part of a file.
    /// - Throws: ``ArchiveError`` if the archive is invalid or exceeds a limit, also if its files have more bytes than the
    ///   archive itself; ``DecoderError``; a file system error.
    static func unpack(
        _ archive: borrowing Descriptor, to folder: URL, entryLimit: Int = Self.entryLimit,
        by decoder: any ContentDecoder = ProcessDecoder.current, isCancelled: () -> Bool = { false }
    ) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        // ``make(of:)`` does not compress.
        let size = Int64(try archive.receivedFileSize())
        try unpackEntries(decoder.entries(of: archive), to: folder, limit: size, entryLimit, isCancelled) {
            try place(of: $0)
        }
    }

    /// Unpacks an untrusted archive that contains one folder.
    ///
    /// Only files and folders are created, and only inside that folder. All names are checked before the first is created: none may
    /// lead elsewhere, be too deep, or differ from another in case only, which is one file on some file systems.
    ///
    /// - Parameter parent: the existing folder in which the folder is created. It must not contain one of the same name.
    /// - Parameter limit: the maximum size of all files together, in bytes. It is also at most 100 times that of the archive, or
    ///   16 MiB if that is more; a real app is compressed to a third.
    /// - Parameter besides: the names at the top of the archive that are left out.
    /// - Parameter decoder: the decoder of the archive.
    /// - Returns: the created folder.
    /// - Throws: ``ArchiveError`` if the archive is invalid, does not contain exactly one folder, or exceeds a limit;
    ///   ``DecoderError``; a file system error.
    package static func unpack(
        _ archive: borrowing Descriptor, into parent: URL, limit: Int64, besides: Set<String> = [],
        by decoder: any ContentDecoder = ProcessDecoder.current
    ) throws -> URL {
        let size = Int64(try archive.receivedFileSize())
        let top = try checkNames(decoder.entries(of: archive), besides)
        let grown = max(size.multipliedReportingOverflow(by: ratioLimit).partialValue, smallLimit)
        try unpackEntries(decoder.entries(of: archive), to: parent, limit: min(limit, grown), entryLimit) { path in
            // The file may have been changed since.
            _ = try place(of: path)
            let first = path.parts(at: "/").first.map(String.init) ?? ""
            guard !besides.contains(first) else { return nil }
            guard first == top else { throw severalFolders }
            return path
        }
        return parent.appendingPathComponent(top)
    }

    /// How many times larger than an archive its files may be together, and the size in bytes that is always allowed.
    private static let ratioLimit: Int64 = 100
    private static let smallLimit: Int64 = 16 << 20
    private static let severalFolders = ArchiveError(description: "it contains something other than one folder")

    /// Checks the names in an archive of one folder.
    ///
    /// - Returns: the name of the folder.
    private static func checkNames(_ contents: any ArchiveEntries, _ besides: Set<String>) throws -> String {
        var top: String?
        var entries = 0
        // The hash of each path, by the hash of what a file system that ignores case makes of it. Paths can be long.
        var spellings: [Int: Int] = [:]
        while let entry = try contents.next() {
            entries += 1
            guard entries <= entryLimit else {
                throw ArchiveError(description: "it contains more than \(entryLimit) files")
            }
            _ = try place(of: entry.path)
            var components = entry.path.parts(at: "/")[...]
            if let first = components.first, besides.contains(String(first)) { continue }
            guard let first = components.first.map(String.init), entry.path != first, top ?? first == first else {
                throw severalFolders
            }
            top = first
            while !components.isEmpty {
                let path = components.joined(separator: "/")
                let known = spellings.updateValue(path.hashValue, forKey: path.lowercased().hashValue)
                guard known == nil || known == path.hashValue else {
                    throw ArchiveError(
                        description: "the name of \(path.debugDescription) differs from another in case only")
                }
                if known != nil { break }
                guard spellings.count <= entryLimit else {
                    throw ArchiveError(description: "it contains more than \(entryLimit) files and folders")
                }
                components.removeLast()
            }
        }
        guard let top else { throw ArchiveError(description: "it is empty") }
        return top
    }

    /// - Parameter limit: the maximum size of all files together, in bytes.
    /// - Parameter entryLimit: the maximum number of files and folders.
    /// - Parameter isCancelled: whether to end with `Errno.canceled`; asked for each part of a file.
    /// - Parameter place: the path of an entry relative to `folder`; nil to leave it out.
    private static func unpackEntries(
        _ contents: any ArchiveEntries, to folder: URL, limit: Int64, _ entryLimit: Int,
        _ isCancelled: () -> Bool = { false }, place: (String) throws -> String?
    ) throws {
        var bytesLeft = limit
        var entries = 0
        // The hashes of all created paths, which can be long, including the parent folders that entries imply.
        var made: Set<Int> = []
        while let entry = try contents.next() {
            entries += 1
            guard entries <= entryLimit else {
                throw ArchiveError(description: "it contains more than \(entryLimit) files")
            }
            guard let path = try place(entry.path) else { continue }
            var components = path.parts(at: "/")[...]
            while !components.isEmpty, made.insert(components.hashValue).inserted { components.removeLast() }
            guard made.count <= entryLimit else {
                throw ArchiveError(description: "it contains more than \(entryLimit) files and folders")
            }
            let url = folder.appendingPathComponent(path)
            if entry.isFolder {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            } else {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try write(contents, to: url, executable: entry.isExecutable, &bytesLeft, isCancelled)
            }
        }
    }

    /// Writes the content of the current entry to a new file.
    private static func write(
        _ contents: any ArchiveEntries, to url: URL, executable: Bool, _ bytesLeft: inout Int64,
        _ isCancelled: () -> Bool
    ) throws {
        let file = try Descriptor(
            opening: FilePath(url.path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: executable ? 0o700 : 0o600)
        try contents.content { part in
            if isCancelled() { throw Errno.canceled }
            bytesLeft -= Int64(part.count)
            guard bytesLeft >= 0 else { throw ArchiveError(description: "its files are too large") }
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

    /// Checks the path of an entry.
    ///
    /// - Returns: the path without the top folder; nil for the top folder itself.
    /// - Throws: ``ArchiveError`` if the path could lead outside the folder or is too deep.
    private static func place(of path: String) throws -> String? {
        let components = path.parts(at: "/")
        // First of all the lengths, because names are compared and hashed below.
        guard components.allSatisfy({ $0.utf8.count <= 255 }), components.count <= depthLimit,
            !path.begins(with: "/"), !path.utf8.contains(0), path.isStreamSafe, !components.contains(".."),
            !components.contains(".")
        else { throw ArchiveError(description: "it contains a file with the name \(path.debugDescription)") }
        return components.count < 2 ? nil : components.dropFirst().joined(separator: "/")
    }
}
