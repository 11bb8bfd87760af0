public import OpenViewTree

/// A change of an extension's view tree.
public struct ViewUpdate: Sendable {
    /// Whether ``operations`` build ``tree`` from an empty tree. Otherwise they change the tree of the previous update.
    public let isWhole: Bool
    /// The operations, as they were applied. For a slow reader they combine several updates of the extension.
    public let operations: [ViewOperation]
    /// The tree after the operations.
    public let tree: ViewTree
    /// The number of the last event that the extension has handled; 0 for none.
    public let handled: UInt32
    /// Whether the extension responds: false if an event has been unacknowledged for two seconds.
    public let isResponding: Bool
}

/// The changes that one reader of a view has not read yet. If they exceed a limit, the whole tree replaces them.
struct UnreadChanges {
    /// The maximum number of operations, which is some hundred changes of a whole screen.
    private static let operationLimit = 5000
    /// The maximum size of texts, in bytes.
    private static let textLimit = 1024 * 1024

    private(set) var operations: [ViewOperation] = []
    private var textBytes = 0
    /// A new reader begins with the whole tree.
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

    /// Notes that the changes have been read.
    mutating func clear() {
        self = UnreadChanges()
        isWhole = false
        isEmpty = true
    }
}
