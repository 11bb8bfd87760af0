import AppexInterfaces
import Foundation

extension InterfaceLoader {
    /// Gives a view the properties and subviews of its description. `UIView.init(coder:)` calls it.
    func configure(_ view: UIView, _ object: InterfaceObject) {
        add(view, object)
        let properties = object.properties
        setAppearance(of: view, properties)
        setGeometry(of: view, properties)
        if let accessibility = properties["accessibility"] { setAccessibility(of: view, accessibility, object) }
        if let guides = properties["guides"]?.dictionary { addGuides(of: view, guides) }
        switch view {
        case let label as UILabel: configure(label: label, object)
        case let control as UIControl: configure(control: control, object)
        case let image as UIImageView: configure(imageView: image, object)
        case let scroll as UIScrollView: configure(scrollView: scroll, object)
        case let progress as UIProgressView: configure(progressView: progress, object)
        case let indicator as UIActivityIndicatorView: configure(indicator: indicator, object)
        case let stack as UIStackView: configure(stack: stack, object)
        case let cell as UITableViewCell: configure(cell: cell, object)
        case let cell as UICollectionViewCell: configure(cell: cell, object)
        case let view as UICollectionReusableView:
            view.reuseIdentifier = object.properties["reuseIdentifier"]?.string
        case let bar as UINavigationBar: configure(navigationBar: bar, object)
        case let bar as UIToolbar: bar.items = (object.objects["items"] ?? []).map(makeBarButton)
        case let bar as UISearchBar: configure(searchBar: bar, object)
        case let view as UIVisualEffectView:
            if let content = object.object("contentView") { configureContent(view.contentView, content) }
        default: break
        }
        let subviews = object.objects["subviews"] ?? []
        if let stack = view as? UIStackView {
            for subview in subviews { stack.addArrangedSubview(makeView(subview)) }
        } else {
            for subview in subviews { view.addSubview(makeView(subview)) }
        }
    }

    private func setAppearance(of view: UIView, _ properties: [String: InterfaceValue]) {
        if let hidden = properties["hidden"]?.bool { view.isHidden = hidden }
        if let alpha = properties["alpha"]?.number { view.alpha = alpha }
        if let opaque = properties["opaque"]?.bool { view.isOpaque = opaque }
        if let color = color(properties["backgroundColor"]) { view.backgroundColor = color }
        if let color = color(properties["tintColor"]) { view.tintColor = color }
        if let clips = properties["clipsSubviews"]?.bool { view.clipsToBounds = clips }
        if let mode: UIView.ContentMode = properties["contentMode"]?.choice(Self.contentModes) {
            view.contentMode = mode
        }
        if let enabled = properties["userInteractionEnabled"]?.bool { view.isUserInteractionEnabled = enabled }
        if let tag = properties["tag"]?.number.flatMap({ Int(exactly: $0) }) { view.tag = tag }
        if let attribute: UISemanticContentAttribute = properties["semanticContentAttribute"]?.choice([
            "unspecified", "playback", "spatial", "forceLeftToRight", "forceRightToLeft",
        ]) {
            view.semanticContentAttribute = attribute
        }
    }

    private static let contentModes = [
        "scaleToFill", "scaleAspectFit", "scaleAspectFill", "redraw", "center", "top", "bottom", "left", "right",
        "topLeft", "topRight", "bottomLeft", "bottomRight",
    ]

    private func setGeometry(of view: UIView, _ properties: [String: InterfaceValue]) {
        if let frame = rect(properties["frame"]) { view.frame = frame }
        if let mask = properties["autoresizingMask"]?.number.flatMap({ UInt(exactly: $0) }) {
            view.autoresizingMask = UIView.AutoresizingMask(rawValue: mask)
        }
        if let translates = properties["translatesAutoresizingMaskIntoConstraints"]?.bool {
            view.translatesAutoresizingMaskIntoConstraints = translates || properties["fixedFrame"]?.bool == true
        }
        if let margins = insets(properties["layoutMargins"]) { view.layoutMargins = margins }
        if let margins = insets(properties["directionalLayoutMargins"]) {
            view.directionalLayoutMargins = NSDirectionalEdgeInsets(margins)
        }
        func priority(_ name: String) -> UILayoutPriority? {
            properties[name]?.number.map { UILayoutPriority(Float($0)) }
        }
        for (name, axis) in [("horizontal", NSLayoutConstraint.Axis.horizontal), ("vertical", .vertical)] {
            if let hugging = priority("\(name)HuggingPriority") {
                view.setContentHuggingPriority(hugging, for: axis)
            }
            if let resistance = priority("\(name)CompressionResistancePriority") {
                view.setContentCompressionResistancePriority(resistance, for: axis)
            }
        }
    }

    private func setAccessibility(of view: UIView, _ value: InterfaceValue, _ object: InterfaceObject) {
        view.accessibilityLabel = text(value["label"], "accessibilityLabel", of: object)
        view.accessibilityHint = text(value["hint"], "accessibilityHint", of: object)
        view.accessibilityIdentifier = value["identifier"]?.string
        if let isElement = value["isElement"]?.bool { view.isAccessibilityElement = isElement }
        let names: [String: UIAccessibilityTraits] = [
            "button": .button, "link": .link, "image": .image, "selected": .selected, "staticText": .staticText,
            "notEnabled": .notEnabled, "updatesFrequently": .updatesFrequently, "adjustable": .adjustable,
            "header": .header,
        ]
        let traits = (value["traits"]?.list ?? []).compactMap { $0.string.flatMap { names[$0] } }
        if !traits.isEmpty { view.accessibilityTraits = traits.reduce(.none) { $0.union($1) } }
    }

