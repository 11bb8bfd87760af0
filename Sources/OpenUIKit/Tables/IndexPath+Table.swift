public import Foundation

extension IndexPath {
    /// Makes the path of a row in a section of a table.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// Makes the path of an item in a section; the same as `init(row:section:)`.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// The index of the section; 0 when the path is empty.
    public var section: Int {
        get { count > 0 ? self[0] : 0 }
        set { self = IndexPath(row: row, section: newValue) }
    }

    /// The index of the row within its section; 0 when the path has fewer than two indexes.
    public var row: Int {
        get { count > 1 ? self[1] : 0 }
        set { self = IndexPath(row: newValue, section: section) }
    }

    /// The index of the item within its section; another name for ``row``.
    public var item: Int {
        get { row }
        set { row = newValue }
    }
}
