import AppexProtocol
import AppexSystem
import AppexWire
import CFloor
import Foundation
import Glibc
import OpenExtensionFoundation
import OpenExtensionKit

/// From a press on a button in the host until the label that it changes in the extension has changed in the host's copy
/// of a tree of 500 nodes, beside as many bytes over a bare pair of sockets and a message of Node to a child process and
/// back, which is the way of an editor's web view to its extension. All at the pace of a person, since a host does not
/// take more updates than a screen shows.
enum ViewPress: Case {
    static let name = "view-press"

    /// Half of a picture on a screen of 60 pictures in a second, in microseconds.
    private static let limit = 8000.0
    /// Bytes.
    private static let patchLimit = 200.0
    static let rounds = Repetitions.of(300)
    static let pause = Duration.milliseconds(5)

    static func measure() async throws -> [Measurement] {
        let placement = Placement.widest
        let medians = try await Medians.of(.viewHost, placement).map { $0 / 1000 }
        let node = try Peer.nanoseconds("node-message", ["\(rounds)", "\(placement.near)", "\(placement.far)"])
        return [
            Measurement(
                name: "press to changed label in the host, 500 nodes", unit: "us", ours: medians[1], floor: medians[0],
                peer: node.map { Double($0) / 1000 },
                peerName: node == nil ? nil : "Node, a message to a child and back",
                limit: limit, iterations: rounds),
            Measurement(
                name: "one changed label on the wire", unit: "B", ours: Double(try patchSize()), limit: patchLimit,
                iterations: 1),
        ]
    }

    private static func patchSize() throws -> Int {
        let update = ViewInterface.Update(handled: 1000, operations: [.set(id: 300, .text, .text("Brightness 51 %"))])
        return try Frame(.event, code: ViewInterface.Update.code, body: update.wireBytes()).packet().bytes.count
    }

    /// The host: presses and the floor by turns.
    static func run(_ output: consuming Descriptor, far: Int) async throws {
        let (floorSocket, _) = try Role.floorServer.start(on: far)
        let (socket, _) = try Role.viewExtension.start(on: far)
        guard let floor = floorSocket.take(), let session = socket.take() else { throw BenchmarkError("no sockets") }
        let view = try await ExtensionHost.present(
            [], over: session, to: "the extension", keeping: 0, traits: ViewTraits(width: 390, height: 700))
        var updates = view.updates.makeAsyncIterator()
        _ = await updates.next()
        var times = (floor: [Int64](), ours: [Int64]())
        let size = CInt(try patchSize())
        for _ in 0..<rounds {
            try await Task.sleep(for: pause)
            var time: Int64 = 0
            guard floor_call(floor.rawValue, size, &time, 1) == 0 else { throw BenchmarkError("the floor went away") }
            times.floor.append(time)
            try await Task.sleep(for: pause)
            let start = floor_now()
            guard view.send(.activate, to: ViewOfManyNodes.button) != nil, let update = await updates.next() else {
                throw BenchmarkError("the view went away")
            }
            times.ours.append(floor_now() - start)
            guard update.operations.count == 1 else { throw BenchmarkError("\(update.operations)") }
        }
        await view.dismiss()
        try await Medians([times.floor.median, times.ours.median]).tell(output)
    }
}

/// The extension: 500 nodes, and a button that changes one of them.
final class ViewOfManyNodes: NSObject, @preconcurrency NSExtensionRequestHandling, ViewPresenting {
    nonisolated static let button: UInt32 = 2
    private static let nodes: UInt32 = 500
    private var channel: ViewChannel?

    /// Serves the host at the other end of a socket.
    static func serve(_ socket: consuming Descriptor) async throws {
        let requests = ActiveRequests({ ViewOfManyNodes() }, refusal: nil)
        requests.open(socket)
        // Until the process that started this one ends it.
        while getppid() != 1 { try await Task.sleep(for: .seconds(1)) }
        withExtendedLifetime(requests) {}
    }

    func beginRequest(with context: NSExtensionContext) {}
    func prepare(for context: NSExtensionContext) {}

    func present(in channel: ViewChannel, traits: ViewTraits) {
        self.channel = channel
        let labels = (3..<Self.nodes).flatMap { id -> [ViewOperation] in
            [
                .insert(id: id, kind: .label, parent: 1, index: id - 2),
                .set(id: id, .text, .text("Label number \(id)")),
                .set(id: id, .textStyle, .choice(ViewTextStyle.body.rawValue)),
            ]
        }
        channel.update(
            handled: 0,
            [
                .insert(id: 1, kind: .screen, parent: ViewTree.window, index: 0),
                .insert(id: Self.button, kind: .button, parent: 1, index: 0),
            ] + labels)
    }

    func handle(_ event: ViewEvent, of node: UInt32, number: UInt32) {
        channel?.update(handled: number, [.set(id: 300, .text, .text("Brightness \(number) %"))])
    }

    func change(to traits: ViewTraits) {}
    func didPresent() {}
    func memoryIsLow() {}
    func dismiss() { exit(0) }
    func performUpdate(_ reply: @escaping @Sendable (ViewUpdateResult) -> Void) { reply(.noData) }
}