    private func addGuides(of view: UIView, _ guides: [String: InterfaceValue]) {
        for (id, kind) in guides {
            switch kind.string {
            case "layoutMargins": add(view.layoutMarginsGuide, id: id)
            case "readableContent": add(view.readableContentGuide, id: id)
            case "keyboard": add(view.keyboardLayoutGuide, id: id)
            case "contentLayoutGuide": (view as? UIScrollView).map { add($0.contentLayoutGuide, id: id) }
            case "frameLayoutGuide": (view as? UIScrollView).map { add($0.frameLayoutGuide, id: id) }
            default: add(view.safeAreaLayoutGuide, id: id)
            }
        }
    }

    // MARK: Views with content

    private func configure(label: UILabel, _ object: InterfaceObject) {
        let properties = object.properties
        if let font = font(properties["fontDescription"]) { label.font = font }
        if let color = color(properties["textColor"]) { label.textColor = color }
        if let alignment = alignment(properties["textAlignment"]) { label.textAlignment = alignment }
        if let lines = properties["numberOfLines"]?.number.flatMap({ Int(exactly: $0) }) { label.numberOfLines = lines }
        if let mode: NSLineBreakMode = properties["lineBreakMode"]?.choice([
            "wordWrap", "characterWrap", "clip", "headTruncation", "tailTruncation", "middleTruncation",
        ]) {
            label.lineBreakMode = mode
        }
        if let enabled = properties["enabled"]?.bool { label.isEnabled = enabled }
        if let adjusts = properties["adjustsFontForContentSizeCategory"]?.bool {
            label.adjustsFontForContentSizeCategory = adjusts
        }
        if let text = text(properties["text"], "text", of: object) {
            label.text = text
        } else if let text = attributedText(properties["attributedText"]) {
            label.attributedText = text
        }
    }

    func alignment(_ value: InterfaceValue?) -> NSTextAlignment? {
        value?.choice(["left", "center", "right", "justified", "natural"])
    }

    private func configure(imageView: UIImageView, _ object: InterfaceObject) {
        imageView.image = image(object.properties["image"], of: object)
        imageView.highlightedImage = image(object.properties["highlightedImage"], of: object)
        if let highlighted = object.properties["highlighted"]?.bool { imageView.isHighlighted = highlighted }
    }

    private func configure(progressView: UIProgressView, _ object: InterfaceObject) {
        if let progress = object.properties["progress"]?.number { progressView.progress = Float(progress) }
        if let color = color(object.properties["progressTintColor"]) { progressView.progressTintColor = color }
    }

    private func configure(indicator: UIActivityIndicatorView, _ object: InterfaceObject) {
        let properties = object.properties
        if let style = properties["style"]?.string {
            indicator.style = style == "large" || style == "whiteLarge" ? .large : .medium
        }
        if let hides = properties["hidesWhenStopped"]?.bool { indicator.hidesWhenStopped = hides }
        if let color = color(properties["color"]) { indicator.color = color }
        if properties["animating"]?.bool == true { indicator.startAnimating() }
    }

    private func configure(stack: UIStackView, _ object: InterfaceObject) {
        let properties = object.properties
        if properties["axis"]?.string == "vertical" { stack.axis = .vertical }
        if let spacing = properties["spacing"]?.number { stack.spacing = spacing }
        switch properties["distribution"]?.string {
        case "fillEqually": stack.distribution = .fillEqually
        case "fillProportionally": stack.distribution = .fillProportionally
        case "equalSpacing": stack.distribution = .equalSpacing
        case "equalCentering": stack.distribution = .equalCentering
        default: break
        }
        switch properties["alignment"]?.string {
        case "leading": stack.alignment = .leading
        case "top": stack.alignment = .leading
        case "firstBaseline": stack.alignment = .firstBaseline
        case "center": stack.alignment = .center
        case "trailing": stack.alignment = .trailing
        case "bottom": stack.alignment = .trailing
        case "lastBaseline": stack.alignment = .lastBaseline
        default: break
        }
        if let relative = properties["layoutMarginsRelativeArrangement"]?.bool {
            stack.isLayoutMarginsRelativeArrangement = relative
        }
        if let relative = properties["baselineRelativeArrangement"]?.bool {
            stack.isBaselineRelativeArrangement = relative
        }
    }

    private func configure(scrollView: UIScrollView, _ object: InterfaceObject) {
        let properties = object.properties
        if let enabled = properties["scrollEnabled"]?.bool { scrollView.isScrollEnabled = enabled }
        if let bounces = properties["alwaysBounceVertical"]?.bool { scrollView.alwaysBounceVertical = bounces }
        if let bounces = properties["alwaysBounceHorizontal"]?.bool { scrollView.alwaysBounceHorizontal = bounces }
        if let shows = properties["showsVerticalScrollIndicator"]?.bool {
            scrollView.showsVerticalScrollIndicator = shows
        }
        if let shows = properties["showsHorizontalScrollIndicator"]?.bool {
            scrollView.showsHorizontalScrollIndicator = shows
        }
        if let mode: UIScrollView.KeyboardDismissMode = properties["keyboardDismissMode"]?.choice([
            "none", "onDrag", "interactive",
        ]) {
            scrollView.keyboardDismissMode = mode
        }
        if let inset = insets(properties["contentInset"]) { scrollView.contentInset = inset }
        if let size = size(properties["contentSize"]) { scrollView.contentSize = size }
        if let refresh = object.object("refreshControl") {
            scrollView.refreshControl = makeView(refresh) as? UIRefreshControl
        }
        switch scrollView {
        case let collection as UICollectionView: configure(collection: collection, object)
        case let table as UITableView: configure(table: table, object)
        case let text as UITextView: configure(textView: text, object)
        default: break
        }
    }
}
