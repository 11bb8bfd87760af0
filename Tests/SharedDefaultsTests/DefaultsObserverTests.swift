import AppexModel
import AppexSystem
import Foundation
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import OpenFoundation

/// Two objects of one domain stand for two processes.
@Suite(.timeLimit(.minutes(30))) struct DefaultsObserverTests {
    private static func with(_ body: (FilePath) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(FilePath(folder.path).appending("d.plist"))
    }

    private static func observer(_ domain: DefaultsDomain, _ told: Told<PropertyListValue>) -> DefaultsObserver {
        let observer = DefaultsObserver(DefaultsSearchList(domain), "k") { told.append($0) }
        observer.begin()
        return observer
    }

    @Test func `the change that another process makes during the registration is told or was there`() async throws {
        try await Self.with { file in
            let other = DefaultsDomain(file)
            for number in 0..<100 {
                let domain = DefaultsDomain(file, watcher: FolderWatcher())
                let told = Told<PropertyListValue>()
                let writer = Task { try other.change(.set("k", .integer(Int64(number)))) }
                let observer = DefaultsObserver(DefaultsSearchList(domain), "k") { told.append($0) }
                observer.begin { told.append($0) }
                try await writer.value
                try await eventually("change \(number) is told") { told.last == .integer(Int64(number)) }
                observer.end()
            }
        }
    }

    @Test(arguments: [Errno.notPermitted, .noFunction, .tooManyOpenFiles])
    func `where the kernel refuses to watch folders, changes are found by looking`(error: Errno) async throws {
        try await Self.with { file in
            let told = Told<PropertyListValue>()
            let watcher = FolderWatcher(opening: { () throws(Errno) in throw error })
            let observer = Self.observer(DefaultsDomain(file, watcher: watcher), told)
            let other = DefaultsDomain(file)
            try other.change(.set("k", .integer(1)))
            try await eventually("the first change is told") { told.values == [.integer(1)] }
            while !other.merge() { sched_yield() }
            try other.change(.set("k", .integer(2)))
            try await eventually("a change after a merge is told") { told.values == [.integer(1), .integer(2)] }
            while !other.merge() { sched_yield() }
            try Data("<plist><dict><key>k</key><true/></dict></plist>".utf8).write(
                to: URL(fileURLWithPath: file.string))
            while !other.merge() { sched_yield() }
            try await eventually("a change by a tool is told") { told.last == .boolean(true) }
            observer.end()
            #expect(!watcher.isOpen)
        }
    }

    @Test func `when the limit is no longer reached, folders are watched`() async throws {
        try await Self.with { file in
            let told = Told<PropertyListValue>()
            let attempts = Mutex(0)
            let watcher = FolderWatcher(opening: { () throws(Errno) in
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                guard attempt > 3 else { throw .tooManyOpenFiles }
                return try FolderWatcher.open()
            })
            let observer = Self.observer(DefaultsDomain(file, watcher: watcher), told)
            try await eventually("folders are watched") { watcher.isOpen }
            try DefaultsDomain(file).change(.set("k", .integer(1)))
            try await eventually("the change is told") { told.values == [.integer(1)] }
            observer.end()
        }
    }

    @Test func `a folder that is missing is made, as by a writer`() async throws {
        try await Self.with { file in
            let (told, watcher) = (Told<PropertyListValue>(), FolderWatcher())
            let inner = file.removingLastComponent().appending("Preferences/d.plist")
            let observer = Self.observer(DefaultsDomain(inner, watcher: watcher), told)
            #expect(watcher.isOpen)
            try DefaultsDomain(inner).change(.set("k", .integer(1)))
            try await eventually("the change is told") { told.values == [.integer(1)] }
            observer.end()
        }
    }

    @Test func `the folder that a missing folder is in may appear later, and disappear`() async throws {
        try await Self.with { file in
            let (told, watcher) = (Told<PropertyListValue>(), FolderWatcher())
            let library = file.removingLastComponent().appending("Library")
            let inner = library.appending("Preferences/d.plist")
            let observer = Self.observer(DefaultsDomain(inner, watcher: watcher), told)
            #expect(!watcher.isOpen)
            for number in 1...2 {
                let preferences = inner.removingLastComponent().string
                try FileManager.default.createDirectory(atPath: preferences, withIntermediateDirectories: true)
                try DefaultsDomain(inner).change(.set("k", .integer(Int64(number))))
                try await eventually("the change is told") { told.last == .integer(Int64(number)) }
                try await eventually("the folder is watched") { watcher.isOpen }
                // A merge may be making a file in it.
                while FileManager.default.fileExists(atPath: library.string) {
                    try? FileManager.default.removeItem(atPath: library.string)
                }
                try await eventually("the removal is told") {
                    told.values.count == 2 * number && told.last == nil as PropertyListValue?
                }
                try await eventually("the folder is not watched") { !watcher.isOpen }
            }
            #expect(!FileManager.default.fileExists(atPath: library.string))
            observer.end()
        }
    }

    @Test func `a folder of journals that is removed, renamed or made again is followed`() async throws {
        try await Self.with { file in
            let told = Told<PropertyListValue>()
            let domain = DefaultsDomain(file, watcher: FolderWatcher())
            let observer = Self.observer(domain, told)
            try DefaultsDomain(file).change(.set("k", .integer(0)))
            // Otherwise a merge could come first, and nothing would be lost.
            let lock = try FileLock.waiting(for: domain.journals.appending("lock"))
            try DefaultsDomain(file).change(.set("k", .integer(1)))
            try await eventually("the change is told") { told.last == .integer(1) }
            #expect(rename(domain.journals.string, domain.journals.string + "-moved") == 0)
            try await eventually("the loss is told") { told.last != .integer(1) }
            withExtendedLifetime(lock) {}
            try DefaultsDomain(file).change(.set("k", .integer(2)))
            try await eventually("the change in a new folder is told") { told.last == .integer(2) }
            try DefaultsDomain(file).change(.set("k", .integer(3)))
            try await eventually("the next change there is told") { told.last == .integer(3) }
            observer.end()
        }
    }

    @Test(arguments: [true, false])
    func `after a check, a folder that has the path again is followed`(_ isFolderAbove: Bool) async throws {
        try await Self.with { file in
            let folder = file.removingLastComponent()
            let inner = folder.appending("above/Preferences/d.plist")
            for name in ["above/Preferences", "other/Preferences"] {
                try FileManager.default.createDirectory(
                    atPath: folder.appending(name).string, withIntermediateDirectories: true)
            }
            let told = Told<PropertyListValue>()
            let domain = DefaultsDomain(inner, watcher: FolderWatcher())
            let observer = Self.observer(domain, told)
            try DefaultsDomain(inner).change(.set("k", .integer(1)))
            try await eventually("the change is told") { told.last == .integer(1) }
            if isFolderAbove {
                let place = try Folder(at: folder)
                try place.exchange("above", with: "other", in: place)
            } else {
                let place = try Folder(at: folder.appending("above"))
                try place.makeLink("link", to: "../other/Preferences")
                try place.exchange("Preferences", with: "link", in: place)
                try await eventually("the loss is told") { told.last == nil as PropertyListValue? }
                try place.exchange("Preferences", with: "link", in: place)
            }
            domain.watch.check()
            let expected: PropertyListValue? = isFolderAbove ? nil : .integer(1)
            try await eventually("what is at the path is told") { told.last == expected }
            try DefaultsDomain(inner).change(.set("k", .integer(2)))
            try await eventually("the next change there is told") { told.last == .integer(2) }
            observer.end()
        }
    }

    @Test func `a property list that stays incomplete is looked at again until it counts as damaged`() async throws {
        try await Self.with { file in
            let told = Told<PropertyListValue>()
            try Data("<plist><dict><key>k</key><true/></dict></plist>".utf8).write(
                to: URL(fileURLWithPath: file.string))
            let observer = Self.observer(DefaultsDomain(file, watcher: FolderWatcher()), told)
            try Data("<plist><dict>".utf8).write(to: URL(fileURLWithPath: file.string))
            try await eventually("the damage is told") { told.values == [nil] }
            observer.end()
        }
    }

    @Test func `a change of this process is told by the call that makes it`() async throws {
        try await Self.with { file in
            let domain = DefaultsDomain(file)
            let caller = Mutex(pthread_t())
            let hasToldHere = Mutex(false)
            let owner = Told<Int>()
            domain.watch.add(owner, to: domain) {
                if caller.withLock({ $0 }) == pthread_self() { hasToldHere.withLock { $0 = true } }
            }
            try Self.change(domain, recording: caller)
            #expect(hasToldHere.withLock { $0 })
            domain.watch.remove(owner)
        }
    }

    /// The caller's thread stays the same in a function that is not asynchronous.
    private static func change(_ domain: DefaultsDomain, recording caller: borrowing Mutex<pthread_t>) throws {
        caller.withLock { $0 = pthread_self() }
        defer { caller.withLock { $0 = 0 } }
        try domain.change(.set("k", .integer(1)))
    }

    @Test func `all observers share one watch, and the last one releases it`() async throws {
        try await Self.with { file in
            let opened = Mutex(0)
            let watcher = FolderWatcher(opening: { () throws(Errno) in
                opened.withLock { $0 += 1 }
                return try FolderWatcher.open()
            })
            let told = Told<PropertyListValue>()
            let domains = [DefaultsDomain(file, watcher: watcher), DefaultsDomain(file, watcher: watcher)]
            let observers = (0..<20).map { Self.observer(domains[$0 % 2], told) }
            #expect(opened.withLock { $0 } == 1)
            for observer in observers.dropLast() { observer.end() }
            try DefaultsDomain(file).change(.set("k", .integer(1)))
            try await eventually("the last one is told") { told.values == [.integer(1)] }
            #expect(watcher.isOpen)
            observers.last?.end()
            #expect(!watcher.isOpen && opened.withLock { $0 } == 1)
        }
    }

    @Test func `an observer is never called by two threads at once, and hears the last change of many threads`()
        async throws
    {
        try await Self.with { file in
            let told = Told<PropertyListValue>()
            let domain = DefaultsDomain(file)
            let observer = DefaultsObserver(DefaultsSearchList(domain), "k") { value in
                told.append(value) { for _ in 0..<5 { try? domain.change(.remove("another")) } }
            }
            observer.begin()
            // Threads of their own leave those of Dispatch to the observer.
            let (ends, ended) = AsyncStream.makeStream(of: Void.self)
            for thread in 0..<4 {
                try LoopThread.start(name: "writer") {
                    for number in 0..<200 { try? domain.change(.set("k", .integer(Int64(number * 4 + thread)))) }
                    ended.yield()
                }
            }
            var end = ends.makeAsyncIterator()
            for _ in 0..<4 { _ = await end.next() }
            try domain.change(.set("k", .string("last")))
            try await eventually("the last change is told") { told.last == .string("last") }
            #expect(!told.hasOverlapped)
            observer.end()
        }
    }

    @Test func `a change that is made while the handler runs is told after it, without another look`() async throws {
        try await Self.with { file in
            let told = Told<PropertyListValue>()
            let key = "key-\(UUID().uuidString)"
            let register: @Sendable (Int) -> Void = { number in
                VolatileDomains.shared.add([key: .integer(Int64(number))], to: UserDefaults.registrationDomain)
            }
            let observer = DefaultsObserver(DefaultsSearchList(DefaultsDomain(file)), key) { value in
                told.append(value) { if told.values.count < 100 { register(told.values.count + 1) } }
            }
            observer.begin()
            register(1)
            try await eventually("all are told") { told.last == .integer(100) }
            #expect(told.values == (1...100).map { .integer(Int64($0)) })
            observer.end()
        }
    }

    @Test(arguments: [
        PropertyListValue.real(.nan), .array([.real(.nan)]), .dictionary(["a": .array([.integer(1), .real(.nan)])]),
    ])
    func `a number that is not one has not changed if it is set again`(value: PropertyListValue) async throws {
        try await Self.with { file in
            let told = Told<PropertyListValue>()
            let domain = DefaultsDomain(file)
            try domain.change(.set("k", value))
            let observer = Self.observer(domain, told)
            try domain.change(.set("k", value))
            try domain.change(.set("k", .integer(1)))
            try await eventually("the change is told") { told.values == [.integer(1)] }
            observer.end()
        }
    }

    @Test func `no descriptor stays open after the last observer`() async {
        await #expect(processExitsWith: .success) {
            func count() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                    return link?.contains("inotify") == true
                }
            }
            try await Self.with { file in
                for _ in 0..<50 {
                    let domain = DefaultsDomain(file)
                    let observers = (0..<3).map { _ in Self.observer(domain, Told()) }
                    #expect(try count() >= 1)
                    for observer in observers { observer.end() }
                }
                try await eventually("all are closed") { try count() == 0 }
            }
        }
    }
}
