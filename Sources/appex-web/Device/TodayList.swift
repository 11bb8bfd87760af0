import AppexPages
import Foundation
import SystemPackage

/// The widgets that Today shows, in order, with snapshots of their content.
actor TodayList {
    private let file: RecordFile
    private(set) var identifiers: [String]
    private var snapshots: [String: WidgetSnapshot] = [:]

    /// Reads the list.
    ///
    /// - Parameter store: the folder of the web device's files.
    /// - Throws: ``PageFailure`` if there is a list that can neither be read nor be renamed.
    init(store: FilePath) throws {
        file = RecordFile("Today.json", in: store)
        identifiers = try file.read() ?? []
    }

    /// Sets the list. Duplicates and widgets beyond the limit are ignored.
    func set(_ list: [String]) throws {
        var known: Set<String> = []
        let new = Array(list.filter { known.insert($0).inserted }.prefix(WebLimits.widgets))
        try file.write(new)
        identifiers = new
        snapshots = snapshots.filter { known.contains($0.key) }
    }

    func snapshot(of identifier: String) -> WidgetSnapshot? { snapshots[identifier] }

    /// Keeps a snapshot of a widget, if it is in the list.
    func keep(_ snapshot: WidgetSnapshot, of identifier: String) {
        if identifiers.contains(identifier) { snapshots[identifier] = snapshot }
    }
}
