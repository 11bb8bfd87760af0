import Foundation

/// The first screen of a compose sheet.
final class ComposeController: UIViewController {
    let textView = UITextView()
    let postButton: UIBarButtonItem
    private let cancelButton: UIBarButtonItem
    private let writing = UIStackView()
    private let counter = UILabel()
    private let head = UIStackView()
    private let list = ConfigurationList()
    private let column = UIStackView()

    private static let previewSize: CGFloat = 88
    private static let textHeight: CGFloat = 120
    private static let margin: CGFloat = 16

    init(_ sheet: SLComposeServiceViewController) {
        cancelButton = UIBarButtonItem(
            systemItem: .cancel, primaryAction: UIAction { [weak sheet] _ in sheet?.didSelectCancel() })
        postButton = UIBarButtonItem(title: "Post")
        super.init(nibName: nil, bundle: nil)
        textView.delegate = sheet
        postButton.style = .done
        postButton.primaryAction = UIAction(title: "Post") { [weak sheet, weak self] _ in
            // Prevents posting twice.
            self?.postButton.isEnabled = false
            sheet?.didSelectPost()
        }
        navigationItem.leftBarButtonItem = cancelButton
        navigationItem.rightBarButtonItem = postButton
    }

    required init?(coder: NSCoder) { return nil }

    override func loadView() {
        textView.font = .preferredFont(forTextStyle: .body)
        textView.accessibilityLabel = "Text"
        textView.heightAnchor.constraint(greaterThanOrEqualToConstant: Self.textHeight).isActive = true
        writing.spacing = 12
        writing.alignment = .leading
        writing.addArrangedSubview(textView)
        counter.font = .preferredFont(forTextStyle: .footnote)
        counter.textAlignment = .right
        counter.isHidden = counter.text == nil
        head.axis = .vertical
        head.spacing = 8
        head.isLayoutMarginsRelativeArrangement = true
        head.directionalLayoutMargins = NSDirectionalEdgeInsets(
            top: Self.margin, leading: Self.margin, bottom: Self.margin, trailing: Self.margin)
        for view in [writing, counter] { head.addArrangedSubview(view) }
        column.axis = .vertical
        for view in [head, list.table] { column.addArrangedSubview(view) }
        view = column
    }

    func show(charactersRemaining count: NSNumber?) {
        counter.text = count?.stringValue
        counter.textColor = (count?.intValue ?? 0) < 0 ? .systemRed : .secondaryLabel
        counter.accessibilityLabel = count.map { "\($0) characters left" }
        counter.isHidden = count == nil
    }

    func showPreview(_ preview: UIView?) {
        guard let preview else { return }
        preview.translatesAutoresizingMaskIntoConstraints = false
        preview.widthAnchor.constraint(equalToConstant: Self.previewSize).isActive = true
        preview.heightAnchor.constraint(equalToConstant: Self.previewSize).isActive = true
        writing.addArrangedSubview(preview)
    }

    func show(_ items: [SLComposeSheetConfigurationItem]) { list.show(items) }

    /// - Parameter proposals: replaces the rows; `nil` shows them again.
    func showProposals(_ proposals: UIViewController?) {
        loadViewIfNeeded()
        for child in children {
            child.willMove(toParent: nil)
            child.viewIfLoaded?.removeFromSuperview()
            child.removeFromParent()
        }
        list.table.removeFromSuperview()
        if let proposals {
            addChild(proposals)
            column.addArrangedSubview(proposals.view)
            proposals.didMove(toParent: self)
        } else {
            column.addArrangedSubview(list.table)
        }
    }
}
