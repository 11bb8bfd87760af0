import ArgumentParser
import FlyingSocks
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage

/// A device in the browser: an ordinary host of extensions, with a page on this machine.
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
            throw ValidationError("--photos takes a folder of pictures, and \(photos) is none.")
        }
    }

    /// Exit status, as `appex` has them: 1 when the page cannot be served, 2 for wrong usage.
    static func main() async {
        do {
            var command = try parse()
            try await command.run()
        } catch let error as ExtensionError {
            complain("appex: \(error.message)", 1)
        } catch let error as TabFailure {
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

    /// A line about something that went wrong.
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
            throw TabFailure("Cannot open the port \(port) on 127.0.0.1: \(reason).")
        }
        say("Open this address in a browser; it is good for one:\n\n  \(server.makeLink())\n")
        say("Press Return for the address for another browser, Control-C to end.")
        // Reading blocks, so not on a thread of Swift's pool.
        DispatchQueue.global().async {
            while readLine() != nil { say("\n  \(server.makeLink())\n") }
        }
        let serving = Task { try await server.run() }
        // Closing the terminal ends it too, unless it was started to outlive that.
        let signals = ([SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])).map { onFirst($0) { serving.cancel() } }
        defer { for signal in signals { signal.cancel() } }
        do { try await serving.value } catch  where serving.isCancelled {
            // Ended by the person; nothing is left behind.
        }
    }
}

/// Whether a signal was switched off before the program began, as `nohup` does.
private func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // Swift does not compare C functions; `SIG_IGN` is the number 1 as the address of one.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Does something when a signal comes; the next one ends the program at once.
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

/// Prints a line at once, also into a pipe.
private func say(_ text: String) {
    print(text)
    fflush(nil)
}
