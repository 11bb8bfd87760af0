import UIKit

/// A slider under the name of what it changes and its value, from -100 to 100.
@MainActor final class AdjustmentSlider {
    /// To be put among other views.
    let view = UIStackView()
    /// Called when the person has moved the slider.
    var onChange: (() -> Void)?
    private let slider = UISlider()
    private let valueLabel = UILabel()

    init(_ name: String) {
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

        slider.minimumValue = -1
        slider.maximumValue = 1
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

    /// From -1 to 1.
    var value: Double {
        get { Double(slider.value) }
        set {
            slider.value = Float(newValue)
            showValue()
        }
    }

    var isEnabled: Bool {
        get { slider.isEnabled }
        set { slider.isEnabled = newValue }
    }

    private func showValue() {
        let percent = Int((slider.value * 100).rounded())
        valueLabel.text = percent > 0 ? "+\(percent)" : "\(percent)"
        slider.accessibilityValue = valueLabel.text
    }
}
