import AppexProtocol
import AppexSystem
import AppexWire
import CFloor
import Foundation
import OpenFoundation

/// How long it takes until an extension has the descriptor of a file of its host, against a bare message and its
/// answer: that wakes another process twice as well, which on some machines is most of the time.
enum HandOver: Case {
    static let name = "hand-over"

    /// Of the file, in bytes; it has no blocks, as its content is not what is measured.
    private static let fileSize: UInt64 = 1 << 30
    private static let blocks = Repetitions.of(20)
    private static let loadsPerBlock = Repetitions.of(50)
    private static let warmUp = 2
    /// The longest that it may take, in microseconds.
    private static let limit = 50.0

    static func measure() async throws -> [Measurement] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString).bin")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: fileSize)
        try handle.close()
        var result: [Measurement] = []
        for placement in Placement.all {
            let medians = try await Medians.of(.handOverClient, placement, [file.path]).map { $0 / 1000 }
            result.append(
                Measurement(
                    name: "hand-over of a file of 1 GB, \(placement.name)", unit: "us", ours: medians[0],
                    floor: medians[1], limit: limit, iterations: blocks * loadsPerBlock))
        }
        return result
    }

    /// The near process.
    static func run(_ output: consuming Descriptor, far: Int, file: String) async throws {
        guard let floor = try Role.floorServer.start(on: far).0.take() else { throw BenchmarkError("no socket") }
        let host = try LoadingExtension(hostOn: far)
        let request = try await host.request(ItemHost.Want(attachments: 0, file: file))
        guard let provider = request.descriptions.last, let type = provider.representations.first?.typeIdentifier else {
            throw BenchmarkError("no file to load")
        }
        let load = SessionInterface.Load(provider: provider.identifier, typeIdentifier: type, form: .file)
        var (ours, floors): ([Int64], [Int64]) = ([], [])
        for block in 0..<blocks + warmUp {
            var times = [Int64](repeating: 0, count: loadsPerBlock)
            guard floor_call(floor.rawValue, CInt(ItemHost.size), &times, CInt(loadsPerBlock)) == 0 else {
                throw BenchmarkError("the far end of the floor went away")
            }
            if block >= warmUp { floors += times }
            for _ in 0..<loadsPerBlock {
                let start = floor_now()
                let (_, descriptors) = try await request.session.connection.call(load, within: .seconds(10))
                if block >= warmUp { ours.append(floor_now() - start) }
                guard descriptors.count == 1 else { throw BenchmarkError("no descriptor came") }
            }
        }
        request.end()
        host.end()
        try await Medians([ours.median, floors.median]).tell(output)
    }
}
