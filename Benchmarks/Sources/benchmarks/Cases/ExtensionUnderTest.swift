import AppexModel
import AppexProtocol
import AppexSandbox
import AppexSystem
import AppexWire
import Glibc
import Synchronization
import SystemPackage

/// A real extension program, started with or without the sandbox and followed until it says that its
/// `beginRequest` is being called.
struct ExtensionUnderTest {
    /// The folder of the release build, given by Scripts/bench.
    static func program(_ name: String) throws -> FilePath {
        guard let folder = CurrentProcess.environment["APPEX_BENCH_PROGRAMS"] else {
            throw BenchmarkError(
                "APPEX_BENCH_PROGRAMS does not name the folder of the built programs; run Scripts/bench")
        }
        return FilePath(folder).appending(name)
    }

    private let folder: FilePath
    private let executable: FilePath
    private let container: FilePath
    private let environment: [String: String]
    private let plan: LaunchPlan
    /// What a launcher executes in advance; nil for a program of its own.
    let warmPlan: LaunchPlan?

    /// The folder of the shared runtime, given by Scripts/bench.
    static func runtime() throws -> FilePath {
        guard let folder = CurrentProcess.environment["APPEX_BENCH_RUNTIME"] else {
            throw BenchmarkError("APPEX_BENCH_RUNTIME does not name the folder of the runtime; run Scripts/bench")
        }
        return FilePath(folder)
    }

    /// Makes a bundle and a container in a temporary folder.
    ///
    /// - Parameter runtime: the folder of the shared runtime that the extension is linked to; nil for a program of its own.
    init(runtime: FilePath? = nil) throws {
        folder = FilePath("/tmp/appex-bench-\(getpid())\(runtime == nil ? "" : "-shared")")
        let bundle = folder.appending("Bench.app")
        executable = bundle.appending("extension")
        try PrivateFolder.make(bundle)
        container = folder.appending("data")
        try PrivateFolder.make(container.appending("tmp"))
        let built = try Self.program(runtime == nil ? "static/fixture-extension" : "objects/fixture-extension")
        let program = try Descriptor(opening: built, O_RDONLY)
        try? FileContent.copy(program, to: executable)
        _ = executable.withPlatformString { chmod($0, 0o755) }
        var profile = SandboxProfile(
            bundle: bundle, executable: runtime?.appending("appex-runtime") ?? executable, container: container,
            extraReadOnly: runtime.map { [$0] } ?? [])
        profile.object = runtime == nil ? nil : executable
        var environment = profile.environment(from: [:])
        environment["LD_LIBRARY_PATH"] = runtime?.string
        self.environment = environment
        let plan = LaunchPlan(profile: profile, arguments: [executable.string], environment: environment)
        self.plan = plan
        var warm = runtime == nil ? nil : plan
        profile.container = "/run/home"
        warm?.environment = profile.environment(from: [:])
        warm?.environment["LD_LIBRARY_PATH"] = runtime?.string
        warmPlan = warm
    }

    /// A process that has begun its request.
    struct Begun {
        /// From the decision to start it until it said so, in nanoseconds.
        let time: Int64
        let control: Connection
        let session: Connection
    }

    /// Starts it in the sandbox.
    func sandboxed(_ launcher: Launcher) async throws -> (begun: Begun, launch: LaunchIdentifier) {
        let launched = Mutex<LaunchIdentifier?>(nil)
        let begun = try await begin { control in
            guard let end = control.take() else { throw Errno.badFileDescriptor }
            let output = try Descriptor(opening: "/dev/null", O_WRONLY)
            let launch = try await launcher.launch(plan, control: end, output: output)
            launched.withLock { $0 = launch }
        }
        guard let launch = launched.withLock({ $0 }) else { throw BenchmarkError("nothing was launched") }
        return (begun, launch)
    }

