import AppexModel
import AppexSystem
import Foundation
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import OpenFoundation

/// Two objects of one domain stand for two processes.
@Suite struct DefaultsDomainTests {
    private static func with(_ body: (FilePath) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(FilePath(folder.path).appending("d.plist"))
    }

    private static func write(_ text: String, _ file: FilePath) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
    }

    private static func list(_ file: FilePath) throws -> [String: PropertyListValue]? {
        try PropertyListValue(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: file.string))), file: "d")
            .dictionary
    }

    @Test func `a change is visible to another process at once, and in the property list after a merge`() throws {
        try Self.with { file in
            let (one, two) = (DefaultsDomain(file), DefaultsDomain(file))
            #expect(two.value("k") == nil)
            try one.change(.set("k", .integer(1)))
            #expect(two.value("k") == .integer(1))
            try two.change(.remove("k"))
            try two.change(.set("l", .string("x")))
            #expect(one.values == ["l": .string("x")])
            #expect(one.merge())
            #expect(try Self.list(file) == ["l": .string("x")])
            #expect(one.values == ["l": .string("x")] && two.values == one.values)
            #expect(DefaultsDomain(file).values == one.values)
        }
    }

    @Test func `reading creates no file`() throws {
        try Self.with { file in
            #expect(DefaultsDomain(file).values.isEmpty)
            let names = try FileManager.default.contentsOfDirectory(atPath: file.removingLastComponent().string)
            #expect(names.isEmpty)
        }
    }

    @Test func `a value is the newest one although others merge again and again while it is read`() throws {
        try Self.with { file in
            let (reader, writer) = (DefaultsDomain(file), DefaultsDomain(file))
            let last = Mutex<Int64>(1)
            try writer.change(.set("k", .integer(1)))
            let value = reader.value("k") {
                let next = last.withLock { last in
                    last += 1
                    return last
                }
                guard next <= 8 else { return }
                #expect(throws: Never.self) { try writer.change(.set("k", .integer(next))) }
                writer.merge()
            }
            #expect(value == .integer(8))
        }
    }

    @Test func `writers lose nothing while another process merges after each change`() throws {
        try Self.with { file in
            let domains = (0..<4).map { _ in DefaultsDomain(file) }
            for number in 0..<200 {
                try domains[number % 4].change(.set("\(number)", .integer(Int64(number))))
                if number % 3 == 0 { domains[(number + 1) % 4].merge() }
            }
            for domain in domains + [DefaultsDomain(file)] { #expect(domain.values.count == 200) }
        }
    }

    @Test func `what is appended to a journal that was sealed a moment before is appended to the next one`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            let seals = Mutex(0)
            let journals = one.journals
            try one.change(.set("b", .integer(2))) {
                let number = seals.withLock { seals in
                    seals += 1
                    return seals
                }
                // What a merge does first, up to the point where it is still under way.
                guard number <= 3 else { return }
                try? Self.write("", journals.appending("\(number + 1)"))
                let handle = FileHandle(forWritingAtPath: journals.appending("\(number)").string)
                _ = try? handle?.seekToEnd()
                let seal = JournalFrame.bytes(of: JournalRecord(.seal, writer: 1, number: 0))
                try? handle?.write(contentsOf: Data(seal))
            }
            #expect(seals.withLock { $0 } == 4)
            #expect(one.values.keys.sorted() == ["a", "b"] && DefaultsDomain(file).values == one.values)
            while !DefaultsDomain(file).merge() { sched_yield() }
            #expect(try Self.list(file)?.keys.sorted() == ["a", "b"])
        }
    }

    @Test func `a merge that ended before it sealed the journal loses nothing`() throws {
        try Self.with { file in
            let (one, two) = (DefaultsDomain(file), DefaultsDomain(file))
            try one.change(.set("a", .integer(1)))
            try Self.write("", one.journals.appending("2"))
            try one.change(.set("b", .integer(2)))
            #expect(two.merge())
            try one.change(.set("c", .integer(3)))
            #expect(two.values.keys.sorted() == ["a", "b", "c"])
            #expect(two.merge())
            #expect(try Self.list(file)?.keys.sorted() == ["a", "b", "c"])
        }
    }

    @Test func `a merge that ended before it removed the journal is repeated without effect`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            let journal = try Data(contentsOf: URL(fileURLWithPath: one.journals.appending("1").string))
            one.merge()
            try one.change(.set("a", .integer(2)))
            let seal = JournalFrame.bytes(of: JournalRecord(.seal, writer: 1, number: 0))
            try (journal + Data(seal)).write(to: URL(fileURLWithPath: one.journals.appending("1").string))
            #expect(DefaultsDomain(file).value("a") == .integer(2))
            #expect(DefaultsDomain(file).merge())
            #expect(DefaultsDomain(file).value("a") == .integer(2))
        }
    }

    @Test func `what a tool writes into the property list is read and kept`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            one.merge()
            let edited = PropertyListValue.dictionary(["a": .integer(1), "tool": .string("t")]).xmlBytes()
            try Data(edited).write(to: URL(fileURLWithPath: file.string), options: .atomic)
            try one.change(.set("b", .integer(2)))
            one.merge()
            #expect(try Self.list(file)?.keys.sorted() == ["a", "b", "tool"])
            #expect(DefaultsDomain(file).values.count == 3)
        }
    }

    @Test func `while another process holds the lock of a merge, everybody reads and writes`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            let lock = try FileLock.trying(one.journals.appending("lock"))
            #expect(!one.merge())
            try one.change(.set("b", .integer(2)))
            #expect(DefaultsDomain(file).values.count == 2)
            withExtendedLifetime(lock) {}
        }
    }

    @Test(arguments: ["nonsense", "<plist><array/></plist>", "bplist00", "<plist><dict>"])
    func `a damaged property list loses no later change, and is kept`(text: String) throws {
        try Self.with { file in
            try Self.write(text, file)
            var times = [timeval(tv_sec: 1_000, tv_usec: 0), timeval(tv_sec: 1_000, tv_usec: 0)]
            #expect(utimes(file.string, &times) == 0)
            let one = DefaultsDomain(file)
            #expect(one.values.isEmpty)
            try one.change(.set("a", .integer(1)))
            #expect(one.merge())
            #expect(try Self.list(file) == ["a": .integer(1)])
            let damaged = file.string + ".damaged-1000"
            #expect(try String(contentsOfFile: damaged, encoding: .utf8) == text)
        }
    }

    @Test func `an empty property list has no values`() throws {
        try Self.with { file in
            try Self.write("", file)
            var times = [timeval(tv_sec: 1_000, tv_usec: 0), timeval(tv_sec: 1_000, tv_usec: 0)]
            #expect(utimes(file.string, &times) == 0)
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            one.merge()
            #expect(try Self.list(file) == ["a": .integer(1)])
        }
    }

    @Test func `a link or a folder in the place of the property list is not followed`() throws {
        try Self.with { file in
            let other = file.removingLastComponent().appending("other")
            try Self.write("<plist><dict><key>secret</key><true/></dict></plist>", other)
            #expect(symlink(other.string, file.string) == 0)
            let one = DefaultsDomain(file)
            #expect(one.values.isEmpty)
            try one.change(.set("a", .integer(1)))
            one.merge()
            #expect(one.values == ["a": .integer(1)])
            #expect(try String(contentsOfFile: other.string, encoding: .utf8).contains("secret"))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.string) == other.string)
        }
        try Self.with { file in
            #expect(mkdir(file.string, 0o700) == 0)
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            one.merge()
            #expect(one.values == ["a": .integer(1)])
        }
    }

    @Test func `a link in the place of the journals is an error`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            #expect(symlink("/etc", one.journals.string) == 0)
            #expect(throws: UserDefaultsError.self) { try one.change(.set("a", .integer(1))) }
            #expect(one.values.isEmpty && !one.synchronize())
        }
    }

    @Test func `a journal that others seal without an end, or shorten, does not stop readers and writers`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            let seal = JournalFrame.bytes(of: JournalRecord(.seal, writer: 1, number: 0))
            let handle = try #require(FileHandle(forWritingAtPath: one.journals.appending("1").string))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(seal))
            #expect(one.values == ["a": .integer(1)])
            try one.change(.set("b", .integer(2)))
            #expect(DefaultsDomain(file).values.count == 2)
            #expect(truncate(one.journals.appending("2").string, 0) == 0)
            try one.change(.set("c", .integer(3)))
            #expect(one.value("c") == .integer(3) && DefaultsDomain(file).value("a") == .integer(1))
        }
    }

    @Test(arguments: ["9223372036854775807", "\(1 << 60)", "0", "-1", "007", "+5", "1 ", "99999999999999999999"])
    func `a file that no merge would name so is not a journal`(name: String) throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            let seal = JournalFrame.bytes(of: JournalRecord(.seal, writer: 1, number: 0))
            try Self.write(String(decoding: seal, as: UTF8.self), one.journals.appending(name))
            #expect(DefaultsDomain(file).values == ["a": .integer(1)])
            while !one.merge() { sched_yield() }
            try one.change(.set("b", .integer(2)))
            #expect(DefaultsDomain(file).values.count == 2)
        }
    }

    @Test(arguments: [Int.min, Int.max, -1, 1 << 40]) func `a damaged file of any time is kept`(time: Int) throws {
        try Self.with { file in
            try Self.write("nonsense", file)
            var times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
            // File systems that cannot hold the time take the nearest one.
            #expect(utimensat(AT_FDCWD, file.string, &times, 0) == 0)
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            while !one.merge() { sched_yield() }
            #expect(try Self.list(file) == ["a": .integer(1)])
        }
    }

    @Test func `journals that others remove or replace by a folder do not stop writers, or are an error`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            while !one.merge() { sched_yield() }
            for name in ["1", "2"] { _ = one.journals.appending(name).withPlatformString { unlink($0) } }
            try one.change(.set("b", .integer(2)))
            #expect(DefaultsDomain(file).values.keys.sorted() == ["a", "b"])
        }
        try Self.with { file in
            let one = DefaultsDomain(file)
            #expect(mkdir(one.journals.string, 0o700) == 0 && mkdir(one.journals.appending("1").string, 0o700) == 0)
            #expect(throws: UserDefaultsError.self) { try one.change(.set("a", .integer(1))) }
        }
    }

    @Test func `a gap in the numbers of journals is skipped, while another process holds the lock`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            let seal = JournalFrame.bytes(of: JournalRecord(.seal, writer: 1, number: 0))
            let handle = try #require(FileHandle(forWritingAtPath: one.journals.appending("1").string))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(seal))
            try Self.write("", one.journals.appending("3"))
            let lock = try FileLock.waiting(for: one.journals.appending("lock"))
            try one.change(.set("b", .integer(2)))
            withExtendedLifetime(lock) {}
            #expect(DefaultsDomain(file).values.count == 2)
        }
    }

    @Test func `merges that fail do not make ever more journals, and nothing is lost when they succeed`() throws {
        try Self.with { file in
            #expect(symlink("/nowhere", file.string) == 0)
            let one = DefaultsDomain(file)
            for number in 0..<40 {
                try one.change(.set("\(number)", .integer(1)))
                one.merge()
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: one.journals.string)
            #expect(names.sorted() == ["1", "2", "lock"])
            #expect(unlink(file.string) == 0)
            while !one.merge() { sched_yield() }
            #expect(try Self.list(file)?.count == 40)
        }
    }

    @Test func `writers go on in the folder with the name, when the folder of the journals is renamed`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            #expect(rename(one.journals.string, one.journals.string + "-moved") == 0)
            try one.change(.set("b", .integer(2)))
            #expect(DefaultsDomain(file).value("b") == .integer(2))
        }
    }

    @Test(arguments: ["", "<plist><dict>"]) func `a property list that a program is writing is waited for`(
        text: String
    ) throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            while !one.merge() { sched_yield() }
            try Self.write(text, file)
            try one.change(.set("b", .integer(2)))
            #expect(!one.merge())
            #expect(one.values.keys.sorted() == ["a", "b"])
            #expect(try String(contentsOfFile: file.string, encoding: .utf8) == text)
            try Self.write("<plist><dict><key>tool</key><true/></dict></plist>", file)
            while !one.merge() { sched_yield() }
            #expect(try Self.list(file)?.keys.sorted() == ["b", "tool"])
        }
    }

    @Test func `a journal that is full is merged by the next writer`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            #expect(truncate(one.journals.appending("1").string, off_t(DefaultsJournal.limit)) == 0)
            try one.change(.set("b", .integer(2)))
            #expect(DefaultsDomain(file).values.count == 2)
        }
    }

    @Test func `more files than journals can be is an error, and what is known stays readable`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            while !one.merge() { sched_yield() }
            for number in 3..<12 { try Self.write("", one.journals.appending("\(number)")) }
            #expect(DefaultsDomain(file).value("a") == .integer(1))
            #expect(throws: UserDefaultsError.self) { try DefaultsDomain(file).change(.set("b", .integer(1))) }
        }
    }

    @Test func `what a merge that was killed has left is removed by the next one`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            try Self.write("x", one.journals.appending("new.1"))
            while !one.merge() { sched_yield() }
            #expect(try FileManager.default.contentsOfDirectory(atPath: one.journals.string).sorted() == ["2", "lock"])
        }
    }

    @Test func `a container that is removed is an error for writers`() throws {
        try Self.with { file in
            let inner = file.removingLastComponent().appending("gone/d.plist")
            let one = DefaultsDomain(inner)
            try one.change(.set("a", .integer(1)))
            #expect(one.synchronize())
            try FileManager.default.removeItem(atPath: file.removingLastComponent().string)
            #expect(throws: UserDefaultsError.self) { try one.change(.set("b", .integer(2))) }
            #expect(!one.synchronize())
        }
    }

    @Test func `a value that is too large is an error and changes nothing`() throws {
        try Self.with { file in
            let one = DefaultsDomain(file)
            try one.change(.set("a", .integer(1)))
            let large = PropertyListValue.data([UInt8](repeating: 7, count: JournalFrame.limit))
            do throws(UserDefaultsError) {
                try one.change(.set("a", large))
                Issue.record("it was stored")
            } catch {
                #expect(error.code == .invalidValue)
            }
            #expect(one.values == ["a": .integer(1)])
        }
    }
}
