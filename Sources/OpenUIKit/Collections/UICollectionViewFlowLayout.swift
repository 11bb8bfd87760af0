public import Foundation
import OpenViewTree

/// A layout that places items side by side, in as many lines as necessary.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout
///
/// ## Difference from Apple
/// Lines are divided by the width of the collection view as far as it is known: its frame, or that of the closest
/// superview that has one, or the host's view. Items of a horizontal collection are followed by a button if there are
/// many.
@preconcurrency @MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// An estimated size that means that the content determines the size of items.
    public nonisolated static let automaticSize = CGSize(
        width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)

    /// The size of items in points, unless the delegate gives another one; 50 by 50 by default.
    open var itemSize = CGSize(width: 50, height: 50) { didSet { if itemSize != oldValue { invalidateLayout() } } }
    /// The approximate size of items in points, if their content determines their size; zero, the default, if it does
    /// not.
    open var estimatedItemSize = CGSize.zero { didSet { if estimatedItemSize != oldValue { invalidateLayout() } } }
    /// The space between lines in points; 10 by default.
    open var minimumLineSpacing: CGFloat = 10 {
        didSet { if minimumLineSpacing != oldValue { invalidateLayout() } }
    }
    /// The least space between items of a line in points; 10 by default.
    open var minimumInteritemSpacing: CGFloat = 10 {
        didSet { if minimumInteritemSpacing != oldValue { invalidateLayout() } }
    }
    /// The space around the lines of a section in points; zero by default.
    open var sectionInset = UIEdgeInsets.zero { didSet { if sectionInset != oldValue { invalidateLayout() } } }
    /// The size of headers in points; zero, the default, for no headers.
    open var headerReferenceSize = CGSize.zero {
        didSet { if headerReferenceSize != oldValue { invalidateLayout() } }
    }
    /// The size of footers in points; zero, the default, for no footers.
    open var footerReferenceSize = CGSize.zero {
        didSet { if footerReferenceSize != oldValue { invalidateLayout() } }
    }
    /// The direction in which the collection scrolls; vertical by default.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical {
        didSet { if scrollDirection != oldValue { invalidateLayout() } }
    }
    /// Has no effect; hosts scroll headers together with their sections.
    open var sectionHeadersPinToVisibleBounds = false
    /// Has no effect; hosts scroll footers together with their sections.
    open var sectionFootersPinToVisibleBounds = false

    override var scrollsAcross: Bool { scrollDirection == .horizontal }

    override func section(_ index: Int, itemCount: Int, room: CGSize) -> CollectionSection {
        let sizing = Sizing(self, index)
        let insets = sizing.insets
        let across =
            scrollsAcross ? room.height - insets.top - insets.bottom : room.width - insets.left - insets.right
        func length(_ size: CGSize) -> CGFloat { scrollsAcross ? size.height : size.width }
        let division: CollectionDivision
        if sizing.delegate == nil || measuresContent {
            let length = length(measuresContent ? estimatedLength : itemSize)
            division = CollectionDivision(
                itemCount: itemCount,
                perLine: CollectionDivision.count(fitting: length, in: across, spacing: sizing.itemSpacing))
        } else {
            division = CollectionDivision(itemCount: itemCount, room: across, spacing: sizing.itemSpacing) {
                length(sizing.size(of: $0))
            }
        }
        var section = CollectionSection(division)
        section.insets = NSDirectionalEdgeInsets(insets)
        section.lineSpacing = max(sizing.lineSpacing, 0)
        section.itemSpacing = max(sizing.itemSpacing, 0)
        section.header = supplement(sizing.headerSize, UICollectionView.elementKindSectionHeader)
        section.footer = supplement(sizing.footerSize, UICollectionView.elementKindSectionFooter)
        if !measuresContent {
            section.size = { item in
                let size = sizing.size(of: item)
                return .init(width: .points(max(size.width, 0)), height: .points(max(size.height, 0)))
            }
        }
        return section
    }

    /// Whether the content of items determines their size.
    private var measuresContent: Bool { estimatedItemSize != .zero }

    /// The estimated size, or the usual size when none was given.
    private var estimatedLength: CGSize { estimatedItemSize == Self.automaticSize ? itemSize : estimatedItemSize }

    private func supplement(_ size: CGSize, _ kind: String) -> CollectionSection.Supplement? {
        guard size.height > 0 || size.width > 0 else { return nil }
        return .init(kind: kind, height: size.height > 0 && !scrollsAcross ? size.height : nil)
    }

    /// The lengths of a section by the delegate, or by the layout without one.
    @MainActor
    private struct Sizing {
        let layout: UICollectionViewFlowLayout
        let index: Int
        let collection: UICollectionView?
        let delegate: (any UICollectionViewDelegateFlowLayout)?

        init(_ layout: UICollectionViewFlowLayout, _ index: Int) {
            self.layout = layout
            self.index = index
            collection = layout.collectionView
            delegate = layout.collectionView?.delegate as? any UICollectionViewDelegateFlowLayout
        }

        private func ask<Value>(
            _ usual: Value,
            _ body: (any UICollectionViewDelegateFlowLayout, UICollectionView) -> Value
        ) -> Value {
            guard let delegate, let collection else { return usual }
            return body(delegate, collection)
        }

        func size(of item: Int) -> CGSize {
            ask(layout.itemSize) {
                $0.collectionView($1, layout: layout, sizeForItemAt: IndexPath(item: item, section: index))
            }
        }
        var insets: UIEdgeInsets {
            ask(layout.sectionInset) { $0.collectionView($1, layout: layout, insetForSectionAt: index) }
        }
        var lineSpacing: CGFloat {
            ask(layout.minimumLineSpacing) {
                $0.collectionView($1, layout: layout, minimumLineSpacingForSectionAt: index)
            }
        }
        var itemSpacing: CGFloat {
            ask(layout.minimumInteritemSpacing) {
                $0.collectionView($1, layout: layout, minimumInteritemSpacingForSectionAt: index)
            }
        }
        var headerSize: CGSize {
            ask(layout.headerReferenceSize) {
                $0.collectionView($1, layout: layout, referenceSizeForHeaderInSection: index)
            }
        }
        var footerSize: CGSize {
            ask(layout.footerReferenceSize) {
                $0.collectionView($1, layout: layout, referenceSizeForFooterInSection: index)
            }
        }
    }
}

/// Gives the items and sections of a flow layout different sizes. All methods are optional: the default implementations
/// return the values of the layout.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewdelegateflowlayout
@preconcurrency @MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
    /// Returns the size of an item in points.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize
    /// Returns the space around the lines of a section in points.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        insetForSectionAt section: Int
    ) -> UIEdgeInsets
    /// Returns the space between the lines of a section in points.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat
    /// Returns the least space between the items of a line in points.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat
    /// Returns the size of the header of a section in points; zero for no header.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForHeaderInSection section: Int
    ) -> CGSize
    /// Returns the size of the footer of a section in points; zero for no footer.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForFooterInSection section: Int
    ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
    /// Returns the item size of the layout.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
    /// Returns the section inset of the layout.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        insetForSectionAt section: Int
    ) -> UIEdgeInsets { (collectionViewLayout as? UICollectionViewFlowLayout)?.sectionInset ?? .zero }
    /// Returns the line spacing of the layout.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumLineSpacing ?? 0 }
    /// Returns the item spacing of the layout.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumInteritemSpacing ?? 0 }
    /// Returns the header size of the layout.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForHeaderInSection section: Int
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize ?? .zero }
    /// Returns the footer size of the layout.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForFooterInSection section: Int
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.footerReferenceSize ?? .zero }
}
