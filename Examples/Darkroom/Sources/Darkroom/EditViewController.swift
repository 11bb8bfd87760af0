import UIKit

/// What one extension does, and how to use it.
final class EditViewController: UIViewController {
    private let edit: PhotoEdit

    init(_ edit: PhotoEdit) {
        self.edit = edit
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = edit.name
        let label = UILabel()
        label.text = edit.explanation
        label.numberOfLines = 0
        let stack = UIStackView(arrangedSubviews: [label])
        stack.axis = .vertical
        stack.isLayoutMarginsRelativeArrangement = true
        stack.layoutMargins = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
        view = stack
    }
}
