import CAppexShims
import Glibc
package import SystemPackage

/// Sends and receives single packets on the descriptor of a socket.
package enum Packet {
    /// The result of receiving.
    package enum Received {
        /// A packet with `count` bytes in the buffer. `truncated` is true if the packet was larger than the buffer or had
        /// too many descriptors. If this process has too many open descriptors to receive those of the packet, the bag is
        /// empty and its ``DescriptorBag/someWereLost`` is true.
        case packet(count: Int, descriptors: DescriptorBag?, truncated: Bool)
        /// The peer has closed its end.
        case end
        /// No packet is available.
        case nothing
    }

    /// Sends one packet without blocking.
    ///
    /// - Returns: false if the peer's buffer is full and nothing was sent.
    /// - Throws: the kernel's error; `.brokenPipe` or `.connectionReset` if the peer has closed its end.
    package static func send(_ bytes: [UInt8], _ descriptors: DescriptorBag?, on socket: CInt) throws(Errno) -> Bool {
        let flags = CInt(MSG_DONTWAIT)
        let sent = bytes.withUnsafeBytes { buffer -> Int in
            // The peer cannot distinguish an empty packet from the end.
            guard let base = buffer.baseAddress, !buffer.isEmpty else { return -Int(EINVAL) }
            guard let descriptors else { return appex_send(socket, base, buffer.count, nil, 0, flags) }
            return descriptors.withNumbers { appex_send(socket, base, buffer.count, $0, CInt($0.count), flags) }
        }
        if sent >= 0 { return true }
        let error = Errno(rawValue: CInt(-sent))
        if error == .wouldBlock || error == .resourceTemporarilyUnavailable { return false }
        throw error
    }

    /// Shuts down both directions. The peer receives the packets that were sent before, then the end.
    package static func shutdown(_ socket: CInt) {
        // It fails only if the peer has already closed its end, which has the same result.
        _ = Glibc.shutdown(socket, CInt(SHUT_RDWR))
    }

    /// Receives one packet without blocking.
    ///
    /// - Parameter buffer: the memory for the packet's bytes.
    /// - Parameter takingDescriptors: false to discard the descriptors of the packet, which then counts as truncated.
    /// - Parameter disposal: what closes the descriptors, which may be files of a file system that does not answer.
    /// - Throws: the kernel's error; `.connectionReset` if the peer has closed its end with packets unread.
    package static func receive(
        into buffer: UnsafeMutableRawBufferPointer, from socket: CInt, takingDescriptors: Bool = true,
        closedBy disposal: DescriptorDisposal = .shared
    ) throws(Errno) -> Received {
        guard let base = buffer.baseAddress else { throw .invalidArgument }
        var missing: CInt = 0
        var bag: DescriptorBag?
        let received = withUnsafeTemporaryAllocation(of: CInt.self, capacity: PacketSocket.maximumDescriptors) {
            numbers in
            guard let first = numbers.baseAddress else { return -Int(EINVAL) }
            var count: CInt = 0
            let received = appex_receive(
                socket, base, buffer.count, takingDescriptors ? first : nil, &count, &missing, CInt(MSG_DONTWAIT))
            if count > 0 { bag = DescriptorBag(owning: Array(numbers[..<Int(count)]), closedBy: disposal) }
            if missing == CInt(APPEX_DESCRIPTORS_LOST) { bag = DescriptorBag(owning: [], someWereLost: true) }
            return received
        }
        if received < 0 {
            let error = Errno(rawValue: CInt(-received))
            if error == .wouldBlock || error == .resourceTemporarilyUnavailable { return .nothing }
            throw error
        }
        if received == 0, bag == nil { return .end }
        return .packet(count: received, descriptors: bag, truncated: missing == CInt(APPEX_TOO_LARGE))
    }
}
