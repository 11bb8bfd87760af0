import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// A headless Chromium with a profile of its own, which is deleted at the end.
///
/// Every method blocks its thread.
final class HeadlessBrowser {
    let connection: DevToolsConnection
    private let process: Int32
    /// The folder of everything that the browser writes.
    let profile: URL

    /// The names of the program, in order.
    private static let programs = ["chromium", "chromium-browser", "google-chrome"]

    /// Starts the browser.
    ///
    /// - Parameter profile: the folder for everything that it writes, which does not exist yet.
    /// - Throws: ``CommandFailure`` if Chromium is not installed or cannot be started.
    init(profile: URL, environment: [String: String]) throws {
        let program = try Self.program(environment)
        // Writing to a browser that has ended is an error, and not the end of this process.
        signal(SIGPIPE, SIG_IGN)
        self.profile = profile
        do {
            try PrivateFolder.make(FilePath(profile.path))
            let commands = try Pipe.make(), replies = try Pipe.make()
            let bag = DescriptorBag()
            bag.append(try Descriptor(opening: "/dev/null", O_RDWR))
            bag.append(try Descriptor(opening: "/dev/null", O_RDWR))
            bag.append(try commands.first.duplicate())
            bag.append(try replies.second.duplicate())
            process = try ChildProcess.start(
                program, Self.arguments(profile.path), environment: Self.environment(environment, profile.path),
                passing: bag,
                as: [STDOUT_FILENO, STDERR_FILENO, 3, 4])
            connection = DevToolsConnection(input: replies.keepFirst(), output: commands.keepSecond())
        } catch {
            try? FileManager.default.removeItem(at: profile)
            throw CommandFailure("Cannot start \(program): \(error).", .couldNotStart)
        }
        do { _ = try connection.call("Browser.getVersion", Nothing(), within: .seconds(20)) as Nothing } catch {
            close()
            let reason = (error as? DevToolsConnection.Failure)?.reason ?? error.localizedDescription
            throw CommandFailure("Cannot use \(program) as Chromium: \(reason).", .couldNotStart)
        }
    }

    private static func program(_ environment: [String: String]) throws -> FilePath {
        let variable = "APPEX_CHROMIUM"
        let found = programs.lazy.compactMap {
            ProgramLocator.find($0, variable: variable, environment: environment)
        }.first
        if let found { return found }
        if let path = environment[variable], !path.isEmpty {
            throw CommandFailure(
                "--page needs Chromium, and \(variable) is \(path), which is not a program.", .couldNotStart)
        }
        throw CommandFailure(
            "--page needs Chromium, and there is no program \(programs[0]) in PATH: install it, or set \(variable) to its "
                + "path.", .couldNotStart)
    }

    private static func arguments(_ profile: String) -> [String] {
        // Chromium cannot use its own sandbox as root.
        (geteuid() == 0 ? ["--no-sandbox"] : []) + [
            "--headless=new", "--disable-gpu", "--no-first-run", "--disable-sync", "--disable-background-networking",
            "--disable-component-update", "--disable-domain-reliability", "--no-pings", "--user-data-dir=\(profile)",
            "--remote-debugging-pipe", "about:blank",
        ]
    }

    /// The environment of the browser, in which it finds and leaves nothing of the user's.
    private static func environment(_ own: [String: String], _ profile: String) -> [String: String] {
        own.merging([
            "HOME": profile, "XDG_RUNTIME_DIR": profile, "XDG_CONFIG_HOME": profile, "XDG_CACHE_HOME": profile,
            "XDG_DATA_HOME": profile, "GSETTINGS_BACKEND": "memory",
        ]) { _, new in new }
    }

    private struct Nothing: Codable {}

    /// Ends the browser and deletes its profile.
    func close() {
        _ = try? connection.call("Browser.close", Nothing(), within: .seconds(5)) as Nothing
        // It ends by itself, and otherwise with the end of its pipes; the limit is for one that hangs.
        let end = try? ProcessHandle(process, parents: [getpid()])
        var waiting = pollfd(fd: end?.descriptor.rawValue ?? -1, events: Int16(POLLIN), revents: 0)
        if retrying({ poll(&waiting, 1, 5_000) }) <= 0 { kill(process, SIGKILL) }
        var status: CInt = 0
        _ = retrying { waitpid(process, &status, 0) }
        try? FileManager.default.removeItem(at: profile)
    }
}
