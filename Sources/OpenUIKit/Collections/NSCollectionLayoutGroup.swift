public import Foundation

/// An item of a compositional layout.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutitem
@preconcurrency @MainActor
open class NSCollectionLayoutItem: NSObject {
    /// The size of the item in its group.
    public let layoutSize: NSCollectionLayoutSize
    /// The space inside the size of the item, in points. The top and leading insets of the first item of a group
    /// separate lines and items as if they were spacing.
    open var contentInsets = NSDirectionalEdgeInsets.zero

    /// Makes an item of a size.
    public init(layoutSize: NSCollectionLayoutSize) { self.layoutSize = layoutSize }
}

/// A row or column of items of a compositional layout.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutgroup
///
/// ## Difference from Apple
/// The items of groups inside a group are placed side by side. There are no custom groups.
@preconcurrency @MainActor
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    /// The items and groups in the group.
    public let subitems: [NSCollectionLayoutItem]
    /// The space between items; `nil` for none.
    open var interItemSpacing: NSCollectionLayoutSpacing?
    let isHorizontal: Bool
    /// The number of items along the group, if it was given.
    let count: Int?

    private init(_ size: NSCollectionLayoutSize, _ subitems: [NSCollectionLayoutItem], horizontal: Bool, count: Int?) {
        self.subitems = subitems
        isHorizontal = horizontal
        self.count = count.map { min(max($0, 1), CollectionDivision.mostPerLine) }
        super.init(layoutSize: size)
    }

    /// Makes a row that repeats items as often as they fit.
    public static func horizontal(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem])
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, subitems, horizontal: true, count: nil) }

    /// Makes a row of equal items.
    public static func horizontal(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int)
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, [subitem], horizontal: true, count: count) }

    /// Makes a row of equal items.
    public static func horizontal(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, [subitem], horizontal: true, count: count) }

    /// Makes a column of items.
    public static func vertical(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem])
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, subitems, horizontal: false, count: nil) }

    /// Makes a column of equal items.
    public static func vertical(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int)
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, [subitem], horizontal: false, count: count) }

    /// Makes a column of equal items.
    public static func vertical(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, [subitem], horizontal: false, count: count) }
}

/// A header or footer of a section of a compositional layout.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutboundarysupplementaryitem
@preconcurrency @MainActor
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutItem {
    /// The kind for which the data source provides the view.
    public let elementKind: String
    /// The edge at which the view is: at the top, it is a header, at the bottom a footer.
    public let alignment: NSRectAlignment
    /// Has no effect; hosts scroll headers together with their sections.
    open var pinToVisibleBounds = false

    /// Makes a header or footer.
    public init(layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment) {
        self.elementKind = elementKind
        self.alignment = alignment
        super.init(layoutSize: layoutSize)
    }
}

/// An edge or corner of a rectangle.
///
/// Source: https://developer.apple.com/documentation/uikit/nsrectalignment
public enum NSRectAlignment: Int, Sendable {
    case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing
}
