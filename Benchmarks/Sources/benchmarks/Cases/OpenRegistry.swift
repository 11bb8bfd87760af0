import AppexActivation
import AppexModel
import AppexRegistry
import CFloor
import OpenUniformTypeIdentifiers

/// How soon a broker answers on a device with 10,000 extensions: from nothing to the first answer, against reading the
/// bytes of its index, by turns. And what one more install costs there.
enum OpenRegistry: Case {
    static let name = "open-registry"

    private static let rounds = Repetitions.of(50)
    /// Milliseconds.
    private static let limit = 10.0

    private static let share = [
        ItemTypes(attachments: [["public.jpeg"], ["com.adobe.pdf", "public.file-url"], ["public.url"]])
    ]

    static func measure() async throws -> [Measurement] {
        let device = try PopulatedDevice()
        defer { device.remove() }
        /// From before the opening until the answer; what closing costs comes after it.
        func nanoseconds(_ answer: (RegistryStore) throws -> Void) throws -> Int64 {
            let start = floor_now()
            let store = try device.open()
            try answer(store)
            let end = floor_now()
            withExtendedLifetime(store) {}
            return end - start
        }
        var found: [Int64] = []
        var matched: [Int64] = []
        var floor: [Int64] = []
        var answers = 0
        for _ in 0..<rounds {
            floor.append(try device.readIndex())
            found.append(
                try nanoseconds { store in answers += store.index.copies(of: device.someExtension).count })
            matched.append(
                try nanoseconds { store in
                    let index = store.index
                    let rules = try index.rules(types: TypeGraph.system.adding(list: index.types))
                    let numbers = index.offered(among: rules.matches(share))
                    // As many as a person may look at.
                    answers += numbers.prefix(100).compactMap(index.appex).count
                })
        }
        guard answers > rounds else { throw BenchmarkError("the registry has answered nothing") }
        let changes = try device.changes()
        return [
            Measurement(
                name: "open a registry of \(device.count) extensions, find one", unit: "ms", ours: found.median / 1e6,
                floor: floor.median / 1e6, limit: limit, iterations: rounds),
            Measurement(
                name: "open a registry of \(device.count) extensions, match", unit: "ms", ours: matched.median / 1e6,
                floor: floor.median / 1e6, limit: limit, iterations: rounds),
            Measurement(
                name: "switch one of \(device.count) extensions off", unit: "ms", ours: changes.median / 1e6,
                limit: 300,
                iterations: changes.count),
        ]
    }
}
