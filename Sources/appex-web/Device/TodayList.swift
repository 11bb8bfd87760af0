import Foundation
import SystemPackage

/// Which widgets Today shows, in order, and what they showed when they were last seen.
actor TodayList {
    private let file: RecordFile
    private(set) var identifiers: [String]
    private var snapshots: [String: WidgetSnapshot] = [:]

    /// - Parameter store: the web device's own folder.
    /// - Throws: ``TabFailure`` when there is a list that can be neither read nor kept aside.
    init(store: FilePath) throws {
        file = RecordFile("Today.json", in: store)
        identifiers = try file.read() ?? []
    }

    /// Sets the list; those beyond the limit, and second ones of the same, are left out.
    func set(_ list: [String]) throws {
        var known: Set<String> = []
        let new = Array(list.filter { known.insert($0).inserted }.prefix(WebLimits.widgets))
        try file.write(new)
        identifiers = new
        snapshots = snapshots.filter { known.contains($0.key) }
    }

    func snapshot(of identifier: String) -> WidgetSnapshot? { snapshots[identifier] }

    /// Keeps what a widget shows; of one that is not in the list nothing is kept.
    func keep(_ snapshot: WidgetSnapshot, of identifier: String) {
        if identifiers.contains(identifier) { snapshots[identifier] = snapshot }
    }
}
