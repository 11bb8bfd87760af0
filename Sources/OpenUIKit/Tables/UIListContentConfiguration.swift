public import Foundation
import OpenViewTree

/// The content of a row: a title, a second text and an image.
///
/// Source: https://developer.apple.com/documentation/uikit/uilistcontentconfiguration-swift.struct
///
/// ## Difference from Apple
/// Fonts, sizes and margins are up to the host.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable, Sendable {
    /// The appearance of a text.
    public struct TextProperties: Hashable, Sendable {
        /// The colour of the text; ``UIColor/label`` by default.
        public var color = UIColor.label
        /// Has no effect; hosts decide on the number of lines.
        public var numberOfLines = 0
    }

    /// The appearance of the image.
    public struct ImageProperties: Hashable, Sendable {
        /// The tint colour of a symbol; `nil` for the inherited one.
        public var tintColor: UIColor?
        /// Has no effect; hosts decide on the size.
        public var maximumSize = CGSize.zero
    }

    /// The title; `nil` for none.
    public var text: String?
    /// The second text; `nil` for none.
    public var secondaryText: String?
    /// The image; `nil` for none.
    public var image: UIImage?
    /// The appearance of the title.
    public var textProperties = TextProperties()
    /// The appearance of the second text. It has no effect.
    public var secondaryTextProperties = TextProperties()
    /// The appearance of the image.
    public var imageProperties = ImageProperties()
    /// Whether the second text is at the trailing edge of the row, instead of below the title; `false` by default.
    public var prefersSideBySideTextAndSecondaryText = false

    nonisolated init() {}

    /// A configuration for a row with a title.
    public static func cell() -> Self { Self() }
    /// A configuration for a row with a second text below the title.
    public static func subtitleCell() -> Self { Self() }
    /// A configuration for a row with a value at its trailing edge.
    public static func valueCell() -> Self {
        var configuration = Self()
        configuration.prefersSideBySideTextAndSecondaryText = true
        return configuration
    }
    /// A configuration for the header of a plain section.
    public static func plainHeader() -> Self { Self() }
    /// A configuration for the footer of a plain section.
    public static func plainFooter() -> Self { Self() }
    /// A configuration for the header of a grouped section.
    public static func groupedHeader() -> Self { Self() }
    /// A configuration for the footer of a grouped section.
    public static func groupedFooter() -> Self { Self() }
    /// A configuration for a row in a sidebar.
    public static func sidebarCell() -> Self { Self() }

    /// Makes a view that shows the content outside of a table.
    public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }

    func describe(_ node: inout NodeAttributes) {
        node.set(.text, text)
        node.set(.detail, secondaryText)
        if prefersSideBySideTextAndSecondaryText, secondaryText != nil { node.set(.isHorizontal, true) }
        node.show(image)
        if textProperties.color != .label { node.set(.textColor, textProperties.color.viewColor) }
        if let color = imageProperties.tintColor { node.set(.tintColor, color.viewColor) }
    }
}

/// A view that shows a ``UIListContentConfiguration`` outside of a table.
///
/// Source: https://developer.apple.com/documentation/uikit/uilistcontentview
open class UIListContentView: UIStackView, UIContentView {
    private var list: UIListContentConfiguration
    private let titleLabel = UILabel()
    private let detailLabel = UILabel()
    private let texts = UIStackView()
    private let picture = UIImageView()

    /// Makes a view that shows a configuration.
    public init(configuration: UIListContentConfiguration) {
        list = configuration
        super.init(frame: .zero)
        spacing = 8
        alignment = .center
        for label in [titleLabel, detailLabel] { texts.addArrangedSubview(label) }
        addArrangedSubview(picture)
        addArrangedSubview(texts)
        detailLabel.textColor = .secondaryLabel
        detailLabel.font = .preferredFont(forTextStyle: .subheadline)
        show()
    }

    public required init?(coder: NSCoder) { return nil }

    /// The content that the view shows. Values of other types than ``UIListContentConfiguration`` are ignored.
    open var configuration: any UIContentConfiguration {
        get { list }
        set {
            guard let new = newValue as? UIListContentConfiguration else { return }
            list = new
            show()
        }
    }

    private func show() {
        titleLabel.text = list.text
        titleLabel.textColor = list.textProperties.color
        detailLabel.text = list.secondaryText
        texts.axis = list.prefersSideBySideTextAndSecondaryText ? .horizontal : .vertical
        texts.distribution = list.prefersSideBySideTextAndSecondaryText ? .equalSpacing : .fill
        detailLabel.isHidden = list.secondaryText == nil
        picture.image = list.image
        picture.isHidden = list.image == nil
    }
}
