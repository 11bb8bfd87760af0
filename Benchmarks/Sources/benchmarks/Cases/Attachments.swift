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
    static let sizes = [
        (name: "1 MiB", bytes: 1 << 20, loads: Repetitions.of(200)),
        (name: "100 MiB", bytes: 100 << 20, loads: Repetitions.of(12)),
    ]
    /// Loads that are not counted: the first one makes the memory that the others find.
    static let warmUp = 2
    private static let goal = 1.2

    static func measure() async throws -> [Measurement] {
        let item = NSExtensionItem()
        item.attachments = sizes.map { size in
            NSItemProvider(item: Data(repeating: 7, count: size.bytes) as NSData, typeIdentifier: "public.data")
        }
        let times = try await AttachmentReader.times(of: item)
        return zip(sizes, times).map { size, times in
            Measurement(
                name: "attachment of \(size.name), loaded and read once", unit: "us", ours: times.ours / 1000,
                floor: times.floor / 1000, goal: goal, iterations: size.loads)
        }
    }
}
