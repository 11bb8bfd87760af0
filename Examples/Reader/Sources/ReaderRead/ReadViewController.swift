import ReaderText
import UIKit

/// The article of a page: its title, its site, how long reading takes, and its text.
final class ReadViewController: UIViewController {
    private let stack = UIStackView()
    private let sizeControl = UISegmentedControl(items: TextSize.allCases.map(\.name))
    /// The labels that change with the size of the text, and their styles.
    private var texts: [(label: UILabel, style: UIFont.TextStyle)] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Read"
        preferredContentSize = CGSize(width: 640, height: 800)
        view.backgroundColor = .systemBackground
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .done, primaryAction: UIAction { [weak self] _ in self?.finish() })
        layOut()
        let items = extensionContext?.inputItems as? [NSExtensionItem] ?? []
        PageContent.load(from: items) { [weak self] content in
            Task { @MainActor in self?.show(content) }
        }
    }

    private func finish() {
        extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
    }

    private func layOut() {
        stack.axis = .vertical
        stack.spacing = 12
        stack.isLayoutMarginsRelativeArrangement = true
        stack.layoutMargins = UIEdgeInsets(top: 16, left: 20, bottom: 32, right: 20)
        stack.translatesAutoresizingMaskIntoConstraints = false
        let scrollView = UIScrollView()
        scrollView.translatesAutoresizingMaskIntoConstraints = false
        scrollView.addSubview(stack)
        view.addSubview(scrollView)
        NSLayoutConstraint.activate([
            scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            scrollView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            stack.leadingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.trailingAnchor),
            stack.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor),
            stack.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor),
            stack.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor),
        ])
    }

    // MARK: What is shown

    private func show(_ content: PageContent) {
        switch content {
        case .article(let article): show(article)
        case .address(let article):
            addTitle(article.title ?? article.site)
            add(article.address?.absoluteString, .footnote, color: .secondaryLabel)
            addRemark(
                "The text needs the page itself. Open the page in a browser, and choose Read in the share sheet there.")
        case .nothing(let error):
            addTitle("There Is Nothing to Read")
            addRemark(error.message)
        }
    }

    private func show(_ article: Article) {
        add(article.site, .footnote, color: .secondaryLabel)
        addTitle(article.title ?? article.site ?? "Untitled")
        guard !article.blocks.isEmpty else {
            add(article.address?.absoluteString, .footnote, color: .secondaryLabel)
            return addRemark("No text was found on this page.")
        }
        add(Self.summary(of: article), .footnote, color: .secondaryLabel).accessibilityIdentifier = "reading time"
        addSizeControl()
        for block in article.blocks {
            switch block.kind {
            case .paragraph: addText(block.text, .body)
            case .heading(let level):
                // The title of the page is above already. A heading of many combining marks is slow to compare as text.
                if let title = article.title, title.utf8.elementsEqual(block.text.utf8) { continue }
                addText(block.text, level < 3 ? .title2 : .headline).accessibilityTraits = .header
            }
        }
        if article.isShortened { addRemark("The page is longer than what is shown here.") }
    }

    /// How long reading takes, and the language.
    private static func summary(of article: Article) -> String {
        let minutes = "\(article.minutes) min"
        let language = article.language.flatMap { Locale(identifier: "en").localizedString(forLanguageCode: $0) }
        return [article.isShortened ? "More than \(minutes)" : minutes, language].compactMap(\.self)
            .joined(separator: " · ")
    }

    private func addSizeControl() {
        sizeControl.accessibilityLabel = "Text size"
        sizeControl.selectedSegmentIndex = TextSize.chosen.rawValue
        sizeControl.addAction(UIAction { [weak self] _ in self?.sizeChanged() }, for: .valueChanged)
        stack.addArrangedSubview(sizeControl)
    }

    private func sizeChanged() {
        guard let size = TextSize(rawValue: sizeControl.selectedSegmentIndex) else { return }
        TextSize.chosen = size
        for (label, style) in texts { label.font = size.font(style) }
    }

    private func addTitle(_ text: String?) {
        add(text, .title1).accessibilityTraits = .header
    }

    private func addRemark(_ text: String) {
        add(text, .callout, color: .secondaryLabel)
    }

    /// Adds a part of the article, which follows the chosen size.
    @discardableResult
    private func addText(_ text: String, _ style: UIFont.TextStyle) -> UILabel {
        let label = add(text, style)
        label.font = TextSize.chosen.font(style)
        texts.append((label, style))
        return label
    }

    /// Adds a text below the others; one without characters is not added.
    @discardableResult
    private func add(_ text: String?, _ style: UIFont.TextStyle, color: UIColor = .label) -> UILabel {
        let label = UILabel()
        guard let text, !text.isEmpty else { return label }
        label.text = text
        label.font = .preferredFont(forTextStyle: style)
        label.textColor = color
        label.numberOfLines = 0
        stack.addArrangedSubview(label)
        return label
    }
}
