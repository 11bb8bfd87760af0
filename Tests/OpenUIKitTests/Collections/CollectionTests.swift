import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// A cell with a label, written as for iOS.
private final class LabelCell: UICollectionViewCell {
    let label = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        contentView.addSubview(label)
    }

    required init?(coder: NSCoder) { nil }
}

/// Numbers in sections, of which it counts the cells.
private final class Numbers: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var sections: [[Int]]
    private(set) var made: [IndexPath] = []
    private(set) var told: [String] = []
    var mayPress: (IndexPath) -> Bool = { _ in true }
    var maySelect: (IndexPath) -> Bool = { _ in true }
    var width: (IndexPath) -> CGFloat = { _ in 100 }

    init(_ sections: [[Int]]) { self.sections = sections }

    func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        sections[section].count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
        -> UICollectionViewCell
    {
        made.append(indexPath)
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: indexPath)
        (cell as? LabelCell)?.label.text = "\(sections[indexPath.section][indexPath.item])"
        return cell
    }
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        let view = collectionView.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: "title", for: indexPath)
        let label = UILabel()
        label.text = kind == UICollectionView.elementKindSectionHeader ? "header" : "footer"
        view.addSubview(label)
        return view
    }
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize { CGSize(width: width(indexPath), height: 50) }
    func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        mayPress(indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        maySelect(indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        told.append("+\(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
        told.append("-\(indexPath.item)")
    }
}

/// Grids of a flow layout as a host sees them. The host's view is 400 points wide.
@MainActor @Suite struct CollectionTests {
    private func collection(_ numbers: Numbers, _ change: (UICollectionViewFlowLayout) -> Void = { _ in })
        -> UICollectionView
    {
        let layout = UICollectionViewFlowLayout()
        change(layout)
        let collection = UICollectionView(frame: .zero, collectionViewLayout: layout)
        collection.register(LabelCell.self, forCellWithReuseIdentifier: "number")
        collection.dataSource = numbers
        collection.delegate = numbers
        return collection
    }

    private func traits(_ node: ViewNode?) -> ViewAccessibilityTraits {
        ViewAccessibilityTraits(rawValue: Int32(node?.integer(.accessibilityTraits) ?? 0))
    }

    /// The texts of the labels in each node of a kind.
    private func texts(_ screen: Screen, in kind: ViewKind = .row) -> [[String]] {
        func labels(_ id: UInt32) -> [String] {
            guard let node = screen.tree[id] else { return [] }
            return (node.kind == .label ? [node.text(.text) ?? ""] : []) + node.children.flatMap(labels)
        }
        return screen.all(kind).map { labels($0.id) }
    }

    @Test func `as many items stand in a line as fit into the width`() throws {
        let numbers = Numbers([[0, 1, 2, 3, 4, 5, 6]])
        let screen = try Screen(collection(numbers))
        // 3 of 100 points with spaces of 10 fit into 400.
        #expect(texts(screen) == [["0", "1", "2"], ["3", "4", "5"], ["6"]])
        let row = try #require(screen.all(.row).first)
        #expect(row.choice(.arrangement, as: ViewArrangement.self) == .row && row.number(.spacing) == 10)
        let cell = try #require(screen.tree[row.children[0]])
        #expect(cell.number(.width) == 100 && cell.number(.height) == 50 && cell.kind == .container)
    }

    @Test func `items of different widths fill a line one after the other`() throws {
        let numbers = Numbers([[0, 1, 2, 3]])
        numbers.width = { [300, 200, 150, 500][$0.item] }
        let screen = try Screen(collection(numbers) { $0.minimumInteritemSpacing = 0 })
        #expect(texts(screen) == [["0"], ["1", "2"], ["3"]])
    }

    @Test func `without a delegate, the layout says how large items are`() throws {
        let numbers = Numbers([Array(0..<5)])
        let view = collection(numbers) {
            $0.itemSize = CGSize(width: 195, height: 20)
            $0.sectionInset = UIEdgeInsets(top: 1, left: 0, bottom: 2, right: 0)
            $0.minimumLineSpacing = 7
        }
        view.delegate = nil
        let screen = try Screen(view)
        #expect(texts(screen) == [["0", "1"], ["2", "3"], ["4"]])
        #expect(screen.all(.row).map { $0.insets(.padding).top } == [1, 7, 7])
        #expect(screen.all(.row).map { $0.insets(.padding).bottom } == [0, 0, 2])
    }

    @Test func `a collection of 100,000 items makes those that are seen and as many around them`() throws {
        let numbers = Numbers([Array(0..<100_000)])
        let view = collection(numbers)
        let screen = try Screen(view)
        #expect(screen[view]?.integer(.rowCount) == 33_334)
        #expect(numbers.made.count == 40 * 3)
        try screen.send(.showRows(first: 1000, count: 10), to: view)
        #expect(texts(screen).first == ["2970", "2971", "2972"])
        #expect(screen.all(.row).count == 30 && view.visibleCells.count == 90)
        #expect(view.cellForItem(at: IndexPath(item: 0, section: 0)) == nil)
    }

    @Test(arguments: [UInt32.max, 5000, 0]) func `a host may report any lines as visible`(_ number: UInt32) throws {
        let numbers = Numbers([Array(0..<1000)])
        numbers.width = { _ in 1 }
        let view = collection(numbers) { $0.minimumInteritemSpacing = 0 }
        let screen = try Screen(view)
        try screen.send(.showRows(first: number, count: number), to: view)
        #expect(view.visibleCells.count <= 1100)
        try screen.send(.showRows(first: 0, count: 1), to: view)
        #expect(texts(screen).first?.first == "0")
    }

    @Test func `sections have headers and footers if the layout gives them a size`() throws {
        let numbers = Numbers([[1, 2], [], [3]])
        let view = collection(numbers) {
            $0.headerReferenceSize = CGSize(width: 0, height: 30)
            $0.footerReferenceSize = CGSize(width: 0, height: 20)
        }
        let screen = try Screen(view)
        let texts = texts(screen).flatMap { $0 }
        #expect(texts == ["header", "1", "2", "footer", "header", "footer", "header", "3", "footer"])
        #expect(screen.all(.row).first?.choice(.rowKind, as: ViewRowKind.self) == .header)
        #expect(screen.all(.row).first?.number(.height) == 30)
        #expect(screen.all(.row).compactMap { $0.integer(.position) } == Array(0..<8))
        let path = IndexPath(item: 0, section: 0)
        #expect(view.supplementaryView(forElementKind: UICollectionView.elementKindSectionHeader, at: path) != nil)
    }

    @Test func `a press selects an item and notifies the delegate`() throws {
        let numbers = Numbers([[0, 1, 2, 3]])
        numbers.mayPress = { $0.item != 2 }
        numbers.maySelect = { $0.item != 3 }
        let view = collection(numbers)
        let screen = try Screen(view)
        let cells = view.visibleCells
        for cell in cells { try screen.send(.activate, to: cell) }
        #expect(numbers.told == ["+0", "-0", "+1"])
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
        #expect(traits(screen[cells[1]]).contains(.selected))
        #expect(traits(screen[cells[0]]).contains(.button) && !traits(screen[cells[2]]).contains(.button))
        view.allowsMultipleSelection = true
        try screen.send(.activate, to: cells[0])
        try screen.send(.activate, to: cells[1])
        #expect(numbers.told.suffix(2) == ["+0", "-1"])
        view.allowsSelection = false
        try screen.turn()
        try screen.send(.activate, to: cells[1])
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
    }

    @Test func `inserting and deleting items keeps the cells of the others, across lines`() throws {
        let numbers = Numbers([[0, 1, 2, 3]])
        let view = collection(numbers)
        let screen = try Screen(view)
        let before = view.visibleCells
        numbers.sections = [[9, 0, 2, 3]]
        view.performBatchUpdates {
            view.deleteItems(at: [IndexPath(item: 1, section: 0)])
            view.insertItems(at: [IndexPath(item: 0, section: 0)])
        }
        try screen.turn()
        #expect(texts(screen) == [["9", "0", "2"], ["3"]])
        #expect(view.visibleCells[1] === before[0] && view.visibleCells[3] === before[3])
        #expect(numbers.made.count == 5)
        numbers.sections = [[0, 2, 3]]
        view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        try screen.turn()
        #expect(texts(screen) == [["0", "2", "3"]])
        numbers.sections = [[0, 7, 3]]
        view.reloadItems(at: [IndexPath(item: 1, section: 0)])
        try screen.turn()
        #expect(texts(screen) == [["0", "7", "3"]] && numbers.made.count == 6)
        numbers.sections = []
        view.reloadData()
        try screen.turn()
        #expect(screen.all(.row).isEmpty)
    }

    @Test func `a horizontal layout is a row of columns that scrolls, with a button for more`() throws {
        let numbers = Numbers([Array(0..<120)])
        let view = collection(numbers) {
            $0.scrollDirection = .horizontal
            $0.itemSize = CGSize(width: 80, height: 80)
        }
        view.frame = CGRect(x: 0, y: 0, width: 400, height: 100)
        let screen = try Screen(view, traits: ViewTraits(width: 400, height: 100))
        let scroll = try #require(screen.all(.scroll).first)
        #expect(scroll.flag(.isHorizontal) && scroll.children.count == 51)
        #expect(numbers.made.count == 50)
        let more = try #require(screen.all(.button).first)
        try screen.send(.activate, to: more.id)
        try screen.send(.activate, to: more.id)
        #expect(numbers.made.count == 120 && screen.all(.button).isEmpty)
    }

    @Test func `lines change with the size of the host's view`() throws {
        let numbers = Numbers([[0, 1, 2, 3]])
        let view = collection(numbers)
        let root = UIView()
        root.addSubview(view)
        view.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: root.topAnchor),
            view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            view.bottomAnchor.constraint(equalTo: root.bottomAnchor),
            view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
        ])
        let screen = try Screen(root)
        #expect(texts(screen).map(\.count) == [3, 1])
        screen.controller.change(to: ViewTraits(width: 800, height: 600))
        try screen.turn()
        #expect(texts(screen).map(\.count) == [4] && numbers.made.count == 4)
    }

    @Test func `without a delegate, a press selects an item and performs the segue of its cell`() throws {
        let numbers = Numbers([[0, 1]])
        let view = collection(numbers)
        view.delegate = nil
        let screen = try Screen(view)
        let cell = try #require(view.cellForItem(at: IndexPath(item: 1, section: 0)))
        var segues = 0
        cell.selected = { segues += 1 }
        try screen.send(.activate, to: cell)
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)] && segues == 1)
    }

    @Test func `cells and headers of sections that no longer exist are ignored`() throws {
        let numbers = Numbers([[0], [1]])
        let view = collection(numbers) { $0.headerReferenceSize = CGSize(width: 10, height: 10) }
        let screen = try Screen(view)
        let path = IndexPath(item: 0, section: 1)
        let cell = try #require(view.cellForItem(at: path))
        let count = numbers.made.count
        numbers.sections = [[0]]
        view.layoutHasChanged()
        view.press(cell)
        view.perform(0, for: cell)
        view.makeCell(path)
        view.makeSupplement(.header(1))
        #expect(numbers.told.isEmpty && numbers.made.count == count)
        withExtendedLifetime(screen) {}
    }

    @Test func `a subclass of the flow layout sets sizes when it prepares`() throws {
        final class Halves: UICollectionViewFlowLayout {
            override func prepare() {
                super.prepare()
                minimumInteritemSpacing = 0
                itemSize = CGSize(width: (collectionView?.bounds.width ?? 0) / 2, height: 10)
            }
        }
        let numbers = Numbers([[0, 1, 2]])
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 600), collectionViewLayout: Halves())
        view.register(LabelCell.self, forCellWithReuseIdentifier: "number")
        view.dataSource = numbers
        let screen = try Screen(view)
        #expect(texts(screen) == [["0", "1"], ["2"]])
    }
}
