public import Foundation
import OpenViewTree

/// The appearance and behaviour of a list in a collection view.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionlayoutlistconfiguration-swift.struct
///
/// ## Difference from Apple
/// Separators and backgrounds are up to the host.
@preconcurrency @MainActor
public struct UICollectionLayoutListConfiguration {
    /// The appearance of a list.
    public enum Appearance: Int, Sendable {
        case plain, grouped, insetGrouped, sidebar, sidebarPlain
    }

    /// Where the header of a section comes from.
    public enum HeaderMode: Int, Sendable {
        case none, supplementary, firstItemInSection
    }

    /// Where the footer of a section comes from.
    public enum FooterMode: Int, Sendable {
        case none, supplementary
    }

    /// Returns the swipe actions of an item; `nil` for none.
    public typealias SwipeActionsConfigurationProvider = (IndexPath) -> UISwipeActionsConfiguration?

    /// The appearance of the list.
    public let appearance: Appearance
    /// Where the headers of sections come from; ``HeaderMode/none`` by default.
    public var headerMode = HeaderMode.none
    /// Where the footers of sections come from; ``FooterMode/none`` by default.
    public var footerMode = FooterMode.none
    /// Has no effect; hosts decide on separators.
    public var showsSeparators = true
    /// Has no effect; hosts decide on the background.
    public var backgroundColor: UIColor?
    /// Has no effect; hosts decide on the space above headers.
    public var headerTopPadding: CGFloat?
    /// Returns the actions that are offered first for an item.
    public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
    /// Returns the actions that are offered after the leading ones.
    public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?

    /// Makes a configuration without headers, footers and actions.
    public init(appearance: Appearance) { self.appearance = appearance }

    var tableStyle: ViewTableStyle {
        switch appearance {
        case .plain, .sidebarPlain: .plain
        case .grouped: .grouped
        case .insetGrouped, .sidebar: .insetGrouped
        }
    }

    func section(itemCount: Int) -> CollectionSection {
        var section = CollectionSection(CollectionDivision(itemCount: itemCount, perLine: 1))
        section.isList = true
        section.isFirstItemHeader = headerMode == .firstItemInSection
        if headerMode == .supplementary { section.header = .init(kind: UICollectionView.elementKindSectionHeader) }
        if footerMode == .supplementary { section.footer = .init(kind: UICollectionView.elementKindSectionFooter) }
        section.leadingActions = leadingSwipeActionsConfigurationProvider
        section.trailingActions = trailingSwipeActionsConfigurationProvider
        return section
    }
}
