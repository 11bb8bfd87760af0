extension ExtensionTemplate {
    var photoSource: String {
        """
        import PhotosUI
        import UIKit

        /// Puts a white frame around a photograph inside another app.
        final class \(className): UIViewController {
            /// What describes the edit to this extension when it is continued. The version is that of the data's format.
            private static let format = (identifier: "\(identifier)", version: "1")
            /// The maximum side of the result in pixels, so that the picture fits into the memory of the process.
            private static let longestSide: CGFloat = 4096

            private let imageView = UIImageView()
            private var input: PHContentEditingInput?

            override func viewDidLoad() {
                super.viewDidLoad()
                view.backgroundColor = .systemBackground
                imageView.contentMode = .scaleAspectFit
                imageView.isAccessibilityElement = true
                imageView.accessibilityLabel = "The photograph with its frame"
                imageView.translatesAutoresizingMaskIntoConstraints = false
                view.addSubview(imageView)
                let margins = view.layoutMarginsGuide
                NSLayoutConstraint.activate([
                    imageView.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
                    imageView.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
                    imageView.topAnchor.constraint(equalTo: margins.topAnchor),
                    imageView.bottomAnchor.constraint(equalTo: margins.bottomAnchor),
                ])
            }

            /// The photograph in its frame, upright.
            private static func framed(_ photo: UIImage) -> UIImage {
                let scale = min(1, longestSide / max(photo.size.width, photo.size.height))
                let size = CGSize(
                    width: (photo.size.width * scale).rounded(), height: (photo.size.height * scale).rounded())
                let frame = (min(size.width, size.height) / 20).rounded(.up)
                let format = UIGraphicsImageRendererFormat()
                format.scale = 1
                return UIGraphicsImageRenderer(size: size, format: format).image { _ in
                    UIColor.white.setFill()
                    UIRectFill(CGRect(origin: .zero, size: size))
                    photo.draw(
                        in: CGRect(
                            x: frame, y: frame, width: size.width - 2 * frame, height: size.height - 2 * frame))
                }
            }
        }

        extension \(className): PHContentEditingController {
            func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool {
                adjustmentData.formatIdentifier == Self.format.identifier
                    && adjustmentData.formatVersion == Self.format.version
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
                    formatIdentifier: Self.format.identifier, formatVersion: Self.format.version, data: Data("white".utf8))
                do {
                    try data.write(to: output.renderedContentURL)
                    completionHandler(output)
                } catch {
                    print("The edited photograph cannot be written: \\(error.localizedDescription)")
                    completionHandler(nil)
                }
            }

            func cancelContentEditing() {}

            var shouldShowCancelConfirmation: Bool { false }
        }

        """
    }

    var photoTest: String {
        onDevice(
            "a photograph gets a frame, and the edit can be continued",
            """
            // A picture of 40 by 30 pixels.
            let picture = "\(Self.picture)"
            let file = device.scratch.appending(path: "photo.png")
            try #require(Data(base64Encoded: picture)).write(to: file)
            let host = device.host()
            let editor = try #require(try await host.photoEditors().first)
            #expect(editor.bundleIdentifier == "\(identifier)")
            let edit = try await host.edit(EditablePhoto(original: file), with: editor).finish()
            #expect(edit.adjustmentData.formatIdentifier == "\(identifier)")
            #expect(try Data(contentsOf: edit.rendition).starts(with: [0xFF, 0xD8]))
            let again = EditablePhoto(
                original: file, rendition: edit.rendition, adjustmentData: edit.adjustmentData)
            #expect(try await host.edit(again, with: editor).finish().continuesEdit)
            """)
    }

    /// A PNG of 40 by 30 pixels in one colour.
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAAK0lEQVR42u3NMQ0AAAgDsAlDGBKRhQw4mvRvputExGKxWCwWi8VisVj8N15LdPWbT+GMHQAAAABJRU5ErkJggg=="
}
