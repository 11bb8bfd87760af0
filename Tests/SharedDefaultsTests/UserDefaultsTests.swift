import enum AppexSystem.ProgramLocator
import Foundation
import FuzzSupport
import Glibc
import OpenFoundation
import SystemPackage
import Testing

private typealias UserDefaults = OpenFoundation.UserDefaults

@Suite struct UserDefaultsTests {
    /// Suites with a name that no test has had before, and without files afterwards.
    private static func with(_ body: (UserDefaults, String) throws -> Void) throws {
        let name = "org.example.test-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { remove(name) }
        try body(defaults, name)
    }

    private static var folder: String {
        let environment = ProcessInfo.processInfo.environment
        return environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
    }

    private static func remove(_ name: String) {
        for file in ["\(name).plist", ".\(name).plist.journal"] {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        }
    }

    @Test func `tests have preferences of their own, which are in a temporary folder`() throws {
        try Self.with { defaults, name in
            let home = try #require(ProcessInfo.processInfo.environment["HOME"])
            #expect(Self.folder.hasPrefix(FileManager.default.temporaryDirectory.path + "/appex-preferences-"))
            defaults.set(1, forKey: "k")
            #expect(FileManager.default.fileExists(atPath: "\(Self.folder)/.\(name).plist.journal"))
            #expect(!FileManager.default.fileExists(atPath: "\(home)/.config/.\(name).plist.journal"))
        }
    }

    @Test func `values keep their types, and numbers can be cast to each type of number`() throws {
        try Self.with { defaults, _ in
            let values: [String: Any] = [
                "text": "ä", "number": 7, "real": 0.5, "yes": true, "data": Data([1, 0]), "list": [1, 2],
                "date": Date(timeIntervalSinceReferenceDate: 100), "dict": ["a": ["b": 1]],
            ]
            for (key, value) in values { defaults.set(value, forKey: key) }
            #expect(defaults.object(forKey: "text") as? String == "ä")
            #expect(defaults.object(forKey: "number") as? Int == 7 && defaults.object(forKey: "number") as? Double == 7)
            #expect(defaults.object(forKey: "yes") as? Bool == true)
            #expect(defaults.object(forKey: "real") as? Double == 0.5)
            #expect(defaults.data(forKey: "data") == Data([1, 0]))
            #expect(defaults.array(forKey: "list") as? [Int] == [1, 2])
            #expect(defaults.object(forKey: "date") as? Date == Date(timeIntervalSinceReferenceDate: 100))
            #expect((defaults.dictionary(forKey: "dict")?["a"] as? [String: Any])?["b"] as? Int == 1)
            #expect(values.keys.allSatisfy { defaults.dictionaryRepresentation()[$0] != nil })
        }
    }

    @Test func `each number comes back as it was stored, also from the file`() throws {
        try Self.with { defaults, name in
            let long = try #require(Decimal(string: "0.12345678901234567890123456789"))
            defaults.set(UInt64.max, forKey: "largest")
            defaults.set(CGFloat(0.1), forKey: "CGFloat")
            defaults.set(Float(0.1), forKey: "Float")
            defaults.set(Int8(1), forKey: "Int8")
            defaults.set(Decimal(7), forKey: "Decimal")
            defaults.set([UInt64(1) << 63, UInt64(3)], forKey: "list")
            defaults.set(long, forKey: "long")
            defaults.synchronize()
            for read in [defaults, try #require(UserDefaults(suiteName: name))] {
                #expect((read.object(forKey: "largest") as? NSNumber)?.uint64Value == .max)
                #expect(read.object(forKey: "largest") as? UInt64 == .max)
                #expect(read.string(forKey: "largest") == "18446744073709551615")
                #expect(read.double(forKey: "CGFloat") == 0.1)
                #expect(read.float(forKey: "Float") == Float(0.1))
                #expect(read.integer(forKey: "Int8") == 1 && read.integer(forKey: "Decimal") == 7)
                #expect(read.array(forKey: "list") as? [UInt64] == [1 << 63, 3])
                #expect(read.object(forKey: "long") == nil)
            }
        }
    }

    @Test func `typed accessors convert numbers, booleans and strings into each other`() throws {
        try Self.with { defaults, _ in
            for (key, value) in ["a": "12", "b": "YES", "c": "1.5x", "d": "no", "e": "word"] {
                defaults.set(value, forKey: key)
            }
            defaults.set(42, forKey: "n")
            defaults.set(true, forKey: "t")
            defaults.set(Float(2.5), forKey: "f")
            defaults.set(1e300, forKey: "large")
            #expect(defaults.integer(forKey: "a") == 12 && defaults.double(forKey: "c") == 1.5)
            #expect(defaults.bool(forKey: "b") && defaults.bool(forKey: "n") && !defaults.bool(forKey: "d"))
            #expect(!defaults.bool(forKey: "e") && !defaults.bool(forKey: "missing"))
            #expect(defaults.string(forKey: "n") == "42" && defaults.integer(forKey: "t") == 1)
            #expect(defaults.float(forKey: "f") == 2.5 && defaults.integer(forKey: "f") == 2)
            #expect(defaults.integer(forKey: "large") == .max)
            #expect(defaults.stringArray(forKey: "a") == nil)
            defaults.set(["x", "y"], forKey: "texts")
            #expect(defaults.stringArray(forKey: "texts") == ["x", "y"])
        }
    }

