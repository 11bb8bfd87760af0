public import Foundation
import OpenViewTree

/// Returns the section at an index; `nil` for lines of one item each.
public typealias UICollectionViewCompositionalLayoutSectionProvider =
    (_ sectionIndex: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment)
    -> NSCollectionLayoutSection?

/// The properties of a compositional layout as a whole.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewcompositionallayoutconfiguration
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
    /// The direction in which the collection scrolls; vertical by default.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    /// The space between sections in points; 0 by default.
    open var interSectionSpacing: CGFloat = 0

    /// Makes a configuration that scrolls vertically.
    public override init() { super.init() }
}

/// A layout of sections that are lists, lines of items, or lines that scroll horizontally.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewcompositionallayout
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    /// The properties of the layout as a whole. Setting them arranges the items again.
    open var configuration: UICollectionViewCompositionalLayoutConfiguration { didSet { invalidateLayout() } }
    private let provider: UICollectionViewCompositionalLayoutSectionProvider
    private let list: UICollectionLayoutListConfiguration?

    /// Makes a layout whose sections are equal.
    public convenience init(section: NSCollectionLayoutSection) { self.init { _, _ in section } }

    /// Makes a layout whose sections are equal.
    public convenience init(
        section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration
    ) { self.init(sectionProvider: { _, _ in section }, configuration: configuration) }

    /// Makes a layout with a function that returns its sections.
    public convenience init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
        self.init(
            sectionProvider: sectionProvider, configuration: UICollectionViewCompositionalLayoutConfiguration())
    }

    /// Makes a layout with a function that returns its sections.
    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        provider = sectionProvider
        list = nil
        self.configuration = configuration
        super.init()
    }

    private init(list: UICollectionLayoutListConfiguration) {
        provider = { NSCollectionLayoutSection.list(using: list, layoutEnvironment: $1) }
        self.list = list
        configuration = UICollectionViewCompositionalLayoutConfiguration()
        super.init()
    }

    /// Returns `nil`, because a layout without sections cannot be made.
    public required init?(coder: NSCoder) { nil }

    /// Makes a layout of which every section is a list.
    public static func list(using configuration: UICollectionLayoutListConfiguration)
        -> UICollectionViewCompositionalLayout
    { UICollectionViewCompositionalLayout(list: configuration) }

    override var scrollsAcross: Bool { configuration.scrollDirection == .horizontal }

    override var tableStyle: ViewTableStyle? {
        if let list { return list.tableStyle }
        guard let collectionView else { return nil }
        let first = provider(0, Environment(collectionView))
        return first?.listConfiguration?.tableStyle
    }

    override func section(_ index: Int, itemCount: Int, room: CGSize) -> CollectionSection {
        guard let collectionView, let section = provider(index, Environment(collectionView)) else {
            return super.section(index, itemCount: itemCount, room: room)
        }
        var result = section.arrange(itemCount: itemCount, room: room, across: scrollsAcross)
        if index > 0 { result.insets.top += max(configuration.interSectionSpacing, 0) }
        return result
    }

    private struct Container: NSCollectionLayoutContainer {
        let contentSize: CGSize
        var effectiveContentSize: CGSize { contentSize }
    }

    private struct Environment: NSCollectionLayoutEnvironment {
        let container: any NSCollectionLayoutContainer
        let traitCollection: UITraitCollection

        init(_ view: UICollectionView) {
            container = Container(contentSize: view.room)
            traitCollection = view.screenController?.traitCollection ?? UITraitCollection()
        }
    }
}
