import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import AppexSandbox

/// The programs that the package builds, found beside the test program.
enum BuiltProgram: String {
    case launcher = "appex-launch"
    case probe = "sandbox-probe"
    case workload = "sandbox-workload"

    var path: FilePath {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let path = FilePath(tests).removingLastComponent().appending(rawValue)
            try #require(access(path.string, X_OK) == 0, "\(path) is missing; build the whole package first")
            return path
        }
    }

    /// The program as an object that the shared runtime opens, which `Scripts/link-fixtures` makes.
    var object: FilePath {
        get throws {
            let path = try path.removingLastComponent().appending("objects").appending(rawValue)
            try #require(access(path.string, X_OK) == 0, "\(path) is missing; run Scripts/link-fixtures")
            return path
        }
    }

    /// The folder of the shared runtime of this build; nil unless `APPEX_TEST_LINKING` is `shared`.
    static var runtime: FilePath? {
        get throws {
            guard ProcessInfo.processInfo.environment["APPEX_TEST_LINKING"] == "shared" else { return nil }
            let folder = try launcher.path.removingLastComponent().appending("runtimes")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.string)
            let name: String = try #require(
                names.first { !$0.hasPrefix(".") && !$0.hasPrefix("sdk-") },
                "\(folder) is empty; run Scripts/link-fixtures")
            return folder.appending(name)
        }
    }
}

/// A device's folders with one app, and a launcher.
struct SandboxFixture {
    let folder: FilePath
    let bundle: FilePath
    let container: FilePath
    let other: FilePath
    let launcherProgram: FilePath
    /// The folder of the shared runtime that opens the program; nil for a program of its own.
    let runtime: FilePath?
    let launcher: Launcher
    let collector: EventCollector

