public import Foundation
import OpenViewTree

/// An item of a list, with the appearance of a row of a table.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewlistcell
///
/// ## Difference from Apple
/// Hosts show one of ``UICellAccessory``'s symbols, the first of the accessories that has one.
@preconcurrency @MainActor
open class UICollectionViewListCell: UICollectionViewCell {
    /// The symbols and texts at the edges of the row.
    open var accessories: [UICellAccessory] = [] { didSet { setNeedsRendering() } }
    /// Has no effect; hosts decide on indentation.
    open var indentationLevel = 0
    /// Has no effect; hosts decide on indentation.
    open var indentationWidth: CGFloat = 0

    /// Returns a configuration for a row, without content.
    open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

    override var showsListContent: Bool {
        isListed && (contentConfiguration == nil || contentConfiguration is UIListContentConfiguration)
    }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        guard isListed else { return }
        if showsListContent, let list = contentConfiguration as? UIListContentConfiguration { list.describe(&node) }
        if let accessory = accessories.lazy.compactMap(\.viewAccessory).first { node.set(.accessory, accessory) }
        if node[.detail] == nil, let text = accessories.lazy.compactMap(\.text).first {
            node.set(.detail, text)
            node.set(.isHorizontal, true)
        }
    }
}

/// A symbol or text at the edge of a row of a list.
///
/// Source: https://developer.apple.com/documentation/uikit/uicellaccessory
@preconcurrency @MainActor
public struct UICellAccessory {
    /// When an accessory is visible. Accessories that are visible while editing only are never shown, because lists have
    /// no editing mode.
    public enum DisplayedState: Sendable {
        case always, whenEditing, whenNotEditing
    }

    let viewAccessory: ViewAccessory?
    let text: String?

    private init(_ accessory: ViewAccessory?, text: String? = nil, _ state: DisplayedState) {
        viewAccessory = state == .whenEditing ? nil : accessory
        self.text = state == .whenEditing ? nil : text
    }

    /// A chevron for a row that leads to another screen.
    public static func disclosureIndicator(displayed: DisplayedState = .always) -> UICellAccessory {
        UICellAccessory(.disclosure, displayed)
    }

    /// A checkmark.
    public static func checkmark(displayed: DisplayedState = .always) -> UICellAccessory {
        UICellAccessory(.checkmark, displayed)
    }

    /// A text at the trailing edge, shown unless the row has a second text.
    public static func label(text: String, displayed: DisplayedState = .always) -> UICellAccessory {
        UICellAccessory(nil, text: text, displayed)
    }
}