    @Test(arguments: ["file:///tmp/a%20b", "https://example.org/x?y=1"])
    func `a URL is read as it was set`(text: String) throws {
        try Self.with { defaults, _ in
            let url = try #require(URL(string: text))
            defaults.set(url, forKey: "url")
            #expect(defaults.url(forKey: "url")?.absoluteString == text)
        }
    }

    @Test func `the search list begins with arguments and ends with registered defaults`() throws {
        try Self.with { defaults, name in
            defaults.register(defaults: [name: "registered"])
            #expect(defaults.string(forKey: name) == "registered")
            let suite = try #require(UserDefaults(suiteName: name + "-added"))
            defer { Self.remove(name + "-added") }
            suite.set("suite", forKey: name)
            defaults.addSuite(named: name + "-added")
            #expect(defaults.string(forKey: name) == "suite")
            defaults.set("own", forKey: name)
            #expect(defaults.string(forKey: name) == "own")
            defaults.setVolatileDomain([name: "argument"], forName: UserDefaults.argumentDomain)
            #expect(defaults.string(forKey: name) == "argument")
            defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
            defaults.removeObject(forKey: name)
            defaults.removeSuite(named: name + "-added")
            #expect(defaults.string(forKey: name) == "registered")
        }
    }

    @Test func `a value that is not a property list is refused, and the earlier one stays`() throws {
        try Self.with { defaults, _ in
            defaults.set(1, forKey: "k")
            for value in [NSObject(), NSNull(), UUID(), [1: 2], Self.nested(30)] as [Any] {
                defaults.set(value, forKey: "k")
                #expect(throws: UserDefaultsError.self) { try defaults.save(value, forKey: "k") }
                #expect(defaults.integer(forKey: "k") == 1)
            }
            try defaults.save(2, forKey: "k")
            #expect(defaults.integer(forKey: "k") == 2)
        }
    }

    private static func nested(_ depth: Int) -> Any { depth == 0 ? 1 : [nested(depth - 1)] }

    @Test(arguments: ["", "NSGlobalDomain", "a/b", "../x", "a\0b", String(repeating: "x", count: 201)])
    func `a name that cannot be one of a suite gives no object`(name: String) {
        #expect(UserDefaults(suiteName: name) == nil)
    }

    @Test func `code that names Foundation's class uses the same defaults`() throws {
        try Self.with { defaults, _ in
            let foundation: Foundation.UserDefaults = defaults
            foundation.set(5, forKey: "k")
            #expect(defaults.integer(forKey: "k") == 5 && foundation.object(forKey: "k") as? Int == 5)
        }
    }

    @Test func `a persistent domain is replaced and removed as a whole`() throws {
        try Self.with { defaults, name in
            defaults.set(1, forKey: "a")
            defaults.setPersistentDomain(["b": 2], forName: name)
            #expect(defaults.persistentDomain(forName: name)?.keys.sorted() == ["b"])
            defaults.removePersistentDomain(forName: name)
            #expect(defaults.persistentDomain(forName: name) == nil)
        }
    }

    // MARK: Several processes

    private static func writer(
        _ suite: String, _ prefix: String, _ count: Int, _ output: Foundation.Pipe
    ) throws -> Process {
        let own = try #require(ProgramLocator.runningProgram)
        let process = Process()
        process.executableURL = URL(filePath: own.removingLastComponent().appending("fixture-defaults").string)
        process.arguments = [suite, prefix, "\(count)"]
        process.standardOutput = output
        try process.run()
        return process
    }

    @Test(.timeLimit(.minutes(30))) func `eight processes that write at the same time lose nothing`() throws {
        try Self.with { defaults, name in
            let pipes = (0..<8).map { _ in Foundation.Pipe() }
            let processes = try pipes.enumerated().map { try Self.writer(name, "\($0.offset)", 150, $0.element) }
            for (process, pipe) in zip(processes, pipes) {
                _ = try pipe.fileHandleForReading.readToEnd()
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
            }
            for writer in 0..<8 {
                for number in 0..<150 { #expect(defaults.string(forKey: "\(writer)-\(number)") != nil) }
            }
        }
    }

    @Test(.timeLimit(.minutes(30))) func `what a process has set is there, whenever it is killed`() throws {
        let seed = ProcessInfo.processInfo.environment["APPEX_KILLS_SEED"].flatMap { UInt64($0) } ?? 20_261_125
        var generator = SeededGenerator(seed: seed)
        try Self.with { defaults, name in
            for life in 0..<60 {
                let pipe = Foundation.Pipe()
                let process = try Self.writer(name, "\(life)", 1_000_000, pipe)
                let wanted = Int.random(in: 1...400, using: &generator)
                var seen: [UInt8] = []
                // What is read is a number of keys that is different each time; the process goes on until it is killed.
                while seen.count(where: { $0 == 10 }) < wanted,
                    let piece = try pipe.fileHandleForReading.read(upToCount: 64)
                {
                    seen += piece
                }
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                seen += try pipe.fileHandleForReading.readToEnd() ?? Data()
                let acknowledged = seen.count { $0 == 10 }
                for number in 0..<acknowledged {
                    let value = defaults.string(forKey: "\(life)-\(number)")
                    #expect(value?.hasPrefix("v") == true, "life \(life), key \(number), seed \(seed)")
                }
                defaults.removePersistentDomain(forName: name)
            }
        }
    }
}