    /// Makes a fixture, gives it to `body`, and removes every trace of it.
    static func with(
        _ mode: LauncherMode = .direct, program: BuiltProgram = .probe,
        _ body: (SandboxFixture) async throws -> Void
    ) async throws {
        let folder = FilePath("/tmp/appex-sandbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let fixture = try await SandboxFixture(folder, mode, program)
        try await body(fixture)
        await fixture.launcher.end()
        await fixture.collector.finished()
    }

    private init(_ folder: FilePath, _ mode: LauncherMode, _ program: BuiltProgram) async throws {
        self.folder = folder
        bundle = folder.appending("Bundle/Probe.app")
        container = folder.appending("Data/own")
        other = folder.appending("Data/other")
        launcherProgram = folder.appending("appex-launch")
        for path in [bundle, container.appending("tmp"), other] {
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        }
        try Data("secret".utf8).write(to: URL(fileURLWithPath: other.appending("secret").string))
        try Data("resource".utf8).write(to: URL(fileURLWithPath: bundle.appending("resource").string))
        runtime = try BuiltProgram.runtime
        try Self.place(runtime == nil ? program.path : program.object, at: bundle.appending("probe"))
        try Self.place(program.path, at: bundle.appending("program"))
        try Self.place(BuiltProgram.launcher.path, at: launcherProgram)
        if mode.runsAsOrdinaryUser {
            for path in [
                bundle, bundle.appending("resource"), container, container.appending("tmp"), other,
                other.appending("secret"),
            ] {
                chown(path.string, 65534, 65534)
            }
        }
        launcher = try await Self.launcher(mode.starter(for: launcherProgram, in: folder))
        collector = EventCollector(launcher.events)
        // Some launches find it ready and others do not.
        if runtime != nil { try await launcher.warm(warmPlan) }
    }

    /// What is executed before a launch, as a broker has it.
    private var warmPlan: LaunchPlan {
        var plan = plan([])
        plan.profile.container = "/run/home"
        plan.environment = plan.profile.environment(from: [:])
        return plan
    }

    /// Makes a program appear, by a second link where that is possible: a fresh copy may be "busy".
    private static func place(_ program: FilePath, at path: FilePath) throws {
        if link(program.string, path.string) == 0 { return }
        try FileManager.default.copyItem(atPath: program.string, toPath: path.string)
    }

    /// Starts a launcher from a script just written, which a process that another test starts at this
    /// instant may still hold open for writing.
    static func launcher(_ script: FilePath, answerLimit: Duration = .ample) async throws -> Launcher {
        for _ in 0..<100 {
            do { return try await Launcher(executable: script, answerLimit: answerLimit) } catch {
                guard error == .cannotStart(script, .textFileBusy) else { throw error }
                await Task.yield()
            }
        }
        throw SandboxError.cannotStart(script, .textFileBusy)
    }

    /// The fixture's program, which needs no runtime, for what is not an extension.
    var program: FilePath { bundle.appending("program") }

    /// A plan for the fixture's program.
    func plan(_ arguments: [String], executable: String = "probe") -> LaunchPlan {
        let path = bundle.appending(executable)
        // Debug programs find Swift's libraries in the toolchain's folder, wherever that is.
        let libraries = (runtime ?? Self.swiftRuntime).map { [$0] } ?? []
        var profile = SandboxProfile(
            bundle: bundle, executable: runtime?.appending("appex-runtime") ?? path, container: container,
            extraReadOnly: libraries)
        profile.object = runtime == nil ? nil : path
        return LaunchPlan(
            profile: profile, arguments: [path.string] + arguments,
            environment: profile.environment(from: ["LANG": "C.UTF-8"]))
    }

    /// The profile of a helper that runs the program of a plan: without a container.
    func helperProfile(of plan: LaunchPlan) -> SandboxProfile {
        SandboxProfile(
            program: program, extraReadOnly: plan.profile.extraReadOnly, limits: ResourceLimits())
    }

    /// What the probe is told about its surroundings, after the name of its mode.
    func surroundings(_ mode: LauncherMode) -> [String] {
        [
            container.string, bundle.string, other.string, NSHomeDirectory(), "\(launcher.processIdentifier)",
            "\(getpid())", mode.hasPrivateRoot ? "private-root" : "filters",
        ]
    }

    /// The folder of the Swift library this process uses; nil when it is linked statically.
    private static let swiftRuntime: FilePath? = {
        // Not with String(contentsOfFile:), which reads one page of such a file and stops.
        let maps = (try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()) ?? Data()
        return String(decoding: maps, as: UTF8.self).split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
            .flatMap { $0.split(separator: " ").last }.map { FilePath(String($0)).removingLastComponent() }
    }()

    /// Launches, waits for the end, and gives back everything that was written.
    func run(
        _ arguments: [String], executable: String = "probe", handing file: FilePath? = nil, network: Bool = false
    ) async throws -> Finished {
        var plan = plan(arguments, executable: executable)
        plan.profile.network = network
        let running = try await start(plan, handing: file)
        let end = await collector.end(of: running.launch)
        return Finished(end: end, output: running.output.readToEnd())
    }

    /// Launches without waiting. A network stays without a connection.
    ///
    /// - Parameter file: lies in the control socket from the start, opened for reading.
    /// - Parameter group: the control group that it is put into.
    func start(
        _ plan: LaunchPlan, handing file: FilePath? = nil, group: DescriptorBag? = nil
    ) async throws -> Running {
        let pipe = try TestPipe()
        let (ours, theirs) = try PacketSocket.pair().bags()
        if let file {
            let opened = DescriptorBag(try Descriptor(opening: file, O_RDONLY))
            #expect(ours.withNumbers { (try? Packet.send([0], opened, on: $0[0])) == true })
        }
        guard let control = theirs.take() else { throw Errno.badFileDescriptor }
        let launch = try await launcher.launch(plan, control: control, output: pipe.takeWriter(), group: group)
        if plan.profile.network {
            await collector.waitedForNetwork(launch)
            try await launcher.proceed(launch)
        }
        return Running(launch: launch, output: pipe, control: ours)
    }
}

/// A launch that has come to its end.
struct Finished {
    var end: LauncherEvent?
    var output: String

