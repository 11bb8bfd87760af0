import ExtensionTesting
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A terminal of a test's own, in which a program runs: tmux, on a socket in the device's folder.
struct TerminalSession {
    private static let tmux = "/usr/bin/tmux"
    private let socket: String

    /// Whether tmux is there.
    static var isAvailable: Bool { access(tmux, X_OK) == 0 }

    /// Runs `appex` in a terminal while `body` uses it; then a shell that tells its exit status, and whether the modes of
    /// the terminal are what they were. When it is stopped, the shell tells the same and has it go on after a line.
    ///
    /// - Parameter variables: of its environment, beside the device's.
    static func with(
        _ device: TestDevice, _ arguments: String, width: Int = 80, height: Int = 24,
        variables: [String: String] = ["COLORTERM": "truecolor"],
        _ body: nonisolated(nonsending) (TerminalSession) async throws -> Void
    ) async throws {
        // The server of an earlier session may still be ending, so each has a socket of its own.
        let socket = device.folder.appending("tmux-\(UUID().uuidString.prefix(8))")
        let session = TerminalSession(socket: socket.string)
        let program = try BuiltProgram.commandLine.path.string
        // A shell with jobs ends of an interrupt that ended its program, unless it has a trap.
        let command = """
            set -m; trap : INT; cd '\(device.folder.appending("files").string)'; modes=$(stty -g)
            tell() { printf '%s: %s\\nmodes: %s\\n' $1 $2 $([ "$(stty -g)" = "$modes" ] && echo kept || echo changed); }
            '\(program)' \(arguments); status=$?
            if [ $status = \(128 + SIGTSTP) ]; then tell stopped $status; read line; clear; fg >/dev/null; status=$?; fi
            tell ended $status; exec sh
            """
        let environment = device.environment.merging(variables) { $1 }
        // tmux takes no environment by a file; what a name has is in its own.
        try await session.tmux(
            ["-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)", "sh", "-c", command],
            environment.merging(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PS1": "$ "]) { $1 })
        do {
            try await body(session)
        } catch {
            _ = try? await session.tmux(["kill-server"])
            throw error
        }
        try await session.tmux(["kill-server"])
    }

    /// Presses keys by tmux's names, such as `Down`, or types what is no name.
    func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

    /// Types text as it is.
    func type(_ text: String) async throws { try await tmux(["send-keys", "-l", text]) }

    func resize(width: Int, height: Int) async throws {
        try await tmux(["resize-window", "-x", "\(width)", "-y", "\(height)"])
    }

    /// What is on the screen.
    var text: String {
        get async throws { try await tmux(["capture-pane", "-p"]) }
    }

    /// Whether the program has left the terminal as it should: its own screen, no mouse, a cursor, pastes without
    /// brackets, and the modes that it had.
    var isClean: Bool {
        get async throws {
            let format = "#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{wrap_flag}"
            guard try await tmux(["display-message", "-p", format]) == "0 0 1 1\n" else { return false }
            try await tmux(["set-buffer", "# pasted"])
            try await tmux(["paste-buffer", "-p"])
            let screen = try await wait(for: "# pasted")
            return screen.contains("modes: kept") && !screen.contains("200~")
        }
    }

    /// Waits until a text is on the screen.
    ///
    /// - Returns: the screen.
    @discardableResult
    func wait(for words: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        var last = ""
        try await eventually(
            "\"\(words)\" on the screen", atMost: .ample, sourceLocation: sourceLocation,
            {
                last = try await text
                return last.contains(words)
            })
        return last
    }

    @discardableResult
    private func tmux(_ arguments: [String], _ variables: [String: String] = [:]) async throws -> String {
        let environment = Dictionary(
            uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0.key), $0.value) })
        let result = try await run(
            .path(FilePath(Self.tmux)), arguments: Arguments(["-S", socket] + arguments),
            environment: .custom(environment), output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
        try #require(result.terminationStatus.isSuccess, "tmux \(arguments): \(result.standardError)")
        return result.standardOutput
    }
}

extension TestApp {
    /// One whose extension shows a form, for whatever is shared.
    static var form: TestApp {
        var appex = TestAppex(
            "Form", .view, point: "com.apple.ui-services", rule: .predicate("TRUEPREDICATE"))
        appex.principal = "fixture_view.FixtureViewController"
        return TestApp(appex)
    }
}
