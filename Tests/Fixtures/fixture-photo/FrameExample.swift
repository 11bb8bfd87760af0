import Foundation
import OpenPhotosUI
import OpenUIKit

/// Puts a white frame around a photograph.
final class FrameViewController: UIViewController, PHContentEditingController {
    private let imageView = UIImageView()
    private var input: PHContentEditingInput?

    private static func framed(_ photo: UIImage) -> UIImage {
        let bounds = CGRect(origin: .zero, size: photo.size)
        return UIGraphicsImageRenderer(size: photo.size).image { _ in
            UIColor.white.setFill()
            UIRectFill(bounds)
            photo.draw(in: bounds.insetBy(dx: bounds.width / 20, dy: bounds.height / 20))
        }
    }

    func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool {
        adjustmentData.formatIdentifier == "org.example.Frame" && adjustmentData.formatVersion == "1"
    }

    func startContentEditing(with contentEditingInput: PHContentEditingInput, placeholderImage: UIImage) {
        input = contentEditingInput
        imageView.image = contentEditingInput.displaySizeImage.map(Self.framed)
    }

    func finishContentEditing(completionHandler: @escaping @Sendable (PHContentEditingOutput?) -> Void) {
        guard let input, let file = input.fullSizeImageURL, let photo = UIImage(contentsOfFile: file.path),
            let data = Self.framed(photo).jpegData(compressionQuality: 0.9)
        else { return completionHandler(nil) }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: "org.example.Frame", formatVersion: "1", data: Data("white".utf8))
        let isWritten = (try? data.write(to: output.renderedContentURL)) != nil
        completionHandler(isWritten ? output : nil)
    }

    func cancelContentEditing() {}

    var shouldShowCancelConfirmation: Bool { false }
}
