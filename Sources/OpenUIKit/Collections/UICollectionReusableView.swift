public import Foundation
import OpenViewTree

/// A view that a collection view shows: a cell, a header or a footer.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionreusableview
///
/// ## Difference from Apple
/// Views are not reused for other items, so `prepareForReuse()` is not called.
@preconcurrency @MainActor
open class UICollectionReusableView: UIView {
    /// The identifier for which the view was made; `nil` for none.
    public internal(set) var reuseIdentifier: String?
    /// Whether the view is a row of a list by itself, instead of a part of a line.
    var isListed = false { didSet { if isListed != oldValue { setNeedsRendering() } } }

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Makes a view for an identifier by `init(frame:)` of the registered class, which may be an override.
    ///
    /// Subclasses inherit this initializer if they override both `init(frame:)` and `init(coder:)`, or declare no
    /// initializers. Swift needs it to make objects of a class that is only known when the program runs.
    ///
    /// - Parameters:
    ///   - identifier: the identifier for which the view is made; `nil` for none.
    ///   - frame: a rectangle with the size of the item, or an empty one if the content determines the size.
    public required convenience init(reuseIdentifier identifier: String?, frame: CGRect) {
        self.init(frame: frame)
        reuseIdentifier = identifier
    }

    /// Not called, because views are not reused.
    open func prepareForReuse() {}

    /// The collection view that shows the view.
    var collectionView: UICollectionView? { superview as? UICollectionView }

    override var nodeKind: ViewKind { isListed ? .row : .container }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        guard isListed else { return super.renderChildren(&node) }
        return subviews.map { $0.render(at: [.grow: .number(1)]) }
    }
}
