import AppexProtocol
import AppexSystem
import AppexWire
import CFloor
import Foundation
import OpenFoundation

/// Attachments that an extension loads from a host and reads once, against a copy within one process
/// that is read once.
enum Attachments: Case {
    static let name = "attachments"

    /// How large, and how many times.
    static let sizes = [(name: "1 MiB", bytes: 1 << 20, loads: 200), (name: "100 MiB", bytes: 100 << 20, loads: 12)]
    /// Loads that are not counted: the first one makes the memory that the others find.
    static let warmUp = 2
    /// The file whose hand-over is measured, in bytes, and how many times.
    private static let fileSize = 1 << 30
    static let fileLoads = 200
    private static let goal = 1.2
    /// The longest that the hand-over of a file may take, in microseconds.
    private static let fileLimit = 50.0

    static func measure() async throws -> [Measurement] {
        let file = try largeFile()
        defer { try? FileManager.default.removeItem(at: file) }
        let item = NSExtensionItem()
        item.attachments = sizes.map { size in
            NSItemProvider(item: Data(repeating: 7, count: size.bytes) as NSData, typeIdentifier: "public.data")
        }
        guard let provider = NSItemProvider(contentsOf: file) else { throw BenchmarkError("no file to hand over") }
        item.attachments?.append(provider)
        let times = try await AttachmentReader.times(of: item)
        return zip(sizes, times).map { size, times in
            Measurement(
                name: "attachment of \(size.name), loaded and read once", unit: "us", ours: times.ours / 1000,
                floor: times.floor / 1000, goal: goal, iterations: size.loads)
        }
            + times.suffix(1).map {
                Measurement(
                    name: "hand-over of a file of 1 GB", unit: "us", ours: $0.ours / 1000, limit: fileLimit,
                    iterations: fileLoads)
            }
    }

    /// A file without blocks: its content is not what is measured.
    private static func largeFile() throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString).bin")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(fileSize))
        try handle.close()
        return file
    }
}
