import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Lists, compositional layouts and snapshots in collection views.
@MainActor @Suite struct ListCollectionTests {
    private typealias Source = UICollectionViewDiffableDataSource<String, Int>

    private let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, number in
        var content = cell.defaultContentConfiguration()
        content.text = "\(number)"
        content.secondaryText = number > 1 ? "many" : nil
        cell.contentConfiguration = content
        cell.accessories = number == 0 ? [.disclosureIndicator()] : []
    }

    private func show(_ layout: UICollectionViewLayout) -> (UICollectionView, Source) {
        let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
        let registration = registration
        let source = Source(collectionView: view) { view, path, number in
            view.dequeueConfiguredReusableCell(using: registration, for: path, item: number)
        }
        return (view, source)
    }

    private func snapshot(_ sections: [(String, [Int])]) -> NSDiffableDataSourceSnapshot<String, Int> {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        for (name, items) in sections {
            snapshot.appendSections([name])
            snapshot.appendItems(items)
        }
        return snapshot
    }

    @Test func `the cells of a list are rows with texts and accessories`() throws {
        let (view, source) = show(
            UICollectionViewCompositionalLayout.list(
                using: UICollectionLayoutListConfiguration(appearance: .insetGrouped)))
        source.apply(snapshot([("a", [0, 1, 2])]))
        let screen = try Screen(view)
        #expect(screen[view]?.choice(.tableStyle, as: ViewTableStyle.self) == .insetGrouped)
        #expect(screen.all(.row).map { $0.text(.text) } == ["0", "1", "2"])
        #expect(screen.all(.row).map { $0.text(.detail) } == [nil, nil, "many"])
        #expect(screen.all(.row)[0].choice(.accessory, as: ViewAccessory.self) == .disclosure)
    }

    @Test func `applying a snapshot keeps cells, and reconfiguring uses the present one`() throws {
        let (view, source) = show(
            UICollectionViewCompositionalLayout.list(using: UICollectionLayoutListConfiguration(appearance: .plain)))
        source.apply(snapshot([("a", [0, 1])]))
        let screen = try Screen(view)
        let cell = try #require(view.cellForItem(at: IndexPath(item: 1, section: 0)))
        var next = snapshot([("a", [1, 5, 0])])
        next.reconfigureItems([1])
        let changes = try screen.changes { source.apply(next) }
        #expect(changes.count { if case .insert = $0 { true } else { false } } == 1)
        #expect(screen.all(.row).map { $0.text(.text) } == ["1", "5", "0"])
        #expect(view.cellForItem(at: IndexPath(item: 0, section: 0)) === cell)
        #expect(source.indexPath(for: 5) == IndexPath(item: 1, section: 0))
    }

    @Test func `headers come from the data source or are the first items`() throws {
        var configuration = UICollectionLayoutListConfiguration(appearance: .grouped)
        configuration.headerMode = .supplementary
        let (view, source) = show(UICollectionViewCompositionalLayout.list(using: configuration))
        let header = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
            elementKind: UICollectionView.elementKindSectionHeader
        ) { cell, _, path in
            var content = cell.defaultContentConfiguration()
            content.text = "section \(path.section)"
            cell.contentConfiguration = content
        }
        source.supplementaryViewProvider = { view, _, path in
            view.dequeueConfiguredReusableSupplementary(using: header, for: path)
        }
        source.apply(snapshot([("a", [0]), ("b", [1])]))
        let screen = try Screen(view)
        #expect(screen.all(.row).map { $0.text(.text) } == ["section 0", "0", "section 1", "1"])
        configuration.headerMode = .firstItemInSection
        view.collectionViewLayout = UICollectionViewCompositionalLayout.list(using: configuration)
        try screen.turn()
        let kinds = screen.all(.row).map { $0.choice(.rowKind, as: ViewRowKind.self) ?? .row }
        #expect(kinds == [.header, .header])
    }

    @Test func `swipe actions of a list are offered and performed`() throws {
        var performed: [IndexPath] = []
        var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
        configuration.trailingSwipeActionsConfigurationProvider = { path in
            UISwipeActionsConfiguration(actions: [
                UIContextualAction(style: .destructive, title: "Delete") { _, _, done in
                    performed.append(path)
                    done(true)
                }
            ])
        }
        let (view, source) = show(UICollectionViewCompositionalLayout.list(using: configuration))
        source.apply(snapshot([("a", [0, 1])]))
        let screen = try Screen(view)
        #expect(screen.all(.row).map { $0.list(.rowActions) } == [["Delete"], ["Delete"]])
        try screen.send(.rowAction(0), to: screen.all(.row)[1].id)
        #expect(performed == [IndexPath(item: 1, section: 0)])
    }

    private func grid(_ width: NSCollectionLayoutDimension, count: Int? = nil) -> NSCollectionLayoutSection {
        let item = NSCollectionLayoutItem(
            layoutSize: NSCollectionLayoutSize(widthDimension: width, heightDimension: .fractionalHeight(1)))
        let size = NSCollectionLayoutSize(
            widthDimension: .fractionalWidth(1), heightDimension: .fractionalWidth(0.25))
        return NSCollectionLayoutSection(
            group: count.map { .horizontal(layoutSize: size, repeatingSubitem: item, count: $0) }
                ?? .horizontal(layoutSize: size, subitems: [item]))
    }

    @Test func `a group's items share a line`() throws {
        for section in [grid(.fractionalWidth(1.0 / 3)), grid(.fractionalWidth(1), count: 3)] {
            let (view, source) = show(UICollectionViewCompositionalLayout(section: section))
            source.apply(snapshot([("a", [0, 1, 2, 3])]))
            let screen = try Screen(view)
            #expect(screen.all(.row).map(\.children.count) == [3, 2])
            let last = try #require(screen.all(.row).last)
            let grows = last.children.compactMap { screen.tree[$0]?.number(.grow) }
            #expect(abs(grows[0] - 1.0 / 3) < 0.001 && abs(grows[1] - 2.0 / 3) < 0.001)
            let cell = try #require(view.visibleCells.first)
            #expect(screen[cell]?.number(.height) == 100)
        }
    }

    @Test func `items with a width in points share a line as they fit`() throws {
        let (view, source) = show(UICollectionViewCompositionalLayout(section: grid(.absolute(90))))
        source.apply(snapshot([("a", Array(0..<9))]))
        let screen = try Screen(view)
        #expect(screen.all(.row).map(\.children.count) == [4, 4, 1])
    }

    @Test func `a section that scrolls by itself is a row that scrolls horizontally`() throws {
        let layout = UICollectionViewCompositionalLayout { [self] index, environment in
            guard index == 0 else {
                return .list(using: .init(appearance: .plain), layoutEnvironment: environment)
            }
            let section = grid(.fractionalWidth(0.5))
            section.orthogonalScrollingBehavior = .continuous
            return section
        }
        let (view, source) = show(layout)
        source.apply(snapshot([("strip", Array(0..<10)), ("list", [20, 21])]))
        let screen = try Screen(view)
        let scroll = try #require(screen.all(.scroll).first)
        #expect(scroll.flag(.isHorizontal) && scroll.children.count == 10)
        #expect(screen.tree[scroll.children[0]]?.number(.width) == 200)
        #expect(screen.all(.row).dropFirst().map { $0.text(.text) } == ["20", "21"])
    }

    @Test func `a configuration of the program's own type fills the cell and follows its state`() throws {
        struct Badge: UIContentConfiguration {
            var text = ""
            func makeContentView() -> any UIView & UIContentView { BadgeView(self) }
            func updated(for state: any UIConfigurationState) -> Badge {
                Badge(text: (state as? UICellConfigurationState)?.isSelected == true ? "on" : "off")
            }
        }
        final class BadgeView: UILabel, UIContentView {
            var configuration: any UIContentConfiguration { didSet { text = (configuration as? Badge)?.text } }
            init(_ badge: Badge) {
                configuration = badge
                super.init(frame: .zero)
                text = badge.text
            }
            required init?(coder: NSCoder) { nil }
        }
        let cell = UICollectionViewCell(frame: .zero)
        cell.contentConfiguration = Badge()
        var states: [Bool] = []
        cell.configurationUpdateHandler = { _, state in states.append(state.isSelected) }
        let screen = try Screen(cell)
        #expect(screen.all(.label).map { $0.text(.text) } == ["off"])
        cell.isSelected = true
        try screen.turn()
        #expect(screen.all(.label).map { $0.text(.text) } == ["on"] && states == [false, true])
    }

    @Test func `a controller shows its collection and removes the selection when it appears`() throws {
        final class Controller: UICollectionViewController {
            override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
            {
                3
            }
        }
        let controller = Controller(collectionViewLayout: UICollectionViewFlowLayout())
        controller.collectionView.selectItem(at: IndexPath(item: 0, section: 0), animated: false, scrollPosition: [])
        _ = try Screen(controller)
        #expect(controller.collectionView.visibleCells.count == 3)
        #expect(controller.collectionView.indexPathsForSelectedItems == [])
    }
}