    /// How the program ended; nil when it never ran.
    var status: AppexSandbox.ExitStatus? {
        if case .exited(_, let status, _) = end { status } else { nil }
    }

    var failure: LaunchFailure? {
        if case .failed(_, let failure) = end { failure } else { nil }
    }
}

/// A launch that goes on.
struct Running {
    var launch: LaunchIdentifier
    var output: TestPipe
    /// The broker's end of the control socket.
    var control: DescriptorBag
}

/// A pipe whose writing end is given to a launch.
final class TestPipe: Sendable {
    private let reader: Descriptor
    private let writer: DescriptorBag

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = Descriptor(owning: ends[0])
        writer = DescriptorBag(owning: [ends[1]])
    }

    func takeWriter() throws -> Descriptor {
        guard let descriptor = writer.take() else { throw Errno.badFileDescriptor }
        return descriptor
    }

    /// The next bytes, at least one unless every writer has gone.
    func read(atMost capacity: Int = 65536) -> [UInt8] {
        let number = reader.rawValue
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = max(0, retrying { Glibc.read(number, buffer.baseAddress, capacity) })
        }
    }

    /// The first line of what comes, without its end; what comes after it is lost.
    func readLine() -> String {
        var bytes: [UInt8] = []
        while !bytes.contains(UInt8(ascii: "\n")), case let more = read(), !more.isEmpty { bytes += more }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    func readToEnd() -> String {
        var bytes: [UInt8] = []
        while case let more = read(), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Keeps every event of a launcher and lets tests wait for the one they need.
actor EventCollector {
    private(set) var events: [LauncherEvent] = []
    private var waiters:
        [(condition: @Sendable (LauncherEvent) -> Bool, continuation: CheckedContinuation<LauncherEvent?, Never>)] = []
    private var isFinished = false
    private var finishWaiters: [CheckedContinuation<Void, Never>] = []

    init(_ stream: AsyncStream<LauncherEvent>) {
        Task {
            for await event in stream { await self.add(event) }
            await self.finish()
        }
    }

    /// The last event of a launch; nil when the launcher ended without one.
    func end(of launch: LaunchIdentifier) async -> LauncherEvent? {
        await first { event in
            switch event {
            case .waitsForNetwork, .started: false
            case .failed(let other, _), .exited(let other, _, _): other == launch
            }
        }
    }

    /// The pids of a launch that has started; nil when it failed.
    func started(_ launch: LaunchIdentifier) async -> (pid: Int32, initPID: Int32)? {
        let event = await first { event in
            switch event {
            case .started(let other, _, _), .failed(let other, _): other == launch
            case .waitsForNetwork, .exited: false
            }
        }
        guard case .started(_, let pid, let initPID) = event else { return nil }
        return (pid, initPID)
    }

    /// Waits until a launch has a network that is to be connected, or has failed.
    func waitedForNetwork(_ launch: LaunchIdentifier) async {
        _ = await first { event in
            switch event {
            case .waitsForNetwork(let other, _), .failed(let other, _): other == launch
            case .started, .exited: false
            }
        }
    }

    func finished() async {
        guard !isFinished else { return }
        await withCheckedContinuation { finishWaiters.append($0) }
    }

    private func first(_ condition: @escaping @Sendable (LauncherEvent) -> Bool) async -> LauncherEvent? {
        if let known = events.first(where: condition) { return known }
        if isFinished { return nil }
        return await withCheckedContinuation { waiters.append((condition, $0)) }
    }

    private func add(_ event: LauncherEvent) {
        events.append(event)
        waiters.removeAll { waiter in
            guard waiter.condition(event) else { return false }
            waiter.continuation.resume(returning: event)
            return true
        }
    }

    private func finish() {
        isFinished = true
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
        for waiter in finishWaiters { waiter.resume() }
        (waiters, finishWaiters) = ([], [])
    }
}
