import UIKit

/// A shared text as lines, of which some are kept.
final class ShelfViewController: UIViewController, UICollectionViewDelegate {
    private enum Section: Hashable { case lines }

    private struct Line: Hashable, Sendable {
        let number: Int
        let text: String
    }

    private lazy var collectionView = UICollectionView(
        frame: .zero,
        collectionViewLayout: UICollectionViewCompositionalLayout.list(
            using: UICollectionLayoutListConfiguration(appearance: .insetGrouped)))
    private var dataSource: UICollectionViewDiffableDataSource<Section, Line>?
    private var kept: Set<Line> = []

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.delegate = self
        collectionView.translatesAutoresizingMaskIntoConstraints = false
        let button = UIButton(
            configuration: .borderedProminent(),
            primaryAction: UIAction(title: "Keep", image: UIImage(systemName: "tray.and.arrow.down")) { [weak self] _ in
                self?.finish()
            })
        button.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(collectionView)
        view.addSubview(button)
        NSLayoutConstraint.activate([
            collectionView.topAnchor.constraint(equalTo: view.topAnchor),
            collectionView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            collectionView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            button.topAnchor.constraint(equalToSystemSpacingBelow: collectionView.bottomAnchor, multiplier: 1),
            button.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            view.safeAreaLayoutGuide.bottomAnchor.constraint(equalTo: button.bottomAnchor),
        ])
        configureDataSource()
    }

    private func configureDataSource() {
        let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Line> {
            [weak self] cell, _, line in
            var content = cell.defaultContentConfiguration()
            content.text = line.text
            content.secondaryText = "Line \(line.number)"
            cell.contentConfiguration = content
            cell.accessories = self?.kept.contains(line) == true ? [.checkmark()] : []
        }
        dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) { view, indexPath, line in
            view.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: line)
        }
        let item = extensionContext?.inputItems.first as? NSExtensionItem
        let lines = item?.attributedContentText?.string.split(separator: ",").enumerated().map {
            Line(number: $0.offset + 1, text: $0.element.trimmingCharacters(in: .whitespaces))
        }
        var snapshot = NSDiffableDataSourceSnapshot<Section, Line>()
        snapshot.appendSections([.lines])
        snapshot.appendItems(lines ?? [])
        dataSource?.apply(snapshot, animatingDifferences: false)
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        guard let line = dataSource?.itemIdentifier(for: indexPath), var snapshot = dataSource?.snapshot() else { return }
        kept.formSymmetricDifference([line])
        snapshot.reconfigureItems([line])
        dataSource?.apply(snapshot)
    }

    private func finish() {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: kept.map(\.text).sorted().joined(separator: "+"))
        extensionContext?.completeRequest(returningItems: [item])
    }
}
