import UIKit
import UniformTypeIdentifiers

/// An action extension's controller as Xcode's template has it, without a storyboard.
class ActionViewController: UIViewController {
    let imageView = UIImageView()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        imageView.contentMode = .scaleAspectFit
        let stack = UIStackView(arrangedSubviews: [imageView])
        stack.axis = .vertical
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor),
            stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            stack.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
        ])
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .done, primaryAction: UIAction { [weak self] _ in self?.done() })

        for item in extensionContext?.inputItems as? [NSExtensionItem] ?? [] {
            for provider in item.attachments ?? []
            where provider.hasItemConformingToTypeIdentifier(UTType.image.identifier) {
                weak let weakImageView = imageView
                provider.loadItem(forTypeIdentifier: UTType.image.identifier, options: nil) { imageURL, _ in
                    DispatchQueue.main.async {
                        guard let imageURL = imageURL as? URL, let data = try? Data(contentsOf: imageURL) else {
                            return
                        }
                        weakImageView?.image = UIImage(data: data)
                    }
                }
                return
            }
        }
    }

    func done() {
        extensionContext?.completeRequest(returningItems: extensionContext?.inputItems, completionHandler: nil)
    }
}
