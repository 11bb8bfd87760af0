import AppexProtocol
import Foundation
import Glibc
@testable import OpenExtensionKit
import OpenViewTree
import Testing

/// What the worst view that is allowed costs its host.
@Suite(.timeLimit(.minutes(30))) struct ViewMemoryTests {
    /// Bytes of memory of this process.
    private static var used: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
    }

    /// The largest value of an attribute.
    private static func largest(_ attribute: ViewAttribute) -> ViewValue {
        switch ViewSchema.domain(of: attribute) {
        case .flag: .flag(true)
        case .integer(let range): .integer(range.upperBound)
        case .number(let range): .number(range.upperBound)
        // Texts have a bound for all together; see below.
        case .text: .text("")
        case .list: .list(.init(repeating: "", count: ViewLimits.listElements))
        case .color: .color(.fixed(light: .max, dark: .max))
        case .insets: .insets(ViewInsets(top: 1, leading: 1, bottom: 1, trailing: 1))
        case .runs: .runs([])
        case .image: .image(1)
        case .choice: .choice(0)
        }
    }

    @Test func `the largest view that may be shown takes a bounded amount of memory`() async {
        // In a process of its own, in which nothing else takes any.
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let before = ViewMemoryTests.used
            var mirror = ViewMirror()
            var now = ContinuousClock.now
            let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            let size: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1]
            for id in UInt32(1)...21 {
                let rest = [UInt8](repeating: 7, count: ViewLimits.imageBytes - 24)
                try mirror.add(ViewInterface.Image(id: id, bytes: head + size + rest), at: now)
            }
            let attributes = ViewSchema.rule(of: .row).attributes.union(ViewSchema.common)
            let text = String(repeating: "x", count: 200)
            _ = try mirror.apply(
                [
                    .insert(id: 1, kind: .screen, parent: 0, index: 0),
                    .insert(id: 2, kind: .table, parent: 1, index: 0),
                ], at: now)
            for id in UInt32(3)..<UInt32(ViewLimits.nodes) {
                now += .milliseconds(10)
                let values = attributes.map { ViewOperation.set(id: id, $0, ViewMemoryTests.largest($0)) }
                let last = ViewOperation.set(id: id, .text, .text(text))
                _ = try mirror.apply([.insert(id: id, kind: .row, parent: 2, index: 0)] + values + [last], at: now)
            }
            let growth = ViewMemoryTests.used - before
            print("The largest view takes \(growth >> 20) MiB.")
            guard mirror.tree.nodes.count == ViewLimits.nodes, growth < 192 << 20 else { exit(1) }
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
}
