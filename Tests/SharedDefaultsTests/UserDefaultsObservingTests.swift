import enum AppexSystem.ProgramLocator
import Foundation
import Glibc
import OpenFoundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

private typealias UserDefaults = OpenFoundation.UserDefaults

/// Observers as programs have them, with another process that makes changes.
@Suite(.timeLimit(.minutes(30))) struct UserDefaultsObservingTests {
    private static func with(_ body: (UserDefaults, String) async throws -> Void) async throws {
        let name = "org.example.test-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { remove(name) }
        try await body(defaults, name)
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

    /// Lets another process set a key to the numbers up to one, or remove it.
    private static func set(_ suite: String, _ key: String, upTo count: Int) throws {
        let own = try #require(ProgramLocator.runningProgram)
        let process = Process()
        process.executableURL = URL(filePath: own.removingLastComponent().appending("fixture-defaults").string)
        process.arguments = [suite, key, "\(count)", "again"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `a change by another process is told, and that it removes the value`() async throws {
        try await Self.with { defaults, name in
            let told = Told<Int>()
            let observation = defaults.observe(forKey: "k") { told.append($0 as? Int) }
            try Self.set(name, "k", upTo: 1)
            try await eventually("the change is told") { told.values == [1] }
            try Self.set(name, "k", upTo: 0)
            try await eventually("the removal is told") { told.values == [1, nil] }
            observation.invalidate()
        }
    }

    @Test func `of many changes by another process the last one is always told, and none twice`() async throws {
        try await Self.with { defaults, name in
            let told = Told<Int>()
            let observation = defaults.observe(forKey: "k") { told.append($0 as? Int) }
            let start = ContinuousClock.now
            try Self.set(name, "k", upTo: 3000)
            try await eventually("the last change is told") { told.last == 3000 }
            let values = told.values.compactMap(\.self)
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 } && !told.hasOverlapped)
            // One look for each ten milliseconds at most, the first one, and the one at the beginning.
            #expect(values.count <= Int((ContinuousClock.now - start) / .milliseconds(10)) + 2)
            observation.invalidate()
        }
    }

    @Test func `a change of this process is told, if the value is another one than before`() async throws {
        try await Self.with { defaults, _ in
            let told = Told<String>()
            defaults.set("before", forKey: "k")
            let observation = defaults.observe(forKey: "k") { told.append($0 as? String) }
            defaults.set("before", forKey: "k")
            defaults.set("other", forKey: "another key")
            defaults.set("a", forKey: "k")
            try await eventually("the change is told") { told.values == ["a"] }
            defaults.removeObject(forKey: "k")
            try await eventually("the removal is told") { told.values == ["a", nil] }
            observation.invalidate()
        }
    }

    @Test func `each domain of the search list counts, if no earlier one has the key`() async throws {
        try await Self.with { defaults, name in
            let told = Told<String>()
            let (suite, key) = (name + "-added", "key-\(name)")
            let added = try #require(UserDefaults(suiteName: suite))
            defer { Self.remove(suite) }
            let observation = defaults.observe(forKey: key) { told.append($0 as? String) }
            func expect(_ value: String?, _ what: String) async throws {
                try await eventually("\(what) is told") { told.last == value }
            }
            defaults.register(defaults: [key: "registered"])
            try await expect("registered", "a registered value")
            added.set("added", forKey: key)
            defaults.addSuite(named: suite)
            try await expect("added", "an added suite")
            try Self.set(suite, key, upTo: 1)
            try await eventually("its change is told") { told.values.count == 3 }
            added.set("again", forKey: key)
            try await expect("again", "a change in the suite")
            defaults.set("own", forKey: key)
            try await expect("own", "the domain of the object")
            defaults.setPersistentDomain([key: "replaced"], forName: name)
            try await expect("replaced", "a new domain")
            defaults.removePersistentDomain(forName: name)
            try await expect("again", "a removed domain")
            defaults.removeSuite(named: suite)
            try await expect("registered", "a removed suite")
            let all = defaults.persistentDomain(forName: UserDefaults.globalDomain) ?? [:]
            defaults.setPersistentDomain(all.merging([key: "all"]) { $1 }, forName: UserDefaults.globalDomain)
            try await expect("all", "the domain of all programs")
            defaults.setPersistentDomain(all, forName: UserDefaults.globalDomain)
            try await expect("registered", "its removal")
            observation.invalidate()
        }
    }

    @Test func `a tool that writes the property list is noticed`() async throws {
        try await Self.with { defaults, name in
            let told = Told<String>()
            let observation = defaults.observe(forKey: "k") { told.append($0 as? String) }
            let file = URL(fileURLWithPath: "\(Self.folder)/\(name).plist")
            try Data("<plist><dict><key>k</key><string>tool</string></dict></plist>".utf8).write(
                to: file, options: .atomic)
            try await eventually("a new file is told") { told.values == ["tool"] }
            try Data("<plist><dict><key>k</key><string>place</string></dict></plist>".utf8).write(to: file)
            try await eventually("a change in place is told") { told.values == ["tool", "place"] }
            try FileManager.default.removeItem(at: file)
            try await eventually("the removal is told") { told.values == ["tool", "place", nil] }
            observation.invalidate()
        }
    }

    @Test func `an observation that is invalidated or released tells nothing, and the other one of the key does`()
        async throws
    {
        try await Self.with { defaults, name in
            let (invalidated, released, kept) = (Told<Int>(), Told<Int>(), Told<Int>())
            let first = defaults.observe(forKey: "k") { invalidated.append($0 as? Int) }
            _ = defaults.observe(forKey: "k") { released.append($0 as? Int) }
            let last = defaults.observe(forKey: "k") { kept.append($0 as? Int) }
            first.invalidate()
            first.invalidate()
            defaults.set(1, forKey: "k")
            try await eventually("the change is told") { kept.values == [1] }
            try Self.set(name, "k", upTo: 2)
            try await eventually("the change of the other process is told") { kept.last == 2 }
            #expect(invalidated.values.isEmpty && released.values.isEmpty)
            last.invalidate()
        }
    }

    @Test func `a handler changes its own value, adds observers and ends itself`() async throws {
        try await Self.with { defaults, name in
            let told = Told<Int>()
            let observations = Mutex<[UserDefaultsObservation]>([])
            let observation = defaults.observe(forKey: "k") { value in
                guard let defaults = UserDefaults(suiteName: name), let number = value as? Int else { return }
                told.append(number)
                if number < 5 { defaults.set(number + 1, forKey: "k") }
                guard number == 5 else { return }
                let inner = defaults.observe(forKey: "k") { told.append($0 as? Int) }
                observations.withLock { all in
                    all.first?.invalidate()
                    all.append(inner)
                }
                defaults.set(6, forKey: "k")
            }
            observations.withLock { $0.append(observation) }
            defaults.set(1, forKey: "k")
            try await eventually("all are told") { told.values == [1, 2, 3, 4, 5, 6] }
            observations.withLock { $0.removeAll() }
        }
    }

    @Test func `a sequence begins with the current value, and ends with its task`() async throws {
        try await Self.with { defaults, name in
            defaults.set(7, forKey: "k")
            let told = Told<Int>()
            let values = defaults.values(forKey: "k")
            let task = Task {
                for await value in values { told.append(value as? Int) }
                return Task.isCancelled
            }
            try await eventually("the current value is there") { told.values == [7] }
            try Self.set(name, "k", upTo: 1)
            try await eventually("the change is there") { told.values == [7, 1] }
            try Self.set(name, "k", upTo: 0)
            try await eventually("the removal is there") { told.values == [7, 1, nil] }
            task.cancel()
            #expect(await task.value)
            defaults.set(8, forKey: "k")
            #expect(told.values == [7, 1, nil])
        }
    }

    @MainActor @Test func `a slow reader of a sequence gets the last value`() async throws {
        let name = "org.example.test-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { Self.remove(name) }
        let told = Told<Int>()
        let observation = defaults.observe(forKey: "k") { told.append($0 as? Int) }
        var values = defaults.values(forKey: "k").makeAsyncIterator()
        #expect(await values.next() as? Int == nil)
        try Self.set(name, "k", upTo: 50)
        try await eventually("the last change is told") { told.last == 50 }
        var read: [Int] = []
        while read.last != 50 { read.append(try #require(await values.next() as? Int)) }
        // One that was waiting, and one that has come since.
        #expect(read.count <= 2)
        observation.invalidate()
    }
}
