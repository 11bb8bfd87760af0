import DarkroomControls
import DarkroomEditing
import DarkroomImaging
import UIKit

/// Light, contrast and colour of a photograph, changed by sliders while the person sees what they do.
final class AdjustViewController: UIViewController {
    /// What is shown is drawn anew at each step of a slider, so it is small; the result is not.
    private nonisolated static let previewSide = 960

    private let imageView = UIImageView()
    private let brightness = LabeledSlider("Brightness")
    private let contrast = LabeledSlider("Contrast")
    private let saturation = LabeledSlider("Saturation")
    private let resetButton = UIButton(type: .system)
    private let progressView = UIProgressView(progressViewStyle: .default)

    private var original: PhotoRequest.Original?
    /// What the adjustments are shown on.
    private var preview: PicturePreview?
    private var drawing: Task<Void, Never>?

    private var sliders: [LabeledSlider] { [brightness, contrast, saturation] }
    private var request: PhotoRequest? { extensionContext.map(PhotoRequest.init) }

    private var adjustment: PictureAdjustment {
        PictureAdjustment(brightness: brightness.value, contrast: contrast.value, saturation: saturation.value)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Adjust"
        preferredContentSize = CGSize(width: 560, height: 720)
        view.backgroundColor = .systemBackground
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .cancel, primaryAction: UIAction { [weak self] _ in self?.request?.cancel(with: .cancelled) })
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .done, primaryAction: UIAction { [weak self] _ in self?.finish() })
        layOut()
        setEnabled(false)
        Task { await load() }
    }

    private func layOut() {
        imageView.contentMode = .scaleAspectFit
        imageView.isAccessibilityElement = true
        imageView.accessibilityLabel = "The adjusted photograph"
        resetButton.setTitle("Reset", for: .normal)
        resetButton.addAction(UIAction { [weak self] _ in self?.reset() }, for: .touchUpInside)
        progressView.isHidden = true
        progressView.accessibilityLabel = "Saving the photograph"
        for slider in sliders {
            slider.onChange = { [weak self] in self?.settingsChanged() }
        }

        let stack = UIStackView(arrangedSubviews: [imageView] + sliders.map(\.view) + [resetButton, progressView])
        stack.axis = .vertical
        stack.spacing = 16
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let margins = view.layoutMarginsGuide
        NSLayoutConstraint.activate([
            imageView.heightAnchor.constraint(equalToConstant: 320),
            stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
            stack.topAnchor.constraint(equalTo: margins.topAnchor, constant: 16),
            stack.bottomAnchor.constraint(lessThanOrEqualTo: margins.bottomAnchor),
        ])
    }

    private func load() async {
        do {
            guard let original = try await request?.original() else { return }
            preview = try await Self.preview(of: original)
            self.original = original
            setEnabled(true)
            draw()
        } catch {
            fail(with: error)
        }
    }

    private func setEnabled(_ isEnabled: Bool) {
        for slider in sliders { slider.isEnabled = isEnabled }
        navigationItem.rightBarButtonItem?.isEnabled = isEnabled
        resetButton.isEnabled = isEnabled && adjustment != PictureAdjustment()
    }

    private func settingsChanged() {
        resetButton.isEnabled = adjustment != PictureAdjustment()
        draw()
    }

    private func reset() {
        for slider in sliders { slider.value = 0 }
        settingsChanged()
    }

    /// Shows the photograph as the sliders say. While one picture is drawn, those that it makes too late are left out.
    private func draw() {
        guard drawing == nil, let preview else { return }
        drawing = Task {
            var drawn: PictureAdjustment?
            while drawn != adjustment {
                let next = adjustment
                guard let data = try? await Self.jpeg(of: next, on: preview) else { break }
                imageView.image = UIImage(data: data)
                drawn = next
            }
            drawing = nil
        }
    }

    /// Adjusts the whole photograph and hands it back.
    private func finish() {
        guard let original, let request else { return }
        setEnabled(false)
        progressView.progress = 0
        progressView.isHidden = false
        Task {
            do {
                try await Self.finish(request, original, with: adjustment) { part in
                    Task { @MainActor [weak self] in self?.progressView.progress = Float(part) }
                }
            } catch {
                fail(with: error)
            }
        }
    }

    /// Tells the person, and ends the request when they have read it.
    private func fail(with error: any Error) {
        let failure =
            error as? PhotoRequestError ?? (error as? ImagingError).map { .notEdited($0) } ?? .notLoaded(error)
        let alert = UIAlertController(
            title: "The Photograph Cannot Be Adjusted", message: failure.message, preferredStyle: .alert)
        alert.addAction(
            UIAlertAction(title: "OK", style: .default) { [weak self] _ in self?.request?.cancel(with: failure) })
        present(alert, animated: true)
    }

    // Off the main actor, so that the sliders go on moving.

    private nonisolated static func preview(of original: PhotoRequest.Original) async throws -> PicturePreview {
        try PicturePreview(of: original.file, longestSide: previewSide, memory: PhotoRequest.availableMemory)
    }

    private nonisolated static func jpeg(
        of adjustment: PictureAdjustment, on preview: PicturePreview
    ) async throws -> Data {
        try preview.jpeg(adjustment)
    }

    private nonisolated static func finish(
        _ request: PhotoRequest, _ original: PhotoRequest.Original, with adjustment: PictureAdjustment,
        progress: @escaping EditProgress
    ) async throws {
        try request.finish(original, with: adjustment, progress: progress)
    }
}
