import AppexInterfaces
import Foundation

extension InterfaceLoader {
    /// Gives a control the properties of its description.
    func configure(control: UIControl, _ object: InterfaceObject) {
        let properties = object.properties
        if let enabled = properties["enabled"]?.bool { control.isEnabled = enabled }
        if let selected = properties["selected"]?.bool { control.isSelected = selected }
        if let highlighted = properties["highlighted"]?.bool { control.isHighlighted = highlighted }
        switch properties["contentHorizontalAlignment"]?.string {
        case "left": control.contentHorizontalAlignment = .left
        case "right": control.contentHorizontalAlignment = .right
        case "leading": control.contentHorizontalAlignment = .leading
        case "trailing": control.contentHorizontalAlignment = .trailing
        case "fill": control.contentHorizontalAlignment = .fill
        default: break
        }
        switch control {
        case let button as UIButton: configure(button: button, object)
        case let field as UITextField: configure(textField: field, object)
        case let toggle as UISwitch: configure(toggle: toggle, object)
        case let slider as UISlider: configure(slider: slider, object)
        case let stepper as UIStepper: configure(stepper: stepper, object)
        case let segments as UISegmentedControl: configure(segments: segments, object)
        case let pages as UIPageControl: configure(pages: pages, object)
        case let picker as UIDatePicker: configure(datePicker: picker, object)
        default: break
        }
    }

    // MARK: Buttons

    private func configure(button: UIButton, _ object: InterfaceObject) {
        let properties = object.properties
        switch properties["buttonType"]?.string {
        case "system", "roundedRect": button.buttonType = .system
        case "detailDisclosure": button.buttonType = .detailDisclosure
        case "infoLight": button.buttonType = .infoLight
        case "infoDark": button.buttonType = .infoDark
        case "contactAdd": button.buttonType = .contactAdd
        case "close": button.buttonType = .close
        default: break
        }
        switch properties["role"]?.string {
        case "primary": button.role = .primary
        case "cancel": button.role = .cancel
        case "destructive": button.role = .destructive
        default: break
        }
        if let changes = properties["changesSelectionAsPrimaryAction"]?.bool {
            button.changesSelectionAsPrimaryAction = changes
        }
        if let font = font(properties["fontDescription"]) { button.titleLabel?.font = font }
        for (name, state) in Self.states {
            guard let look = properties["states"]?[name] else { continue }
            if let title = text(look["title"], "\(name)Title", of: object) { button.setTitle(title, for: state) }
            if let title = attributedText(look["attributedTitle"]) { button.setAttributedTitle(title, for: state) }
            if let color = color(look["titleColor"]) { button.setTitleColor(color, for: state) }
            if let image = image(look["image"], of: object) { button.setImage(image, for: state) }
        }
        if let configuration = properties["configuration"] {
            button.configuration = self.configuration(configuration, of: object)
        }
    }

    private static let states: [(String, UIControl.State)] = [
        ("normal", .normal), ("highlighted", .highlighted), ("disabled", .disabled), ("selected", .selected),
    ]

    private func configuration(_ value: InterfaceValue, of object: InterfaceObject) -> UIButton.Configuration {
        var configuration: UIButton.Configuration =
            switch value["style"]?.string {
            case "gray": .gray()
            case "tinted": .tinted()
            case "filled": .filled()
            default: .plain()
            }
        configuration.title = text(value["title"], "configuration.title", of: object)
        configuration.subtitle = text(value["subtitle"], "configuration.subtitle", of: object)
        configuration.image = image(value["image"], of: object)
        configuration.baseForegroundColor = color(value["baseForegroundColor"])
        configuration.baseBackgroundColor = color(value["baseBackgroundColor"])
        switch value["cornerStyle"]?.string {
        case "capsule": configuration.cornerStyle = .capsule
        case "small": configuration.cornerStyle = .small
        case "medium": configuration.cornerStyle = .medium
        case "large": configuration.cornerStyle = .large
        case "fixed": configuration.cornerStyle = .fixed
        default: break
        }
        return configuration
    }

    // MARK: Texts

    private func configure(textField field: UITextField, _ object: InterfaceObject) {
        let properties = object.properties
        if let font = font(properties["fontDescription"]) { field.font = font }
        if let color = color(properties["textColor"]) { field.textColor = color }
        if let alignment = alignment(properties["textAlignment"]) { field.textAlignment = alignment }
        if let text = text(properties["text"], "text", of: object) { field.text = text }
        field.placeholder = text(properties["placeholder"], "placeholder", of: object)
        if let style: UITextField.BorderStyle = properties["borderStyle"]?.choice([
            "none", "line", "bezel", "roundedRect",
        ]) {
            field.borderStyle = style
        }
        if let mode: UITextField.ViewMode = properties["clearButtonMode"]?.choice([
            "never", "whileEditing", "unlessEditing", "always",
        ]) {
            field.clearButtonMode = mode
        }
        if let clears = properties["clearsOnBeginEditing"]?.bool { field.clearsOnBeginEditing = clears }
        let traits = InterfaceTextTraits(properties["textInputTraits"])
        if let isSecure = traits.isSecure { field.isSecureTextEntry = isSecure }
        if let keyboard = traits.keyboard { field.keyboardType = keyboard }
        if let key = traits.returnKey { field.returnKeyType = key }
        if let capitalization = traits.capitalization { field.autocapitalizationType = capitalization }
        if let correction = traits.correction { field.autocorrectionType = correction }
        if let spelling = traits.spelling { field.spellCheckingType = spelling }
    }

