import AppexModel
import Foundation
import FuzzSupport
import Testing

@testable import OpenExtensionKit

/// The stack of versions, without files.
@Suite struct PhotoVersionsTests {
    static let stamp = PhotoStamp(size: 3, digest: "abc")
    private static let film = PhotoVersions.Format(identifier: "org.example.Film", version: "1")

    /// An edit of an extension with adjustment data, or of one without.
    private func edit(
        continuing: Bool = false, isPlain: Bool = false, from source: PhotoVersions.Edit.Source = .current
    ) throws -> PhotoVersions.Edit {
        PhotoVersions.Edit(
            editor: try #require(BundleIdentifier(rawValue: "org.example.Film")),
            date: Date(timeIntervalSince1970: 1.75), kind: .jpg, format: isPlain ? nil : Self.film,
            source: continuing ? .baseOfCurrent : source)
    }

    private func numbers(_ versions: PhotoVersions) -> [Int] { versions.versions.map(\.number) }

    @Test func `an edit that continues the last one has its base, and another one has the last rendition`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        let bases = try [edit(), edit(continuing: true), edit(), edit(continuing: true), edit(continuing: true)]
            .map { versions.keep($0)?.base }
        #expect(bases == [0, 0, 2, 2, 2])
    }

    @Test func `an edit of the original is kept on top of the versions before it`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        let edits = try [edit(), edit(), edit(from: .original), edit(continuing: true), edit()]
        #expect(edits.map { versions.keep($0)?.base } == [0, 1, 0, 0, 4])
        #expect(numbers(versions) == [1, 2, 3, 4, 5])
    }

    @Test func `a version without adjustment data cannot be continued`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        let bases = try [edit(), edit(isPlain: true), edit(continuing: true)].map { versions.keep($0)?.base }
        #expect(bases == [0, 1, 2])
    }

    @Test func `an edit that continues an earlier version has the base of that one`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        for _ in 0..<3 { _ = versions.keep(try edit()) }
        _ = versions.select(2)
        #expect(versions.keep(try edit(continuing: true))?.base == 1)
        #expect(numbers(versions) == [1, 2, 4])
    }

    @Test(arguments: 0...3)
    func `an edit removes the versions after the current one, and its number is new`(current: Int) throws {
        var versions = PhotoVersions(of: Self.stamp)
        for _ in 0..<3 { _ = versions.keep(try edit()) }
        _ = versions.select(current)
        #expect(numbers(versions) == [1, 2, 3])
        _ = versions.keep(try edit())
        #expect(numbers(versions) == Array(1..<current + 1) + [4])
        #expect(versions.current == 4)
    }

    @Test func `a version that does not exist cannot be chosen`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        _ = versions.keep(try edit())
        let results = [-1, 2, .max].map { versions.select($0) }
        #expect(results == [false, false, false])
        #expect(versions.current == 1)
    }

    @Test func `of one version too many, the oldest that is not a base is removed`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        _ = versions.keep(try edit())
        // Based on version 1, as are all that continue it.
        _ = versions.keep(try edit())
        while versions.versions.count < PhotoVersions.limit { _ = versions.keep(try edit(continuing: true)) }
        #expect(numbers(versions) == Array(1...32))
        _ = versions.keep(try edit(continuing: true))
        #expect(numbers(versions) == [1] + Array(3...33))
        #expect(versions.currentVersion?.base == 1)
    }

    @Test func `if every version is a base, the edit of the oldest can no longer be continued`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        for _ in 0...PhotoVersions.limit { _ = versions.keep(try edit()) }
        #expect(numbers(versions) == Array(2...33))
        #expect(versions.version(2)?.format == nil)
        #expect(versions.version(2)?.base == 0)
        #expect(versions.version(3)?.format == Self.film)
        #expect(versions.version(3)?.base == 2)
    }

    @Test func `versions without adjustment data do not keep what they were made from`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        for _ in 0...PhotoVersions.limit { _ = versions.keep(try edit(isPlain: true)) }
        #expect(numbers(versions) == Array(2...33))
    }

    @Test func `a photograph that replaces another one begins without versions and with new numbers`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        for _ in 0..<2 { _ = versions.keep(try edit()) }
        let other = PhotoStamp(size: 4, digest: "abc")
        var new = versions.restarted(for: other)
        #expect(new.photograph == other)
        #expect(new.versions.isEmpty && new.current == 0)
        #expect(new.keep(try edit())?.number == 3)
    }

    @Test func `the numbers of versions end`() throws {
        let text = Self.record(next: PhotoVersions.largestNumber)
        var versions = try Self.decoded(text)
        #expect(versions.keep(try edit())?.number == PhotoVersions.largestNumber)
        let before = versions
        #expect(versions.keep(try edit()) == nil)
        #expect(versions == before)
    }

    @Test func `only files of versions that do not exist are left over`() throws {
        var versions = PhotoVersions(of: Self.stamp)
        for isPlain in [false, true, false] { _ = versions.keep(try edit(isPlain: isPlain)) }
        _ = versions.select(2)
        _ = versions.keep(try edit())
        let names = [
            "1.jpg", "1.adjustment", "1.png", "2.jpg", "2.adjustment", "3.jpg", "4.jpg", "5.heic", "6.jpg", "0.jpg",
            "01.jpg", "+1.png", "-1.jpg", "5.txt", "5", "5.jpg.jpg", ".jpg", "edits.json", "99999999999999999999.jpg",
        ]
        #expect(names.filter { versions.isLeftOver($0) } == ["1.png", "2.adjustment", "3.jpg", "5.heic"])
    }

    @Test func `a record with a large number of somebody else's makes only files of the last numbers left over`() throws
    {
        let next = 1_000_000
        let versions = try Self.decoded(Self.record(next: next))
        let numbers = [1, 2, 33, next / 2, next - 65, next - 64, next - 1, next, next + 1]
        #expect(numbers.filter { versions.isLeftOver("\($0).jpg") } == [next - 64, next - 1, next])
        #expect(numbers.filter { versions.isLeftOver("\($0).adjustment") } == [next - 64, next - 1, next])
    }

    // MARK: - Records

    static func version(
        number: String = "1", editor: String = "org.example.Film", date: String = "2025-01-01T00:00:00Z",
        kind: String = "jpg", base: String = "0", format: String? = #"{"identifier":"f","version":""}"#
    ) -> String {
        let end = format.map { #","format":\#($0)"# } ?? ""
        return
            #"{"number":\#(number),"editor":"\#(editor)","date":"\#(date)","kind":"\#(kind)","base":\#(base)\#(end)}"#
    }

    static func record(_ versions: [String] = [], current: String = "0", next: Int = 2) -> String {
        #"{"photograph":{"size":3,"digest":"abc"},"current":\#(current),"next":\#(next),"versions":["#
            + versions.joined(separator: ",") + "]}"
    }

    static func decoded(_ text: String) throws -> PhotoVersions {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(PhotoVersions.self, from: Data(text.utf8))
    }

    private static let chain = (1...32).map { version(number: "\($0)", base: "\($0 - 1)") }

    @Test(arguments: [
        record(), record([version()], current: "1"), record([version(format: nil)]), record(chain, next: 33),
        record([version(format: #"{"identifier":"\#(String(repeating: "a", count: 256))","version":"1"}"#)]),
    ])
    func `a possible record is read`(text: String) throws {
        _ = try Self.decoded(text)
    }

    @Test(arguments: [
        "", "null", "[]", "{}", record([version()], next: 1), record(next: 0), record(next: .max),
        record(next: PhotoVersions.largestNumber + 2), record([version()], current: "2"), record(current: "-1"),
        record(current: "1e40"), record([version(), version()], next: 3),
        record([version(number: "2"), version()], next: 3), record([version(number: "0")]),
        record([version(number: "-1")]), record([version(number: "1.5")]), record([version(number: "\"1\"")]),
        // A version that was made from itself, and two that were made from each other.
        record([version(base: "1")]), record([version(base: "2"), version(number: "2", base: "1")], next: 3),
        record([version(base: "-1")]), record(chain + [version(number: "33", base: "32")], next: 34),
        record([version(editor: "../../x")]), record([version(editor: "")]), record([version(kind: "jpg/../../x")]),
        record([version(kind: "json")]), record([version(date: "yesterday")]),
        record([version(format: #"{"identifier":"","version":"1"}"#)]), record([version(format: #"{"version":"1"}"#)]),
        record([version(format: #"{"identifier":"\#(String(repeating: "a", count: 257))","version":"1"}"#)]),
        record([version(format: #"{"identifier":"a","version":"\#(String(repeating: "a", count: 257))"}"#)]),
        String(repeating: "[", count: 500_000), #"{"versions":"# + String(repeating: "[", count: 500_000),
    ])
    func `an impossible record is refused`(text: String) {
        #expect(throws: DecodingError.self) { _ = try Self.decoded(text) }
    }

    @Test func `whatever is done, the record can be read again and every base exists`() throws {
        var generator = SeededGenerator(seed: 7)
        var versions = PhotoVersions(of: Self.stamp)
        for _ in 0..<2000 {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: _ = versions.select(Int.random(in: 0...versions.next, using: &generator))
            case let kind: _ = versions.keep(try edit(continuing: kind < 4, isPlain: kind == 1))
            }
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            // Decoding checks the rules.
            #expect(try Self.decoded(String(decoding: encoder.encode(versions), as: UTF8.self)) == versions)
        }
    }
}
