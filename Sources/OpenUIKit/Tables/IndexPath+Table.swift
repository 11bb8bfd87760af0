public import Foundation

extension IndexPath {
    /// A row of a section of a table.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// 0 where the path has no such index.
    public var section: Int {
        get { count > 0 ? self[0] : 0 }
        set { self = IndexPath(row: row, section: newValue) }
    }

    /// Within its section; 0 where the path has no such index.
    public var row: Int {
        get { count > 1 ? self[1] : 0 }
        set { self = IndexPath(row: newValue, section: section) }
    }

    /// The same as ``row``.
    public var item: Int {
        get { row }
        set { row = newValue }
    }
}
