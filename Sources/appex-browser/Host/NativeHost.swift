import AppexPages
import Foundation
import Glibc
import OpenExtensionKit
import Synchronization

/// Serves the WebExtension of a browser over standard input and output until the browser closes them.
enum NativeHost {
    /// A sentence for the panel, after which the program ends.
    private struct FinalMessage: Encodable {
        private(set) var `is` = "refused"
        let message: String
    }

    /// - Returns: the exit status.
    static func serve(_ caller: BrowserCaller) async -> CInt {
        // Writing to a browser that has ended is an error and no signal.
        signal(SIGPIPE, SIG_IGN)
        let outlet = Outlet(limit: BrowserLimits.outgoingBytes)
        let isLeaving = Atomic(false)
        let writing = Task {
            await FrameWriter(descriptor: STDOUT_FILENO).write(outlet)
            // The browser has stopped reading, or reads too slowly. The panel learns of it by the end of this program.
            if !isLeaving.load(ordering: .relaxed) { Foundation.exit(1) }
        }
        var status: CInt = 0
        do { try await serve(caller, outlet) } catch {
            status = 1
            let message =
                switch error {
                case let error as ExtensionError: error.message
                case let failure as PageFailure: failure.message
                case FrameReader.Failure.tooLong: "A message of the browser is too long."
                case FrameReader.Failure.cut: "A message of the browser was incomplete."
                case is DecodingError:
                    "The browser has sent a message that this version does not understand. Load the WebExtension again."
                default: error.localizedDescription
                }
            if let bytes = try? JSONEncoder().encode(FinalMessage(message: message)) { outlet.send(bytes) }
        }
        isLeaving.store(true, ordering: .relaxed)
        outlet.close()
        // A browser that neither reads nor closes the connection does not keep this program.
        Task {
            try? await Task.sleep(for: BrowserLimits.finalOutput)
            Foundation.exit(1)
        }
        await writing.value
        // A browser that is still writing would drop the last message if the program ended first. The panel closes the
        // connection when it has the message.
        if status != 0 { await FrameReader(descriptor: STDIN_FILENO).discardRest() }
        return status
    }

    private static func serve(_ caller: BrowserCaller, _ outlet: Outlet) async throws {
        if case .stranger(let name) = caller {
            throw PageFailure("\(name.prefix(100)) may not use the extensions of this device.")
        }
        let panel = Panel(host: try ExtensionHost(), outlet: outlet)
        let reader = FrameReader(descriptor: STDIN_FILENO)
        do {
            while let frame = try await reader.next() {
                do { await panel.receive(try JSONDecoder().decode(PanelCall.self, from: frame)) } catch let failure
                    as PageFailure
                {
                    // The call is one, but what it hands over exceeds a limit.
                    await panel.refuse(try JSONDecoder().decode(PanelCall.Head.self, from: frame).n, failure)
                }
            }
        } catch {
            await panel.endRequests()
            throw error
        }
        await panel.endRequests()
    }
}
