import DarkroomControls
import DarkroomEditing
import DarkroomImaging
import PhotosUI

/// The look of a film for a photograph: chosen by its name, with strength, grain, crop and straightening, while the person
/// sees the result.
final class FilmViewController: UIViewController {
    /// What is shown is drawn anew at each step of a slider, so it is small; the result is not.
    private nonisolated static let previewSide = 960

    /// What the picture shows.
    private struct Shown: Equatable, Sendable {
        var recipe: FilmRecipe
        /// Whether the whole picture is shown, with what the crop removes in dark.
        var showsCrop: Bool
    }

    private let imageView = UIImageView()
    private let looks = UISegmentedControl(items: FilmLook.allCases.map(\.name))
    private let strength = LabeledSlider("Strength", in: 0...1)
    private let grain = LabeledSlider("Grain", in: 0...1)
    private let straighten = LabeledSlider("Straighten", in: FilmRecipe.straightenRange) {
        String(format: "%.1f°", $0)
    }
    private let compareButton = UIButton(type: .system)
    private let cropButton = UIButton(type: .system)
    private let resetButton = UIButton(type: .system)
    private let progressView = UIProgressView(progressViewStyle: .default)

    private var input: PHContentEditingInput?
    /// What the photograph looked like when editing began.
    private var first = FilmRecipe()
    private var recipe = FilmRecipe()
    private var isCropping = false
    private var isComparing = false
    private var cropGesture: CropGesture?
    private var drawing: PreviewDrawing<Shown>?

    override func viewDidLoad() {
        super.viewDidLoad()
        // The host decodes the photograph for the placeholder meanwhile.
        PicturePreview.prepare()
        title = "Film"
        preferredContentSize = CGSize(width: 560, height: 760)
        view.backgroundColor = .systemBackground
        setUpPicture()
        setUpControls()
        layOut()
        setEnabled(false)
    }

    private func setUpPicture() {
        imageView.contentMode = .scaleAspectFit
        imageView.isAccessibilityElement = true
        imageView.accessibilityLabel = "The edited photograph"
        imageView.addGestureRecognizer(UIPanGestureRecognizer { [weak self] in self?.drag($0) })
        imageView.addGestureRecognizer(UIPinchGestureRecognizer { [weak self] in self?.pinch($0) })
    }

    private func setUpControls() {
        looks.accessibilityLabel = "Film"
        looks.addAction(
            UIAction { [weak self] _ in
                guard let self, FilmLook.allCases.indices.contains(looks.selectedSegmentIndex) else { return }
                recipe.look = FilmLook.allCases[looks.selectedSegmentIndex]
                recipeChanged()
            }, for: .valueChanged)
        strength.onChange = { [weak self] in self?.slidersChanged() }
        grain.onChange = { [weak self] in self?.slidersChanged() }
        straighten.onChange = { [weak self] in self?.slidersChanged() }
        compareButton.setTitle("Hold for Original", for: .normal)
        compareButton.addAction(UIAction { [weak self] _ in self?.compare(true) }, for: .touchDown)
        for event in [UIControl.Event.touchUpInside, .touchUpOutside, .touchCancel] {
            compareButton.addAction(UIAction { [weak self] _ in self?.compare(false) }, for: event)
        }
        cropButton.setTitle("Crop", for: .normal)
        cropButton.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                isCropping.toggle()
                recipeChanged()
            }, for: .touchUpInside)
        resetButton.setTitle("Reset", for: .normal)
        resetButton.addAction(
            UIAction { [weak self] _ in
                self?.recipe = FilmRecipe()
                self?.showRecipe()
            }, for: .touchUpInside)
        progressView.isHidden = true
        progressView.accessibilityLabel = "Saving the photograph"
    }

    private func layOut() {
        let buttons = UIStackView(arrangedSubviews: [compareButton, cropButton, resetButton])
        buttons.distribution = .fillEqually
        let stack = UIStackView(
            arrangedSubviews: [imageView, buttons, looks, strength.view, grain.view, straighten.view, progressView])
        stack.axis = .vertical
        stack.spacing = 14
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let margins = view.layoutMarginsGuide
        NSLayoutConstraint.activate([
            imageView.heightAnchor.constraint(equalToConstant: 290),
            stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
            stack.topAnchor.constraint(equalTo: margins.topAnchor, constant: 16),
            stack.bottomAnchor.constraint(lessThanOrEqualTo: margins.bottomAnchor),
        ])
    }

    private func setEnabled(_ isEnabled: Bool) {
        looks.isEnabled = isEnabled
        for slider in [strength, grain, straighten] { slider.isEnabled = isEnabled }
        for button in [compareButton, cropButton] { button.isEnabled = isEnabled }
        resetButton.isEnabled = isEnabled && recipe != FilmRecipe()
        imageView.isUserInteractionEnabled = isEnabled && isCropping
    }

    // MARK: Changes

    private func slidersChanged() {
        recipe.strength = strength.value
        recipe.grain = grain.value
        recipe.straighten = straighten.value
        recipeChanged()
    }

    /// Sets the controls to the recipe.
    private func showRecipe() {
        guard isViewLoaded else { return }
        looks.selectedSegmentIndex = FilmLook.allCases.firstIndex(of: recipe.look) ?? 0
        strength.value = recipe.strength
        grain.value = recipe.grain
        straighten.value = recipe.straighten
        recipeChanged()
    }

    private func recipeChanged() {
        cropButton.setTitle(isCropping ? "Done Cropping" : "Crop", for: .normal)
        resetButton.isEnabled = recipe != FilmRecipe()
        imageView.isUserInteractionEnabled = isCropping
        imageView.accessibilityHint = isCropping ? "Drag a corner or the middle; pinch to change the size." : nil
        draw()
    }

    private func compare(_ isComparing: Bool) {
        self.isComparing = isComparing
        draw()
    }

    private func draw() {
        drawing?.show(Shown(recipe: isComparing ? FilmRecipe() : recipe, showsCrop: isCropping && !isComparing))
    }

    // MARK: Cropping

    /// The place of a gesture in the picture, in fractions of its size.
    private func place(of gesture: UIGestureRecognizer) -> CGPoint {
        // The view has no frame of its own, so places are those in the image.
        let space = imageView.image?.size ?? CGSize(width: 1, height: 1)
        let point = gesture.location(in: imageView)
        return CGPoint(x: point.x / max(space.width, 1), y: point.y / max(space.height, 1))
    }

    private func drag(_ gesture: UIPanGestureRecognizer) {
        let place = place(of: gesture)
        if gesture.state == .began { cropGesture = CropGesture(recipe.crop, from: place) }
        crop(gesture) { $0.dragged(to: place) }
    }

    private func pinch(_ gesture: UIPinchGestureRecognizer) {
        if gesture.state == .began { cropGesture = CropGesture(recipe.crop, from: place(of: gesture)) }
        crop(gesture) { $0.scaled(by: gesture.scale) }
    }

    /// Applies a gesture to the crop that was there when it began.
    private func crop(_ gesture: UIGestureRecognizer, _ change: (CropGesture) -> FilmCrop) {
        guard isCropping, let cropGesture else { return }
        recipe.crop = gesture.state == .cancelled ? cropGesture.first : change(cropGesture)
        recipeChanged()
    }
}

