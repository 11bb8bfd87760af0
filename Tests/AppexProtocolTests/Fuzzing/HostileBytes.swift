import AppexProtocol
import AppexWire

/// Gives bytes to everything in the wire and the protocol that reads bytes of a peer. Shared by the
/// seeded test and the coverage-guided fuzzer.
enum HostileBytes {
    /// What was found to be wrong with the readers, not with the bytes.
    struct Finding: Error {
        let what: String
    }

    /// Reads a packet as a connection would, and then as what its kind and code say.
    ///
    /// - Returns: whether all of it was well-formed.
    /// - Throws: ``Finding`` when something that was read is not written and read again as the same.
    static func read(_ packet: UnsafeRawBufferPointer) throws(Finding) -> Bool {
        let frame: Frame
        do { frame = try Frame(parsing: packet, nil) } catch { return false }
        guard let written = try? frame.packet(), written.bytes.elementsEqual(packet) else {
            throw Finding(what: "a frame is not written as it was read")
        }
        return try read(frame.body, as: frame.kind, frame.code)
    }

    private static func read(_ body: [UInt8], as kind: Frame.Kind, _ code: UInt16) throws(Finding) -> Bool {
        // A code that nobody knows names one of the messages all the same, lest they be hard to find.
        let all = MessageCatalogue.all
        let entry = all.first { $0.code == code } ?? all[Int(code) % all.count]
        switch kind {
        case .hello: return try isStable(body, "hello", rewrite(Hello.self))
        case .failure: return try isStable(body, "a failure", rewrite(RemoteFailure.self))
        case .accepted, .cancel: return true
        case .reply:
            return try isStable(body, "a reply to \(entry.name)") { (bytes) throws(WireError) in
                try entry.rewrite(reply: bytes)
            }
        case .request, .event:
            guard code != itemValueCode else { return try isStable(body, "a value", rewrite(ItemValue.self)) }
            return try isStable(body, entry.name) { (bytes) throws(WireError) in try entry.rewrite(message: bytes) }
        }
    }

    /// A code that no message has: the body is a bare value.
    static let itemValueCode: UInt16 = 0xFFFF

    private static func rewrite<Value: WireValue>(_ type: Value.Type) -> ([UInt8]) throws(WireError) -> [UInt8] {
        { (bytes) throws(WireError) in try type.init(wireBytes: bytes).wireBytes() }
    }

    private static func isStable(
        _ body: [UInt8], _ name: @autoclosure () -> String, _ rewrite: ([UInt8]) throws(WireError) -> [UInt8]
    ) throws(Finding) -> Bool {
        let once: [UInt8]
        do { once = try rewrite(body) } catch { return false }
        do throws(WireError) {
            guard try rewrite(once) == once else { throw .malformed("it reads as something else") }
        } catch {
            throw Finding(what: "\(name()) was read, but not when written again: \(error)")
        }
        return true
    }
}
