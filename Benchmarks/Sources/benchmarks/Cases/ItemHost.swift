import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation
import Synchronization

/// A host in a process of its own, which begins a request whenever the extension under measurement wants one. In the
/// place of the broker it is the extension that makes the pair of sockets.
enum ItemHost {
    /// Asks for a request; the host's end of its session comes with it.
    struct Want: WireMessage {
        static let code: UInt16 = 0x7002
        /// How many attachments of 64 bytes that are made when they are loaded.
        var attachments: UInt32
        /// A file that is attached behind them; empty for none.
        var file: String

        init(attachments: Int, file: String = "") {
            self.attachments = UInt32(attachments)
            self.file = file
        }

        func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(attachments)
            try encoder.string(file)
        }

        init(from decoder: inout WireDecoder) throws(WireError) {
            attachments = try decoder.integer()
            file = try decoder.string()
        }
    }

    /// Bytes of an attachment.
    static let size = 64
    /// What a text says.
    static let text = "A short text, as somebody selects it."

    static func run(_ socket: consuming Descriptor) async throws {
        let requests = Requests()
        let connection = try Connection(socket: socket, role: "host")
        let (ended, end) = AsyncStream<Void>.makeStream()
        try connection.start { inbound in
            switch inbound {
            case .event(Want.code, let body, let descriptors):
                do { try requests.begin(try Want(wireBytes: body), descriptors) } catch {
                    print("benchmarks: a request could not begin: \(error)")
                    end.finish()
                }
            case .closed: end.finish()
            default: break
            }
        }
        for await _ in ended {}
        connection.close()
    }

    /// An item whose attachments are those that have to be asked for, then data and a text that go along with the
    /// request, then the file.
    fileprivate static func item(_ want: Want) -> NSExtensionItem {
        let item = NSExtensionItem()
        let data = Data(repeating: 7, count: size)
        var attachments = (0..<want.attachments).map { _ in
            let provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
                done(data, nil)
                return nil
            }
            return provider
        }
        attachments.append(NSItemProvider(item: data as NSData, typeIdentifier: "public.data"))
        attachments.append(NSItemProvider(item: text as NSString, typeIdentifier: "public.utf8-plain-text"))
        if !want.file.isEmpty, let file = NSItemProvider(contentsOf: URL(fileURLWithPath: want.file)) {
            attachments.append(file)
        }
        item.attachments = attachments
        return item
    }
}

/// The requests that have begun and not ended.
private final class Requests: Sendable {
    private let sessions = Mutex<(next: Int, open: [Int: ItemExchange])>((0, [:]))

    func begin(_ want: ItemHost.Want, _ descriptors: DescriptorBag) throws {
        guard let socket = descriptors.take() else { throw BenchmarkError("no socket came") }
        let number = sessions.withLock { sessions in
            sessions.next += 1
            return sessions.next
        }
        // Called on the loop's thread, as this is: it cannot end before it is known.
        let session = try ItemExchange(socket: socket, role: "host") { [weak self] inbound in
            if case .closed = inbound { self?.end(number) }
        }
        sessions.withLock { $0.open[number] = session }
        let items = session.export([ItemHost.item(want)])
        try session.connection.send(SessionInterface.Begin(identifier: "", items: items))
    }

    private func end(_ number: Int) {
        _ = sessions.withLock { $0.open.removeValue(forKey: number) }
    }
}
