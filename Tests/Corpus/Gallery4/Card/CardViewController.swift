import UIKit

final class CardViewController: UIViewController {
    private let titleLabel = UILabel()
    private let symbolView = UIImageView()
    private lazy var likeButton = UIButton(configuration: likeConfiguration(isLiked: false))
    private var isLiked = false

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemGroupedBackground
        let card = UIView()
        card.backgroundColor = .secondarySystemGroupedBackground
        card.layer.cornerRadius = 16
        card.layer.cornerCurve = .continuous
        card.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
        card.layer.borderColor = UIColor.separator.cgColor
        card.layer.borderWidth = 1

        titleLabel.font = UIFontMetrics(forTextStyle: .headline).scaledFont(for: .systemFont(ofSize: 18, weight: .bold))
        titleLabel.adjustsFontForContentSizeCategory = true
        titleLabel.numberOfLines = 0
        let configuration = UIImage.SymbolConfiguration(pointSize: 24, weight: .semibold, scale: .large)
        symbolView.image = UIImage(systemName: "doc.text", withConfiguration: configuration)
        symbolView.tintColor = .systemIndigo
        symbolView.setContentHuggingPriority(.required, for: .horizontal)
        likeButton.addAction(UIAction { [weak self] _ in self?.toggle() }, for: .primaryActionTriggered)

        let header = UIStackView(arrangedSubviews: [symbolView, titleLabel])
        header.spacing = UIStackView.spacingUseSystem
        let stack = UIStackView(arrangedSubviews: [header, likeButton])
        stack.axis = .vertical
        stack.isLayoutMarginsRelativeArrangement = true
        stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 12, leading: 12, bottom: 12, trailing: 12)
        for child in [card, stack] { child.translatesAutoresizingMaskIntoConstraints = false }
        view.addSubview(card)
        card.addSubview(stack)
        NSLayoutConstraint.activate([
            card.centerYAnchor.constraint(equalTo: view.centerYAnchor),
            card.leadingAnchor.constraint(equalTo: view.readableContentGuide.leadingAnchor),
            card.trailingAnchor.constraint(equalTo: view.readableContentGuide.trailingAnchor),
            stack.topAnchor.constraint(equalTo: card.topAnchor),
            stack.bottomAnchor.constraint(equalTo: card.bottomAnchor),
            stack.leadingAnchor.constraint(equalTo: card.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: card.trailingAnchor),
        ])
        navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .done)
        Task { await load() }
    }

    private func load() async {
        let item = extensionContext?.inputItems.first as? NSExtensionItem
        guard let provider = item?.attachments?.first else { return titleLabel.text = "Nothing" }
        let text = try? await provider.loadItem(forTypeIdentifier: "public.plain-text") as? String
        titleLabel.text = text?.localizedUppercase ?? "No text"
    }

    private func likeConfiguration(isLiked: Bool) -> UIButton.Configuration {
        var configuration: UIButton.Configuration = isLiked ? .filled() : .tinted()
        configuration.title = isLiked ? "Liked" : "Like"
        configuration.image = UIImage(systemName: isLiked ? "heart.fill" : "heart")
        configuration.imagePadding = 6
        configuration.imagePlacement = .trailing
        configuration.cornerStyle = .capsule
        configuration.contentInsets = NSDirectionalEdgeInsets(top: 6, leading: 12, bottom: 6, trailing: 12)
        configuration.baseBackgroundColor = .systemPink
        configuration.background.strokeWidth = 1
        return configuration
    }

    private func toggle() {
        if isLiked { return extensionContext?.completeRequest(returningItems: nil) ?? () }
        isLiked = true
        likeButton.configuration = likeConfiguration(isLiked: true)
    }
}