    /// Starts the same program with posix_spawn.
    func bare() async throws -> (begun: Begun, pid: Int32) {
        let started = Mutex<Int32>(0)
        let begun = try await begin { control in
            guard let end = control.take() else { throw Errno.badFileDescriptor }
            let pid = try ChildProcess.start(
                executable, [], environment: environment, passing: end, as: ControlInterface.descriptor)
            started.withLock { $0 = pid }
        }
        return (begun, started.withLock { $0 })
    }

    /// Starts it with bubblewrap: in namespaces of every kind, and with as much of the machine in sight as ours has.
    ///
    /// - Parameter bubblewrap: its program.
    func wrapped(_ bubblewrap: FilePath) async throws -> (begun: Begun, pid: Int32) {
        var arguments = ["--unshare-all", "--die-with-parent", "--new-session", "--proc", "/proc", "--dev", "/dev"]
        let visible = [
            "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/usr/share/zoneinfo",
            "/usr/share/locale", "/usr/share/mime", executable.removingLastComponent().string,
        ]
        for path in visible { arguments += ["--ro-bind-try", path, path] }
        for name in ["lib", "lib64"] { arguments += ["--symlink", "usr/\(name)", "/\(name)"] }
        arguments += ["--bind", container.string, container.string]
        let started = Mutex<Int32>(0)
        let begun = try await begin { control in
            guard let end = control.take() else { throw Errno.badFileDescriptor }
            let pid = try ChildProcess.start(
                bubblewrap, arguments + ["--", executable.string], environment: environment, passing: end,
                as: ControlInterface.descriptor)
            started.withLock { $0 = pid }
        }
        return (begun, started.withLock { $0 })
    }

    private func begin(_ start: (DescriptorBag) async throws -> Void) async throws -> Begun {
        let (ours, theirs) = try PacketSocket.pair().bags()
        let (near, far) = try PacketSocket.pair().bags()
        guard let controlEnd = ours.take(), let sessionEnd = near.take() else { throw Errno.badFileDescriptor }
        let (answers, answer) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let asked = ContinuousClock.now
        let control = try Connection(socket: controlEnd, role: "bench")
        try control.start { _ in }
        let session = try Connection(socket: sessionEnd, role: "bench")
        try session.start { inbound in
            switch inbound {
            case .event(SessionInterface.Ready.code, _, _): answer.yield(.now)
            case .closed: answer.finish()
            default: break
            }
        }
        try control.send(ControlInterface.OpenSession(session: 1), far)
        try session.send(SessionInterface.Begin(identifier: "bench", items: []))
        try await start(theirs)
        for await instant in answers {
            let (seconds, attoseconds) = (instant - asked).components
            return Begun(
                time: seconds * 1_000_000_000 + attoseconds / 1_000_000_000, control: control, session: session)
        }
        throw BenchmarkError("the extension did not begin the request")
    }

    /// Removes the temporary folder's content.
    func remove() {
        for path in [executable, executable.removingLastComponent()]
            + ["data/tmp", "data", ""].map({ folder.appending($0) })
        {
            _ = path.withPlatformString { Glibc.remove($0) }
        }
    }
}

/// The events of a launcher, waited for one at a time.
actor LaunchNews {
    private var iterator: AsyncStream<LauncherEvent>.AsyncIterator
    private let launcher: Launcher

    init(_ launcher: Launcher) {
        self.launcher = launcher
        iterator = launcher.events.makeAsyncIterator()
    }

    /// The process of a launch, once it runs.
    func pid(of wanted: LaunchIdentifier) async throws -> Int32 {
        while let event = await next() {
            if case .started(wanted, let pid, _) = event { return pid }
            if case .failed(wanted, let failure) = event { throw failure }
        }
        throw BenchmarkError("the launcher ended")
    }

    /// Ends a launch and waits until it is reaped, so that the next one has the machine to itself.
    func end(_ wanted: LaunchIdentifier) async throws {
        try await launcher.kill(wanted)
        while let event = await next() {
            if case .exited(wanted, _, _) = event { return }
        }
    }

    private func next() async -> LauncherEvent? {
        var copy = iterator
        defer { iterator = copy }
        return await copy.next(isolation: self)
    }
}
