import CFloor
import AppexSystem
import Foundation
import OpenFoundation

/// A small attachment that an extension loads from its host, against as many bytes over a bare socket pair, and against
/// a call that is answered with as many bytes over D-Bus and over go-plugin. What the host makes when it is asked crosses
/// with every load; what was there before has come along with the request.
enum SmallLoad: Case {
    static let name = "small-load"

    private static let blocks = Repetitions.of(40)
    static let loadsPerBlock = Repetitions.of(250)
    /// Blocks that are not counted.
    private static let warmUp = 4
    private static let goal = 1.7
    /// How many times longer a peer has to take.
    private static let lead = 3.0

    /// What is measured, in the order of the medians.
    private static let contents = [
        "64 B of data, made when loaded", "64 B of data, there before", "a short text, there before, awaited",
    ]
    private static let peers = [
        (name: "D-Bus", words: "sd-bus and dbus-daemon", program: "dbus-load"),
        (name: "go-plugin", words: "net/rpc", program: "go-plugin-load"),
    ]

    static func measure() async throws -> [Measurement] {
        var result: [Measurement] = []
        for placement in Placement.all {
            let medians = try await Medians.of(.smallLoadClient, placement).map { $0 / 1000 }
            let iterations = blocks * loadsPerBlock
            for (content, ours) in zip(contents, medians.dropFirst()) {
                result.append(
                    Measurement(
                        name: "load of \(content), \(placement.name)", unit: "us", ours: ours, floor: medians[0],
                        goal: goal, iterations: iterations))
            }
            // Whatever could not be built has taken no time.
            for (peer, time) in zip(peers, medians.dropFirst(1 + contents.count)) where time > 0 {
                result.append(
                    Measurement(
                        name: "load of \(contents[0]), \(placement.name), beside \(peer.name)", unit: "us",
                        ours: medians[1],
                        peer: time, peerName: peer.words, lead: lead, iterations: iterations))
            }
        }
        return result
    }

    /// The near process: measures everything by turns.
    static func run(_ output: consuming Descriptor, near: Int, far: Int) async throws {
        guard let floor = try Role.floorServer.start(on: far).0.take() else { throw BenchmarkError("no socket") }
        let host = try LoadingExtension(hostOn: far)
        let request = try await host.request(ItemHost.Want(attachments: 1))
        let peers = try peers.map { try Peer.blocks($0.program, near: near, far: far) }
        guard request.providers.count == 3 else { throw BenchmarkError("the host attached something else") }
        var times = [[Int64]](repeating: [], count: 1 + contents.count + peers.count)
        for block in 0..<blocks + warmUp {
            var taken = [try floorTimes(floor.rawValue)]
            for data in request.providers.prefix(2) {
                taken.append(try await LoadingExtension.loads([data], loadsPerBlock))
            }
            taken.append(try await textTimes(request.providers[2]))
            for peer in peers { taken.append(try peer?.times(loadsPerBlock) ?? []) }
            guard block >= warmUp else { continue }
            for (index, block) in taken.enumerated() { times[index] += block }
        }
        request.end()
        host.end()
        try await Medians(times.map(\.median)).tell(output)
    }

    private static func floorTimes(_ socket: CInt) throws -> [Int64] {
        var times = [Int64](repeating: 0, count: loadsPerBlock)
        guard floor_call(socket, CInt(ItemHost.size), &times, CInt(loadsPerBlock)) == 0 else {
            throw BenchmarkError("the far end of the floor went away")
        }
        return times
    }

    private static func textTimes(_ provider: NSItemProvider) async throws -> [Int64] {
        var times: [Int64] = []
        for _ in 0..<loadsPerBlock {
            let start = floor_now()
            let text = try await provider.loadItem(forTypeIdentifier: "public.utf8-plain-text")
            times.append(floor_now() - start)
            guard text as? String == ItemHost.text else { throw BenchmarkError("another text was loaded") }
        }
        return times
    }
}
