import AppexSystem
import Glibc

/// Whether the other end of a socket is closed, waiting for it a while.
///
/// At once would be too early: a test that is just starting a process shares every descriptor with
/// it until the process runs its own program.
func hangsUp(_ number: CInt) throws -> Bool {
    var watched = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, 600_000) == 1 else { return false }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
    defer { buffer.deallocate() }
    guard case .end = try Packet.receive(into: buffer, from: number) else { return false }
    return true
}
