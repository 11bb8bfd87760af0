import AppexProtocol
import AppexWire
import Glibc
import OpenViewTree

/// Sends a view without any care. What cannot be sent is not.
struct HostileScreen {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// A screen with a label.
    static let screen: [ViewOperation] = [
        .insert(id: 1, kind: .screen, parent: ViewTree.window, index: 0),
        .insert(id: 2, kind: .label, parent: 1, index: 0), .insert(id: 3, kind: .button, parent: 1, index: 1),
    ]

    func begin(showsView: Bool = true) { send(SessionInterface.Ready(showsView: showsView)) }

    func send(_ operations: [ViewOperation], handled: UInt32 = 0) {
        send(ViewInterface.Update(handled: handled, operations: operations))
    }

    func image(_ id: UInt32, _ bytes: [UInt8]) { send(ViewInterface.Image(id: id, bytes: bytes)) }
    func release(_ ids: [UInt32]) { send(ViewInterface.ReleaseImages(ids)) }

    func complete() { connection.begin(SessionInterface.Complete(items: []), within: .seconds(20)) { _ in } }

    /// Waits for a host that is slow, so that the connection's own limit for what waits is not met.
    private func send(_ message: some WireMessage) {
        while !connection.isFlowing, !connection.isClosed { sched_yield() }
        try? connection.send(message)
    }

    func label(_ id: UInt32) -> ViewOperation { .insert(id: id, kind: .label, parent: 1, index: 0) }

    func blinking(_ count: Int) -> [ViewOperation] { (0..<count).map { .set(id: 2, .isHidden, .flag($0 % 2 == 0)) } }

    /// All that a host has to hold: nodes, texts and pictures.
    func fill() {
        let page = String(repeating: "x", count: ViewLimits.textBytes)
        for id in UInt32(1)...21 { image(id, Self.picture(bytes: ViewLimits.imageBytes)) }
        send((10..<1000).map { label($0) })
        send((1000..<5000).map { label($0) })
        for id in UInt32(10)..<73 { send([.set(id: id, .text, .text(page))]) }
        send([.set(id: 2, .text, .text("full"))])
    }

    /// The first bytes of a PNG, and zeros.
    static func picture(width: UInt32 = 1, height: UInt32 = 1, bytes: Int = 64) -> [UInt8] {
        var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        for number in [width, height] { result += withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) } }
        return result + [UInt8](repeating: 0, count: max(0, bytes - result.count))
    }

    /// The first bytes of a JPEG: a comment, then the frame.
    static func photograph(width: UInt16, height: UInt16) -> [UInt8] {
        var result: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 0x68, 0x69, 0xFF, 0xC0, 0, 17, 8]
        for number in [height, width] { result += withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) } }
        return result
    }
}
