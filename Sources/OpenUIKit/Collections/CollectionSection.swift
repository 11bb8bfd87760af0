import Foundation
import OpenViewTree

/// The layout of a section of a collection view.
@MainActor
struct CollectionSection {
    /// A length of an item.
    enum Length {
        case points(CGFloat)
        /// The length of the content.
        case content
        /// A fraction of the line.
        case share(CGFloat)

        /// The length in points; `nil` when only the host can measure it.
        func points(of room: CGFloat) -> CGFloat? {
            switch self {
            case .points(let length): length
            case .content: nil
            case .share(let fraction): fraction * room
            }
        }
    }

    /// The size of an item.
    struct Size {
        var width = Length.content
        var height = Length.content
    }

    /// A header or footer.
    struct Supplement {
        let kind: String
        /// The height in points; `nil` for that of the content.
        var height: CGFloat?
    }

    var division: CollectionDivision
    /// Whether each item is a row of a list.
    var isList = false
    /// Whether each line scrolls horizontally by itself.
    var scrollsLines = false
    var insets = NSDirectionalEdgeInsets.zero
    var lineSpacing: CGFloat = 0
    var itemSpacing: CGFloat = 0
    var header: Supplement?
    var footer: Supplement?
    /// Whether the first item is the header of a list.
    var isFirstItemHeader = false
    /// The swipe actions of the items of a list.
    var leadingActions: ((IndexPath) -> UISwipeActionsConfiguration?)?
    var trailingActions: ((IndexPath) -> UISwipeActionsConfiguration?)?
    /// The size of an item.
    var size: (Int) -> Size = { _ in Size() }

    init(_ division: CollectionDivision) { self.division = division }
}
