import UIKit
import Photos
import PhotosUI

// Draws a coloured frame around a photograph.
class FrameEditingController: UIViewController, PHContentEditingController {

    var input: PHContentEditingInput?
    private let slider = UISlider()
    private let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        slider.minimumValue = 1
        slider.maximumValue = 20
        slider.value = 5
        slider.accessibilityLabel = "Width"
        slider.addTarget(self, action: #selector(widthChanged(_:)), for: .valueChanged)
        let stack = UIStackView(arrangedSubviews: [label, slider])
        stack.axis = .vertical
        stack.frame = view.bounds
        stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(stack)
        widthChanged(slider)
    }

    @objc func widthChanged(_ sender: UISlider) {
        label.text = "Frame of \(Int(sender.value)) points"
    }

    func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool {
        return adjustmentData.formatIdentifier == "com.example.Gallery5.frame" && adjustmentData.formatVersion == "1.0"
    }

    func startContentEditing(with contentEditingInput: PHContentEditingInput, placeholderImage: UIImage) {
        input = contentEditingInput
    }

    func finishContentEditing(completionHandler: @escaping ((PHContentEditingOutput?) -> Void)) {
        guard let input = input, let url = input.fullSizeImageURL else { return completionHandler(nil) }
        let width = CGFloat(slider.value)
        DispatchQueue.global().async {
            let output = PHContentEditingOutput(contentEditingInput: input)
            guard let image = UIImage(contentsOfFile: url.path) else { return completionHandler(nil) }
            let bounds = CGRect(origin: .zero, size: image.size)
            let framed = UIGraphicsImageRenderer(size: image.size).image { context in
                UIColor.red.setFill()
                context.fill(bounds)
                image.draw(in: bounds.insetBy(dx: width, dy: width))
            }
            do {
                try framed.jpegData(compressionQuality: 0.8)?.write(to: output.renderedContentURL, options: .atomic)
                output.adjustmentData = PHAdjustmentData(formatIdentifier: "com.example.Gallery5.frame",
                                                         formatVersion: "1.0", data: Data("\(width)".utf8))
                completionHandler(output)
            } catch {
                completionHandler(nil)
            }
        }
    }

    var shouldShowCancelConfirmation: Bool {
        return false
    }

    func cancelContentEditing() {
        input = nil
    }
}
