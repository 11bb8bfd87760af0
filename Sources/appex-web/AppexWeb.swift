import AppexPages
import ArgumentParser
import FlyingSocks
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage

/// `appex-web`: shows a device in the browser. It is an ordinary host of extensions that serves a page on this machine.
@main
struct AppexWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appex-web",
        abstract: "Shows the device in a browser on this machine.",
        discussion: """
            Prints an address that is good for one browser; press Return for another one. \
            Nobody but a browser with such an address can use the page, and nothing of it is reached from other machines.
            """)

    @Option(help: "The port on 127.0.0.1; 0 for a free one.")
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp("The folder of pictures that Photos shows; they are never changed.", valueName: "folder"),
        completion: .directory)
    var photos: String?

    func validate() throws {
        guard let photos else { return }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: photos, isDirectory: &isFolder), isFolder.boolValue else {
            throw ValidationError("--photos takes a folder of pictures; \"\(photos)\" is not a folder.")
        }
    }

    /// Runs the program. The exit status is 1 if the page cannot be served, and 2 for wrong usage, as for `appex`.
    static func main() async {
        do {
            var command = try parse()
            try await command.run()
        } catch let error as ExtensionError {
            complain("appex: \(error.message)", 1)
        } catch let error as PageFailure {
            complain("appex: \(error.message)", 1)
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            complain(fullMessage(for: error), 2)
        }
    }

    private static func complain(_ text: String, _ status: CInt) -> Never {
        complain(text)
        Foundation.exit(status)
    }

    /// Writes a line about a problem to standard error.
    static func complain(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }

    mutating func run() async throws {
        let folder = photos.map { FilePath(URL(fileURLWithPath: $0).standardizedFileURL.path) }
        let device = try await WebDevice(host: ExtensionHost(), photos: folder)
        let server: PortServer
        do { server = try await PortServer(device: device, port: port) } catch {
            let isTaken = if case SocketError.failed(_, EADDRINUSE, _) = error { true } else { false }
            let reason = isTaken ? "another program uses it; choose another one, or 0 for a free one" : "\(error)"
            throw PageFailure("Cannot open the port \(port) on 127.0.0.1: \(reason).")
        }
        say("Open this address in a browser; it can be used once:\n\n  \(server.makeLink())\n")
        say("Press Return for an address for another browser, Control-C to end.")
        // Reading blocks, so it must not happen on a thread of Swift's pool.
        DispatchQueue.global().async {
            while readLine() != nil { say("\n  \(server.makeLink())\n") }
        }
        let serving = Task { try await server.run() }
        // Closing the terminal also ends the program, unless it was started with `nohup`.
        let signals = ([SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])).map { onFirst($0) { serving.cancel() } }
        defer { for signal in signals { signal.cancel() } }
        do { try await serving.value } catch  where serving.isCancelled {
            // Ended by the user.
        }
    }
}

/// Whether a signal was ignored when the program was started, as with `nohup`.
private func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // Swift cannot compare C functions; `SIG_IGN` is a function with the address 1.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Performs an action when a signal arrives. A second one ends the program immediately.
private func onFirst(_ number: CInt, _ action: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
        signal(number, SIG_DFL)
        action()
    }
    source.resume()
    return source
}

/// Prints a line without buffering, also to a pipe.
private func say(_ text: String) {
    print(text)
    fflush(nil)
}
