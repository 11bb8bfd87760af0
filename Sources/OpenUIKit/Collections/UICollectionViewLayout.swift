public import Foundation
import OpenViewTree

/// The arrangement of the items of a collection view.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewlayout
///
/// ## Difference from Apple
/// Hosts position the items, so there are no layout attributes. A subclass can set the properties of a flow layout in
/// ``prepare()``; a direct subclass of this class shows its items below one another.
@preconcurrency @MainActor
open class UICollectionViewLayout: NSObject {
    /// The collection view that uses the layout; `nil` for none.
    public internal(set) weak var collectionView: UICollectionView?

    /// Makes a layout.
    public override init() { super.init() }

    /// Makes a layout as if from an archive, with default properties.
    public required init?(coder: NSCoder) { super.init() }

    /// Called before the items are arranged. The default implementation does nothing.
    open func prepare() {}

    /// Arranges the items again before the collection view is next shown.
    open func invalidateLayout() { collectionView?.layoutHasChanged() }

    /// The size of all items in points, as far as the extension can estimate it.
    open var collectionViewContentSize: CGSize { collectionView?.contentSize ?? .zero }

    // MARK: Overridden by the layouts of this module

    /// Whether the collection scrolls horizontally.
    var scrollsAcross: Bool { false }
    /// The appearance of the list.
    var tableStyle: ViewTableStyle? { nil }

    /// Returns the layout of a section.
    ///
    /// - Parameters:
    ///   - index: the index of the section.
    ///   - itemCount: the number of its items.
    ///   - room: the size of the collection view in points, as far as it is known.
    func section(_ index: Int, itemCount: Int, room: CGSize) -> CollectionSection {
        CollectionSection(CollectionDivision(itemCount: itemCount, perLine: 1))
    }
}
