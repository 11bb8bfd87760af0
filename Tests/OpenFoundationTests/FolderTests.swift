import AppexDecoding
import AppexSystem
import Foundation
@testable import OpenFoundation
import SystemPackage
import Testing

/// Folders as attachments.
@Suite(.accounted) struct FolderTests {
    /// A folder with what folders hold: files, folders, an empty one, links, a program and a pipe.
    private func album(in folder: Folder) throws -> URL {
        _ = try folder.file("Älbum/a.txt", Data("a".utf8))
        let program = try folder.file("Älbum/inner/deep/run", Data(repeating: 7, count: 300_000))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let album = folder.url.appendingPathComponent("Älbum")
        try FileManager.default.createDirectory(
            at: album.appendingPathComponent("empty"), withIntermediateDirectories: false)
        let secret = try folder.file("secret.txt", Data("secret".utf8))
        try FileManager.default.createSymbolicLink(
            at: album.appendingPathComponent("link.txt"), withDestinationURL: secret)
        try FileManager.default.createSymbolicLink(
            at: album.appendingPathComponent("up"), withDestinationURL: folder.url)
        try #require(mkfifo(album.appendingPathComponent("pipe").path, 0o600) == 0)
        return album
    }

    private static let expected = ["a.txt", "empty", "inner", "inner/deep", "inner/deep/run"]

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }

    private func unpack(_ archive: Data, in folder: Folder) throws -> URL {
        let file = try folder.file("received.zip", archive)
        let target = folder.url.appendingPathComponent("unpacked-\(UUID().uuidString)")
        try FolderArchive.unpack(Descriptor(opening: FilePath(file.path), O_RDONLY), to: target)
        return target
    }

    @Test func `a file whose name is not UTF-8 is left out of the archive`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let album = try album(in: folder)
        let file = (album.path.utf8.map { CChar(bitPattern: $0) } + [0x2F, -1, 0]).withUnsafeBufferPointer { path in
            path.baseAddress.map { creat($0, 0o600) } ?? -1
        }
        try #require(file >= 0)
        close(file)
        let provider = try #require(NSItemProvider(contentsOf: album))
        try await Distance.acrossSession.with(provider) { provider in
            let unpacked = try unpack(await provider.data("public.folder"), in: folder)
            #expect(try names(in: unpacked) == Self.expected)
        }
    }

    @Test func `the archive for an upload contains links as links`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let album = try album(in: folder)
        try FileManager.default.removeItem(at: album.appendingPathComponent("pipe"))
        let copies = try UploadCopies(of: [album], [ItemAccess(reading: album, .forUploading)])
        defer { copies.remove() }
        let archive = try Data(contentsOf: try #require(copies.urls.first))
        for name in ["Älbum/a.txt", "Älbum/link.txt", "Älbum/up", folder.url.path + "/secret.txt"] {
            #expect(archive.range(of: Data(name.utf8)) != nil, "\(name)")
        }
        // What a link refers to is not in the archive. The mode of a link is in the upper half of the external attributes.
        #expect(archive.range(of: Data("secret.txtsecret".utf8)) == nil)
        #expect(archive.range(of: Data([0xFF, 0xA1])) != nil)
    }

    @Test func `a link to a folder is uploaded as the folder, and not sent to another process`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let album = try album(in: folder)
        try FileManager.default.removeItem(at: album.appendingPathComponent("pipe"))
        let link = folder.url.appendingPathComponent("Shortcut")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: album)
        let copies = try UploadCopies(of: [link], [ItemAccess(reading: link, .forUploading)])
        defer { copies.remove() }
        let archive = try Data(contentsOf: try #require(copies.urls.first))
        #expect(archive.range(of: Data("Shortcut/a.txt".utf8)) != nil)
        #expect(throws: (any Error).self) { _ = try FolderArchive.make(of: link) }
    }

    @Test func `what the archive for an upload cannot hold is an error that names it`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let album = try album(in: folder)
        let access = ItemAccess(reading: album, .forUploading)
        let error = #expect(throws: NSError.self) { _ = try UploadCopies(of: [album], [access]) }
        #expect("\(String(describing: error))".contains("pipe is neither a file, a folder nor a link"))
        try FileManager.default.removeItem(at: album.appendingPathComponent("pipe"))
        let file = (album.path.utf8.map { CChar(bitPattern: $0) } + [0x2F, -1, 0]).withUnsafeBufferPointer { path in
            path.baseAddress.map { creat($0, 0o600) } ?? -1
        }
        try #require(file >= 0)
        close(file)
        #expect(throws: (any Error).self) { _ = try UploadCopies(of: [album], [access]) }
    }

    @Test(arguments: Distance.allCases) func `AT-45: the data of a folder are a zip archive with the folder at the top`(
        _ distance: Distance
    ) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let provider = try #require(NSItemProvider(contentsOf: try album(in: folder)))
        try await distance.with(provider) { provider in
            #expect(provider.registeredTypeIdentifiers == ["public.folder", "public.file-url"])
            let archive = try await provider.data("public.folder")
            #expect(archive.starts(with: Data("PK\u{3}\u{4}".utf8)))
            // The names as any other reader of such archives finds them.
            for name in ["Älbum/", "Älbum/a.txt", "Älbum/inner/deep/run", "Älbum/empty/"] {
                #expect(archive.range(of: Data(name.utf8)) != nil, "\(name)")
            }
            for name in ["secret", "link.txt", "Älbum/up", "pipe"] {
                #expect(archive.range(of: Data(name.utf8)) == nil, "\(name)")
            }
            // Bit 11 of the flags of the first entry: its name is UTF-8.
            #expect(archive[archive.startIndex + 7] & 8 != 0)
            let copy = try unpack(archive, in: folder)
            #expect(try names(in: copy) == Self.expected)
            #expect(try Data(contentsOf: copy.appendingPathComponent("inner/deep/run")).count == 300_000)
        }
    }

    @Test(arguments: Distance.allCases) func `a folder that is loaded as a file is a folder`(_ distance: Distance)
        async throws
    {
        let folder = try Folder()
        defer { folder.remove() }
        _ = try folder.file("Album/a.txt", Data("a".utf8))
        let run = try folder.file("Album/bin/run", Data("b".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: run.path)
        let provider = try #require(NSItemProvider(contentsOf: folder.url.appendingPathComponent("Album")))
        try await distance.with(provider) { provider in
            let seen = try await provider.file("public.folder") {
                let names = try FileManager.default.subpathsOfDirectory(atPath: $0.path).sorted()
                let run = $0.appendingPathComponent("bin/run").path
                return [$0.lastPathComponent] + names + ["\(FileManager.default.isExecutableFile(atPath: run))"]
            }
            #expect(seen == ["Album", "a.txt", "bin", "bin/run", "true"])
            let url = try #require(try await provider.loadItem(forTypeIdentifier: "public.folder") as? NSURL) as URL
            #expect(try names(in: url) == ["a.txt", "bin", "bin/run"])
        }
    }

    @Test(arguments: Distance.allCases) func `a folder that cannot be read is an error, and nothing stays behind`(
        _ distance: Distance
    ) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let gone = NSItemProvider()
        gone.registerFileRepresentation(forTypeIdentifier: "public.folder", visibility: .all) { done in
            done(folder.url.appendingPathComponent("gone"), false, nil)
            return nil
        }
        try await distance.with(gone) { provider in
            #expect(await failure { _ = try await provider.data("public.folder") } != nil)
            #expect(await failure { _ = try await provider.file("public.folder") { $0 } } != nil)
        }
    }

    /// Archives of an attacker, made by hand: each a single entry that is stored.
    @Test(arguments: [
        "../evil", "top/../../evil", "/etc/evil", "top/./evil", "top/" + String(repeating: "a", count: 300),
        "top/" + String(repeating: "a/", count: 100) + "b",
        // A slash and a mark are one Character for Swift, and a slash for the kernel.
        "top/../\u{301}evil", "../\u{301}evil", "/\u{301}evil", "top/./\u{301}evil",
    ])
    func `an archive whose names lead elsewhere is refused`(_ name: String) throws {
        let folder = try Folder()
        defer { folder.remove() }
        #expect(throws: (any Error).self) { try unpack(Self.archive(of: name), in: folder) }
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("\u{301}evil").path))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("evil").path))
        #expect(!FileManager.default.fileExists(atPath: "/etc/evil"))
    }

    @Test func `an archive with a link, the same name twice, or cut off anywhere is refused or harmless`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        #expect(throws: (any Error).self) { try unpack(Self.archive(of: "top/link", mode: 0o120777), in: folder) }
        let twice = Self.archive(of: "top/a", "top/a")
        #expect(throws: (any Error).self) { try unpack(twice, in: folder) }
        let good = Self.archive(of: "top/a", "top/b")
        #expect(try names(in: unpack(good, in: folder)) == ["a", "b"])
        for length in 0..<good.count {
            do { _ = try unpack(good.prefix(length), in: folder) } catch {}
        }
    }

    @Test func `folders that only names of an archive make are counted too`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        // Four files and eight folders; the ones that two names share are made once.
        let names = ["top/a/b/c/1", "top/a/b/c/2", "top/d/e/f/3", "top/a/g/h/4"]
        let file = try folder.file("deep.zip", Self.archive(of: names))
        func unpack(_ limit: Int) throws {
            let target = folder.url.appendingPathComponent("unpacked-\(limit)")
            try FolderArchive.unpack(Descriptor(opening: FilePath(file.path), O_RDONLY), to: target, entryLimit: limit)
        }
        #expect(throws: ArchiveError.self) { try unpack(11) }
        try unpack(12)
    }

    @Test func `an archive may have exactly as many files and folders as allowed`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        // The folder at the top is an entry, too, but nothing is made for it.
        let file = try folder.file("full.zip", Self.archive(of: "top/1", "top/2", "top/3"))
        func unpack(_ limit: Int) throws {
            let target = folder.url.appendingPathComponent("unpacked-\(limit)")
            try FolderArchive.unpack(Descriptor(opening: FilePath(file.path), O_RDONLY), to: target, entryLimit: limit)
        }
        #expect(throws: ArchiveError.self) { try unpack(2) }
        try unpack(3)
    }

    @Test func `the files of an archive may have exactly as many bytes as allowed together`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("full.zip", Self.archive(of: "top/1", "top/2"))
        func unpack(_ limit: Int64) throws {
            let parent = folder.url.appendingPathComponent("within-\(limit)")
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
            _ = try FolderArchive.unpack(
                Descriptor(opening: FilePath(file.path), O_RDONLY), into: parent, limit: limit)
        }
        #expect(throws: ArchiveError.self) { try unpack(9) }
        try unpack(10)
    }

    @Test(arguments: [
        (["A.app/x", "A.app/X"], false), (["A.app/x/1", "A.app/X/2"], false), (["A.app/x", "a.app/y"], false),
        (["A.app/x", "A.app/y/x", "A.app/y/z"], true), (["__MACOSX/._A", "A.app/x", "extra"], true),
        (["A.app/x", "A.app/../evil"], false),
        (["A.app/x", "A.app/../\u{301}evil"], false), (["A.app/x", "B.app/x"], false),
        (["A.app/x", "A.app/bad\u{1}"], true),
    ])
    func `every name of an app's archive is checked before a file is created`(_ names: [String], _ isGood: Bool) throws
    {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("app.zip", Self.archive(of: names))
        let parent = folder.url.appendingPathComponent("parent")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
        let descriptor = try Descriptor(opening: FilePath(file.path), O_RDONLY)
        if isGood {
            let top = try FolderArchive.unpack(
                descriptor, into: parent, limit: 1 << 20, besides: ["__MACOSX", "extra"])
            #expect(top.lastPathComponent == "A.app")
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path) == ["A.app"])
        } else {
            #expect(throws: ArchiveError.self) { try FolderArchive.unpack(descriptor, into: parent, limit: 1 << 20) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).isEmpty)
        }
    }

    @Test func `a name of an archive may have exactly as many folders as allowed`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        // Of 64 parts, the first is the folder at the top.
        func name(_ parts: Int) -> String { (["top"] + (2...parts).map(String.init)).joined(separator: "/") }
        #expect(throws: ArchiveError.self) { try unpack(Self.archive(of: name(65)), in: folder) }
        #expect(try names(in: unpack(Self.archive(of: name(64)), in: folder)).count == 63)
    }

    @Test func `an archive that would grow when it is unpacked is refused`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        // 140 bytes that stand for a file of 20,000.
        let bomb = try #require(
            Data(
                base64Encoded: "UEsDBBQAAAAIAAAAIQACUy+XJAAAACBOAAADAAAAYS9i7cExAQAAAMKg9U9tDQ+gAAAAAAAAAAAAAAAA"
                    + "AAAAAAAAAHgwUEsBAhQDFAAAAAgAAAAhAAJTL5ckAAAAIE4AAAMAAAAAAAAAAAAAAKSBAAAAAGEvYlBLBQYA"
                    + "AAAAAQABADEAAABFAAAAAAA="))
        #expect(throws: (any Error).self) { try unpack(bomb, in: folder) }
    }

    @Test func `what is no file is not read as an archive`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let pipe = folder.url.appendingPathComponent("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let end = try Descriptor(opening: FilePath(pipe), O_RDWR)
        #expect(throws: (any Error).self) { try FolderArchive.unpack(end, to: folder.url.appendingPathComponent("x")) }
    }

    /// A zip archive of entries with five bytes each.
    private static func archive(of names: String..., mode: UInt32 = 0o100644) -> Data {
        archive(of: names, mode: mode)
    }

    private static func archive(of names: [String], mode: UInt32 = 0o100644) -> Data {
        var (result, directory) = (Data(), Data())
        func append(_ value: UInt32, _ bytes: Int, to data: inout Data) {
            for index in 0..<bytes { data.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))) }
        }
        for name in names {
            let offset = UInt32(result.count)
            for isCentral in [false, true] {
                var entry = Data()
                append(isCentral ? 0x0201_4B50 : 0x0403_4B50, 4, to: &entry)
                if isCentral { append(0x0314, 2, to: &entry) }
                for value in [20, 0x800, 0, 0, 0] as [UInt32] { append(value, 2, to: &entry) }
                for value in [0x3610_A686, 5, 5] as [UInt32] { append(value, 4, to: &entry) }
                append(UInt32(name.utf8.count), 2, to: &entry)
                append(0, 2, to: &entry)
                if isCentral {
                    for _ in 0..<3 { append(0, 2, to: &entry) }
                    append(mode << 16, 4, to: &entry)
                    append(offset, 4, to: &entry)
                }
                entry.append(contentsOf: name.utf8)
                if isCentral { directory += entry } else { result += entry + Data("hello".utf8) }
            }
        }
        let start = UInt32(result.count)
        result += directory
        append(0x0605_4B50, 4, to: &result)
        for value in [0, 0, UInt32(names.count), UInt32(names.count)] { append(value, 2, to: &result) }
        for value in [UInt32(directory.count), start] { append(value, 4, to: &result) }
        append(0, 2, to: &result)
        return result
    }
}