    /// Gives a text view the properties of its description.
    func configure(textView view: UITextView, _ object: InterfaceObject) {
        let properties = object.properties
        if let font = font(properties["fontDescription"]) { view.font = font }
        if let color = color(properties["textColor"]) { view.textColor = color }
        if let alignment = alignment(properties["textAlignment"]) { view.textAlignment = alignment }
        if let editable = properties["editable"]?.bool { view.isEditable = editable }
        if let selectable = properties["selectable"]?.bool { view.isSelectable = selectable }
        if let text = text(properties["text"], "text", of: object) {
            view.text = text
        } else if let text = attributedText(properties["attributedText"]) {
            view.attributedText = text
        }
        let traits = InterfaceTextTraits(properties["textInputTraits"])
        if let keyboard = traits.keyboard { view.keyboardType = keyboard }
        if let key = traits.returnKey { view.returnKeyType = key }
        if let capitalization = traits.capitalization { view.autocapitalizationType = capitalization }
        if let correction = traits.correction { view.autocorrectionType = correction }
        if let spelling = traits.spelling { view.spellCheckingType = spelling }
    }

    // MARK: Values

    private func configure(toggle: UISwitch, _ object: InterfaceObject) {
        toggle.isOn = object.properties["on"]?.bool ?? false
        if let color = color(object.properties["onTintColor"]) { toggle.onTintColor = color }
        if let title = text(object.properties["title"], "title", of: object) { toggle.title = title }
    }

    private func configure(slider: UISlider, _ object: InterfaceObject) {
        let properties = object.properties
        // The limits first, because a value is kept between them.
        if let maximum = properties["maxValue"]?.number { slider.maximumValue = Float(maximum) }
        if let minimum = properties["minValue"]?.number { slider.minimumValue = Float(minimum) }
        if let value = properties["value"]?.number { slider.value = Float(value) }
        if let continuous = properties["continuous"]?.bool { slider.isContinuous = continuous }
        if let color = color(properties["minimumTrackTintColor"]) { slider.minimumTrackTintColor = color }
    }

    private func configure(stepper: UIStepper, _ object: InterfaceObject) {
        let properties = object.properties
        if let maximum = properties["maximumValue"]?.number { stepper.maximumValue = maximum }
        if let minimum = properties["minimumValue"]?.number { stepper.minimumValue = minimum }
        if let step = properties["stepValue"]?.number { stepper.stepValue = step }
        if let value = properties["value"]?.number { stepper.value = value }
        if let wraps = properties["wraps"]?.bool { stepper.wraps = wraps }
        if let repeats = properties["autorepeat"]?.bool { stepper.autorepeat = repeats }
        if let continuous = properties["continuous"]?.bool { stepper.isContinuous = continuous }
    }

    private func configure(segments control: UISegmentedControl, _ object: InterfaceObject) {
        let properties = object.properties
        for (index, segment) in (properties["segments"]?.list ?? []).enumerated() {
            if let image = image(segment["image"], of: object) {
                control.insertSegment(with: image, at: index, animated: false)
            } else {
                control.insertSegment(
                    withTitle: text(segment["title"], "segmentTitles[\(index)]", of: object), at: index,
                    animated: false)
            }
            if segment["enabled"]?.bool == false { control.setEnabled(false, forSegmentAt: index) }
        }
        if let momentary = properties["momentary"]?.bool { control.isMomentary = momentary }
        if let index = properties["selectedSegmentIndex"]?.number.flatMap({ Int(exactly: $0) }) {
            control.selectedSegmentIndex = index
        }
    }
}

/// The text input settings of a description.
private struct InterfaceTextTraits {
    var isSecure: Bool?
    var keyboard: UIKeyboardType?
    var returnKey: UIReturnKeyType?
    var capitalization: UITextAutocapitalizationType?
    var correction: UITextAutocorrectionType?
    var spelling: UITextSpellCheckingType?

    init(_ value: InterfaceValue?) {
        guard let value else { return }
        isSecure = value["secureTextEntry"]?.bool
        keyboard = value["keyboardType"]?.choice([
            "default", "alphabet", "numbersAndPunctuation", "URL", "numberPad", "phonePad", "namePhonePad",
            "emailAddress", "decimalPad", "twitter", "webSearch", "ASCIICapableNumberPad",
        ])
        returnKey = value["returnKeyType"]?.choice([
            "default", "go", "google", "join", "next", "route", "search", "send", "yahoo", "done", "emergency-call",
            "continue",
        ])
        capitalization = value["autocapitalizationType"]?.choice(["none", "words", "sentences", "allCharacters"])
        correction = value["autocorrectionType"]?.choice(["default", "no", "yes"])
        spelling = value["spellCheckingType"]?.choice(["default", "no", "yes"])
    }
}
