public import UIKit

/// A slider under the name of what it changes and its value.
@MainActor public final class LabeledSlider {
    /// To be put among other views.
    public let view = UIStackView()
    /// Called when the person has moved the slider.
    public var onChange: (() -> Void)?
    private let slider = UISlider()
    private let valueLabel = UILabel()
    private let range: ClosedRange<Double>
    private let text: (Double) -> String

    /// - Parameter range: the values of the slider. If it has negative ones, positive values are shown with a sign.
    /// - Parameter text: how a value is shown; by default in percent.
    public init(
        _ name: String, in range: ClosedRange<Double> = -1...1,
        showing text: ((Double) -> String)? = nil
    ) {
        self.range = range
        self.text = text ?? { LabeledSlider.signed(Int(($0 * 100).rounded()), range.lowerBound < 0) }
        view.axis = .vertical
        view.spacing = 4

        let nameLabel = UILabel()
        nameLabel.text = name
        nameLabel.font = .preferredFont(forTextStyle: .subheadline)
        // The slider says both.
        nameLabel.isAccessibilityElement = false
        valueLabel.isAccessibilityElement = false
        valueLabel.font = .monospacedDigitSystemFont(ofSize: 15, weight: .regular)
        valueLabel.textColor = .secondaryLabel
        let titles = UIStackView(arrangedSubviews: [nameLabel, valueLabel])
        titles.distribution = .equalSpacing

        slider.minimumValue = Float(range.lowerBound)
        slider.maximumValue = Float(range.upperBound)
        slider.accessibilityLabel = name
        slider.addAction(
            UIAction { [weak self] _ in
                self?.showValue()
                self?.onChange?()
            }, for: .valueChanged)
        view.addArrangedSubview(titles)
        view.addArrangedSubview(slider)
        showValue()
    }

    /// A whole number, with its sign also if it is positive.
    public nonisolated static func signed(_ value: Int, _ isSigned: Bool = true) -> String {
        isSigned && value > 0 ? "+\(value)" : "\(value)"
    }

    /// The value, in the slider's range.
    public var value: Double {
        get { min(max(Double(slider.value), range.lowerBound), range.upperBound) }
        set {
            slider.value = Float(newValue)
            showValue()
        }
    }

    /// Whether the person can move the slider.
    public var isEnabled: Bool {
        get { slider.isEnabled }
        set { slider.isEnabled = newValue }
    }

    private func showValue() {
        valueLabel.text = text(value)
        slider.accessibilityValue = valueLabel.text
    }
}
