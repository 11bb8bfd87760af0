import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit

/// A host in a process of its own, whose extension is the noise beside which something is measured.
struct Noise {
    private let socket: DescriptorBag
    private let process: Int32

    /// - Parameter text: the text of the item that the extension gets.
    init(_ identifier: String, _ text: String = "", on device: BenchDevice) throws {
        guard let program = ProgramLocator.runningProgram else { throw BenchmarkError("/proc is not mounted") }
        let pair = try PacketSocket.pair()
        process = try ChildProcess.start(
            program, [Role.noisyHost.rawValue, "0", identifier, text], environment: device.environment,
            passing: pair.second, as: Role.descriptor)
        socket = DescriptorBag(pair.keepFirst())
    }

    /// Ends the process, and with it the noise.
    func end() {
        kill(process, SIGKILL)
        var status: CInt = 0
        _ = retrying { waitpid(process, &status, 0) }
        withExtendedLifetime(socket) {}
    }

    /// The body of that process: waits for an answer that does not come, again and again. It ends with the socket.
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 3 else { throw BenchmarkError("no extension to make noise with") }
        Thread.detachNewThread {
            // Nothing is ever said there.
            var byte: UInt8 = 0
            _ = retrying { recv(Role.descriptor, &byte, 1, 0) }
            exit(0)
        }
        let host = try ExtensionHost()
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: arguments[2])
        while true { _ = try? await host.send([item], to: host.extension(arguments[1])) }
    }
}
