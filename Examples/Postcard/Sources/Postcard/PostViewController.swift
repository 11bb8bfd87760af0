import Foundation
import PostcardStore
import UIKit

/// One post with its pictures.
final class PostViewController: UIViewController {
    private let post: Post

    init(_ post: Post) {
        self.post = post
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = post.album
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .action, primaryAction: UIAction { [weak self] _ in self?.share() })
        let texts =
            [post.text, post.date.formatted(date: .abbreviated, time: .shortened)] + post.links.map(\.absoluteString)
        let labels = texts.filter { !$0.isEmpty }.map { text in
            let label = UILabel()
            label.text = text
            label.numberOfLines = 0
            return label
        }
        let folder = try? PostStore.shared().folder(of: post)
        let pictures = post.pictures.compactMap { name -> UIImageView? in
            guard let file = folder?.appending(path: name), let image = UIImage(contentsOfFile: file.path) else {
                return nil
            }
            let view = UIImageView(image: image)
            view.contentMode = .scaleAspectFit
            view.accessibilityLabel = name
            return view
        }
        let stack = UIStackView(arrangedSubviews: labels + pictures)
        stack.axis = .vertical
        stack.spacing = 8
        stack.isLayoutMarginsRelativeArrangement = true
        stack.layoutMargins = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
        view = stack
    }

    /// Lets the person hand the post to another extension.
    private func share() {
        let folder = try? PostStore.shared().folder(of: post)
        let pictures = post.pictures.compactMap { folder?.appending(path: $0) }
        let texts = post.text.isEmpty ? [] : [post.text]
        present(
            UIActivityViewController(activityItems: texts + post.links + pictures, applicationActivities: nil),
            animated: true)
    }
}
