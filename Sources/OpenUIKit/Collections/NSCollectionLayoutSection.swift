public import Foundation

/// Whether the lines of a section scroll horizontally in a collection view that scrolls vertically.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionlayoutsectionorthogonalscrollingbehavior
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
    /// The lines do not scroll.
    case none
    /// The lines scroll; hosts decide where scrolling stops.
    case continuous, continuousGroupLeadingBoundary, paging, groupPaging, groupPagingCentered
}

/// The area for which a section is laid out.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutcontainer
@preconcurrency @MainActor
public protocol NSCollectionLayoutContainer {
    /// The size of the area in points, as far as it is known.
    var contentSize: CGSize { get }
    /// The size of the area without its insets, in points.
    var effectiveContentSize: CGSize { get }
}

/// The environment for which a section is laid out.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutenvironment
@preconcurrency @MainActor
public protocol NSCollectionLayoutEnvironment {
    /// The area of the collection view.
    var container: any NSCollectionLayoutContainer { get }
    /// The traits of the collection view.
    var traitCollection: UITraitCollection { get }
}

/// A section of a compositional layout.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutsection
///
/// ## Difference from Apple
/// A section is a list, lines of items, or lines that scroll horizontally. Lines have the items of the section's group;
/// decorations and changes of visible items do not exist.
@preconcurrency @MainActor
open class NSCollectionLayoutSection: NSObject {
    /// The space around the lines in points.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The space between lines in points.
    open var interGroupSpacing: CGFloat = 0
    /// Whether the lines scroll horizontally; not by default. Lines have at most 64 items then.
    open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
    /// The headers and footers; one of each is shown.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    private let group: NSCollectionLayoutGroup?
    private let list: UICollectionLayoutListConfiguration?

    /// Makes a section that repeats a group.
    public init(group: NSCollectionLayoutGroup) {
        self.group = group
        list = nil
    }

    private init(list: UICollectionLayoutListConfiguration) {
        group = nil
        self.list = list
    }

    /// Makes a section that is a list.
    public static func list(
        using configuration: UICollectionLayoutListConfiguration, layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection { NSCollectionLayoutSection(list: configuration) }

    /// The appearance of the list; `nil` when the section is not a list.
    var listConfiguration: UICollectionLayoutListConfiguration? { list }

    func arrange(itemCount: Int, room: CGSize, across: Bool) -> CollectionSection {
        var section = list?.section(itemCount: itemCount) ?? lines(itemCount: itemCount, room: room, across: across)
        for item in boundarySupplementaryItems {
            let height = item.layoutSize.heightDimension.points(in: (room.width, room.height))
            let supplement = CollectionSection.Supplement(kind: item.elementKind, height: height)
            switch item.alignment {
            case .bottom, .bottomLeading, .bottomTrailing: section.footer = supplement
            default: section.header = supplement
            }
        }
        return section
    }

    private func lines(itemCount: Int, room: CGSize, across: Bool) -> CollectionSection {
        let inner = CGSize(
            width: max(room.width - contentInsets.leading - contentInsets.trailing, 0),
            height: max(room.height - contentInsets.top - contentInsets.bottom, 0))
        let scrolls = orthogonalScrollingBehavior != .none && !across
        let plan = GroupPlan(group, inner)
        var section = CollectionSection(
            CollectionDivision(
                itemCount: itemCount,
                perLine: scrolls ? CollectionDivision.mostPerLine : plan.itemsPerLine(scrollsAcross: across)))
        section.scrollsLines = scrolls
        section.insets = contentInsets
        section.lineSpacing = interGroupSpacing
        section.itemSpacing = scrolls ? max(plan.spacing, interGroupSpacing) : plan.spacing
        section.size = { plan.size(of: $0, isFixed: scrolls || across) }
        return section
    }
}

/// The items of a group, with their sizes.
@MainActor
private struct GroupPlan {
    private struct Item {
        /// The width as a fraction of the line; `nil` when it is not a fraction.
        let share: CGFloat?
        let width: CGFloat?
        let height: CGFloat?
        let estimate: CGFloat
    }

    private var items: [Item] = []
    private let room: CGSize
    private let group: NSCollectionLayoutGroup?
    let spacing: CGFloat

    init(_ group: NSCollectionLayoutGroup?, _ room: CGSize) {
        self.room = room
        self.group = group
        let leading = group?.subitems.first?.contentInsets ?? .zero
        spacing = max(group?.interItemSpacing?.spacing ?? 0, leading.leading + leading.trailing)
        if let group { add(group, share: 1, in: (room.width, room.height), depth: 0) }
    }

    /// Adds the items of a group.
    ///
    /// - Parameters:
    ///   - share: the width of the group's container as a fraction of the line.
    ///   - depth: the number of groups around the group.
    private mutating func add(
        _ group: NSCollectionLayoutGroup, share: CGFloat, in container: (width: CGFloat?, height: CGFloat?), depth: Int
    ) {
        guard depth < 8, items.count < CollectionDivision.mostPerLine else { return }
        let own = group.layoutSize
        let size = (width: own.widthDimension.points(in: container), height: own.heightDimension.points(in: container))
        let ownShare = own.widthDimension.isFractionalWidth ? share * own.widthDimension.dimension : share
        for item in group.subitems.prefix(CollectionDivision.mostPerLine) {
            if let inner = item as? NSCollectionLayoutGroup {
                add(inner, share: ownShare, in: size, depth: depth + 1)
                continue
            }
            let width = item.layoutSize.widthDimension
            let parts = group.isHorizontal ? group.count.map { 1 / CGFloat($0) } : nil
            let fraction = parts ?? (width.isFractionalWidth ? width.dimension : nil)
            items.append(
                Item(
                    share: fraction.map { $0 * ownShare },
                    width: fraction.flatMap { part in size.width.map { $0 * part } } ?? width.points(in: size),
                    height: height(of: item, in: group, size), estimate: width.dimension))
        }
    }

    private func height(
        of item: NSCollectionLayoutItem, in group: NSCollectionLayoutGroup, _ size: (width: CGFloat?, height: CGFloat?)
    ) -> CGFloat? {
        let height = item.layoutSize.heightDimension.points(in: size)
        guard !group.isHorizontal, let count = group.count else { return height }
        return size.height.map { $0 / CGFloat(count) }
    }

    func itemsPerLine(scrollsAcross: Bool) -> Int {
        guard let group, let first = items.first else { return 1 }
        if scrollsAcross { return group.isHorizontal ? 1 : group.count ?? items.count }
        guard items.count == 1 else { return group.isHorizontal ? items.count : 1 }
        guard group.isHorizontal else { return 1 }
        if let count = group.count { return count }
        if let share = first.share {
            return CollectionDivision.count(ofShare: share)
        }
        let line = group.layoutSize.widthDimension.points(in: (room.width, room.height)) ?? room.width
        return CollectionDivision.count(fitting: first.width ?? first.estimate, in: line, spacing: spacing)
    }

    /// - Parameter isFixed: whether lines can be longer than the collection view, so that shares have no meaning.
    func size(of index: Int, isFixed: Bool) -> CollectionSection.Size {
        guard !items.isEmpty, index >= 0 else { return CollectionSection.Size() }
        let item = items[index % items.count]
        var size = CollectionSection.Size()
        if let share = item.share, !isFixed {
            size.width = .share(share)
        } else if let width = item.width {
            size.width = .points(width)
        }
        if let height = item.height { size.height = .points(height) }
        return size
    }
}
