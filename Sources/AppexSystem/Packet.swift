import CAppexShims
import Glibc
package import SystemPackage

/// Sending and receiving single packets on a raw socket number.
package enum Packet {
    /// What `receive` saw.
    package enum Received {
        /// A packet of so many bytes in the buffer. `truncated` when the packet was larger than the buffer, or
        /// had more descriptors than any may have. Of a packet whose descriptors this process has no room for
        /// none are there, and the bag says so.
        case packet(count: Int, descriptors: DescriptorBag?, truncated: Bool)
        /// The peer has closed its end.
        case end
        /// Nothing there yet.
        case nothing
    }

    /// Sends one packet without waiting.
    ///
    /// - Returns: false when the peer's buffer is full and nothing was sent.
    /// - Throws: The kernel's error; `.brokenPipe` or `.connectionReset` when the peer has gone.
    package static func send(_ bytes: [UInt8], _ descriptors: DescriptorBag?, on socket: CInt) throws(Errno) -> Bool {
        let flags = CInt(MSG_DONTWAIT)
        let sent = bytes.withUnsafeBytes { buffer -> Int in
            // A packet without bytes would look like the end to the peer.
            guard let base = buffer.baseAddress, !buffer.isEmpty else { return -Int(EINVAL) }
            guard let descriptors else { return appex_send(socket, base, buffer.count, nil, 0, flags) }
            return descriptors.withNumbers { appex_send(socket, base, buffer.count, $0, CInt($0.count), flags) }
        }
        if sent >= 0 { return true }
        let error = Errno(rawValue: CInt(-sent))
        if error == .wouldBlock || error == .resourceTemporarilyUnavailable { return false }
        throw error
    }

    /// Ends both directions: the peer reads what was sent, then the end.
    package static func shutdown(_ socket: CInt) {
        // Fails only when the peer has gone already, which is the same to the caller.
        _ = Glibc.shutdown(socket, CInt(SHUT_RDWR))
    }

    /// Receives one packet without waiting.
    ///
    /// - Parameter takingDescriptors: false to have the kernel drop what descriptors come with it; a packet that has any
    ///   then counts as truncated.
    /// - Throws: The kernel's error; `.connectionReset` when the peer has gone with packets unread.
    package static func receive(
        into buffer: UnsafeMutableRawBufferPointer, from socket: CInt, takingDescriptors: Bool = true
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
            if count > 0 { bag = DescriptorBag(owning: Array(numbers[..<Int(count)])) }
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
