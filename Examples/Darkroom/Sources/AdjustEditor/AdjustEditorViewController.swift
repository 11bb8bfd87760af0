import DarkroomControls
import DarkroomEditing
import DarkroomImaging
import PhotosUI

/// Light, contrast and colour of a photograph inside another app, so that the edit can be continued later.
final class AdjustEditorViewController: UIViewController {
    private nonisolated static let previewSide = 960

    private let imageView = UIImageView()
    private let brightness = LabeledSlider("Brightness")
    private let contrast = LabeledSlider("Contrast")
    private let saturation = LabeledSlider("Saturation")
    private var sliders: [LabeledSlider] { [brightness, contrast, saturation] }

    private var input: PHContentEditingInput?
    private var first = PictureAdjustment()
    private var adjustment = PictureAdjustment()
    private var drawing: PreviewDrawing<PictureAdjustment>?

    override func viewDidLoad() {
        super.viewDidLoad()
        // The host decodes the photograph for the placeholder meanwhile.
        PicturePreview.prepare()
        title = "Adjust"
        preferredContentSize = CGSize(width: 560, height: 640)
        view.backgroundColor = .systemBackground
        imageView.contentMode = .scaleAspectFit
        imageView.isAccessibilityElement = true
        imageView.accessibilityLabel = "The adjusted photograph"
        for slider in sliders {
            slider.isEnabled = false
            slider.onChange = { [weak self] in self?.slidersChanged() }
        }
        layOut()
    }

    private func layOut() {
        let stack = UIStackView(arrangedSubviews: [imageView] + sliders.map(\.view))
        stack.axis = .vertical
        stack.spacing = 16
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let margins = view.layoutMarginsGuide
        NSLayoutConstraint.activate([
            imageView.heightAnchor.constraint(equalToConstant: 340),
            stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
            stack.topAnchor.constraint(equalTo: margins.topAnchor, constant: 16),
            stack.bottomAnchor.constraint(lessThanOrEqualTo: margins.bottomAnchor),
        ])
    }

    private func slidersChanged() {
        adjustment = PictureAdjustment(
            brightness: brightness.value, contrast: contrast.value, saturation: saturation.value)
        drawing?.show(adjustment)
    }
}

extension AdjustEditorViewController: PHContentEditingController {
    func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool {
        // An edit with damaged data is not continued; the last rendition is edited instead.
        PictureAdjustment.canRead(
            formatIdentifier: adjustmentData.formatIdentifier, formatVersion: adjustmentData.formatVersion)
            && (try? PictureAdjustment(adjustment: adjustmentData.data, version: adjustmentData.formatVersion)) != nil
    }

    func startContentEditing(with contentEditingInput: PHContentEditingInput, placeholderImage: UIImage) {
        input = contentEditingInput
        if let earlier = contentEditingInput.adjustmentData,
            let known = try? PictureAdjustment(adjustment: earlier.data, version: earlier.formatVersion)
        {
            first = known
        }
        adjustment = first
        guard isViewLoaded, let file = contentEditingInput.fullSizeImageURL else { return }
        imageView.image = placeholderImage
        (brightness.value, contrast.value, saturation.value) = (
            first.brightness, first.contrast, first.saturation
        )
        Task {
            guard let preview = try? await Self.preview(of: file) else { return }
            drawing = PreviewDrawing(in: imageView) { try preview.jpeg($0) }
            for slider in sliders { slider.isEnabled = true }
            drawing?.show(adjustment)
        }
    }

    func finishContentEditing(completionHandler: @escaping @Sendable (PHContentEditingOutput?) -> Void) {
        guard let input else { return completionHandler(nil) }
        let description = PHAdjustmentData(
            formatIdentifier: PictureAdjustment.formatIdentifier, formatVersion: PictureAdjustment.formatVersion,
            data: adjustment.adjustmentData)
        input.render(adjustment, describedBy: description, progress: { _ in }, completion: completionHandler)
    }

    func cancelContentEditing() { drawing = nil }

    var shouldShowCancelConfirmation: Bool { adjustment != first }

    private nonisolated static func preview(of file: URL) async throws -> PicturePreview {
        try PicturePreview(of: file, longestSide: previewSide, memory: PhotoRequest.availableMemory)
    }
}
