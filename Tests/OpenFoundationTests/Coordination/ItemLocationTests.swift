import Foundation
@testable import OpenFoundation
import TestSupport
import Testing

/// Where coordinated items are.
@Suite struct ItemLocationTests {
    /// A folder `real` with a file and a package, and links to them.
    private static func with(_ body: (String) throws -> Void) throws {
        let folder = URL(fileURLWithPath: "/tmp/appex-test-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/real/Notes.rtfd/Inner.rtfd", withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: folder + "/real/file"))
        for (link, target) in [("folder", "real"), ("link", "real/file"), ("dangling", "nowhere"), ("loop", "loop")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/" + link, withDestinationPath: target)
        }
        try body(folder)
    }

    @Test(arguments: [
        ("real/file", "real/file"), ("folder/file", "real/file"), ("real/../folder/./file", "real/file"),
        ("link", "link"), ("dangling", "dangling"), ("folder", "folder"), ("folder/", "folder"), ("loop", "loop"),
        ("folder/new/er/file", "real/new/er/file"), ("real//file", "real/file"), ("folder/..", ""),
        ("new/../real/file", "real/file"),
    ])
    func `links on the way are followed, and a link at the end is not`(_ path: String, _ expected: String) throws {
        try Self.with { folder in
            let location = try ItemLocation(URL(fileURLWithPath: folder + "/" + path))
            #expect(location.path == (expected.isEmpty ? folder : folder + "/" + expected))
        }
    }

    @Test(arguments: [("link", "real/file"), ("folder", "real"), ("dangling", "dangling"), ("real/file", "real/file")])
    func `a link at the end is followed on request, if it leads somewhere`(_ path: String, _ expected: String) throws {
        try Self.with { folder in
            let location = try ItemLocation(URL(fileURLWithPath: folder + "/" + path), resolvesLink: true)
            #expect(location.path == folder + "/" + expected)
        }
    }

    @Test(arguments: [
        ("real/Notes.rtfd/TXT.rtf", "real/Notes.rtfd"), ("real/Notes.rtfd/Inner.rtfd/TXT.rtf", "real/Notes.rtfd"),
        ("real/Notes.rtfd", "real/Notes.rtfd"), ("real/file", "real/file"),
        ("real/some.folder/file", "real/some.folder/file"),
    ])
    func `the outermost file package is claimed as a whole`(_ path: String, _ expected: String) throws {
        try Self.with { folder in
            let location = try ItemLocation(URL(fileURLWithPath: folder + "/" + path))
            #expect(location.package == folder + "/" + expected)
        }
    }

    @Test func `what is no file, or too long, is an error`() throws {
        let root = try ItemLocation(URL(fileURLWithPath: "/"))
        #expect(root.path == "/")
        let long = "/" + String(repeating: "x", count: 4095)
        let longest = try ItemLocation(URL(fileURLWithPath: long))
        #expect(longest.path == long)
        for url in [try #require(URL(string: "https://example.org/x")), URL(fileURLWithPath: long + "x")] {
            #expect(throws: FileCoordinationError.self) { try ItemLocation(url) }
        }
    }

    @Test(arguments: [
        ("/", "/x", true), ("/x", "/x", true), ("/x", "/x/y", true), ("/x", "/xy", false), ("/x/y", "/x", false),
        ("/\u{E9}", "/e\u{301}/x", false),
    ])
    func `a path covers itself and what is below it`(_ folder: String, _ path: String, _ covers: Bool) {
        #expect(ItemLocation.covers(folder, path) == covers)
    }
}
