public import OpenViewTree

/// A change of what an extension shows.
public struct ViewUpdate: Sendable {
    /// Whether ``operations`` make ``tree`` from an empty one. Otherwise they change the tree of the update before.
    public let isWhole: Bool
    /// What has changed, as it was applied; of several updates of the extension where the reader was slow.
    public let operations: [ViewOperation]
    /// What is shown now.
    public let tree: ViewTree
    /// The number of the last event that the extension has worked off; 0 for none.
    public let handled: UInt32
    /// false while an event has not been worked off for two seconds.
    public let isResponding: Bool
}

/// What has changed for one reader of a view since it looked last. Bounded: what becomes too much is given up in
/// favour of the whole tree.
struct UnreadChanges {
    /// Some hundred changed screens, and bytes of texts.
    private static let operationLimit = 5000
    private static let textLimit = 1024 * 1024

    private(set) var operations: [ViewOperation] = []
    private var textBytes = 0
    /// A new reader knows nothing yet.
    private(set) var isWhole = true
    private(set) var isEmpty = false

    mutating func add(_ changes: [ViewOperation]) {
        isEmpty = false
        guard !isWhole else { return }
        operations += changes
        for case .set(_, _, let value) in changes { textBytes += ViewTree.bytes(of: value) }
        if operations.count > Self.operationLimit || textBytes > Self.textLimit {
            self = UnreadChanges()
        }
    }

    /// Has been read.
    mutating func clear() {
        self = UnreadChanges()
        isWhole = false
        isEmpty = true
    }
}
