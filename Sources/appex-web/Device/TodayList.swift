import Foundation
import SystemPackage

/// Which widgets Today shows, in order, and what they showed when they were last seen.
actor TodayList {
    private let file: URL
    private(set) var identifiers: [String]
    private var snapshots: [String: WidgetSnapshot] = [:]

    /// - Parameter store: the web device's own folder.
    init(store: FilePath) {
        file = URL(fileURLWithPath: store.appending("Today.json").string)
        identifiers = (try? JSONDecoder().decode([String].self, from: Data(contentsOf: file))) ?? []
    }

    /// Sets the list; those beyond the limit, and second ones of the same, are left out.
    func set(_ list: [String]) throws {
        var known: Set<String> = []
        identifiers = Array(list.filter { known.insert($0).inserted }.prefix(WebLimits.widgets))
        snapshots = snapshots.filter { known.contains($0.key) }
        try JSONEncoder().encode(identifiers).write(to: file, options: .atomic)
    }

    func snapshot(of identifier: String) -> WidgetSnapshot? { snapshots[identifier] }

    /// Keeps what a widget shows; of one that is not in the list nothing is kept.
    func keep(_ snapshot: WidgetSnapshot, of identifier: String) {
        if identifiers.contains(identifier) { snapshots[identifier] = snapshot }
    }
}
