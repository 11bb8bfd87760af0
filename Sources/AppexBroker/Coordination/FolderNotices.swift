import AppexProtocol

/// The notices that presenters of folders get of one access, each of every item that has changed.
///
/// Items and presenters can be many, so that a pair of each would be too many: beyond ``limit`` pairs, the presenters of a folder
/// are told once that something in it has changed.
struct FolderNotices {
    private typealias Notice = CoordinationInterface.Notice

    /// Pairs of an item and a presenter, of which each gets a notice of its own.
    static let limit = 4096

    private var room = limit
    /// The folders whose presenters have been told that something has changed. The folders around them have been, too.
    private var summarised: Set<ItemPath> = []

    /// Adds an item that has changed.
    ///
    /// - Parameter presenters: the presenters of all folders.
    /// - Returns: the notices, and who gets them.
    mutating func add(
        _ path: ItemPath, _ kind: CoordinationInterface.Notice.Kind,
        _ presenters: PathIndex<CoordinationTable.PresenterKey>
    ) -> [(key: CoordinationTable.PresenterKey, notice: CoordinationInterface.Notice)] {
        var notices: [(key: CoordinationTable.PresenterKey, notice: CoordinationInterface.Notice)] = []
        let text = path.text
        for folder in path.ancestors {
            guard !summarised.contains(folder) else { break }
            let keys = presenters[folder]
            if keys.count <= room {
                room -= keys.count
                notices += keys.map { ($0, Notice(presenter: $0.presenter, kind: kind, path: text)) }
            } else {
                room = 0
                summarised.insert(folder)
                let text = folder.text
                notices += keys.map { ($0, Notice(presenter: $0.presenter, kind: .subitemChanged, path: text)) }
            }
        }
        return notices
    }
}
