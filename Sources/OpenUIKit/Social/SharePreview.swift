import Foundation
import OpenFoundation

/// The preview of the shared items in a compose sheet.
@MainActor
enum SharePreview {
    /// The size of a thumbnail in pixels. It suffices for images up to twice as wide as high on every screen.
    private nonisolated static let size = CGSize(width: 352, height: 352)

    /// - Returns: `nil` when there is nothing to show.
    static func view(of attachments: [NSItemProvider]) -> UIView? {
        if let provider = attachments.first(where: { $0.hasItemConformingToTypeIdentifier("public.image") }) {
            return picture(provider)
        }
        let symbols = [("public.movie", "video"), ("public.url", "link"), ("public.data", "doc")]
        for (type, name) in symbols
        where attachments.contains(where: { $0.hasItemConformingToTypeIdentifier(type) && !isText($0) }) {
            let view = UIImageView(image: UIImage(systemName: name))
            view.contentMode = .scaleAspectFit
            view.isAccessibilityElement = false
            return view
        }
        return nil
    }

    /// Texts are shown in the text view.
    private static func isText(_ provider: NSItemProvider) -> Bool {
        provider.hasItemConformingToTypeIdentifier("public.plain-text")
    }

    /// A view that shows an image once it is loaded.
    private static func picture(_ provider: NSItemProvider) -> UIView {
        let view = UIImageView()
        view.contentMode = .scaleAspectFill
        view.clipsToBounds = true
        view.layer.cornerRadius = 8
        view.isAccessibilityElement = true
        view.accessibilityLabel = "Preview"
        provider.loadObject(ofClass: UIImage.self) { [weak view] image, _ in
            let small = (image as? UIImage)?.preparingThumbnail(of: size)
            DispatchQueue.main.async { view?.image = small }
        }
        return view
    }
}
