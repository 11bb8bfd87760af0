public import Foundation

extension UICollectionView {
    /// Registers the class of cells for an identifier; `nil` removes the registration.
    public func register(_ cellClass: UICollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String) {
        cellClasses[identifier] = cellClass
        cellNibs[identifier] = nil
    }

    /// Registers a nib file with one cell for an identifier; `nil` removes the registration.
    public func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
        cellNibs[identifier] = nib
        cellClasses[identifier] = nil
    }

    /// Registers the class of headers or footers for a kind and an identifier; `nil` removes the registration.
    public func register(
        _ viewClass: UICollectionReusableView.Type?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) {
        supplementClasses[elementKind, default: [:]][identifier] = viewClass
    }

    /// Returns a new cell of the registered class or nib file, or of the prototype in the storyboard; a
    /// `UICollectionViewCell` if none was registered.
    ///
    /// When the item is being configured again, it returns the present cell of the item.
    public func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionViewCell
    {
        if let reconfigured, reconfigured.reuseIdentifier == identifier { return reconfigured }
        if cellClasses[identifier] == nil, let cell = archivedCell(identifier) {
            place(cell, indexPath)
            return cell
        }
        return make(cellClasses[identifier] ?? UICollectionViewCell.self, identifier, indexPath)
    }

    /// Returns a new header or footer of the registered class; an empty view when no class is registered.
    public func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        let type = supplementClasses[elementKind]?[identifier]
        if type == nil, let view = supplementPrototypes[elementKind]?[identifier]?() as? UICollectionReusableView {
            return view
        }
        return makeSupplement(type ?? UICollectionReusableView.self, identifier)
    }

    /// Returns a cell that a registration has configured for an item; `nil` as the item leaves the cell as it was made.
    ///
    /// When the item is being configured again, the cell is the present one.
    public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        let cell =
            reconfigured.flatMap { type(of: $0) == Cell.self ? $0 as? Cell : nil }
            ?? make(Cell.self, nil, indexPath)
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    /// Returns a header or footer that a registration has configured for a section.
    public func dequeueConfiguredReusableSupplementary<View>(
        using registration: SupplementaryRegistration<View>, for indexPath: IndexPath
    ) -> View {
        let view = makeSupplement(View.self, nil)
        registration.handler(view, registration.elementKind, indexPath)
        return view
    }

    /// A cell of a nib file or storyboard; `nil` if neither has a cell with the identifier.
    private func archivedCell(_ identifier: String) -> UICollectionViewCell? {
        if let nib = cellNibs[identifier] { return nib.first(identifier) }
        return prototypes[identifier]?() as? UICollectionViewCell
    }

    /// Gives a cell the size of its item.
    private func place(_ cell: UICollectionViewCell, _ path: IndexPath) {
        let sections = countedItems.sections
        guard sections.indices.contains(path.section) else { return }
        let section = sections[path.section]
        let size = section.size(path.item)
        let room = countedItems.room.width - section.insets.leading - section.insets.trailing
        cell.frame.size = CGSize(
            width: size.width.points(of: room) ?? 0, height: size.height.points(of: room) ?? 0)
        cell.isListed = section.isList
    }

    private func make<Cell: UICollectionViewCell>(_ type: Cell.Type, _ identifier: String?, _ path: IndexPath) -> Cell {
        let sections = countedItems.sections
        guard sections.indices.contains(path.section) else {
            return type.init(reuseIdentifier: identifier, frame: .zero)
        }
        let section = sections[path.section]
        let size = section.size(path.item)
        let room = countedItems.room.width - section.insets.leading - section.insets.trailing
        let frame = CGRect(
            x: 0, y: 0, width: size.width.points(of: room) ?? 0, height: size.height.points(of: room) ?? 0)
        let cell = type.init(reuseIdentifier: identifier, frame: frame)
        cell.isListed = section.isList
        return cell
    }

    private func makeSupplement<View: UICollectionReusableView>(_ type: View.Type, _ identifier: String?) -> View {
        let view = type.init(reuseIdentifier: identifier, frame: .zero)
        view.isListed = view is UICollectionViewListCell && !collectionViewLayout.scrollsAcross
        return view
    }

    /// The class of cells for a type of items, with a function that configures them.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uicollectionview/cellregistration
    @preconcurrency @MainActor
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        /// Configures a cell for an item.
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void

        let handler: Handler

        /// Makes a registration.
        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// The class of headers or footers of a kind, with a function that configures them.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uicollectionview/supplementaryregistration
    @preconcurrency @MainActor
    public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        /// Configures a header or footer for a section.
        public typealias Handler =
            (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath) -> Void

        let elementKind: String
        let handler: Handler

        /// Makes a registration.
        ///
        /// - Parameters:
        ///   - elementKind: the kind of the views.
        ///   - handler: configures a view.
        public init(elementKind: String, handler: @escaping Handler) {
            self.elementKind = elementKind
            self.handler = handler
        }
    }
}
