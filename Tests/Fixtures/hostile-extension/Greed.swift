import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Glibc
import SystemPackage

/// Takes all there is of something, and never answers.
enum Greed {
    static func indulge(_ hostility: Hostility) {
        switch hostility {
        // As many as a machine that does not limit them can bear.
        case .takeThreads: for _ in 0..<1000 { Thread.detachNewThread { while true { pause() } } }
        case .takeDescriptors: while open("/dev/null", O_RDONLY) >= 0 {}
        case .takeProcessors: for _ in 0..<8 { Thread.detachNewThread { while true {} } }
        case .takeMemory: for _ in 0..<2 { Thread.detachNewThread(churnMemory) }
        case .takeDisk: fillDisk()
        case .floodLog: flood(STDOUT_FILENO)
        case .floodControl: flood(ControlInterface.descriptor)
        default: break
        }
    }

    /// Writes to fresh pages and gives them back, over and over: less than what ends an extension.
    private static func churnMemory() {
        let size = 32 << 20
        while let pages = malloc(size) {
            memset(pages, 7, size)
            free(pages)
        }
    }

    /// Writes what is a lot for a container and little for a machine, over and over.
    private static func fillDisk() {
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let file = open(NSTemporaryDirectory() + "/disk", O_WRONLY | O_CREAT, 0o600)
        while true { for block in 0..<64 { pwrite(file, bytes, bytes.count, off_t(block << 20)) } }
    }

    /// Writes frames of an event that there is not, which a log takes for text.
    private static func flood(_ descriptor: CInt) {
        guard let frame = try? Frame(.event, code: 0x999).packet().bytes else { return }
        while write(descriptor, frame, frame.count) > 0 {}
    }

    /// Sends a frame on the socket to the broker, past the connection that keeps to the rules.
    static func tellBroker(_ frame: Frame) {
        guard let packet = try? frame.packet() else { return }
        while true {
            do throws(Errno) {
                if try Packet.send(packet.bytes, packet.descriptors, on: ControlInterface.descriptor) { return }
            } catch {
                // There are too many descriptors on their way, in all processes of this user together.
                guard error == .tooManyReferences else { return }
            }
            sched_yield()
        }
    }
}
