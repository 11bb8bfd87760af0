import CAppexShims
import Glibc
package import SystemPackage

/// Sending and receiving single packets on a raw socket number.
package enum Packet {
    /// What `receive` saw.
    package enum Received {
        /// A packet of so many bytes in the buffer.
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
            // An empty array may have no base address; one byte of anything serves for length 0.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { spare in
                let base = buffer.baseAddress ?? UnsafeRawPointer(spare.baseAddress.map(UnsafeRawPointer.init))
                guard let base else { return -Int(EINVAL) }
                guard let descriptors else { return appex_send(socket, base, buffer.count, nil, 0, flags) }
                return descriptors.withNumbers { appex_send(socket, base, buffer.count, $0, CInt($0.count), flags) }
            }
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
    package static func receive(into buffer: UnsafeMutableRawBufferPointer, from socket: CInt) throws(Errno) -> Received {
        guard let base = buffer.baseAddress else { throw .invalidArgument }
        var count: CInt = 0
        var truncated: CInt = 0
        var numbers = DescriptorNumbers()
        let received = withUnsafeMutablePointer(to: &numbers) {
            $0.withMemoryRebound(to: CInt.self, capacity: PacketSocket.maximumDescriptors) {
                appex_receive(socket, base, buffer.count, $0, &count, &truncated, CInt(MSG_DONTWAIT))
            }
        }
        if received < 0 {
            let error = Errno(rawValue: CInt(-received))
            if error == .wouldBlock || error == .resourceTemporarilyUnavailable { return .nothing }
            throw error
        }
        let bag = count > 0 ? DescriptorBag(owning: numbers.first(Int(count))) : nil
        if received == 0, bag == nil { return .end }
        return .packet(count: received, descriptors: bag, truncated: truncated != 0)
    }
}

/// Room for the descriptors of one packet, on the stack.
private struct DescriptorNumbers {
    private var storage: InlineArray<16, CInt> = .init(repeating: -1)

    init() {}

    func first(_ count: Int) -> [CInt] {
        (0..<min(count, storage.count)).map { storage[$0] }
    }
}