extension FilmViewController: PHContentEditingController {
    func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool {
        // An edit with damaged data is not continued; the last rendition is edited instead.
        FilmRecipe.canRead(
            formatIdentifier: adjustmentData.formatIdentifier, formatVersion: adjustmentData.formatVersion)
            && (try? FilmRecipe(adjustment: adjustmentData.data, version: adjustmentData.formatVersion)) != nil
    }

    func startContentEditing(with contentEditingInput: PHContentEditingInput, placeholderImage: UIImage) {
        input = contentEditingInput
        if let earlier = contentEditingInput.adjustmentData,
            let known = try? FilmRecipe(adjustment: earlier.data, version: earlier.formatVersion)
        {
            first = known
        }
        recipe = first
        // Without a view the recipe is applied as it is.
        guard isViewLoaded, let file = contentEditingInput.fullSizeImageURL else { return }
        imageView.image = placeholderImage
        showRecipe()
        Task {
            do {
                let preview = try await Self.preview(of: file)
                guard input === contentEditingInput else { return }
                drawing = PreviewDrawing(in: imageView) { try preview.jpeg($0.recipe, showingCrop: $0.showsCrop) }
                setEnabled(true)
                draw()
            } catch {
                fail(with: error)
            }
        }
    }

    func finishContentEditing(completionHandler: @escaping @Sendable (PHContentEditingOutput?) -> Void) {
        guard let input else { return completionHandler(nil) }
        if isViewLoaded {
            setEnabled(false)
            progressView.progress = 0
            progressView.isHidden = false
        }
        let description = PHAdjustmentData(
            formatIdentifier: FilmRecipe.formatIdentifier, formatVersion: FilmRecipe.formatVersion,
            data: recipe.adjustmentData)
        input.render(recipe, describedBy: description) { part in
            Task { @MainActor [weak self] in self?.showProgress(part) }
        } completion: { output in
            Task { @MainActor [weak self] in self?.finished() }
            completionHandler(output)
        }
    }

    private func showProgress(_ part: Double) {
        if isViewLoaded { progressView.progress = Float(part) }
    }

    /// Lets the person go on, which a host does if the result cannot be used.
    private func finished() {
        guard isViewLoaded else { return }
        progressView.isHidden = true
        setEnabled(drawing != nil)
    }

    func cancelContentEditing() {
        input = nil
        drawing = nil
    }

    var shouldShowCancelConfirmation: Bool { recipe != first }

    private func fail(with error: any Error) {
        let alert = UIAlertController(
            title: "The Photograph Cannot Be Shown", message: "\(error)", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }

    // Not on the main actor, so that the view goes on answering.
    private nonisolated static func preview(of file: URL) async throws -> PicturePreview {
        try PicturePreview(of: file, longestSide: previewSide, memory: PhotoRequest.availableMemory)
    }
}
